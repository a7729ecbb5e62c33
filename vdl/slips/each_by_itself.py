"""Rules whose text says that something is for all labels of a kept axis, "for four years", and that hold it against each by
itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.semantics.types import Axis
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spelt import numbers_said
from vdl.values import Varying

_EACH = r"(?i)\b(?:each|every|per|any|an?|one)\b"

_SUMMED = 3
"""Sums that are offered."""


def each_by_itself(entry: RuleEntry, solution: Solution, axes: Sequence[Axis]) -> Iterator[Diagnostic]:
    """A rule of what comes at each label of an axis, and is added up over them elsewhere, where its text says all of them."""
    sides, condition, text = lesser_first(entry.condition), entry.node.condition, str(entry.text)
    if sides is None or not isinstance(sides[0], Cell) or not isinstance(condition, s.Compare):
        return
    less, value = sides[0], solution.values.get(sides[0])
    if not isinstance(value, Varying):
        return
    for axis in axes:
        said = _all_of(text, axis) if axis.name in value.axes else ""
        if said:
            sums = [cell.path for cell in solution.values if isinstance(cell.formula, Op) and _adds_up(cell.formula, less)]
            if sums:
                side = condition.left if condition.op in ("<", "<=") else condition.right
                words = phrase("is judged for each {axis} by itself", axis=axis.name)
                together = enumerated(sums[:_SUMMED], "or")
                span = Span(entry.source, side.start, side.end)
                yield errors.said_otherwise(span, entry.path, words, phrase('its text says "{words}"', words=said),
                                            which=f"what comes together is {together}")  # fmt: skip


def _all_of(text: str, axis: Axis) -> str:
    """The words of a text that say all labels of an axis, such as "four years" of four; "" where none do."""
    things = re.escape(axis.name)
    for one in numbers_said(text):
        found = re.compile(rf"[ \u00a0]{things}s\b", re.I).match(text, one.end)
        if found is not None and one.sort == "number" and len(axis.labels) in one.readings and not re.search(_EACH, text):
            return text[one.start : found.end()]
    found = re.search(rf"\ball {things}s\b", text, re.I)
    return found.group() if found is not None and not re.search(_EACH, text) else ""


def _adds_up(made: Op, cell: Cell) -> bool:
    return made.op == "running_sum" and made.args[0] is cell


__all__ = ["each_by_itself"]
