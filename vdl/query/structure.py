"""One shape that a design takes at values of what is moved: what of it that moves, and how it is solved there."""

from __future__ import annotations

from collections.abc import Collection

from vdl.graph.cells import Cell, Formula
from vdl.graph.design import Moved, RuleEntry
from vdl.graph.identity import cell_id
from vdl.graph.order import cost, reads
from vdl.judge.standing import silence
from vdl.records import NamedTuple
from vdl.solve import Lasting, Plan, Solver, touched
from vdl.solve.missed import hanging
from vdl.values import Value
from vdl.variants.attempt import Attempt


class Structure(NamedTuple):
    """One shape that a design takes, and how to solve it again."""

    attempt: Attempt
    entry: Moved
    plan: Plan
    rules: tuple[RuleEntry, ...]
    """The rules that the input moves, and that must hold."""
    counts: tuple[Cell, ...]
    """The given counts of which the same is true: they, or what their bounds ask for, move."""
    still: frozenset[str]
    """The bounds of these that the input does not move."""
    hints: tuple[RuleEntry, ...]
    """The other rules that the input moves: of choices that are equally sound the one with less silence is taken."""
    ranked: tuple[Formula | None, ...]
    """What options are told apart by that the input moves."""
    constant: tuple[int, int, int]
    """How many errors, failed rules and silent things it has that the input does not move."""
    size: int
    """How much there is to compute: quantities that move, and each place where one is read."""
    lasting: Lasting
    """The operations that the input does not move."""
    hanging: tuple[Cell, ...]
    """What hangs on sums that may lack something, in the order of computation."""
    before: dict[bool, Solver]
    """The last solutions in it, by whether they go over several steps."""

    def solve(self, value: Value, steps: int) -> Solver:
        """With a value of the input, which goes over so many steps; 0 where it is a single one. What reads nothing that has
        another value than the time before is what it was."""
        inputs, before = {cell_id(self.entry.cell): value}, self.before.get(steps > 0)
        solver = self.plan.solve_after(before, inputs, self.attempt.solution.draw, self.lasting, spans=steps).solver
        self.before[steps > 0] = solver
        return solver


def structure_of(made: Attempt, entry: Moved, kept: Collection[str]) -> Structure:
    """The shape of a design that was made, as to what is moved in it."""
    graph = made.graph
    asked = [entry.looked_at, *[d.condition for d in graph.decisions], *[c.objective for c in graph.choices]]
    watched = reads(*asked)
    watched += reads(*[formula for rule in graph.rules for formula in (rule.condition, rule.when)])
    watched += reads(*[formula for one in graph.expects for formula in (one.left, one.right, one.within)])
    watched += [*graph.counts, *[c for count in graph.counts for b in count.bounds for c in reads(b.value, b.when)]]
    plan = Plan(graph, kept, made.solution, [entry.cell], watched)
    reached = touched(graph, plan.moved)
    moving = [r for r in graph.rules if r.path in reached or any(c in reached for c in reads(r.condition, r.when))]
    rules = tuple([rule for rule in moving if rule.severity == "error"])
    hints = tuple([rule for rule in moving if rule.severity != "error"]) if graph.choices else ()
    counts = tuple([
        cell for cell in graph.counts
        if (cell is entry.cell or not cell.is_solved)
        and any(c in reached for c in (cell, *[c for bound in cell.bounds for c in reads(bound.value, bound.when)]))
    ])  # fmt: skip
    still = frozenset([
        f"{cell.path}.{bound.name}" for cell in counts if cell not in reached for bound in cell.bounds
        if not any(c in reached for c in reads(bound.value, bound.when))
    ])  # fmt: skip
    moved = {rule.path for rule in moving}
    fails = sum(
        verdict.severity == "error" and verdict.outcome in ("fails", "part") and verdict.name not in moved
        and (verdict.of is None or verdict.of.cell not in counts or verdict.name in still)
        for verdict in made.judged.rules
    )  # fmt: skip
    errors = sum(d.severity == "error" for d in made.said)
    still_silent = silence([
        point for point in made.judged.open_points
        if point.name not in moved and (point.of is None or point.of.cell not in reached)
    ])  # fmt: skip
    of_rules = [f for rule in (*rules, *hints) for f in (rule.condition, rule.when)]
    bounds = [bound for cell in counts for bound in cell.bounds]
    ranked = (*[c.objective for c in graph.choices], *of_rules, *[f for bound in bounds for f in (bound.value, bound.when)])
    judged = asked + [f for f in of_rules if f is not None]
    size = cost(cell for part in plan.order for cell in part) + len(judged) + len(reads(*judged))
    lasting = plan.lasting(judged, drawn=made.solution.draw is not None)
    return Structure(
        made, entry, plan, rules, counts, still, hints, ranked, (errors, fails, still_silent), size, lasting,
        hanging(graph).order if graph.missing else (), {},
    )  # fmt: skip


__all__ = ["Structure", "structure_of"]
