"""What elaboration settles besides cells: lists, sets of labels, and what was already reported."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Protocol

from vdl.graph.cells import (
    Cell,
    Const,
    Formula,
)  # fmt: skip
from vdl.text.diagnostics import Diagnostic


class Poison:
    """Stands for what has already been reported; everything that needs it stays silent."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "poison"


POISON = Const(Poison())


class LabelSet(tuple[str, ...]):
    """Labels of one axis."""

    axis: str

    @staticmethod
    def of(axis: str, labels: Iterable[str]) -> LabelSet:
        made = LabelSet(labels)
        made.axis = axis
        return made


class Items(list[Any]):
    """A list of formulas or objects. `stated` ones leave out what is not stated when added up."""

    __slots__ = ("of", "stated")

    def __init__(self, items: Iterable[Any] = ()) -> None:
        super().__init__(items)
        self.stated = False
        self.of: tuple[list[Any], str] | None = None
        """Where the items are members of objects: the objects, and the name of the member."""

    def names(self) -> tuple[str, ...]:
        """The names of the items, where they are members of objects; "" where not."""
        if self.of is None:
            return ()
        objects, name = self.of
        return tuple([f"{getattr(item, 'path', '')}.{name}".lstrip(".") for item in objects])


class TooMuch(Exception):
    """A design that would make more than a limit of the language allows; carries what to say."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


class Decide(Protocol):
    """Gives the value of a formula while (or after) a design is elaborated."""

    def __call__(self, formula: Formula) -> Any: ...

    def unsolved_count(self, formula: Formula) -> bool: ...

    def decider(self, count: Cell) -> str: ...
