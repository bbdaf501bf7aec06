#!/usr/bin/env bash
# Installs what is missing, builds, starts the mock suppliers and the gateway, and prints a first
# search to try. Everything ends with Ctrl-C. Options are passed on: see `tributary demo --help`.
set -euo pipefail
source "$(dirname "$0")/prepare.sh"
say "Building (the first time takes some minutes)"
swift build -c release --product tributary >&2
exec .build/release/tributary demo "$@"
