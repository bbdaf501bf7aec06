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
    printf 'detect_leaks=%s log_path=%s' "$leaks" "$PWD/$reports/report"
}
ASAN_OPTIONS=$(asan_options any)
export ASAN_OPTIONS

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

# Their suppliers and searches keep the deadlines of the product, which code five to ten times slower
# misses: there only a report is a failure.
timed='JourneyTests'
status=0
for target in "${targets[@]}"; do
    started=$SECONDS
    said=$reports/$target.txt
    ASAN_OPTIONS=$(asan_options "$target")
    order=()
    [[ "$target" =~ ^($live)$ ]] && order=(--no-parallel)
    outcome=0
    under "${tests[@]}" --filter "^$target\\." "${order[@]}" >"$said" 2>&1 || outcome=$?
    found=$(find "$reports" -name 'report.*' | wc -l)
    # Named after the target, so that the next one starts with none.
    find "$reports" -name 'report.*' -execdir mv {} "$target-{}" \; 2>/dev/null || true
    verdict=clean
    if [ "$found" = 0 ] && [ "$outcome" = 1 ] && [[ "$target" =~ ^($timed)$ ]]; then
        missed=$(grep -c '^. Test .* failed after' "$said" || true)
        verdict="no reports, but $missed tests miss a deadline of the product at this speed"
    elif [ "$outcome" != 0 ] || [ "$found" != 0 ]; then
        verdict="FAILED (exit $outcome, $found reports)" status=1
    fi
    passed=$(grep -c 'Test .* passed after' "$said" || true)
    say "$target: $verdict, $passed tests passed, $((SECONDS - started)) s"
done
exit "$status"
