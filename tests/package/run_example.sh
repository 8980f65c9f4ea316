#!/bin/sh
# Runs an example: run_example.sh PROGRAM LINE. It must end with 0 and print a line that contains LINE.
set -u
output=$(${SATORI_CLI_EMULATOR:-} "$1") || { echo "$1 failed: $output"; exit 1; }
echo "$output"
echo "$output" | grep -qF -- "$2" || { echo "no line has '$2'"; exit 1; }
