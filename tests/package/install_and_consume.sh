#!/bin/sh
# Installs the library, static and shared, moves the prefix elsewhere, and uses it as a stranger would: through CMake's
# find_package, through pkg-config, as a subdirectory. BUILT is a finished build of KIND, static or shared; the other kind
# is built here, the command only where SATORI_INSTALL_CLI is ON: it takes half the time.
# install_and_consume.sh SOURCE BUILT KIND CMAKE COMPILER C-COMPILER
set -eu

source=$1 built=$2 built_kind=$3 cmake=$4 compiler=$5 c_compiler=$6
work=$built/package
consumer=$source/tests/package/consumer
generator=$(command -v ninja >/dev/null && echo Ninja || echo "Unix Makefiles")

# With the flags and the folders of BUILT, so that ccache knows most objects already.
if command -v ccache >/dev/null; then
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache
fi
# of_built NAME VARIABLE: where BUILT has those headers from.
of_built() {
    folder=$(sed -n "s/^$2:[A-Z]*=//p" "$built/CMakeCache.txt")
    if [ -d "$built/$1" ]; then
        folder=$built/$1  # its links
    fi
    echo "-D$2=$folder"
}
headers="$(of_built xsimd SATORI_XSIMD_INCLUDE_DIR) $(of_built xxhash SATORI_XXHASH_INCLUDE_DIR)"
werror=$(sed -n 's/^SATORI_WERROR:BOOL=//p' "$built/CMakeCache.txt")

configure() { # FROM TO OPTION...
    from=$1 to=$2
    shift 2
    "$cmake" -S "$from" -B "$to" -G "$generator" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_C_COMPILER="$c_compiler" \
        -DCMAKE_BUILD_TYPE=Release \
        -DSATORI_WERROR="${werror:-OFF}" "$@" >/dev/null
}

misses() { # PREFIX COMPONENT REASON OPTION...
    place=$1 component=$2 reason=$3
    shift 3
    rm -rf "$work/use/components"
    if configure "$consumer/components" "$work/use/components" -DCMAKE_PREFIX_PATH="$place" -DWANTED="$component" "$@" \
        >"$work/misses.log" 2>&1; then
        echo "$component: found in $place"
        exit 1
    fi
    tr -s ' \n' ' ' <"$work/misses.log" | grep -q "satori's component $component is missing: $reason" ||
        { cat "$work/misses.log"; exit 1; }
}

# Keeps the builds of earlier runs, nothing else.
rm -rf "$work/installed" "$work/moved" "$work/use"
mkdir -p "$work/moved" "$work/use"

