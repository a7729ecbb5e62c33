"""What formulas may come to, where what nobody stated may be anything that it may be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell, Formula, Unstated
from vdl.semantics.units import Exact
from vdl.solve.evaluation import Evaluation
from vdl.values import FAULT, NOT_STATED, Scalar, Value, anywhere, broadcast, high, is_number, low, make_range

if TYPE_CHECKING:
    from vdl.values.draws import Draw

FAR = 10**30
"""What is not stated may be so much, in base units: more than any rule allows, or any figure comes to."""


class Anything(Evaluation):
    """Evaluates with an unknown in the place of each input that nobody stated, over all that it may be; where no range says
    more, what is not stated is not below zero."""

    def __init__(self, values: Mapping[Cell, Value], draw: Draw | None = None) -> None:
        super().__init__(values, draw=draw)
        self._known: dict[Cell, Value] = {}

    def evaluate(self, formula: Formula | None) -> Value:
        if isinstance(formula, Unstated):
            domain = formula.domain
            least, most = (domain.low, domain.high) if domain is not None else (0, None)
            return self._pin(make_range(-FAR if least is None else least, FAR if most is None else most, formula.path))
        if isinstance(formula, Cell) and anywhere(self.values.get(formula, FAULT), NOT_STATED):
            return self._of_silent(formula)
        return super().evaluate(formula)

    def ends(self, formula: Formula, value: Value) -> tuple[Exact, Exact]:
        """The least and the most that a formula may come to at the places at which its `value` is not stated."""
        with self.trial():
            found = self.evaluate(formula)
        ends: list[Scalar] = []

        def look(stated: Scalar, one: Scalar) -> Scalar:
            if stated is NOT_STATED:
                ends.append(one)
            return stated

        broadcast(look, [value, found])
        if any(one is FAULT for one in ends):
            return -FAR, FAR
        numbers = [one if is_number(one) else make_range(0, FAR, "") for one in ends]
        return min(map(low, numbers)), max(map(high, numbers))

    def _of_silent(self, cell: Cell) -> Value:
        """A quantity that is not stated, or not at all labels: by its formula, within what it may be."""
        if self._pins:
            return self._within(cell, self.evaluate(cell.formula))
        if cell not in self._known:
            self._known[cell] = NOT_STATED  # in a circle nothing is known
            self._known[cell] = self._within(cell, self.evaluate(cell.formula))
        return self._known[cell]

    def _within(self, cell: Cell, value: Value) -> Value:
        """A value of a quantity, as far as it may be so small."""
        least = cell.domain.low if cell.domain is not None else None

        def within(one: Scalar) -> Scalar:
            if least is None or not is_number(one) or low(one) >= least:
                return one
            return make_range(least, max(high(one), least), cell.path)

        return broadcast(within, [value])
