"""Which single input would mend what does not hold, and by how much: for each input that it hangs on the nearest value, down
and up, at which it holds, and what fails there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from vdl import errors
from vdl.compilation import Compilation, Solved
from vdl.graph.blame import of_library
from vdl.graph.cells import Const
from vdl.graph.design import Graph, Moved
from vdl.graph.identity import cell_id
from vdl.judge import Expectation, Outcome, Verdict
from vdl.judge.expectations import judge_expectation
from vdl.judge.rules import judge_bound, judge_rule
from vdl.judge.waivers import Waivers
from vdl.query.beside import beside
from vdl.query.hanging import Input, Judged, hanging, judged
from vdl.query.moves import Move, fillings, moves
from vdl.query.structure import Structure
from vdl.query.walk import Stretch, Walk
from vdl.query.what_if import WhatIf, softened
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, size_of
from vdl.solve import Evaluation, How, Solver, first_violation, judge_given
from vdl.solve.missed import Missed
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.limits import ASK_REACH, ASK_WORK, MEND_PATIENCE, MEND_WORK
from vdl.text.written import written
from vdl.values import Number, Value
from vdl.variants.attempt import Attempt, attempt
from vdl.variants.choices import TooManyChoices, every_attempt
from vdl.words.lacking import lacking, to_count


class Change(NamedTuple):
    """A value of an input at which something holds that does not hold now: the nearest on one way.

    `change` and `share` are how far it is from what the input is now, in base units and as a part of that; None where there is
    no one number for it. `outcome` is what it is there: it may hold since it does not apply.
    """

    move: Move
    steps: int
    value: Value
    change: Exact | None
    share: Exact | None
    outcome: Outcome
    breaks: tuple[tuple[str, Outcome], ...]
    """What holds now and not there, and what becomes of it."""
    still: tuple[str, ...]
    """What fails now, and there as well."""
    options: tuple[tuple[str, str], ...]
    """Each `choose` that takes another option there than now, and that option."""
    unsearched: tuple[Value, Value] | None
    """Between which values not every step was tried."""
    missed: bool
    """Whether it holds there by what is stated alone: the rest of a sum that lacks figures could break it."""


class Unmended(NamedTuple):
    """An input of which no value was found, and between which values was looked; None where nothing ends them."""

    move: Move
    least: Value | None
    most: Value | None
    unsearched: tuple[tuple[Value, Value], ...]


class Mending(NamedTuple):
    """What would mend a rule, a bound or an expectation. `silent` are inputs that nobody stated, `objects` inputs that are
    objects; neither has values to walk over. `left_out` are how many inputs were not looked at for being facts. Where
    it fails since something is counted nowhere, `to_count` says what to write, and no input was walked."""

    subject: Judged
    changes: tuple[Change, ...]
    unmended: tuple[Unmended, ...]
    silent: tuple[str, ...]
    objects: tuple[str, ...]
    left_out: int
    to_count: str = ""


_HOLDS = frozenset(["holds", "not-applicable", "agrees", "inside-range", "restates"])


class _Budget:
    """What all walks together may still compute. Most need little, so that the next one may have a quarter of it."""

    def __init__(self) -> None:
        self._left = MEND_WORK

    def share(self) -> int:
        """What the next walk may compute."""
        return min(ASK_WORK, self._left // 4)

    def spend(self, work: int) -> None:
        self._left = max(self._left - work, 0)


def mend(
    compilation: Compilation, solved: Solved, name: str, *, facts: bool = False,
    each: Callable[[Sequence[Input]], Iterable[Input]] = iter,
) -> tuple[Mending | None, list[Diagnostic]]:  # fmt: skip
    """What would mend what is judged under a name; with `facts` also figures of catalogs, and inputs that others make.

    `each` hands on the inputs one by one, and may say how far it is.
    """
    known = judged(solved)
    subject = known.get(name)
    if subject is None:
        what = "rule, bound of a given count or expectation"
        return None, [errors.unknown_option(f"design `{solved.name}`", what, name, known)]
    if holds(subject):
        return Mending(subject, (), (), (), (), 0), []
    found = hanging(solved, subject)
    if subject.found.outcome == "not-evaluated":  # no number ends a silence
        return Mending(subject, (), (), found.silent, (), 0), []
    uncounted = _to_count(solved, subject)
    if uncounted:
        return Mending(subject, (), (), found.silent, found.objects, 0, uncounted), []
    looked_at = [one for one in found.inputs if facts or one.sort == "own"]
    bases = _bases(compilation, solved, subject)
    changes: list[Change] = []
    unmended: list[Unmended] = []
    budget = _Budget()
    for one in each(looked_at):
        made, missed = _of_input(compilation, solved, subject, one, bases, budget)
        changes += made
        unmended += missed
    ranked = sorted([_named(compilation, solved, subject, change) for change in changes], key=_rank)
    return Mending(subject, tuple(ranked), tuple(unmended), found.silent, found.objects, len(found.inputs) - len(looked_at)), []


def _to_count(solved: Solved, subject: Judged) -> str:
    """What to write where a sum is held against what counts nothing of some of it, which no figure mends: other ones may be small
    enough, or large enough, by chance."""
    found = subject.found
    if not isinstance(found, Verdict) or found.rule is None or not of_library(found.span):
        return ""
    lost = lacking(found.rule, solved.solution)
    return next(iter(to_count(lost, subject.name)), "") if lost is not None else ""


def holds(subject: Judged) -> bool:
    """Whether there is nothing to mend."""
    return subject.found.outcome in _HOLDS


def _rank(change: Change) -> tuple[bool, bool, Exact]:
    share = change.share if change.share is not None else 0
    return bool(change.breaks), change.share is None, size_of(share)


def _named(compilation: Compilation, solved: Solved, subject: Judged, change: Change) -> Change:
    """A change under the name by which the design fills its input. What stands in a file may be read otherwise than where the
    design refers to it: then no such name leads to the change."""
    move = change.move
    if move.input.uses in ((), (move.input.cell.path,)):
        return change
    sets = [*solved.options, *fillings(move, change.steps)]
    made, _ = beside(compilation, solved.name, solved.layers, sets)
    there = judged(made).get(subject.name) if made is not None else None
    if there is not None and there.found.outcome == ("not-evaluated" if change.missed else change.outcome):
        return change
    return change._replace(move=move._replace(input=move.input._replace(uses=())))


def _bases(compilation: Compilation, solved: Solved, subject: Judged) -> Sequence[Attempt]:
    """The design with each combination of its options: what any of its inputs may lead to."""
    if not solved.graph.choices:
        return ()
    expected = _expected(subject)
    try:
        made = every_attempt(lambda chosen: attempt(
            solved.types, solved.design, compilation.as_of, compilation.kept, chosen, None, "", solved.solution.draw, expected
        ))  # fmt: skip
    except TooManyChoices:
        return ()
    taken = [choice.taken for choice in solved.graph.choices]
    return [one for one in made.values() if not one.broken and [choice.taken for choice in one.choices] != taken]


def _expected(subject: Judged) -> str:
    return subject.name if isinstance(subject.found, Expectation) else ""


def _of_input(
    compilation: Compilation, solved: Solved, subject: Judged, one: Input, bases: Sequence[Attempt], budget: _Budget
) -> tuple[list[Change], list[Unmended]]:
    """What becomes of it at other values of one input: of one that varies by label at other values of each label, and where
    none of these mends it, of all labels together."""
    each, together = moves(one, compilation.names.units)
    changes: list[Change] = []
    unmended: list[Unmended] = []
    for move in each:
        made, missed = _walked(_Moving(compilation, solved, subject, move, bases), budget)
        changes += made
        unmended += [missed] if missed is not None else []
    if together is None or changes:
        return changes, unmended
    made, missed = _walked(_Moving(compilation, solved, subject, together, bases), budget)
    return made, unmended if missed is None else [missed]


def _walked(moving: _Moving, budget: _Budget) -> tuple[list[Change], Unmended | None]:
    """The nearest values on both ways; none where there is none on either."""
    move = moving.move
    down, up = move.reach()
    found: list[Change] = []
    gaps: list[tuple[Value, Value]] = []
    for way in (-1, 1):
        k, leapt = _nearest(moving, way, budget)
        gap = (moving.part(min(leapt)), moving.part(max(leapt))) if leapt is not None else None
        if k is None:
            gaps += [gap] if gap is not None else []
        else:
            found.append(moving.found(k, gap))
    if found:
        return found, None
    least = moving.part(-down) if down < ASK_REACH else None
    return [], Unmended(move, least, moving.part(up) if up < ASK_REACH else None, tuple(gaps))


def _nearest(moving: _Moving, way: int, budget: _Budget) -> tuple[int | None, tuple[int, int] | None]:
    """The first step on a way at which it holds, and between which steps not every one was tried."""
    begun, lost, spent = moving.work, moving.lost, ASK_WORK - budget.share()
    down, up = moving.move.reach()
    walk = Walk(
        moving.step, moving.stretch, down, up, lambda: moving.work - begun + spent, lambda: moving.lost - lost + spent,
        MEND_PATIENCE,
    )  # fmt: skip
    k = walk.first(way, stops=False)
    budget.spend(moving.work - begun)
    return k, walk.unsearched


class _Moving(WhatIf):
    """A design at other values of one of its inputs, of which only one rule, bound or expectation matters."""

    def __init__(
        self, compilation: Compilation, solved: Solved, subject: Judged, move: Move, bases: Sequence[Attempt]
    ) -> None:
        self.move = move
        self.subject = subject
        self._accepted = subject.found.outcome == "waived"
        super().__init__(compilation, solved, Moved("", move.input.cell, Const(True), ()), 0, 1, _expected(subject))
        for made in bases:
            self._remember(made)

    # ------------------------------------------------------------------ the input
    def _moved(self, graph: Graph) -> Moved:
        cells = (cell for component in graph.order for cell in component if cell.form == self.asked.cell.form)
        cell = next((cell for cell in cells if cell_id(cell) == self.move.input.id), self.asked.cell)
        return self.asked._replace(cell=cell)

    def value(self, k: Number) -> Value:
        return self.move.value(k)

    def part(self, k: int) -> Value:
        """What is moved, after so many steps."""
        return self.move.part(self.value(k))

    def _wrong(self, k: int) -> How | None:
        found = first_violation(self.domain, self.value(k))
        return found.how if found is not None and found.how != "not sure" else None

    # ------------------------------------------------------------------ what is to be mended
    def _failing(self, shape: Structure, solver: Solver) -> list[str]:
        if self._outcome(shape, solver) not in _HOLDS:
            return [self.subject.name]
        self._rules(shape, solver)  # what can't be judged there is an error, which no value may lead to
        for rule in shape.attempt.graph.rules:
            judge_rule(solver.evaluation, rule)
        return []

    def _throughout(self, shape: Structure, solver: Solver) -> Stretch:
        if failed(solver.diagnostics):
            return "unknown"
        outcome = self._outcome(shape, solver)
        if failed(solver.diagnostics):
            return "unknown"
        return "fine" if outcome in _HOLDS else "stopped" if outcome == "fails" else "unknown"

    def _outcome(self, shape: Structure, solver: Solver, missing: Missed | None = None) -> Outcome:
        """What becomes of it, or would with anything in the place of what is missed, where that is said; it does not apply where
        the design that comes of a value has no such rule."""
        graph, name = shape.attempt.graph, self.subject.name
        evaluation: Evaluation = missing if missing is not None else solver.evaluation
        spans = solver.spans > 0 or missing is not None
        if isinstance(self.subject.found, Expectation):
            return self._agreement(graph, evaluation, spans=spans)
        verdict = next((judge_rule(evaluation, rule) for rule in graph.rules if rule.path == name), None)
        verdict = verdict or next(self._bounds(graph, solver, evaluation), None)
        if verdict is None:
            return "not-applicable"
        if not self._accepted:
            verdict = Waivers(graph.waivers, self.compilation.as_of).over(verdict).rule
        verdict = softened(verdict) if spans else verdict
        return "holds" if verdict.outcome == "waived" else verdict.outcome

    def _bounds(self, graph: Graph, solver: Solver, evaluation: Evaluation) -> Iterator[Verdict]:
        for cell in graph.counts:
            if not solver.solves(cell) and self.subject.name.startswith(f"{cell.path}."):
                count = judge_given(evaluation, cell, self.compilation.kept)
                found = [judge_bound(count, bound) for bound in count.bounds if bound.value is not None]
                yield from (one for one in found if one.name == self.subject.name)

    def _agreement(self, graph: Graph, evaluation: Evaluation, *, spans: bool) -> Outcome:
        entry = next((one for one in graph.expects if one.name == self.subject.name), None)
        if entry is None:
            return "not-applicable"
        outcome = judge_expectation(evaluation, entry).outcome
        if outcome == "not-evaluated":
            return outcome
        agrees = outcome in _HOLDS or outcome == "no-longer-differs"
        apart = entry.op == "==" or entry.within is not None  # else a part of the stretch may agree
        return ("part" if agrees or not apart else "fails") if spans else "holds" if agrees else "fails"

    # ------------------------------------------------------------------ a value that mends
    def found(self, k: int, gap: tuple[Value, Value] | None) -> Change:
        """What is so at a step at which the design can be solved."""
        best = self._best(k)
        assert not isinstance(best, str)
        shape, solver = best
        outcome, missing = self._outcome(shape, solver), self._missed(shape, solver)
        breaks: list[tuple[str, Outcome]] = []
        still: list[str] = []
        for rule in self._judged(shape, solver, missing):
            fails, failed_before = rule.outcome in ("fails", "part"), self.before.get(rule.name) in ("fails", "part")
            if rule.name == self.subject.name:
                continue
            if fails and failed_before:
                still.append(rule.name)
            elif fails or (self._stops(shape, rule) and not failed_before):
                breaks.append((rule.name, rule.outcome))
        value = self.part(k)
        change, share = self._change(k, value)
        lacks = missing is not None and self._outcome(shape, solver, missing) != outcome
        return Change(
            self.move, k, value, change, share, outcome, tuple(breaks), tuple(still), self._options(shape), gap, lacks
        )  # fmt: skip

    def _judged(self, shape: Structure, solver: Solver, missing: Missed | None) -> list[Verdict]:
        """All rules and bounds that must hold: those that the input moves, and the others as they are in the shape."""
        moved = self._rules(shape, solver, missing)
        names = {rule.name for rule in moved}
        rest = [rule for rule in shape.attempt.judged.rules if rule.severity == "error" and rule.name not in names]
        return [*moved, *rest]

    def _options(self, shape: Structure) -> tuple[tuple[str, str], ...]:
        taken = {choice.name: choice.taken for choice in self.solved.graph.choices}
        return tuple([
            (choice.name, written(choice.options[choice.taken])) for choice in shape.attempt.graph.choices
            if taken.get(choice.name, choice.taken) != choice.taken
        ])  # fmt: skip

    def _change(self, k: int, value: Value) -> tuple[Exact | None, Exact | None]:
        change, share = self.move.change(value)
        return change, k * self.move.step if self.move.by == "share" else share


__all__ = ["Change", "Mending", "Unmended", "holds", "mend"]
