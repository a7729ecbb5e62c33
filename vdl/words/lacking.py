"""Where a sum is more than it may be: what it adds up and what it is held against says nothing of."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.design import RuleEntry
from vdl.semantics.units import Units
from vdl.solve import Solution
from vdl.values import high, is_number, scalars
from vdl.words import values as show
from vdl.words.deciding import listed
from vdl.words.formulas import reads

_NAMED = 5


def lacking(rule: RuleEntry, solution: Solution, units: Units) -> list[str]:
    """ "of what `pool.load.weight` adds up, the other side has nothing of `sand.weight` (40 kg)", where it has something of the
    rest; nothing where no sum is compared."""
    condition = rule.condition
    if not isinstance(condition, Op) or condition.op not in ("<=", "<", ">=", ">"):
        return []
    total, held = condition.args if condition.op in ("<=", "<") else condition.args[::-1]
    if not isinstance(total, Cell) or total.form != "sum":
        return []
    added = [cell for cell in reads(total.formula, solution.values) if isinstance(cell, Cell)]
    known = _beneath([held], solution)
    lost = [cell for cell in added if not known & {cell, *_namesakes(cell, solution)} and _is_something(cell, solution)]
    if not lost or len(lost) == len(added):
        return []
    figures = [
        f"`{cell.path}` ({show.text(solution.values[cell], show.unit_of_cell(cell, units))})" for cell in lost
    ]  # fmt: skip
    return [f"of what `{total.path}` adds up, the other side has nothing of {listed(figures, _NAMED)}"]


def _is_something(cell: Cell, solution: Solution) -> bool:
    value = solution.values.get(cell)
    return value is not None and any(is_number(one) and high(one) > 0 for _, one in scalars(value))


def _namesakes(cell: Cell, solution: Solution) -> set[Cell]:
    """What it was before it was passed on."""
    return {one for one in _beneath([cell], solution) if one.name == cell.name}


def _beneath(formulas: Iterable[Formula], solution: Solution) -> set[Cell]:
    """What formulas come of, by the branches that are taken and all bounds of counts."""
    found: set[Cell] = set()
    waiting = list(formulas)
    while waiting:
        part = waiting.pop()
        if isinstance(part, Cell):
            if part in found:
                continue
            found.add(part)
            waiting += [part.formula] if part.formula is not None else []
            waiting += [bound.value for bound in part.bounds]
        else:
            waiting += [cell for cell in reads(part, solution.values) if isinstance(cell, Cell)]
    return found


__all__ = ["lacking"]
