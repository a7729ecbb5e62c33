"""In which unit a figure was written, and what is said beside it in the same."""

from __future__ import annotations

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, decimal, divide
from vdl.text.phrases import Number, joined
from vdl.values import high, is_number


def in_its_unit(formula: Formula, size: Exact) -> tuple[Exact, str]:
    """A magnitude in the unit in which a quantity is written or declared, and that unit; "" where neither is known."""
    below = formula
    while isinstance(below, Cell) and below.formula is not None:
        below = below.formula
    node, value = (below.node, below.value) if isinstance(below, Const) else (None, 0)
    if isinstance(node, (s.Number, s.Range)) and node.unit is not None and is_number(value) and high(value):
        top = node.value if isinstance(node, s.Number) else node.high
        return divide(top * size, high(value)), node.unit.text
    shown = formula.type.shown if isinstance(formula, Cell) and isinstance(formula.type, Quantity) else None
    unit = shown or (formula.domain.unit if isinstance(formula, Cell) and formula.domain is not None else None)
    return (divide(size, unit.factor), unit.plural) if unit is not None else (size, "")


def side_by_side(formula: Formula, size: Exact, room: Exact, thing: str) -> tuple[str, str] | None:
    """A size above 0 and the room for it, in the unit of the size and without what it is the size of: "200 GiB", "96 GiB";
    None where its unit is not known."""
    number, unit = in_its_unit(formula, size)
    if not unit:
        return None
    of = unit.removesuffix(f"/{thing}") if thing else unit
    return joined(" ", (Number(decimal(number)), of)), joined(" ", (Number(decimal(divide(number * room, size))), of))


__all__ = ["in_its_unit", "side_by_side"]
