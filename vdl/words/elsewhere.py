"""Rules that hang on what carries their object, or objects that they read: the lines that place these, and what of the design
would take them as well."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, PlacementEntry, RuleEntry
from vdl.records import NamedTuple
from vdl.text.diagnostics import enumerated
from vdl.text.source import Span
from vdl.words.looked_at import chain, looked_at
from vdl.words.unplaced import takers

_NAMED = 3
"""What would take an object as well, and objects that are read, as far as they are named."""


class Elsewhere(NamedTuple):
    """Where an object is placed, and on what it might be placed instead; on nothing that could be named where a kind places it
    on something of its own."""

    demand: str
    target: str
    span: Span
    others: tuple[str, ...]

    def label(self) -> str:
        return f"`{self.demand}` is placed on `{self.target}` here"

    def help(self) -> str:
        named = enumerated(self.others[:_NAMED], "or")
        more = ", or on more" if len(self.others) > _NAMED else ""
        return f"it hangs on what `{self.demand}` is placed on, too: it may stand on {named}{more}"


def elsewhere(graph: Graph, rule: RuleEntry) -> list[Elsewhere]:
    """The placements at which the condition of a rule looks, but for those of the library, and of what nothing else of the design
    takes."""
    found = (_of(graph, rule, one) for one in dict.fromkeys(_carried(rule)))
    return [one for one in found if one is not None][:_NAMED]


def _of(graph: Graph, rule: RuleEntry, demand: Instance) -> Elsewhere | None:
    carrier = demand.placed_on
    entry = next((one for one in graph.placements if one.demand is demand and one.target is carrier), None)
    if carrier is None or entry is None or of_library(_span(entry)):
        return None
    others = [one.path for one in takers(graph, demand) if one is not carrier and not _passed(entry, one)]
    by_kind = demand is not rule.instance and not _in_design(graph, entry)
    return Elsewhere(demand.path, carrier.path, _span(entry), () if by_kind else tuple(others)) if others else None


def placed_here(graph: Graph, demand: Instance, carrier: Instance) -> Elsewhere | None:
    """The author's line that places an object just there, with what would take it as well."""
    entry = next((one for one in graph.placements if one.demand is demand and one.target is carrier), None)
    if entry is None or of_library(_span(entry)):
        return None
    others = [one.path for one in takers(graph, demand) if one is not carrier and not _passed(entry, one)]
    return Elsewhere(demand.path, carrier.path, _span(entry), tuple(others) if _in_design(graph, entry) else ())


def _carried(rule: RuleEntry) -> Iterator[Instance]:
    """The objects of whose carriers a rule reads something, not alone `placed_on is given`; its own one first."""
    read = [_before(node) for node in looked_at(rule.node.condition, rule.instance.kind) if isinstance(node, s.Attribute)]
    for names in sorted((names for names in read if names is not None), key=len):
        owner = rule.instance.follow(names) if names else rule.instance
        if isinstance(owner, Instance):
            yield owner


def _before(node: s.Attribute) -> list[str] | None:
    """`a.b` of `a.b.placed_on.name`; None of what reads nothing of a carrier."""
    names = chain(node)
    return names[: names.index("placed_on")] if "placed_on" in names[:-1] else None


def _in_design(graph: Graph, entry: PlacementEntry) -> bool:
    """Whether the line that places something stands in the design, and not in a kind of which there may be several objects."""
    layers = [kind for kind in graph.root.kind.chain() if kind.form != "kind" and kind.source is entry.source]
    return any(kind.node.start <= entry.node.start < kind.node.end for kind in layers)


def _span(entry: PlacementEntry) -> Span:
    """The object in the line that places it, where it stands there by its name, else the line."""
    named = [node for node in entry.node.demands if ".".join(chain(node)) == entry.demand.path]
    node: s.Node = named[0] if named else entry.node
    return Span(entry.source, node.start, node.end)


def _passed(entry: PlacementEntry, one: Instance) -> bool:
    """Whether a stage lies on the way already."""
    return any(stage is one for stage in entry.stages)


__all__ = ["Elsewhere", "elsewhere", "placed_here"]
