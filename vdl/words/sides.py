"""Figures of both sides of a comparison that fails: what is too little may be as wrong as what is too much."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl.graph.cells import Cell, Formula, lesser_first
from vdl.graph.order import reads
from vdl.words.figures import Way

_SEARCHED = 1_000
"""Quantities that are looked at on each side."""


def of_both_sides(
    way: Way, stated: Sequence[Cell], most: int, helping: Callable[[list[Cell]], list[Cell]]
) -> list[Cell]:  # fmt: skip
    """The figures that a rule hangs on, of which `most` are named, so that among those is, for each side of a comparison, what
    helps most of all that this side alone hangs on. What is taken up for that stands behind the first."""
    sides = lesser_first(way.rule.condition)
    if sides is None or len(stated) <= most:
        return list(stated)
    less, more = [_reached(side, way) for side in sides]
    ordered = list(stated)
    for alone in (less - more, more - less):
        of_side = [cell for cell in ordered if cell in alone]
        if not any(cell in alone for cell in ordered[most:]):
            continue
        strongest = helping(of_side)[:1] if len(of_side) > 1 else of_side
        for cell in strongest:
            if ordered.index(cell) >= most:
                ordered.remove(cell)
                ordered.insert(1, cell)
    return ordered


def _reached(side: Formula, way: Way) -> set[Cell]:
    """All that one side hangs on."""
    waiting = list(reads(side))
    found = set(waiting)
    for cell in waiting:  # grows while it is read
        for needed in way.below(cell) if len(found) <= _SEARCHED else ():
            if needed not in found:
                found.add(needed)
                waiting.append(needed)
    return found


__all__ = ["of_both_sides"]
