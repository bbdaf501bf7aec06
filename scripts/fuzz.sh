#!/usr/bin/env bash
# Runs the fuzz targets of Tests/Fuzz with libFuzzer, or over their corpora under valgrind. See --help.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: scripts/fuzz.sh [OPTION...] TARGET...
       scripts/fuzz.sh --list

Runs each target named, or `all`, in one process on one core, and prints for each: executions,
executions a second, coverage, new inputs, crashes. Modules under test are built with libFuzzer's
instrumentation and the address sanitizer, apart from the ordinary build, in .build/fuzz.

A target starts from its corpus in Tests/Fuzz/Corpora and from the fixtures it names. What the fuzzer
learns stays in .build/fuzz/learned/TARGET and is used the next time. An input that crashes is saved
there as .build/fuzz/crashes/TARGET-...; once the fault is mended, it belongs into the corpus, where
the ordinary tests replay it.

Options:
  --seconds N   how long each target runs (default 60)
  --input FILE  runs the one target over one file, to see its fault
  --valgrind    instead of fuzzing, replays all inputs under memcheck in a static release build
  --list        the names of all targets
  --help        this text
TEXT
}

say() { printf '%s\n' "$*" >&2; }

seconds=60
mode=fuzz
input=
targets=()
while [ "$#" -gt 0 ]; do
    case "$1" in
    --help | -h)
        usage
        exit 0
        ;;
    --seconds)
        seconds=${2:?"--seconds needs a number"}
        shift
        ;;
    --input)
        input=$(realpath "${2:?"--input needs a file"}")
        mode=input
        shift
        ;;
    --valgrind) mode=valgrind ;;
    --list) mode=list ;;
    -*)
        say "unknown option: $1"
        usage >&2
        exit 2
        ;;
    *) targets+=("$1") ;;
    esac
    shift
done
if [ "$mode" != list ] && [ "${#targets[@]}" = 0 ]; then
    usage >&2
    exit 2
fi

source scripts/prepare.sh
# The runtime's own crash reports take half a minute each and hide the sanitizer's.
export SWIFT_BACKTRACE=enable=no

libraries=(-lxml2 -lsqlite3 -lcurl -lcrypto -lz)

# Builds the target's modules into a folder of their own, without linking, then links one program.
#   build FOLDER PROGRAM-SOURCE PROGRAM "FLAGS FOR MODULES" "FLAGS FOR THE PROGRAM"
build() {
    local folder=$1 source=$2 program=$3 flags=()
    for flag in $4; do flags+=(-Xswiftc "$flag"); done
    swift build -c release --scratch-path "$folder" -Xswiftc -enable-testing "${flags[@]}" \
        --target FuzzTargets >&2
    local objects
    mapfile -t objects < <(find "$folder/release/" -name '*.o' | sort)
    # shellcheck disable=SC2086 # flags are words
    swiftc -O -parse-as-library -swift-version 6 $5 -I "$folder/release/Modules" \
        $(for module in Sources/C*/; do [ -e "$module/module.modulemap" ] && echo "-I $module"; done) \
        $(pkg-config --cflags-only-I libxml-2.0 | sed 's/-I/-Xcc -I/g') \
        "$source" "${objects[@]}" "${libraries[@]}" -o "$folder/$program" 2> >(grep -v 'Cannot export local symbol' >&2)
}

fuzz=.build/fuzz
plain=.build/fuzz-static

build_replay() { build "$plain" Tests/Fuzz/Programs/Replay.swift replay "-static-stdlib -g" "-static-stdlib -g"; }
build_fuzzer() {
    build "$fuzz" Tests/Fuzz/Programs/LibFuzzer.swift fuzzer \
        "-sanitize=fuzzer,address -g" "-sanitize=fuzzer,address -g"
}

expand() {
    mapfile -t known < <("$plain/replay" list)
    local names=()
    for target in "${targets[@]}"; do
        local found=0
        for line in "${known[@]}"; do
            if [ "$target" = all ] || [ "$target" = "${line% *}" ]; then
                names+=("$line")
                found=1
            fi
        done
        if [ "$found" = 0 ]; then
            say "no target is named $target"
            exit 2
        fi
    done
    lines=("${names[@]}")
}

run_fuzzer() {
    local target=$1 longest=$2 learned=$fuzz/learned/$1 seeds=$fuzz/seeds/$1 log=$fuzz/$1.log
    mkdir -p "$learned" "$fuzz/crashes"
    rm -rf "$seeds" && mkdir -p "$seeds"
    "$plain/replay" seeds "$target" "$seeds"
    local outcome=0
    FUZZ_TARGET=$target "$fuzz/fuzzer" -max_total_time="$seconds" -max_len="$longest" -timeout=10 \
        -rss_limit_mb=3000 -print_final_stats=1 -artifact_prefix="$fuzz/crashes/$target-" \
        "$learned" "$seeds" >"$log" 2>&1 || outcome=$?
    local count rate covered new
    count=$(awk '/stat::number_of_executed_units/ {print $2}' "$log")
    rate=$(awk '/stat::average_exec_per_sec/ {print $2}' "$log")
    new=$(awk '/stat::new_units_added/ {print $2}' "$log")
    covered=$(grep -o 'cov: [0-9]*' "$log" | tail -1 | cut -d' ' -f2)
    printf '%-16s %12s executions %8s/s  coverage %6s  new inputs %5s  %s\n' "$target" \
        "${count:-?}" "${rate:-?}" "${covered:-?}" "${new:-?}" \
        "$([ "$outcome" = 0 ] && echo 'no crash' || echo "CRASH, see $log")"
    return "$outcome"
}

case "$mode" in
list)
    build_replay
    "$plain/replay" list | cut -d' ' -f1
    ;;
input)
    build_fuzzer
    FUZZ_TARGET=${targets[0]} "$fuzz/fuzzer" "$input"
    ;;
fuzz)
    build_replay
    build_fuzzer
    expand
    status=0
    for line in "${lines[@]}"; do
        run_fuzzer "${line% *}" "${line#* }" || status=1
    done
    exit "$status"
    ;;
valgrind)
    if ! command -v valgrind >/dev/null; then
        say "valgrind is not installed: apt-get install valgrind"
        exit 1
    fi
    build_replay
    expand
    status=0
    for line in "${lines[@]}"; do
        target=${line% *}
        log=$plain/$target.valgrind.log
        outcome=0
        valgrind --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite \
            --suppressions=Tests/Fuzz/valgrind.supp --log-file="$log" "$plain/replay" run "$target" || outcome=$?
        printf '%-16s %s\n' "$target" "$(sed -n 's/.*\(ERROR SUMMARY: [0-9]* errors\).*/\1/p' "$log")"
        [ "$outcome" = 0 ] || status=1
    done
    exit "$status"
    ;;
esac
