"""Elaboration: kinds, layers and placements of one design become objects, quantities and formulas.

Objects, lists and texts are settled here; quantities become cells with formulas over other cells. Formulas are made
when the graph first reaches a cell, so what nobody asks for costs nothing.

Where the structure hangs on a value, elaboration asks for it and goes on with the answer: it is a generator of
questions that ends with the graph. It computes nothing itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from vdl import syntax as s
from vdl.check import Types
from vdl.elaborate import calls, copies, decisions, judged, lists, literals, members, names, operators
from vdl.elaborate.aside import Answering, Answers, AtOnce, TooMuch
from vdl.elaborate.layers import assign
from vdl.elaborate.placements import place_all
from vdl.elaborate.reached import reached
from vdl.elaborate.state import Elaboration, Forms
from vdl.graph.cells import NO_LOCALS, POISON, Cell, Const, Env, Formula, Instance, Made, Op
from vdl.graph.design import (
    AskEntry,
    Choice,
    Decision,
    ExpectEntry,
    Graph,
    PlacementEntry,
    RuleEntry,
    SweepEntry,
    WaiverEntry,
    WaiverRank,
    asked_in,
)
from vdl.graph.filled import filled_beyond
from vdl.graph.order import components, needs, operations, reads
from vdl.semantics.types import Kind, Member
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span

FORMS = Forms(
    {
        s.Number: literals.number, s.Range: literals.range_, s.String: literals.text,
        s.Date: lambda el, e, env: Const(e.text, e, env.source), s.Truth: lambda el, e, env: Const(e.value, e, env.source),
        s.Name: names.name, s.Attribute: names.attribute, s.Select: literals.select, s.Call: calls.call,
        s.With: copies.with_, s.ListOf: lists.list_, s.Comprehension: lists.comprehension, s.LabelMap: literals.by_label,
        s.All: lists.all_, s.Nearest: lists.nearest, s.Choose: decisions.choose, s.Unary: operators.unary,
        s.Binary: operators.binary, s.Compare: operators.compare, s.Given: operators.given, s.Convert: operators.convert,
        s.Conditional: decisions.conditional, s.Fallback: decisions.fallback, s.SlashName: lambda el, e, env: POISON,
        s.Proportion: lambda el, e, env: POISON,
    },
    members.settle,
    members.bounds,
    decisions.stated,
)  # fmt: skip


def elaborate(
    types: Types, design: Kind, chosen: Mapping[str, int], answering: Answering | None = None
) -> Answers[tuple[Graph, list[Diagnostic]]]:
    """The graph of one design with its layers, made with these options of its `choose`s.

    With somebody `answering` nothing is put aside and no question is asked on the way. Raises Circling then where one would
    wait for itself: without, it says what the circle is.
    """
    el = Elaboration(types, FORMS, design, chosen)
    el.at_once = AtOnce(answering) if answering is not None else None
    el.asked = asked_in([member.node for _, member in _entries(el.root) if isinstance(member.node, (s.Ask, s.Sweep))])
    assign(el, el.root)
    placements: tuple[PlacementEntry, ...] = ()
    instances: list[Instance] = []
    known: tuple[Instance, ...] = ()
    order: list[tuple[Cell, ...]] = []
    parts = _Parts()
    try:
        instances = lists.objects(el, el.root)
        placements = yield from place_all(el, instances)
        yield from parts.make(el, instances)
        order = yield from el.ordered(parts.roots(), ())
        yield from parts.objectives(el, order)
        known = yield from reached(el, instances)
        yield from _deciding(el, order)
        compared = yield from _compared_below(el)
        unasked = yield from _unasked(el, order)
        parts.fit(el)
    except TooMuch as much:
        el.say(much.diagnostic)
        order, compared, unasked = [], [], {}
    decided = sorted(el.decisions.values(), key=_place)
    graph = Graph(
        design, el.root, el.files, tuple(instances), tuple(parts.counts), tuple(parts.rules), tuple(parts.expects),
        tuple(parts.asks), tuple(parts.sweeps), tuple(parts.waivers), placements, tuple(order), tuple(decided),
        tuple(sorted(parts.choices, key=lambda choice: (choice.span.key(), choice.name))), el.hanging, unasked, el.written,
        tuple(compared), frozenset(el.written_in), el.measured, tuple(el.asked_for), tuple(el.missing),
        known, tuple(el.called),
    )  # fmt: skip
    return graph, el.diagnostics


def _place(decision: Decision) -> tuple[object, ...]:
    """Where it stands, and what it is of: in what order decisions are made hangs on who asks first."""
    cells = [cell.path for cell in reads(decision.condition)]
    constants = [str(arg.value) for op in operations([decision.condition]) for arg in op.args if isinstance(arg, Const)]
    return decision.span.key(), cells, constants


class _Parts:
    """What is computed and judged in a design."""

    def __init__(self) -> None:
        self.counts: list[Cell] = []
        self.rules: list[RuleEntry] = []
        self.expects: list[ExpectEntry] = []
        self.asks: list[AskEntry] = []
        self.sweeps: list[SweepEntry] = []
        self.waivers: list[WaiverEntry] = []
        self.choices: list[Choice] = []
        self.filled: list[Cell] = []
        """Quantities that the design fills, and those in whose definitions something is chosen."""

    def make(self, el: Elaboration, instances: list[Instance]) -> Answers[None]:
        yield from self._choices(el, instances)
        for instance in instances:
            for name, assignment in instance.assigned.items():
                if assignment.layer != "library":
                    yield from self._ask_for(el, instance, name)
            yield from self._ask_within(el, instance)
        for instance in instances:
            for name, member in instance.kind.all_members().items():
                if member.form == "count":
                    cell = el.slot(instance, name)
                    if isinstance(cell, Cell):
                        yield from el.settled(partial(_bound, el, cell))
                        self.counts.append(cell)
                elif member.form == "rule":
                    made = yield from el.settled(partial(_rule, el, member, instance))
                    self.rules.append(made)
                elif member.form == "input" and _is_missing(member, instance):
                    el.slot(instance, name)  # says so
        for kind, member in _entries(el.root):
            if isinstance(member.node, s.Sweep):
                swept = yield from el.settled(partial(judged.sweep, el, member))
                if swept is not None:
                    self.sweeps.append(swept)
                    el.measure.asked.add(swept.cell)
            elif member.form == "ask":
                asked = yield from el.settled(partial(judged.question, el, member))
                if asked is not None:
                    self.asks.append(asked)
                    el.measure.asked.add(asked.cell)
            elif isinstance(member.node, s.Expect):
                expected = yield from el.settled(partial(judged.expectation, el, member, kind))
                self.expects.append(expected)
        own, below = _own_layers(el.root.kind), list(el.root.kind.layers())
        for instance in instances:
            for kind in instance.kind.chain():
                for node, source in kind.waivers:
                    whose = _outermost(kind)
                    rank: WaiverRank = "own" if whose in own else "below" if whose in below else "inherited"
                    self.waivers.append(judged.waiver(el, instance, node, source, rank))

    def _choices(self, el: Elaboration, instances: list[Instance]) -> Answers[None]:
        """Settle what is chosen even where nobody asks for it: an option is not taken untried because someone asks later."""
        begin: dict[Source, list[int]] = {}
        called = False
        for node, (source, in_function) in el.types.choices.items():
            begin.setdefault(source, []).append(node.start)
            called = called or in_function  # then any definition may call it
        for instance in instances if begin else ():
            for name, member in instance.kind.all_members().items():
                assignment = instance.assigned.get(name)
                source, within = (assignment.env.source, assignment.node) if assignment else (member.source, member.node)
                own = any(within.start <= at < within.end for at in begin.get(source, ()))
                if member.form in ("input", "let") and (own or called):
                    yield from self._ask_for(el, instance, name)

    def _ask_for(self, el: Elaboration, instance: Instance, name: str) -> Answers[None]:
        made = yield from el.settled(partial(el.slot, instance, name))
        if isinstance(made, (Cell, Op)):
            needs(made, self.filled)

    def _ask_within(self, el: Elaboration, instance: Instance) -> Answers[None]:
        """Ask for what is filled in objects that inputs refer to."""
        for path in filled_beyond(instance):
            yield from self._ask_for(el, instance, path[0])
            held: Made = yield from el.settled(partial(el.follow, instance, path[:-1]))
            if isinstance(held, Instance):
                yield from self._ask_for(el, held, path[-1])

    def roots(self) -> Iterable[Cell]:
        """The quantities that are asked for: counts, what is judged, and every input that the design fills."""
        yield from self.counts
        yield from self.filled
        for rule in self.rules:
            yield from reads(rule.condition, rule.when)
        for count in self.counts:
            for bound in count.bounds:
                yield from reads(bound.value, bound.when)
        for expect in self.expects:
            yield from reads(expect.left, expect.right, expect.within)
        for ask in self.asks:
            yield ask.cell
            yield from reads(ask.condition)
        for sweep in self.sweeps:
            yield sweep.cell
            yield from reads(sweep.value)

    def fit(self, el: Elaboration) -> None:
        """Say where open units meet between which no factor is stated; where they meet in quantities it has been said."""
        if not el.measured:
            return
        for rule in self.rules:
            for formula in (rule.condition, rule.when):
                if formula is not None:
                    el.fits(formula)
        for count in self.counts:
            for bound in () if count.is_solved else count.bounds:
                el.measure.bound(bound.value, bound.when, bound.span())
        for expect in self.expects:
            compared = [expect.left, expect.right, expect.within if not expect.relative else None]
            el.measure.alike([one for one in compared if one is not None], expect.span())
        for ask in self.asks:
            el.fits(ask.condition)
            step = ask.node.step
            if step is not None:
                made = el.formula(step, Env(el.root, NO_LOCALS, ask.source))
                el.measure.alike([ask.cell, made], Span(ask.source, step.start, step.end))

    def objectives(self, el: Elaboration, order: list[tuple[Cell, ...]]) -> Answers[None]:
        """What each `choose` wants to be small; an objective may name what is chosen, and hold a `choose` itself."""
        known = {cell for component in order for cell in component}
        while len(self.choices) < len(el.choices):
            choice, node, env = list(el.choices.values())[len(self.choices)]
            el.writer = choice.name
            made: Formula = yield from el.settled(partial(el.formula, node, env))
            more = yield from el.ordered(reads(made), known)
            known.update(cell for component in more for cell in component)
            order += more
            self.choices.append(choice._replace(objective=made))


def _deciding(el: Elaboration, order: list[tuple[Cell, ...]]) -> Answers[None]:
    """Put what only decisions read into the order, too: a question moves it with the rest."""
    known = {cell for component in order for cell in component}
    seen = 0
    while seen < len(el.decisions):
        conditions = [decision.condition for decision in sorted(list(el.decisions.values())[seen:], key=_place)]
        seen = len(el.decisions)
        more = yield from el.ordered(reads(*conditions), known)
        known.update(cell for component in more for cell in component)
        order += more


def _rule(el: Elaboration, member: Member, instance: Instance) -> RuleEntry:
    path = instance.path_of(member.name)
    return el.noted(path, lambda: judged.rule(el, member, instance))


def _is_missing(member: Member, instance: Instance) -> bool:
    """Whether an input must be filled and is not."""
    node = member.node
    assert isinstance(node, s.Field)
    given = node.optional or node.default is not None or member.name in instance.assigned
    return not given and member.name not in ("placed", "path")


def _bound(el: Elaboration, cell: Cell) -> None:
    """Make the bounds of a count, also of a given one: they judge it."""
    el.complete(cell)
    el.bound(cell)


def _own_layers(kind: Kind) -> list[Kind]:
    """The layers that are compiled, whose expectations are judged: scenarios put on top, else the design itself; none
    where an option is, since nobody published figures of that."""
    layers = list(kind.layers())
    if any(layer.form == "option" for layer in layers):
        return []
    return [layer for layer in layers if layer.is_layer] if kind.is_layer else layers[:1]


def _entries(root: Instance) -> Iterable[tuple[Kind, Member]]:
    """Expectations of the layers that are compiled; questions of what lies below them, too."""
    own = _own_layers(root.kind)
    for kind in reversed(list(root.kind.layers())):
        for member in kind.members.values():
            if member.form == "ask" or (member.form == "expect" and kind in own):
                yield kind, member


def _compared_below(el: Elaboration) -> Answers[list[Formula]]:
    """What expectations of the designs and layers below are made of. They are not judged here, so nothing is said of them."""
    found: list[Formula] = []
    own, before = _own_layers(el.root.kind), len(el.diagnostics)
    for kind in el.root.kind.chain():
        for member in kind.members.values() if kind not in own else ():
            if isinstance(member.node, s.Expect):
                made = yield from el.settled(partial(judged.expectation, el, member, kind))
                found += [made.left, made.right]
    del el.diagnostics[before:]
    return found


def _outermost(kind: Kind) -> Kind:
    while kind.scope is not None:
        kind = kind.scope
    return kind


def _unasked(el: Elaboration, order: list[tuple[Cell, ...]]) -> Answers[dict[Cell, tuple[Diagnostic, ...]]]:
    """Make what is left, so that a finished graph has no cell that is still to be made; nobody asked for it, so what
    is wrong with it is kept for whoever does."""
    wrong: dict[Cell, tuple[Diagnostic, ...]] = {}
    made: list[Cell] = []

    def keep(cell: Cell, before: int) -> None:
        if len(el.diagnostics) > before:
            wrong[cell] = (*wrong.get(cell, ()), *el.diagnostics[before:])
            del el.diagnostics[before:]

    while el.pending:
        for cell in list(el.pending):
            before = len(el.diagnostics)
            yield from el.settled(partial(el.complete, cell))
            made.append(cell)
            keep(cell, before)
    known = {cell for component in order for cell in component} if el.measured else ()
    for component in components(made, lambda cell: None, known) if el.measured else ():
        before = len(el.diagnostics)
        el.measure.cells([component])
        keep(component[0], before)
    return wrong


__all__ = ["FORMS", "elaborate"]
