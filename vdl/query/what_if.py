"""A design at other values of one of its quantities, with the objects and options that it would take there."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from vdl.compilation import Compilation, Solved
from vdl.graph.apart import for_question
from vdl.graph.cells import Cell
from vdl.graph.design import Choice, Graph, Moved
from vdl.graph.identity import cell_id
from vdl.graph.order import cost
from vdl.judge import CONDITION, Outcome, Verdict
from vdl.judge.missed import SOUND, judged, left_open, undecided
from vdl.judge.rules import admits, judge_bound, judge_rule, met
from vdl.judge.standing import accept_open, counts_as_silence, points, silence
from vdl.judge.waivers import Waivers
from vdl.query.obstacles import UNSOLVED, stopping, unsolvable, unsolved
from vdl.query.structure import Structure, structure_of
from vdl.query.walk import Step, Stretch
from vdl.records import NamedTuple
from vdl.semantics.domains import Domain
from vdl.semantics.intervals import NOT_NEGATIVE
from vdl.semantics.units import ONE, Exact
from vdl.solve import Evaluation, How, Solver, judge_given
from vdl.solve.missed import Missed, missed
from vdl.text.diagnostics import failed
from vdl.values import (
    MOVED,
    Number,
    Range,
    Value,
    add,
    at_places,
    broadcast,
    high,
    is_exact,
    low,
    multiply,
    on_numbers,
    scalars,
)
from vdl.variants.attempt import Attempt, Merit, Objective, attempt, lacking, objectives_of, worth
from vdl.variants.choices import Options, TooManyChoices, beside, best_of, by_what_is_stated, every_attempt, order


class Case(NamedTuple):
    """The design with one combination of options, at a value or over a range of them."""

    choices: tuple[Choice, ...]
    solved: tuple[Structure, Solver] | None
    """None where it can't be solved."""
    best: Merit
    worst: Merit
    """What it may come to in the range; at one value they are the same."""
    reason: str = ""
    """Why it can't be solved, in words."""
    objectives: tuple[Objective, ...] = ()

    def merit(self) -> Merit:
        return self.worst


class _Ranked(NamedTuple):
    """One option at a step."""

    faults: int
    failed: int
    objective: Value
    lacks: int
    taken: bool
    case: Case


class _Unknown(Exception):
    """Computing with a range of values does not tell what is so throughout."""


