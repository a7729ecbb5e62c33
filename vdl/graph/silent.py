"""What keeps a formula from being stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl import syntax as s
from vdl.graph.cells import Cell, Formula, Unstated
from vdl.graph.order import parts
from vdl.values import NOT_STATED, Value, anywhere


def silent_inputs(formulas: Iterable[Formula | None], values: Mapping[Cell, Value], most: int) -> list[str]:
    """The paths of inputs that nobody stated and that formulas need, in the order of the text; no more than `most`. A `let`
    without a value is none: nobody can state it."""
    found: dict[str, None] = {}
    for part in parts(formulas, lambda cell: anywhere(values.get(cell, NOT_STATED), NOT_STATED)):
        if isinstance(part, Unstated) and isinstance(part.node, s.Field):
            found.setdefault(part.path)
            if len(found) == most:
                break
    return list(found)
