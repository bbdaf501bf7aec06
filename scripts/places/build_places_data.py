#!/usr/bin/env python3
"""Builds Sources/Places/Dataset/places.tsv.gz from pinned packages; scripts/places/build.sh runs it.

The format of the file is described in Sources/Places/Dataset/README.md. The output depends only on the
packages and on the tables beside this script: two runs give the same bytes. What a name is worth and
how it is folded is decided by the index builder (Sources/Places), not here.
"""

import argparse
import collections
import gzip
import hashlib
import math
import os
import sys

import place_sources
from kana_readings import KanaReadings
from place_names import FamousNames, Names, alternate, tidy
from places_geometry import box, degrees, holds, kilometres, weighted_centre

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
AIRPORT_REACH_KM = 60.0
LANDMARK_REACH_KM = 120.0
REGION_MARGIN_DEGREES = 0.05


def table(name):
    """Rows of a table that is written by hand, with the file's name and line for complaints."""
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), name)
    with open(path, encoding="utf-8") as rows:
        for number, line in enumerate(rows, 1):
            line = line.rstrip("\n")
            if line and not line.startswith("#"):
                yield f"{name}:{number}", line.split("\t")


def written_names(names, text):
    """Adds "de:Eiffelturm|fr:Tour Eiffel"; a part without a language is known everywhere."""
    for part in filter(None, text.split("|")):
        language, _, name = part.rpartition(":")
        if language:
            names.add_tagged(name, language)
        else:
            names.add("m", name)


