"""Verdicts: rules with their waivers, given counts, expectations and inverse questions."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any, NamedTuple

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import AskEntry, Cell, Const, ExpectEntry, Formula, Graph, Op, RuleEntry, WaiverEntry
from vdl.graph.order import cell_needs, needs
from vdl.semantics.types import Kind, Member, Quantity
from vdl.semantics.units import PERCENT, Exact, Unit, Units, divide, floor, size_of
from vdl.solve import BoundValue, CountValue, Solution, Solver, solve
from vdl.text.diagnostics import Diagnostic, Severity
from vdl.text.limits import ASK_STEPS
from vdl.text.source import Span
from vdl.values import FAULT, NOT_STATED, MissingLabel, Part, Range, Varying, broadcast, high, low, scalars
from vdl.words import values as show


class Verdict(NamedTuple):
    """The verdict over one rule, or over one bound of a given count.

    `verdict` is holds, fails, part, waived, not-evaluated or not-applicable. `labels` are those at
    which it does not hold. `margin` says by how much it holds or fails, in words.
    """

    name: str
    severity: str
    verdict: str
    text: str
    detail: str
    labels: tuple[str, ...]
    waivers: tuple[WaiverEntry, ...]
    span: Span
    cites: Any
    margin: str
    file: str


class Expectation(NamedTuple):
    entry: ExpectEntry
    verdict: str
    computed: Any
    published: Any
    unit: Unit
    computed_text: str
    published_text: str


class Answer(NamedTuple):
    """The answer to an inverse question. `value` is None when there is none; `stopped_by` are names of rules,
    "the condition", or words."""

    entry: AskEntry
    value: Exact | None
    unit: Unit
    text: str
    stopped_by: tuple[str, ...]
    tried: Exact | None


class Judged(NamedTuple):
    rules: tuple[Verdict, ...]
    expectations: tuple[Expectation, ...]
    answers: tuple[Answer, ...]
    counts: tuple[CountValue, ...]


def judge(
    graph: Graph, solution: Solution, units: Units, kept: frozenset[str], types: Any, as_of: str, *, asks: bool = True
) -> tuple[Judged, list[Diagnostic]]:
    """All verdicts of a solved design."""
    judge_ = Judge(graph, solution, units, kept, types, as_of)
    return judge_.run(asks), judge_.found


class Judge:
    def __init__(self, graph: Graph, solution: Solution, units: Units, kept: frozenset[str], types: Any, as_of: str) -> None:
        self.graph = graph
        self.solution = solution
        self.units = units
        self.kept = kept
        self.types = types
        self.as_of = as_of
        self.found: list[Diagnostic] = []
        self.solver = Solver(graph, kept, {})
        self.solver.values = solution.values  # read, never written: a large design has hundreds of thousands

    def run(self, asks: bool) -> Judged:
        counts = []
        for cell in self.graph.counts:
            count = self.solution.counts.get(cell)
            if count is None:
                continue
            counts.append(self.solver.judge_given(cell) if count.given else count)
        rules = [self._rule(rule) for rule in self.graph.rules]
        for count in counts:
            if count.given:
                rules += [self._given(count, bound) for bound in count.bounds if bound.value is not None]
        rules = self._waived(rules)
        self._report(rules)
        expectations = tuple(self._expectation(entry) for entry in self.graph.expects)
        self.found += self.solver.found
        answers: tuple[Answer, ...] = ()
        if asks:
            holding = {r.name for r in rules if r.verdict == "holds"}
            answers = tuple(self.ask(entry, holding) for entry in self.graph.asks)
        return Judged(tuple(rules), expectations, answers, tuple(counts))

    # ---------------------------------------------------------------- rules
    def _rule(self, rule: RuleEntry) -> Verdict:
        verdict, failing = self._verdict(rule.condition, rule.when)
        detail, margin = self._detail(rule.condition, failing if verdict in ("fails", "part") else ())
        span = Span(rule.source, rule.node.condition.start, rule.node.condition.end)
        return Verdict(rule.path, rule.severity, verdict, rule.text, detail, failing, (), span, rule.cites, margin,
                       rule.source.path)  # fmt: skip

    def _verdict(self, condition: Formula, when: Formula | None, solver: Solver | None = None) -> tuple[str, tuple[str, ...]]:
        """The verdict, and the labels at which it is not met."""
        solver = solver or self.solver
        value = solver.evaluate(condition)
        applies = solver.evaluate(when) if when is not None else True
        if when is not None:
            value = broadcast(_where, [applies, value])
        found = [(k, v) for k, v in scalars(value) if v is not None]
        if not found:
            return "not-applicable", ()
        fails = [k for k, v in found if v is False]
        part = [k for k, v in found if isinstance(v, Part)]
        if fails:
            return "fails", tuple("/".join(k) for k in fails if k)
        if part:
            return "part", tuple("/".join(k) for k in part if k)
        if any(v is NOT_STATED or v is FAULT for _, v in found):
            return "not-evaluated", tuple("/".join(k) for k, v in found if k and v is not True)
        return "holds", ()

    def _detail(self, condition: Formula, failing: tuple[str, ...]) -> tuple[str, str]:
        """Both sides of the comparison in words, and the margin."""
        if not (isinstance(condition, Op) and condition.op in ("==", "!=", "<", "<=", ">", ">=")):
            return "", ""
        left, right = self.solver.evaluate(condition.args[0]), self.solver.evaluate(condition.args[1])
        unit = self.compare_unit(condition)
        if failing:
            left, right = _at(left, failing), _at(right, failing)
        words = show.together([left, right], unit)
        margin = self._margin(condition, unit)
        at = f" at {', '.join(failing)}" if failing else ""
        return f"{words[0]} {condition.op} {words[1]}{at}", margin

    def compare_unit(self, compare: Op) -> Unit:
        """Both sides of a comparison are shown in the unit that one of them was written in, else in the display unit."""
        type_ = self.types.types.get(getattr(compare.node, "left", None))
        other = self.types.types.get(getattr(compare.node, "right", None))
        for side, node in ((type_, "left"), (other, "right")):
            if isinstance(side, Quantity) and side.shown is not None and isinstance(getattr(compare.node, node), s.Convert):
                return side.shown
        for arg in reversed(compare.args):
            if isinstance(arg, Const):
                written = show.literal_unit(arg.node, self.units)
                if written is not None:
                    return written
        both = isinstance(type_, Quantity) and isinstance(other, Quantity)
        if both and not type_.dimension and (type_.ratio or other.ratio):
            return PERCENT
        return show.unit_of(compare.args[0], type_ or other, self.units)

    def _margin(self, compare: Op, unit: Unit) -> str:
        """How far the sides are apart where they are closest, as a share of the right side."""
        if compare.op not in ("<", "<=", ">", ">="):
            return ""
        left, right = self.solver.evaluate(compare.args[0]), self.solver.evaluate(compare.args[1])
        closest: Exact | None = None
        share: Exact | None = None

        def look(a: Any, b: Any) -> Any:
            nonlocal closest, share
            if not _number(a) or not _number(b):
                return 0
            room = low(b) - high(a) if compare.op in ("<", "<=") else low(a) - high(b)
            if closest is None or room < closest:
                closest = room
                base = size_of(high(b))
                share = divide(room, base) if base else None
            return 0

        try:
            broadcast(look, [left, right])
        except MissingLabel:
            return ""
        if closest is None:
            return ""
        words = show.scalar(size_of(closest), unit)
        word = "to spare" if closest >= 0 else "short"
        if share is not None and unit.dimension:
            return f"{words} {word} ({show.scalar(size_of(share), PERCENT)})"
        return f"{words.replace('%', 'points') if unit is PERCENT else words} {word}"

    def _given(self, count: CountValue, bound: BoundValue) -> Verdict:
        """A bound of a given count, judged as a rule."""
        cell, entry = count.cell, bound.entry
        name = f"{cell.path}.{entry.name}"
        span = Span(cell.source, cell.node.start, cell.node.end)
        unit = show.unit_of_cell(cell, self.units)
        if bound.most is None:
            verdict = "not-evaluated"
            detail = f"{show.text(count.value, unit)} given, {entry.name} not stated"
            return Verdict(name, entry.severity, verdict, entry.text, detail, (), (), span, entry.cites, "", entry.source.path)
        enough = broadcast(lambda v, b: low(v) >= high(b) if _number(v) and _number(b) else NOT_STATED, [count.value, bound.most])
        held = [v for _, v in scalars(enough)]
        verdict = "fails" if False in held else "not-evaluated" if NOT_STATED in held else "holds"
        words = show.together([count.value, bound.most], unit)
        at = f" at {bound.label}" if bound.label else ""
        detail = f"{words[0]} given, {entry.name} asks for {words[1]}{at}"
        labels = (bound.label,) if bound.label and verdict == "fails" else ()
        return Verdict(name, entry.severity, verdict, entry.text, detail, labels, (), span, entry.cites, "", entry.source.path)

    def _waived(self, rules: list[Verdict]) -> list[Verdict]:
        """Put waivers over the failures they accept; complain of unused and expired ones."""
        by_name = {rule.name: i for i, rule in enumerate(rules)}
        for waiver in self.graph.waivers:
            span = Span(waiver.source, waiver.node.path.start, waiver.node.path.end)
            at = by_name.get(waiver.rule)
            if at is None or rules[at].verdict not in ("fails", "part", "waived"):
                if waiver.own:
                    self.found.append(errors.waiver_unused(span, waiver.rule))
                continue
            rule = rules[at]
            if waiver.node.until and waiver.node.until < self.as_of[: len(waiver.node.until)]:
                self.found.append(errors.waiver_expired(span, waiver.rule, waiver.node.until, self.as_of))
                continue
            if waiver.labels:
                accepted = {label for _, label in waiver.labels}
                left = tuple(label for label in rule.labels if not accepted & set(label.split("/")))
                if len(left) == len(rule.labels):
                    if waiver.own:
                        self.found.append(errors.waiver_unused(span, f"{waiver.rule} at {', '.join(sorted(accepted))}"))
                    continue
                if left:
                    rules[at] = rule._replace(labels=left, waivers=(*rule.waivers, waiver))
                    continue
            rules[at] = rule._replace(verdict="waived", waivers=(*rule.waivers, waiver))
        return rules

    def _report(self, rules: Iterable[Verdict]) -> None:
        owners = {rule.path: rule.instance.member for rule in self.graph.rules}
        for rule in rules:
            if rule.verdict not in ("fails", "part") or rule.severity == "info":
                continue
            severity: Severity = "warning" if rule.severity == "warning" else "error"
            notes = [f"in {_layered(self.graph.root.kind)}"]
            if rule.margin:
                notes.append(rule.margin)
            if rule.waivers:
                notes.append("the waiver covers other labels only")
            owner = owners.get(rule.name)
            related = [(owner.span(), "of this object")] if owner is not None and not _around(owner, rule.span) else []
            if rule.verdict == "part":
                self.found.append(errors.rule_partly(rule.span, rule.name, rule.text, rule.detail, related, notes, severity))
            elif " given, " in rule.detail:
                self.found.append(errors.given_count_short(rule.span, rule.name, rule.detail, notes, severity))
            else:
                self.found.append(errors.rule_failed(rule.span, rule.name, rule.text, rule.detail, related, notes, severity))

    # ---------------------------------------------------------------- expectations
    def _expectation(self, entry: ExpectEntry) -> Expectation:
        compare = Op(entry.op, (entry.left, entry.right), entry.node.condition, entry.source)
        computed, published = self.solver.evaluate(entry.left), self.solver.evaluate(entry.right)
        unit = self.compare_unit(compare)
        words = show.together([computed, published], unit)
        span = Span(entry.source, entry.node.condition.start, entry.node.condition.end)
        met = self._met(entry, compare, computed, published)
        name = entry.name
        detail = f"computed {words[0]}, published {'' if entry.op == '==' else entry.op + ' '}{words[1]}"
        if entry.node.restates is not None:
            verdict = "restates"
            if met == "differs":
                verdict = "differs"
                self.found.append(errors.expectation_differs(span, name, detail))
        elif met == "not-evaluated":
            verdict = met
        elif entry.node.differs is not None:
            verdict = "differs-as-stated" if met == "differs" else "no-longer-differs"
            if met != "differs":
                self.found.append(errors.expectation_agrees_now(span, name, detail))
        else:
            verdict = met
            if met == "differs":
                self.found.append(errors.expectation_differs(span, name, detail))
        return Expectation(entry, verdict, computed, published, unit, *words)

    def _met(self, entry: ExpectEntry, compare: Op, computed: Any, published: Any) -> str:
        """agrees, inside-range, differs or not-evaluated."""
        ranged = any(v.__class__ is Range for side in (computed, published) for _, v in scalars(side))
        if entry.op == "==" and entry.within is None and ranged:

            def inside(a: Any, b: Any) -> Any:
                """A figure inside a range; of two ranges, the computed one inside the published one."""
                if not _number(a) or not _number(b):
                    return NOT_STATED
                if a.__class__ is Range and b.__class__ is Range:
                    return b.low <= a.low and a.high <= b.high
                return low(a) <= high(b) and low(b) <= high(a)

            value = broadcast(inside, [computed, published])
        elif entry.within is None:
            value = self.solver.evaluate(compare)
        else:
            tolerance = self.solver.evaluate(entry.within)

            def close(a: Any, b: Any, by: Any) -> Any:
                if not _number(a) or not _number(b) or not _number(by):
                    return NOT_STATED
                room = size_of(high(by) * high(b)) if entry.relative else high(by)
                if entry.op in ("==", "!="):
                    return low(b) - room <= high(a) and low(a) <= high(b) + room
                return low(a) - room <= high(b) if entry.op in ("<", "<=") else high(a) + room >= low(b)

            value = broadcast(close, [computed, published, tolerance])
        found = [v for _, v in scalars(value)]
        if not found or any(v is FAULT or v is NOT_STATED for v in found):
            return "not-evaluated"
        if all(v is True for v in found):
            return "inside-range" if ranged and entry.op == "==" else "agrees"
        return "differs"

    # ---------------------------------------------------------------- inverse questions
    def ask(self, entry: AskEntry, holding: set[str]) -> Answer:
        """The boundary that is met first when an input moves by steps: n is fine and the next is not.

        Keeps every rule that holds now, except those named after `ignoring`.
        """
        cell = entry.cell
        unit = show.unit_of_cell(cell, self.units)
        start = self.solution.values.get(cell)
        if not isinstance(start, (int, Fraction)) or isinstance(start, bool):
            return Answer(entry, None, unit, "no answer", ("a present value that is not a single number",), None)
        ignored = set(entry.ignoring)
        watched = [r for r in self.graph.rules if r.path in holding and r.path not in ignored]
        given = [c for c in self.graph.counts if c.formula is not None or c is cell]
        watched_given = [
            (c, b) for c in given for b in c.bounds if f"{c.path}.{b.name}" in holding and f"{c.path}.{b.name}" not in ignored
        ]
        affected = self._affected(cell)
        memo: dict[Exact, tuple[str, ...]] = {}

        def stopped(value: Exact) -> tuple[str, ...]:
            if value not in memo:
                memo[value] = self._stopped(entry, cell, value, affected, watched, watched_given)
            return memo[value]

        first = stopped(start)
        if first:
            return Answer(entry, None, unit, "it already fails as the design stands", first, start)
        way = entry.step if entry.largest else -entry.step
        good, jump, steps = start, 1, 0
        while True:
            steps += jump
            trial = start + way * steps
            if steps > ASK_STEPS or (trial < 0 and not entry.largest):
                if trial < 0 and steps <= ASK_STEPS and not stopped(_last(start, entry.step)):
                    text = f"nothing stops it: {show.scalar(_last(start, entry.step), unit)} still does"
                    return Answer(entry, _last(start, entry.step), unit, text, (), None)
                if trial >= 0 or steps > ASK_STEPS:
                    return Answer(entry, None, unit, "nothing limits it", (), None)
                trial = _last(start, entry.step)
                bad = trial
                break
            if stopped(trial):
                bad = trial
                break
            good = trial
            jump *= 2
        while size_of(bad - good) > entry.step:
            middle = good + way * max(1, int(floor(divide(size_of(bad - good), entry.step))) // 2)
            if stopped(middle):
                bad = middle
            else:
                good = middle
        return Answer(entry, good, unit, show.scalar(good, unit), stopped(bad), bad)

    def _affected(self, cell: Cell) -> set[Cell]:
        """The cell and everything computed from it."""
        affected = {cell}
        for component in self.graph.order:
            if any(c in affected or any(n in affected for n in cell_needs(c)) for c in component):
                affected.update(component)
        return affected

    def _stopped(
        self, entry: AskEntry, cell: Cell, value: Exact, affected: set[Cell], watched: list[RuleEntry], given: list[Any]
    ) -> tuple[str, ...]:
        solution, found = solve(self.graph, self.kept, {cell: value}, affected, self.solution)
        if any(d.severity == "error" for d in found):
            return ("the design can't be solved",)
        solver = Solver(self.graph, self.kept, {})
        solver.values = solution.values
        names = []
        if self._verdict(entry.condition, None, solver)[0] != "holds":
            names.append("the condition")
        for rule in watched:
            if not self._touched(rule, affected):
                continue
            if self._verdict(rule.condition, rule.when, solver)[0] not in ("holds", "not-applicable"):
                names.append(rule.path)
        for count, bound in given:
            asked = solver.judge_given(count)
            for judged in asked.bounds:
                if judged.entry is not bound or judged.most is None:
                    continue
                pairs = zip(scalars(solution.values[count]), scalars(judged.most), strict=False)
                if any(low(v) < high(b) for (_, v), (_, b) in pairs):
                    names.append(f"{count.path}.{bound.name}")
        return tuple(names)

    def _touched(self, rule: RuleEntry, affected: set[Cell]) -> bool:
        found: list[Cell] = []
        needs(rule.condition, found)
        needs(rule.when, found)
        return any(c in affected for c in found)


def _last(start: Exact, step: Exact) -> Exact:
    """The last value not below zero that steps down from `start` reach."""
    return start - (start // step) * step


def _layered(kind: Kind) -> str:
    """ "design `farm`, scenario `nfs`" """
    layers: list[str] = []
    for layer in kind.chain():
        if layer.form == "design":
            return ", ".join([f"design `{layer.name}`", *reversed(layers)])
        layers.append("options given with --set" if layer.name == "--set" else f"scenario `{layer.name}`")
    return f"design `{kind.name}`"


def _where(applies: Any, value: Any) -> Any:
    """A verdict where a rule applies; None where it does not."""
    return value if applies is True or isinstance(applies, Part) else None if applies is False else applies


def _around(member: Member, span: Span) -> bool:
    """Whether a place lies in the text of a member."""
    return member.source is span.source and member.node.start <= span.start and span.end <= member.node.end


def _number(value: Any) -> bool:
    return value.__class__ is Range or (isinstance(value, (int, Fraction)) and not isinstance(value, bool))


def _at(value: Any, labels: tuple[str, ...]) -> Any:
    if value.__class__ is not Varying:
        return value
    wanted = [set(label.split("/")) for label in labels]
    cells = {k: v for k, v in value.cells.items() if any(set(k) <= one or one <= set(k) for one in wanted)}
    if len(cells) == 1:
        return next(iter(cells.values()))
    return Varying(value.axes, cells) if cells else value

