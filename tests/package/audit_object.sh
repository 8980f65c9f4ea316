#!/bin/sh
# Audits the object files of one instruction set, or with SET rest those of the rest of the library, which only must not run before
# main() and not round differently: audit_object.sh SET NM OBJDUMP OBJECT...
#
# Kernel units are compiled with flags that other units are not. What the linker could take from one of them for all others
# (weak symbols), what would run before the CPU was asked (static initialisers), and instructions that round differently
# (fused multiply-add, estimates of reciprocals) or are slow on some CPUs (gathers) must not be in them. Prints every finding; 1 if there is one.
set -eu

set_name=$1 nm=$2 objdump=$3
shift 3
tag=$(echo "$set_name" | tr . _)
findings=$(mktemp)
listing=$(mktemp)
trap 'rm -f "$findings" "$listing"' EXIT

# finding KIND: turns each line read into a finding.
finding() {
    sed "s|^|$object: $1: |" >>"$findings"
}
# requires REGISTERS: the set must use them, else it was compiled without its flags.
requires() {
    grep -q "$1" "$listing" || echo "no $1 register used" | finding "wrong width"
}
forbids() {
    grep -E "$1" "$listing" | head -n 3 | finding "wrong width" || true
}

for path in "$@"; do
    object=$(basename "$path")
    $nm "$path" >"$listing"
    [ -s "$listing" ] || echo "$path" | finding "no symbols"
    # A weak definition is harmless only when its name is ours and says which set it was compiled for.
    if [ "$set_name" != rest ]; then
        awk '$2 ~ /^[WVuv]$/ {print $3}' "$listing" | { grep -iv "satori.*$tag" || true; } | finding "weak symbol"
        awk '$1 == "U" {print $2}' "$listing" | { grep -E '^_Z(N?K?St|N[KVrO]*St|n[wa]|d[la])' || true; } |
            finding "standard library"
    fi
    $objdump -h "$path" | awk '$2 ~ /^\.(init_array|ctors)/ {print $2}' | finding "static initialiser"

    # One instruction per line: its name, its operands.
    $objdump -d --no-show-raw-insn "$path" | awk -F'\t' 'NF > 1 {print $2, $3}' >"$listing"
    grep -E '^(vfn?m(add|sub)|fn?m(add|sub|la|ls) )' "$listing" | finding "fused multiply-add" || true
    grep -E '^v?p?gather' "$listing" | finding "gather" || true
    grep -E '^(v?r(cp|sqrt)[0-9]*[ps]s|f(recp|rsqrt)[es] )' "$listing" | finding "estimate" || true
    case $set_name in
    avx512) requires zmm ;;
    avx2) requires ymm && forbids 'zmm|%k[0-7]' ;;
    sse4.2) requires xmm && forbids 'ymm|zmm' ;;
    neon64) requires 'v[0-9]*\.4s' ;;
    esac
    packed=$(grep -cE '^v?(add|sub|mul|div|min|max|sqrt)ps|^f(add|sub|mul|div|minnm|maxnm|min|max|sqrt) .*\.4s' "$listing" || true)
    echo "$object: $packed packed float instructions"
done

cat "$findings"
[ ! -s "$findings" ]
