#!/usr/bin/env bash
# All tests: style, an import-checked debug build, the unit, conformance and simulation tests.
set -euo pipefail
source "$(dirname "$0")/prepare.sh"
scripts/lint.sh
swift build --build-tests --explicit-target-dependency-import-check error >&2
swift test --skip-build "$@"
