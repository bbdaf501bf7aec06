#!/usr/bin/env bash
# Style by the toolchain's own formatter; `swift format -i -r <folder>` mends most of it.
set -euo pipefail
cd "$(dirname "$0")/.."
folders=()
for folder in Package.swift Sources Tests suppliers mocks Benchmarks; do
    [ -e "$folder" ] && folders+=("$folder")
done
swift format lint --strict --recursive --parallel "${folders[@]}"
