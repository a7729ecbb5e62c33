"""Text for people: as wide as the terminal, colour and glyphs on a terminal only, tables with aligned columns."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import TextIO

from vdl.text.diagnostics import Diagnostic, drawn
from vdl.text.painted import Painted, Piece, plain, wrapped
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


_COLOURS = {
    "error": "1;31", "warning": "1;35", "info": "1", "strong": "1", "weak": "2", "good": "32", "bad": "31", "open": "35",
}  # fmt: skip
"""Such as can be read on black and on white: no yellow, no cyan, no plain blue."""

WHEN = ("auto", "always", "never")
"""When there is colour, as `--color` says it."""

_WIDTH = 100
"""Columns of an output that is no terminal: the same bytes wherever it goes."""

_NARROWEST = 40


class _Wanted:
    """What was asked for on the command line, for both streams."""

    colour = "auto"


def use_colour(when: str) -> None:
    """Say when there is colour, for all screens that are made from now on."""
    _Wanted.colour = when


def _is_coloured(glyphs: bool) -> bool:
    """The option first, then NO_COLOR, then FORCE_COLOR; else where people look."""
    if _Wanted.colour != "auto":
        return _Wanted.colour == "always"
    if os.environ.get("NO_COLOR"):
        return False
    return glyphs or os.environ.get("FORCE_COLOR", "0") not in ("", "0")


def _columns(stream: TextIO, terminal: bool) -> int | None:
    """How wide COLUMNS or the terminal is; None where neither says so."""
    given = os.environ.get("COLUMNS", "")
    if re.fullmatch("[1-9][0-9]{0,3}", given):
        return max(int(given), _NARROWEST)
    if not terminal:
        return None
    try:
        found = os.get_terminal_size(stream.fileno()).columns
    except (OSError, ValueError):
        found = 0
    return max(found or _WIDTH, _NARROWEST)


class Screen:
    """One of the two output streams, and whether it is a terminal.

    Whatever is written goes through `vdl.text.safe`; colours are put around what came out of it. Tables fit into `width`
    columns. `breaks` is where lines of text are broken at their words: not at all (0) where no person is known to look, so
    that scripts find a message on one line.
    """

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream
        terminal = bool(getattr(stream, "isatty", bool)())
        self.glyphs = terminal and os.environ.get("TERM") != "dumb"
        self.colour = _is_coloured(self.glyphs)
        columns = _columns(stream, terminal)
        self.width = columns or _WIDTH
        self.breaks = columns or 0
        self._begun = False

    def say(self, *pieces: Piece) -> None:
        """Write a line as it is. Raises OutputLost."""
        self._write(self._drawn(_safe(pieces)))

    def tell(self, *pieces: Piece, hanging: int = 0) -> None:
        """Write a line of text, broken at its words; further lines begin with so many blanks. Raises OutputLost."""
        for line in self.broken(pieces, 0, hanging):
            self._write(self._drawn(line))

    def broken(self, pieces: Sequence[Piece], taken: int, hanging: int = 0) -> list[list[Piece]]:
        """The lines of a text beside which so many columns are taken, safe to show."""
        safe = _safe(pieces)
        return wrapped(safe, max(self.breaks - taken, _NARROWEST // 2), hanging) if self.breaks else [safe]

    def table(
        self, heads: Sequence[str], rows: Sequence[Sequence[Piece]], right: Iterable[int] = (), indent: int = 0
    ) -> None:
        """Write a table whose wide cells are broken at their words, so that it fits; without heads where they are all empty.

        Raises OutputLost.
        """
        for line in fitted(heads, rows, right, self.width - indent):
            self._write(self._drawn([" " * indent, *line] if plain(line) else []))

    def fits(self, heads: Sequence[str], rows: Sequence[Sequence[Piece]]) -> bool:
        """Whether a table is no wider than the screen."""
        return all(width(plain(line)) <= self.width for line in fitted(heads, rows))

    def clear(self) -> None:
        """Begin a new screen on a terminal; elsewhere an empty line stands between what is written one after the other."""
        if self.glyphs:
            self.stream.write("\x1b[2J\x1b[H")
        elif self._begun:
            self.say()
        self._begun = True

    def flush(self) -> None:
        """Let people see what has been written. Raises OutputLost."""
        written(self.stream.flush)

    def text(self, text: str) -> None:
        """Write a text that has lines of its own, such as an object for machines. Raises OutputLost."""
        self._write(visible(text))

    def page(self, page: str) -> None:
        """Write a page as its renderer made it, which is safe to show in a browser. Raises OutputLost."""
        self._write(page.removesuffix("\n"))

    def exactly(self, text: str) -> None:
        """Write a text for another program: these bytes, and nothing made visible in them. Raises OutputLost."""
        buffer = getattr(self.stream, "buffer", None)
        if buffer is None:
            written(self.stream.write, text)
        else:
            written(self.stream.flush)
            written(buffer.write, text.encode())

    def diagnostics(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Each diagnostic and an empty line after it. Raises OutputLost."""
        for diagnostic in diagnostics:
            self._write("\n".join([self._drawn(line) for line in drawn(diagnostic, self.breaks)]) + "\n")

    def _drawn(self, pieces: Sequence[Piece]) -> str:
        """A line of pieces that are safe to show."""
        return "".join([piece if isinstance(piece, str) else self._painted(piece) for piece in pieces])

    def _painted(self, piece: Painted) -> str:
        return f"\x1b[{_COLOURS[piece.colour]}m{piece.text}\x1b[0m" if self.colour and piece.text.strip() else piece.text

    def _write(self, text: str) -> None:
        written(self.stream.write, text + "\n")


