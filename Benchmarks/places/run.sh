#!/usr/bin/env bash
# How good and how fast the place index answers what people type, beside a sorted array of the same
# names and, with --peer, beside tantivy.
set -euo pipefail
if [ "${1:-}" = --help ]; then
    echo "Usage: Benchmarks/places/run.sh [--peer]"
    echo "Builds the index in .build/places-benchmark when data or code have changed, then prints speeds"
    echo "beside their targets and a table of quality by kind of query. --peer asks tantivy the same"
    echo "(pip install tantivy)."
    exit 0
fi
cd "$(dirname "$0")/../.."
root=$PWD
# A package of the module alone, since it is no product of ours.
build=$root/.build/places-benchmark
mkdir -p "$build/Sources" "$build/work"
for name in CSQLite CZlib TravelModel Telemetry Compression Places; do
    ln -sfn "$root/Sources/$name" "$build/Sources/$name"
done
ln -sfn "$root/Benchmarks/places" "$build/Sources/measure"
{
    sed '/^\/\/ C libraries, each/,$d' Package.swift
    cat <<'MANIFEST'
let package = Package(
    name: "measure",
    targets: [
        system("CSQLite", "sqlite3", "libsqlite3-dev"), system("CZlib", "zlib", "zlib1g-dev"),
        library("TravelModel"), library("Telemetry"), library("Compression", ["CZlib"]),
        library(
            "Places", ["TravelModel", "Telemetry", "Compression", "CSQLite"], data: ["Dataset"]),
        .executableTarget(
            name: "measure", dependencies: ["Places", "TravelModel"], path: "Sources/measure",
            exclude: ["run.sh", "peer.py"], swiftSettings: settings),
    ])
MANIFEST
} >"$build/Package.swift"
# The benchmark sees the insides of the module, as tests do: it measures the ranking alone too.
swift build -j 2 -c release --package-path "$build" --product measure -Xswiftc -enable-testing >&2
if [ -n "$(find Sources/Places -newer "$build/places.db" 2>/dev/null | head -1)" ]; then
    rm -f "$build/places.db"
fi
"$build/.build/release/measure" Sources/Places/Dataset/places.tsv.gz "$build/places.db" \
    Tests/PlacesTests/Fixtures/places.jsonl "$build/work"
if [ "${1:-}" = --peer ]; then
    python3 Benchmarks/places/peer.py "$build/work"
else
    cat "$build/work/ours.tsv"
fi
