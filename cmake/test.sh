#!/bin/bash
# Builds satori and runs its quick tests; installs what is missing for that. About 12 minutes on 2 cores, from nothing.
# test.sh [PRESET]: with another preset for configuring, building and testing, ci-gcc for example.
set -euo pipefail
cd "$(dirname "$0")/.."
preset=${1:-release}

cmake/install-deps.sh
cmake --preset "$preset" >/dev/null
cmake --build --preset "$preset" --parallel "$(nproc)"
ctest --preset "$preset" --parallel "$(nproc)"
