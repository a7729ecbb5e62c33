"""What a bound stands on, in words: its formula with numbers, and the counts in it with the bounds that decided them."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Cell, Formula, Op
from vdl.semantics.units import Units
from vdl.solve import BoundValue, CountValue, Solution
from vdl.words import values as show
from vdl.words.formulas import names, numbers
from vdl.words.verdicts import bound_at

MOST = 3
"""Counts that are followed, one below the other."""


def beneath(bound: BoundValue, solution: Solution, units: Units) -> list[str]:
    """Lines such as "`with_spare` is needed + spare, that is 9 carts + 1 cart", "`f.needed` is 9 carts by `by_weight`"."""
    entry = bound.entry
    written, counted = names(entry.value), numbers(entry.value, solution.values, units, bound.place)
    lines = [f"`{entry.name}` is {written}, that is {counted}"] if written not in ("", counted) else []
    formula: Formula | None = entry.value
    for _ in range(MOST):
        count = next(_counts(formula, solution), None)
        if count is None:
            break
        decided = next((one for one in count.bounds if one.decides), None)
        value = show.text(count.value, show.unit_of_cell(count.cell, units))
        at = f" at {bound_at(decided)}" if decided is not None and decided.place else ""
        how = "given" if count.given else f"by `{decided.entry.name}`{at}" if decided is not None else "asked for by nothing"
        lines.append(f"`{count.cell.path}` is {value}, {how}")
        formula = decided.entry.value if decided is not None and not count.given else None
    return lines


def _counts(formula: Formula | None, solution: Solution) -> Iterator[CountValue]:
    """The counts that a formula is made of, the first in the text first, without looking into these."""
    waiting = [formula] if formula is not None else []
    seen: set[Cell] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, Op):
            waiting += reversed(part.args)
        elif isinstance(part, Cell) and part not in seen:
            seen.add(part)
            count = solution.counts.get(part)
            if count is not None:
                yield count
            elif part.formula is not None:
                waiting.append(part.formula)


__all__ = ["beneath"]
