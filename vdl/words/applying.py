"""What makes a rule apply that asks whether there are some objects: the lines that put them among those of which there are, and
those that place them on its object. Where nothing in its condition can be mended, these may."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.blame import filled_by_author
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.text.source import Span
from vdl.words.elsewhere import Elsewhere, placed_here
from vdl.words.looked_at import chain, looked_at

_NAMED = 3
"""Objects that are named."""


class Applying(NamedTuple):
    """What authors chose for the objects on which it hangs whether a rule applies, and where these are placed on its own."""

    chosen: tuple[tuple[str, Span], ...]
    placed: tuple[Elsewhere, ...]


def applying(graph: Graph, rule: RuleEntry) -> Applying:
    """What puts objects in the lists of which the `when` of a rule asks whether anything stands in them."""
    chosen: dict[str, Span] = {}
    objects: dict[Instance, None] = {}
    for instance, names in _found(rule):
        for name in names:
            filled = filled_by_author(instance, name)
            if filled is not None:
                chosen.setdefault(instance.path_of(name), filled.span())
                objects.setdefault(instance)
    placed = [placed_here(graph, one, rule.instance) for one in objects]
    return Applying(tuple(chosen.items())[:_NAMED], tuple([one for one in placed if one is not None][:_NAMED]))


def _found(rule: RuleEntry) -> Iterator[tuple[Instance, list[str]]]:
    """The objects in `lids` of `when size(lids) > 0`, each with what is read of it where it is decided that it stands there:
    `lid` of `let lids = [b for b in placed if b.lid is given]`."""
    kind = rule.instance.kind
    for node in looked_at(rule.node.when, kind) if rule.node.when is not None else ():
        call = node if isinstance(node, s.Call) and chain(node.function) == ["size"] and len(node.arguments) == 1 else None
        names = chain(call.arguments[0]) if call is not None else []
        items, member = rule.instance.follow(names), kind.lookup(names[0]) if len(names) == 1 else None
        value = member.node.value if member is not None and isinstance(member.node, s.Let) else None
        if not isinstance(items, Items) or not isinstance(value, s.Comprehension) or value.when is None:
            continue
        paths = [chain(one) for one in s.walk(value.when) if isinstance(one, s.Attribute)]
        read = {path[1] for path in paths if len(path) > 1 and any(path[0] == loop.name for loop in value.loops)}
        for one in items:
            if isinstance(one, Instance) and one is not rule.instance:
                yield one, sorted(read)


__all__ = ["Applying", "applying"]
