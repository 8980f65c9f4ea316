#!/bin/bash
# Makes a wheel of the Python package without a network, installs it into a virtual environment and uses it there.
# python_wheel.sh SOURCE WORK PYTHON: WORK is made anew. CMAKE_ARGS in the environment: arguments for configuring. Exits with 77 where
# Python lacks what a wheel is made with.
set -euo pipefail

source=$1 work=$2 python=$3
"$python" -c 'import setuptools, wheel, pip, ensurepip' || exit 77
rm -rf "$work"
mkdir -p "$work"
export PIP_DISABLE_PIP_VERSION_CHECK=1

"$python" -m pip wheel "$source/python" --no-build-isolation --no-deps --no-index --wheel-dir "$work" >"$work/log" 2>&1 ||
    { cat "$work/log"; exit 1; }
listing=$("$python" -m zipfile --list "$work"/satori-*.whl)
for file in satori/__init__.py satori/_satori.pyi satori/mpi.py satori/_mpi.pyi satori/py.typed LICENSE; do
    grep -q "$file " <<<"$listing" || { echo "the wheel lacks $file"; exit 1; }
done
if grep -vE '^File Name|^satori(-[0-9.]+\.dist-info)?/' <<<"$listing"; then
    echo "the wheel has files that are no part of the package"
    exit 1
fi

"$python" -m venv --system-site-packages "$work/env"
"$work/env/bin/python" -m pip install --quiet --no-index --no-deps "$work"/satori-*.whl
cd "$work"
"$work/env/bin/python" "$source/python/examples/demo.py" 1000
module=$("$work/env/bin/python" -c 'import satori; print(satori._satori.__file__)')
[[ $module == "$work/env/"* ]] || { echo "not the installed package: $module"; exit 1; }
readelf --dynamic "$module" >needed
if grep -E 'NEEDED.*(tbb|mpi)' needed; then
    echo "the module needs oneTBB or MPI"
    exit 1
fi
if grep -q '^satori/_mpi\.cp' <<<"$listing" && "$python" -c 'import mpi4py'; then
    "$work/env/bin/python" -c 'import satori.mpi; satori.mpi.Partition()'
fi

cd "$source/python"
if "$python" setup.py --quiet sdist --dist-dir "$work" >"$work/log" 2>&1 || ! grep -q 'satori builds from a clone' "$work/log"; then
    echo "a source distribution without the sources was not refused"
    exit 1
fi
