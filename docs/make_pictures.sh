#!/bin/bash
# Makes docs/pictures anew with the programs in a build's bin folder: docs/make_pictures.sh [build/release/bin]. Needs no
# display. pngquant makes the pictures a third as large; img2webp, of the package webp, makes the moving one.
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
for picture in rectangles scene columns; do
    pngquant --speed 1 --nofs --force --output "docs/pictures/$picture.png" 256 "docs/pictures/$picture.png"
done

# A heap of 400 boxes that fall, 15 pictures per second. Every run makes all steps up to its picture.
"$bin/satori" make uniform --count 400 --overlaps 4 --quiet -o "$scratch/falling.npy"
frames=()
for ((step = 0; step <= 300; step += 4)); do
    frames+=("$scratch/$step.png")
    "$bin/satori-view" --live "$scratch/falling.npy" --steps "$step" --camera 35,24,0.95 --no-panel --size 560x420 \
        --screenshot "$scratch/$step.png" > "$scratch/log"
done
img2webp -loop 0 -lossy -q 55 -m 6 -d 67 "${frames[@]}" -o docs/pictures/heap.webp > "$scratch/log"
