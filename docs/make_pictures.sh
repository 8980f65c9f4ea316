#!/bin/bash
# Makes docs/pictures anew with the programs in a build's bin folder: docs/make_pictures.sh [build/release/bin]. Needs no display.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "${1:-build/release/bin}")
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

"$bin/satori-view" --press aaaaaaaawwww --size 1000x560 --screenshot docs/pictures/rectangles.png
"$bin/satori" make mixed --count 130 --frames 12 --quiet -o "$scratch/mixed.npy"
"$bin/satori-view" "$scratch/mixed.npy" --press ......... --pick 12 --camera 35,25,1 --size 900x580 --screenshot docs/pictures/scene.png
"$bin/satori" make clustered --count 6000 --quiet -o "$scratch/clustered.npy"
"$bin/satori-view" "$scratch/clustered.npy" --press cgbb --camera 30,20,1 --size 1000x560 --screenshot docs/pictures/columns.png
