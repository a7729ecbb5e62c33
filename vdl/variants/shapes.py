"""A design at other values of some of its inputs: elaborated once for each shape it takes, and then only solved."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING

from vdl.check import Types
from vdl.compilation import Solved
from vdl.graph.cells import Cell, Formula
from vdl.graph.design import AskEntry, Graph
from vdl.graph.identity import CellId, input_ids
from vdl.graph.order import formulas_of, has_range, reads
from vdl.judge import Judge, Judged, OpenPoint
from vdl.judge.nothing import comes_to_nothing
from vdl.judge.unplaced import asks_in_vain
from vdl.semantics.types import Kind
from vdl.solve import Evaluation, Plan, Solution, Solver
from vdl.solve.begun import Begun
from vdl.text.diagnostics import Diagnostic
from vdl.values import NOT_STATED, Value, Varying, anywhere
from vdl.variants import FailingIn, Making, solve_design
from vdl.variants.asked import hangs
from vdl.variants.attempt import Attempt, Known, attempt, looked_around, missed_in_choosing, objectives_of

if TYPE_CHECKING:
    from vdl.values.draws import Draw


class _Shape:
    """One shape: the objects and options that a design takes, and how to solve it again."""

    def __init__(self, made: Attempt, plan: Plan, said: tuple[Diagnostic, ...], as_of: str) -> None:
        self.choices = made.choices
        self._made, self._plan = made, plan
        self._said = said
        """What was said of what the inputs do not move."""
        self._lasting = plan.lasting(_judged(made.graph), drawn=made.solution.draw is not None)
        self._judge = Judge(made.graph, plan.kept, as_of, self._lasting)
        self._before: Solver | None = None
        """The last solution in this shape."""
        self._decisions = [one for one in made.graph.decisions if _hangs_on(plan.moved, one.condition)]
        """Those that may come out otherwise at other values."""

    def at(self, values: Mapping[CellId, Value], draw: Draw | None) -> Attempt | None:
        """The design in this shape; None where it takes another one at these values."""
        graph, plan, first = self._made.graph, self._plan, self._made.solution
        solver, changed = plan.solve_after(self._before, values, draw, self._lasting)
        if not all(solver.evaluation.evaluate(d.condition) == d.taken for d in self._decisions):
            return None
        unsure = [cell for cell in first.unsure if cell not in plan.moved]
        solution = Solution(
            {**first.values, **solver.values}, {**first.counts, **solver.counts}, first.rounds,
            (*unsure, *solver.unsure), draw,
        )  # fmt: skip
        evaluation = Evaluation(solution.values, draw=draw)
        objectives = objectives_of(graph, solution.values, evaluation, missed_in_choosing(graph, solution.values, draw))
        judged, said = self._judge.judge(solution, changed if self._before is not None else None)
        self._before = solver
        faults = (*self._said, *solver.diagnostics, *evaluation.diagnostics)
        return self._made._replace(solution=solution, judged=judged, faults=faults, said=tuple(said), objectives=objectives)


def _judged(graph: Graph) -> list[Formula | None]:
    """The formulas of all that is judged."""
    rules = [one for rule in graph.rules for one in (rule.condition, rule.when)]
    return [*rules, *[one for cell in graph.counts for bound in cell.bounds for one in (bound.value, bound.when)]]


class _Looking:
    """What is unused and where nothing was found, looked for again only where something else is silent or judged."""

    def __init__(self, graph: Graph, moved: Collection[Cell]) -> None:
        self._moved = tuple(moved)
        self._rules = [at for at, one in enumerate(graph.rules) if _hangs_on(moved, one.condition, one.when)]
        """The numbers of the rules that may be judged otherwise."""
        self._counts = {
            cell for cell in graph.counts
            if cell in moved or any(_hangs_on(moved, bound.value, bound.when) for bound in cell.bounds)
        }  # fmt: skip
        """The counts that may come to something else, or of which the bounds may."""
        self._known: dict[object, list[OpenPoint]] = {}

    def __call__(self, graph: Graph, solution: Solution, judged: Judged) -> list[OpenPoint]:
        silent = tuple([_silence(solution.values.get(cell, NOT_STATED)) for cell in self._moved])
        rules = [*[judged.rules[at] for at in self._rules], *judged.rules[len(graph.rules) :]]  # behind them those over bounds
        outcomes = tuple([one.outcome if one.outcome in _APART or asks_in_vain(one) else "" for one in rules])
        compared = tuple([one.outcome == "not-evaluated" for one in judged.expectations])
        counts = tuple([
            (comes_to_nothing(count), *[(bound.value is None, bound.required is None) for bound in count.bounds])
            for count in judged.counts if count.cell in self._counts
        ])  # fmt: skip
        key = silent, outcomes, compared, counts
        if key not in self._known:
            self._known[key] = looked_around(graph, solution, judged)
        return self._known[key]


class _Hanging:
    """Whether the condition of a question hangs on what that moves, found out once for each."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._known: dict[str, bool] = {}

    def __call__(self, ask: AskEntry) -> bool:
        if ask.name not in self._known:
            self._known[ask.name] = hangs(self._graph, ask)
        return self._known[ask.name]


