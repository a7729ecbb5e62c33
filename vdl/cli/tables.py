"""Tables that are wider than the terminal: their cells broken at words. The library is loaded where one is."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.console import Console
from rich.style import Style
from rich.table import Table
from rich.text import Text

from vdl.cli.terminal import BETWEEN, FIGURE
from vdl.text.painted import Painted, Piece, plain
from vdl.text.safe import width

_TEXT = 20
"""Columns that a text keeps while anything else gives way."""

_WORDS = re.compile(r"[^ ]+")
_PARTS = re.compile(r"[^ ./]+[./]*|[./]+"), re.compile(r"[^ ./_]+[./_]*|[./_]+")
"""What a word is made of: a path is broken behind its dots, else behind an underscore of a name."""

_ROLE = "role"


def broken(heads: Sequence[Piece], rows: Sequence[Sequence[Piece]], right: Sequence[bool], columns: int) -> list[list[Piece]]:
    """The lines of a table, the widest columns made narrower until it fits. Only what has no room at all is broken within words:
    behind a dot or a slash, else anywhere. All cells are safe to show."""
    named = any(map(plain, [[head] for head in heads]))
    everything = [heads, *rows]
    widths = _widths([[plain([row[i]]) for row in everything] for i in range(len(heads))], right, columns)
    table = Table(box=None, show_header=False, show_edge=False, pad_edge=False, padding=(0, BETWEEN, 0, 0))
    for wide, on_right in zip(widths, right):
        table.add_column(justify="right" if on_right else "left", width=wide, overflow="fold")
    if named:
        table.add_row(*[_text(head, wide) for head, wide in zip(heads, widths)])
        table.add_row(*["-" * wide for wide in widths])
    for row in rows:
        table.add_row(*[_text(cell, wide) for cell, wide in zip(row, widths)])
    console = Console(width=sum(widths) + BETWEEN * len(widths), color_system=None, legacy_windows=False, force_terminal=False)
    lines: list[list[Piece]] = []
    for segments in console.render_lines(table, pad=False):
        line: list[Piece] = []
        for text, style, *_ in segments:
            role = style.meta.get(_ROLE) if style is not None else None
            line.append(Painted(text, role) if isinstance(role, str) else text)
        lines.append(_without_end(line))
    return lines


def _widths(texts: Sequence[Sequence[str]], right: Sequence[bool], columns: int) -> list[int]:
    """How wide each column is: as its widest cell, or less, the widest first. Text gives way down to a few words on a line, then
    words down to what stands between two of their joints, then text down to its longest word, and at last anything."""
    widths = [max(map(width, column)) for column in texts]
    words, names, parts = [[_longest(column, split) for column in texts] for split in (_WORDS, *_PARTS)]
    text = [
        wide if on_right and wide <= FIGURE else max(word, min(wide, _TEXT))
        for wide, word, on_right in zip(widths, words, right)
    ]  # fmt: skip
    joints = [[least if word < least else part for part, word, least in zip(one, words, text)] for one in (names, parts)]
    over = sum(widths) + BETWEEN * (len(widths) - 1) - columns
    for floor in (text, *joints, parts, [1] * len(widths)):
        while over > 0:
            at = max([i for i in range(len(widths)) if widths[i] > floor[i]], key=lambda i: widths[i], default=None)
            if at is None:
                break
            widths[at] -= 1
            over -= 1
    return widths


def _longest(texts: Sequence[str], pieces: re.Pattern[str]) -> int:
    return max([width(piece) for text in texts for piece in pieces.findall(text)], default=1)


def _text(cell: Piece, columns: int) -> Text:
    """A cell for the library; words that are wider than their column are broken where a path has a joint."""
    text = re.sub(r"[^ ]+", lambda word: _parted(word[0], columns), plain([cell]))
    style = Style(meta={_ROLE: cell.colour}) if isinstance(cell, Painted) else Style()
    made = Text(end="")
    made.append(text, style)
    return made


def _parted(word: str, columns: int) -> str:
    """A word on several lines, if it is wider than its column."""
    if width(word) <= columns:
        return word
    lines = [""]
    for name in _PARTS[0].findall(word):
        for part in [name] if width(name) <= columns else _PARTS[1].findall(name):
            if lines[-1] and width(lines[-1] + part) > columns:
                lines.append("")
            lines[-1] += part
    return "\n".join(lines)


def _without_end(line: list[Piece]) -> list[Piece]:
    """A line without blanks at its end."""
    while line and not plain(line[-1:]).strip():
        line.pop()
    if line:
        last = line[-1]
        line[-1] = last.rstrip() if isinstance(last, str) else Painted(last.text.rstrip(), last.colour)
    return line


__all__ = ["broken"]
