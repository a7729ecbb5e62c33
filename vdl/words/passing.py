"""Stages that nothing passes: the author's lines that place things without one, or through another one of its kind, where this
one may be meant."""

from __future__ import annotations

from collections import Counter

from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, PlacementEntry, RuleEntry
from vdl.text.source import Span
from vdl.text.stem import stem
from vdl.words.looked_at import chain

_NAMED = 3
"""Lines that are marked."""


def passing(graph: Graph, rule: RuleEntry) -> list[tuple[Span, str]]:
    """The lines that may lack a stage of which a rule asks what passes it: those that go through another one of its kind, as
    others do, and those without one to where such a one leads. First those whose names are like that of the stage."""
    stage = rule.instance
    if stage.placed or not any(isinstance(one, s.Name) and one.name == "placed" for one in s.walk(rule.node.condition)):
        return []
    entries = {entry.node: entry for entry in graph.placements}
    through = {node: [one for one in entry.stages if one.kind.named() is stage.kind.named()] for node, entry in entries.items()}
    targets = {entries[node].target for node, stages in through.items() if stages}
    used = Counter([one for stages in through.values() for one in stages])
    found: list[tuple[int, Span, str]] = []
    for node, entry in entries.items():
        if of_library(Span(entry.source, node.start, node.end)) or entry.target not in targets:
            continue
        others = [one for one in through[node] if used[one] > 1]
        if others or not through[node]:
            words = f"goes via `{others[0].path}` here" if others else "goes there without one"
            found.append((-_alike(stage, node), _span(entry), words))
    return [(span, words) for _, span, words in sorted(found, key=lambda one: one[0])[:_NAMED]]


def _alike(stage: Instance, node: s.Place) -> int:
    """How many letters the names in a line have in common with that of a stage."""
    names = [*([node.name.name] if node.name is not None else []), *[one for each in node.demands for one in chain(each)]]
    return max([len(stem(stage.name, one)) for one in names], default=0)


def _span(entry: PlacementEntry) -> Span:
    """The stages of a line, or what goes where without one."""
    first = entry.node.stages[0] if entry.node.stages else entry.node
    last = entry.node.stages[-1] if entry.node.stages else entry.node
    return Span(entry.source, first.start, last.end)


__all__ = ["passing"]
