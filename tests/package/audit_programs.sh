#!/bin/sh
# Audits the programs and shared libraries below each FOLDER: audit_programs.sh READELF FOLDER...
#
# An entry of a run path that is empty or relative loads libraries of whatever directory a program is started in. Tables of functions
# that stay writable are what an attacker looks for; and programs that read files are to check their stack. Prints every finding; 1 if
# there is one, or if there is nothing to audit; 77 without readelf.
set -eu

readelf=$1
shift
command -v "$readelf" >/dev/null || { echo "needs readelf"; exit 77; }
findings=$(mktemp)
trap 'rm -f "$findings"' EXIT

count=0
for folder in "$@"; do
    # Not what CMake tries compilers with, nor what other tests have built.
    for path in $(find "$folder" \( -name CMakeFiles -o -path "$folder/package" -o -path "$folder/_deps" \) -prune -o \
        -type f \( -perm -u+x -o -name '*.so*' \) -print | sort); do
        dynamic=$("$readelf" -dW "$path" 2>/dev/null) || continue
        case $dynamic in *"Dynamic section"*) ;; *) continue ;; esac
        count=$((count + 1))
        case $dynamic in *BIND_NOW* | *'Flags: NOW'*) ;; *) echo "$path: binds functions late" >>"$findings" ;; esac
        "$readelf" -lW "$path" | grep -q GNU_RELRO || echo "$path: writable tables" >>"$findings"
        case $path in
        */bin/satori | */bin/satori-mpi | */bin/satori-view)
            "$readelf" -W --dyn-syms "$path" | grep -q '__stack_chk_fail\|__asan_\|__tsan_' ||
                echo "$path: no guard of the stack" >>"$findings"
            ;;
        esac
        for entries in $(printf '%s\n' "$dynamic" | sed -n 's/.*(R\(UN\)\{0,1\}PATH) *[^[]*\[\(.*\)\]$/:\2:/p' | tr ' ' '?'); do
            case $entries in *::*) echo "$path: an empty entry in its run path $entries" >>"$findings" ;; esac
            printf '%s\n' "$entries" | tr : '\n' | grep -v '^$' | grep -v '^/' | grep -v '^[$]ORIGIN' |
                sed "s|^|$path: relative, in its run path: |" >>"$findings" || true
        done
    done
done

cat "$findings"
echo "$count programs and shared libraries audited"
[ "$count" -gt 0 ] && [ ! -s "$findings" ]
