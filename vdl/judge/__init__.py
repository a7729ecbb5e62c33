"""Verdicts over a solved design, as facts: rules with their waivers, given counts, published figures."""

from __future__ import annotations

from collections.abc import Collection, Container, Iterable, Mapping

from vdl.graph.cells import Cell
from vdl.graph.design import Graph
from vdl.graph.order import has_range, reads
from vdl.judge import left_out
from vdl.judge.expectations import judge_expectation
from vdl.judge.records import (
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
from vdl.judge.waivers import accept
from vdl.records import NamedTuple
from vdl.solve import Evaluation, Solution, judge_given
from vdl.text.diagnostics import Diagnostic

__all__ = [
    "Answer", "Expectation", "Judged", "Margin", "Met", "OpenPoint", "Outcome", "Point", "Sides", "Still", "Swept",
    "Verdict", "WaiverUse", "judge", "still",
]  # fmt: skip


class Still(NamedTuple):
    """Verdicts over rules of a graph that are known to be the same again, before waivers, and what is wrong with them."""

    verdicts: Mapping[str, Verdict]
    said: tuple[Diagnostic, ...]
    leaving: Mapping[Cell, left_out.Leaving]
    """The counts whose bounds may leave something out, and by what."""


def still(graph: Graph, solution: Solution, moved: Container[Cell]) -> Still:
    """The verdicts over the rules that read nothing that is moved, and no range where ranges are drawn."""
    evaluation = Evaluation(solution.values, draw=solution.draw)
    same = [rule for rule in graph.rules if not any(cell in moved for cell in reads(rule.condition, rule.when))]
    if solution.draw is not None:
        same = [rule for rule in same if not has_range(rule.condition, rule.when)]
    verdicts = {rule.path: judge_rule(evaluation, rule) for rule in same}
    return Still(verdicts, tuple(evaluation.diagnostics), _leaving(graph.counts))


def _leaving(counts: Iterable[Cell]) -> dict[Cell, left_out.Leaving]:
    found = {count: left_out.leaving(count) for count in counts}
    return {count: leaving for count, leaving in found.items() if leaving}


def judge(
    graph: Graph, solution: Solution, kept: Collection[str], as_of: str, known: Still | None = None
) -> tuple[Judged, list[Diagnostic]]:
    """All verdicts of a solved design; what is said is only what is wrong with the formulas in them.

    A published figure is not that of a draw: then no expectation is judged.
    """
    evaluation = Evaluation(solution.values, draw=solution.draw)
    same = known.verdicts if known is not None else {}
    counts = []
    for cell in graph.counts:
        count = solution.counts.get(cell)
        if count is not None:
            counts.append(judge_given(evaluation, cell, kept) if count.given else count)
    rules = [same.get(rule.path) or judge_rule(evaluation, rule) for rule in graph.rules]
    rules += [judge_bound(count, bound) for count in counts if count.given for bound in count.bounds if bound.value is not None]
    rules, uses = accept(rules, graph.waivers, as_of)
    expectations = [judge_expectation(evaluation, entry) for entry in graph.expects] if solution.draw is None else []
    leaving = known.leaving if known is not None else _leaving(graph.counts)
    left = {one.cell: left_out.silent(evaluation, one, leaving[one.cell]) for one in counts if one.cell in leaving}
    counts = [left_out.named(evaluation, count, left[count.cell]) if count.cell in left else count for count in counts]
    half = left_out.half_stated(evaluation, [(count, left[count.cell]) for count in counts if count.cell in left])
    found = [*points(rules, counts), *half, *not_tight(solution)]
    accepted, _ = accept_open(found, graph.waivers, as_of)
    said = [*(known.said if known is not None else ()), *evaluation.diagnostics]
    return Judged(tuple(rules), uses, tuple(expectations), tuple(counts), accepted), said
