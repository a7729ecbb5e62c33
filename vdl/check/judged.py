"""Names of what is judged: rules, bounds and questions, which only expectations and documents may read."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import read
from vdl.check.inference import type_of
from vdl.check.scope import FORM_WORDS, JUDGED, Scope, name_span
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, BOOLEAN, Kind, Member, Module, Object, Type
from vdl.text.source import Span
from vdl.text.written import on_one_line


def outcome(state: CheckState, expr: s.Name | s.Attribute, member: Member, scope: Scope) -> Type:
    """The type of what a rule or a question came to; ANY where nobody may read it, which is said."""
    span = name_span(expr, scope)
    if not scope.judges:
        state.diagnostics.append(errors.not_judged_yet(span, expr.name, FORM_WORDS[member.form], member.span()))
        return ANY
    state.judged.add(expr)
    if member.form == "rule":
        return BOOLEAN
    kind = scope.kind  # a document is printed for a design that is not known here
    of_design = kind if kind is not None and (kind.form == "design" or kind.is_layer) else None
    if of_design is not None and member.owner not in of_design.layers():  # the designs below ask for themselves
        asked = on_one_line(Span(member.source, member.node.start, member.node.end).text)
        state.diagnostics.append(errors.not_asked_here(span, expr.name, member.owner.name, asked, member.span()))
        return ANY
    if not isinstance(member.node, s.Ask):
        state.diagnostics.append(errors.several_answers(span, expr.name, member.span()))
        return ANY
    type_ = state.types[member.node] = _asked(member)
    return type_


def _asked(member: Member) -> Type:
    """The type of the quantity that a question moves; what is wrong with its path is said where it stands."""
    assert isinstance(member.node, s.Ask)
    kind, found = member.owner, None
    for name in member.node.path.names:
        found = kind.lookup(name)
        if found is None:
            return ANY
        if found.kind is not None:
            kind = found.kind
        elif isinstance(found.type, Object):
            kind = found.type.kind
    return found.type if found is not None and found.type is not None else ANY


def bound(state: CheckState, expr: s.Attribute, scope: Scope) -> Type | None:
    """`boxes.by_weight`, where the name before the dot is that of a count; None of anything else."""
    base = expr.base
    if not scope.judges and isinstance(base, s.Name) and isinstance(state.names.find(scope.source.path, base.name), Module):
        return None  # a name before a dot skips quantities
    if isinstance(base, s.Attribute):
        counted = state.counts.get(base)
        return _bound(state, expr, counted, scope) if counted is not None and _has(counted, base.name, expr.name) else None
    if not isinstance(base, s.Name) or base.name in scope.locals:
        return None
    for level, kind in enumerate(scope.kinds()):
        member = kind.lookup(base.name)
        if member is not None and member.form == "count" and _has(kind, base.name, expr.name):
            state.bindings[base] = ("member", level)
            state.types[base] = read(type_of(state, member))
            return _bound(state, expr, kind, scope)
    return None


def _has(kind: Kind, count: str, name: str) -> bool:
    """Whether a count has a bound of that name."""
    return any(member.name == name for member, _ in kind.bounds_of(count))


def _bound(state: CheckState, expr: s.Attribute, kind: Kind, scope: Scope) -> Type:
    member = kind.lookup(expr.name)
    assert member is not None
    if not scope.judges:
        return outcome(state, expr, member, scope)
    state.judged.add(expr)
    state.bindings[expr] = ("bound", expr.name)
    return BOOLEAN


def unread(state: CheckState, expr: s.Name, scope: Scope) -> Type | None:
    """What a name that stands for no value stands for, where that is judged; None where it is nothing of that sort."""
    for kind in scope.kinds():
        member = kind.lookup(expr.name)
        if member is not None and member.form in JUDGED:
            return outcome(state, expr, member, scope)
    return None
