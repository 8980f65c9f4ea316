#!/bin/bash
# The folder that cmake/bundle.sh makes, as someone uses it on another machine: unpacked in an empty folder, without an
# environment, and where this is root also without any other file. Its programs need no library, the commands of its
# README.txt work, and results are those of a usual build. For ARM on an emulator.
# bundle.sh SOURCE ARCH BIN: BIN has satori, satori-bench and satori-profile of a usual build. 77 where a tool is missing:
# it installs nothing.
set -euo pipefail

source=$1 arch=$2 bin=$3
emulator=()
if [[ $(uname -m) != "$arch" ]]; then
    command -v "qemu-$arch-static" >/dev/null || { echo "needs qemu-$arch-static"; exit 77; }
    emulator=("$(command -v "qemu-$arch-static")")
fi
export SATORI_CHECK_ONLY=1
needs=$([[ $arch == x86_64 ]] || echo --bundle)
"$source/cmake/install-deps.sh" $needs || exit 77
"$source/cmake/debian-sources.sh" "$source/build/bundle/sources" benchmark fmtlib || { echo "needs Debian's sources"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
fail() { echo "$*"; failed=1; }
same() { # WHAT FOUND EXPECTED
    [[ -n $2 && $2 == "$3" ]] || fail "$1: '$2' instead of '$3'"
}

archive=$source/$("$source/cmake/bundle.sh" "$arch" | tail -n1)
mkdir "$work/alone"
tar -C "$work/alone" -xzf "$archive"
name=$(basename "$archive" .tar.gz)
folder=$work/alone/$name
same 'in the archive' "$(ls "$work/alone")" "$name"

for program in satori satori-bench satori-profile; do
    LC_ALL=C readelf -dlW "$folder/$program" >"$work/elf"
    ! grep -E 'NEEDED|INTERP|R(UN)?PATH' "$work/elf" || fail "$program needs something of the system"
done
licenses=("$folder"/licenses/*)
[[ ${#licenses[@]} -eq 9 ]] || fail "licenses: ${licenses[*]}"
for license in "${licenses[@]}"; do
    grep -qiE 'license|copyright' "$license" || fail "$license is no license"
done

# What README.txt says, made shorter.
alone() { (cd "$folder" && env -i "${emulator[@]}" "$@"); }
names='^(kernel_sat/L1|find_pairs/uniform_1000)/.*/1$'
mapfile -t commands < <(sed -n 's|^    \(\./.*\)|\1|p' "$folder/README.txt")
[[ ${#commands[@]} -ge 4 ]] || fail "README.txt has ${#commands[@]} commands"
for command in "${commands[@]}"; do
    read -ra words <<<"$command"
    case $command in
    *--compare*) words=("${words[@]/earlier.json/results.json}") ;;
    *satori-bench*) words+=("--benchmark_filter=$names" --benchmark_min_time=0.001 --benchmark_repetitions=1) ;;
    *--explain*) [[ ${#emulator[@]} -eq 0 ]] || continue ;;
    *satori-profile*) words+=(--seconds 0.1) ;;
    esac
    alone "${words[@]}" >"$work/out" 2>"$work/err" || fail "$command: exit code $?: $(cat "$work/err")"
    [[ -s $work/out ]] || fail "$command prints nothing"
    [[ $command != *--quick* ]] || cp "$work/out" "$work/tables"
done
# results.json has of the machine what README.txt says, and nothing else.
told=' cpu threads num_cpus isas caches mhz_per_cpu cpu_scaling_enabled load_avg host_name date executable '
told+='compiler flags commit library_build_type emulator '
recorded=$(python3 -c 'import json, sys; print(*json.load(open(sys.argv[1]))["context"])' "$folder/results.json")
for fact in $recorded; do
    [[ $told == *" $fact "* ]] || fail "results.json has $fact, which README.txt does not say"
done
[[ -n $recorded ]] || fail 'results.json is not JSON'

# The sets, and the same results.
best=$(alone ./satori info --json | sed -n 's/.*"best": *"\([a-z0-9.]*\)".*/\1/p')
if [[ $arch == aarch64 ]]; then
    same 'best set' "$best" neon64
    grep -q '^ .* neon64' "$work/tables" || fail "no column neon64 in the tables: $(cat "$work/tables")"
fi
same 'files beside results.json' "$(ls "$folder")" "$(printf '%s\n' README.txt licenses results.json satori satori-bench satori-profile)"
sums() { # PROGRAM-PREFIX...
    local kernel
    for kernel in sat contacts manifold; do
        "$@"satori-profile "$kernel" --seconds 0.01 --json | sed -n 's/.*"checksum": *"\([0-9a-f]*\)".*/\1/p'
    done
    "$@"satori make uniform --count 3000 --seed 5 -o "$work/scene.npy" --quiet
    "$@"satori pairs "$work/scene.npy" --json | sed -n 's/.*"hash": *"\([0-9a-f]*\)".*/\1/p'
}
bundle_sums=$(sums "${emulator[@]}" "$folder/")
same 'checksums' "$bundle_sums" "$(sums "$bin/")"
[[ $(wc -l <<<"$bundle_sums") -eq 4 ]] || fail "not four checksums: $bundle_sums"

# Without any other file: no C library, no shell, no /proc.
if [[ $(id -u) -eq 0 ]]; then
    inside=()
    if [[ ${#emulator[@]} -ne 0 ]]; then
        cp "${emulator[0]}" "$work/alone/emulator"
        inside=(/emulator)
    fi
    for words in 'satori info' 'satori-profile sat --seconds 0.01' "satori-bench --benchmark_filter=$names --benchmark_min_time=0.001"; do
        read -ra words <<<"$words"
        env -i "$(command -v chroot)" "$work/alone" "${inside[@]}" "/$name/${words[0]}" "${words[@]:1}" >"$work/out" 2>&1 ||
            fail "alone in a root folder, ${words[*]}: exit code $?: $(cat "$work/out")"
    done
fi
echo "$name: $(du -k "$archive" | cut -f1) KiB, best set $best, checksums" $bundle_sums
exit "$failed"
