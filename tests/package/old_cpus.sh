#!/bin/bash
# The command on x86 CPUs that are not here, emulated: it picks the best set that the CPU has, gives the same hashes as natively,
# and refuses a set that the CPU lacks. Exits with 77 where there is no emulator. old_cpus.sh SATORI WORK
set -euo pipefail

satori=$1 work=$2
qemu=$(command -v qemu-x86_64-static || command -v qemu-x86_64) || { echo "needs qemu-user"; exit 77; }
mkdir -p "$work"
scene=$work/old_cpus.npy
"$satori" make mixed --count 3000 -o "$scene" --quiet

hashes_of() { # COMMAND...: of pairs and of contacts
    local call
    for call in pairs contacts; do "$@" $call "$scene" --json | sed -n 's/.*"hash": *"\([0-9a-f]*\)".*/\1/p'; done
}
expect() { # WHAT FOUND EXPECTED
    [[ $2 == "$3" && -n $3 ]] || { echo "$1: $2 instead of $3"; exit 1; }
}

hashes=$(hashes_of "$satori")
[[ $(wc -l <<<"$hashes") == 2 ]] || { echo "not two hashes: $hashes"; exit 1; }
# CPU best-set a-set-that-it-lacks
while read -r cpu best lacks; do
    run=("$qemu" -cpu "$cpu" "$satori")
    expect "$cpu: best set" "$("${run[@]}" info --json | sed -n 's/.*"best": *"\([a-z0-9.]*\)".*/\1/p')" "$best"
    expect "$cpu: hashes" "$(hashes_of "${run[@]}")" "$hashes"
    code=0
    message=$("${run[@]}" pairs "$scene" --isa "$lacks" 2>&1 >/dev/null) || code=$?
    expect "$cpu: exit code with --isa $lacks" $code 1
    [[ $message == *"$lacks"* ]] || { echo "$cpu: the message does not name $lacks: $message"; exit 1; }
    echo "$cpu: $best, hashes" $hashes", $lacks refused"
done <<'CPUS'
Conroe scalar sse4.2
Nehalem sse4.2 avx2
SandyBridge sse4.2 avx2
Haswell avx2 avx512
CPUS
