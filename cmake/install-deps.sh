#!/bin/bash
# Installs on Debian 12 what the build needs. --ci adds what .ci/run and .ci/nightly need on top: clang, its sanitizers, Doxygen,
# Python for tests that are scripts, debootstrap, Bullet for satori::bullet, Open MPI for satori::mpi, Zoltan for its tests, mpi4py for
# those of satori.mpi, SIMDe for AVX-512 on other CPUs, the cross compiler, libraries and emulator for 64-bit ARM, and what --viewer and
# --python add. --viewer adds what satori-view is made of and tested with, --python what the Python package is made of and tested with,
# --peers the libraries that the benchmarks measure against, --report what bench/report.py draws with, --bundle what cmake/bundle.sh
# cross-builds with. Does nothing, and asks for no root, when all is there.
# With SATORI_CHECK_ONLY=1 it installs nothing: it names what is missing, and the exit code is 1 then.
set -euo pipefail

packages=(g++ cmake ninja-build ccache git pkg-config
    libtbb-dev libxsimd-dev libeigen3-dev libqhull-dev libgtest-dev libbenchmark-dev libcli11-dev nlohmann-json3-dev libfmt-dev libxxhash-dev)
if [[ ${1:-} == --ci ]]; then
    packages+=(clang clang-format llvm libclang-rt-dev doxygen python3 debootstrap libbullet-dev libopenmpi-dev openmpi-bin libtrilinos-zoltan-dev python3-mpi4py libsimde-dev
        g++-aarch64-linux-gnu qemu-user-static libtbb-dev:arm64 libgtest-dev:arm64 libfmt-dev:arm64)
fi
if [[ ${1:-} == --viewer || ${1:-} == --ci ]]; then
    packages+=(libglfw3-dev libimgui-dev libepoxy-dev libpng-dev libegl1 libgl1-mesa-dri fonts-dejavu-core xvfb xdotool)
fi
if [[ ${1:-} == --python || ${1:-} == --ci ]]; then
    packages+=(pybind11-dev python3-dev python3-numpy)  # to build and to use it
    packages+=(python3-pytest python3-mypy python3-scipy python3-shapely)  # tests: types; results that others computed
    packages+=(python3-setuptools python3-wheel python3-pip python3-venv)  # a wheel, and the test of it
    packages+=(python3-matplotlib python3-nbclient python3-ipykernel)  # satori.plot, and notebooks
    packages+=(python3-sphinx python3-numpydoc)  # the reference
fi
if [[ ${1:-} == --bundle ]]; then
    packages+=(g++-aarch64-linux-gnu qemu-user-static)
fi
if [[ ${1:-} == --peers ]]; then
    packages+=(libcgal-dev libembree-dev libbullet-dev libfcl-dev libode-dev)
fi

if [[ ${1:-} == --report ]]; then
    packages+=(python3-matplotlib)
fi

missing=()
for package in "${packages[@]}"; do
    dpkg-query -W -f '${db:Status-Abbrev}' "$package" 2>/dev/null | grep -q '^ii' || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

if [[ -n ${SATORI_CHECK_ONLY:-} ]]; then
    echo "missing: ${missing[*]}" >&2
    exit 1
fi

root=()
[[ $(id -u) -eq 0 ]] || root=(sudo)
if [[ ${missing[*]} == *:arm64* ]]; then
    "${root[@]}" dpkg --add-architecture arm64
fi
echo "installing: ${missing[*]}" >&2
"${root[@]}" apt-get update -qq
"${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >&2
