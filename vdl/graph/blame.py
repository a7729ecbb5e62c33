"""Which line of a text to name for what is wrong: its author's, before that of a library, which is the reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vdl.graph.cells import Assignment, Cell, Formula, Instance
from vdl.graph.order import reads
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span

_SEARCHED = 1_000
"""Quantities that are looked at for a line of the author's."""

Below = Callable[[Cell], Sequence[Cell]]


def of_library(span: Span) -> bool:
    """Whether a place lies in a file of the library."""
    return span.source.is_library


def authors_line(cell: Cell) -> Span:
    """Where a quantity was written, by an author; of what a library works out the nearest line of an author's that it is
    worked out from, else the object that it belongs to. Its own line where there is none."""
    found = authored([cell])
    return found[0].span() if found else around(cell.instance) or cell.span()


def around(instance: Instance | None) -> Span | None:
    """The nearest text around an object that is not the library's: where the author declares it, or what holds it."""
    while instance is not None:
        span = instance.member.span() if instance.member is not None else instance.kind.span()
        if not of_library(span):
            return span
        instance = instance.owner
    return None


def filled_by_author(instance: Instance, name: str) -> Assignment | None:
    """What fills an input of an object, where no library does and no formula that makes a copy."""
    filled = instance.assigned.get(name)
    return filled if filled is not None and filled.layer not in ("library", "derived") else None


def authored(cells: Iterable[Cell]) -> list[Cell]:
    """The nearest quantities that authors wrote, among these and what they are computed from; the nearest one first."""
    return [cell for cell in nearest(cells, lambda cell: not of_library(cell.span())) if not of_library(cell.span())]


def is_stated(cell: Cell) -> bool:
    """Whether an author wrote it, or a library as a figure of one of its products."""
    return not of_library(cell.span()) or (cell.form == "input" and cell.origin == "library" and not reads(cell.formula))


def stated_beneath(formula: Formula) -> list[Cell]:
    """The nearest figures that a formula comes of, those of authors first."""
    found = [cell for cell in nearest(read_by([formula]), is_stated) if is_stated(cell)]
    return sorted(found, key=lambda cell: of_library(cell.span()))


def named_beneath(formula: Formula, most: int = 3) -> list[str]:
    """The first of these by their names."""
    return [f"`{cell.path}`" for cell in stated_beneath(formula)[:most]]


def nearest(cells: Iterable[Cell], ends: Callable[[Cell], bool], below: Below = lambda cell: reads(cell.formula)) -> list[Cell]:
    """The quantities at which a search down from some of them `ends`, or that have nothing `below`; the nearest one first."""
    found: list[Cell] = []
    waiting = list(dict.fromkeys(cells))
    seen = set(waiting)
    for cell in waiting:  # grows while it is read
        further = () if ends(cell) or len(seen) > _SEARCHED else below(cell)
        if not further:
            found.append(cell)
        for needed in further:
            if needed not in seen:
                seen.add(needed)
                waiting.append(needed)
    return found


def read_by(formulas: Iterable[Formula]) -> list[Cell]:
    """The quantities that formulas read, each once."""
    return list(dict.fromkeys(reads(*formulas)))


def led(diagnostic: Diagnostic, author: Span | None, label: str) -> Diagnostic:
    """What is said of a line of the library, with the line of an author first, if there is one."""
    span = diagnostic.span
    if span is None or author is None or not of_library(span):
        return diagnostic
    others = [place for place in diagnostic.related if place[0].key() != author.key()]
    reason = (span, diagnostic.label or "needed here")
    return diagnostic._replace(span=author, label=label, related=(*others, reason))


__all__ = [
    "around", "authored", "authors_line", "filled_by_author", "is_stated", "led", "named_beneath", "nearest", "of_library",
    "read_by", "stated_beneath",
]  # fmt: skip
