"""Sums in which one object's quantity stands twice, and the same quantity of a like object not at all."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.elsewhere import NAMED
from vdl.check.scope import VALUES, Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Kind


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
    fields = [one for one in reversed(terms) if isinstance(one, s.Attribute) and isinstance(one.base, s.Name)]
    names = [one.base.name for one in fields if isinstance(one.base, s.Name)]
    alike = len(fields) == len(terms) and len({one.name for one in fields}) == 1
    if not alike or len(set(names)) == len(names) or scope.source.is_library:
        return
    at = next(at for at, name in enumerate(names) if name in names[:at])
    body = next((kind for kind in scope.kinds() if kind.lookup(names[at]) is not None), None)
    others = _with_same(body, names, fields[at].name, names[at], scope) if body is not None else []
    if others:
        span, first = scope.span(fields[at]), scope.span(fields[names.index(names[at])])
        state.diagnostics.append(errors.added_twice(span, span.text, others[:NAMED], first))


def _with_same(body: Kind, names: list[str], field: str, twice: str, scope: Scope) -> list[str]:
    """The fields of objects of a body that are in no term, nor around it, and that a kind declares from which the one that stands
    twice has its own."""
    around = scope.kinds()
    members = body.all_members()
    one = members[twice].kind if members[twice].form == "object" else None
    member = one.lookup(field) if one is not None else None
    if member is None or member.form not in VALUES or member.owner.form != "kind":
        return []
    objects = [(one.name, one.kind) for one in members.values() if one.form == "object" and one.name not in names]
    return [
        f"{name}.{field}" for name, kind in objects
        if kind is not None and kind not in around and kind.lookup(field) is member
    ]  # fmt: skip


__all__ = ["check_added_twice"]
