"""Text for people: colour and glyphs on a terminal only, tables with aligned columns."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from vdl.text.diagnostics import Diagnostic, render
from vdl.text.safe import shown, visible, width


class OutputLost(Exception):
    """Standard output takes no more: the disk is full, say."""

    def __init__(self, fault: OSError) -> None:
        super().__init__(fault)
        self.reason = (fault.strerror or "unknown reason").lower()


def prepare() -> None:
    """The same bytes whatever the locale; what can't be encoded is written as its number."""
    for stream in (sys.stdout, sys.stderr):
        change = getattr(stream, "reconfigure", None)
        if change is not None:
            change(encoding="utf-8", errors="backslashreplace")


_COLOURS = {"error": "1;31", "warning": "1;33", "info": "1;34", "strong": "1", "weak": "2", "good": "32", "bad": "31"}


class Painted(NamedTuple):
    """A text in a colour of the table above."""

    text: str
    colour: str


class Screen:
    """One of the two output streams, and whether it is a terminal.

    Whatever is written goes through `vdl.text.safe`; colours are put around what came out of it.
    """

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        terminal = bool(getattr(stream, "isatty", bool)())
        self.glyphs = terminal and os.environ.get("TERM") != "dumb"
        self.colour = self.glyphs and not os.environ.get("NO_COLOR")

    def say(self, *pieces: str | Painted) -> None:
        """Write a line. Raises OutputLost."""
        self._write("".join([shown(piece) if isinstance(piece, str) else self._painted(piece) for piece in pieces]))

    def text(self, text: str) -> None:
        """Write a text that has lines of its own, such as an object for machines. Raises OutputLost."""
        self._write(visible(text))

    def diagnostics(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Each diagnostic and an empty line after it. Raises OutputLost."""
        for diagnostic in diagnostics:
            head, colon, rest = render(diagnostic).partition(": ")
            self._write(f"{self._painted(Painted(head, diagnostic.severity))}{colon}{visible(rest)}\n")

    def _painted(self, piece: Painted) -> str:
        text = shown(piece.text)
        return f"\x1b[{_COLOURS[piece.colour]}m{text}\x1b[0m" if self.colour and text else text

    def _write(self, text: str) -> None:
        try:
            self.stream.write(text + "\n")
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise OutputLost(fault) from fault


def output() -> Screen:
    return Screen(sys.stdout)


def errors() -> Screen:
    return Screen(sys.stderr)


CELL = 1_000
"""Characters of a cell that are shown: every other cell of its column is made as wide."""


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Aligned columns under their heads and a line; columns in `right` end together.

    Columns that are empty in every row are left out. Without rows there are no lines.
    """
    rows = [[shown(cell, CELL) for cell in row] for row in rows]
    used = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    widths = {i: max(len(heads[i]), *[width(row[i]) for row in rows]) for i in used}
    on_right = set(right)

    def line(cells: Sequence[str]) -> str:
        blanks = {i: " " * (widths[i] - width(cells[i])) for i in used}
        return "  ".join(blanks[i] + cells[i] if i in on_right else cells[i] + blanks[i] for i in used).rstrip()

    return [line(heads), "  ".join("-" * widths[i] for i in used), *[line(row) for row in rows]] if rows else []