for kind in static shared; do
    build=$built
    if [ $kind != "$built_kind" ]; then
        build=$work/build-$kind
        shared=$([ $kind = shared ] && echo ON || echo OFF)
        # shellcheck disable=SC2086 # the headers are words
        configure "$source" "$build" -DBUILD_SHARED_LIBS="$shared" \
            -DSATORI_BUILD_TESTS=OFF -DSATORI_BENCH=OFF -DSATORI_BUILD_EXAMPLES=OFF \
            -DSATORI_BUILD_CLI="${SATORI_INSTALL_CLI:-OFF}" $headers
        "$cmake" --build "$build" --parallel 2 >"$build.log" || { cat "$build.log"; exit 1; }
    fi
    "$cmake" --install "$build" --prefix "$work/installed/$kind" >/dev/null
    mv "$work/installed/$kind" "$work/moved/$kind"
    prefix=$work/moved/$kind
    if [ $kind = shared ] || [ -e "$prefix/bin/satori" ]; then
        "$source/tests/package/audit_programs.sh" readelf "$prefix" || [ $? -eq 77 ]
    fi
    test -s "$prefix/share/doc/satori/LICENSE"
    if [ -e "$prefix/bin/satori" ]; then
        "$prefix/bin/satori" info >/dev/null
        [ ! -e "$prefix/bin/satori-mpi" ] || "$prefix/bin/satori-mpi" --version >/dev/null
        for file in man/man1/satori.1 bash-completion/completions/satori zsh/site-functions/_satori \
            fish/vendor_completions.d/satori.fish; do
            test -s "$prefix/share/$file" || { echo "$prefix/share/$file is not installed"; exit 1; }
        done
        echo "$kind: the installed command runs"
    fi

    configure "$consumer" "$work/use/cmake-$kind" -DCMAKE_PREFIX_PATH="$prefix"
    "$cmake" --build "$work/use/cmake-$kind" >/dev/null
    "$work/use/cmake-$kind/consumer"
    "$work/use/cmake-$kind/c_consumer"
    parts=
    for part in fit bullet mpi; do
        if [ -e "$prefix/include/satori/$part.hpp" ]; then
            parts="$parts $part"
            "$work/use/cmake-$kind/${part}_consumer"
        fi
    done
    echo "$kind: found by CMake"

    # Of a component that is missing, CMake says which and why: unknown, not built or not installed, without what it needs here.
    bare=$work/use/bare-$kind
    cp -r "$prefix" "$bare"
    find "$bare" \( -name 'satoriFitTargets*' -o -name 'satoriBulletTargets*' -o -name 'satoriMpiTargets*' \) -exec rm {} +
    misses "$prefix" sphere "satori has no such component"
    for part in fit bullet mpi; do
        case "$parts " in
        *" $part "*) misses "$bare" $part "it was built, but not installed here" ;;
        *) misses "$bare" $part "this satori was built without it" ;;
        esac
    done
    case $parts in *mpi*) misses "$prefix" mpi "it needs MPI" -DCMAKE_DISABLE_FIND_PACKAGE_MPI=ON ;; esac
    case $parts in *bullet*) misses "$prefix" bullet "it needs Bullet" -DSATORI_BULLET_MATH=OFF ;; esac
    echo "$kind: what is missing is named"

    pc=$(find "$prefix" -name satori.pc)
    PKG_CONFIG_PATH=$(dirname "$pc")
    export PKG_CONFIG_PATH
    # shellcheck disable=SC2046 # the flags are words
    "$compiler" -std=c++20 "$consumer/consumer.cpp" $(pkg-config --cflags --libs satori) -o "$work/use/pc-$kind"
    LD_LIBRARY_PATH=$(pkg-config --variable=libdir satori)
    export LD_LIBRARY_PATH
    "$work/use/pc-$kind"
    # --static brings what a static library's C++ needs from a linker that is C's.
    static=$([ $kind = shared ] || echo --static)
    # shellcheck disable=SC2046,SC2086 # the flags are words
    "$c_compiler" -std=c11 "$consumer/c_consumer.c" $(pkg-config $static --cflags --libs satori) -o "$work/use/pc-c-$kind"
    "$work/use/pc-c-$kind"
    for part in $parts; do
        # shellcheck disable=SC2046 # the flags are words
        "$compiler" -std=c++20 "$consumer/${part}_consumer.cpp" $(pkg-config --cflags --libs "satori_$part") \
            -o "$work/use/pc-$part-$kind"
        "$work/use/pc-$part-$kind"
    done
    unset LD_LIBRARY_PATH
    echo "$kind: found by pkg-config"

    # A program that unloads it goes on.
    if [ $kind = shared ]; then
        "$c_compiler" -std=gnu11 -I"$prefix/include" "$consumer/unloading_consumer.c" -ldl -o "$work/use/unloading"
        "$work/use/unloading" "$(find "$prefix" -name libsatori.so)"
        echo "shared: unloaded after a call"
    fi

    # Hidden symbols stay hidden: what the shared library exports is the public API.
    if [ $kind = shared ]; then
        for library in $(find "$prefix" -name 'libsatori*.so'); do
            others=$(nm -D --defined-only -C "$library" | awk '$2 != "A"' | cut -d' ' -f3- |
                grep -Ev '^(((vtable|typeinfo|typeinfo name) for )?satori::v[0-9]+::|satori_[a-z0-9_]+$)' || true)
            inner=$(nm -D --defined-only -C "$library" | grep -E 'satori::v[0-9]+::(simd|detail)::' || true)
            if [ -n "$others$inner" ]; then
                printf '%s exports, but it is not public:\n%s\n%s\n' "$library" "$others" "$inner"
                exit 1
            fi
        done
        # Of C, exactly what is listed.
        sed -n 's/^function .*\(\bsatori_[a-z0-9_]*\)(.*/\1/p' "$source/tests/package/abi_c.txt" | sort >"$work/use/listed"
        find "$prefix" -name libsatori.so -exec nm -D --defined-only {} + | sed -n 's/.* \(satori_[a-z0-9_]*\)$/\1/p' | sort |
            diff "$work/use/listed" - || { echo "exported to C otherwise than listed"; exit 1; }
        test -s "$work/use/listed"
    fi
done

# shellcheck disable=SC2086 # the headers are words
configure "$consumer" "$work/use/subdirectory" -DSATORI_SUBDIRECTORY="$source" $headers
"$cmake" --build "$work/use/subdirectory" --parallel 2 >/dev/null
"$work/use/subdirectory/consumer"
"$work/use/subdirectory/c_consumer"
echo "used as a subdirectory"
