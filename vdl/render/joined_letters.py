"""Words from right to left as drawings on paper show them. What sets the page puts letters of a drawing beside each other, one
by one and from left to right: so they stand in the order in which they are seen, each in the shape that joins it to others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from html import escape, unescape

from vdl.render.inline import isolated

_DRAWN = re.compile(r"(<text [^>]*>)([^<]*)(</text>)")
_APART = re.compile('<bdi dir="rtl">(.*?)</bdi>', re.DOTALL)
_RIGHT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
_SHAPES = (range(0xFB50, 0xFBFF + 1), range(0xFE70, 0xFEFC + 1))
_ALONE, _FIRST, _WITHIN, _LAST = "is", "in", "me", "fi"
"""How Unicode begins the names of the shapes."""
_LAM, _TATWEEL = "\u0644", "\u0640"
_MIRRORED = dict(zip("()[]{}<>«»≤≥‹›", ")(][}{><»«≥≤›‹"))


def in_drawings(page: str, has: Callable[[str], bool]) -> str:
    """A page with the words of its drawings as they are seen; `has` tells whether a font has a character."""
    return _DRAWN.sub(lambda found: found[1] + _drawn(found[2], has) + found[3], page)


def _drawn(words: str, has: Callable[[str], bool]) -> str:
    if not _RIGHT.search(words):
        return words
    return escape(seen(unescape(words), has), quote=False)


def seen(words: str, has: Callable[[str], bool]) -> str:
    """Words from left to right as they are seen, each letter in its shape where a font has that."""
    bare = "".join([each for each in words if unicodedata.bidirectional(each) != "NSM"])  # marks need a letter to stand on
    parts = _APART.split(isolated(bare))
    made = [_ordered("".join(_joined(unescape(part), has))) if at % 2 else unescape(part) for at, part in enumerate(parts)]
    return "".join(made)


# ------------------------------------------------------------------------------ shapes
@cache
def _shapes() -> dict[str, dict[str, str]]:
    """The shapes of letters: alone, at the beginning of a word, within it and at its end."""
    found: dict[str, dict[str, str]] = {}
    for code in [code for codes in _SHAPES for code in codes]:
        kind, *letters = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        if kind[1:3] in (_ALONE, _FIRST, _WITHIN, _LAST):
            found.setdefault("".join([chr(int(each, 16)) for each in letters]), {}).setdefault(kind[1:3], chr(code))
    return found


def _joins_behind(letter: str) -> bool:
    return letter == _TATWEEL or _FIRST in _shapes().get(letter, {})


def _joins_before(letter: str) -> bool:
    return letter == _TATWEEL or _LAST in _shapes().get(letter, {})


def _joined(words: str, has: Callable[[str], bool]) -> Iterator[str]:
    """Each letter in its shape; of lam and alef the one that they have together."""
    before, at = "", 0
    while at < len(words):
        two = words[at : at + 2]
        pair = two if two[:1] == _LAM and two in _shapes() else words[at]
        behind = words[at + len(pair) : at + len(pair) + 1]
        led, leads = _joins_behind(before) and _joins_before(pair), _joins_behind(pair) and _joins_before(behind)
        kind = _WITHIN if led and leads else _LAST if led else _FIRST if leads else _ALONE
        shape = _shapes().get(pair, {}).get(kind, "")
        yield shape if shape and has(shape) else pair
        before, at = pair[-1], at + len(pair)


# ------------------------------------------------------------------------------ order
def _ordered(words: str) -> str:
    """Letters of a stretch from right to left as they stand from left to right, by the levels of the Unicode bidirectional
    algorithm without its embeddings."""
    levels = _levels([unicodedata.bidirectional(each) for each in words])
    letters = [_MIRRORED.get(each, each) if level % 2 else each for each, level in zip(words, levels)]
    for level in range(max(levels, default=0), 0, -1):
        at = 0
        while at < len(letters):
            end = at
            while end < len(letters) and levels[end] >= level:
                end += 1
            letters[at:end] = letters[at:end][::-1]
            levels[at:end] = levels[at:end][::-1]
            at = max(end, at + 1)
    return "".join(letters)


def _levels(sorts: list[str]) -> list[int]:
    for at in range(1, len(sorts) - 1):
        if sorts[at] in ("CS", "ES") and sorts[at - 1] == sorts[at + 1] == "EN":
            sorts[at] = "EN"
    strong, made = "R", []
    for sort in sorts:
        if sort in ("L", "R", "AL"):
            strong = "L" if sort == "L" else "R"
            made.append(strong)
        else:
            made.append("L" if sort == "EN" and strong == "L" else "N" if sort in ("EN", "AN") else "")
    for at, sort in enumerate(made):
        if not sort:
            left = next((one for one in reversed(made[:at]) if one), "R")
            right = next((one for one in made[at + 1 :] if one), "R")
            sides = {"R" if one == "N" else one for one in (left, right)}
            made[at] = sides.pop() if len(sides) == 1 else "R"
    return [{"L": 2, "R": 1, "N": 2}[sort] for sort in made]


__all__ = ["in_drawings", "seen"]
