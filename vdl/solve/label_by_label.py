"""Counts that reach themselves through `previous`: solved label by label, in the order of the axis's text.

At a label everything earlier is known, so there is a circle only where one stands within a label. What is not known
yet is FAULT, which is silent: nothing is said of labels that were not come to.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.details import Along
from vdl.graph.order import components, formulas_of, operations, reads
from vdl.records import NamedTuple
from vdl.solve.faults import no_label
from vdl.solve.records import BoundValue
from vdl.solve.view import LABEL_BY_LABEL, Standing, View
from vdl.values import FAULT, MissingLabel, Value, at_label, stacked

if TYPE_CHECKING:
    from vdl.solve.solver import Solver

_EARLIER = frozenset(["previous", "running_sum", "running_max"])
"""Operations that read no later label of the axis that they follow."""


class Group(NamedTuple):
    """Cells that are computed together within one label."""

    cells: tuple[Cell, ...]
    circle: bool
    """Whether some of them hang on each other, or one on itself, at one label."""


class Steps(NamedTuple):
    """The axis that a circle follows, and its cells in order of computation within one label."""

    along: Along
    groups: list[Group]


def steps(cells: tuple[Cell, ...]) -> Steps | None:
    """How a circle is solved label by label; None where it does not go along one axis, or reads ahead."""
    inside = frozenset(cells)
    found: Along | None = None
    for cell in cells:
        for op in operations(formulas_of(cell)):
            if op.op in LABEL_BY_LABEL or inside.isdisjoint(reads(op)):
                continue
            if op.op not in _EARLIER or (found is not None and op.detail != found):
                return None
            assert isinstance(op.detail, Along)
            found = op.detail
    if found is None:
        return None
    now = {cell: [need for need in _reads(formulas_of(cell), found.axis) if need in inside] for cell in cells}
    groups = components(cells, lambda cell: None, needed=now.__getitem__)
    return Steps(found, [Group(group, len(group) > 1 or group[0] in now[group[0]]) for group in groups])


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
    inside = frozenset(cells)
    for cell in cells:
        for op in operations(formulas_of(cell)):
            by = next((need for need in _reads(op.args[:1], axis) if need in inside), None) if op.op == "keyed" else None
            if by is not None:
                return op, by
    return None


class Label(View):
    """A circle while one label of its axis is looked at."""

    axis: str

    def __init__(
        self, solver: Solver, standing: Standing, along: Along, label: str, earlier: Mapping[Cell, dict[str, Value]]
    ) -> None:
        super().__init__(solver, standing)
        self.axis = along.axis
        self.place = ((along.axis, label),)
        self._labels = along.labels
        self._label = label
        self._earlier = earlier

    def put(self, numbers: Mapping[Cell, Value]) -> None:
        """Give counts their numbers at the label."""
        for cell, number in numbers.items():
            known = {**dict.fromkeys(self._labels, FAULT), **self._earlier[cell], self._label: number}
            self.solver.values[cell] = stacked(self.axis, known)
        self.solver.evaluation.forget_corners()

    def part(self, value: Value) -> Value:
        """The value at the label. Raises MissingLabel."""
        return at_label(value, self.axis, self._label)

    def seen(self, bound: BoundValue) -> BoundValue:
        """The bound as it is at the label."""
        if bound.value is None:
            return bound
        try:
            value = self.part(bound.value)
        except MissingLabel as missing:
            sides = [(bound.entry.value, bound.value)]
            evaluation = self.solver.evaluation
            evaluation.say(no_label(bound.entry.span(), sides, missing, evaluation.values, evaluation.order))
            return bound._replace(value=FAULT, required=None)
        required = bound.required
        if required is not None:
            try:
                required = self.part(required)
            except MissingLabel:  # not stated there
                required = None
        return bound._replace(value=value, required=required)

    def needs(self, cell: Cell) -> Collection[Cell]:
        """The cells that a cell is computed from at the label."""
        return [] if self.solver.is_input(cell) else _reads(formulas_of(cell), self.axis)

    def keeps_labels_apart(self, op: Op) -> bool:
        """Earlier labels are known: what reads them is not moved by what hangs on the label."""
        follows = isinstance(op.detail, Along) and op.detail.axis == self.axis
        return (follows and op.op in _EARLIER) or super().keeps_labels_apart(op)


__all__ = ["Group", "Label", "Steps", "chosen_within", "steps"]
