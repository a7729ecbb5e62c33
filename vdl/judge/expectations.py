"""Published figures against computed ones."""

from __future__ import annotations

from collections.abc import Callable

from vdl import errors
from vdl.graph.cells import Op
from vdl.graph.design import ExpectEntry
from vdl.judge.records import Agreement, Expectation
from vdl.semantics.units import size_of
from vdl.solve import Evaluation
from vdl.text.source import Span
from vdl.values import FAULT, NOT_STATED, MissingLabel, Number, Range, Scalar, broadcast, high, is_exact, low, on_numbers, scalars


def judge_expectation(evaluation: Evaluation, entry: ExpectEntry) -> Expectation:
    compare = Op(entry.op, (entry.left, entry.right), entry.node.condition, entry.source)
    computed, published = evaluation.evaluate(entry.left), evaluation.evaluate(entry.right)
    outcome = _agreement(evaluation, entry, compare)
    if entry.node.restates is not None:
        outcome = "restates" if outcome in ("agrees", "inside-range") else outcome
    elif entry.node.differs is not None and outcome != "not-evaluated":
        outcome = "differs-as-stated" if outcome == "differs" else "no-longer-differs"
    return Expectation(entry, outcome, computed, published, compare)


def _agreement(evaluation: Evaluation, entry: ExpectEntry, compare: Op) -> Agreement:
    """agrees, inside-range, differs or not-evaluated."""
    sides = [evaluation.evaluate(entry.left), evaluation.evaluate(entry.right)]
    ranged = any(isinstance(v, Range) for side in sides for _, v in scalars(side))
    try:
        if entry.within is not None:
            tolerance = evaluation.evaluate(entry.within)
            if tolerance is not FAULT and not (is_exact(tolerance) and tolerance >= 0):
                within = entry.node.within or entry.node
                evaluation.say(errors.not_a_tolerance(Span(entry.source, within.start, within.end)))
                return "not-evaluated"
            value = broadcast(_within(entry), [*sides, tolerance])
        elif entry.op == "==" and ranged:
            value = broadcast(_inside, sides)
        else:
            value = evaluation.evaluate(compare)
    except MissingLabel:
        return "not-evaluated"
    found = [v for _, v in scalars(value)]
    if not found or any(v is FAULT or v is NOT_STATED for v in found):
        return "not-evaluated"
    if all(v is True for v in found):
        return "inside-range" if ranged and entry.op == "==" else "agrees"
    return "differs"


@on_numbers
def _inside(a: Number, b: Number) -> Scalar:
    """A figure inside a range; of two ranges, the computed one inside the published one."""
    if isinstance(a, Range) and isinstance(b, Range):
        return b.low <= a.low and a.high <= b.high
    return low(a) <= high(b) and low(b) <= high(a)


def _within(entry: ExpectEntry) -> Callable[..., Scalar]:
    """Whether two figures are as close as an expectation asks for."""

    @on_numbers
    def close(a: Number, b: Number, by: Number) -> Scalar:
        room = size_of(high(by) * high(b)) if entry.relative else high(by)
        if entry.op in ("==", "!="):
            near = low(b) - room <= high(a) and low(a) <= high(b) + room
            return near if entry.op == "==" else not near
        return low(a) - room <= high(b) if entry.op in ("<", "<=") else high(a) + room >= low(b)

    return close
