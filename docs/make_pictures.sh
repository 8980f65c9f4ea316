#!/bin/bash
# Makes docs/pictures anew with the programs in a build's bin folder: docs/make_pictures.sh [build/release/bin]. Needs no display.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "${1:-build/release/bin}")
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

"$bin/satori-view" --press aaaaaaaawwww --size 900x500 --screenshot docs/pictures/rectangles.png
"$bin/satori" make mixed --count 130 --frames 12 --quiet -o "$scratch/mixed.npy"
"$bin/satori-view" "$scratch/mixed.npy" --press ......... --pick 12 --camera 35,25,1.05 --size 800x490 --screenshot docs/pictures/scene.png
