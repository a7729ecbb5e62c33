"""Whether values by label answer for all labels of their axis."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.details import ByLabel
from vdl.graph.order import parts
from vdl.text.source import Span
from vdl.values import Value, Varying

_SEVERAL = 2


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
    """What to write for an `else` that answers for a label which another figure has not: the labels of this one that are not
    named beside it; "" where there is none. Of an `else` in the design that is told only where it answers for several labels that
    no figure of an author's names: nobody speaks of these, as of those that a library has. A scenario's may well answer for what
    the design beneath names elsewhere."""
    made, value = having.formula, values.get(lacking)
    node = made.node if isinstance(made, (Const, Op)) else None
    source = made.source if isinstance(made, (Const, Op)) else None
    if not isinstance(node, s.LabelMap) or source is None or source.is_library:
        return ""
    of_scenario = having.origin == "scenario"
    if of_scenario and lacking.origin == "scenario":
        return ""
    answered = values.get(having)
    if not of_scenario and isinstance(answered, Varying):
        unnamed = {*answered.labels(axis)} - _named(values)
        if missing not in unnamed or len(unnamed) < _SEVERAL:
            return ""
    named = {entry.label.names[-1] for entry in node.entries if entry.label is not None}
    rest = [entry.value for entry in node.entries if entry.label is None and entry.key is None]
    if missing in named or len(rest) != 1 or not isinstance(value, Varying):
        return ""
    text = Span(source, rest[0].start, rest[0].end).text
    return ", ".join([f"{label}: {text}" for label in value.labels(axis) if label not in named])


def _named(values: Mapping[Cell, Value]) -> set[str]:
    """The labels that figures of authors have under their names, and not by an `else` alone."""
    nodes = [cell.formula.node for cell in values if isinstance(cell.formula, (Const, Op)) and not cell.span().source.is_library]
    maps = [node for node in nodes if isinstance(node, s.LabelMap)]
    return {entry.label.names[-1] for node in maps for entry in node.entries if entry.label is not None}


__all__ = ["answer_for_all", "in_place_of_else"]
