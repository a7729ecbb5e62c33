"""What is being printed: one solved design, and what belongs to its document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from vdl.compilation import Compilation, Solved
from vdl.query.reading import Reading
from vdl.report import model as m
from vdl.report.references import Bibliography
from vdl.words.verdicts import Words


class Page:
    """The design with a reading for what its document asks for beyond it, its references, and its words."""

    def __init__(self, compilation: Compilation, solved: Solved) -> None:
        self.compilation = compilation
        self.solved = solved
        self.judged = solved.judged
        self.units = compilation.names.units
        self.reading = Reading(compilation, solved, printing=True)
        self.references = Bibliography(compilation)
        self.words = Words(solved.types.types, self.units)
        self._holes: list[tuple[m.Block, Callable[[], list[m.Block]]]] = []

    def later(self, make: Callable[[], list[m.Block]]) -> list[m.Block]:
        """A place for blocks that are made when all else is: they speak of every value that the document printed."""
        hole = m.Facts(())
        self._holes.append((hole, make))
        return [hole]

    def filled(self, blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
        """The blocks with what was put aside in its place."""
        made: list[m.Block] = []
        for block in blocks:
            if isinstance(block, (m.Section, m.Callout)):
                made.append(replace(block, blocks=self.filled(block.blocks)))
                continue
            maker = next((make for hole, make in self._holes if hole is block), None)
            made += maker() if maker is not None else [block]
        return tuple(made)


def spaced(name: str) -> str:
    """A name of the design as people say it."""
    return name.replace("_", " ")
