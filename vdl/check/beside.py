"""Which member beside the one that is read is meant, where that is of another type than what is wanted: one of nearly the same
name that is of it, or one that is worked out from it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.meant import quietly
from vdl.check.scope import NAMED, SHARED, VALUES, Scope
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, COUNT, Kind, Member, Object, Quantity, Type
from vdl.text.diagnostics import enumerated

Fits = Callable[[Type, Type], bool]
"""Whether something of one type can stand where another is wanted."""


def beside(state: CheckState, expr: s.Expr, wanted: Type, scope: Scope, fits: Fits, *, like: bool = True) -> str:
    """The members of the same object, or for a name of the bodies around, that are of the wanted type and called nearly as what
    is written, or else, where they need not be so `like`, that have a word in common with it; "" where none is."""
    if not isinstance(expr, (s.Name, s.Attribute)) or not state.diagnostics.searches(scope.source):
        return ""
    found = list(_of_type(state, expr, wanted, scope, fits))
    near = [path for name, path in found if name != expr.name and errors.misspelt(expr.name, name)]
    if not near and not like:
        near = [path for name, path in found if _in_common(expr.name, name)]
    return f"did you mean {enumerated(list(dict.fromkeys(near))[:NAMED], 'or')}?" if near else ""


def divided(state: CheckState, expr: s.Expr, wanted: Type, scope: Scope, fits: Fits) -> str:
    """The members of the same object that are of the wanted type, and are what is written, divided by something: a share of it
    for a number; "" where none is."""
    if not isinstance(expr, s.Attribute) or not state.diagnostics.searches(scope.source):
        return ""
    owner = quietly(state, expr.base, scope)
    members = owner.kind.all_members() if isinstance(owner, Object) else {}
    found = [path for name, path in _of_type(state, expr, wanted, scope, fits) if _divides(members[name], expr.name)]
    return f"did you mean {enumerated(found[:NAMED], 'or')}?" if found else ""


def _divides(member: Member, name: str) -> bool:
    """Whether a member is worked out as one beside it, divided by something."""
    value = member.node.value if isinstance(member.node, s.Let) else None
    parts = s.walk(value) if value is not None else ()
    return any(
        isinstance(one, s.Binary) and one.op == "/" and isinstance(one.left, s.Name) and one.left.name == name for one in parts
    )


def of_dimension(state: CheckState, expr: s.Expr, wanted: Quantity, scope: Scope) -> str:
    """The same of members that are quantities of a dimension, and called nearly as what is written."""
    return beside(state, expr, wanted, scope, lambda one, _: isinstance(one, Quantity) and one.dimension == wanted.dimension)


def quantity_beside(state: CheckState, expr: s.Expr, scope: Scope) -> str:
    """The same of members that are quantities of any dimension."""
    return beside(state, expr, ANY, scope, lambda one, _: isinstance(one, Quantity))


def _of_type(state: CheckState, expr: s.Name | s.Attribute, wanted: Type, scope: Scope, fits: Fits) -> Iterator[tuple[str, str]]:
    """The names of what is of the wanted type, each with how it is written."""
    if isinstance(expr, s.Attribute):
        owner = quietly(state, expr.base, scope)
        kinds: tuple[Kind, ...] = (owner.kind,) if isinstance(owner, Object) else ()
        around = f"{scope.span(expr.base).text}."
    else:
        kinds, around = scope.kinds(), ""
    for kind in kinds:
        for name, member in kind.all_members().items():
            if member.form not in VALUES or name in SHARED or name == scope.defining:
                continue
            type_ = type_of(state, member)
            if type_ is not ANY and fits(type_, wanted) and _says_how_many(state, member, type_, wanted):
                yield name, f"{around}{name}"


def _says_how_many(state: CheckState, member: Member, type_: Type, wanted: Type) -> bool:
    """Whether it says how many things there are, where that is wanted, and is no plain number or made of others."""
    if wanted is not COUNT:
        return True
    return member.form in ("count", "input") and isinstance(type_, Quantity) and state.units.counts_things(type_.dimension)


def _in_common(one: str, other: str) -> bool:
    return any(errors.misspelt(a, b) for a in re.findall(_WORD, one) for b in re.findall(_WORD, other))


_WORD = r"[^\W\d_]{3,}"


__all__ = ["beside", "divided", "of_dimension", "quantity_beside"]
