#!/usr/bin/env bash
# What hostile bodies cost the readers of JSON and XML, and how fast a valid XML document is read beside
# libxml2's own tree.
set -euo pipefail
if [ "${1:-}" = --help ]; then
    echo "Usage: Benchmarks/hostile/run.sh [rounds a case, default 15]"
    echo "Prints for each case its bytes, verdict, milliseconds of CPU, and memory with the body itself."
    echo "Ends with 1 when a promise is broken: JSON refused within 50 ms and two bodies of memory (1 MB"
    echo "for a request's tree), a DOCTYPE within 5 ms, a valid document read."
    exit 0
fi
cd "$(dirname "$0")/../.."
root=$PWD rounds=${1:-15}
# A package of the readers alone, since its modules are no products of ours.
build=$root/.build/hostile-benchmark
mkdir -p "$build/Sources"
for name in CXML2 WireFormat; do ln -sfn "$root/Sources/$name" "$build/Sources/$name"; done
ln -sfn "$root/Benchmarks/hostile" "$build/Sources/measure"
{
    sed '/^\/\/ C libraries, each/,$d' Package.swift
    cat <<'MANIFEST'
let package = Package(
    name: "measure",
    targets: [
        system("CXML2", "libxml-2.0", "libxml2-dev"), library("WireFormat", ["CXML2"]),
        .executableTarget(
            name: "measure", dependencies: ["WireFormat", "CXML2"], path: "Sources/measure",
            exclude: ["run.sh"], swiftSettings: settings),
    ])
MANIFEST
} >"$build/Package.swift"
swift build -j 2 -c release --package-path "$build" --product measure >&2
exec "$build/.build/release/measure" "$rounds"
