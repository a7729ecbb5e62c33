"""Rules over sums that lack what nobody stated: what holds by the rest of it has not passed."""

from __future__ import annotations

from vdl.graph.design import Graph, RuleEntry
from vdl.judge.records import Outcome, Verdict
from vdl.judge.rules import judge_rule
from vdl.solve import Solution
from vdl.solve.missed import Missed, hanging, hangs, misses

_OPEN: Outcome = "not-evaluated"


class Missing:
    """The rules of a graph that hang on such sums, by their numbers in it; and each time it is solved, what they would be with
    anything in the place of what is missed."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph
        self._hanging = hanging(graph)
        cells = frozenset(self._hanging)
        self.rules = [at for at, rule in enumerate(graph.rules) if hangs(cells, rule.condition, rule.when)]
        self._missed: Missed | None = None

    def see(self, solution: Solution) -> None:
        """Look at a solution. Where ranges are drawn, what is missed is nothing that is drawn."""
        seen = solution.draw is None and misses(self._graph, solution)
        self._missed = Missed(dict(solution.values), self._hanging) if seen else None

    def judged(self, rule: RuleEntry, verdict: Verdict) -> Verdict:
        """A verdict that is of what is stated: its sides say what they leave out, and what holds by them and what the rest could
        break is open."""
        if self._missed is None or not self._missed.hangs(rule.condition, rule.when):
            return verdict
        if verdict.sides is not None and verdict.compare is not None:
            left, right = verdict.compare.args[:2]
            told = self._missed.told(left, verdict.sides.left), self._missed.told(right, verdict.sides.right)
            verdict = verdict._replace(sides=verdict.sides._replace(left=told[0], right=told[1]))
        if verdict.outcome not in ("holds", "not-applicable"):
            return verdict
        places = judge_rule(self._missed, rule).places
        opened = tuple([(place, _OPEN) for place, _ in places])
        return verdict._replace(outcome=_OPEN, places=opened, missed=True) if opened else verdict


__all__ = ["Missing"]
