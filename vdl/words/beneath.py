"""What a bound stands on, in words: its formula with numbers, and the counts in it with the bounds that decided them."""

from __future__ import annotations

from collections.abc import Mapping

from vdl import syntax as s
from vdl.builtins import BUILTINS
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.order import parts
from vdl.semantics.units import Units
from vdl.solve import BoundValue, CountValue, Solution
from vdl.values import Value
from vdl.words import values as show
from vdl.words.formulas import names, numbers
from vdl.words.verdicts import bound_at

MOST = 3
"""Counts that are followed, one below the other."""


def beneath(bound: BoundValue, solution: Solution, figures: Mapping[Cell, Value], units: Units) -> list[str]:
    """Lines such as "`with_spare` is needed + spare, that is 9 carts + 1 cart", "`f.needed` is 9 carts by `by_weight`"; `figures`
    are the values as they are told."""
    entry = bound.entry
    written, counted = names(entry.value), numbers(entry.value, figures, units, bound.place)
    said = written not in ("", counted) and not _calls(entry.value)
    lines = [f"`{entry.name}` is {written}, that is {counted}"] if said else []
    formula: Formula | None = entry.value
    for _ in range(MOST):
        count = _first_count(formula, solution)
        if count is None:
            break
        decided = next((one for one in count.bounds if one.decides), None)
        value = show.text(count.value, show.unit_of_cell(count.cell, units))
        at = f" at {bound_at(decided)}" if decided is not None and decided.place else ""
        how = "given" if count.given else f"by `{decided.entry.name}`{at}" if decided is not None else "asked for by nothing"
        lines.append(f"`{count.cell.path}` is {value}, {how}")
        formula = decided.entry.value if decided is not None and not count.given else None
    return lines


def _calls(formula: Formula | None) -> bool:
    """Whether it calls functions of the library, whose names and numbers say nothing to authors."""
    if not isinstance(formula, Op) or formula.node is None or formula.source is None or not formula.source.is_library:
        return False
    called = [node.function for node in s.walk(formula.node) if isinstance(node, s.Call)]
    return any(not isinstance(name, s.Name) or name.name not in BUILTINS for name in called)


def _first_count(formula: Formula | None, solution: Solution) -> CountValue | None:
    """The first count, in the order of the text, that a formula is made of."""
    cells = parts([formula], lambda cell: cell not in solution.counts)
    return next((solution.counts[part] for part in cells if isinstance(part, Cell) and part in solution.counts), None)


__all__ = ["MOST", "beneath"]
