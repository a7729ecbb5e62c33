"""What keeps a formula from being stated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl.graph.cells import Cell, Formula, Op, Unstated
from vdl.values import NOT_STATED, Value, scalars


def silent_inputs(formulas: Iterable[Formula | None], values: Mapping[Cell, Value], most: int) -> list[str]:
    """The paths of inputs that nobody stated and that formulas need, in the order of the text; no more than `most`."""
    found: dict[str, None] = {}
    seen: set[Cell] = set()
    waiting = [formula for formula in formulas if formula is not None][::-1]
    while waiting and len(found) < most:
        formula = waiting.pop()
        if isinstance(formula, Unstated):
            found.setdefault(formula.path)
        elif isinstance(formula, Op):
            waiting += reversed(formula.args)
        elif isinstance(formula, Cell) and formula not in seen and formula.formula is not None:
            seen.add(formula)
            if any(one is NOT_STATED for _, one in scalars(values.get(formula, NOT_STATED))):
                waiting.append(formula.formula)
    return list(found)
