"""Counts that reach themselves through `previous`: solved label by label, in the order of the axis's text.

At a label everything earlier is known, so there is a circle only where one stands within a label. What is not known
yet is FAULT, which is silent: nothing is said of labels that were not come to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, NamedTuple

from vdl import errors
from vdl.graph.cells import Along, At, Cell, Formula, Op
from vdl.graph.order import components
from vdl.solve.counts import entry_span, smallest
from vdl.solve.records import BoundValue
from vdl.values import FAULT, MissingLabel, Value, at_label, stacked

if TYPE_CHECKING:
    from vdl.solve.solver import Solver

_WHOLE = frozenset(["peak", "lowest", "grow"])
"""Operations that read a value at all its labels at once."""


class Steps(NamedTuple):
    """The axis that a circle follows, and its cells in order of computation within one label."""

    along: Along
    groups: list[tuple[Cell, ...]]


def steps(cells: tuple[Cell, ...]) -> Steps | None:
    """How a circle is solved label by label; None where it does not go along one axis, or reads ahead."""
    inside = frozenset(cells)
    found: Along | None = None
    for cell in cells:
        for op in _operations(_formulas(cell)):
            if not isinstance(op.detail, (Along, At)) and op.op not in _WHOLE:
                continue
            if not any(need in inside for need in _reads(op.args, None)):
                continue
            if isinstance(op.detail, At) or op.op in _WHOLE or (found is not None and op.detail != found):
                return None
            assert isinstance(op.detail, Along)
            found = op.detail
    if found is None:
        return None
    axis = found.axis

    def now(cell: Cell) -> list[Cell]:
        return [need for need in _reads(_formulas(cell), axis) if need in inside]

    return Steps(found, components(cells, lambda cell: None, needed=now))


def reads_itself(cell: Cell, axis: str) -> bool:
    """Whether a cell needs itself within one label."""
    return cell in _reads(_formulas(cell), axis)


def _formulas(cell: Cell) -> tuple[Formula, ...]:
    entries = cell.bounds if cell.is_solved else ()
    own = [cell.formula, *[part for entry in entries for part in (entry.value, entry.when)]]
    return tuple([formula for formula in own if formula is not None])


def _operations(formulas: Iterable[Formula]) -> Iterable[Op]:
    stack = list(formulas)
    while stack:
        part = stack.pop()
        if isinstance(part, Op):
            yield part
            stack.extend(part.args)


def _reads(formulas: Iterable[Formula], axis: str | None) -> list[Cell]:
    """The cells that formulas read; with an axis, those that they read at the same label of it."""
    found: list[Cell] = []
    stack = list(formulas)
    while stack:
        part = stack.pop()
        if isinstance(part, Cell):
            found.append(part)
        elif isinstance(part, Op):
            earlier = part.op == "previous" and isinstance(part.detail, Along) and part.detail.axis == axis
            stack.extend(part.args[1:] if earlier else part.args)
    return found


def chosen_within(cells: Collection[Cell], axis: str | None = None) -> tuple[Op, Cell] | None:
    """A value by a quantity that is chosen by a cell of a circle, and that cell; None where there is none."""
    for cell in cells:
        for op in _operations(_formulas(cell)):
            by = next((need for need in _reads(op.args[:1], axis) if need in cells), None) if op.op == "keyed" else None
            if by is not None:
                return op, by
    return None


class Label:
    """The counts of a circle while one label of its axis is looked at."""

    def __init__(self, solver: Solver, along: Along, label: str, earlier: Mapping[Cell, dict[str, Value]]) -> None:
        self.solver = solver
        self.along = along
        self.axis = along.axis
        self.label = label
        self.earlier = earlier

    def put(self, numbers: Mapping[Cell, Value]) -> None:
        """Give counts their numbers at the label."""
        for cell, number in numbers.items():
            known = {**dict.fromkeys(self.along.labels, FAULT), **self.earlier[cell], self.label: number}
            self.solver.values[cell] = stacked(self.along.axis, known)
        self.solver.evaluation.forget_corners()

    def seen(self, bounds: Iterable[BoundValue]) -> list[BoundValue]:
        """The bounds as they are at the label."""
        return [self._seen(bound) for bound in bounds]

    def _seen(self, bound: BoundValue) -> BoundValue:
        if bound.value is None:
            return bound
        axis, label = self.along.axis, self.label
        try:
            value = at_label(bound.value, axis, label)
        except MissingLabel:
            self.solver.evaluation.say(errors.missing_label(entry_span(bound.entry), label, axis))
            return bound._replace(value=FAULT, required=None)
        required = bound.required
        if required is not None:
            try:
                required = at_label(required, axis, label)
            except MissingLabel:  # not stated there
                required = None
        return bound._replace(value=value, required=required)

    def number(self, bounds: Iterable[BoundValue]) -> Value:
        """What the bounds leave of a count at the label."""
        return smallest(self.solver.evaluation, self.seen(bounds))


__all__ = ["Label", "Steps", "chosen_within", "reads_itself", "steps"]
