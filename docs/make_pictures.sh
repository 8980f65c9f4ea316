#!/bin/bash
# Makes docs/pictures anew with the programs in a build's bin folder: docs/make_pictures.sh [build/release/bin]. Needs no display.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "${1:-build/release/bin}")
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

"$bin/satori-view" --press aaaaaaaawwww --size 900x500 --screenshot docs/pictures/rectangles.png
"$bin/satori" make mixed --count 130 --frames 12 --quiet -o "$scratch/mixed.npy"
"$bin/satori-view" "$scratch/mixed.npy" --press ......... --pick 12 --camera 35,25,1.05 --size 800x560 --screenshot docs/pictures/scene.png
"$bin/satori" make clustered --count 6000 --quiet -o "$scratch/clustered.npy"
"$bin/satori-view" "$scratch/clustered.npy" --press cg --camera 30,20,1.2 --size 800x460 --screenshot docs/pictures/columns.png
