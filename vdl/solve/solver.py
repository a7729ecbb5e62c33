"""Cells in order of computation, one component after the other."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, MutableMapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from vdl import errors
from vdl.graph.cells import Cell, Formula
from vdl.graph.design import Graph
from vdl.graph.identity import CellId, input_ids
from vdl.graph.order import cell_needs
from vdl.records import NamedTuple
from vdl.solve.counts import bound_value, marked, smallest, spanning
from vdl.solve.evaluation import Evaluation, Lasting
from vdl.solve.inputs import How, always_whole, complaint, filling, first_violation
from vdl.solve.records import BoundValue, CountValue, Solution
from vdl.solve.unrounded import unrounded
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CYCLE_WORK
from vdl.values import FAULT, NOT_STATED, Range, Value, anywhere, scalars

if TYPE_CHECKING:
    from vdl.values.draws import Draw


class Step(NamedTuple):
    """A component of cells, to be computed in its turn."""

    cells: tuple[Cell, ...]
    circle: bool
    """Whether they need each other, or one needs itself."""
    needs: frozenset[Cell] | None = None
    """Of a component that is computed again: what it stays the same without a change of; None where it holds an input."""


def step_of(cells: tuple[Cell, ...], needs: frozenset[Cell] | None = None) -> Step:
    return Step(cells, len(cells) > 1 or cells[0] in cell_needs(cells[0]), needs)


class Solver:
    """Computes cells, each once. `inputs` are values that take the place of what cells have.

    Where one of them is a stretch of values, `spans` is how many steps it has: then a count is not one number but all those
    that it can come to; see `counts.spanning`.
    """

    def __init__(
        self, kept: Collection[str], inputs: Mapping[CellId, Value] | None = None,
        values: MutableMapping[Cell, Value] | None = None, *, spans: int = 0, draw: Draw | None = None,
        lasting: Lasting | None = None,
    ) -> None:  # fmt: skip
        self.kept = kept
        self.inputs = inputs or {}
        self.values: MutableMapping[Cell, Value] = {} if values is None else values
        self.counts: dict[Cell, CountValue] = {}
        self.rounds: dict[Cell, int] = {}
        self.circling = CYCLE_WORK
        """What may be computed to find the counts of one circle: its rounds times its quantities."""
        self.trials = 0
        """What was computed to find counts in circles: quantities, and the places where one is read, each time anew."""
        self.tried: dict[tuple[Cell, ...], int] = {}
        """The same of each circle."""
        self.fixed: set[Cell] = set()
        self.outside: dict[Cell, How] = {}
        """Inputs that are not what they may be, and what is wrong with them."""
        self.unsure: dict[Cell, None] = {}
        """Inputs of which that is not known: an end of a range that is not tight lies outside."""
        self.loud: set[tuple[Cell, ...]] = set()
        """Components of which something was said."""
        self.evaluation = Evaluation(self.values, self.fixed, draw, lasting)
        self.evaluation.spans = spans

    @property
    def spans(self) -> int:
        return self.evaluation.spans

    @property
    def diagnostics(self) -> list[Diagnostic]:
        return self.evaluation.diagnostics

    def solve(self, graph: Graph) -> Solution:
        """All cells of a graph; those that were computed before keep their values."""
        self.evaluation.order = graph.order
        self.components(component for component in graph.order if component[0] not in self.values)
        return Solution(self.values, self.counts, self.rounds, tuple(self.unsure), self.evaluation.draw)

    def branch(self) -> Solver:
        """Another that goes on from here, by itself. What was said so far is not said by it."""
        made = Solver(self.kept, self.inputs, dict(self.values), spans=self.spans, draw=self.evaluation.draw)
        made.counts.update(self.counts)
        made.rounds.update(self.rounds)
        made.fixed.update(self.fixed)
        made.outside.update(self.outside)
        made.unsure.update(self.unsure)
        made.trials = self.trials
        made.evaluation.go_on_from(self.evaluation)
        return made

    def components(self, order: Iterable[tuple[Cell, ...]]) -> None:
        self.steps(map(step_of, order))

    def steps(self, order: Iterable[Step]) -> None:
        for step in order:
            self.step(step)

    def step(self, step: Step) -> None:
        """Compute one component."""
        before = self.evaluation.remarks
        if step.circle:
            from vdl.solve import cycles  # most designs have none

            trials = self.trials
            cycles.solve(self, step.cells)
            self.tried[step.cells] = self.trials - trials
        else:
            self.cell(step.cells[0], given=step.needs is None and self.is_input(step.cells[0]))
        if self.evaluation.remarks > before:
            self.loud.add(step.cells)

    def keep(self, cells: tuple[Cell, ...], before: Solver) -> None:
        """Take a component from another solution: one that holds no input, and of which nothing was said. It counts as much as
        if it were computed."""
        if cells in before.tried:
            self.tried[cells] = before.tried[cells]
            self.trials += before.tried[cells]
        for cell in cells:
            self.values[cell] = before.values[cell]
            if cell in before.counts:
                self.counts[cell] = before.counts[cell]
            if cell in before.rounds:
                self.rounds[cell] = before.rounds[cell]
            if cell in before.unsure:
                self.unsure[cell] = None

    def answer(self, formula: Formula, order: Iterable[tuple[Cell, ...]]) -> Value:
        """The value of a formula, once what it needs is computed."""
        self.components(order)
        return self.evaluation.evaluate(formula)

    def is_input(self, cell: Cell) -> bool:
        """Whether a value takes the place of what the cell has."""
        return bool(self.inputs) and cell.form != "part" and any(one in self.inputs for one in input_ids(cell))

    def solves(self, cell: Cell) -> bool:
        """Whether the cell is a count whose number is to be found."""
        return cell.is_solved and not self.is_input(cell)

    def cell(self, cell: Cell, *, trying: bool = False, given: bool | None = None) -> None:
        """Compute one cell; what it needs is known, or is a number that is tried: then inputs are not judged yet. `given` is
        whether it is an input, where that is known."""
        self.evaluation.cell, self.evaluation.at = cell, cell.instance
        if self.is_input(cell) if given is None else given:
            value = next(self.inputs[one] for one in input_ids(cell) if one in self.inputs)
            self.values[cell] = value
            self.fixed.add(cell)
            if cell.form == "count":
                self.counts[cell] = CountValue(cell, value, True, ())
        elif not cell.is_solved:
            self.evaluation.of_whole = cell.domain is not None and cell.domain.whole
            value = self.evaluation.evaluate(cell.formula)
            self.evaluation.of_whole = False
            if cell.form == "count":
                value = self._given(cell, value)
            self.values[cell] = value
            if not trying:
                self.checked(cell)
        else:
            bounds = [bound_value(self.evaluation, cell, entry, self.kept) for entry in cell.bounds]
            value = self.number(cell, bounds)
            self.settle(cell, value, CountValue(cell, value, False, self.told(bounds, value)))

    def number(self, cell: Cell, bounds: Sequence[BoundValue]) -> Value:
        """What its bounds leave of a count: the smallest number, or over a stretch all that it can come to."""
        if self.spans:
            return spanning(self.evaluation, cell, bounds, self.kept)
        return smallest(self.evaluation, bounds)

    def told(self, bounds: Sequence[BoundValue], value: Value) -> tuple[BoundValue, ...]:
        """The bounds of a count with the one marked that decides; over a stretch it may be now the one and now the other."""
        return tuple(bounds) if self.spans else marked(unrounded(self.evaluation, [*bounds], self.kept), value)

    def checked(self, cell: Cell) -> None:
        """See to it that an input is what it may be; one that is not has no value."""
        if cell.domain is None:
            return
        found = first_violation(cell.domain, self.values[cell], self.spans)
        if found is not None and self.spans and found.how == "not whole" and always_whole(cell.formula, self.values, self.fixed):
            found = first_violation(cell.domain._replace(whole=False), self.values[cell], self.spans)
        if found is None:
            return
        if found.how == "not sure":
            self.unsure[cell] = None
            return
        self.evaluation.say(complaint(cell, cell.domain, found, self.values))
        self.outside[cell] = found.how
        self.values[cell] = FAULT

    def settle(self, cell: Cell, value: Value, count: CountValue) -> None:
        """Give a count its value and what it was solved from."""
        self.values[cell] = value
        self.counts[cell] = count

    def _given(self, cell: Cell, value: Value) -> Value:
        """A given count is one whole number, by label where it varies: one buys no range of things, and no half of one."""
        found = [one for _, one in scalars(value)]
        numbers = [one for one in found if isinstance(one, (int, Fraction))]
        wrong: Diagnostic | None = None
        if any(isinstance(one, Range) for one in found):
            wrong = errors.count_varies(cell.span(), cell.path)
        elif anywhere(value, NOT_STATED):
            wrong = errors.count_not_stated(cell.span(), cell.path)
        elif any(number.denominator != 1 for number in numbers):
            wrong = errors.not_whole(cell.span(), f"`{cell.path}`", filling(cell))
        elif any(number < 0 for number in numbers):
            wrong = errors.negative_count(cell.span())
        if wrong is not None:
            self.evaluation.say(wrong)
            value = FAULT
        self.counts[cell] = CountValue(cell, value, True, ())
        return value


def judge_given(evaluation: Evaluation, cell: Cell, kept: Collection[str]) -> CountValue:
    """A given count with its bounds, which judge it; evaluated after everything else is known."""
    bounds = [bound_value(evaluation, cell, entry, kept) for entry in cell.bounds]
    return CountValue(cell, evaluation.values.get(cell, FAULT), True, marked(unrounded(evaluation, bounds, kept), None))
