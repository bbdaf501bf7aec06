#!/usr/bin/env bash
# The whole gate before a merge: the tests, then a release build, what it links, and its first answer.
set -euo pipefail
source "$(dirname "$0")/prepare.sh"
scripts/test.sh
swift build -c release --product tributary >&2
# The release binary may use these shared libraries and what they pull in, and nothing else of ours.
unknown=$(objdump -p .build/release/tributary | awk '/NEEDED/ {print $2}' |
    grep -vE '^(lib(c|m|gcc_s|stdc\+\+|curl|sqlite3|xml2|crypto|z|swift.*|_?Foundation.*|dispatch|BlocksRuntime)\.so|ld-linux)' || true)
if [ -n "$unknown" ]; then
    say "the binary links libraries nobody chose: $unknown"
    exit 1
fi
.build/release/tributary --help >/dev/null
say "gate passed"
