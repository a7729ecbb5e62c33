"""Sums in which one term stands twice, and the same of a like object, or a like name, not at all; and the least or the most of
quantities, or conditions, of which one stands there twice."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import made_of, operands
from vdl.check.inference import type_of
from vdl.check.scope import NAMED, VALUES, Scope, parts, text_of
from vdl.check.state import CheckState
from vdl.records import NamedTuple
from vdl.semantics.types import COUNT, Kind, Member, Quantity, Type
from vdl.text.source import Span


def check_added_twice(state: CheckState, expr: s.Binary, scope: Scope) -> None:
    """Say of a sum that it has one of its terms twice, where what stands there twice has a like beside it that is in no term:
    another object with the same field, from the same kind, or another name of the same body and of the same dimension, as
    it is declared. Names that only stand for a path are that path."""
    terms = _joined(state, expr)
    again = _again(terms, scope)
    if again is None:
        if within := _within(terms, scope):
            term, whole = within
            state.diagnostics.append(errors.added_within(scope.span(term), text_of(term), text_of(whole), scope.span(whole)))
        return

    def say() -> None:
        if others := _likes(state, again, scope):
            state.diagnostics.append(errors.added_twice(again.span, again.span.text, others[:NAMED], again.first))

    state.later.append(say)  # what is like it hangs on types


def check_named_twice(state: CheckState, expr: s.Call, function: str, scope: Scope) -> None:
    """Say of the least or the most of some quantities that one of them is named twice: the second one changes nothing."""
    if scope.source.is_library:
        return
    values = expr.arguments
    if len(values) == 1 and isinstance(values[0], s.ListOf):
        values = values[0].items
    again = _again([one for one in values if isinstance(one, (s.Name, s.Attribute))], scope)
    if again is None:
        return
    others = _likes(state, again, scope) if isinstance(again.term, s.Attribute) else []
    state.diagnostics.append(errors.added_twice(again.span, again.span.text, others[:NAMED], again.first, function))


def check_said_twice(state: CheckState, expr: s.Binary, scope: Scope) -> None:
    """Say of conditions that `and` or `or` joins that one of them stands there twice: the second one changes nothing."""
    again = _again(_joined(state, expr), scope)
    if again is None:
        return

    def say() -> None:
        others = _likes(state, again, scope) if all(len(path) > 1 for _, path in again.found) else []
        words = " ".join(again.span.text.split())
        state.diagnostics.append(errors.added_twice(again.span, words, others[:NAMED], again.first, expr.op))

    state.later.append(say)  # what is like it hangs on types


def _joined(state: CheckState, expr: s.Binary) -> list[s.Expr]:
    """What an operator joins, in the order of the text, which is looked at once."""
    operations, found = operands(expr)
    state.joined.update(operations)
    return found


Found = Sequence[tuple[s.Expr, tuple[str, ...]]]
"""The paths in a term, with what they are without names that only stand for another path."""


class _Again(NamedTuple):
    """A term that stands twice: the second one, with its paths, those of all terms, and where it and the first one stand."""

    term: s.Expr
    found: Found
    stands: set[tuple[str, ...]]
    span: Span
    first: Span


def _again(terms: Sequence[s.Expr], scope: Scope) -> _Again | None:
    """The first of some terms that stood before; what names nothing, such as a figure, is none."""
    paths = [_paths(one, scope) for one in terms]
    before: dict[str, s.Expr] = {}
    for term, found in zip(terms, paths):
        key = _written(term, found, scope) if found else ""
        if key in before:
            stands = {path for one in paths for _, path in one}
            return _Again(term, found, stands, scope.span(term), scope.span(before[key]))
        if key:
            before[key] = term
    return None


def _within(terms: Sequence[s.Expr], scope: Scope) -> tuple[s.Expr, s.Expr] | None:
    """A term that another one, a `let` of names that are added up, has in it already, and that other one."""
    names = {one.name: one for one in terms if isinstance(one, s.Name) and one.name not in scope.locals}
    for name, whole in names.items() if len(names) > 1 else ():
        body = next((kind for kind in scope.kinds() if kind.lookup(name) is not None), None)
        for part in _added_up(body.all_members(), name) if body is not None else ():
            if part in names and part != name:
                return names[part], whole
    return None


def _added_up(members: Mapping[str, Member], first: str) -> list[str]:
    """The names of a body of which a `let` is a sum, and nothing but that, by way of other such sums as well."""
    found: dict[str, None] = {}  # in the order of the text: the first that is said must be the same each time
    waiting = [first]
    while waiting:
        member = members.get(waiting.pop())
        value = member.node.value if member is not None and isinstance(member.node, s.Let) else None
        terms = operands(value)[1] if isinstance(value, s.Binary) and value.op == "+" else []
        new = [one.name for one in terms if isinstance(one, s.Name) and one.name not in found]
        waiting += new
        found.update(dict.fromkeys(new))
    return list(found)


def _paths(expr: s.Expr, scope: Scope) -> Found:
    """The paths of an expression, in the order of its text; what is called is none."""
    found: list[tuple[s.Expr, tuple[str, ...]]] = []
    waiting = [expr]
    while waiting:
        part = waiting.pop()
        if path := _chain(part):
            found.append((part, _stood_for(path, scope)))
        else:
            inner = part.arguments if isinstance(part, s.Call) else tuple(parts(part))
            waiting += reversed(inner)
    return found


def _written(expr: s.Expr, found: Found, scope: Scope, instead: tuple[str, ...] = (), length: int = 0) -> str:
    """A term as it is written with those paths; with `instead` in place of their first names, as many as `length`."""
    text, at, pieces = scope.source.text, expr.start, list[str]()
    for part, path in found:
        pieces += [text[at : part.start], ".".join((*instead, *path[length:]))]
        at = part.end
    return " ".join("".join([*pieces, text[at : expr.end]]).split())


def _likes(state: CheckState, again: _Again, scope: Scope) -> list[str]:
    """What could stand in place of the second one: the same of other objects, or of other names, that are in no term; of objects
    those of which the file has it nowhere, if there are such."""
    term, found = again.term, again.found
    firsts = {path[0] for _, path in found}
    first = next(iter(firsts))
    body = next((kind for kind in scope.kinds() if kind.lookup(first) is not None), None)
    if body is None or len(firsts) > 1 or first in scope.locals:
        return []
    if all(len(path) > 1 for _, path in found):
        others = _objects(body, {path for _, path in found}, scope)
    elif len({path for _, path in found}) == 1:
        others = [(name,) for name in _names(state, body, first, scope)]
        for (name,) in others:  # it would be read here
            state.read[body.all_members()[name]].append(term)
    else:
        return []
    likes = [
        _written(term, found, scope, other, len(other)) for other in others
        if not any((*other, *path[len(other) :]) in again.stands for _, path in found)
    ]  # fmt: skip
    text = scope.source.text
    return [one for one in likes if "." in one and not re.search(rf"(?<![\w.]){re.escape(one)}(?![\w.])", text)] or likes


def _objects(body: Kind, paths: set[tuple[str, ...]], scope: Scope) -> list[tuple[str, ...]]:
    """The other objects, none around where the sum stands, that have the same fields from the same kind: beside each object that
    all of the paths lead through, those of the body that is farthest in first."""
    around = scope.kinds()
    first, *others = paths
    found: list[tuple[str, ...]] = []
    for at, name in enumerate(first[:-1]):
        if any(len(path) < at + 2 or path[: at + 1] != first[: at + 1] for path in others):
            break
        members = body.all_members()
        own = {path: _at(members[name], path) for path in sorted(path[at + 1 :] for path in paths)}
        if any(one is None or one.form not in VALUES or one.owner.form != "kind" for one in own.values()):
            break
        found[:0] = [
            (*first[:at], other) for other, member in members.items()
            if other != name and member.form == "object" and member.kind is not None and member.kind not in around
            and all(_at(member, path) is one for path, one in own.items())
        ]  # fmt: skip
        inner = members[name].kind
        if inner is None:
            break
        body = inner
    return found


def _names(state: CheckState, body: Kind, first: str, scope: Scope) -> list[str]:
    """The other names of a body that are declared as this one is and measure the same; of many those that share a word with it.
    None that it is worked out with, and none that is worked out with it, or with what the sum is for."""
    members = body.all_members()
    own = members[first]
    if own.form not in ("input", "let", "count"):
        return []
    wanted = _measure(type_of(state, own))
    if wanted is None:
        return []
    on_the_way = made_of(members, first) | {scope.defining}
    found = [
        name for name, member in sorted(members.items())
        if member.form == own.form and member.owner.form == own.owner.form and name not in on_the_way
        and not {first, scope.defining} & made_of(members, name) and _measure(type_of(state, member)) == wanted
    ]  # fmt: skip
    words = set(first.split("_"))
    return [name for name in found if words & set(name.split("_"))] or found


def _measure(type_: Type) -> Type | None:
    """What figures of a type measure, in whatever unit they are shown; None of what is no figure."""
    if isinstance(type_, Quantity):
        return type_._replace(shown=None)
    return COUNT if type_ is COUNT else None


def _stood_for(path: tuple[str, ...], scope: Scope) -> tuple[str, ...]:
    """What a path is where its first name is a `let` that only stands for another path of the same body."""
    body = next((kind for kind in scope.kinds() if kind.lookup(path[0]) is not None), None)
    seen: set[str] = set()
    while body is not None and path[0] not in seen and path[0] not in scope.locals:
        seen.add(path[0])
        member = body.lookup(path[0])
        value = member.node.value if member is not None and isinstance(member.node, s.Let) else None
        chain = _chain(value) if value is not None else ()
        if not chain or body.lookup(chain[0]) is None:
            break
        path = (*chain, *path[1:])
    return path


def _chain(expr: s.Expr) -> tuple[str, ...]:
    """The names of `a.b.c`; none of what is no such path."""
    base = expr
    while isinstance(base, s.Attribute):
        base = base.base
    return tuple(text_of(expr).split(".")) if isinstance(base, s.Name) else ()


def _at(member: Member, path: Sequence[str]) -> Member | None:
    """The member that a path leads to from an object."""
    found: Member | None = member
    for name in path:
        found = found.kind.lookup(name) if found is not None and found.form == "object" and found.kind is not None else None
    return found


__all__ = ["check_added_twice", "check_named_twice", "check_said_twice"]
