#!/bin/bash
# Where MPI is not found, the project is configured without satori::mpi, and says so.
# without_mpi.sh SOURCE WORK CMAKE CXX_COMPILER: WORK/without_mpi is made, and removed when all went well.
set -euo pipefail

source=$1 work=$2/without_mpi
rm -rf "$work"
mkdir -p "$work"
# FindMPI makes its target even where it then finds no MPI. Here it finds none because it may ask neither the wrappers of
# compilers nor pkg-config.
"$3" -S "$source" -B "$work/build" -G Ninja -DCMAKE_CXX_COMPILER="$4" -DMPI_SKIP_COMPILER_WRAPPER=ON \
    -DCMAKE_DISABLE_FIND_PACKAGE_PkgConfig=ON -DSATORI_BUILD_TESTS=OFF \
    -DSATORI_BENCH=OFF -DSATORI_VIEWER=OFF -DSATORI_BUILD_EXAMPLES=OFF -DSATORI_FIT=OFF -DSATORI_BULLET=OFF >"$work/log" 2>&1 ||
    { tail -n 30 "$work/log"; exit 1; }
grep -q 'No satori::mpi: MPI not found' "$work/log" || { echo "MPI was found all the same"; exit 77; }
targets=$("$3" --build "$work/build" --target help)
grep -q '^satori: ' <<<"$targets" || { echo "no library"; exit 1; }
if grep -q 'satori_mpi' <<<"$targets"; then
    echo "satori_mpi is built without MPI"
    exit 1
fi
rm -rf "$work"
