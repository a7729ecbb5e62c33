"""What comes of sums that lack what nobody stated (`at_least`), and on which side of it the whole is.

All that hangs on such a sum is computed once more, where what is missed may be anything that it may be: from zero, where no
range and no formula says otherwise, to far more than there can be. What then is a range may be more than was computed, or less,
as that unknown moves it.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Container, Iterable, Mapping, MutableMapping
from typing import TYPE_CHECKING

from vdl.graph.cells import Cell, Const, Counted, Formula, Op, Unstated
from vdl.graph.design import Graph
from vdl.graph.order import operations, parts, reads
from vdl.records import NamedTuple
from vdl.semantics.units import Exact
from vdl.solve.anything import Anything
from vdl.solve.evaluation import Evaluation
from vdl.values import (
    NOT_STATED,
    MissingLabel,
    Number,
    Range,
    Scalar,
    Value,
    Varying,
    anywhere,
    bounded,
    broadcast,
    high,
    is_exact,
    is_number,
    low,
    make_range,
)

if TYPE_CHECKING:
    from vdl.values.draws import Draw


class Hanging(NamedTuple):
    """What hangs on sums that may lack something in a design, up to counts: these say by themselves what they leave out. `order`
    has it in the order of computation, beside what counts which items are stated (`size(stated(list))`)."""

    cells: frozenset[Cell]
    order: tuple[Cell, ...]


def hanging(graph: Graph) -> Hanging:
    """The quantities of a design that hang on such sums."""
    found: set[Cell] = set()
    order: dict[Cell, None] = {}
    for component in graph.order if graph.missing else ():
        for cell in component:
            if cell.form == "count":
                continue
            if hangs(found, cell.formula):
                found.add(cell)
                order[cell] = None
            elif counts(order, cell.formula):
                order[cell] = None
    return Hanging(frozenset(found), tuple(order))


def missed(
    graph: Graph, values: Mapping[Cell, Value], draw: Draw | None, cells: Iterable[Cell] | None = None
) -> Missed | None:
    """What hangs on what is missed in a solved design, by the values of its quantities; None where nothing is. Where ranges are
    drawn, nothing is drawn of it. `cells` is what is `hanging`, in its order, where that is known."""
    if not graph.missing or not misses(graph, values):
        return None
    return Missed(dict(values), hanging(graph).order if cells is None else cells, draw)


def figures(graph: Graph, values: Mapping[Cell, Value], draw: Draw | None) -> Mapping[Cell, Value]:
    """The values of the quantities of a solved design, each as it is told."""
    found = missed(graph, values, draw)
    told = {} if found is None else {cell: found.told(cell, values[cell]) for cell in hanging(graph).cells}
    return ChainMap(told, dict(values)) if told else values


def misses(graph: Graph, values: Mapping[Cell, Value]) -> bool:
    """Whether anything is missed in a solved design, by the values of its quantities."""
    evaluation = Evaluation(values)
    formulas = (one for items in graph.missing for one in items if isinstance(one, (Cell, Const, Op)))
    return any(anywhere(evaluation.evaluate(one), NOT_STATED) for one in formulas)


class Missed(Evaluation):
    """Evaluates with what is missed as an unknown, a new one wherever something is; over all quantities, and anew over those
    that hang on it."""

    def __init__(self, values: MutableMapping[Cell, Value], cells: Iterable[Cell], draw: Draw | None = None) -> None:
        self._hanging: dict[Cell, Value] = {}
        self._counting: dict[Cell, Value] = {}
        """What counts the items that are stated, of which there may be as many more as are not."""
        super().__init__(ChainMap(self._hanging, self._counting, values), draw=draw)
        self._anything = Anything(values, draw)
        self._numbers: dict[object, int] = {}
        """Of the items that are missed, by their formulas."""
        self._unknowns: set[str] = set()
        """The names of the unknowns in their places."""
        self.add(cells)

    def add(self, cells: Iterable[Cell]) -> None:
        """Compute those of further quantities that hang on what is missed, in the order of computation."""
        for cell in cells:
            if cell.form == "count":
                continue
            if self.hangs(cell.formula):
                self._hanging[cell] = self.evaluate(cell.formula)
            elif counts(self._counting, cell.formula):
                self._counting[cell] = self.evaluate(cell.formula)

    def hangs(self, *formulas: Formula | None) -> bool:
        """Whether formulas hang on what is missed."""
        return hangs(self._hanging, *formulas)

    def lacks(self, stated: Evaluation, *formulas: Formula | None) -> bool:
        """Whether one of some formulas may come to something else than what it comes to by what is stated."""
        with stated.trial(), self.trial():
            return any(self.hangs(one) and self.evaluate(one) != stated.evaluate(one) for one in formulas)

    def told(self, formula: Formula, value: Value) -> Value:
        """The value of a formula, in which each number says on which side of it the whole is, where it is not the whole."""
        if not self.hangs(formula):
            return value
        try:
            return broadcast(_told, [value, self.evaluate(formula)])
        except MissingLabel:
            return value

    def evaluate(self, formula: Formula | None) -> Value:
        """The value with anything in the place of what is missed; beside that, items that are left out may be stated, too."""
        if isinstance(formula, Counted) and is_exact(formula.value):
            number = self._numbers.setdefault(formula, len(self._numbers))
            return self._pin(self._unknown(formula.value, formula.value + len(formula.silent), f"counted {number}"))
        return super().evaluate(formula)

    def _operate(self, op: Op) -> Value:
        if op.misses:
            values = [self.evaluate(arg) for arg in op.args]
            if any(anywhere(one, NOT_STATED) for one in values) and not all(one is NOT_STATED for one in values):
                filled = [Const(self._filled(arg, one)) for arg, one in zip(op.args, values)]
                op = Op(op.op, tuple(filled), op.node, op.source, op.detail)
        return super()._operate(op)

    def _drawn(self, value: Scalar) -> Scalar:
        """What is missed is no range of the design, and is not drawn."""
        if isinstance(value, Range) and not self._unknowns.isdisjoint(value.unknowns):
            return self._pin(value)
        return super()._drawn(value)

    def _filled(self, arg: Formula, value: Value) -> Value:
        """An item with an unknown wherever it is not stated: of a quantity the same one wherever it is added up."""
        if not anywhere(value, NOT_STATED):
            return value
        number = self._numbers.setdefault(arg.path if isinstance(arg, Unstated) else arg, len(self._numbers))
        least, most = self._anything.ends(arg, value)
        name = f"missed {number}"
        if not isinstance(value, Varying):
            return self._unknown(least, most, name)
        cells = {
            key: self._unknown(least, most, " ".join((name, *key))) if one is NOT_STATED else one
            for key, one in value.cells.items()
        }  # fmt: skip
        return Varying(value.axes, cells)

    def _unknown(self, least: Exact, most: Exact, name: str) -> Number:
        self._unknowns.add(name)
        return make_range(least, most, name)


def hangs(known: Container[Cell], *formulas: Formula | None) -> bool:
    """Whether formulas hang on what may be missed, by way of quantities of which that is known or by themselves."""
    return any(cell in known for cell in reads(*formulas)) or any(op.misses for op in operations(formulas))


def counts(known: Container[Cell], *formulas: Formula | None) -> bool:
    """Whether formulas are made of how many items are stated, in the same way."""
    return any(isinstance(part, Counted) or part in known for part in parts(formulas, lambda cell: False))


def _told(value: Scalar, whole: Scalar) -> Scalar:
    """A number with the side of it on which the whole is; what a condition or a day is is not known where the whole may be
    another."""
    if isinstance(value, (bool, str)):
        return value if whole == value else NOT_STATED
    if not is_number(value) or value == whole:
        return value
    if is_number(whole) and low(value) == low(whole):
        return bounded(value, "least")
    return bounded(value, "most" if is_number(whole) and high(value) == high(whole) else "neither")


__all__ = ["Missed", "figures", "hanging", "hangs", "missed", "misses"]
