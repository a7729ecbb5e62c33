"""Two figures of one number in two units: where they do not agree, one of the units may be a slip."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl import syntax as s
from vdl.graph.cells import Cell, Const
from vdl.semantics.units import Exact, Unit, Units
from vdl.text.source import Span
from vdl.words.values import literal_unit


def same_number(figures: Sequence[Cell], names: Sequence[str], units: Units) -> Iterator[str]:
    """What is asked about the only two figures that a rule hangs on, by their `names`, where they have one number and two units
    of one sort: "`a.load` is `25 kg`, and `b.load` is `25 g`: if these are the same, write `25 kg` or `25 g` at both"."""
    written = [found for cell in figures if (found := _written(cell, units)) is not None]
    if len(written) != 2 or len(figures) != 2:
        return
    (first, unit, a), (second, another, b) = written
    if first == second != 0 and unit.dimension == another.dimension and unit.factor != another.factor:
        figures_ = f"`{names[0]}` is `{a}`, and `{names[1]}` is `{b}`"
        yield f"{figures_}, one number in two units: if these are the same, write `{a}` or `{b}` at both"


def _written(cell: Cell, units: Units) -> tuple[Exact, Unit, str] | None:
    """A figure that is one number with its unit: these, and as it is written."""
    made = cell.formula
    if not isinstance(made, Const) or not isinstance(made.node, s.Number) or made.source is None:
        return None
    unit = literal_unit(made.node, units)
    return (made.node.value, unit, Span(made.source, made.node.start, made.node.end).text) if unit is not None else None


__all__ = ["same_number"]
