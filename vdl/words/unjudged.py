"""Designs that hold since nothing is in them."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl.graph.design import Graph
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


__all__ = ["unjudged"]