def written(write: Callable[..., object], *what: object) -> None:
    """Write or flush. Raises OutputLost, and BrokenPipeError where nobody reads any more."""
    try:
        write(*what)
    except BrokenPipeError:
        raise
    except OSError as fault:
        raise OutputLost(fault) from fault


def output() -> Screen:
    return Screen(sys.stdout)


def errors() -> Screen:
    return Screen(sys.stderr)


BETWEEN = 2
"""Blanks between columns."""

FIGURE = 18
"""A column on the right that is no wider holds figures with their units, which are not broken."""

CELL = 1_000
"""Characters of a cell that are shown: every other cell of its column is made as wide."""


def _safe(pieces: Sequence[Piece], most: int | None = None) -> list[Piece]:
    def one(text: str) -> str:
        return shown(text) if most is None else shown(text, most)

    return [one(piece) if isinstance(piece, str) else Painted(one(piece.text), piece.colour) for piece in pieces]


def fitted(
    heads: Sequence[str], rows: Sequence[Sequence[Piece]], right: Iterable[int] = (), columns: int | None = None
) -> list[list[Piece]]:
    """Aligned columns under their heads and a line; columns in `right` end together. Cells are broken at their words where
    the table would be wider than `columns`.

    Columns that are empty in every row are left out, and so are the heads where all are empty. Without rows there are no lines.
    """
    safe = [_safe(row, CELL) for row in rows]
    used = [i for i in range(len(heads)) if any(plain([row[i]]) for row in safe)]
    if not used:
        return []
    widths = [max(width(heads[i]), *[width(plain([row[i]])) for row in safe]) for i in used]
    on_right = [i in set(right) for i in used]
    cells: list[list[Piece]] = [[row[i] for i in used] for row in safe]
    top: list[Piece] = [heads[i] for i in used]
    if columns is not None and sum(widths) + BETWEEN * (len(used) - 1) > columns:
        from vdl.cli.tables import broken

        return broken(top, cells, on_right, columns)
    lines = [aligned(row, widths, on_right) for row in cells]
    if not any(top):
        return lines
    return [aligned(top, widths, on_right), aligned(["-" * one for one in widths], widths, on_right), *lines]


def aligned(cells: Sequence[Piece], widths: Sequence[int], on_right: Sequence[bool]) -> list[Piece]:
    """One line of a table, without blanks at its end."""
    line: list[Piece] = []
    pending = 0
    for cell, columns, right in zip(cells, widths, on_right):
        taken = width(plain([cell]))
        if taken:
            before = pending + (columns - taken if right else 0)
            line += [" " * before, cell] if before else [cell]
            pending = BETWEEN + (0 if right else columns - taken)
        else:
            pending += columns + BETWEEN
    return line


__all__ = [
    "BETWEEN",
    "FIGURE",
    "WHEN",
    "OutputLost",
    "Painted",
    "Screen",
    "aligned",
    "errors",
    "fitted",
    "output",
    "prepare",
    "use_colour",
]  # fmt: skip
