"""How the counts of a circle are looked at while it is solved: as a whole here, at one label in `label_by_label`."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell, Op
from vdl.graph.order import cell_needs, reads
from vdl.records import NamedTuple
from vdl.solve.counts import bound_value
from vdl.solve.records import BoundValue
from vdl.text.diagnostics import Diagnostic
from vdl.values import Place, Value

if TYPE_CHECKING:
    from vdl.solve.solver import Solver

LABEL_BY_LABEL = frozenset(
    "+ - * / ^ neg == != < <= > >= and or not if else given map keyed "
    "sum max min ceil floor round abs packed largest".split()
)
"""Operations of which the value at a label hangs on what their arguments are at that label only."""


class _Stood(NamedTuple):
    """What a bound asks for at all numbers, and what is wrong with it."""

    value: BoundValue
    said: Sequence[Diagnostic]


class Standing:
    """The bounds of the counts of a circle. One that reads nothing of the circle asks for the same at all numbers that are tried
    in it: it is computed once, and what is wrong with it is said each time."""

    def __init__(self, circle: Collection[Cell]) -> None:
        self._circle = frozenset(circle)
        self._known: dict[tuple[Cell, int], _Stood] = {}

    def bound(self, solver: Solver, cell: Cell, at: int) -> BoundValue:
        """What the bound of a count asks for that stands at a place among its bounds."""
        evaluation, entry = solver.evaluation, cell.bounds[at]
        put_off = evaluation.deferred  # while numbers are tried; what is found then is said by those who try them
        known = self._known.get((cell, at))
        if known is not None and (put_off is not None or not known.said):
            evaluation.at = cell.instance
            if put_off is not None:
                put_off += known.said
            return known.value
        before = len(put_off or ())
        value = bound_value(evaluation, cell, entry, solver.kept)
        if put_off is not None and self._circle.isdisjoint(reads(entry.value, entry.when)):
            self._known[cell, at] = _Stood(value, put_off[before:])
        return value


class View:
    """All of a circle."""

    axis: str | None = None
    """The axis of which one label is looked at."""

    place: Place = ()
    """Where that is."""

    def __init__(self, solver: Solver, standing: Standing) -> None:
        self.solver = solver
        self._standing = standing

    def put(self, numbers: Mapping[Cell, Value]) -> None:
        """Give counts their numbers."""
        self.solver.values.update(numbers)
        self.solver.evaluation.forget_corners()

    def part(self, value: Value) -> Value:
        """What is looked at of a value. Raises MissingLabel."""
        return value

    def seen(self, bound: BoundValue) -> BoundValue:
        """What is looked at of a bound."""
        return bound

    def needs(self, cell: Cell) -> Collection[Cell]:
        """The cells that a cell is computed from while it is looked at."""
        return [] if self.solver.is_input(cell) else cell_needs(cell)

    def keeps_labels_apart(self, op: Op) -> bool:
        """Whether the value of an operation at a label that is looked at hangs on what its arguments are there only."""
        return op.op in LABEL_BY_LABEL

    def bounds(self, cell: Cell) -> list[BoundValue]:
        """What the bounds of a count ask for."""
        return [self.seen(self._standing.bound(self.solver, cell, at)) for at in range(len(cell.bounds))]

    def compute(self, cell: Cell) -> list[BoundValue] | None:
        """Compute one cell; what it needs is known. Of a count: what its bounds ask for."""
        if not self.solver.solves(cell):
            self.solver.cell(cell, trying=True)
            return None
        asked = self.bounds(cell)
        self.put({cell: self.solver.number(cell, asked)})
        return asked


__all__ = ["LABEL_BY_LABEL", "Standing", "View"]
