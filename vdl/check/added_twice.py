"""Sums in which one object's quantity stands twice, and the same quantity of a like object not at all; and the least or the
most of quantities of which one stands there twice."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.elsewhere import NAMED
from vdl.check.scope import VALUES, Scope, text_of
from vdl.check.state import CheckState
from vdl.semantics.types import Kind, Member


def check_added_twice(state: CheckState, expr: s.Binary, scope: Scope) -> None:
    """Say of a sum of one field of several objects that it has one of them twice, where another object of the same body has the
    field from the same kind and is in no term. A sum in which anything else stands is not asked about."""
    terms: list[s.Expr] = []
    left: s.Expr = expr
    while isinstance(left, s.Binary) and left.op == "+":
        if left is not expr:
            state.summed.add(left)
        terms.append(left.right)
        left = left.left
    terms.append(left)
    fields = [one for one in reversed(terms) if isinstance(one, s.Attribute)]
    paths = [text_of(one).split(".") for one in fields]
    names = [path[0] for path in paths]
    alike = len(fields) == len(terms) and len({tuple(path[1:]) for path in paths}) == 1
    if not alike or len(set(names)) == len(names) or scope.source.is_library:
        return
    at = next(at for at, name in enumerate(names) if name in names[:at])
    body = next((kind for kind in scope.kinds() if kind.lookup(names[at]) is not None), None)
    others = _with_same(body, names, paths[at], scope) if body is not None else []
    if others:
        span, first = scope.span(fields[at]), scope.span(fields[names.index(names[at])])
        state.diagnostics.append(errors.added_twice(span, span.text, others[:NAMED], first))


def check_named_twice(state: CheckState, expr: s.Call, function: str, scope: Scope) -> None:
    """Say of the least or the most of some quantities that one of them is named twice: the second one changes nothing."""
    if scope.source.is_library:
        return
    values = expr.arguments
    if len(values) == 1 and isinstance(values[0], s.ListOf):
        values = values[0].items
    paths = [_chain(one) for one in values]
    at = next((at for at, path in enumerate(paths) if path and path in paths[:at]), None)
    if at is None:
        return
    names = [path[0] for path in paths if path]
    body = next((kind for kind in scope.kinds() if kind.lookup(paths[at][0]) is not None), None)
    others = _with_same(body, names, paths[at], scope) if body is not None and len(paths[at]) > 1 else []
    span, first = scope.span(values[at]), scope.span(values[paths.index(paths[at])])
    state.diagnostics.append(errors.added_twice(span, span.text, others[:NAMED], first, function))


def _with_same(body: Kind, names: list[str], twice: list[str], scope: Scope) -> list[str]:
    """The fields of objects of a body that are in no term, nor around it, and that a kind declares from which the one that stands
    `twice` has its own."""
    around = scope.kinds()
    members = body.all_members()
    member = _at(members[twice[0]], twice[1:])
    if member is None or member.form not in VALUES or member.owner.form != "kind":
        return []
    objects = [(one.name, one.kind) for one in members.values() if one.form == "object" and one.name not in names]
    return [
        ".".join((name, *twice[1:])) for name, kind in objects
        if kind is not None and kind not in around and _at(members[name], twice[1:]) is member
    ]  # fmt: skip


def _chain(expr: s.Expr) -> list[str]:
    """The names of `a.b.c`; none of what is no such path."""
    base = expr
    while isinstance(base, s.Attribute):
        base = base.base
    return text_of(expr).split(".") if isinstance(base, s.Name) else []


def _at(member: Member, path: list[str]) -> Member | None:
    """The member that a path leads to from an object."""
    found: Member | None = member
    for name in path:
        found = found.kind.lookup(name) if found is not None and found.form == "object" and found.kind is not None else None
    return found


__all__ = ["check_added_twice", "check_named_twice"]
