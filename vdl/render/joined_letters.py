"""Words from right to left as drawings on paper show them. What sets the page puts letters of a drawing beside each other, one
by one and from left to right: so they stand in the order in which they are seen, each in the shape that joins it to others."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from functools import cache
from html import escape, unescape

from vdl.render.isolates import END, LEFT, RIGHT

_DRAWN = re.compile(r"(<text [^>]*>)([^<]*)(</text>)")
_APART = re.compile(f"([{LEFT}{RIGHT}])([^{LEFT}{RIGHT}{END}]*){END}")
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
    made, at = "", 0
    for found in _APART.finditer(bare):
        made += _set(bare[at : found.start()], "L", has) + _set(found[2], "R" if found[1] == RIGHT else "L", has)
        at = found.end()
    return made + _set(bare[at:], "L", has)


def _set(words: str, way: str, has: Callable[[str], bool]) -> str:
    return _ordered("".join(_joined(words, has)), way)


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
def _ordered(words: str, way: str) -> str:
    """Letters as they stand from left to right, by the levels of the Unicode bidirectional algorithm without its embeddings;
    `way` is "L" or "R", of the whole."""
    levels = _levels(words, way)
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


def _brackets(words: str) -> list[tuple[int, int]]:
    """Where brackets that belong together stand, in the order of the first of each two."""
    found: list[tuple[int, int]] = []
    begun: list[int] = []
    for at, each in enumerate(words):
        if each in "([{":
            begun.append(at)
        elif each in ")]}":
            start = next((one for one in reversed(begun) if _MIRRORED[words[one]] == each), None)
            if start is not None:
                found.append((start, at))
                del begun[begun.index(start) :]
    return sorted(found)


def _levels(words: str, way: str) -> list[int]:
    sorts = [unicodedata.bidirectional(each) for each in words]
    for at in range(1, len(sorts) - 1):
        if sorts[at] in ("CS", "ES") and sorts[at - 1] == sorts[at + 1] == "EN":
            sorts[at] = "EN"
    strong, made = way, []
    for sort in sorts:
        if sort in ("L", "R", "AL"):
            strong = "L" if sort == "L" else "R"
            made.append(strong)
        else:
            made.append("L" if sort == "EN" and strong == "L" else "N" if sort in ("EN", "AN") else "")
    for start, end in _brackets(words):
        within = {"R" if one == "N" else one for one in made[start + 1 : end] if one}
        before = next(("R" if one == "N" else one for one in reversed(made[:start]) if one), way)
        if within:
            made[start] = made[end] = way if way in within or before == way else before
    for at, sort in enumerate(made):
        if not sort:
            left = next((one for one in reversed(made[:at]) if one), way)
            right = next((one for one in made[at + 1 :] if one), way)
            sides = {"R" if one == "N" else one for one in (left, right)}
            made[at] = sides.pop() if len(sides) == 1 else way
    return [{"L": 2 if way == "R" else 0, "R": 1, "N": 2}[sort] for sort in made]


__all__ = ["in_drawings", "seen"]
