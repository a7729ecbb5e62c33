"""What keeps a formula from being stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl import syntax as s
from vdl.graph.cells import Cell, Formula, Op, Unstated
from vdl.graph.order import parts
from vdl.values import NOT_STATED, Value, anywhere


def silent_inputs(formulas: Iterable[Formula | None], values: Mapping[Cell, Value], most: int | None = None) -> list[str]:
    """The paths of inputs that nobody stated and that formulas need, in the order of the text; no more than `most`, where that is
    said. A `let` without a value is none: nobody can state it."""
    found: dict[str, None] = {}
    for part in parts(formulas, lambda cell: anywhere(values.get(cell, NOT_STATED), NOT_STATED)):
        if isinstance(part, Unstated) and isinstance(part.node, s.Field):
            found.setdefault(part.path)
            if len(found) == most:
                break
    return list(found)


def missed(*formulas: Formula | None) -> list[Formula | None]:
    """The items of all sums that lack what is not stated of them (`at_least`), in formulas and in what these are made of."""
    made_of = parts(formulas, lambda cell: True)
    return [arg for part in made_of if isinstance(part, Op) and part.misses for arg in part.args]
