"""Objects that a rule looks for among all of a kind, by what an author chose for them: `trips = north` where it asks which
lines are for that."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping

from vdl import syntax as s
from vdl.graph.blame import filled_by_author, of_library
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, ListOf, Object, Type
from vdl.text.source import Span
from vdl.words.looked_at import chain, looked_at

_NAMED = 3
"""Objects that are named, and lines that chose them."""


class Sought(NamedTuple):
    """The objects that a rule finds, by the name of the list of them, and the lines on which authors chose these, or the
    object of the rule, for others that it goes through."""

    name: str
    objects: tuple[Instance, ...]
    chosen: tuple[tuple[str, Span], ...]

    def places(self) -> list[tuple[Span, str]]:
        """Where authors declare what is found."""
        declared = [one.member.span() for one in self.objects[:_NAMED] if one.member is not None]
        return [(span, f"one of `{self.name}`") for span in declared if not of_library(span)]


def sought(graph: Graph, rule: RuleEntry, types: Mapping[s.Node, Type]) -> list[Sought]:
    """The lists of objects of which a rule asks how many there are, that pick them from others, and have any beside its own."""
    found: dict[str, Sought] = {}
    kind = rule.instance.kind
    for name in dict.fromkeys(_counted(rule)):
        items, member = rule.instance.slots.get(name), kind.lookup(name)
        value = member.node.value if member is not None and isinstance(member.node, s.Let) else None
        if not isinstance(items, Items) or not isinstance(value, s.Comprehension) or value.when is None:
            continue
        objects = tuple([one for one in items if isinstance(one, Instance) and one is not rule.instance])
        if objects:
            lines = dict(_chosen_for(graph, value.when, kind, {*objects, rule.instance}, types))
            found[name] = Sought(name, objects, tuple(lines.items())[:_NAMED])
    return list(found.values())


def _counted(rule: RuleEntry) -> Iterator[str]:
    """`late` of `size(late) > 0` in what a condition looks at."""
    for node in looked_at(rule.node.condition, rule.instance.kind):
        if isinstance(node, s.Call) and chain(node.function) == ["size"] and len(node.arguments) == 1:
            name = chain(node.arguments[0])
            if len(name) == 1:
                yield name[0]


def _chosen_for(
    graph: Graph, when: s.Expr, kind: Kind, objects: Collection[Instance], types: Mapping[s.Node, Type]
) -> Iterator[tuple[str, Span]]:
    """What authors chose some objects for, of all of a kind through which a condition, or a function that it calls, goes, and of
    which it reads just that."""
    for loop, read in _loops(when, kind):
        of = types.get(loop.items)
        item = of.item if isinstance(of, ListOf) else None
        gone_through = [one for one in graph.instances if isinstance(item, Object) and one.kind.is_a(item.kind)]
        for instance in gone_through:
            for name in read:
                filled = filled_by_author(instance, name)
                if filled is not None and instance.slots.get(name) in objects:
                    yield instance.path_of(name), filled.span()


def _loops(when: s.Expr, kind: Kind) -> Iterator[tuple[s.Loop, list[str]]]:
    """The loops over all of a kind in a condition and in the functions that it calls, with the fields that they read first."""
    waiting: list[s.Node] = [when]
    called: set[str] = set()
    for part in waiting:  # grows while it is read
        for node in s.walk(part):
            if isinstance(node, s.Call) and isinstance(node.function, s.Name) and node.function.name not in called:
                called.add(node.function.name)
                function = kind.lookup(node.function.name)
                if function is not None and isinstance(function.node, s.Function) and function.node.value is not None:
                    waiting.append(function.node.value)
            if not isinstance(node, s.Comprehension) or node.when is None:
                continue
            paths = [chain(one) for one in s.walk(node.when) if isinstance(one, s.Attribute)]
            for loop in node.loops:
                if isinstance(loop.items, s.All):
                    yield loop, list(dict.fromkeys([path[1] for path in paths if len(path) > 1 and path[0] == loop.name]))


__all__ = ["Sought", "sought"]
