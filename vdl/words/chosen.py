"""Objects, lists and texts that an author chose, where a rule hangs on them alone: `lid = oval` where it asks for a shape."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.cells import Assignment, Instance, Items, Made
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.text.source import Span

_DEEP = 3
"""So many `let`s down a rule is read for the objects that it looks at."""

_NAMED = 3
"""Objects that are named of a rule."""


def chosen(rule: RuleEntry) -> list[tuple[str, Span]]:
    """The inputs that an author fills with an object, a list or a text at which the condition of a rule looks, each with its
    place. None where the condition reads a quantity: then the figures of that are told."""
    if reads(rule.condition):
        return []
    found = dict(_looked_at(rule.node.condition, rule.instance, _DEEP))
    return [(path, one.span()) for path, one in found.items()][:_NAMED]


def _looked_at(expr: s.Expr, instance: Instance, deep: int) -> Iterator[tuple[str, Assignment]]:
    """The fillings of an author that chains of names in an expression go through, also those in the lets that it names."""
    for node in s.walk(expr):
        if not isinstance(node, (s.Name, s.Attribute)):
            continue
        owner = instance if isinstance(node, s.Name) else _made(node.base, instance)
        if not isinstance(owner, Instance) or owner.top() is not instance.top():  # of what it chose, not of what that is
            continue
        filled = owner.assigned.get(node.name)
        by_author = filled is not None and filled.layer not in ("library", "derived")
        if by_author and filled is not None and isinstance(owner.slots.get(node.name), (Instance, Items, str)):
            yield owner.path_of(node.name), filled
        member = owner.kind.lookup(node.name) if isinstance(node, s.Name) and deep else None
        value = getattr(member.node, "value", None) if member is not None and member.form == "let" else None
        if isinstance(value, s.Expr):
            yield from _looked_at(value, owner, deep - 1)


def _made(expr: s.Expr, instance: Instance) -> Made | None:
    """What a chain of names stands for, as far as it was looked at."""
    if isinstance(expr, s.Name):
        return instance.slots.get(expr.name)
    owner = _made(expr.base, instance) if isinstance(expr, s.Attribute) else None
    return owner.slots.get(expr.name) if isinstance(owner, Instance) and isinstance(expr, s.Attribute) else None


__all__ = ["chosen"]
