"""What comes of sums that lack what nobody stated (`at_least`), and on which side of it the whole is.

All that hangs on such a sum is computed once more, where what is missed may be anything from zero to far more than there can
be. What then is a range may be more than was computed, or less, as that unknown moves it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container, Iterable, MutableMapping

from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.design import Graph
from vdl.graph.order import operations, reads
from vdl.solve.evaluation import Evaluation
from vdl.solve.records import Solution
from vdl.values import (
    NOT_STATED,
    Bounded,
    MissingLabel,
    Scalar,
    Value,
    anywhere,
    broadcast,
    high,
    is_exact,
    is_number,
    low,
    make_range,
)

_FAR = 10**30
"""What is missed may be so much, in base units: more than any rule allows, or any figure comes to."""


def hanging(graph: Graph) -> tuple[Cell, ...]:
    """The quantities of a design that hang on sums which may lack something, in the order of computation, up to counts: these
    say by themselves what they leave out."""
    found: dict[Cell, None] = {}
    for component in graph.order if graph.missing else ():
        for cell in component:
            if cell.form != "count" and hangs(found, cell.formula):
                found[cell] = None
    return tuple(found)


def missed(graph: Graph, solution: Solution) -> Missed | None:
    """What hangs on what is missed in a solved design; None where nothing is. Where ranges are drawn, nothing is drawn of it."""
    if not graph.missing or solution.draw is not None or not misses(graph, solution):
        return None
    return Missed(dict(solution.values), hanging(graph))


def misses(graph: Graph, solution: Solution) -> bool:
    """Whether anything is missed in a solved design."""
    evaluation = Evaluation(solution.values, draw=solution.draw)
    formulas = (one for items in graph.missing for one in items if isinstance(one, (Cell, Const, Op)))
    return any(anywhere(evaluation.evaluate(one), NOT_STATED) for one in formulas)


class Missed(Evaluation):
    """Evaluates with what is missed as an unknown, a new one wherever something is; over all quantities, and anew over those
    that hang on it."""

    def __init__(self, values: MutableMapping[Cell, Value], hanging: Iterable[Cell]) -> None:
        self._hanging: dict[Cell, Value] = {}
        super().__init__(ChainMap(self._hanging, values))
        self._unknowns = 0
        self.add(hanging)

    def add(self, cells: Iterable[Cell]) -> None:
        """Compute those of further quantities that hang on what is missed, in the order of computation."""
        for cell in cells:
            if cell.form != "count" and self.hangs(cell.formula):
                self._hanging[cell] = self.evaluate(cell.formula)

    def hangs(self, *formulas: Formula | None) -> bool:
        """Whether formulas hang on what is missed."""
        return hangs(self._hanging, *formulas)

    def told(self, formula: Formula, value: Value) -> Value:
        """The value of a formula, in which each number says on which side of it the whole is, where it is not the whole."""
        if not self.hangs(formula):
            return value
        try:
            return broadcast(_told, [value, self.evaluate(formula)])
        except MissingLabel:
            return value

    def _operate(self, op: Op) -> Value:
        if op.misses:
            values = [self.evaluate(arg) for arg in op.args]
            if any(anywhere(one, NOT_STATED) for one in values) and not all(one is NOT_STATED for one in values):
                filled = [Const(broadcast(self._unknown, [one])) for one in values]
                op = Op(op.op, tuple(filled), op.node, op.source, op.detail)
        return super()._operate(op)

    def _unknown(self, value: Scalar) -> Scalar:
        if value is not NOT_STATED:
            return value
        self._unknowns += 1
        return make_range(0, _FAR, f"missed {self._unknowns}")


def hangs(known: Container[Cell], *formulas: Formula | None) -> bool:
    """Whether formulas hang on what may be missed, by way of quantities of which that is known or by themselves."""
    return any(cell in known for cell in reads(*formulas)) or any(op.misses for op in operations(formulas))


def _told(value: Scalar, whole: Scalar) -> Scalar:
    """A number as it is told, beside what it is with anything in the place of what is missed."""
    if not is_number(value) or value == whole:
        return value
    if not is_number(whole):
        return Bounded(value, "neither") if is_exact(value) else value
    if low(value) == low(whole):
        return Bounded(low(value), "least")
    if high(value) == high(whole):
        return Bounded(high(value), "most")
    return Bounded(value, "neither") if is_exact(value) else value


__all__ = ["Missed", "hanging", "hangs", "missed", "misses"]
