"""Text to lines and places. The only room that counts lines and columns."""

from __future__ import annotations

from bisect import bisect_right

LIBRARY = "std:"
"""What the names of library files begin with, wherever the library lies."""


class Source:
    """The text of one file, under the name that people know it by.

    `path` is the name as given or imported (never made absolute); offsets count characters.
    """

    __slots__ = ("_starts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._starts: list[int] | None = None

    def _line_starts(self) -> list[int]:
        if self._starts is None:
            starts = [0]
            find = self.text.find
            at = find("\n")
            while at >= 0:
                starts.append(at + 1)
                at = find("\n", at + 1)
            self._starts = starts
        return self._starts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1 in characters."""
        starts = self._line_starts()
        line = bisect_right(starts, min(max(offset, 0), len(self.text)))
        return line, min(max(offset, 0), len(self.text)) - starts[line - 1] + 1

    def line_start(self, offset: int) -> int:
        """Where the line of an offset begins."""
        starts = self._line_starts()
        return starts[bisect_right(starts, offset) - 1]

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end."""
        starts = self._line_starts()
        begin = starts[number - 1]
        end = starts[number] - 1 if number < len(starts) else len(self.text)
        return self.text[begin:end].rstrip("\r")

    def doc(self, start: int) -> str:
        """The `///` lines that stand directly above the line of `start`, as one text."""
        number = self.place(start)[0] - 1
        found: list[str] = []
        while number >= 1:
            line = self.line(number).strip()
            if not line.startswith("///"):
                break
            found.append(line[3:].strip())
            number -= 1
        return " ".join(reversed(found)).strip()

    def __repr__(self) -> str:
        return f"Source({self.path!r}, {len(self.text)} characters)"


class Span:
    """A stretch of one source: `start` inclusive, `end` exclusive."""

    __slots__ = ("end", "source", "start")

    def __init__(self, source: Source, start: int, end: int) -> None:
        self.source = source
        self.start = start
        self.end = end

    @property
    def text(self) -> str:
        return self.source.text[self.start : self.end]

    def where(self) -> str:
        """ "file:line" as people write it."""
        return f"{self.source.path}:{self.source.place(self.start)[0]}"

    def key(self) -> tuple[str, int, int]:
        return self.source.path, self.start, self.end

    def __repr__(self) -> str:
        return f"Span({self.where()})"
