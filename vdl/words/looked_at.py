"""What a rule looks at: the parts of its condition, and of the `let`s that it names."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.semantics.types import Kind

_DEEP = 3
"""So many `let`s down a condition is read."""


def looked_at(expr: s.Node, kind: Kind, deep: int = _DEEP) -> Iterator[s.Node]:
    """The parts of an expression, each `let` of its object that is named in it followed by the parts of that."""
    for node in s.walk(expr):
        yield node
        member = kind.lookup(node.name) if isinstance(node, s.Name) and deep else None
        value = getattr(member.node, "value", None) if member is not None and member.form == "let" else None
        if isinstance(value, s.Expr):
            yield from looked_at(value, kind, deep - 1)


def chain(expr: s.Expr) -> list[str]:
    """The names of `a.b.c`; none of what is no such chain."""
    names: list[str] = []
    while isinstance(expr, s.Attribute):
        names.insert(0, expr.name)
        expr = expr.base
    return [expr.name, *names] if isinstance(expr, s.Name) else []


__all__ = ["chain", "looked_at"]
