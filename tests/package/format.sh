#!/bin/sh
# format.sh check CLANG_FORMAT ROOT     names every file whose format is not that of .clang-format; 1 if there is one
# format.sh selftest CLANG_FORMAT ROOT  a file with a wrong format must be found
set -eu
format=$2
cd "$3"

if [ "$1" = selftest ]; then
    printf 'int   a;\n' | "$format" --assume-filename=src/wrong.cpp | grep -qx 'int a;'
    wrong=$(mktemp -d)
    trap 'rm -r "$wrong"' EXIT
    cp .clang-format "$wrong"
    printf 'int   a;\n' > "$wrong/wrong.cpp"
    ! "$format" --dry-run -Werror "$wrong/wrong.cpp" 2> /dev/null
    exit
fi
find src include tests bench examples docs python -name '*.cpp' -o -name '*.hpp' -o -name '*.c' -o -name '*.h' |
    xargs "$format" --dry-run -Werror
