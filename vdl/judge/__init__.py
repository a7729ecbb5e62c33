"""Verdicts over a solved design, as facts: rules with their waivers, given counts, published figures."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import TYPE_CHECKING, Union

from vdl.graph.cells import Cell, Formula
from vdl.graph.design import Graph
from vdl.graph.order import has_range, reads
from vdl.judge import left_out
from vdl.judge.records import (
    CONDITION,
    Answer,
    Expectation,
    Judged,
    Margin,
    Met,
    OpenPoint,
    Outcome,
    Point,
    Sides,
    Swept,
    Verdict,
    WaiverUse,
)  # fmt: skip
from vdl.judge.rules import judge_bound, judge_rule
from vdl.judge.standing import accept_open, not_tight, points
from vdl.judge.waivers import Accepted, Waivers
from vdl.records import NamedTuple
from vdl.solve import CountValue, Evaluation, Lasting, Solution, judge_given
from vdl.text.diagnostics import Diagnostic

if TYPE_CHECKING:
    from vdl.judge.missed import Missing

__all__ = [
    "CONDITION", "Answer", "Expectation", "Judge", "Judged", "Margin", "Met", "OpenPoint", "Outcome", "Point", "Sides", "Swept",
    "Verdict", "WaiverUse", "judge",
]  # fmt: skip


class _Given(NamedTuple):
    """A given count with what its bounds ask for, and the verdicts over them."""

    value: CountValue
    verdicts: tuple[Accepted, ...]


class Judge:
    """Judges a graph each time that it is solved: anew only what reads something that has another value than the time before.

    A published figure is not that of a draw: then no expectation is judged.
    """

    def __init__(self, graph: Graph, kept: Collection[str], as_of: str, lasting: Lasting | None = None) -> None:
        self._graph, self._kept, self._as_of = graph, kept, as_of
        self._lasting = lasting
        self._leaving = {count: found for count in graph.counts if (found := left_out.leaving(count))}
        """The counts whose bounds may leave something out, and by what."""
        self._waivers = Waivers(graph.waivers, as_of)
        self._rules: list[Accepted | None] = [None] * len(graph.rules)
        """Verdicts of the last time; without those that had something said of them, which is to be said again."""
        self._given: dict[Cell, _Given] = {}
        """The same of given counts."""
        self._readers: _Readers | None = None
        self._missing: Missing | None = None
        if graph.missing:
            from vdl.judge.missed import Missing  # most designs have no such sums

            self._missing = Missing(graph, kept)

    def judge(self, solution: Solution, changed: Iterable[Cell] | None = None) -> tuple[Judged, list[Diagnostic]]:
        """All verdicts; what is said is only what is wrong with the formulas in them. `changed` are the cells that may have
        another value than the time before; None where there was none."""
        graph = self._graph
        self._forget(changed, drawn=solution.draw is not None)
        if self._missing is not None and self._missing.see(solution.values, solution.draw):
            for at in self._missing.rules:
                self._rules[at] = None
            for cell in self._missing.counts:
                self._given.pop(cell, None)
        evaluation = Evaluation(solution.values, draw=solution.draw, lasting=self._lasting)
        counts, bounds = self._counts(evaluation, solution)
        accepted = [known or self._rule(evaluation, at) for at, known in enumerate(self._rules)] + bounds
        rules = [one.rule for one in accepted]
        expectations = self._expectations(evaluation) if solution.draw is None and graph.expects else []
        left = {
            one.cell: left_out.silent(evaluation, one, self._leaving[one.cell]) for one in counts if one.cell in self._leaving
        }
        counts = [left_out.named(evaluation, count, left[count.cell]) if count.cell in left else count for count in counts]
        half = left_out.half_stated(evaluation, [(count, left[count.cell]) for count in counts if count.cell in left])
        found = [*points(rules, counts), *half, *not_tight(solution)]
        if self._missing is not None:
            found += self._missing.open_points(solution, counts, {point.name for point in found})
            counts = [self._missing.count(count) for count in counts]
        open_points, _ = accept_open(found, graph.waivers, self._as_of)
        if evaluation.exhausted:
            self._forget(None)
        uses = self._waivers.uses(accepted)
        return Judged(tuple(rules), uses, tuple(expectations), tuple(counts), open_points), evaluation.diagnostics

    def _expectations(self, evaluation: Evaluation) -> list[Expectation]:
        from vdl.judge.expectations import judge_expectation  # most designs have none

        found = [judge_expectation(evaluation, entry) for entry in self._graph.expects]
        return [self._missing.expectation(one) for one in found] if self._missing is not None else found

    def _counts(self, evaluation: Evaluation, solution: Solution) -> tuple[list[CountValue], list[Accepted]]:
        """All counts, and the verdicts over the bounds of given ones."""
        counts: list[CountValue] = []
        verdicts: list[Accepted] = []
        for cell in self._graph.counts:
            count = solution.counts.get(cell)
            if count is not None and count.given:
                given = self._given.get(cell) or self._given_count(evaluation, cell)
                counts.append(given.value)
                verdicts += given.verdicts
            elif count is not None:
                counts.append(count)
        return counts, verdicts

    def _given_count(self, evaluation: Evaluation, cell: Cell) -> _Given:
        remarks = evaluation.remarks
        count = judge_given(evaluation, cell, self._kept)
        verdicts = [judge_bound(count, bound) for bound in count.bounds if bound.value is not None]
        verdicts = self._missing.bounds(cell, verdicts) if self._missing is not None else verdicts
        found = _Given(count, tuple(map(self._waivers.over, verdicts)))
        if evaluation.remarks == remarks:
            self._given[cell] = found
        return found

    def _rule(self, evaluation: Evaluation, at: int) -> Accepted:
        """The verdict over the rule with this number."""
        remarks, rule = evaluation.remarks, self._graph.rules[at]
        verdict = judge_rule(evaluation, rule, closely=True)
        accepted = self._waivers.over(self._missing.rule(rule, verdict) if self._missing is not None else verdict)
        if evaluation.remarks == remarks:
            self._rules[at] = accepted
        return accepted

    def _forget(self, changed: Iterable[Cell] | None, *, drawn: bool = False) -> None:
        """Forget the verdicts that hang on cells, and where ranges are drawn those that hang on one; all of them for None."""
        if changed is None:
            self._rules = [None] * len(self._rules)
            self._given.clear()
            return
        if self._readers is None:
            self._readers = _Readers(self._graph)
        for one in self._readers.of(changed, drawn=drawn):
            if isinstance(one, Cell):
                self._given.pop(one, None)
            else:
                self._rules[one] = None


class _Readers:
    """Which rules, by their numbers, and given counts of a graph are judged by a cell, or by a range of their own."""

    def __init__(self, graph: Graph) -> None:
        self._of: dict[Cell, list[_Reader]] = {}
        self._ranged: list[_Reader] = []
        for at, rule in enumerate(graph.rules):
            self._add(at, rule.condition, rule.when)
        for cell in graph.counts:
            self._add(cell, cell, *[formula for bound in cell.bounds for formula in (bound.value, bound.when)])

    def _add(self, reader: _Reader, *formulas: Formula | None) -> None:
        for cell in dict.fromkeys(reads(*formulas)):
            self._of.setdefault(cell, []).append(reader)
        if has_range(*formulas):
            self._ranged.append(reader)

    def of(self, cells: Iterable[Cell], *, drawn: bool) -> Iterator[_Reader]:
        """Those that are to be judged anew once these have another value, and ranges are drawn anew."""
        for cell in cells:
            yield from self._of.get(cell, ())
        if drawn:
            yield from self._ranged


_Reader = Union[Cell, int]


def judge(graph: Graph, solution: Solution, kept: Collection[str], as_of: str) -> tuple[Judged, list[Diagnostic]]:
    """All verdicts of a design that is solved once."""
    return Judge(graph, kept, as_of).judge(solution)
