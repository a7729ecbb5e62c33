"""What a bound stands on, in words: its formula with numbers, and the counts in it with the bounds that decided them."""

from __future__ import annotations

from functools import partial

from vdl.graph.blame import nearest, of_library, read_by
from vdl.graph.cells import Cell, Formula
from vdl.graph.design import RuleEntry
from vdl.graph.order import parts, reads
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


def _first_count(formula: Formula | None, solution: Solution) -> CountValue | None:
    """The first count, in the order of the text, that a formula is made of."""
    cells = parts([formula], lambda cell: cell not in solution.counts)
    return next((solution.counts[part] for part in cells if isinstance(part, Cell) and part in solution.counts), None)


def stated_for(rule: RuleEntry, solution: Solution) -> list[Cell]:
    """What the author of an object states of it and a rule hangs on, the nearest first, else of what it holds: also by way of
    the bounds that decide its counts."""

    found = [cell for cell in nearest(reads(rule.condition), _is_input, partial(_below, solution)) if _is_input(cell)]
    own = [cell for cell in found if cell.instance is rule.instance]
    return own or [cell for cell in found if cell.path.startswith(f"{rule.instance.path}.")]


def figures_of(rule: RuleEntry, solution: Solution) -> list[Cell]:
    """The figures of authors that a rule of theirs hangs on, not those made of others: those of the object that has the rule
    where it has any, else the nearest first. Of what a count stands on, by way of the bounds that decide it."""

    def is_figure(cell: Cell) -> bool:
        return _is_input(cell) and not reads(cell.formula)

    found = [cell for cell in nearest(reads(rule.condition), is_figure, partial(_below, solution)) if is_figure(cell)]
    return [cell for cell in found if cell.instance is rule.instance] or found


def _below(solution: Solution, cell: Cell) -> list[Cell]:
    count = solution.counts.get(cell)
    if count is None or count.given:
        return reads(cell.formula)
    return read_by([bound.entry.value for bound in count.bounds if bound.decides])


def _is_input(cell: Cell) -> bool:
    return (cell.form == "input" or (cell.form == "count" and not cell.is_solved)) and not of_library(cell.span())


__all__ = ["beneath", "figures_of", "stated_for"]
