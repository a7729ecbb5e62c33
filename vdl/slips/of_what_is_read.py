"""Texts of rules against figures of the objects that they read: "for four days" of `camp.needed`, where `days = 3 days`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell, Const, Instance
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.semantics.types import Axis, Quantity
from vdl.semantics.units import NUMBER, Exact
from vdl.slips.of_a_reference import Says
from vdl.solve import Solution
from vdl.text.diagnostics import STATED, Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spelt import Said, numbers_said
from vdl.values import high, is_number, low, scalars
from vdl.words.said import Literal, SaidUnits, as_written, literals, written

_FOR = r"(?i)\b(?:for|over|in|during)[ \u00a0](?:(?:the|all|these|those|our|the next)[ \u00a0])?\Z"
"""Before a number: what is read is for so much."""


def object_otherwise(
    entry: RuleEntry, solution: Solution, units: SaidUnits, kept: Sequence[Axis], says: Says
) -> Iterator[Diagnostic]:  # fmt: skip
    """A rule that reads what is worked out in an object, whose text says for how much, in the unit of the one figure of that sort
    that the object is given, and which is another one. Nothing is said where the rule compares with a figure of that sort, where
    anything in the design is as much, or the figure is at all labels of an axis together: of four labels, each a year."""
    text = str(entry.text)
    said = [one for one in numbers_said(text) if one.sort == "number" and re.compile(_FOR).search(text, 0, one.start)]
    if not said:
        return
    numbers = [one for one in s.walk(entry.node.condition) if isinstance(one, s.Number)]
    compared = {literal.unit.dimension for one in numbers for literal in literals(one, "", units.units)}
    objects = dict.fromkeys([cell.instance for cell in reads(entry.condition) if cell.instance and cell.instance.owner])
    for instance in objects:
        given = _given(instance)
        for one in said:
            unit = units.behind(text, one)
            alike = [(cell, literal) for cell in given for literal in literals(_node(cell), "", units.units)
                     if unit is not None and literal.unit == unit]  # fmt: skip
            if unit is None or unit.dimension in (NUMBER, *compared) or len(alike) != 1:
                continue
            [(cell, literal)] = alike
            of_all = [literal._replace(value=literal.value * len(axis.labels)) for axis in kept]
            told = any(says(text, numbers_said(text), each, units) for each in (literal, *of_all))
            if not told and not _is_known(text, one, literal, solution, units):
                span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
                stated = written(Span(cell.source, _node(cell).start, _node(cell).end))
                figure = phrase("reads what hangs on `{name}`, which is {figure}", name=cell.path, figure=stated)
                its_text = phrase('its text says "{words}"', words=units.with_unit(text, one))
                yield errors.said_otherwise(span, entry.path, figure, its_text, place=[(cell.figure(), STATED)])
                return


def _given(instance: Instance) -> list[Cell]:
    """The figures that an author fills in an object."""
    cells = [instance.slots.get(name) for name, assignment in instance.assigned.items() if not assignment.env.source.is_library]
    return [
        cell for cell in cells
        if isinstance(cell, Cell) and isinstance(cell.formula, Const) and isinstance(cell.formula.node, s.Number)
        and not of_library(cell.span())
    ]  # fmt: skip


def _node(cell: Cell) -> s.Expr:
    assert isinstance(cell.formula, Const) and isinstance(cell.formula.node, s.Expr)
    return cell.formula.node


def _is_known(text: str, said: Said, literal: Literal, solution: Solution, units: SaidUnits) -> bool:
    """Whether something else in the design is as much."""
    amounts: set[Exact] = {one * literal.unit.factor for one in as_written(text, said, literal, units)}
    return any(
        is_number(one) and (low(one) in amounts or high(one) in amounts)
        for cell, value in solution.values.items()
        if isinstance(cell.type, Quantity) and cell.type.dimension == literal.unit.dimension
        for _, one in scalars(value)
    )


__all__ = ["object_otherwise"]
