"""Objects, lists and texts that an author chose, where a rule hangs on them alone: `lid = oval` where it asks for a shape."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.cells import Assignment, Instance, Items
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.text.source import Span
from vdl.words.looked_at import chain, looked_at

_NAMED = 3
"""Objects that are named of a rule."""


def chosen(rule: RuleEntry) -> list[tuple[str, Span]]:
    """The inputs that an author fills with an object, a list or a text at which the condition of a rule looks, each with its
    place. None where the condition reads a quantity: then the figures of that are told."""
    if reads(rule.condition):
        return []
    found = dict(_fillings(rule))
    return [(path, one.span()) for path, one in found.items()][:_NAMED]


def _fillings(rule: RuleEntry) -> Iterator[tuple[str, Assignment]]:
    """The fillings of an author that chains of names in the condition go through, also those in the lets that it names."""
    instance = rule.instance
    for node in looked_at(rule.node.condition, instance.kind):
        if not isinstance(node, (s.Name, s.Attribute)):
            continue
        around = chain(node.base) if isinstance(node, s.Attribute) else []
        owner = instance.follow(around) if around or isinstance(node, s.Name) else None
        if not isinstance(owner, Instance) or owner.top() is not instance.top():  # of what it chose, not of what that is
            continue
        filled = owner.assigned.get(node.name)
        by_author = filled is not None and filled.layer not in ("library", "derived")
        if by_author and filled is not None and isinstance(owner.slots.get(node.name), (Instance, Items, str)):
            yield owner.path_of(node.name), filled


__all__ = ["chosen"]
