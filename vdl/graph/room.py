"""How the room of a container comes about, and what would make it larger."""

from __future__ import annotations

from collections.abc import Mapping

from vdl.graph.blame import of_library, stated_beneath
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.figures import in_its_unit
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, decimal
from vdl.values import Value, high, is_number, low

_NAMED = 3
"""Figures that are named of a formula."""


def to_shrink(size: Formula) -> list[str]:
    """The author's figures that a size comes of."""
    return [f"`{cell.path}`" for cell in stated_beneath(size) if not of_library(cell.span())][:_NAMED]


def to_grow(room: Formula, values: Mapping[Cell, Value], times: Exact) -> tuple[list[str], list[str]]:
    """What makes a room so many `times` larger: the author's figures, but for a ratio that would pass 100 %, and the objects of
    the library whose figures it comes of."""
    figures: dict[str, None] = {}
    models: dict[str, None] = {}
    for cell in stated_beneath(room):
        value = values.get(cell)
        if of_library(cell.span()):
            if cell.instance is not None and cell.instance.path:
                models.setdefault(f"`{cell.instance.path}`")
        elif not (_is_ratio(cell) and is_number(value) and low(value) * times > 1):
            figures.setdefault(f"`{cell.path}`")
    return list(figures)[:_NAMED], list(models)[:1]


def made_of(room: Formula, values: Mapping[Cell, Value]) -> str:
    """What is multiplied to a room, "250 kg/cart * 90 %"; "" where it is no product of figures in known units."""
    while isinstance(room, Cell) and isinstance(room.formula, (Cell, Op)):
        room = room.formula
    words = [words for words in [_figure(part, values) for part in _factors(room)] if words != _WHOLE]
    return " * ".join(words) if len(words) > 1 and all(words) else ""


_WHOLE = "100 %"
"""A factor that changes nothing."""


def _factors(formula: Formula) -> list[Formula]:
    if isinstance(formula, Op) and formula.op == "*":
        return [part for arg in formula.args for part in _factors(arg)]
    return [formula]


def _figure(part: Formula, values: Mapping[Cell, Value]) -> str:
    value = values.get(part) if isinstance(part, Cell) else None
    if value is None or not is_number(value) or low(value) != high(value):
        return ""
    if _is_ratio(part):
        return f"{decimal(low(value) * 100)} %"
    number, unit = in_its_unit(part, low(value))
    return f"{decimal(number)} {unit}" if unit else ""


def _is_ratio(part: Formula) -> bool:
    return isinstance(part, Cell) and isinstance(part.type, Quantity) and part.type.ratio


__all__ = ["made_of", "to_grow", "to_shrink"]
