"""The two quantities of which a rule compares how far they lie apart: that difference alone says nothing of either."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.graph.cells import COMPARISONS, Cell, Formula, Op
from vdl.judge import Verdict
from vdl.solve import Evaluation, Solution
from vdl.values import Place, at_places
from vdl.words import values as show
from vdl.words.verdicts import Words

_DEEP = 30
"""Quantities that are followed, one made of the other."""


def apart(rule: Verdict, solution: Solution, words: Words) -> str:
    """What lies apart, where a side is the absolute difference of two quantities, or the least or the most of several such:
    "6 kg against 9 kg"; "" of other rules."""
    entry = rule.rule
    if entry is None or not isinstance(entry.condition, Op) or entry.condition.op not in COMPARISONS:
        return ""
    evaluation = Evaluation(solution.values, draw=solution.draw)
    found = [two for side in entry.condition.args if (two := _two(side, evaluation)) is not None]
    return _against(found[0], evaluation, rule.failing, words, rule) if len(found) == 1 else ""


def _against(two: Sequence[Formula], evaluation: Evaluation, failing: Sequence[Place], words: Words, rule: Verdict) -> str:
    values = [at_places(evaluation.evaluate(one), failing) for one in two]
    own = (show.unit_of_cell(one, words.units) for one in two if isinstance(one, Cell))
    unit = next(own, words.unit(rule))  # a difference may be in points, and these in percent
    first, second = show.together(values, unit)
    return f"{first} against {second}"


def _two(side: Formula, evaluation: Evaluation) -> tuple[Formula, Formula] | None:
    """The terms of the absolute difference that a side is."""
    for _ in range(_DEEP):
        if isinstance(side, Cell) and side.form != "count" and side.formula is not None:
            side = side.formula
        elif isinstance(side, Op) and side.op in ("min", "max"):
            value = evaluation.evaluate(side)
            deciding = [arg for arg in side.args if evaluation.evaluate(arg) == value]
            if len(deciding) != 1:
                return None
            side = deciding[0]
        elif isinstance(side, Op) and side.op == "abs":
            inside = side.args[0]
            if isinstance(inside, Cell) and inside.form == "let" and inside.formula is not None:
                inside = inside.formula
            is_difference = isinstance(inside, Op) and inside.op == "-" and len(inside.args) == 2
            return (inside.args[0], inside.args[1]) if isinstance(inside, Op) and is_difference else None
        else:
            return None
    return None


__all__ = ["apart"]
