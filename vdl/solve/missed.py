"""What comes of sums that lack what nobody stated (`at_least`), and on which side of it the whole is.

All that hangs on such a sum is computed once more, where what is missed may be anything from zero to far more than there can
be. What then is a range may be more than was computed, or less, as that unknown moves it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container, Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell, Const, Formula, Op, Unstated
from vdl.graph.design import Graph
from vdl.graph.order import operations, reads
from vdl.semantics.units import Exact
from vdl.solve.evaluation import Evaluation
from vdl.values import (
    NOT_STATED,
    MissingLabel,
    Scalar,
    Value,
    Varying,
    anywhere,
    bounded,
    broadcast,
    high,
    is_number,
    low,
    make_range,
    scalars,
)

if TYPE_CHECKING:
    from vdl.values.draws import Draw

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


def missed(
    graph: Graph, values: Mapping[Cell, Value], draw: Draw | None, cells: Iterable[Cell] | None = None
) -> Missed | None:
    """What hangs on what is missed in a solved design, by the values of its quantities; None where nothing is. Where ranges are
    drawn, nothing is drawn of it. `cells` are those that are `hanging`, where that is known."""
    if not graph.missing or draw is not None or not misses(graph, values):
        return None
    return Missed(dict(values), hanging(graph) if cells is None else cells)


def misses(graph: Graph, values: Mapping[Cell, Value]) -> bool:
    """Whether anything is missed in a solved design, by the values of its quantities."""
    evaluation = Evaluation(values)
    formulas = (one for items in graph.missing for one in items if isinstance(one, (Cell, Const, Op)))
    return any(anywhere(evaluation.evaluate(one), NOT_STATED) for one in formulas)


class Missed(Evaluation):
    """Evaluates with what is missed as an unknown, a new one wherever something is; over all quantities, and anew over those
    that hang on it."""

    def __init__(self, values: MutableMapping[Cell, Value], hanging: Iterable[Cell]) -> None:
        self._hanging: dict[Cell, Value] = {}
        super().__init__(ChainMap(self._hanging, values))
        self._numbers: dict[object, int] = {}
        """Of the items that are missed, by their formulas."""
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
                least = -_FAR if any(_may_be_negative(*pair) for pair in zip(op.args, values)) else 0
                filled = [Const(self._filled(arg, one, least)) for arg, one in zip(op.args, values)]
                op = Op(op.op, tuple(filled), op.node, op.source, op.detail)
        return super()._operate(op)

    def _filled(self, arg: Formula, value: Value, least: Exact) -> Value:
        """An item with an unknown wherever it is not stated: of a quantity the same one wherever it is added up."""
        number = self._numbers.setdefault(arg.path if isinstance(arg, Unstated) else arg, len(self._numbers))
        if not isinstance(value, Varying):
            return make_range(least, _FAR, f"missed {number}") if value is NOT_STATED else value
        cells = {
            key: make_range(least, _FAR, f"missed {number} {' '.join(key)}") if one is NOT_STATED else one
            for key, one in value.cells.items()
        }  # fmt: skip
        return Varying(value.axes, cells)


def hangs(known: Container[Cell], *formulas: Formula | None) -> bool:
    """Whether formulas hang on what may be missed, by way of quantities of which that is known or by themselves."""
    return any(cell in known for cell in reads(*formulas)) or any(op.misses for op in operations(formulas))


def _may_be_negative(item: Formula, value: Value) -> bool:
    """Whether an item is below zero somewhere, or an input that may be."""
    least = item.domain.low if isinstance(item, Cell) and item.domain is not None else 0
    return least is None or least < 0 or any(is_number(one) and low(one) < 0 for _, one in scalars(value))


def _told(value: Scalar, whole: Scalar) -> Scalar:
    """A number as it is told, beside what it is with anything in the place of what is missed."""
    if not is_number(value) or value == whole:
        return value
    if is_number(whole) and low(value) == low(whole):
        return bounded(value, "least")
    return bounded(value, "most" if is_number(whole) and high(value) == high(whole) else "neither")


__all__ = ["Missed", "hanging", "hangs", "missed", "misses"]
