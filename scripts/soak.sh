#!/usr/bin/env bash
# The long checks: too slow for scripts/test.sh, run when the matter is touched. See --help.
set -euo pipefail
cd "$(dirname "$0")/.."

usage() {
    cat <<'TEXT'
Usage: scripts/soak.sh [--minutes N] [PART...]

Runs the parts named, or all, one after another, and ends with one line a part. A failing part does
not keep the next ones from running; the script fails if any part did.

Parts:
  fuzz      every fuzz target, N minutes each (see scripts/fuzz.sh --help)
  thread    tests under the thread sanitizer
  address   tests under the address sanitizer
  storage   a gateway whose disk is full, refuses writes or fails a sync (root, strace)
  powercut  20 copies of the disk under a running gateway, each with every hold it had
            acknowledged (root, loop devices)
  lastroom  200 times 50 clients at once for one last room, of our own and of each mock supplier that
            holds: one gets it, the others SOLD_OUT, the books agree (10 minutes a keeper at most)
  crash     104 times SIGKILL at the crash points of a hold, over three suppliers and own rooms, then
            the same key again: one hold, one reservation, the same answer (about 5 minutes)
  freeze    a gateway stopped (SIGSTOP) for longer than its lease with a hold in flight at each supplier
            that keeps rooms, and across a hold's end: one hold, one reservation, its announced time
            kept (about 7 minutes)
  canary    guests whose data exist nowhere else hold rooms in a storm; afterwards no log, metric,
            problem, page of the operators or file has them in the clear (about 3 minutes)
  histories 20 histories of 4,000 concurrent operations of 8 clients over one kind of room, in virtual
            time, each of which must have an order; and 20 with a fault, which must be found (about
            5 minutes)
  worlds    10,000 simulated worlds of gateways, suppliers and clients with crashes, in virtual time
            (docs/simulation.md; about 10 minutes)
  outcomes  what a hold comes to for every supplier and everything that can become of its offer, as a
            table (about 2 minutes)
  places    every typing error and every keystroke of the 5,000 most populous cities (about 10 minutes)
  valgrind  memcheck over the corpora of all fuzz targets, in a statically linked release build

Options:
  --minutes N  minutes for each fuzz target (default 5)
  --help       this text
TEXT
}

say() { printf '%s\n' "$*" >&2; }

minutes=5
all_parts=(fuzz thread address storage powercut lastroom crash freeze canary histories
    worlds outcomes places valgrind)

part_fuzz() { scripts/fuzz.sh --seconds "$((minutes * 60))" all; }

part_thread() { scripts/sanitize.sh thread; }

part_address() { scripts/sanitize.sh address; }

part_storage() {
    swift build -c release --product tributary >&2
    python3 scripts/soak/storage.py
}

part_powercut() {
    swift build -c release --product tributary >&2
    python3 scripts/soak/powercut.py
}

part_lastroom() { holds_part lastroom; }

part_crash() { holds_part crash; }

part_freeze() { holds_part freeze; }

part_canary() { holds_part canary; }

part_histories() { TRIBUTARY_HISTORIES=20 swift test --filter LinearizabilityTests; }

part_worlds() {
    swift build -c release --product tributary >&2
    .build/release/tributary chaos --simulate --seeds 10000 --jobs "$(nproc)"
}

part_outcomes() { holds_part outcomes; }

# A part that needs nothing but the built gateway and its mocks.
holds_part() {
    swift build -c release --product tributary >&2
    python3 "scripts/soak/$1.py"
}

part_places() { TRIBUTARY_PLACES=whole swift test --filter PlacesTests.QualityTests; }

part_valgrind() { scripts/fuzz.sh --valgrind all; }

parts=()
while [ "$#" -gt 0 ]; do
    case "$1" in
    --help | -h)
        usage
        exit 0
        ;;
    --minutes)
        minutes=${2:?"--minutes needs a number"}
        shift
        ;;
    fuzz | thread | address | storage | powercut | lastroom | crash | freeze | canary | histories | \
        worlds | outcomes | places | valgrind)
        parts+=("$1")
        ;;
    *)
        say "unknown part or option: $1"
        usage >&2
        exit 2
        ;;
    esac
    shift
done
[ "${#parts[@]}" -gt 0 ] || parts=("${all_parts[@]}")

source scripts/prepare.sh
results=()
status=0
for part in "${parts[@]}"; do
    say "== $part"
    started=$SECONDS
    # A subshell of its own, so that `set -e` holds inside the part and ends only the part.
    set +e
    (
        set -e
        "part_$part"
    )
    outcome=$?
    set -e
    if [ "$outcome" = 0 ]; then verdict=passed; else verdict=FAILED status=1; fi
    results+=("$part $verdict after $((SECONDS - started)) s")
done
printf '%s\n' "${results[@]}"
exit "$status"
