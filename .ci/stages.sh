# What .ci/run and .ci/nightly are made of. Sourced, in the repository's root.

jobs=$(nproc)
passed=0
failed=0

# tests PRESET TARGETS SELECTION...: configures, builds the targets, runs the selected tests, counts them. With `variant` set, in
# a folder of that name beside the preset's, configured with the words of `options` as well.
tests() {
    local preset=$1 targets=$2 log start=$SECONDS folder=build/$1${variant:-}
    shift 2
    log=build/ci-$preset${variant:-}.log
    mkdir -p build
    echo "== $preset${variant:-}: $*"
    # shellcheck disable=SC2086 # the targets and the options are words
    if ! { cmake --preset "$preset" -B "$folder" ${options:-} &&
        cmake --build "$folder" --parallel "$jobs" --target $targets; } >"$log" 2>&1; then
        tail -n 100 "$log"
        echo "== $preset${variant:-} does not build"
        failed=$((failed + 1))
        return
    fi
    local built=$SECONDS
    ctest --test-dir "$folder" --parallel "$jobs" --output-on-failure --no-tests=error "$@" >"$log" 2>&1 || true
    count "$log" "$folder"
    echo "   built in $((built - start)) s, run in $((SECONDS - built)) s"
}

# within SECONDS COMMAND...: unless more have been used up.
within() {
    if [[ $SECONDS -lt $1 ]]; then
        "${@:2}"
    else
        echo "== left to .ci/nightly, $SECONDS s were used up: ${*:2}"
    fi
}

# passed_in LOG PREFIX...: a test whose name begins so passed, for each; else a failure. Tests of what was not built for want of a
# library are not there at all, and those that want a right that this machine does not give skip.
passed_in() {
    local log=$1 prefix
    shift
    grep -qE '^[0-9]+% tests passed' "$log" || return 0  # a failure that is counted already
    for prefix; do
        if ! grep -qE "Test +#[0-9]+: ${prefix//./\\.}.* Passed +[0-9]" "$log"; then
            tail -n 30 "$log"
            echo "   no test $prefix... passed: a failure"
            failed=$((failed + 1))
        fi
    done
}

# readme_tests PRESET: the README's test command, which runs ctest twice, the second time for the Python package.
readme_tests() {
    local log=build/ci-$1.log start=$SECONDS
    mkdir -p build
    echo "== cmake/test.sh $1"
    cmake/test.sh "$1" >"$log" 2>&1 || true
    count "$log" "build/$1"
    passed_in "$log" unit. kernel. property. determinism. robustness. cli. viewer. bullet. mpi. c_api. fuzz. docs. examples. bench. \
        package.audit_avx512 package.audit_rest package.c_abi_check package.noexcept_check package.old_cpus package.proofs_check python.
    echo "   in $((SECONDS - start)) s"
}

# program NAME ARGUMENTS...: one of ci-gcc's, which says by its exit code whether what it found is as it should be.
program() {
    local log=build/ci-$1.log
    echo "== $*"
    if build/ci-gcc/bin/"$1" "${@:2}" >"$log" 2>&1; then
        passed=$((passed + 1))
    else
        cat "$log"
        failed=$((failed + 1))
    fi
}

# emulated_avx512 SELECTION: where the CPU lacks AVX-512, tests of kernel/ and determinism/ with its kernels emulated, in the folder
# that ci-gcc was built in, where little is to be compiled again. The preset sets the option back.
emulated_avx512() {
    if grep -qw avx512vl /proc/cpuinfo || ! grep -qw avx2 /proc/cpuinfo; then
        echo "== AVX-512 not emulated: the CPU has it, or lacks AVX2"
        return
    fi
    options=-DSATORI_EMULATE_AVX512=ON tests ci-gcc 'satori_tests_kernel satori_tests_determinism' -L quick -R "$1"
}

# count LOG FOLDER: adds up what ctest, run in FOLDER and perhaps in others, wrote to LOG. A log without a result is a failure, and one
# where all was skipped.
count() {
    local log=$1 folder=$2 bad total skipped good
    if ! grep -qE '^[0-9]+% tests passed' "$log"; then
        tail -n 100 "$log"
        failed=$((failed + 1))
        return
    fi
    # "98% tests passed, 1 tests failed out of 50"
    bad=$(awk '/^[0-9]+% tests passed, / { sum += $4 } END { print sum + 0 }' "$log")
    total=$(awk '/^[0-9]+% tests passed, / { sum += $NF } END { print sum + 0 }' "$log")
    skipped=$(grep -c '\*\*\*Skipped' "$log" || true)
    [[ $bad -eq 0 ]] || cat "$log"
    good=$((total - bad - skipped))
    echo "   $good passed, $bad failed, $skipped skipped"
    passed=$((passed + good))
    failed=$((failed + bad))
    if [[ $good -eq 0 && $bad -eq 0 ]]; then
        echo "   all skipped: a failure"
        failed=$((failed + 1))
    fi
    # What passing tests print, ctest keeps there alone.
    awk -f .ci/worst_figures.awk "$folder/Testing/Temporary/LastTest.log" || true
}

# The last line; the script's result.
report() {
    echo "$passed passed, $failed failed"
    [[ $failed -eq 0 ]]
}
