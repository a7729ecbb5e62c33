"""Sums in which one object's quantity stands twice, and the same quantity of a like object not at all."""

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


def _at(member: Member, path: list[str]) -> Member | None:
    """The member that a path leads to from an object."""
    found: Member | None = member
    for name in path:
        found = found.kind.lookup(name) if found is not None and found.form == "object" and found.kind is not None else None
    return found


__all__ = ["check_added_twice"]
