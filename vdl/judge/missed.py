"""Verdicts over sums that lack what nobody stated: what holds by the rest of it has not passed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from vdl.graph.blame import around, authors_line, of_library
from vdl.graph.cells import Cell, Formula
from vdl.graph.design import Decision, Graph, RuleEntry
from vdl.judge.expectations import judge_expectation
from vdl.judge.records import Agreement, Expectation, OpenPoint, Outcome, Verdict
from vdl.judge.rules import judge_bound, judge_rule, told
from vdl.solve import BoundValue, CountValue, Evaluation, Solution, first_violation, judge_given
from vdl.solve.missed import Missed, hanging, hangs, missed
from vdl.text.bounds import together
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.values import Place, Scalar, Value, Varying, bound_of, everywhere, exactly, is_exact, placed

if TYPE_CHECKING:
    from vdl.values.draws import Draw

_OPEN: Outcome = "not-evaluated"
SOUND: frozenset[Outcome] = frozenset(["holds", "not-applicable"])
"""What becomes of a rule that stands in nobody's way."""


class Missing:
    """The rules of a graph that hang on such sums, by their numbers in it; and each time it is solved, what all is judged by
    would be with anything in the place of what is missed."""

    def __init__(self, graph: Graph, kept: Collection[str]) -> None:
        self._graph, self._kept = graph, kept
        self._hanging = hanging(graph)
        cells = self._hanging.cells
        self.rules = [at for at, rule in enumerate(graph.rules) if hangs(cells, rule.condition, rule.when)]
        self.counts = [
            cell for cell in graph.counts
            if hangs(cells, *[formula for bound in cell.bounds for formula in (bound.value, bound.when)])
        ]  # fmt: skip
        self._decisions = [one for one in graph.decisions if hangs(cells, one.condition)]
        self._missed: Missed | None = None

    def see(self, values: Mapping[Cell, Value], draw: Draw | None) -> bool:
        """Look at a solution: whether anything is missed in it, or was in the one before."""
        before, self._missed = self._missed, missed(self._graph, values, draw, self._hanging.order)
        return before is not None or self._missed is not None

    def rule(self, rule: RuleEntry, verdict: Verdict) -> Verdict:
        """The verdict over a rule, as far as what is missed lets it stand."""
        return judged(self._missed, rule, verdict) if self._missed is not None else verdict

    def bounds(self, cell: Cell, verdicts: list[Verdict]) -> list[Verdict]:
        """The same of the bounds of a given count."""
        if self._missed is None or cell not in self.counts:
            return verdicts
        count = judge_given(self._missed, cell, self._kept)
        whole = {verdict.name: verdict for bound in count.bounds if bound.value is not None
                 for verdict in [judge_bound(count, bound)]}  # fmt: skip
        found = []
        for one in verdicts:
            if one.bound is not None and one.sides is not None:
                right = _asked(self._missed, one.bound, one.sides.right)
                one = told(one._replace(sides=one.sides._replace(right=right)))
            found.append(left_open(one, whole.get(one.name)))
        return found

    def count(self, count: CountValue) -> CountValue:
        """A count whose bounds say what they leave out."""
        if self._missed is None or count.cell not in self.counts:
            return count
        missed = self._missed
        return count._replace(bounds=tuple([
            bound if bound.required is None or not missed.hangs(bound.entry.value) else bound._replace(
                value=missed.told(bound.entry.value, bound.value) if bound.value is not None else None,
                required=_asked(missed, bound, bound.required),
                before=_asked(missed, bound, bound.before) if bound.before is not None else None,
            ) for bound in count.bounds
        ]))  # fmt: skip

    def expectation(self, found: Expectation) -> Expectation:
        """A published figure beside one that lacks something is not judged, unless it differs whatever is missed."""
        entry = found.entry
        if self._missed is None or not self._missed.hangs(entry.left, entry.right, entry.within):
            return found
        same = found.outcome in _SAID or judge_expectation(self._missed, entry).outcome == found.outcome
        outcome: Agreement = found.outcome if same else "not-evaluated"
        left, right = self._missed.told(entry.left, found.computed), self._missed.told(entry.right, found.published)
        return found._replace(outcome=outcome, computed=left, published=right)

    def open_points(
        self, solution: Solution, counts: Iterable[CountValue], known: Collection[str]
    ) -> Iterator[OpenPoint]:
        """Counts that are sized by such a sum, but for those that are `known` to be open; inputs that may not be so much; and
        what is decided by one."""
        if self._missed is None:
            return
        stated = Evaluation(solution.values, draw=solution.draw)
        for count in counts:
            asked = [formula for bound in count.cell.bounds for formula in (bound.value, bound.when)]
            if not count.given and count.cell.path not in known and self._missed.lacks(stated, *asked):
                text = phrase("`{count}` is sized by what is stated of a sum, and the rest may take more", count=count.cell.path)
                yield OpenPoint("half-stated", count.cell.path, text, around(count.cell.instance) or count.cell.span(), of=count)
        for cell in [one for one in self._hanging.order if one in self._hanging.cells]:
            found = first_violation(cell.domain, self._missed.values[cell]) if cell.domain is not None else None
            if cell.domain is not None and found is not None and first_violation(cell.domain, solution.values[cell]) is None:
                text = phrase("`{name}` may lie outside of {range}: not all of it is stated",
                              name=cell.path, range=cell.domain.text())  # fmt: skip
                yield OpenPoint("half-stated", cell.path, text, authors_line(cell), needs=(cell,))
        decided: dict[str, tuple[Span, list[Formula]]] = {}
        for decision in undecided(self._missed, self._decisions):
            path, span = _decided(self._graph, decision)
            decided.setdefault(path, (span, []))[1].append(decision.condition)
        for path, (span, conditions) in decided.items():
            text = phrase("`{name}` is decided by what is stated of a sum, and the rest may decide otherwise", name=path)
            yield OpenPoint("half-stated", path, text, span, needs=tuple(conditions))


