"""A design at other values of one of its quantities, with the objects and options that it would take there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, cell_id
from vdl.graph.design import CHOICES, AskEntry, Graph
from vdl.graph.order import cell_needs, reads
from vdl.judge import Verdict
from vdl.judge.rules import judge_bound, judge_rule, met
from vdl.judge.waivers import accept
from vdl.query.walk import Stretch
from vdl.semantics.units import Exact
from vdl.solve import Plan, Solver, judge_given
from vdl.text.diagnostics import Diagnostic
from vdl.values import Range, Value
from vdl.variants.attempt import Attempt, attempt
from vdl.variants.choices import best_of, every_attempt


class Structure(NamedTuple):
    """One shape that a design takes, and how to solve it again."""

    attempt: Attempt
    entry: AskEntry
    plan: Plan
    touched: frozenset[Cell | str]
    """What the input moves: quantities, and what is shaped by decisions that it moves (rules by their paths)."""


def _touched(graph: Graph, plan: Plan) -> frozenset[Cell | str]:
    """What an input moves, also by way of the objects that conditions and choices take."""
    moved: set[Cell | str] = set(plan.moved)
    while True:
        numbers = {d.number for d in graph.decisions if any(c in moved for c in reads(d.condition))}
        if graph.choices:
            numbers.add(CHOICES)
        hanging = (key for key, of in graph.hanging.items() if of & numbers)
        more: set[Cell | str] = {key for key in hanging if not isinstance(key, tuple)} - moved
        if not more:
            return frozenset(moved)
        moved |= more
        for component in graph.order:
            if any(c in moved or any(n in moved for n in cell_needs(c)) for c in component):
                moved.update(component)


class WhatIf:
    """One design at other values of one quantity."""

    def __init__(self, compilation: Compilation, solved: Solved, entry: AskEntry) -> None:
        self.compilation = compilation
        self.solved = solved
        self.asked = entry
        self.shapes: list[Structure] = []
        self._remember(Attempt(solved.graph, solved.solution, solved.judged, (), (), ()))
        self.before = {rule.name: rule.outcome for rule in solved.judged.rules}

    # ------------------------------------------------------------------ shapes
    def _remember(self, made: Attempt) -> Structure | None:
        entry = next((ask for ask in made.graph.asks if ask.name == self.asked.name), None)
        if entry is None:
            return None
        graph = made.graph
        watched = reads(entry.condition, *[d.condition for d in graph.decisions], *[c.objective for c in graph.choices])
        watched += reads(*[formula for rule in graph.rules for formula in (rule.condition, rule.when)])
        watched += [*graph.counts, *[c for count in graph.counts for b in count.bounds for c in reads(b.value, b.when)]]
        plan = Plan(graph, self.compilation.kept, made.solution, [entry.cell], watched)
        self.shapes.append(Structure(made, entry, plan, _touched(graph, plan)))
        return self.shapes[-1]

    def _at(self, value: Value, chosen: Mapping[str, int]) -> tuple[Structure, Solver] | None:
        """The shape that the design takes at a value with some options, solved there."""
        for shape in self.shapes:
            graph = shape.attempt.graph
            if all(choice.taken == chosen.get(choice.name, 0) for choice in graph.choices):
                solver = shape.plan.solve({shape.entry.cell: value}, spans=isinstance(value, Range))
                if all(solver.evaluation.evaluate(d.condition) == d.taken for d in graph.decisions):
                    return shape, solver
        if isinstance(value, Range):
            return None
        made = self._anew(value, chosen)
        found = None if made.broken else self._remember(made)
        return None if found is None else (found, found.plan.solve({found.entry.cell: value}))

    def _anew(self, value: Value, chosen: Mapping[str, int]) -> Attempt:
        solved, kept = self.solved, self.compilation.kept
        return attempt(solved.types, solved.design, self.compilation.as_of, kept, chosen, {cell_id(self.asked.cell): value})

    def _best(self, value: Exact) -> tuple[Structure, Solver] | None:
        """The shape that the design takes at a value, with the options that it would take."""
        if not self.solved.graph.choices:
            return self._at(value, {})
        found: dict[int, tuple[Structure, Solver]] = {}

        def make(chosen: Mapping[str, int]) -> Attempt:
            shape = self._at(value, chosen)
            if shape is None:
                return self._anew(value, chosen)
            structure, solver = shape
            objectives = tuple([solver.evaluation.evaluate(choice.objective) for choice in structure.attempt.graph.choices])
            judged = structure.attempt.judged._replace(rules=tuple(self._rules(structure, solver, every=True)))
            made = structure.attempt._replace(judged=judged, faults=tuple(solver.diagnostics), objectives=objectives)
            found[id(made)] = shape
            return made

        return found.get(id(best_of(every_attempt(make))))

    # ------------------------------------------------------------------ verdicts
    def stopped(self, value: Exact) -> tuple[str, ...]:
        """What does not hold at a value: names of rules, "the condition"."""
        found = self._best(value)
        if found is None or failed(found[1].diagnostics):
            return ("the design can't be solved",)
        shape, solver = found
        names = [] if self._condition(shape, solver) == "fine" else ["the condition"]
        names += [rule.name for rule in self._rules(shape, solver) if self._stops(shape, rule)]
        if failed(solver.diagnostics):
            return ("the design can't be solved",)
        return tuple(dict.fromkeys(names))

    def stretch(self, low: Exact, high: Exact) -> Stretch:
        """What is known of all values between two, by computing with the range of them."""
        if self.solved.graph.choices:
            return "unknown"
        found = self._at(Range(low, high, None, True, {"what if": high - low}), {})
        if found is None or failed(found[1].diagnostics):
            return "unknown"
        shape, solver = found
        outcomes = [self._condition(shape, solver)]
        for rule in self._rules(shape, solver):
            if rule.name in shape.entry.ignoring:
                continue
            if self._stops(shape, rule):
                outcomes.append("stopped" if rule.outcome == "fails" else "unknown")
        if failed(solver.diagnostics):
            return "unknown"
        return "stopped" if "stopped" in outcomes else "fine" if all(o == "fine" for o in outcomes) else "unknown"

    def _condition(self, shape: Structure, solver: Solver) -> Stretch:
        outcome, _ = met(solver.evaluation, shape.entry.condition, None)
        return "fine" if outcome == "holds" else "stopped" if outcome == "fails" else "unknown"

    def _rules(self, shape: Structure, solver: Solver, *, every: bool = False) -> list[Verdict]:
        """The error rules and bounds of given counts that the input moves, with waivers over them."""
        graph, touched = shape.attempt.graph, shape.touched
        rules = [
            judge_rule(solver.evaluation, rule) for rule in graph.rules
            if rule.severity == "error"
            and (every or rule.path in touched or any(c in touched for c in reads(rule.condition, rule.when)))
        ]  # fmt: skip
        for cell in graph.counts:
            if cell.is_solved and cell is not shape.entry.cell:
                continue
            needed = [cell, *[c for bound in cell.bounds for c in reads(bound.value, bound.when)]]
            if every or any(c in touched for c in needed):
                count = judge_given(solver.evaluation, cell, self.compilation.kept)
                rules += [judge_bound(count, bound) for bound in count.bounds
                          if bound.value is not None and bound.entry.severity == "error"]  # fmt: skip
        return accept(rules, graph.waivers, self.compilation.as_of)[0]

    def _stops(self, shape: Structure, rule: Verdict) -> bool:
        """Whether a rule stands in the way. One that can't be judged does where it could be at the present value."""
        if rule.name in shape.entry.ignoring or rule.outcome in ("holds", "waived", "not-applicable"):
            return False
        return rule.outcome != "not-evaluated" or self.before.get(rule.name) not in (None, "not-evaluated")


def failed(diagnostics: Iterable[Diagnostic]) -> bool:
    return any(d.severity == "error" for d in diagnostics)
