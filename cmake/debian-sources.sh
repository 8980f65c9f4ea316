#!/bin/bash
# Gets the upstream sources of Debian's packages: debian-sources.sh FOLDER PACKAGE... makes FOLDER/PACKAGE of each source
# package, of the release that apt gets its packages from. Needs no root. Does nothing for a package that is there already.
set -euo pipefail

folder=$1
shift
missing=()
for package in "$@"; do
    [[ -e $folder/$package ]] || missing+=("$package")
done
[[ ${#missing[@]} -eq 0 ]] && exit 0

# apt's own settings name binary packages only: lists of sources are kept apart, for this run.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists/partial" "$work/cache/archives/partial" "$work/got"
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list /etc/apt/sources.list.d/*.sources; do
    [[ -e $file ]] || continue
    name=$(basename "$file")
    sed -E 's/^Types:.*/Types: deb-src/; s/^deb /deb-src /' "$file" >"$work/parts/${name/#sources.list/main.list}"
done
options=(-qq -o Dir::Etc::sourcelist=/dev/null -o Dir::Etc::sourceparts="$work/parts" -o Dir::State::lists="$work/lists"
    -o Dir::Cache="$work/cache" -o APT::Sandbox::User=root)
apt-get "${options[@]}" update
mkdir -p "$folder"
for package in "${missing[@]}"; do
    (cd "$work/got" && apt-get "${options[@]}" source --download-only --only-source "$package")
    mkdir "$work/$package"
    tar -C "$work/$package" --strip-components=1 -xf "$work/got/${package}"_*.orig.tar.*[xz]
    mv "$work/$package" "$folder/$package"
done
