"""What nobody stated of something that is open: the inputs that would close it, as the design names them."""

from __future__ import annotations

from collections.abc import Mapping

from vdl.graph.cells import Cell, Formula
from vdl.graph.silent import missed
from vdl.judge import OpenPoint
from vdl.values import Value
from vdl.words.stand_ins import StandIns


def unstated(stand_ins: StandIns, point: OpenPoint, values: Mapping[Cell, Value], most: int) -> list[str]:
    """The inputs that nobody stated of a rule, a bound of a given count or a published figure that could not be judged, of what
    is unused, or of a count or an input of which a sum lacks figures; of what only sums lack, those of the sums. No more than
    `most`, but for what stands for several."""
    return stand_ins.silent(_needed(point), values, most)


def _needed(point: OpenPoint) -> list[Formula | None]:
    """The formulas that would have to be stated."""
    rule, figure = point.rule, point.figure
    if rule is not None and rule.bound is not None:
        return missed(rule.bound.entry.value, rule.bound.entry.when)
    if rule is not None and rule.rule is not None:
        asked = [rule.rule.when, rule.rule.condition]
        return missed(*asked) if rule.missed else asked
    if figure is not None:
        compared = [figure.entry.left, figure.entry.right, figure.entry.within]
        return [*compared, *missed(*compared)]
    if point.of is not None:
        return missed(*[formula for bound in point.of.cell.bounds for formula in (bound.value, bound.when)])
    return missed(*point.needs) if point.sort == "half-stated" else list(point.needs)


__all__ = ["unstated"]
