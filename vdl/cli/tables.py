"""Tables that are wider than the terminal: which column gives way, and where cells are broken.

No library does it: what breaks where would hang on its version.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import zip_longest

from vdl.cli.terminal import BETWEEN, FIGURE, aligned
from vdl.text.painted import Painted, Piece, plain, wrapped
from vdl.text.safe import width

_TEXT = 20
"""Columns that a text keeps while anything else gives way."""

_WORDS = re.compile(r"[^ ]+")
_PARTS = re.compile(r"[^ ./]+[./]*|[./]+"), re.compile(r"[^ ./_]+[./_]*|[./_]+")
"""What a word is made of: a path is broken behind its dots, else behind an underscore of a name."""


def broken(heads: Sequence[Piece], rows: Sequence[Sequence[Piece]], right: Sequence[bool], columns: int) -> list[list[Piece]]:
    """The lines of a table, the widest columns made narrower until it fits. Only what has no room at all is broken within words:
    behind a dot or a slash, else anywhere. All cells are safe to show."""
    everything = [heads, *rows]
    widths = _widths([[plain([row[i]]) for row in everything] for i in range(len(heads))], right, columns)
    rule: list[Piece] = ["-" * wide for wide in widths]
    return [
        aligned(line, widths, right)
        for row in ([heads, rule] if any(heads) else []) + [list(row) for row in rows]
        for line in zip_longest(*[_lines(cell, wide) for cell, wide in zip(row, widths)], fillvalue="")
    ]


def _lines(cell: Piece, columns: int) -> list[Piece]:
    """A cell as lines that are no wider than its column."""
    text = re.sub(r"[^ ]+", lambda word: _parted(word[0], columns), plain([cell]))
    made = [plain(line).strip(" ") for part in text.split("\n") for line in wrapped([part], columns)]
    return [line if isinstance(cell, str) else Painted(line, cell.colour) for line in made]


def _widths(texts: Sequence[Sequence[str]], right: Sequence[bool], columns: int) -> list[int]:
    """How wide each column is: as its widest cell, or less, the widest first. Text gives way down to a few words on a line, then
    paths down to what stands between two dots, then text to its longest word, then names behind underscores, then anything."""
    widths = [max(map(width, column)) for column in texts]
    words, paths, names = [[_longest(column, split) for column in texts] for split in (_WORDS, *_PARTS)]
    figures = [on_right and wide <= FIGURE for wide, on_right in zip(widths, right)]
    kept = [wide if figure else max(word, min(wide, _TEXT)) for wide, word, figure in zip(widths, words, figures)]
    dotted = [least if word < least else path for least, word, path in zip(kept, words, paths)]
    close = [least if figure else min(least, word) for least, word, figure in zip(dotted, words, figures)]
    over = sum(widths) + BETWEEN * (len(widths) - 1) - columns
    for floor in (kept, dotted, close, names, [1] * len(widths)):
        while over > 0:
            at = max([i for i in range(len(widths)) if widths[i] > floor[i]], key=lambda i: widths[i], default=None)
            if at is None:
                break
            widths[at] -= 1
            over -= 1
    return widths


def _longest(texts: Sequence[str], pieces: re.Pattern[str]) -> int:
    return max([width(piece) for text in texts for piece in pieces.findall(text)], default=1)


def _parted(word: str, columns: int) -> str:
    """A word on several lines, if it is wider than its column."""
    if width(word) <= columns:
        return word
    lines = [""]
    for name in _PARTS[0].findall(word):
        for part in [name] if width(name) <= columns else _PARTS[1].findall(name):
            for piece in [part] if width(part) <= columns else part:
                if lines[-1] and width(lines[-1] + piece) > columns:
                    lines.append("")
                lines[-1] += piece
    return "\n".join(lines)


__all__ = ["broken"]
