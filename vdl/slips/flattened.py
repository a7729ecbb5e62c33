"""One figure of a scenario for all labels, in place of what differs by label in the design below."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import nearest, of_library
from vdl.graph.cells import Cell, Const, Instance
from vdl.graph.order import reads
from vdl.semantics.types import Filling, Kind
from vdl.semantics.units import NUMBER, Units
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.values import Varying, is_number, scalars
from vdl.words.values import text, unit_of_cell

_PLAIN = (s.Number, s.Range, s.Unary, s.Binary)
"""What a figure without names and without labels is written with."""


def plain_figures(scenario: Kind) -> list[Filling]:
    """What a scenario fills with one figure that stands there as it is: `520 boxes`, `2 * 30 kg`."""
    return [
        filling for filling, _ in scenario.all_fillings()
        if all(isinstance(node, _PLAIN) for node in s.walk(filling.node.value) if isinstance(node, s.Expr))
    ]  # fmt: skip


def flattened(root: Instance, below: Solution, scenario: Kind, units: Units) -> Iterator[Diagnostic]:
    """What is asked about those that take the place of what differs by label in the design `below`, and that its author wrote."""
    for filling in plain_figures(scenario):
        cell = _cell(root, filling.path)
        value = below.values.get(cell) if cell is not None else None
        if cell is None or cell.form != "input" or not isinstance(value, Varying) or of_library(cell.span()):
            continue
        numbers = [number for _, number in scalars(value) if is_number(number)]
        if len(set(numbers)) > 1 and len(numbers) == len(value.cells):
            figure = filling.value_text()
            before = text(value, unit_of_cell(cell, units))
            labels = [label for axis in value.axes for label in value.labels(axis)] if len(value.axes) == 1 else []
            made_of = _made_of(root, cell, below, units)
            alike = all(unit_of_cell(one, units).dimension == unit_of_cell(cell, units).dimension for one in made_of)
            name, paths = ".".join(filling.path), [one.path for one in made_of]
            yield errors.flattened(filling.span(), name, figure, before, value.axes, labels, cell.span(), paths, alike=alike)


def _made_of(root: Instance, cell: Cell, below: Solution, units: Units) -> list[Cell]:
    """The figures of authors that something is worked out from, the nearest first: those that are one for all labels, as what it
    comes of grows from; of the same sort, or else of other things that are counted."""
    found = nearest(reads(cell.formula), lambda one: one.form == "input" and isinstance(one.formula, Const))
    mine = unit_of_cell(cell, units).dimension
    figures = [
        one for one in found
        if one.form == "input" and isinstance(one.formula, Const) and not of_library(one.span()) and mine != NUMBER
        and not isinstance(below.values.get(one), Varying) and _cell(root, tuple(one.path.split("."))) is one
    ]  # fmt: skip
    alike = [one for one in figures if unit_of_cell(one, units).dimension == mine]
    counted = [one for one in figures if units.counts_things(mine) and units.counts_things(unit_of_cell(one, units).dimension)]
    return (alike or counted)[:_NAMED]


_NAMED = 3
"""Figures that are named of those that something is worked out from."""


def _cell(root: Instance, path: tuple[str, ...]) -> Cell | None:
    """What a scenario fills, in the design without it."""
    made = root.follow(path)
    return made if isinstance(made, Cell) else None


__all__ = ["flattened", "plain_figures"]
