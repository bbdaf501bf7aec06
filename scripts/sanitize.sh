#!/usr/bin/env bash
# The tests under a sanitizer. See --help.
set -euo pipefail
source "$(dirname "$0")/prepare.sh"

usage() {
    cat <<'TEXT'
Usage: scripts/sanitize.sh thread|address [TARGET...]

Builds the tests with the sanitizer into .build/thread or .build/address, and runs each test target, or
those named, in a process of its own. Before that it runs Tests/Sanitizers/planted.swift, to see that
faults would be reported and locks are not. Reports of all processes, children of tests included, and
what each target said stand in .build/SANITIZER/reports.
TEXT
}

sanitizer=${1:-}
case "$sanitizer" in
--help | -h)
    usage
    exit 0
    ;;
thread | address) shift ;;
*)
    usage >&2
    exit 2
    ;;
esac

build=.build/$sanitizer
reports=$build/reports
mkdir -p "$build"
rm -rf "$reports"
mkdir "$reports"
# A crash is reported by the sanitizer; the backtracer would only stop the process for seconds.
export SWIFT_BACKTRACE=enable=no
# Damage by seed is about traps, which need no sanitizer; a taste of it is about memory.
export TRIBUTARY_MUTATIONS=${TRIBUTARY_MUTATIONS:-50}
export TSAN_OPTIONS="exitcode=66 log_path=$PWD/$reports/report"
# A simulation that is thrown away leaves tasks that wait for its clock for ever: those targets are not
# asked for leaks. They hold no C library.
simulated='GatewayTests|SimulationTests|WebTests'
asan_options() {
    local leaks=1
    [[ "$1" =~ ^($simulated)$ ]] && leaks=0
    # What is freed is kept from reuse for 32 MB, not 256: some tests measure their own memory.
    printf 'detect_leaks=%s quarantine_size_mb=32 log_path=%s' "$leaks" "$PWD/$reports/report"
}
ASAN_OPTIONS=$(asan_options any)
export ASAN_OPTIONS
export LSAN_OPTIONS="suppressions=$PWD/Tests/Sanitizers/leak-suppressions.txt print_suppressions=0"

# Runs its arguments as a process under the sanitizer.
under() {
    if [ "$sanitizer" = thread ]; then
        LD_PRELOAD="$PWD/$build/mutex-order.so" "$@"
    else
        "$@"
    fi
}

# Whether the word $1 of the planted program ends well; its reports are of no interest afterwards.
planted() {
    local outcome=0
    under "$build/planted" "$1" >/dev/null 2>&1 || outcome=$?
    rm -f "$reports"/report.*
    return "$outcome"
}

# The linker warns of hundreds of symbols of the address sanitizer that nobody exports.
quietly() { "$@" 2>&1 | { grep -v 'Cannot export local symbol' || true; } >&2; }

if [ "$sanitizer" = thread ]; then
    "$(dirname "$(readlink -f "$(command -v swift)")")/clang" -O1 -Wall -Werror -fPIC -shared Tests/Sanitizers/mutex-order.c -o "$build/mutex-order.so"
    faults=(bare)
else
    faults=(freed leaked)
fi
quietly swiftc -swift-version 6 -parse-as-library "-sanitize=$sanitizer" \
    Tests/Sanitizers/planted.swift -o "$build/planted"
if ! planted guarded; then
    say "the $sanitizer sanitizer reports a program without a fault"
    exit 1
fi
for fault in "${faults[@]}"; do
    if planted "$fault"; then
        say "the $sanitizer sanitizer does not see a planted fault: $fault"
        exit 1
    fi
done

quietly swift build -j 2 --build-tests --sanitize="$sanitizer" --scratch-path "$build"
tests=("$build/debug/tributaryPackageTests.xctest" --testing-library swift-testing)
targets=("$@")
[ "${#targets[@]}" -gt 0 ] ||
    mapfile -t targets < <(under "${tests[@]}" --list-tests | sed -n 's/^\([A-Za-z]*\)\..*/\1/p' | sort -u)

# Suites that hold the product to its deadlines or measure the memory of their process: code five to ten
# times slower, with the sanitizer's own memory around, misses those. There only a report is a failure.
measured='JourneyTests\.|HTTPClientTests\.WearTests/|HTTPClientTests\.DeadlineTests/|HTTPServerTests\.LiveLoadTests/'
status=0

# Runs the tests of target $1 that the options after $2 choose; $2 says what a failed test without a
# report is: `strict` or `measured`.
run() {
    local target=$1 judged=$2 started=$SECONDS outcome=0 order=() report found passed failed
    local verdict=clean
    local said=$reports/$target-$judged.txt
    shift 2
    [[ "$target" =~ ^($live)$ ]] && order=(--no-parallel)
    ASAN_OPTIONS=$(asan_options "$target")
    under "${tests[@]}" "$@" "${order[@]}" >"$said" 2>&1 || outcome=$?
    found=0
    for report in "$reports"/report.*; do
        [ -e "$report" ] || continue
        # Named after the target, so that the next one starts with none.
        mv "$report" "$reports/$target-${report##*/}"
        found=$((found + 1))
    done
    passed=$(grep -cE '^. Test ([^ ]*\(|").* passed after' "$said" || true)
    failed=$(grep -cE '^. Test ([^ ]*\(|").* failed after' "$said" || true)
    if [ "$found" = 0 ] && [ "$outcome" = 1 ] && [ "$judged" = measured ]; then
        verdict="no report, $failed missed a deadline or a size"
    elif [ "$outcome" != 0 ] || [ "$found" != 0 ]; then
        verdict="FAILED (exit $outcome, $failed tests, $found reports)" status=1
    fi
    say "$target ($judged): $verdict, $passed passed, $((SECONDS - started)) s"
}

for target in "${targets[@]}"; do
    [[ "$target." =~ ^($measured)$ ]] || run "$target" strict --filter "^$target\." --skip "^($measured)"
    for suite in ${measured//|/ }; do
        [[ "$suite" != "$target"* ]] || run "$target" measured --filter "^$suite"
    done
done
exit "$status"
