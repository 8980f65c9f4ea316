#!/bin/bash
# Builds the satori command, makes a million boxes and finds their overlapping pairs; installs what is missing for that.
set -euo pipefail
cd "$(dirname "$0")/.."

cmake/install-deps.sh
cmake --preset release >/dev/null
cmake --build --preset release --target satori_cli --parallel "$(nproc)"
satori=build/release/bin/satori
scene=build/release/uniform_1m.npy
$satori make uniform --count 1000000 -o $scene
$satori pairs $scene --repeat 5
