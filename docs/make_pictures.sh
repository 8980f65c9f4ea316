#!/bin/bash
# Makes docs/pictures anew with the programs in a build's bin folder: docs/make_pictures.sh [build/release/bin]. Needs no display.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(realpath "${1:-build/release/bin}")
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT

"$bin/satori-view" --press aaaaaaaawwww --size 900x500 --screenshot docs/pictures/rectangles.png
"$bin/satori" make pile --count 220 --frames 12 --quiet -o "$scratch/pile.npy"
"$bin/satori-view" "$scratch/pile.npy" --press ......... --pick 105 --camera 35,26,1.15 --size 900x640 --screenshot docs/pictures/pile.png
