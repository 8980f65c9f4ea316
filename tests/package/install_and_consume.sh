#!/bin/sh
# Installs the library, static and shared, moves the prefix elsewhere, and uses it as a stranger would: through CMake's
# find_package, through pkg-config, as a subdirectory. install_and_consume.sh SOURCE WORK CMAKE COMPILER
set -eu

source=$1 work=$2 cmake=$3 compiler=$4
consumer=$source/tests/package/consumer
generator=$(command -v ninja >/dev/null && echo Ninja || echo "Unix Makefiles")

configure() { # FROM TO OPTION...
    from=$1 to=$2
    shift 2
    "$cmake" -S "$from" -B "$to" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_BUILD_TYPE=Release "$@" >/dev/null
}

# Keeps the builds of earlier runs, nothing else.
rm -rf "$work/installed" "$work/moved" "$work/use"
mkdir -p "$work/moved" "$work/use"

for kind in static shared; do
    shared=$([ $kind = shared ] && echo ON || echo OFF)
    configure "$source" "$work/build-$kind" -DBUILD_SHARED_LIBS="$shared" -DCMAKE_INSTALL_PREFIX="$work/installed/$kind" \
        -DSATORI_BUILD_TESTS=OFF -DSATORI_BENCH=OFF -DSATORI_BUILD_EXAMPLES=OFF
    "$cmake" --build "$work/build-$kind" --parallel 2 >"$work/build-$kind.log" || { cat "$work/build-$kind.log"; exit 1; }
    "$cmake" --install "$work/build-$kind" >/dev/null
    mv "$work/installed/$kind" "$work/moved/$kind"
    prefix=$work/moved/$kind
    test -s "$prefix/share/doc/satori/LICENSE"
    if [ -e "$work/build-$kind/bin/satori" ]; then
        "$prefix/bin/satori" info >/dev/null
        echo "$kind: the installed command runs"
    fi

    configure "$consumer" "$work/use/cmake-$kind" -DCMAKE_PREFIX_PATH="$prefix"
    "$cmake" --build "$work/use/cmake-$kind" >/dev/null
    "$work/use/cmake-$kind/consumer"
    if [ -e "$prefix/include/satori/fit.hpp" ]; then
        "$work/use/cmake-$kind/fit_consumer"
    fi
    echo "$kind: found by CMake"

    pc=$(find "$prefix" -name satori.pc)
    PKG_CONFIG_PATH=$(dirname "$pc")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046 # the flags are words
    "$compiler" -std=c++20 "$consumer/consumer.cpp" $(pkg-config --cflags --libs satori) -o "$work/use/pc-$kind"
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir satori) "$work/use/pc-$kind"
    echo "$kind: found by pkg-config"

    # Hidden symbols stay hidden: what the shared library exports is the public API.
    if [ $kind = shared ]; then
        library=$(find "$prefix" -name libsatori.so)
        others=$(nm -D --defined-only -C "$library" | awk '$2 != "A"' | cut -d' ' -f3- |
            grep -Ev '^((vtable|typeinfo|typeinfo name) for )?satori::v[0-9]+::' || true)
        inner=$(nm -D --defined-only -C "$library" | grep -E 'satori::v[0-9]+::(simd|detail)::' || true)
        if [ -n "$others$inner" ]; then
            printf 'exported, but not public:\n%s\n%s\n' "$others" "$inner"
            exit 1
        fi
    fi
done

configure "$consumer" "$work/use/subdirectory" -DSATORI_SUBDIRECTORY="$source"
"$cmake" --build "$work/use/subdirectory" --parallel 2 >/dev/null
"$work/use/subdirectory/consumer"
echo "used as a subdirectory"
