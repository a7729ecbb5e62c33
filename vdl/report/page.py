"""What is being printed: one solved design, and what belongs to its document."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace

from vdl import syntax as s
from vdl.brand.records import PLAIN, Brand
from vdl.compilation import Compilation, Solved
from vdl.elaborate.lists import rounds
from vdl.graph.cells import Cell, Const, Env
from vdl.query.reading import Reading
from vdl.report import model as m
from vdl.report.references import Bibliography
from vdl.report.titles import Titles, spaced
from vdl.report.told import Told
from vdl.semantics.types import DocumentSymbol
from vdl.snapshot.against import Approved
from vdl.snapshot.compared import Column, Row
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import DOCUMENT_SIZE, PRINTED
from vdl.text.source import Span
from vdl.words.verdicts import Words


class Page:
    """The design with a reading for what its document asks for beyond it, its references, and its words."""

    def __init__(
        self, compilation: Compilation, solved: Solved, document: DocumentSymbol, approved: Approved | None = None,
        brand: Brand = PLAIN,
    ) -> None:  # fmt: skip
        self.brand = brand
        self.approved = approved
        self.files: list[m.File] = []
        self.without = ""
        """What the names of files say of what is left out: "without-names"."""
        self.around = ""
        """The title of the section that is made."""
        self.compilation = compilation
        self.solved = solved
        self.document = document
        self.judged = solved.judged
        self.units = compilation.names.units
        self.reading = Reading(compilation, solved, printing=True)
        self.references = Bibliography(compilation)
        self.titles = Titles(solved)
        self.words = Words(solved.types.types, self.units, spaced, told=True)
        self.worked: dict[Cell, str] = {}
        """What is worked out in the document so far, and the path of the calculation that it stands in."""
        self.has_findings = False
        """Whether the document has said what fails and what of it is accepted."""
        self.assumed: set[tuple[str, ...]] = set()
        """The figures that the document has told so far as assumed, each with what is said of it."""
        self.has_rounded = False
        """Whether the document has said that large amounts are rounded."""
        self.unchecked = False
        """Whether the document has listed the limits that nobody looks at."""
        self.drawings: list[tuple[set[str], set[tuple[str, str]]]] = []
        """Of each diagram so far its boxes, by path, and which stands in which or leads to it."""
        self.with_scenario: dict[str, tuple[Solved | None, list[Diagnostic]]] = {}
        """The design with a scenario on top, by its name, once that was asked for, and what is wrong with it there."""
        self.beside: list[Column] = []
        """The design and its scenarios beside each other, once they were asked for."""
        self.abreast: list[tuple[list[Column], list[Row]]] = []
        """The same as tables show them, some of them with their rows at a time."""
        self.told = Told(())
        """What the document says, once all is made that was not put aside."""
        self.spelled: set[Cell] = set()
        """The figures that some text of the document says in several parts, or some table by label."""
        self._holes: dict[int, tuple[m.Block, Callable[[], list[m.Block]]]] = {}
        """By the identity of what stands in their places, which is kept alive here."""

    def count(self, characters: int, span: Span) -> None:
        """Count one more thing that is printed. Raises TooMuch where a document grows too large."""
        self.reading.elaboration.spend("characters in a document", DOCUMENT_SIZE, span, PRINTED + characters)

    def rounds(self, loops: tuple[s.Loop, ...], when: s.Expr | None, env: Env) -> list[Env]:
        """Where each round of a loop is read; none of a list that is not stated."""
        found = self.reading.settled(lambda: rounds(self.reading.elaboration, loops, when, env))
        return [] if isinstance(found, Const) else found

    def later(self, make: Callable[[], list[m.Block]]) -> list[m.Block]:
        """A place for blocks that are made when all else is: they speak of every value that the document printed."""
        hole = m.Facts(())
        self._holes[id(hole)] = hole, make
        return [hole]

    def filled(self, blocks: Iterable[m.Block]) -> tuple[m.Block, ...]:
        """The blocks with what was put aside in its place."""
        made: list[m.Block] = []
        for block in blocks:
            if isinstance(block, (m.Section, m.Callout)):
                made.append(replace(block, blocks=self.filled(block.blocks)))
                continue
            hole = self._holes.get(id(block))
            made += hole[1]() if hole is not None else [block]
        return tuple(made)
