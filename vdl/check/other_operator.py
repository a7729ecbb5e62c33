"""Formulas of like objects that are the same but for their numbers and one operation: `2 kg / growth` beside `3 kg * growth`."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import Formulas, by_what_they_fill
from vdl.check.scope import Scope
from vdl.text.diagnostics import Diagnostic

_INVERSE = {"*": "/", "/": "*", "+": "-", "-": "+"}

_RARE = ("/", "-")
"""Of two that differ, the one to ask about first."""


def other_operators(formulas: Formulas) -> Iterator[Diagnostic]:
    """What is asked of an operation that is the inverse of what stands in its place in a like formula."""
    for _, filled, ones in by_what_they_fill(formulas):
        shapes = {id(one): _shape(one.values[filled]) for one in ones if one.read[filled]}
        likes = [one for one in ones if id(one) in shapes]
        for one in likes:
            others = [each for each in likes if each is not one and _differ(shapes[id(each)], shapes[id(one)]) is not None]
            alike = [each for each in likes if each is not one and shapes[id(each)] == shapes[id(one)]]
            if not others or len(others) != len(likes) - 1 or alike:
                continue
            at = _differ(shapes[id(one)], shapes[id(others[0])])
            assert at is not None
            found = _operations(one.values[filled])[at]
            if len(others) == 1 and found.op not in _RARE:
                continue
            there = _operations(others[0].values[filled])[at]
            like = others[0]
            here, place = Scope(formulas.body, one.member.source), Scope(formulas.body, like.member.source)
            related = [(place.span(there), "as it is written here")]
            yield errors.other_operator(here.span(found), one.path(filled), found.op, like.path(filled), there.op, related)


def _operations(value: s.Expr) -> list[s.Binary]:
    """The operations of a formula, in the order of the text."""
    found = [node for node in s.walk(value) if isinstance(node, s.Binary)]
    return sorted(found, key=lambda node: (node.start, -node.end))


Shape = tuple[tuple[str, ...], tuple[str, ...]]


def _shape(value: s.Expr) -> Shape:
    """What a formula is made of but for its numbers, in the order of the text: its operations, and all else, with the names."""
    operations = tuple([one.op for one in _operations(value)])
    nodes = sorted(s.walk(value), key=lambda node: (node.start, -node.end))
    return operations, tuple([type(node).__name__ + (node.name if isinstance(node, s.Name) else "") for node in nodes])


def _differ(one: Shape, other: Shape) -> int | None:
    """At which operation two formulas differ that are the same otherwise; None where they are not."""
    if one[1] != other[1] or len(one[0]) != len(other[0]):
        return None
    found = [at for at, (here, there) in enumerate(zip(one[0], other[0])) if here != there]
    return found[0] if len(found) == 1 and _INVERSE.get(one[0][found[0]]) == other[0][found[0]] else None


__all__ = ["other_operators"]
