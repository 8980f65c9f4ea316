#!/bin/sh
# Runs an example: run_example.sh PROGRAM LINE [ARGUMENT...]. It must end with 0 and print a line that contains LINE.
set -u
program=$1
line=$2
shift 2
output=$(${SATORI_CLI_EMULATOR:-} "$program" "$@") || { echo "$program failed: $output"; exit 1; }
echo "$output"
echo "$output" | grep -qF -- "$line" || { echo "no line has '$line'"; exit 1; }
