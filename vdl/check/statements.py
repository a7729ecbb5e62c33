"""Statements of bodies."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import condition, fits, no_member
from vdl.check.calls import given, wanted
from vdl.check.citations import cites, ends
from vdl.check.expressions import quantity
from vdl.check.fillings import check_fillings
from vdl.check.inference import type_of
from vdl.check.labels import label
from vdl.check.paths import member_at, rule_at
from vdl.check.placing import check_place
from vdl.check.replacing import check_replaced
from vdl.check.scope import FORM_WORDS, Scope, member_names, parts
from vdl.check.state import CheckState
from vdl.check.unchanged import check_unchanged
from vdl.semantics.types import ANY, Kind, ListOf, Member, Quantity, Type
from vdl.text.source import Source, Span


def check_kind(state: CheckState, kind: Kind) -> None:
    """Everything that the bodies of a kind declare and fill in."""
    for written in kind.bodies:
        cites(state, written.cites, written.source)
    for member in kind.members.values():
        for one in (member, member.replaces):  # what an `on` block replaces is still a text that must be right
            if one is not None:
                check_member(state, one, Scope(kind, one.source, one.name))
        check_replaced(state, kind, member)
    check_fillings(state, kind)
    check_unchanged(state, kind)
    for waive, source in kind.waivers:
        _waiver(state, kind, waive, source)


def check_member(state: CheckState, member: Member, scope: Scope) -> None:
    node = member.node
    check = _STATEMENTS.get(node.__class__)
    if check is not None:  # objects and scenarios have kinds of their own
        if node.cites:
            cites(state, node.cites, member.source)
        check(state, member, node, scope)


def _field(state: CheckState, member: Member, node: s.Field, scope: Scope) -> None:
    declared = type_of(state, member)
    if node.default is not None:
        given(state, node.default, declared, scope, member)


def _let(state: CheckState, member: Member, node: s.Let, scope: Scope) -> None:
    type_ = type_of(state, member)
    if node.type is not None and node.value is not None:
        wanted(state, node.value, type_, scope, member)


def _function(state: CheckState, member: Member, node: s.Function, scope: Scope) -> None:
    declared = type_of(state, member)
    if node.type is not None:
        around, state.function = state.function, member
        inner = scope.with_locals({p.name: state.types[p] for p in node.params})
        wanted(state, node.value, declared, inner, member)
        state.function = around


def _count(state: CheckState, member: Member, node: s.Count, scope: Scope) -> None:
    type_ = type_of(state, member)
    if not (isinstance(type_, Quantity) and state.units.counts_things(type_.dimension)) and type_ is not ANY:
        state.refuse(node.type, type_, "a counted thing", scope)


def _bound(state: CheckState, member: Member, node: s.Bound, scope: Scope) -> None:
    kind = member.owner
    path = node.count
    count = kind.lookup(path.names[0]) if len(path.names) == 1 else None
    if count is None or count.form != "count":
        no_member(state, kind, scope.span(path), str(path), f"`{kind.name}`", member_names(kind, "count"), "count ")
        state.expr(node.value, scope)
    else:
        wanted(state, node.value, type_of(state, count), Scope(kind, scope.source), count)
    if node.when is not None:
        condition(state, node.when, scope)


def _require(state: CheckState, member: Member, node: s.Require, scope: Scope) -> None:
    condition(state, node.condition, scope)
    if node.when is not None:
        condition(state, node.when, scope)


# ------------------------------------------------------------------------------ expectations and questions
def _expect(state: CheckState, member: Member, node: s.Expect, scope: Scope) -> None:
    inner = Scope(scope.kind, scope.source, judges=True)
    said = len(state.diagnostics)
    condition(state, node.condition, inner)
    if not isinstance(node.condition, s.Compare):
        if len(state.diagnostics) == said and not any(part in state.judged for part in s.walk(node.condition)):
            state.diagnostics.append(errors.not_a_comparison(inner.span(node.condition), node.name.name))
        elif node.within is not None:
            help_ = "a rule holds or it does not"
            state.diagnostics.append(errors.not_here(inner.span(node.within), "a tolerance", "what compares nothing", help_))
        return
    if node.within is not None:
        _tolerance(state, node.within, state.types.get(node.condition.left, ANY), inner)
    if len(state.diagnostics) == said and not _uses_design(state, node.condition.left):
        state.diagnostics.append(errors.expectation_of_nothing(inner.span(node.condition.left)))


def _tolerance(state: CheckState, node: s.Expr, computed: Type, scope: Scope) -> None:
    """A tolerance is of the dimension of what it is allowed for; a literal in % is relative."""
    tolerance = state.expr(node, scope)
    relative = isinstance(node, s.Number) and node.unit is not None and node.unit.text == "%"
    if not isinstance(tolerance, Quantity):
        if tolerance is not ANY:
            state.refuse(node, tolerance, "a tolerance", scope)
    elif not relative and isinstance(computed, Quantity):
        fits(state, node, tolerance, computed, scope)


def _uses_design(state: CheckState, expr: s.Expr) -> bool:
    if isinstance(expr, s.Name):
        return state.bindings.get(expr, ("", 0))[0] == "member"
    if isinstance(expr, (s.All, s.Nearest)):
        return True
    return any(_uses_design(state, part) for part in parts(expr))


def _ask(state: CheckState, member: Member, node: s.Ask, scope: Scope) -> None:
    inner = Scope(member.owner, scope.source)
    moved = _moved(state, member.owner, node.path, scope)
    state.types[node] = moved[1] if moved is not None else ANY  # of its answer, which documents may read though nothing here does
    if moved is not None:
        _step(state, node, *moved, scope.span(node.path), inner)
    condition(state, node.condition, inner)
    for path in node.ignoring:
        rule_at(state, member.owner, path, scope.source)


def _sweep(state: CheckState, member: Member, node: s.Sweep, scope: Scope) -> None:
    inner = Scope(member.owner, scope.source)
    quantity(state, node.value, inner)
    moved = _moved(state, member.owner, node.path, scope)
    if moved is None:
        return
    values = node.values.items if isinstance(node.values, s.ListOf) else (node.values,)
    for value in values:
        given(state, value, moved[1], inner, moved[0])
    state.types.setdefault(node.values, ListOf(moved[1]))
    if isinstance(node.values, s.ListOf):
        if node.step is not None:
            help_ = "a list says each value itself"
            state.diagnostics.append(errors.not_here(scope.span(node.step), "a step", "a list of values", help_))
    elif not isinstance(node.values, s.Range):
        state.diagnostics.append(errors.not_a_stretch(scope.span(node.values)))
    else:
        _step(state, node, *moved, scope.span(node.values), inner)


def _moved(state: CheckState, kind: Kind, path: s.Path, scope: Scope) -> tuple[Member, Quantity] | None:
    """The quantity that a question moves; None where it moves none, which is said."""
    moved, type_ = member_at(state, kind, path, scope.source)
    if moved is None:
        return None
    if moved.form not in ("input", "count"):
        from vdl.check.meant import moved_inside  # only where something is wrong

        help_ = moved_inside(state, path, moved)
        span = Span(scope.source, *path.span_of(-1))
        state.diagnostics.append(errors.not_fillable(span, str(path), FORM_WORDS[moved.form], moved.span(), help_))
    elif isinstance(type_, Quantity):
        state.read[moved].append(path)
        return moved, type_
    elif type_ is not ANY:
        state.refuse(path, type_, "a quantity", scope)
    return None


def _step(state: CheckState, node: s.Ask | s.Sweep, moved: Member, type_: Quantity, where: Span, scope: Scope) -> None:
    """Check how far a question goes at a time; only things that are counted go one by one."""
    if node.step is not None:
        wanted(state, node.step, type_, scope, moved)
    elif not state.units.countable(type_.dimension):
        state.diagnostics.append(errors.step_needed(where, "ask", state.units.name(type_.dimension), _one(state, type_)))


def _one(state: CheckState, type_: Quantity) -> str:
    """One of the unit in which a quantity is shown: "1 kg"."""
    return "1 %" if type_.ratio else f"1 {(type_.shown or state.units.shown(type_.dimension)).singular}".strip()


# ------------------------------------------------------------------------------ waivers
def _waiver(state: CheckState, kind: Kind, node: s.Waive, source: Source) -> None:
    cites(state, node.cites, source)
    ends(state, node, source)
    rule_at(state, kind, node.path, source, silence=node.silence)
    for path in node.labels:
        label(state, path, source)


_STATEMENTS: Mapping[type[s.Statement], Callable[[CheckState, Member, Any, Scope], None]] = {
    s.Field: _field, s.Let: _let, s.Function: _function, s.Count: _count, s.Bound: _bound, s.Require: _require,
    s.Place: check_place, s.Expect: _expect, s.Ask: _ask, s.Sweep: _sweep,
}  # fmt: skip
