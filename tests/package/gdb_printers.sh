#!/bin/bash
# Checks that gdb prints satori's types as cmake/debug/satori_gdb.py says. gdb_printers.sh PRINTERS PROGRAM: the program
# is debug_values.cpp. Exits with 77 where there is no gdb with Python, or where gdb may not run a program.
set -euo pipefail

command -v gdb >/dev/null || { echo "needs gdb"; exit 77; }
gdb -nx -batch -ex 'python import sys' 2>&1 | grep -q . && { echo "needs gdb with Python"; exit 77; }

result=0
output=$(gdb -nx -batch -ex "source $1" -ex 'break stop_here' -ex run -ex "source $(dirname "$0")/gdb_printers.py" \
    "$2" 2>&1) || result=$?
if grep -qiE 'ptrace.*not permitted|could not trace' <<<"$output"; then
    echo "gdb may not run a program here"
    exit 77
fi
echo "$output"
# gdb ends with 0 when a script fails: only the line that reports success counts.
grep -q '^[0-9]* values as expected$' <<<"$output" && exit "$result"
exit 1
