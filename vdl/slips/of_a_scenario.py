"""Titles and texts of scenarios that say another label than the one at which they change something, another whole or share."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.design import Graph
from vdl.graph.order import parts
from vdl.semantics.types import Axis, Filling, Kind, Member
from vdl.semantics.units import Exact
from vdl.slips.by_a_share import share_otherwise
from vdl.slips.stated import by_label, number_at
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.spelt import numbers_said
from vdl.values import Value, Varying, is_number, low
from vdl.words.said import SaidUnits, label_in, literals
from vdl.words.values import text, unit_of_cell

_TO = r"(?i)\bto (?:about |some )?\Z"
"""Before a number: it is the whole that comes of a change."""


class _Changed:
    """What a scenario fills of what has one figure for each label, in numbers alone."""

    def __init__(self, filling: Filling, cell: Cell, by_label: Mapping[str, Exact], before: Value) -> None:
        self.filling, self.cell, self.by_label = filling, cell, by_label
        self.first = next((label for label, number in by_label.items() if number != number_at(before, label)), "")


def scenario_otherwise(graph: Graph, solution: Solution, units: SaidUnits, axes: Sequence[Axis]) -> Iterator[Diagnostic]:
    """What is asked of the scenarios of a design, as it is without them."""
    design = graph.root.kind
    for member in design.all_members().values() if not design.is_layer else ():
        if member.form == "scenario" and member.kind is not None and not member.source.is_library:
            for axis in axes:
                yield from _at_another_label(graph, solution, units, axis, member, member.kind)
            yield from _added_to_the_rest(graph, solution, units, member, member.kind)
            yield from share_otherwise(graph, solution, units, axes, member, member.kind)


def _at_another_label(
    graph: Graph, solution: Solution, units: SaidUnits, axis: Axis, member: Member, scenario: Kind
) -> Iterator[Diagnostic]:  # fmt: skip
    """"Two hundred more in 2029" of what differs from 2028 on. All that it fills by label has to be written in numbers: what a
    formula changes, and when, is not looked at."""
    title = str(getattr(member.node, "title", ""))
    said = {label: found.group() for label in axis.labels if (found := label_in(title, label)) is not None}
    if not said:
        return
    changed: list[_Changed] = []
    for filling, _ in scenario.all_fillings():
        cell = graph.root.follow(filling.path)
        maps = [one for one in s.walk(filling.node.value) if isinstance(one, s.LabelMap)]
        if not maps:
            continue
        numbers = by_label(filling.node.value, axis, units.units) if isinstance(cell, Cell) else None
        if numbers is None or not isinstance(cell, Cell):
            return
        changed.append(_Changed(filling, cell, numbers, solution.values.get(cell, False)))
    changed = [one for one in changed if one.first]
    if changed and not any(one.first in said for one in changed):
        one = changed[0]
        begins = phrase("differs from `{label}` on in scenario `{name}`", label=one.first, name=member.name)
        says = phrase("its title says {words}", words=enumerated(said.values(), "and"))
        yield errors.said_otherwise(one.filling.span(), ".".join(one.filling.path), begins, says)


def _added_to_the_rest(
    graph: Graph, solution: Solution, units: SaidUnits, member: Member, scenario: Kind
) -> Iterator[Diagnostic]:  # fmt: skip
    """"From 1,000 to 1,200" of a figure that was nothing before and is added to a thousand: it is what comes on top."""
    words = [str(getattr(member.node, "title", "")), str(member.doc())]
    said: dict[Exact, str] = {
        reading: one[found.start : found.end] for one in words for found in numbers_said(one)
        if found.sort == "number" and re.compile(_TO).search(one, 0, found.start) for reading in found.readings
    }  # fmt: skip
    for filling, _ in scenario.all_fillings() if said else ():
        cell = graph.root.follow(filling.path)
        if not isinstance(cell, Cell) or cell.form != "input" or of_library(cell.span()):
            continue
        written = [one for one in literals(filling.node.value, "", units.units) if one.value in said]
        if len({one.value for one in written}) != 1 or not _is_nothing(solution.values.get(cell, False)):
            continue
        amount = written[0].value * written[0].unit.factor
        rest = next((one for one in _beside(cell, solution) if 0 < one < amount), None)
        if rest is not None:
            unit = unit_of_cell(cell, units.units)
            says, whole = phrase("its words say to {words}", words=said[written[0].value]), text(amount + rest, unit)
            key = "is added to {rest} in scenario `{name}`, which makes {whole}"
            stated = phrase(key, rest=text(rest, unit), name=member.name, whole=whole)
            yield errors.said_otherwise(filling.span(), ".".join(filling.path), stated, says)


def _is_nothing(value: Value) -> bool:
    numbers = list(value.cells.values()) if isinstance(value, Varying) else [value]
    return all(is_number(one) and not isinstance(one, bool) and low(one) == 0 for one in numbers)


def _beside(cell: Cell, solution: Solution) -> Iterator[Exact]:
    """What is added to a quantity, one number after the other, wherever the design reads it in a sum."""
    for one in solution.values:
        for op in parts([one.formula], lambda _: False):
            if isinstance(op, Op) and op.op == "+" and any(arg is cell for arg in op.args):
                others = [_number(arg, solution) for arg in op.args if arg is not cell]
                yield from [other for other in others if other is not None]


def _number(formula: Formula, solution: Solution) -> Exact | None:
    value = solution.values.get(formula) if isinstance(formula, Cell) else formula.value if isinstance(formula, Const) else None
    if isinstance(value, Varying):
        value = next(iter(value.cells.values()))
    return low(value) if value is not None and is_number(value) and not isinstance(value, bool) else None


__all__ = ["scenario_otherwise"]
