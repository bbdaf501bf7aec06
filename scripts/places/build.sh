#!/usr/bin/env bash
# Rebuilds Sources/Places/Dataset/places.tsv.gz from the pinned packages (Debian 12 with python3-venv).
# Users never need this: the file is committed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
output="${1:-$here/../../Sources/Places/Dataset/places.tsv.gz}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

debian_version=0.3.0-1
debian_sha256=6446f39dbc93451804903f8f88fd6a893bf585509ea85ed90182984038131930
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes \
    -r "$here/requirements.txt"
(cd "$work" && apt-get download "libgeonames-common=$debian_version")
echo "$debian_sha256  $(echo "$work"/libgeonames-common_*.deb)" | sha256sum --check --quiet
dpkg-deb -x "$work"/libgeonames-common_*.deb "$work/tagged"

sources=()
while IFS= read -r line; do
    case "$line" in *==*)
        name="${line%%==*}" version="${line#*==}"
        sources+=(--source "$name=${version%% *}") ;;
    esac
done < "$here/requirements.txt"
"$work/venv/bin/python" "$here/build_places_data.py" --tagged "$work/tagged" \
    "${sources[@]}" --source "libgeonames-common=$debian_version" --output "$output"
