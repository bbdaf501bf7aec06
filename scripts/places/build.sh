#!/usr/bin/env bash
# Rebuilds Sources/Places/Dataset/places.tsv.gz from the pinned packages (Debian 12 with python3-venv).
# Users never need this: the file is committed.
set -euo pipefail
here="$(cd "$(dirname "$0")" && pwd)"
output="${1:-$here/../../Sources/Places/Dataset/places.tsv.gz}"
work="$(mktemp -d)"
trap 'rm -rf "$work"' EXIT

names_version=0.3.0-1
names_sha256=6446f39dbc93451804903f8f88fd6a893bf585509ea85ed90182984038131930
cldr_version=41-0.1
cldr_sha256=35d30d5d3bee4d8244e95236259c4c2a0db06e21bad696515751fcfeee4d0260
python3 -m venv "$work/venv"
"$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-deps --require-hashes \
    -r "$here/requirements.txt"
debian() { # package, version, hash, folder
    (cd "$work" && apt-get download "$1=$2")
    echo "$3  $(echo "$work/$1"_*.deb)" | sha256sum --check --quiet
    dpkg-deb -x "$work/$1"_*.deb "$work/$4"
}
debian libgeonames-common "$names_version" "$names_sha256" tagged
debian unicode-cldr-core "$cldr_version" "$cldr_sha256" cldr

sources=()
while IFS= read -r line; do
    case "$line" in *==*)
        name="${line%%==*}" version="${line#*==}"
        sources+=(--source "$name=${version%% *}") ;;
    esac
done < "$here/requirements.txt"
"$work/venv/bin/python" "$here/build_places_data.py" --tagged "$work/tagged" \
    --subdivisions "$work/cldr" "${sources[@]}" --source "libgeonames-common=$names_version" \
    --source "unicode-cldr-core=$cldr_version" --output "$output"
