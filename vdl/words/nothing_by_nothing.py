"""Where nothing is divided by nothing, which is not stated though all of it is."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.graph.blame import of_library, stated_beneath
from vdl.graph.cells import Formula, Op
from vdl.graph.order import parts
from vdl.solve import Evaluation, Solution
from vdl.text.source import Span
from vdl.values import NOT_STATED, anywhere, is_number, low, scalars

_NAMED = 3
"""Figures that are named of what is 0."""


def nothing_by_nothing(formulas: Iterable[Formula | None], solution: Solution) -> list[tuple[Span, str]]:
    """The first such division among formulas and all that they are made of, and the figures of authors that it comes of."""
    evaluation = Evaluation(solution.values, draw=solution.draw)
    for part in parts(formulas, lambda cell: anywhere(solution.values.get(cell, NOT_STATED), NOT_STATED)):
        if isinstance(part, Op) and part.op == "/" and all(_is_zero(evaluation, arg) for arg in part.args):
            figures = [cell for cell in stated_beneath(part) if not of_library(cell.span())][:_NAMED]
            return [(part.span(), "0 is divided by 0"), *[(cell.figure(), f"`{cell.path}`") for cell in figures]]
    return []


def _is_zero(evaluation: Evaluation, formula: Formula) -> bool:
    value, _ = evaluation.branch(formula)
    return any(is_number(one) and low(one) == 0 for _, one in scalars(value))


__all__ = ["nothing_by_nothing"]
