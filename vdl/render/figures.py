"""Numbers under each other, aligned at the decimal point without any markup.

A column is aligned by padding with spaces as wide as a figure (U+2007) and as wide as a point
(U+2008). The shipped fonts have both in the width of their figures, also in bold.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from vdl.render.wording import ENGLISH, Wording

FIGURE, POINT, JOINER = "\u2007", "\u2008", "\u2060"
"""JOINER has no width. It ends a padded cell, because spaces at the end of a line may hang."""


@cache
def _number(said: Wording) -> re.Pattern[str]:
    """A figure as the language writes it, what stands before it and behind; no share, such as "3 of 5"."""
    before, behind = map(re.escape, said.bounded("least"))
    between = re.escape(said.stated.removeprefix("{stated}").removesuffix("{all}"))
    comma, point = re.escape(said.comma), re.escape(said.point)
    return re.compile(
        rf"(?P<sign>(?:{before})?[^\w\s]*\s?)(?P<whole>\d[\d{comma}]*+)(?P<part>{point}\d+)?"
        rf"(?P<rest>(?!{between}\d).*?(?:{behind})?)", re.DOTALL
    )


@cache
def _range(said: Wording) -> re.Pattern[str]:
    """A figure, or two from one to the other, of which the last counts."""
    comma, point = re.escape(said.comma), re.escape(said.point)
    figure = rf"\d[\d{comma}]*"
    return re.compile(rf"(?P<sign>(?:{figure}(?:{point}\d+)?–)?)(?P<whole>{figure})(?P<part>{point}\d+)?(?P<rest>)")


@dataclass(frozen=True, slots=True)
class Aligned:
    """`texts` as given, padded. `flush` is the edge of the cell they must stand at."""

    texts: tuple[str, ...]
    flush: str
    """ "right" or "left"."""


def align(texts: Sequence[str], followed: Sequence[bool] = (), said: Wording = ENGLISH) -> Aligned:
    """Pad the texts of one column so that their decimal points stand under each other.

    `followed` says of each text whether something of unknown width comes after it in its cell.
    Where all cells end alike, or are figures and ranges, the column is flush right; otherwise (units that differ, citations)
    the whole parts are padded and the column is flush left.
    """
    found = [_number(said).fullmatch(text) for text in texts]
    numbers = [match for match in found if match]
    if not numbers:
        return Aligned(tuple(texts), "right")
    if len({match["rest"] for match in numbers}) == 1 and not any(followed):
        return Aligned(_after(texts, found), "right")
    ranges = [_range(said).fullmatch(text) for text in texts]
    if not any(followed) and all(match is None or ends for match, ends in zip(found, ranges, strict=True)):
        return Aligned(_after(texts, ranges), "right")
    return Aligned(_before(texts, found, said.comma), "left")


def _after(texts: Sequence[str], found: list[re.Match[str] | None]) -> tuple[str, ...]:
    longest = max(len(match["part"] or "") for match in found if match)
    if not longest:
        return tuple(texts)
    padded: list[str] = []
    for text, match in zip(texts, found, strict=True):
        if match is None:
            short = len(text) <= 2
            padded.append(text + POINT + FIGURE * (longest - 1) + JOINER if short and text else text)
            continue
        part = match["part"] or ""
        gap = FIGURE * (longest - len(part)) if part else POINT + FIGURE * (longest - 1)
        end = match["rest"] or (JOINER if gap else "")
        padded.append(match["sign"] + match["whole"] + part + gap + end)
    return tuple(padded)


def _before(texts: Sequence[str], found: list[re.Match[str] | None], comma: str) -> tuple[str, ...]:
    widest = max((_room(match, comma) for match in found if match), key=sum)
    padded: list[str] = []
    for text, match in zip(texts, found, strict=True):
        if match is None:
            padded.append(text)
            continue
        figures, points = _room(match, comma)
        padded.append(FIGURE * (widest[0] - figures) + POINT * (widest[1] - points) + text)
    return tuple(padded)


def _room(match: re.Match[str], comma: str) -> tuple[int, int]:
    """How many figures and how many separators stand before the decimal point."""
    whole = match["sign"] + match["whole"]
    points = whole.count(comma)
    return len(whole) - points, points
