"""Rules whose text says that something is for all labels of a kept axis, "for four years", and that hold it against each by
itself; and those that hold the least, or the most, of all labels against a limit that their text has of each."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell, Formula, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.semantics.types import Axis
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spelt import numbers_said
from vdl.values import Varying
from vdl.words.said import label_in

_EACH = r"(?i)\b(?:each|every|per|any|an?|one)\b"
_TOGETHER = (
    r"(?i)\b(?:in total|altogether|all told|in all(?=\s*(?:[,.;:)]|\Z))"
    r"|(?:for|over|across|during|within) the (?:(?:whole|entire|full|complete) )?(?:term|period|lifetime|time span))\b"
)
_OF_ONE = r"(?i)\b(?:each|every|per|any|an? (?=\w+\b)(?!total)|one|yearly|annual(?:ly)?|monthly)\b"
"""Words for all of it together, beside none that say what comes at one label."""

_ALWAYS = r"never|always|at (?:any|all|no) times?"
"""Words of all labels."""

_BY_ONE = {
    "lowest": "is judged by the lowest of all, and holds if one is so",
    "highest": "is judged by the highest of all, and holds if one is so",
}

_SUMMED = 3
"""Sums that are offered."""


def each_by_itself(entry: RuleEntry, solution: Solution, axes: Sequence[Axis]) -> Iterator[Diagnostic]:
    """A rule of what comes at each label of an axis, and is added up over them elsewhere, where its text says all of them."""
    sides, condition, text = lesser_first(entry.condition), entry.node.condition, str(entry.text)
    if sides is None or not isinstance(condition, s.Compare):
        return
    less = _largest_of(sides[0])
    value = solution.values.get(less) if less is not None else None
    if less is None or not isinstance(value, Varying):
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


def one_of_all(entry: RuleEntry, axes: Sequence[Axis]) -> Iterator[Diagnostic]:
    """A rule that holds the least of all labels to be below a limit, or the most to be above, where its text says always, or
    never: one label is enough for it."""
    sides, condition, text = lesser_first(entry.condition), entry.node.condition, str(entry.text)
    labels = "|".join([re.escape(axis.name) for axis in axes]) or "label"
    said = re.search(rf"(?i)\b(?:{_ALWAYS}|(?:in|for|at) (?:each|every|all|any) (?:{labels})s?)\b", text)
    if sides is None or said is None or not isinstance(condition, s.Compare):
        return
    ends = ("lowest", "lowest", "peak", True), ("peak", "highest", "lowest", False)
    for made, (op, end, other, is_less) in zip(sides, ends):
        if isinstance(made, Op) and made.op == op and made.source is entry.source:
            side = condition.left if (condition.op in ("<", "<=")) == is_less else condition.right
            span = Span(entry.source, side.start, side.end)
            by = phrase(_BY_ONE[end])
            says, which = phrase('its text says "{words}"', words=said.group()), f"`{other}(...)` judges all of them"
            yield errors.said_otherwise(span, entry.path, by, says, which=which)


def _largest_of(made: Formula) -> Cell | None:
    """What is held against a limit, be it the most of all labels."""
    if isinstance(made, Op) and made.op == "peak" and isinstance(made.args[0], Cell):
        return made.args[0]
    return made if isinstance(made, Cell) else None


def _all_of(text: str, axis: Axis) -> str:
    """The words of a text that say all labels of an axis, such as "four years" of four; "" where none do."""
    together = re.search(_TOGETHER, text)
    if together is not None and not re.search(_OF_ONE, text) and not any(label_in(text, label) for label in axis.labels):
        return together.group()
    things = re.escape(axis.name)
    for one in numbers_said(text):
        found = re.compile(rf"[ \u00a0]{things}s\b", re.I).match(text, one.end)
        if found is not None and one.sort == "number" and len(axis.labels) in one.readings and not re.search(_EACH, text):
            return text[one.start : found.end()]
    found = re.search(rf"\ball {things}s\b", text, re.I)
    return found.group() if found is not None and not re.search(_EACH, text) else ""


def _adds_up(made: Op, cell: Cell) -> bool:
    return made.op == "running_sum" and made.args[0] is cell


__all__ = ["each_by_itself", "one_of_all"]
