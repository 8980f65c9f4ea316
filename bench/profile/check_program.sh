#!/bin/bash
# Runs every kernel on every instruction set for a moment: check_program.sh SATORI_PROFILE. All sets must give the same
# checksum, and what cannot be done its exit code. Prints every finding; 1 if there is one.
set -euo pipefail

program=$1
sets=(scalar sse4.2 avx2 avx512 neon64)
out=$(mktemp)
trap 'rm -f "$out"' EXIT
failed=0

# finding TEXT
finding() {
    echo "$1"
    failed=1
}
# expect CODE PATTERN ARGUMENTS...: the exit code, and a line that the program must print.
expect() {
    local code=$1 pattern=$2 found=0
    shift 2
    "$program" "$@" >"$out" 2>&1 || found=$?
    [[ $found -eq $code ]] || finding "satori-profile $*: exit code $found, not $code"
    grep -q -- "$pattern" "$out" || finding "satori-profile $*: does not say $pattern"
}

expect 2 'kernels:.* sat ' nothing
expect 2 'kernels:.* sat '
expect 2 "did you mean 'ingest'" ingets
expect 2 'scalar' sat --isa avx3
expect 2 'l1, index, random' sat --data l9
expect 2 'one kind only' ingest --data l1
expect 2 'seconds' sat --seconds much
expect 0 '^manifold ' --list
expect 0 'counters' contains --seconds 0
expect 2 'leave out --isa, --data' sat --explain --isa avx2
expect 2 'leave out --isa, --data' sat --explain --data l1
expect 2 'no such kernel: nothing; kernels:' nothing --explain
expect 2 'sort are not counted.* sat ' sort --explain
expect 0 '^1[.] [A-Z].*[.]$' --explain
SATORI_ISA=scalar expect 0 '"forced": "scalar"' ingest --explain --json
grep -q '"rule": "bound"' "$out" || finding 'satori-profile --explain --json: no rule'
if command -v python3 >/dev/null; then
    python3 -m json.tool "$out" >/dev/null || finding 'satori-profile --explain --json: no JSON'
fi

mapfile -t kernels < <("$program" --list | sed 's/ .*//')
[[ ${#kernels[@]} -ge 40 ]] || finding "only ${#kernels[@]} kernels"
for kernel in "${kernels[@]}"; do
    expected=''
    runs=0
    for set_name in "${sets[@]}"; do
        code=0
        "$program" "$kernel" --isa "$set_name" --seconds 0.01 --json >"$out" 2>&1 || code=$?
        if [[ $code -eq 1 ]] && grep -q 'cannot run here' "$out"; then
            continue
        fi
        checksum=$(sed -nE 's/^ *"checksum": "([0-9a-f]{16})",$/\1/p' "$out")
        grep -qE '^ *"ns_min": [0-9.e-]+,$' "$out" || finding "$kernel $set_name: exit code $code, no time"
        [[ ${expected:=$checksum} == "$checksum" && -n $checksum ]] ||
            finding "$kernel $set_name: checksum $checksum, not $expected"
        runs=$((runs + 1))
    done
    [[ $runs -gt 0 ]] || finding "$kernel: runs on no set"
done
echo "${#kernels[@]} kernels on $runs sets"
exit "$failed"
