#!/usr/bin/env bash
# All tests: style, an import-checked debug build, then the tests. Options, such as
# `--filter LedgerTests`, are passed on to one `swift test` instead of the usual two.
set -euo pipefail
source "$(dirname "$0")/prepare.sh"
scripts/lint.sh
swift build --build-tests --explicit-target-dependency-import-check error >&2
if [ "$#" -gt 0 ]; then
    exec swift test --skip-build "$@"
fi
swift test --skip-build --skip "$live"
swift test --skip-build --no-parallel --filter "$live"
