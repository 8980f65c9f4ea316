#!/bin/bash
# Builds satori and runs its quick tests; installs what is missing for that. About 12 minutes on 2 cores, from nothing. Then builds
# and tests the Python package, where install-deps.sh --python has been.
# test.sh [PRESET]: with another preset for configuring, building and testing, ci-gcc for example.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}

# Failed tests of one preset do not keep those of the next from running.
failed=0
build_and_test() {
    cmake --preset "$1" >/dev/null
    cmake --build --preset "$1" --parallel "$(nproc)"
    ctest --preset "$1" --parallel "$(nproc)" || failed=1
}

cmake/install-deps.sh
build_and_test "$preset"
if dpkg-query -W pybind11-dev python3-dev python3-numpy python3-pytest >/dev/null 2>&1; then
    python=python
    [[ $preset != ci-* ]] || python=ci-python
    build_and_test "$python"
else
    echo "Not tested: the Python package (cmake/install-deps.sh --python)"
fi
exit "$failed"