class Places:
    """Everything read once, and the records made of it."""

    def __init__(self, options):
        self.cities, self.countries = place_sources.cities_and_countries()
        self.tagged = place_sources.tagged_names(options.tagged)
        self.region_names = place_sources.region_names(options.subdivisions)
        self.famous = FamousNames(self.cities)
        self.by_country = collections.defaultdict(list)
        self.by_region = collections.defaultdict(list)
        for city in self.cities:
            self.by_country[city["countrycode"]].append(city)
            self.by_region[f"{city['countrycode']}.{city['admin1code']}"].append(city)
        self.regions = sorted(r for r in place_sources.regions() if r.code in self.by_region)

    def country_rows(self):
        translated = place_sources.country_names()
        aliases = place_sources.country_aliases()
        for country in sorted(self.countries, key=lambda c: c["iso"]):
            code = country["iso"]
            cities = self.by_country.get(code)
            if not cities:
                continue  # nobody lives there: nothing to find, and no centre to give
            name = tidy(country["name"])
            yield (
                "C", country["geonameid"], code, country["iso3"], name,
                country["population"] or 0, *map(degrees, weighted_centre(cities)),
                *map(degrees, box(cities)),
            )
            names = Names(name)
            for language, text in translated.get(code, []):
                names.add_tagged(text, language)
            for text in aliases.get(code, []) + COUNTRY_ALIASES.get(code, []):
                names.add("m", text)
            yield from names.rows()

    def region_rows(self):
        for region in self.regions:
            cities = self.by_region[region.code]
            known = self.region_names.get(region.iso, [])
            name = self.names_of_region(region)[0]
            yield (
                "R", region.code, region.identifier, region.iso.split("-")[-1], name,
                region.name if region.name != name else "",
                sum(city["population"] or 0 for city in cities),
                *map(degrees, weighted_centre(cities)),
                *map(degrees, box(cities, REGION_MARGIN_DEGREES)),
            )
            names = Names(name)
            for language, text in known:
                names.add_tagged(text, language)
            names.skip(region.name)
            for text in region.aliases:
                names.add("o", text)
            yield from names.rows()

    def names_of_region(self, region):
        """The usual name, which is the English one where CLDR has it, then what GeoNames says."""
        known = self.region_names.get(region.iso, [])
        return [*(tidy(text) for language, text in known if language == "en"), region.name]

    def city_rows(self):
        capitals = {country["iso"]: country["capital"] for country in self.countries}
        prefectures = {r.code: r.iso[3:] for r in self.regions if r.code.startswith("JP.")}
        readings = KanaReadings()
        zone_names = self.names_of_zone_cities()
        written = collections.defaultdict(list)
        for where, (identifier, _, names) in table("names.tsv"):
            written[int(identifier)].append(names)
        for city in sorted(self.cities, key=lambda c: c["geonameid"]):
            identifier, name = city["geonameid"], tidy(city["name"])
            flags = "c" if capitals.get(city["countrycode"]) == city["name"] else ""
            yield (
                "P", identifier, city["countrycode"], city["admin1code"], name,
                degrees(city["latitude"]), degrees(city["longitude"]), city["population"] or 0,
                city["timezone"], flags,
            )
            names = Names(name)
            tagged = self.tagged.get(identifier, {})
            for text, languages in tagged.items():
                for language in languages:
                    names.add_tagged(text, language)
            for language, text in zone_names.get(identifier, []):
                names.prefer(language)
                names.add_tagged(text, language)
            for texts in written.pop(identifier, []):
                written_names(names, texts)
            if city["countrycode"] == "JP":
                code = prefectures.get(f"JP.{city['admin1code']}", "")
                kanji = [*tagged, *city["alternatenames"]]
                reading = readings.of([tidy(k) for k in kanji], code, name)
                if reading:
                    names.add("m", reading, "ja-Hira")
            for text in city["alternatenames"]:
                if text not in tagged and (known := alternate(text, city, self.famous)):
                    names.add(*known)
            yield from names.rows()
        if written:
            sys.exit(f"names.tsv: no such cities: {sorted(written)}")

    def names_of_zone_cities(self):
        """GeoNames id -> names, for the cities that time zones are named after.

        CLDR gives them in a hundred languages; the city is the largest in its zone whose name is the
        zone's own.
        """
        largest = {}
        for city in self.cities:
            zone = city["timezone"]
            own = zone.split("/")[-1].replace("_", " ")
            if own not in (city["name"], city["name"].removesuffix(" City")):
                continue
            if zone not in largest or (city["population"] or 0) > largest[zone]["population"]:
                largest[zone] = city
        names = {}
        for zone, texts in place_sources.zone_cities().items():
            if zone in largest:
                own = zone.split("/")[-1].replace("_", " ")
                names[largest[zone]["geonameid"]] = [
                    (language, text) for language, text in texts if text != own
                ]
        return names

    def airport_rows(self):
        airports, metro = place_sources.airports()
        bands = collections.defaultdict(list)
        for city in self.cities:
            if (city["population"] or 0) >= 15_000:
                bands[math.floor(city["latitude"])].append(city)
        seen = set()
        for row in sorted(airports, key=lambda r: r["iata"]):
            code = row["iata"]
            if code in seen or not code.isalnum() or row["country"] not in self.by_country:
                continue
            seen.add(code)
            latitude, longitude = float(row["lat"]), float(row["lon"])
            best, weight = "", 0.0
            for band in (-1, 0, 1):
                for city in bands[math.floor(latitude) + band]:
                    away = kilometres(latitude, longitude, city["latitude"], city["longitude"])
                    pull = (city["population"] or 0) * math.exp(-away / 25)
                    if away < AIRPORT_REACH_KM and pull > weight:
                        best, weight = city["geonameid"], pull
            yield (
                "A", code, row["icao"], row["country"], tidy(row["name"]), tidy(row["city"]),
                tidy(row["subd"]), degrees(latitude), degrees(longitude), row["tz"],
                metro.get(code, ""), best,
            )

    def destination_rows(self):
        divisions = {(r.code[:2], name) for r in self.regions for name in self.names_of_region(r)}
        for where, (slug, country, name, *edges, texts) in table("destinations.tsv"):
            edges = tuple(map(float, edges))
            cities = [city for city in self.by_country[country] if holds(edges, city)]
            if not cities:
                sys.exit(f"{where}: {name} holds no city of {country}")
            if (country, name) in divisions:
                sys.exit(f"{where}: {name} is a division of {country} already")
            yield (
                "D", slug, country, name, sum(city["population"] or 0 for city in cities),
                *map(degrees, weighted_centre(cities)), *map(degrees, edges),
            )
            names = Names(name)
            written_names(names, texts)
            yield from names.rows()

    def landmark_rows(self):
        for where, (slug, country, town, name, latitude, longitude, texts) in table("landmarks.tsv"):
            cities = [
                city for city in self.by_country[country]
                if town in (city["name"], *city["alternatenames"])
                and kilometres(
                    float(latitude), float(longitude), city["latitude"], city["longitude"]
                ) < LANDMARK_REACH_KM
            ]
            if not cities:
                sys.exit(f"{where}: no {town} in {country} near {name}")
            city = max(cities, key=lambda c: (c["population"] or 0, c["geonameid"]))
            yield "L", slug, country, city["geonameid"], name, latitude, longitude
            names = Names(name)
            written_names(names, texts)
            yield from names.rows()


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--tagged", required=True, help="unpacked libgeonames-common")
    arguments.add_argument("--subdivisions", required=True, help="unpacked unicode-cldr-core")
    arguments.add_argument("--source", action="append", default=[], help="name=version")
    arguments.add_argument("--output", required=True)
    options = arguments.parse_args()

    places = Places(options)
    rows = [("S", *source.split("=", 1)) for source in options.source]
    for part in (
        places.country_rows, places.region_rows, places.city_rows, places.airport_rows,
        places.destination_rows, places.landmark_rows,
    ):
        rows += part()
    body = "".join("\t".join(map(str, row)) + "\n" for row in rows).encode()
    version = hashlib.sha256(body).hexdigest()[:12]
    text = f"tributary-places\t2\t{version}\n".encode() + body
    with open(options.output, "wb") as out:
        with gzip.GzipFile("", "wb", compresslevel=9, fileobj=out, mtime=0) as packed:
            packed.write(text)
    counts = collections.Counter(row[0] for row in rows)
    print(
        f"{options.output}: {version}, {len(text)} bytes, "
        f"{os.path.getsize(options.output)} packed, {dict(counts)}", file=sys.stderr)


if __name__ == "__main__":
    main()
