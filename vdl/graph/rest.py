"""Whether values by label answer for all labels of their axis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.details import ByLabel
from vdl.graph.order import parts
from vdl.text.source import Span
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


def in_place_of_else(having: Cell, lacking: Cell, axis: str, missing: str, values: Mapping[Cell, Value]) -> str:
    """What to write for the `else` with which a scenario fills something, where that alone answers for a label that a figure of
    the design beneath has not: the labels of this one that it does not name; "" elsewhere."""
    made, value = having.formula, values.get(lacking)
    node = made.node if isinstance(made, (Const, Op)) else None
    source = made.source if isinstance(made, (Const, Op)) else None
    if having.origin != "scenario" or lacking.origin == "scenario" or not isinstance(node, s.LabelMap) or source is None:
        return ""
    named = {entry.label.names[-1] for entry in node.entries if entry.label is not None}
    rest = [entry.value for entry in node.entries if entry.label is None and entry.key is None]
    if missing in named or len(rest) != 1 or not isinstance(value, Varying):
        return ""
    text = Span(source, rest[0].start, rest[0].end).text
    return ", ".join([f"{label}: {text}" for label in value.labels(axis) if label not in named])


__all__ = ["answer_for_all", "in_place_of_else"]
