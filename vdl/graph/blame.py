"""Which line of a text to name for a quantity: its author's, before that of a library."""

from __future__ import annotations

from collections import deque

from vdl.graph.cells import Cell, Instance
from vdl.graph.order import reads
from vdl.text.source import LIBRARY, Span

_SEARCHED = 1_000
"""Quantities that are looked at for a line of the author's."""


def authors_line(cell: Cell) -> Span:
    """Where a quantity was written, by an author; of what a library works out the nearest line of an author's that it is
    worked out from, else the object that it belongs to. Its own line where there is none."""
    waiting, seen = deque([cell]), {cell}
    while waiting and len(seen) < _SEARCHED:
        one = waiting.popleft()
        if not _of_library(one.span()):
            return one.span()
        for needed in reads(one.formula) if one.formula is not None else ():
            if needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    return around(cell.instance) or cell.span()


def around(instance: Instance | None) -> Span | None:
    """The nearest text around an object that is not the library's: where the author declares it, or what holds it."""
    while instance is not None:
        span = instance.member.span() if instance.member is not None else instance.kind.span()
        if not _of_library(span):
            return span
        instance = instance.owner
    return None


def _of_library(span: Span) -> bool:
    return span.source.path.startswith(LIBRARY)
