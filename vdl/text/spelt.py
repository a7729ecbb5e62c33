"""Numbers as English texts say them: "900,000", "1.2 million", "twenty-four", "a quarter", "15 percent"; and whole ones in German
words, "vierundzwanzig"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction
from typing import Literal

from vdl.records import NamedTuple

Sort = Literal["number", "fraction", "percent"]

_SMALL = ("zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
          "eighteen nineteen").split()  # fmt: skip
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_ROUND = range(20, 100, 10)
_SCALES = {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
_SCALES |= {"millionen": 10**6, "milliarden": 10**9}
_SCALES |= {f"{word}s": scale for word, scale in _SCALES.items()}  # "eight millions"
_WORDS = {word: n for n, word in enumerate(_SMALL)} | {word: 20 + 10 * n for n, word in enumerate(_TENS)}
_GERMAN_DIGITS = "zwei drei vier fünf sechs sieben acht neun".split()
_GERMAN_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_GERMAN = {word: n for n, word in enumerate(_GERMAN_DIGITS, 2)}
_GERMAN |= {"zehn": 10, "elf": 11, "zwölf": 12, "sechzehn": 16, "siebzehn": 17}
_GERMAN |= {f"{word}zehn": 10 + _GERMAN[word] for word in ("drei", "vier", "fünf", "acht", "neun")}
_GERMAN |= {word: 10 * n for n, word in enumerate(_GERMAN_TENS, 2)}
_GERMAN |= {f"{one}und{word}": 10 * n + at for n, word in enumerate(_GERMAN_TENS, 2)
            for at, one in enumerate(["ein", *_GERMAN_DIGITS], 1)}  # fmt: skip
_GERMAN_SCALES = {"tausend": 1000, "hundert": 100}
_PARTS = {"half": 2, "third": 3, "quarter": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9, "tenth": 10}

_MONTH = (r"(?:January|February|March|April|May|June|July|August|September|October|November|December"
          r"|Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\.?")  # fmt: skip
_DAYS = (
    rf"\b\d{{1,2}}[./]\d{{1,2}}[./]\d{{2,4}}\b|\b\d{{4}}-\d\d(?:-\d\d)?\b|\b\d{{1,2}}\.? {_MONTH}(?: \d{{4}})?(?!\w)"
    rf"|\b{_MONTH} \d{{1,4}}\b|\b\d+:\d+(?::\d+)?\b|\b\d+/\d+\b|\b\d+ ?(?:am|pm|o'clock)\b"
    rf"|\b(?!\d{{1,3}}(?:\.\d{{3}})+\b)\d+(?:\.\d+){{2,}}\b"
)
"""Days, times of a day, proportions and versions, which are no numbers of anything."""

_DIGITS = r"\d{1,3}(?:[ \u00a0\u202f]\d{3})+(?!\d)|\d+(?:[,._']\d+)*"
_CURRENCY, _GROUPED = r"(?<![^\W_])[A-Z]{3}\Z", r"\d{1,3}(?:[,.' \u00a0\u202f]\d{3})+(?:[,.]\d+)?"
"""An amount in large numbers may stand directly behind the code of what it is paid in: "XYZ200,000"."""
_BETWEEN = r"[ \u00a0\u202f_']"
_ANY_WORD = r"[^\W\d_]+"
_ORDINAL = r"(?:st|nd|rd|th)\b"
_SCALE = r"(?i)[ -]?((?:dozen|hundred|thousand|million|billion)s?)\b|k\b"
_MORE = r" and (?:a|one) (half|third|quarter)\b"
_JOINED = r"([A-Za-z]+|\d+) and \Z"
_PERCENT = r"\s*(?:%|percent\b|per cent\b|pct\b|Prozent\b)"
_A_PART = (
    r"(?i)\b(?:(a|an|one|two|three|four|five|six|seven|eight|nine|\d+)[ -])?"
    r"(halves|half|(?:third|quarter|fifth|sixth|seventh|eighth|ninth|tenth)s?)\b(?!-\w)( of\b)?"
)  # fmt: skip


class Said(NamedTuple):
    """A number in a text, from `start` to `end` there; what it may be read as, which is "1,500" as one or the other.

    `in_digits` where it is not spelt out; `glued` where letters follow directly.
    """

    start: int
    end: int
    readings: tuple[Fraction, ...]
    sort: Sort
    in_digits: bool
    glued: bool

    @property
    def is_one(self) -> bool:
        return self.readings == (Fraction(1),)


def numbers_said(text: str) -> list[Said]:
    """The numbers in a text, in its order; neither days nor versions, ordinals, or digits behind letters."""
    has_digits = any(map(str.isdecimal, text))
    if has_digits:
        text = re.sub(_DAYS, lambda found: "#" * len(found.group()), text)
    parts = list(_parts(text))
    for part in parts:
        text = text[: part.start] + "#" * (part.end - part.start) + text[part.end :]
    return sorted([*parts, *(_in_digits(text) if has_digits else ()), *_in_words(text)])


def _parts(text: str) -> Iterator[Said]:
    for found in re.finditer(_A_PART, text):
        joined = re.compile(_JOINED).search(text, 0, found.start())
        if joined is not None and (joined.group(1).isdigit() or joined.group(1).lower() in _WORDS):
            continue  # "two and a half", which is one number
        number, part, of = found.group(1), found.group(2).lower(), found.group(3)
        many = part.endswith("s")
        bottom = _PARTS["half" if part == "halves" else part.rstrip("s")]
        top = _WORDS.get((number or "one").lower(), 1) if not (number or "").isdigit() else int(number)
        # "the third room" and "each quarter" are no parts: one of them is "a third", and some are "thirds"
        if part == "half" or (number is not None and (many or top == 1)) or (part == "quarter" and of):
            end = found.end(2)
            yield Said(found.start(), end, (Fraction(top, bottom),), "fraction", in_digits=False, glued=False)


def _in_digits(text: str) -> Iterator[Said]:
    before = -1  # where the number before ended, if it is one of something
    for found in re.finditer(_DIGITS, text):
        start, end = found.span()
        is_amount = re.search(_CURRENCY, text[:start]) is not None and re.fullmatch(_GROUPED, found.group()) is not None
        in_a_word = text[start - 1 : start].isalpha() and not is_amount
        hyphened = text[start - 1 : start] in ("-", "\u2013") and start > 1 and text[start - 2].isalnum()
        if in_a_word or (start and text[start - 1] in "#/_") or (hyphened and before != start - 1):
            continue
        if re.compile(_ORDINAL).match(text, end) is not None:
            continue
        before = end
        readings = _readings(found.group())
        scale = re.compile(_SCALE).match(text, end)
        if scale is not None:
            readings = tuple([one * _SCALES[(scale.group(1) or "thousand").lower()] for one in readings])
            end = scale.end()
        yield _behind(text, start, end, readings, in_digits=True)


def _readings(digits: str) -> tuple[Fraction, ...]:
    """A comma before three digits groups thousands, and a point there may; "900.000" is no 900 with decimals."""
    plain = re.sub(_BETWEEN, "", digits)
    grouped = re.fullmatch(r"\d{1,3}(?:([,.])\d{3})(?:\1\d{3})*(?:[,.]\d+)?", plain)
    made = []
    if grouped is not None:
        group = grouped.group(1)
        made.append(Fraction(plain.replace(group, "").replace(",", ".")))
        if group == "," or plain.count(".") > 1 or plain.endswith("000"):
            return tuple(made)
    if re.fullmatch(r"\d+(?:[,.]\d+)?", plain):
        made.append(Fraction(plain.replace(",", ".")))
    return tuple(made) or (Fraction(re.split(r"[,.]", plain)[0]),)


def _in_words(text: str) -> Iterator[Said]:
    words = list(re.finditer(_ANY_WORD, text))
    at = 0
    while at < len(words):
        known, value = _spelt(text, words, at)
        if known:
            yield _behind(text, words[at].start(), words[at + known - 1].end(), (Fraction(value),), in_digits=False)
        at += known or 1


def _spelt(text: str, words: list[re.Match[str]], first: int) -> tuple[int, int]:
    """How many words from one on spell a number, and which."""
    total = current = known = 0
    for at in range(first, len(words)):
        word = words[at].group().lower()
        if at > first and text[words[at - 1].end() : words[at].start()] not in (" ", "-"):
            break
        if word == "and" and known and (total or current >= 100):
            continue
        if word in _SCALES and (known or _is_a(words, first)):
            scale = _SCALES[word]
            if scale > 100:
                total, current = total + (current or 1) * scale, 0
            else:
                current = (current or 1) * scale
        elif (value := _of_a_word(word)) >= 0:
            below = current % 100
            goes_on = current and (not below or (below in _ROUND and 0 < value < 10))  # "hundred five", "twenty five"
            if known and not goes_on and (current or not total):
                break
            current += value
        else:
            break
        known = at - first + 1
    return known, total + current


def _of_a_word(word: str) -> int:
    """The number that one word says; -1 of any other word."""
    known = _WORDS.get(word, _GERMAN.get(word, -1))
    for name, scale in _GERMAN_SCALES.items() if known < 0 else ():
        times, found, rest = word.partition(name)
        if found and (times or rest):  # "mehrere hundert" is no number
            first = 1 if times in ("", "ein") else _of_a_word(times)
            behind = _of_a_word(rest.removeprefix("und")) if rest else 0
            return -1 if first < 0 or behind < 0 else first * scale + behind
    return known


def _is_a(words: list[re.Match[str]], at: int) -> bool:
    return at > 0 and words[at - 1].group().lower() in ("a", "half")


def _behind(text: str, start: int, end: int, readings: tuple[Fraction, ...], *, in_digits: bool) -> Said:
    """A number with what belongs to it: "and a half", a sign of percent."""
    more = re.compile(_MORE).match(text, end)
    if more is not None:
        readings, end = tuple([one + Fraction(1, _PARTS[more.group(1)]) for one in readings]), more.end()
    percent = re.compile(_PERCENT).match(text, end)
    if percent is not None:
        return Said(start, percent.end(), tuple([one * Fraction(1, 100) for one in readings]), "percent", in_digits, glued=False)
    return Said(start, end, readings, "number", in_digits, glued=text[end : end + 1].isalpha())


__all__ = ["Said", "numbers_said"]
