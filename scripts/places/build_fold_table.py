#!/usr/bin/env python3
"""Writes Sources/Places/Folding/FoldTable.swift from this Python's Unicode tables.

Run it only when the folding itself is to change: an index stores folded names, so a new table needs
a new `PlaceIndexFormat.version`. Entries are hexadecimal: `c0=61` (one scalar becomes another),
`df=73.73` (several), `300=` (dropped), `410-42f=430` (a run whose targets run along),
`4d0-4fe/2=...` (every second scalar).
"""

import sys
import textwrap
import unicodedata

# Letters that keep their stroke or tail under decomposition, and forms one language writes apart.
LETTERS = {
    "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i",
    "ŋ": "n", "ħ": "h", "ə": "e", "ʻ": "", "ʼ": "", "ʹ": "", "ʺ": "", "ʿ": "", "ʾ": "",
    "ى": "ي", "ی": "ي", "ې": "ي", "ة": "ه", "ہ": "ه", "ە": "ه", "ک": "ك", "ٱ": "ا", "ـ": "",
}
INITIALS = "ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ"
VOWELS = "ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ"
FINALS = "ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ"
# Jamo typed with several keys, so that a syllable being composed is a prefix of the finished one.
KEYS = {
    "ㄳ": "ㄱㅅ", "ㄵ": "ㄴㅈ", "ㄶ": "ㄴㅎ", "ㄺ": "ㄹㄱ", "ㄻ": "ㄹㅁ", "ㄼ": "ㄹㅂ", "ㄽ": "ㄹㅅ",
    "ㄾ": "ㄹㅌ", "ㄿ": "ㄹㅍ", "ㅀ": "ㄹㅎ", "ㅄ": "ㅂㅅ", "ㅘ": "ㅗㅏ", "ㅙ": "ㅗㅐ", "ㅚ": "ㅗㅣ",
    "ㅝ": "ㅜㅓ", "ㅞ": "ㅜㅔ", "ㅟ": "ㅜㅣ", "ㅢ": "ㅡㅣ",
}
JAMO = {0x1100 + i: c for i, c in enumerate(INITIALS)}
JAMO.update({0x1161 + i: c for i, c in enumerate(VOWELS)})
JAMO.update({0x11A8 + i: c for i, c in enumerate(FINALS)})


def dropped(o):
    return (
        0x300 <= o <= 0x36F or 0x483 <= o <= 0x487 or 0x591 <= o <= 0x5C7 or 0x610 <= o <= 0x61A
        or 0x64B <= o <= 0x65F or o == 0x670 or 0x1AB0 <= o <= 0x1AFF or 0x1DC0 <= o <= 0x1DFF
        or 0x20D0 <= o <= 0x20F0 or 0xFE00 <= o <= 0xFE0F or 0xFE20 <= o <= 0xFE2F
        # formatting: soft hyphen, joiners, direction marks
        or o in (0xAD, 0x61C, 0x200C, 0x200D, 0x200E, 0x200F, 0x2060, 0xFEFF)
        or 0x202A <= o <= 0x202E or 0x2066 <= o <= 0x2069
    )


def kana(o):
    return 0x3041 <= o <= 0x30FF


def fold(c):
    o = ord(c)
    if dropped(o):
        return ""
    if c in LETTERS:
        return LETTERS[c]
    if o in JAMO:
        return KEYS.get(JAMO[o], JAMO[o])
    if c in KEYS:
        return KEYS[c]
    if 0x3131 <= o <= 0x318E:
        return c  # compatibility jamo stay: the others come to them
    if 0x3041 <= o <= 0x3096:
        return chr(o + 0x60)
    if kana(o):
        return c  # precomposed and voiced as they are
    whole = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", c).casefold())
    if whole == c:
        parts = unicodedata.normalize("NFD", c)
    else:
        parts = whole if all(kana(ord(x)) for x in whole) else unicodedata.normalize("NFD", whole)
    if parts == c:
        return c
    return "".join(fold(x) if x != c else x for x in parts)


def main():
    mapped = []
    for o in range(0x80, 0x1F000):
        if 0xAC00 <= o <= 0xD7A3 or 0xD800 <= o <= 0xDFFF:
            continue  # syllables are computed
        c = chr(o)
        if unicodedata.category(c) in ("Cn", "Co") and not dropped(o):
            continue
        out = fold(c)
        if out == "".join(fold(x) for x in out) or c == out:
            if out != c:
                mapped.append((o, [ord(x) for x in out]))
        else:
            sys.exit(f"U+{o:04X}: folding twice differs from folding once")
    entries, i = [], 0
    while i < len(mapped):
        o, out = mapped[i]
        best, step = i, 1
        if len(out) == 1:
            for s in (1, 2):
                j = i
                while (
                    j + 1 < len(mapped)
                    and mapped[j + 1][0] == mapped[j][0] + s
                    and len(mapped[j + 1][1]) == 1
                    and mapped[j + 1][1][0] == mapped[j][1][0] + s
                ):
                    j += 1
                if j > best:
                    best, step = j, s
        elif not out:
            while (
                best + 1 < len(mapped)
                and mapped[best + 1][0] == mapped[best][0] + 1
                and not mapped[best + 1][1]
            ):
                best += 1
        target = ".".join(f"{x:x}" for x in out)
        if best == i:
            entries.append(f"{o:x}={target}")
        else:
            gap = f"/{step}" if step > 1 else ""
            entries.append(f"{o:x}-{mapped[best][0]:x}{gap}={target}")
        i = best + 1
    lines = textwrap.wrap(" ".join(entries), 94, break_long_words=False, break_on_hyphens=False)
    body = "\n".join("        " + line[:94] for line in lines)
    print(
        f'''// Written by scripts/places/build_fold_table.py (Unicode {unicodedata.unidata_version});
// change the script, not this file.

/// What each scalar beyond ASCII becomes when names and queries are folded.
enum FoldTable {{
    /// Entries divided by spaces and line ends: `scalar=targets`, `first-last=target` or
    /// `first-last/step=target`, all hexadecimal; targets divided by full stops; none = dropped.
    static let entries: StaticString = """
{body}
        """
}}'''
    )
    print(len(mapped), len(entries), len(lines), file=sys.stderr)


if __name__ == "__main__":
    main()
