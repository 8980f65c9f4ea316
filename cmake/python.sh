#!/bin/bash
# Builds the Python package, runs its demo and its tests; installs what is missing for that. About 12 minutes on 2 cores, from nothing.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/install-deps.sh --python
cmake --preset python >/dev/null
cmake --build --preset python --parallel "$(nproc)"
PYTHONPATH=build/python/python /usr/bin/python3 python/examples/demo.py
ctest --preset python --parallel "$(nproc)"
