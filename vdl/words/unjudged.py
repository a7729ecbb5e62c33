"""Designs that hold since nothing is in them."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl.graph.design import Graph
from vdl.judge import Judged
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def unjudged(graph: Graph) -> Iterator[Diagnostic]:
    """What is said of a design in which no author says anything: it holds, and nothing was judged."""
    layers = [kind for kind in graph.root.kind.chain() if not kind.source.is_library]
    if any(kind.members or kind.fillings or kind.refined for kind in layers):
        return
    design = graph.root.kind.design() or graph.root.kind
    name = getattr(design.node, "name", None)
    if name is not None:
        yield errors.nothing_judged(Span(design.source, name.start, name.end), design.name)


def is_judged(graph: Graph, judged: Judged) -> bool:
    """Whether anything in a design is held against anything: a rule that applies, a count with bounds, a published figure, a
    question."""
    rules = any(rule.outcome != "not-applicable" for rule in judged.rules)
    return rules or any(count.bounds for count in judged.counts) or bool(judged.expectations or graph.asks or graph.sweeps)


__all__ = ["is_judged", "unjudged"]
