"""Text to lines and places. The only room that counts lines and columns."""

from __future__ import annotations

from bisect import bisect_left

LIBRARY = "std:"
"""What the names of library files begin with, wherever the library lies."""


def module_of(file: str) -> str:
    """What an import calls a file of the library: "std.documents.reference" is `std:documents/reference.vdl`."""
    return f"std.{file.removeprefix(LIBRARY).removesuffix('.vdl').replace('/', '.')}"


def file_of(module: str) -> str:
    """The file of the library that an import means."""
    return f"{LIBRARY}{module.removeprefix('std.').replace('.', '/')}.vdl"


def stem_of(file: str) -> str:
    """What paths of a file's objects begin with: "crates" of "stock/crates.vdl"."""
    return file.rsplit("/", 1)[-1].removeprefix(LIBRARY).removesuffix(".vdl")


_BLOCK = 4096
"""Line ends are counted once for each block of so many characters: a list of all lines may take more room than the text."""


class Source:
    """The text of one file, under the name that people know it by.

    `path` is the name as given or imported (never made absolute); offsets count characters.
    """

    __slots__ = ("_counts", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._counts: list[int] | None = None

    @property
    def is_library(self) -> bool:
        return self.path.startswith(LIBRARY)

    def _line_ends(self) -> list[int]:
        """How many lines end before each block."""
        if self._counts is None:
            counts = [0]
            for begin in range(0, len(self.text), _BLOCK):
                counts.append(counts[-1] + self.text.count("\n", begin, begin + _BLOCK))
            self._counts = counts
        return self._counts

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both counted from 1 in characters."""
        offset = min(max(offset, 0), len(self.text))
        block = offset // _BLOCK
        line = self._line_ends()[block] + self.text.count("\n", block * _BLOCK, offset) + 1
        return line, offset - self.line_start(offset) + 1

    def line_start(self, offset: int) -> int:
        """Where the line of an offset begins."""
        return self.text.rfind("\n", 0, offset) + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its end. Raises IndexError where there is none."""
        counts = self._line_ends()
        if not 1 <= number <= counts[-1] + 1:
            raise IndexError(number)
        block = max(bisect_left(counts, number - 1) - 1, 0)
        begin = block * _BLOCK
        for _ in range(number - 1 - counts[block]):
            begin = self.text.index("\n", begin) + 1
        return self._until_end(begin)

    def doc(self, start: int) -> str:
        """The `///` lines that stand directly above the line that begins with what is at `start`, as one text."""
        found: list[str] = []
        begin = self.line_start(start)
        if self.text[begin:start].strip():
            return ""
        while begin > 0:
            begin = self.line_start(begin - 1)
            line = self._until_end(begin).strip()
            if not line.startswith("///"):
                break
            found.append(line[3:].strip())
        return " ".join(reversed(found)).strip()

    def _until_end(self, begin: int) -> str:
        end = self.text.find("\n", begin)
        return self.text[begin : end if end >= 0 else len(self.text)].rstrip("\r")

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
