"""What judges a design: rules, expectations, questions and waivers, with their formulas made."""

from __future__ import annotations

from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.members import cited
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import NO_LOCALS, Cell, Const, Env, Formula, Instance, Label, Op
from vdl.graph.design import AskEntry, ExpectEntry, RuleEntry, SweepEntry, WaiverEntry, WaiverRank
from vdl.semantics.types import ANY, BOOLEAN, Kind, Member, Quantity
from vdl.semantics.units import Exact
from vdl.text.phrases import of, phrase
from vdl.text.source import Source, Span
from vdl.values import FAULT, NOT_STATED, high, is_number, low


def rule(el: Elaboration, member: Member, instance: Instance) -> RuleEntry:
    env = Env(instance, NO_LOCALS, member.source)
    node = member.node
    assert isinstance(node, s.Require)
    path = el.writer = instance.path_of(member.name)
    condition = _compared(el, node.condition, env)
    when = el.formula(node.when, env) if node.when is not None else None
    cites = cited(node.cites, member.source)
    text = of(node.text, member.source.is_library)
    return RuleEntry(path, node.severity, condition, when, text, node, member.source, instance, cites)


def _compared(el: Elaboration, condition: s.Expr, env: Env) -> Formula:
    """A condition; of two labels that are compared, with the labels, so that both are said."""
    made = el.formula(condition, env)
    if not isinstance(made, Const) or not isinstance(condition, s.Compare):
        return made
    sides = el.expr(condition.left, env), el.expr(condition.right, env)
    if not all(isinstance(side, Label) for side in sides):
        return made
    return Op(condition.op, (el.formula(condition.left, env), el.formula(condition.right, env)), condition, env.source)


def expectation(el: Elaboration, member: Member, kind: Kind) -> ExpectEntry:
    node = member.node
    assert isinstance(node, s.Expect)
    env = Env(el.root, NO_LOCALS, member.source)
    el.writer = member.name
    condition = node.condition
    if isinstance(condition, s.Compare):
        op, left, right = condition.op, el.formula(condition.left, env), el.formula(condition.right, env)
        type_ = el.types.types.get(condition.left, ANY)
    else:  # of what is judged: that it holds
        op, left, right, type_ = "==", el.formula(condition, env), Const(True, condition, env.source), BOOLEAN
    relative = isinstance(node.within, s.Number) and node.within.unit is not None and node.within.unit.text == "%"
    within = el.formula(node.within, env) if node.within is not None else None
    return ExpectEntry(
        member.name, left, right, within, relative, op, node, member.source, type_,
        kind.name if kind.form == "scenario" else "", cited(node.cites, member.source),
    )  # fmt: skip


def _asked(el: Elaboration, path: s.Path, source: Source) -> Cell | None:
    """What a question moves; None after saying that it has no value."""
    cell = el.follow(el.root, path.names)
    if isinstance(cell, Const) and cell.value is NOT_STATED:
        el.say(errors.wrong_type(Span(source, path.start, path.end), *_NO_INPUT))
    return cell if isinstance(cell, Cell) else None


_NO_INPUT = phrase("not stated in this design"), phrase("an input that has a value")
"""What was found in the place of an input, and what is expected there."""


def sweep(el: Elaboration, member: Member) -> SweepEntry | None:
    node = member.node
    assert isinstance(node, s.Sweep)
    env = Env(el.root, NO_LOCALS, member.source)
    el.writer = member.name
    cell = _asked(el, node.path, member.source)
    if cell is None:
        return None
    step: Exact | None
    if isinstance(node.values, s.ListOf):
        known = [_point(el, item, env) for item in node.values.items]
        if any(one is None for one in known):
            return None
        listed = tuple([one for one in known if one is not None])
        number, first, step = len(listed), next(iter(listed), 0), 1
    else:
        ends = el.expr(node.values, env)
        value = ends.value if isinstance(ends, Const) else FAULT
        step = _step(el, node.step, cell, env) if node.step is not None else 1
        if step is None or not is_number(value):
            return None
        listed, first = (), low(value)
        number = int((high(value) - first) // step + 1)
    shown = el.formula(node.value, env)
    type_ = el.types.types.get(node.value, ANY)
    return SweepEntry(node.name.name, cell, shown, type_, number, listed, first, step, node, member.source)


def _point(el: Elaboration, expr: s.Expr, env: Env) -> Exact | None:
    """One value of an input at which a question looks; None after saying that it is no single number."""
    span = env.span(expr)
    value = el.decided(el.formula(expr, env), span)
    if isinstance(value, (int, Fraction)):
        return value
    if value is not FAULT:
        el.say(errors.not_a_point(span))
    return None


def question(el: Elaboration, member: Member) -> AskEntry | None:
    node = member.node
    assert isinstance(node, s.Ask)
    env = Env(el.root, NO_LOCALS, member.source)
    el.writer = member.name
    cell = _asked(el, node.path, member.source)
    if cell is None:
        return None
    step = _step(el, node.step, cell, env) if node.step is not None else 1
    if step is None:
        return None
    condition = el.formula(node.condition, env)
    ignoring = tuple([str(path) for path in node.ignoring])
    return AskEntry(node.name.name, cell, node.largest, condition, ignoring, step, node, member.source)


def _step(el: Elaboration, expr: s.Expr, asked: Cell, env: Env) -> Exact | None:
    """How far a question goes at a time; None after saying why it can't go."""
    span = env.span(expr)
    value = el.decided(el.formula(expr, env), span)
    counted = isinstance(asked.type, Quantity) and el.units.countable(asked.type.dimension)
    if isinstance(value, (int, Fraction)) and value > 0 and (value.denominator == 1 or not counted):
        return value
    if value is not FAULT:
        el.say(errors.not_a_step(span, phrase("a question"), whole=counted))
    return None


def waiver(el: Elaboration, instance: Instance, node: s.Waive, source: Source, rank: WaiverRank) -> WaiverEntry:
    prefix = f"{instance.path}." if instance.path else ""
    bindings = [el.bindings.get(label) for label in node.labels]
    labels = tuple([binding[1] for binding in bindings if binding is not None and binding[0] == "label"])
    return WaiverEntry(prefix + str(node.path), labels, rank, node, source, cited(node.cites, source))
