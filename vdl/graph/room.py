"""How the room of a container comes about, and what would make it larger."""

from __future__ import annotations

from collections.abc import Mapping

from vdl.graph.blame import is_stated, of_library, stated_beneath
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.figures import in_its_unit
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, decimal
from vdl.values import Value, high, is_number, low

_NAMED = 3
"""Figures that are named of a formula."""


def to_shrink(size: Formula) -> list[str]:
    """The author's figures that a size comes of."""
    return [f"`{cell.path}`" for cell in stated_beneath(size) if not of_library(cell.span())][:_NAMED]


class Ways(NamedTuple):
    """What makes a room larger, by how it is written: figures to raise, objects of the library to replace, figures to lower."""

    raise_: list[str]
    models: list[str]
    lower: list[str]


def to_grow(room: Formula, values: Mapping[Cell, Value], times: Exact) -> Ways:
    """What makes a room so many `times` larger: the author's figures, but for a ratio that would pass 100 %, and the objects of
    the library whose figures it comes of."""
    figures: dict[str, None] = {}
    models: dict[str, None] = {}
    lower: dict[str, None] = {}
    less = lessening(room)
    for cell in stated_beneath(room):
        value = values.get(cell)
        if of_library(cell.span()):
            if cell.instance is not None and cell.instance.path and cell not in less:
                models.setdefault(f"`{cell.instance.path}`")
        elif cell in less:
            lower.setdefault(f"`{cell.path}`")
        elif not (_is_ratio(cell) and is_number(value) and low(value) * times > 1):
            figures.setdefault(f"`{cell.path}`")
    return Ways(list(figures)[:_NAMED], list(models)[:1], list(lower)[:_NAMED])


def lessening(room: Formula) -> set[Cell]:
    """The stated figures that are only taken away from a room, or that it is divided by."""
    signs: dict[Cell, set[bool]] = {}
    waiting: list[tuple[Formula | None, bool]] = [(room, True)]
    seen: set[tuple[int, bool]] = set()
    for formula, adds in waiting:  # grows while it is read
        further: list[tuple[Formula | None, bool]] = []
        if isinstance(formula, Cell) and is_stated(formula):
            signs.setdefault(formula, set()).add(adds)
        elif isinstance(formula, Cell):
            further = [(formula.formula, adds)]
        elif isinstance(formula, Op):
            turned = formula.op in ("-", "/")
            further = [(arg, adds != (turned and arg is formula.args[-1])) for arg in formula.args]
        for one, sign in further:
            if (id(one), sign) not in seen:
                seen.add((id(one), sign))
                waiting.append((one, sign))
    return {cell for cell, found in signs.items() if found == {False}}


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


__all__ = ["lessening", "made_of", "to_grow", "to_shrink"]
