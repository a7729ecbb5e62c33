"""What a solved design would come to if single inputs were something else, as far as one formula or another hangs on them.

A trial computes what reads something that has another value than in the design, and nothing else. What was computed of it for
one formula is there for the next one.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Mapping

from vdl.graph.cells import Cell, Formula
from vdl.graph.design import Graph
from vdl.graph.identity import CellId, cell_id, input_id, input_ids
from vdl.graph.order import and_needed, cell_needs, cost, reads
from vdl.records import NamedTuple
from vdl.solve.records import CountValue, Solution
from vdl.solve.solver import Solver, Step, step_of
from vdl.text.diagnostics import failed
from vdl.values import FAULT, Value, anywhere, same


class Moved(NamedTuple):
    """What an input moves of all that a formula hangs on: the places of components in the order of computation, those of them
    that are `filled` with it, and how much there is to compute: quantities, and the places where one is read."""

    cell: Cell
    places: tuple[int, ...]
    filled: frozenset[int]
    cost: int


class Tried(NamedTuple):
    """What a trial came to: the values of all that a formula hangs on, and the counts that were computed anew."""

    values: Mapping[Cell, Value]
    counts: Mapping[Cell, CountValue]


class _Trial:
    """One input at another value, and what of the design was computed with it so far."""

    __slots__ = ("broken", "counts", "fixed", "inputs", "known", "values")

    def __init__(self, inputs: Mapping[CellId, Value]) -> None:
        self.inputs = inputs
        self.known: set[int] = set()
        """The places of components that were looked at."""
        self.broken: set[int] = set()
        """Those of them that can't be solved."""
        self.values: dict[Cell, Value] = {}
        """Of what has another value than in the design."""
        self.counts: dict[Cell, CountValue] = {}
        self.fixed: set[Cell] = set()


class Trials:
    """Trials of the inputs of one solved design; `circling` is what each circle of counts may compute in one of them."""

    def __init__(self, graph: Graph, solution: Solution, kept: Collection[str], circling: int) -> None:
        self._solution = solution
        self.circled = 0
        """What was computed to find counts in circles so far, counted like the `cost` of what is moved."""
        self._order = graph.order
        self._kept = kept
        self._circling = circling
        self._places = {cell: at for at, component in enumerate(graph.order) for cell in component}
        self._trials: dict[tuple[Cell, Hashable], _Trial] = {}

    def part(self, formula: Formula) -> Part:
        """The part of the design that a formula hangs on."""
        cells = and_needed(reads(formula))
        places = sorted({self._places[cell] for cell in cells if cell in self._places})
        known = self._solution.values
        return Part(self, {at: self._order[at] for at in places}, {cell: known.get(cell, FAULT) for cell in cells})

    def trial(self, cell: Cell, key: Hashable, value: Value) -> _Trial:
        """That of an input at another value; the key tells it from others of the same input."""
        found = self._trials.get((cell, key))
        if found is None:
            found = self._trials[cell, key] = _Trial({input_id(cell): value})
        return found

    def solver(self, trial: _Trial, values: Mapping[Cell, Value]) -> Solver:
        """What goes on with a trial over some values."""
        made = Solver(self._kept, trial.inputs, {**values, **trial.values})
        made.circling = self._circling
        made.fixed.update(trial.fixed)
        return made


class Part:
    """All that a formula hangs on: its components by their places in the order of computation, and their values."""

    def __init__(self, trials: Trials, components: Mapping[int, tuple[Cell, ...]], values: Mapping[Cell, Value]) -> None:
        self.cells = values.keys()
        self._trials = trials
        self._values = values
        self._steps: dict[int, Step] = {}
        self._readers: dict[Cell, list[int]] = {}
        self._named: dict[str, list[tuple[int, Cell]]] = {}
        for at, component in components.items():
            needs = frozenset([need for cell in component for need in cell_needs(cell)])
            self._steps[at] = step_of(component, needs)
            for need in needs:
                self._readers.setdefault(need, []).append(at)
            for cell in component:
                self._named.setdefault(cell.name, []).append((at, cell))

    def moved(self, cell: Cell) -> Moved:
        """What an input moves."""
        own, named = cell_id(cell), self._named.get(cell.name, ())
        filled = frozenset([at for at, one in named if one is cell or own in input_ids(one)])
        found, waiting = set(filled), self._cells(filled)
        while waiting:
            further = [at for at in self._readers.get(waiting.pop(), ()) if at not in found]
            found.update(further)
            waiting += self._cells(further)
        places = sorted(found)
        return Moved(cell, tuple(places), filled, cost(self._cells(places)))

    def _cells(self, places: Iterable[int]) -> list[Cell]:
        return [cell for at in places for cell in self._steps[at].cells]

    def tried(self, moved: Moved, key: Hashable, value: Value) -> Tried | None:
        """What comes of an input at another value, which goes by a key of its own; None where the part can't be solved there."""
        trial = self._trials.trial(moved.cell, key, value)
        solver = self._trials.solver(trial, self._values)
        for at in moved.places:
            if at not in trial.known:
                self._compute(solver, trial, at, is_filled=at in moved.filled)
            if at in trial.broken:
                break
        self._trials.circled += solver.trials
        return Tried(solver.values, trial.counts) if trial.broken.isdisjoint(moved.places) else None

    def _compute(self, solver: Solver, trial: _Trial, at: int, *, is_filled: bool) -> None:
        """Compute a component, where it may have another value; or where something is wrong with it, which is found again."""
        step = self._steps[at]
        trial.known.add(at)
        reads_other = is_filled or not trial.values.keys().isdisjoint(step.needs or ())
        if not reads_other and not any(anywhere(self._values[cell], FAULT) for cell in step.cells):
            return
        solver.step(step._replace(needs=None) if is_filled else step)
        for cell in step.cells:
            if not same(solver.values[cell], self._values[cell]):
                trial.values[cell] = solver.values[cell]
            if cell in solver.counts:
                trial.counts[cell] = solver.counts[cell]
        trial.fixed.update(solver.fixed)
        if step.cells in solver.loud and failed(solver.diagnostics):
            trial.broken.add(at)


__all__ = ["Moved", "Part", "Trials", "Tried"]
