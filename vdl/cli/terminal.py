"""Text for people: colour and glyphs on a terminal only, tables with aligned columns."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from vdl.text.diagnostics import Diagnostic, render


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


class Screen:
    """One of the two output streams, and whether it is a terminal."""

    def __init__(self, stream: Any) -> None:
        self.stream = stream
        terminal = bool(getattr(stream, "isatty", bool)())
        self.glyphs = terminal and os.environ.get("TERM") != "dumb"
        self.colour = self.glyphs and not os.environ.get("NO_COLOR")

    def say(self, text: str = "") -> None:
        """Write a line. Raises OutputLost."""
        try:
            self.stream.write(text + "\n")
        except BrokenPipeError:
            raise
        except OSError as fault:
            raise OutputLost(fault) from fault

    def paint(self, text: str, colour: str) -> str:
        return f"\x1b[{_COLOURS[colour]}m{text}\x1b[0m" if self.colour and text else text

    def diagnostics(self, found: Iterable[Diagnostic]) -> None:
        """Each diagnostic and an empty line after it."""
        for diagnostic in found:
            text = render(diagnostic)
            if self.colour:
                head, colon, rest = text.partition(": ")
                text = f"{self.paint(head, diagnostic.severity)}{colon}{rest}"
            self.say(text)
            self.say()


def output() -> Screen:
    return Screen(sys.stdout)


def errors() -> Screen:
    return Screen(sys.stderr)


def table(heads: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[int] = ()) -> list[str]:
    """Aligned columns under their heads and a line; columns in `right` end together.

    Columns that are empty in every row are left out. Without rows there are no lines.
    """
    used = [i for i in range(len(heads)) if any(row[i] for row in rows)]
    widths = {i: max(len(heads[i]), *[len(row[i]) for row in rows]) for i in used}
    on_right = set(right)

    def line(cells: Sequence[str]) -> str:
        shown = [cells[i].rjust(widths[i]) if i in on_right else cells[i].ljust(widths[i]) for i in used]
        return "  ".join(shown).rstrip()

    return [line(heads), "  ".join("-" * widths[i] for i in used), *[line(row) for row in rows]] if rows else []


def number(count: int, one: str, many: str = "") -> str:
    """ "1 file", "3 files" """
    return f"{count:,} {one if count == 1 else many or one + 's'}"
