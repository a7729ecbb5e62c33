"""How wide a table is, and how wide each of its columns.

Widths are counted in characters of the small size. Fixed widths keep tables that follow each
other on the same edges, and a page layout that need not measure every cell is twice as quick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

PAGE, GAP = 115, 2.6
"""Characters across a full page, and between two columns."""

FIGURE = 1.08
"""The width of a figure in characters of running text."""

STEPS: tuple[tuple[str, float], ...] = (("narrow", 64), ("measure", 91), ("full", PAGE))
"""The only widths a table can have, so that edges repeat down the page."""

LONGEST, WORD, SHORT_HEAD = 46, 22, 9
"""Past these, a cell is expected to wrap, a word to be broken, a head to take two lines."""


@dataclass(frozen=True, slots=True)
class Widths:
    """`size` names the width of the table; `shares` are per cent of it and add up to 100."""

    size: str
    shares: tuple[float, ...]
    wraps: bool
    """Whether some cell will take more than one line."""


def widths(heads: Sequence[str], cells: Sequence[Sequence[str]], rigid: Sequence[bool]) -> Widths:
    """Choose widths from the texts of a table. `rigid` columns (numbers) are never wrapped."""
    least: list[float] = []
    wanted: list[float] = []
    true: list[float] = []
    for index, head in enumerate(heads):
        lengths = [len(row[index]) for row in cells]
        longest = max(lengths, default=0)
        word = (len(head) if len(head) <= SHORT_HEAD else _longest_word(head)) + 1
        if rigid[index]:
            least.append(max(longest * FIGURE, word) + GAP)
            wanted.append(max(longest * FIGURE, word, min(len(head), 12)) + GAP)
            true.append(0)
        else:
            for row in cells:
                word = max(word, _longest_word(row[index]))
            least.append(min(max(word, 4), WORD) + GAP)
            wanted.append(max(min(longest, LONGEST), min(len(head), 16), word if word < WORD else 0) + GAP)
            true.append(longest + GAP)
    size, room = next(((name, room) for name, room in STEPS if sum(wanted) <= room), STEPS[-1])
    given = _fit(least, wanted, room)
    wraps = any(need > have + 0.5 for need, have in zip(true, given, strict=True))
    total = sum(given) or 1
    return Widths(size, tuple(round(100 * width / total, 2) for width in given), wraps)


def _fit(least: list[float], wanted: list[float], room: float) -> list[float]:
    """Share the room: what is wanted and an equal part of the rest, or else between the two."""
    spare = room - sum(wanted)
    if spare >= 0:
        return [width * room / (sum(wanted) or 1) for width in wanted]
    bend = sum(wanted) - sum(least)
    give = max(room - sum(least), 0) / bend if bend else 0
    return [low + (high - low) * give for low, high in zip(least, wanted, strict=True)]


def _longest_word(text: str) -> int:
    return max(map(len, text.split()), default=0)
