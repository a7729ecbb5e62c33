"""Why a number is what it is: the tree of what it was computed from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, Union

from vdl import syntax as s
from vdl.compilation import Chosen, Compilation, Solved
from vdl.graph.cells import Cell, Cites, Const, Formula, Instance, Op
from vdl.graph.design import Decision, Hanging
from vdl.judge import Expectation, Verdict
from vdl.query.evaluate import known_cell, read, valued
from vdl.query.reading import Reading
from vdl.records import NamedTuple
from vdl.semantics.units import ONE, Unit
from vdl.solve import BoundValue, CountValue, Evaluation, First
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.text.written import written
from vdl.values import FAULT, NOT_STATED, Place, Value, Varying, scalars
from vdl.words import values as show
from vdl.words.formulas import names, numbers, reads, text_of
from vdl.words.verdicts import Words, asked, at, bound_at, first_at, labels

ReasonForm = Literal["quantity", "bound", "decision", "choice", "not-stated", "rule", "expectation", "expression", "search"]


_JUDGED: dict[type[s.Node], str] = {s.Require: "rule", s.Bound: "bound"}
"""What quantities are called that stand for something that is judged."""


class Reason(NamedTuple):
    """One line of the tree of reasons.

    `depth` is its place in the tree. `names` and `numbers` are the formula, or "". `again` marks a quantity whose own
    reasons stand further up. `inputs` are the names of what it is computed from. `within` is the range that an input
    must lie in, "0..<100 %", where one is declared.
    """

    form: ReasonForm
    depth: int
    name: str
    value: Value | None
    unit: Unit
    words: str
    origin: str = ""
    span: Span | None = None
    names: str = ""
    numbers: str = ""
    label: str = ""
    text: str = ""
    cites: Cites = ()
    decides: bool = False
    again: bool = False
    inputs: tuple[str, ...] = ()
    within: str = ""
    op: str = ""
    """Of a bound: how the count stands to what it asks for."""


_Part = Union[Cell, Const, Decision, Chosen, First, tuple[CountValue, BoundValue]]


def explain(
    compilation: Compilation, solved: Solved, name: str, deepest: int | None = None
) -> tuple[list[Reason], list[Diagnostic]]:
    """The tree of reasons of a quantity, rule, bound, expectation or expression, from the top down; of what it stands on no more
    levels than `deepest`."""
    known = _judged(_Tree(compilation, solved, Reading(compilation, solved), deepest), name)
    if known is not None:
        return known, []
    cell = known_cell(solved, name)
    if cell is not None:
        reading = Reading(compilation, solved)
        reading.value(cell)
        return list(_Tree(compilation, solved, reading, deepest).below([cell], 0)), []
    reading, made, type_, diagnostics = read(compilation, solved, name, "name")
    if made is None or any(d.severity == "error" for d in diagnostics):
        return [], diagnostics
    tree = _Tree(compilation, solved, reading, deepest)
    if isinstance(made, Instance):
        found = tree.object(name, made)
    elif isinstance(made, Const) and made.value is NOT_STATED and isinstance(made.node, s.Field):
        found = list(tree.below([made], 0))
    elif isinstance(made, Cell):
        reading.value(made)
        found = list(tree.below([made], 0))
    elif isinstance(made, (Op, Const)):
        value = reading.value(made)
        found = tree.expression(name, made, value, show.unit_of(made, type_, compilation.names.units))
    else:
        one = valued(reading, made, type_, name)
        found = [Reason("expression", 0, name, one.value, one.unit, one.words)]
    return found, [*diagnostics, *reading.diagnostics]


def _judged(tree: _Tree, name: str) -> list[Reason] | None:
    """The reasons of what is judged under a name: a rule, a bound, an expectation."""
    judged = tree.solved.judged
    for rule in judged.rules:
        if rule.name == name:
            return tree.rule(rule)
    for count in judged.counts:
        for bound in count.bounds:
            if f"{count.cell.path}.{bound.entry.name}" == name:
                return list(tree.below([(count, bound)], 0))
    for expectation in tree.solved.expectations:
        if expectation.entry.name == name:
            return tree.expectation(expectation)
    return None


class _Tree:
    def __init__(self, compilation: Compilation, solved: Solved, reading: Reading, deepest: int | None) -> None:
        self.solved = solved
        self.deepest = deepest
        self.reading = reading
        self.units = compilation.names.units
        self.words = Words(solved.types.types, self.units)
        self.values = reading.values
        self.judged = {count.cell: count for count in solved.judged.counts}
        self.seen: set[Cell] = set()
        self.told: set[int] = set()
        """Numbers of decisions."""

    def below(self, parts: list[_Part], depth: int, place: Place = ()) -> Iterator[Reason]:
        """Parts and, under each, what it comes from; without recursion, since chains can be long."""
        work: list[tuple[_Part, int, Place]] = [(part, depth, place) for part in reversed(parts)]
        while work:
            part, depth, where = work.pop()
            if self.deepest is not None and depth > self.deepest:
                continue
            inner: list[_Part] = []
            if isinstance(part, Decision):
                reason, inner = self._decision(part, depth)
            elif isinstance(part, Chosen):
                reason = self._choice(part, depth)
            elif isinstance(part, First):
                reason = self._first(part, depth)
            elif isinstance(part, tuple):
                reason, inner = self._bound(*part, depth)
                where = part[1].place
            elif isinstance(part, Const):
                reason = self._silent(part, depth)
            else:
                reason, inner = self._cell(part, depth, where)
            yield reason
            work += [(one, depth + 1, where) for one in reversed(inner)]

    def _cell(self, cell: Cell, depth: int, place: Place) -> tuple[Reason, list[_Part]]:
        unit = show.unit_of_cell(cell, self.units)
        value = self.reading.told(cell) if cell in self.values else FAULT
        count = self.judged.get(cell) or self.reading.count(cell)
        inner: list[_Part] = self._relevant(reads(cell.formula, self.values), value)
        if count is not None:
            inner += [*count.firsts, *[(count, bound) for bound in count.bounds]]
        inner += self._decisions(cell, inner)
        again = cell in self.seen and bool(inner)
        if depth != self.deepest:  # else what it stands on is not shown here
            self.seen.add(cell)
        formula = cell.formula
        axes = value.axes if isinstance(value, Varying) else ()  # what does not vary along one has no numbers at its labels
        here = tuple([(axis, label) for axis, label in place if axis in axes])
        reason = Reason(
            "quantity", depth, cell.path, value, unit, show.text(value, unit), self._origin(cell), cell.span(),
            "" if isinstance(formula, Const) else names(formula),
            numbers(formula, self.reading.figures, self.units, here) if isinstance(formula, Op) else "",
            at(here, ", "), cell.doc(), cell.cites, False, again, _names(inner),
            cell.domain.text() if cell.domain is not None and cell.domain.declared else "",
        )  # fmt: skip
        return reason, [] if again else inner

    @staticmethod
    def _origin(cell: Cell) -> str:
        if cell.form == "part":
            return _JUDGED.get(cell.node.__class__, "argument")
        if isinstance(cell.node, s.Ask):
            return "answer"
        return "given" if cell.form == "count" and cell.origin == "derived" else cell.origin

    def _silent(self, const: Const, depth: int) -> Reason:
        node = const.node
        assert isinstance(node, s.Field) and const.source is not None
        span, doc = Span(const.source, node.start, node.end), const.source.doc(node.start)
        return Reason("not-stated", depth, node.name.name, NOT_STATED, ONE, "not stated", "optional", span, text=doc)

    def _bound(self, count: CountValue, bound: BoundValue, depth: int) -> tuple[Reason, list[_Part]]:
        entry = bound.entry
        unit = show.unit_of_cell(count.cell, self.units)
        required = NOT_STATED if (found := bound.asks()) is None else found
        words = "does not apply" if bound.value is None else asked(bound, unit)
        inner: list[_Part] = list(reads(entry.when, self.values))
        if bound.value is not None and not bound.undecided:
            inner += self._relevant(reads(entry.value, self.values), bound.value)
        inner = list(dict.fromkeys(inner))
        reason = Reason(
            "bound", depth, entry.name, required, unit, words, "bound", Span(entry.source, entry.node.start, entry.node.end),
            text_of(entry.node.value, entry.source),
            "" if bound.undecided else numbers(entry.value, self.reading.figures, self.units, bound.place),
            bound_at(bound), entry.text or entry.source.doc(entry.node.start), entry.cites, bound.decides, False,
            _names(inner), op=entry.op,
        )  # fmt: skip
        return reason, inner

    def _first(self, first: First, depth: int) -> Reason:
        """Why a number that was searched is not smaller."""
        unit = show.unit_of_cell(first.of, self.units)
        words = first_at(first, unit)
        return Reason("search", depth, first.of.path, first.before, unit, words, "search", label=at(first.place, ", "))

    def _relevant(self, parts: list[Cell | Const], value: Value) -> list[_Part]:
        """Of something that is not stated only what is silent itself: the rest is no reason."""
        if any(v is not NOT_STATED for _, v in scalars(value)):
            return list(parts)
        silent = [
            part for part in parts
            if isinstance(part, Const) or any(v is NOT_STATED for _, v in scalars(self.values.get(part, FAULT)))
        ]  # fmt: skip
        return list(silent or parts)

    # -- what conditions and choices have shaped
    def _decisions(self, key: Hanging, inner: Iterable[_Part]) -> list[_Part]:
        """The decisions that something hangs on, but for those that what it is computed from hangs on, too."""
        hanging = self.solved.graph.hanging
        numbers = set(hanging.get(key, ()))
        for part in inner:
            if isinstance(part, Cell):
                numbers -= hanging.get(part, frozenset())
        found: dict[int, Decision] = {}
        for decision in self.solved.graph.decisions:
            if decision.number in numbers and decision.number not in self.told:
                found.setdefault(decision.number, decision)
        return list(found.values())

    def _decision(self, decision: Decision, depth: int) -> tuple[Reason, list[_Part]]:
        self.told.add(decision.number)
        inner: list[_Part] = list(reads(decision.condition, self.values))
        outcome = "true" if decision.taken is True else "false"
        reason = Reason("decision", depth, written(decision.span), None, ONE, outcome, "decision", decision.span,
                        numbers=numbers(decision.condition, self.reading.figures, self.units), inputs=_names(inner))  # fmt: skip
        return reason, inner

    def _choice(self, choice: Chosen, depth: int) -> Reason:
        return Reason("choice", depth, choice.name, None, ONE, written(choice.taken.option), "choice", choice.span,
                      f"minimizing {written(choice.objective)}")  # fmt: skip

    def object(self, name: str, instance: Instance) -> list[Reason]:
        """What a name stands for, why it does, and the quantities of that object in the order of its text."""
        shaped: list[_Part] = []
        owner, _, called = name.rpartition(".")
        holder = self.reading.follow(owner.split(".") if owner else [])
        if holder is not None:
            path = f"{holder.path}.{called}".lstrip(".")
            shaped += [choice for choice in self.solved.choices if choice.name.partition("~")[0] == path]
            shaped += self._decisions((holder, called), ())
        forms = ("input", "let", "count")
        members = [called for called, member in instance.kind.all_members().items() if member.form in forms]
        cells = [cell for called in members if isinstance(cell := self.reading.slot(instance, called), Cell)]
        if instance.base is not None:  # of a copy nothing is computed that nobody asks for
            for cell in cells:
                self.reading.value(cell)
        known = [cell for cell in cells if cell in self.values]
        if known and not shaped:
            return list(self.below([*known], 0))
        words = f"{instance.path or instance.name}: {instance.kind.named().name}"
        top = Reason("expression", 0, name, None, ONE, words, "expression", inputs=_names([*known]))
        return [top, *self.below([*shaped, *known], 1)]

    def rule(self, rule: Verdict) -> list[Reason]:
        entry = rule.rule
        if entry is not None:
            inner: list[_Part] = [*reads(entry.when, self.values), *reads(entry.condition, self.values)]
            inner += self._decisions(rule.name, inner)
            place = rule.failing[0] if rule.failing else ()
            applies = Evaluation(self.values).evaluate(entry.when) if entry.when is not None else True
            when = f" when {text_of(entry.node.when, entry.source)}" if entry.node.when is not None else ""
            top = Reason(
                "rule", 0, rule.name, None, ONE, rule.outcome, entry.severity, rule.span,
                text_of(entry.node.condition, entry.source) + when,
                numbers(entry.condition, self.reading.figures, self.units, place, applies),
                at(place), rule.text or entry.source.doc(entry.node.start), rule.cites, inputs=_names(inner),
            )  # fmt: skip
            return [top, *self.below(list(dict.fromkeys(inner)), 1, place)]
        assert rule.of is not None and rule.bound is not None
        top = Reason("rule", 0, rule.name, None, ONE, rule.outcome, rule.severity, rule.span,
                     label=", ".join(labels(rule)), text=self.words.detail(rule), inputs=(rule.of.cell.path,))  # fmt: skip
        return [top, *self.below([rule.of.cell], 1)]

    def expectation(self, found: Expectation) -> list[Reason]:
        entry = found.entry
        figures = self.words.expectation(found)
        words = f"{found.outcome}: computed {figures.computed}, published {figures.published}"
        span = Span(entry.source, entry.node.start, entry.node.end)
        if found in self.solved.of_scenarios:  # its quantities are another graph's
            text = f"in scenario {entry.scenario}; its reasons are shown with --scenario {entry.scenario}"
            return [Reason("expectation", 0, entry.name, None, ONE, words, "expect", span, text=text, cites=entry.cites)]
        inner: list[_Part] = [*reads(entry.left, self.values), *reads(entry.right, self.values)]
        top = Reason(
            "expectation", 0, entry.name, None, ONE, words, "expect", span, text_of(entry.node.condition, entry.source),
            numbers(entry.left, self.reading.figures, self.units), "", entry.node.differs or entry.node.restates or "",
            entry.cites, inputs=_names(inner),
        )  # fmt: skip
        return [top, *self.below(list(dict.fromkeys(inner)), 1)]

    def expression(self, name: str, formula: Formula, value: Value, unit: Unit) -> list[Reason]:
        inner: list[_Part] = list(reads(formula, self.values))
        top = Reason("expression", 0, name, value, unit, show.text(value, unit), "expression", None, "",
                     numbers(formula, self.reading.figures, self.units), inputs=_names(inner))  # fmt: skip
        return [top, *self.below(inner, 1)]


def _names(parts: list[_Part]) -> tuple[str, ...]:
    found: dict[str, None] = {}
    for part in parts:
        if isinstance(part, tuple) and not isinstance(part, (Decision, Chosen, First)):
            found.setdefault(f"{part[0].cell.path}.{part[1].entry.name}")
        elif isinstance(part, Cell):
            found.setdefault(part.path)
    return tuple(found)
