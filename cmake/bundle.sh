#!/bin/bash
# Makes a folder to carry to a Linux machine where nothing can be installed: satori, satori-bench and satori-profile, which
# need no library of that machine. bundle.sh [x86_64|aarch64] writes build/bundle/satori-VERSION-linux-ARCH/ and a .tar.gz
# of it, whose path is its last line; aarch64 is cross-built. Installs what is missing for that, as install-deps.sh does.
set -euo pipefail
cd "$(dirname "$0")/.."

arch=${1:-x86_64}
case $arch in
x86_64) preset=bundle tools='' needs='' ;;
aarch64) preset=bundle-aarch64 tools=aarch64-linux-gnu- needs=--bundle ;;
*)
    echo "bundle.sh: $arch is neither x86_64 nor aarch64" >&2
    exit 2
    ;;
esac
cmake/install-deps.sh $needs
# Debian has no static form of these two: they are built from Debian's sources.
cmake/debian-sources.sh build/bundle/sources benchmark fmtlib
cmake --preset "$preset" -DFETCHCONTENT_SOURCE_DIR_BENCHMARK="$PWD/build/bundle/sources/benchmark" \
    -DFETCHCONTENT_SOURCE_DIR_FMT="$PWD/build/bundle/sources/fmtlib" >/dev/null
cmake --build --preset "$preset" --parallel "$(nproc)"

version=$(sed -nE 's/^#define SATORI_VERSION_(MAJOR|MINOR|PATCH) ([0-9]+)$/\2/p' include/satori/version.hpp | paste -sd.)
name=satori-$version-linux-$arch
folder=build/bundle/$name
rm -rf "$folder"
mkdir -p "$folder/licenses"
for program in satori satori-bench satori-profile; do
    "${tools}strip" -o "$folder/$program" "build/bundle-$arch/bin/$program"
done
sed -e "s/@VERSION@/$version/g" -e "s/@ARCH@/$arch/g" cmake/bundle_readme.txt >"$folder/README.txt"

# The license of all that is linked in, by the name of its package.
cross=''
[[ $arch == x86_64 ]] || cross=-arm64-cross
cp LICENSE "$folder/licenses/satori"
for package in libbenchmark-dev libcli11-dev libfmt-dev libxsimd-dev libxxhash-dev nlohmann-json3-dev \
    libc6-dev$cross libstdc++-12-dev$cross; do
    cp "/usr/share/doc/$package/copyright" "$folder/licenses/${package%-arm64-cross}"
done

tar -C build/bundle --sort=name --owner=0 --group=0 --numeric-owner -czf "$folder.tar.gz" "$name"
du -h "$folder"/satori* "$folder.tar.gz"
echo "$folder.tar.gz"
