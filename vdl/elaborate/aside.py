"""What puts an entry of elaboration aside, or ends the pass, and what is asked in between."""

from __future__ import annotations

from collections.abc import Container, Generator
from typing import NamedTuple, TypeVar

from vdl.graph.cells import Cell, Formula, Instance
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import Value

T = TypeVar("T")


class Blocked(Exception):
    """An entry needs the value of a formula before it can go on; `via` is the cell that can't be made without it.

    `others` are what further rounds of the same loop need: all is asked before the entry begins anew.
    """

    def __init__(self, formula: Formula, span: Span) -> None:
        self.formula = formula
        self.span = span
        self.via: Cell | None = None
        self.others: list[Blocked] = []

    def all(self) -> list[Blocked]:
        return [self, *self.others]


class Deeper(Exception):
    """So many members are open inside each other that this one is settled first, and the others then begun anew."""

    def __init__(self, key: tuple[Instance, str]) -> None:
        self.key = key


class TooMuch(Exception):
    """A design that would make more than a limit of the language allows; carries what to say."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Question(NamedTuple):
    """What elaboration has to know before it can go on: the value of a formula, whose cells are all made."""

    formula: Formula
    order: tuple[tuple[Cell, ...], ...]
    """The cells it needs that no question before it needed, in the order of computation."""


Answers = Generator[Question, Value, T]
"""Work that asks for values on its way and ends with a result."""


class Known:
    """Cells whose values are there or were asked for: those of a finished graph, and what came since."""

    __slots__ = ("asked", "before")

    def __init__(self, before: Container[Cell]) -> None:
        self.before = before
        self.asked: set[Cell] = set()

    def __contains__(self, cell: object) -> bool:
        return cell in self.asked or cell in self.before
