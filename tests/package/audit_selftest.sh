#!/bin/sh
# The audit must find each fault of an object made to have them all: audit_selftest.sh NM OBJDUMP OBJECT
set -eu
here=$(dirname "$0")
if output=$("$here/audit_object.sh" sse4.2 "$@"); then
    echo "the audit passed a bad object"
    exit 1
fi
echo "$output"
for kind in "weak symbol" "standard library" "static initialiser" "fused multiply-add" "gather" "estimate" "wrong width"; do
    echo "$output" | grep -q "$kind" || { echo "not found: $kind"; exit 1; }
done