class WhatIf:
    """One design at other values of one quantity: so many steps away from a first one. `work` counts what was computed so far."""

    def __init__(
        self, compilation: Compilation, solved: Solved, entry: Moved, start: Exact, step: Exact, expected: str = ""
    ) -> None:
        self.compilation = compilation
        self.solved = solved
        self.asked = entry
        self.domain = asked_of(entry.cell)
        self.work = 0
        self.lost = 0
        """What of it was spent on circles of a design that could not be solved: one may take as long as thousands that can."""
        self.shapes: list[Structure] = []
        self.expected = expected
        """The name of an expectation that is looked at, too."""
        self.only: str | None = None
        """The one rule, or "the condition", that matters; None where all do."""
        self._start, self._step = start, step
        graph = for_question(solved.graph, entry.name, expected)
        self._remember(Attempt(graph, solved.solution, solved.judged, (), (), ()))
        self.before = {rule.name: rule.outcome for rule in solved.judged.rules}

    # ------------------------------------------------------------------ the input
    def _moved(self, graph: Graph) -> Moved | None:
        """What is moved, as a graph knows it."""
        return graph.moved(self.asked.name)

    def value(self, k: Number) -> Value:
        """The input after so many steps, or over a stretch of them."""
        return add(multiply(k, self._step)[0], self._start)[0]

    def _wrong(self, k: int) -> How | None:
        """What keeps the input from being moved so far."""
        return None if all(self.domain.holds(one) for _, one in scalars(self.value(k)) if is_exact(one)) else "outside"

    # ------------------------------------------------------------------ shapes
    def _remember(self, made: Attempt) -> Structure | None:
        entry = self._moved(made.graph)
        if entry is None:
            return None
        self.shapes.append(structure_of(made, entry, self.compilation.kept))
        return self.shapes[-1]

    def _known(self, k: Number, chosen: Mapping[str, int]) -> tuple[Structure, Solver] | None:
        """A shape met before that the design takes at a step with some options, solved there; over a stretch the only one."""
        value, steps = self.value(k), int(k.high - k.low) if isinstance(k, Range) else 0
        for shape in self.shapes:
            graph = shape.attempt.graph
            if all(choice.taken == chosen.get(choice.name, 0) for choice in graph.choices):
                solver = shape.solve(value, steps)
                self.work += shape.size + solver.trials
                self.lost += solver.trials if failed(solver.diagnostics) else 0
                if all(solver.evaluation.evaluate(d.condition) == d.taken for d in graph.decisions):
                    return shape, solver
        return None

    def _case(self, k: Number, chosen: Mapping[str, int]) -> Case:
        """The design with one combination of options. Raises _Unknown where it takes several shapes in a stretch."""
        found = self._known(k, chosen)
        if found is None:
            if isinstance(k, Range):
                raise _Unknown
            value = self.value(k)
            solved, inputs = self.solved, {cell_id(self.asked.cell): value}
            made = attempt(
                solved.types, solved.design, self.compilation.as_of, self.compilation.kept, chosen, inputs, self.asked.name,
                solved.solution.draw, self.expected,
            )  # fmt: skip
            self.work += cost(cell for component in made.graph.order for cell in component)
            structure = None if made.broken else self._remember(made)
            if structure is None:
                reason = unsolvable(made.faults, made.graph.order, made.solution.values)
                return Case(made.choices, None, made.merit(), made.merit(), reason)
            found = structure, structure.solve(value, 0)
        structure, solver = found
        choices = structure.attempt.choices
        if not choices:
            return Case((), found, (0, 0, 0, ()), (0, 0, 0, ()))
        return self._ranked(structure, solver, spans=isinstance(k, Range))

    def _ranked(self, structure: Structure, solver: Solver, *, spans: bool) -> Case:
        graph = structure.attempt.graph
        missing = self._missed(structure, solver)
        if spans and missing is not None and missing.hangs(*structure.ranked):
            raise _Unknown
        objectives = objectives_of(graph, solver.values, solver.evaluation, missing)
        rules = self._rules(structure, solver, missing)
        outcomes = [rule.outcome for rule in rules]
        errors, fails, silent = structure.constant
        silent += self._silence(structure, solver, rules, missing) + lacking(objectives)
        if spans and failed(solver.diagnostics):
            raise _Unknown
        errors += sum(d.severity == "error" for d in solver.diagnostics)
        possible = fails + outcomes.count("fails") + outcomes.count("part")
        certain = possible - outcomes.count("part") if spans else possible

        def merit(failed: int, end: Callable[[Number], Exact]) -> Merit:
            return errors, failed, silent, tuple([worth(one.value, end) for one in objectives])

        best, worst = merit(certain, low if spans else high), merit(possible, high)
        return Case(structure.attempt.choices, (structure, solver), best, worst, objectives=objectives)

    def _silence(self, structure: Structure, solver: Solver, rules: list[Verdict], missing: Missed | None) -> int:
        """How much is silent of what the input moves. Raises _Unknown where that may differ in a range."""
        hints = [judge_rule(solver.evaluation, rule) for rule in structure.hints]
        if missing is not None:
            hints = [judged(missing, rule, verdict) for rule, verdict in zip(structure.hints, hints)]
        if solver.spans and any(rule.outcome == "part" and counts_as_silence(rule) for rule in hints):
            raise _Unknown
        counts = [judge_given(solver.evaluation, cell, self.compilation.kept) for cell in structure.counts]
        counts += [count for cell, count in solver.counts.items() if not count.given]
        waivers = structure.attempt.graph.waivers
        return silence(accept_open(points([*rules, *hints], counts), waivers, self.compilation.as_of)[0])

    # ------------------------------------------------------------------ options
    def _cases(self, k: int) -> dict[Options, Case]:
        """The design at a step with every combination of options. Raises TooManyChoices."""
        return every_attempt(lambda chosen: self._case(k, chosen))

    def _best(self, k: int) -> tuple[Structure, Solver] | str:
        """The shape that the design takes at a step, with the options that it would take; where it is broken, why."""
        try:
            best = best_of(self._cases(k))
        except TooManyChoices:
            return UNSOLVED
        if best.solved is None or any(missing for missing, _ in best.worst[3]):
            return best.reason or UNSOLVED
        return best.solved

    def _candidates(self, stretch: Range) -> list[tuple[Structure, Solver]]:
        """The shapes that the design may take somewhere in a stretch: with options that no others beat throughout.

        Raises _Unknown.
        """
        try:
            made = every_attempt(lambda chosen: self._case(stretch, chosen))
        except TooManyChoices:
            raise _Unknown from None
        least = min((case.worst, order(options)) for options, case in made.items())
        left = [case for options, case in made.items() if (case.best, order(options)) <= least]
        if any(case.solved is None or any(missing for missing, _ in case.worst[3]) for case in left):
            raise _Unknown
        return [case.solved for case in left if case.solved is not None]

    # ------------------------------------------------------------------ verdicts
    def step(self, k: int) -> Step:
        """What does not hold at a step: names of rules, "the condition", ranges that inputs would leave."""
        wrong = self._wrong(k)
        if wrong is not None:
            return Step((stopping(self.asked.cell, self.domain, wrong),), void=wrong == "not whole")
        found = self._best(k)
        if isinstance(found, str):
            return Step((found,), broken=True)
        shape, solver = found
        if failed(solver.diagnostics):
            left = set(solver.outside.values())
            return Step(unsolved(solver, shape.plan.order), void=left == {"not whole"}, broken=left != {"not whole"})
        names = self._failing(shape, solver)
        if failed(solver.diagnostics):
            return Step((unsolvable(solver.diagnostics, (), {}),), broken=True)
        return Step(tuple(dict.fromkeys(names)))

    def lacks(self, k: int) -> bool:
        """Whether a step is what it is by what is stated alone: the rest of a sum that lacks figures could make another design of
        it, break what holds there, or have all hold that stops it; or have another option taken of which one is true of these."""
        found = self._best(k)
        if isinstance(found, str):
            return False
        stopped = bool(self._failing(*found))
        rivals = [one.solved for one in self._rivals(k) if one.solved is not None and not failed(one.solved[1].diagnostics)]
        return self._is_open(*found) or any(
            bool(self._failing(*rival)) is not stopped or self._is_open(*rival) for rival in rivals
        )  # fmt: skip

    def _rivals(self, k: int) -> list[Case]:
        """What the design could be at a step with other options, if what their objectives lack were stated."""
        made = self._cases(k)
        best = best_of(made)
        found = []
        for choice, options in beside(best, made):
            ranked = [
                _Ranked(one.worst[0], one.worst[1], *one.objectives[at], index == choice.taken, one)
                for index, (one, at) in enumerate(options) if len(one.objectives) > at
            ]  # fmt: skip
            found += [one.case for one in ranked if not one.taken] if by_what_is_stated(ranked) else []
        return found

    def _is_open(self, shape: Structure, solver: Solver) -> bool:
        """Whether a design is what it is, and holds or does not, by what is stated alone."""
        missing = self._missed(shape, solver)
        if missing is None or failed(solver.diagnostics):
            return False
        if undecided(missing, shape.attempt.graph.decisions):
            return True
        stops = self._failing(shape, solver)
        stated, whole = self._outcomes(shape, solver.evaluation), self._outcomes(shape, missing)
        if stops:
            return all(whole.get(name) not in ("fails", stated.get(name)) for name in stops)
        sound = [name for name, outcome in stated.items() if outcome in SOUND and name not in shape.entry.ignoring]
        return any(whole.get(name, "holds") not in SOUND for name in sound)

    def _missed(self, shape: Structure, solver: Solver) -> Missed | None:
        """What hangs on what is missed in the design as it was solved."""
        return missed(shape.attempt.graph, solver.values, self.solved.solution.draw, shape.hanging)

    def _outcomes(self, shape: Structure, evaluation: Evaluation) -> dict[str, Outcome]:
        """What becomes of the condition and of each rule, by their names; of ranges fails only what fails throughout."""
        rules = [softened(verdict) for verdict in self._verdicts(shape, evaluation)]
        return {CONDITION: met(evaluation, shape.entry.looked_at, None)[0], **{rule.name: rule.outcome for rule in rules}}

    def _failing(self, shape: Structure, solver: Solver) -> list[str]:
        """What does not hold where the design can be solved."""
        names = [] if self._condition(shape, solver) == "fine" else [CONDITION]
        names += [rule.name for rule in self._rules(shape, solver) if self._stops(shape, rule)]
        return [name for name in names if self.only in (None, name)]

    def stretch(self, first: int, last: int) -> Stretch:
        """What is known of all steps between two, by computing with the range of them."""
        begin, end = min(first, last), max(first, last)
        wrong = self._wrong(begin), self._wrong(end)
        if any(wrong):
            return "stopped" if wrong == ("outside", "outside") else "unknown"
        try:
            candidates = self._candidates(Range(begin, end, None, True, {MOVED: end - begin}))
        except _Unknown:
            return "unknown"
        found = {self._throughout(shape, solver) for shape, solver in candidates}
        return found.pop() if len(found) == 1 else "unknown"

    def _throughout(self, shape: Structure, solver: Solver) -> Stretch:
        if failed(solver.diagnostics):
            return "unknown"
        outcomes = [self._condition(shape, solver)] if self.only in (None, CONDITION) else []
        for rule in self._rules(shape, solver):
            if self.only in (None, rule.name) and self._stops(shape, rule):
                outcomes.append("stopped" if rule.outcome == "fails" else "unknown")
        if failed(solver.diagnostics):
            return "unknown"
        return "stopped" if "stopped" in outcomes else "fine" if all(o == "fine" for o in outcomes) else "unknown"

    def _condition(self, shape: Structure, solver: Solver) -> Stretch:
        outcome, _ = met(solver.evaluation, shape.entry.looked_at, None)
        return "fine" if outcome == "holds" else "stopped" if outcome == "fails" else "unknown"

    def _rules(self, shape: Structure, solver: Solver, missing: Missed | None = None) -> list[Verdict]:
        """The error rules and bounds of given counts that the input moves, with waivers over them; as far as what is missed lets
        them stand, where that is said."""
        verdicts = self._verdicts(shape, solver.evaluation)
        if missing is not None:
            whole = {verdict.name: verdict for verdict in self._verdicts(shape, missing)}
            verdicts = [left_open(verdict, whole.get(verdict.name)) for verdict in verdicts]
        waivers = Waivers(shape.attempt.graph.waivers, self.compilation.as_of)
        verdicts = [waivers.over(verdict).rule for verdict in verdicts]
        return [softened(verdict) for verdict in verdicts] if solver.spans else verdicts

    def _verdicts(self, shape: Structure, evaluation: Evaluation) -> list[Verdict]:
        """The same, before waivers."""
        verdicts = [judge_rule(evaluation, rule) for rule in shape.rules]
        for cell in shape.counts:
            count = judge_given(evaluation, cell, self.compilation.kept)
            verdicts += [judge_bound(count, bound) for bound in count.bounds
                         if bound.value is not None and bound.entry.severity == "error"
                         and f"{cell.path}.{bound.entry.name}" not in shape.still]  # fmt: skip
        return verdicts

    def _stops(self, shape: Structure, rule: Verdict) -> bool:
        """Whether a rule stands in the way. One that can't be judged does where it could be at the present value."""
        if rule.name in shape.entry.ignoring or rule.outcome in ("holds", "waived", "not-applicable"):
            return False
        return rule.outcome != "not-evaluated" or self.before.get(rule.name) not in (None, "not-evaluated")


def asked_of(cell: Cell) -> Domain:
    """What a quantity that a question moves may be; a count is not negative."""
    return cell.domain or Domain(NOT_NEGATIVE, True, False, ONE)


def softened(verdict: Verdict) -> Verdict:
    """The verdict over a bound of a given count, over a range of values of the input: bounds are judged at their worst
    ends, so one that fails there may hold elsewhere in the range."""
    if verdict.outcome != "fails" or verdict.of is None or verdict.bound is None or verdict.bound.value is None:
        return verdict
    entry = verdict.bound.entry
    for place in verdict.failing or ((),):
        given, asked = at_places(verdict.of.value, (place,)), at_places(verdict.bound.value, (place,))
        short = broadcast(on_numbers(lambda a, b: not admits(entry, high(a), low(b))), [given, asked])
        if any(one is True for _, one in scalars(short)):
            return verdict
    return verdict._replace(outcome="part")
