"""Rules that hang on what carries their object: the line that places it, and what of the design would take it as well."""

from __future__ import annotations

from typing import NamedTuple

from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, PlacementEntry, RuleEntry
from vdl.text.diagnostics import enumerated
from vdl.text.source import Span
from vdl.words.looked_at import chain, looked_at
from vdl.words.unplaced import takers

_NAMED = 3
"""What would take the object as well, as far as it is named."""


class Elsewhere(NamedTuple):
    """Where an object is placed, and on what it might be placed instead."""

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


def elsewhere(graph: Graph, rule: RuleEntry) -> Elsewhere | None:
    """The placement that the condition of a rule looks at; None where it looks at none, or where nothing else of the design
    takes what is placed."""
    carrier = rule.instance.placed_on
    if carrier is None or not _looks_at_its_carrier(rule):
        return None
    entry = next((one for one in graph.placements if one.demand is rule.instance and one.target is carrier), None)
    if entry is None or of_library(_span(entry)):
        return None
    others = [one.path for one in takers(graph, rule) if one is not carrier and not _passed(entry, one)]
    return Elsewhere(rule.instance.path, carrier.path, _span(entry), tuple(others)) if others else None


def _looks_at_its_carrier(rule: RuleEntry) -> bool:
    """Whether it reads something of it, not alone `placed_on is given`."""
    looked = looked_at(rule.node.condition, rule.instance.kind)
    return any(isinstance(node, s.Attribute) and chain(node)[:1] == ["placed_on"] for node in looked)


def _span(entry: PlacementEntry) -> Span:
    """The object in the line that places it, where it stands there by its name, else the line."""
    named = [node for node in entry.node.demands if ".".join(chain(node)) == entry.demand.path]
    node: s.Node = named[0] if named else entry.node
    return Span(entry.source, node.start, node.end)


def _passed(entry: PlacementEntry, one: Instance) -> bool:
    """Whether a stage lies on the way already."""
    return any(stage is one for stage in entry.stages)


__all__ = ["Elsewhere", "elsewhere"]
