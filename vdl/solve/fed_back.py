"""Circles that an author closed by filling an input with what is worked out from it: said of that line."""

from __future__ import annotations

import re
from collections.abc import Collection
from graphlib import CycleError, TopologicalSorter

from vdl.graph.blame import of_library
from vdl.graph.cells import Cell
from vdl.graph.filled import filling, replaced
from vdl.graph.order import cell_needs, reads
from vdl.text.diagnostics import Diagnostic

_LAYERS = ("option", "scenario", "override", "given")
"""Who may have filled it, the one that is laid over most first."""

_OF_COUNTS = frozenset(["none-under-load", "does-not-settle"])
"""What is said of circles of counts that would be sound but for such a line."""


def at_the_filling(said: Diagnostic, cells: Collection[Cell]) -> Diagnostic:
    """What is said of a circle, first of the line that fills an input of it with what hangs on that, if there is one."""
    circular = said.slug == "circular-definition"
    if circular:  # what stands in the ring alone, of all that hangs together
        ring = {place.key() for place in (said.span, *[place for place, _ in said.related]) if place is not None}
        cells = [cell for cell in cells if cell.span().key() in ring]
    filled = _fed_back(cells) if circular or said.slug in _OF_COUNTS else None
    if filled is None or said.span is None:
        return said
    itself = filled in reads(filled.formula)
    label = f"`{filled.path}` is filled with {'itself' if itself else 'what hangs on it'}"
    places = [(said.span, said.label), *said.related]
    related = tuple([(place, words) for place, words in places if place.key() != filled.span().key()])
    help_ = _over_another(filled, cells) if circular else []
    help_ = help_ or [f"write `{filled.path}` as a figure: nothing that it is made of may hang on it"]
    return said._replace(span=filled.span(), label=label, related=related, help=(*help_, *([] if circular else said.help)))


def _fed_back(cells: Collection[Cell]) -> Cell | None:
    """The input (or count) that an author filled with something in the circle."""
    inside = set(cells)
    found = [
        cell for cell in cells if cell.origin in _LAYERS and not of_library(cell.span()) and inside & set(reads(cell.formula))
    ]  # fmt: skip
    found.sort(key=lambda cell: _LAYERS.index(cell.origin))
    first = next(iter(found), None)
    if first is not None and first.origin == "given" and (len(found) > 1 or _is_circle(inside - {first})):
        return None  # others close a circle as well
    return first


def _is_circle(cells: set[Cell]) -> bool:
    try:
        TopologicalSorter({cell: [one for one in cell_needs(cell) if one in cells] for cell in cells}).prepare()
    except CycleError:
        return True
    return False


def _over_another(filled: Cell, cells: Collection[Cell]) -> list[str]:
    """What to write in place of a line that reads what it replaces."""
    if filled.form == "count":
        return [f"a count that is filled in is no longer solved, so nothing can read it: write a number, `{filled.path} = ...`"]
    before = replaced(filled)
    if before is None:
        return []
    text, literal = before
    takes = f"takes the place of {f'`{filled.path} = {text}`' if len(text) <= _LONG else 'what was filled in before'}"
    again = re.compile(rf"(?<![\w.]){re.escape(filled.path)}(?![\w.])")
    mine = filling(filled)
    figure = again.sub(text, mine) if literal and len(text) <= _LONG and len(cells) == 1 and again.search(mine) else ""
    write = f"write the figure, `{filled.path} = {figure}`" if figure else "write a figure"
    return [f"this line {takes}, so it can't read that: {write}, or give the figure a name that both lines read"]


_LONG = 60
"""Characters of what was filled in before, if it is named."""


__all__ = ["at_the_filling"]
