"""Names of places: how a text is tidied, what is no name at all, and how names of one place merge."""

import unicodedata

MAJOR_LANGUAGES = set(
    "en de fr es it pt nl pl ru ja zh zh_CN zh_TW zh_HK zh_Hant zh_Hans tr sv da ar el ko uk cs fi nb "
    "no hu he th vi id ro hr ca hi".split()
)
LONGEST_NAME = 80


def tidy(text):
    """NFC, no tabs, breaks or control characters, single spaces."""
    text = unicodedata.normalize("NFC", text)
    text = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text)
    return " ".join(text.split())


def usable(text):
    return 0 < len(text) <= LONGEST_NAME and any(
        unicodedata.category(c)[0] in "LN" for c in text
    )


def plain(text):
    """A rough fold, only to tell that two names would be found by the same letters."""
    text = unicodedata.normalize("NFKD", text)
    text = "".join(c for c in text if not 0x300 <= ord(c) < 0x370)
    return " ".join("".join(c if c.isalnum() else " " for c in text.casefold()).split())


def mixes_scripts(text):
    """Whether Latin letters stand beside letters of another script: cut or half converted."""
    scripts = {unicodedata.name(c, "?").split()[0] for c in text if unicodedata.category(c)[0] == "L"}
    return "LATIN" in scripts and len(scripts - {"MODIFIER"}) > 1


def language_tag(tag):
    return tag.split("@")[0].replace("_", "-")


class Names:
    """The alternate names of one record: the best class and all languages of each text."""

    RANK = {"m": 0, "o": 1, "r": 2, "c": 3}

    def __init__(self, primary):
        self.primary = primary
        self.entries = {}
        self.given = {plain(primary)}

    def add(self, kind, text, language=None):
        text = tidy(text)
        if not usable(text) or mixes_scripts(text) or (text == self.primary and language is None):
            return
        known = self.entries.setdefault(text, [kind, set()])
        if self.RANK[kind] < self.RANK[known[0]]:
            known[0] = kind
        if language is not None:
            known[1].add(language_tag(language))

    def skip(self, text):
        """Notes a text that the record itself gives: it is no alternate unless in a language."""
        self.given.add(plain(text))

    def prefer(self, language):
        """Takes a language from the names that have it: a better source follows."""
        for _, languages in self.entries.values():
            languages.discard(language_tag(language))

    def add_tagged(self, text, language):
        # "Himeji, Hyogo": where it lies is known.
        text = text.split("،")[0]
        self.add("m" if language in MAJOR_LANGUAGES else "o", text, language)

    def rows(self):
        """Records, best class first; names that add no letters to a better one are left out."""
        ordered = sorted(self.entries.items(), key=lambda item: (self.RANK[item[1][0]], item[0]))
        known = set(self.given)
        for text, (kind, languages) in ordered:
            letters = plain(text)
            if kind != "c":
                if letters in known and not languages:
                    continue
                known.add(letters)
            yield "N", kind, ",".join(sorted(languages)), text


class FamousNames:
    """Names of large cities, to tell an alternate name that belongs to another place by mistake."""

    SMALLEST = 1_000_000
    TIMES_LARGER = 3

    def __init__(self, cities):
        self.people = {}
        for city in cities:
            population = city["population"] or 0
            if population >= self.SMALLEST:
                key = plain(city["name"])
                for key in (key, key.removesuffix(" city")):
                    self.people[key] = max(population, self.people.get(key, 0))

    def claims(self, text, city):
        """Whether `text` is, or begins with, the name of a much larger city."""
        for head, _ in self._foreign_heads(text, city):
            if self.people[head] > self.TIMES_LARGER * (city["population"] or 0):
                return True
        return False

    def boasts(self, text, city):
        """Whether `text` likens the place to a large city: "New York Van Java" for Jakarta."""
        return any(0 < rest and " " in head for head, rest in self._foreign_heads(text, city))

    def _foreign_heads(self, text, city):
        """The famous names that `text` begins with, and how many words follow each."""
        words = plain(text).split()
        if set(plain(city["name"]).split()) & set(words):
            return
        for count in range(1, len(words) + 1):
            head = " ".join(words[:count])
            if head in self.people:
                yield head, len(words) - count


def alternate(text, city, famous):
    """Class and text of a name that came without a language, or None for what is no name."""
    text = tidy(text)
    if any(c in text for c in "()[]:;/|=<>{}\u061f?!"):
        return None  # remarks, pronunciations, lists
    for comma in ("،", "、", ","):
        # "Himeji, Hyogo": where it lies is known.
        head = text.split(comma)[0].strip()
        if head and head != text:
            text = head
    if len(text) == 3 and text.isascii() and text.isalpha() and text.isupper():
        return "c", text
    if text[:1].isascii() and text[:1].islower():
        return "r", text  # GeoNames' machine romanisations start so
    if famous.boasts(text, city):
        return None
    return ("r" if famous.claims(text, city) else "o"), text
