#!/bin/bash
# Builds satori and runs its quick tests; installs what is missing for that. About 5 minutes on 2 cores.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/install-deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --parallel "$(nproc)"
ctest --preset release --parallel "$(nproc)" "$@"