_SAID = frozenset(["differs-as-stated", "no-longer-differs", "restates"])


def undecided(lacking: Missed, decisions: Iterable[Decision]) -> list[Decision]:
    """Those of some decisions that may come out otherwise with anything in the place of what is missed."""
    found: list[Decision] = []
    for one in decisions:
        taken = everywhere(one.taken) if lacking.hangs(one.condition) else None
        if taken is not None and everywhere(lacking.evaluate(one.condition)) is not taken:
            found.append(one)
    return found


def _decided(graph: Graph, decision: Decision) -> tuple[str, Span]:
    """The path of what a decision shaped first, and the line of an author's at which it is made, or of the object around it."""
    shaped = next((one for one, numbers in graph.hanging.items() if decision.number in numbers), None)
    path, instance = decision.span.text, None
    if isinstance(shaped, Cell):
        path, instance = shaped.path, shaped.instance
    elif isinstance(shaped, tuple):
        path, instance = shaped[0].path_of(shaped[1]), shaped[0]
    elif shaped is not None:
        path = shaped
    author = around(instance) if of_library(decision.span) else None
    return path, author or decision.span


def judged(lacking: Missed, rule: RuleEntry, verdict: Verdict) -> Verdict:
    """A verdict that is of what is stated: its sides say what they leave out, and what holds by them and what the rest could
    break is open."""
    if not lacking.hangs(rule.condition, rule.when):
        return verdict
    if verdict.sides is not None and verdict.compare is not None:
        sides, args = verdict.sides, verdict.compare.args
        sides = sides._replace(left=lacking.told(args[0], sides.left), right=lacking.told(args[1], sides.right))
        verdict = told(verdict._replace(sides=sides))
    return left_open(verdict, judge_rule(lacking, rule)) if verdict.outcome in SOUND else verdict


def _asked(lacking: Missed, bound: BoundValue, asked: Value) -> Value:
    """What a bound asks for, as it is told: it leaves out what its formula does at any label there."""
    known = list(placed(lacking.told(bound.entry.value, bound.value))) if bound.value is not None else []

    def told_at(place: Place, number: Scalar) -> Scalar:
        side = together(*[bound_of(one) for at, one in known if set(place) <= set(at)])
        return exactly(number, side) if is_exact(number) else number

    if not isinstance(asked, Varying):
        return told_at((), asked)
    return Varying(asked.axes, {key: told_at(tuple(zip(asked.axes, key)), one) for key, one in asked.cells.items()})


def left_open(verdict: Verdict, whole: Verdict | None) -> Verdict:
    """A verdict, left open where it is another one with anything in the place of what is missed."""
    opened = tuple([(place, _OPEN) for place, _ in whole.places]) if whole is not None and verdict.outcome in SOUND else ()
    return verdict._replace(outcome=_OPEN, places=opened, missed=True, margin=None) if opened else verdict


__all__ = ["SOUND", "Missing", "judged", "left_open", "undecided"]
