"""Which names may be meant by one that is not known, as far as what stands around it tells."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from vdl import errors
from vdl import syntax as s
from vdl.check.elsewhere import has
from vdl.check.scope import OWN_WORDS, SHARED, VALUES, Scope, member_names
from vdl.check.state import CheckState
from vdl.semantics.types import Kind, Member, Module, Object, Quantity, Symbol


def may_stand(state: CheckState, names: Iterable[str], written: str, then: str, scope: Scope) -> set[str]:
    """Those of names in sight that may stand in the place of the one that is written: behind which another one may stand, where
    one does after a dot, and that may be what is wanted, as far as declarations tell."""
    known = {name for name in names if not then or _has_member(state, name, then, scope, like=errors.misspelt(written, name))}
    return {name for name in known if scope.wanted is None or _may_be(state, name, scope.wanted, scope)}


def _has_member(state: CheckState, name: str, then: str, scope: Scope, *, like: bool) -> bool:
    """The same; of a name `like` the one that is written also where what stands behind it is misspelt, too."""
    found = _seen(state, name, scope, before_a_dot=True)
    if name in scope.locals:
        return True
    if isinstance(found, Module):
        declared = state.names.scopes.get(found.file, {})
        if then in declared or found.file in state.names.program.broken:
            return True
        return like and any(errors.misspelt(then, one) for one in declared)
    kind = _kind_of(found) if isinstance(found, Member) else None
    if kind is None:
        return isinstance(found, Member) and (found.form in ("let", "count") or not isinstance(found.type, Quantity))
    if kind.broken() or kind.lookup(then) is not None or then in OWN_WORDS:
        return True
    return like and any(errors.misspelt(then, one) for one in member_names(kind, *VALUES))


def _may_be(state: CheckState, name: str, wanted: Callable[[Kind], bool], scope: Scope) -> bool:
    found = _seen(state, name, scope)
    kind = _kind_of(found) if isinstance(found, Member) else None
    if name in scope.locals or kind is None:
        return name in scope.locals or (isinstance(found, Member) and found.form == "let")
    return kind.broken() or wanted(kind)


def of_wanted(kind: Kind, scope: Scope) -> list[str]:
    """The objects that one of a kind holds or refers to and that are what is wanted, by their names."""
    wanted = scope.wanted
    kinds = ((name, _kind_of(member)) for name, member in kind.all_members().items() if wanted is not None)
    return [name for name, one in kinds if one is not None and wanted is not None and wanted(one)]


def with_read(kind: Kind, expr: s.Attribute, scope: Scope) -> list[str]:
    """The objects that one of a kind holds or refers to and that have what is read of one that it has not: what stands
    behind a dot there."""
    behind = re.compile(_READ).match(scope.source.text, expr.end)
    if behind is None:
        return []
    found = ((name, _kind_of(member)) for name, member in kind.all_members().items() if name not in SHARED)
    return [name for name, one in found if one is not None and has(one, behind[1])]


_READ = r"\.([A-Za-z_][A-Za-z0-9_]*)(?!\()"


def _seen(state: CheckState, name: str, scope: Scope, *, before_a_dot: bool = False) -> Member | Symbol | None:
    """What a name stands for: a member of a body around, before a dot no quantity, else what the file sees."""
    found = (kind.lookup(name) for kind in scope.kinds())
    members = [one for one in found if one is not None and one.form in VALUES]
    objects = (one for one in members if not (before_a_dot and isinstance(one.type, Quantity)))
    member = next(objects, None) or next(iter(members), None)
    return member or state.names.find(scope.source.path, name)


def _kind_of(member: Member) -> Kind | None:
    """The kind of an object, or of what an input refers to."""
    if member.form == "object":
        return member.kind
    return member.type.kind if member.form == "input" and isinstance(member.type, Object) else None
