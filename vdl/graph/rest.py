"""Whether values by label answer for all labels of their axis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.details import ByLabel
from vdl.graph.order import parts
from vdl.values import Value, Varying


def answer_for_all(formulas: Iterable[Formula], values: Mapping[Cell, Value], axis: str) -> bool:
    """Whether all values by label of an axis that formulas are made of have an `else`, so that they have all of its labels."""

    def varies(cell: Cell) -> bool:
        value = values.get(cell)
        return isinstance(value, Varying) and axis in value.axes

    for part in parts(formulas, varies):
        along: tuple[str, ...] = ()
        if isinstance(part, Const) and isinstance(part.value, Varying):
            along = part.value.axes
        elif isinstance(part, Op) and isinstance(part.detail, ByLabel):
            along = (part.detail.axis,)
        node = part.node if isinstance(part, (Const, Op)) and axis in along else None
        if isinstance(node, s.LabelMap) and all(entry.label is not None for entry in node.entries):
            return False
    return True


__all__ = ["answer_for_all"]