def _hangs_on(moved: Collection[Cell], *formulas: Formula | None) -> bool:
    """Whether formulas read what is moved, or hold ranges, which may be drawn."""
    return any(cell in moved for cell in reads(*formulas)) or has_range(*formulas)


_APART = ("not-evaluated", "not-applicable")


def _silence(value: Value) -> int:
    """Whether something is stated everywhere, at some labels, or nowhere."""
    if value is NOT_STATED:
        return 2
    return int(isinstance(value, Varying) and anywhere(value, NOT_STATED))


class Shapes:
    """One design, to be solved at many values of the same inputs. What it gives at some is what compiling it with them gives,
    `alone` without what expectations and questions read, and `briefly` without words about rules that fail.
    """

    def __init__(
        self, types: Types, design: Kind, name: str, as_of: str, *, alone: bool = False, briefly: bool = False,
        begun: Begun | None = None,
    ) -> None:  # fmt: skip
        self._begun = begun
        self._types, self._design, self._name, self._as_of = types, design, name, as_of
        self._asked = "" if alone else None
        self._kept = types.names.kept_axes()
        self._briefly = briefly
        self._failing_in = FailingIn(types, design, as_of, begun)
        self._shapes: list[_Shape] = []
        self._first: list[Attempt] = []
        """The design as it is written, with each combination of options: shapes, as soon as it is known what is moved."""

    def first(self) -> Solved:
        """The design as it is written, before any values."""

        def make(chosen: Mapping[str, int]) -> Attempt:
            made = attempt(self._types, self._design, self._as_of, self._kept, chosen, asked=self._asked, begun=self._begun)
            self._first.append(made)
            return made

        return self._solved(make)

    def at(self, values: Mapping[CellId, Value], draw: Draw | None = None) -> Solved:
        """The design at these values, and with what is drawn for its ranges; with one set of `Shapes` either always or never."""

        def make(chosen: Mapping[str, int]) -> Attempt:
            return self._attempt(values, draw, chosen)

        while self._first:
            made = self._first.pop(0)
            if draw is None and not made.broken:
                self._remember(made, values)
        return self._solved(make)

    def _solved(self, make: Making) -> Solved:
        return solve_design(
            self._types, self._design, self._name, self._as_of, make=make, failing_in=self._failing_in, briefly=self._briefly
        )

    def _attempt(self, values: Mapping[CellId, Value], draw: Draw | None, chosen: Mapping[str, int]) -> Attempt:
        for shape in self._shapes:
            if all(choice.taken == chosen.get(choice.name, 0) for choice in shape.choices):
                found = shape.at(values, draw)
                if found is not None:
                    return found
        made = attempt(self._types, self._design, self._as_of, self._kept, chosen, values, self._asked, draw)
        if not made.broken:
            self._remember(made, values)
        return made

    def _remember(self, made: Attempt, values: Mapping[CellId, Value]) -> None:
        graph = made.graph
        cells = [
            cell for component in graph.order for cell in component
            if any(one in values for one in input_ids(cell)) or (made.solution.draw is not None and has_range(*formulas_of(cell)))
        ]  # fmt: skip
        plan = Plan(graph, self._kept, made.solution, cells, _watched(graph))
        solver = Solver(self._kept, values, draw=made.solution.draw)
        solver.components(component for component in graph.order if component[0] not in plan.moved)
        names = self._types.names
        slips = made.slips(names.units, names.axes.values())
        made = made._replace(known=Known(plan.moved, slips, _Looking(graph, plan.moved), _Hanging(graph)))
        said = (*made.said_by_elaboration, *solver.diagnostics)
        self._shapes.append(_Shape(made, plan, said, self._as_of))


def _watched(graph: Graph) -> Iterable[Cell]:
    """What decides which shape a design takes, and is read of each solution."""
    return reads(*[d.condition for d in graph.decisions])
