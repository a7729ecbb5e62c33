"""Shares and factors that are rounded to whole numbers: 30 % becomes 1, and a growth of 1.1 becomes 2."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.design import Graph
from vdl.graph.order import operations, parts
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, decimal
from vdl.solve import Evaluation, Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import Number
from vdl.text.source import Span
from vdl.text.written import written
from vdl.values import Value, is_exact, scalars

_ROUNDED = frozenset(["ceil", "floor", "round"])
_KEEPING = frozenset(["*", "+", "-", "as", "at", "map"])
"""What a share or a factor is made of such with: a quotient may be a number of things."""

_TWICE = 2
"""A share or a factor is less, and a plain number that is not may count something."""


def rounded_share(graph: Graph, solution: Solution) -> Iterator[Diagnostic]:
    """What a design should be asked about a rounding that an author writes, of what is a share or a factor and no number of
    things, once for each place where one stands."""
    evaluation = Evaluation(solution.values, draw=solution.draw)
    said: set[tuple[str, int]] = set()
    for cell in [one for component in graph.order for one in component]:
        for op in operations([cell.formula]) if not of_library(cell.span()) else ():
            place = (op.source.path, op.node.start)
            if op.op not in _ROUNDED or op.source.is_library or place in said or not _in_whole_numbers(op):
                continue
            fraction = _fraction(op.args[0], evaluation)
            if fraction is not None:
                said.add(place)
                whole = next(iter(scalars(evaluation.evaluate(Op(op.op, (Const(fraction), op.args[1]), op.node, op.source)))))[1]
                span = Span(op.source, op.node.start, op.node.end)
                assert is_exact(whole)
                share, made = Number(decimal(fraction)), Number(decimal(whole))
                yield errors.rounded_share(span, cell.path, written(span), op.op, share, made)


def _in_whole_numbers(op: Op) -> bool:
    """Whether no step is written."""
    step = op.args[1]
    return isinstance(step, Const) and step.node is None


def _fraction(formula: Formula, evaluation: Evaluation) -> Exact | None:
    """What a share or a factor is where it is no whole number; None of what may be a number of things, or is whole anyway."""
    for part in parts([formula], lambda cell: False):
        if isinstance(part, Op) and part.op not in _KEEPING:
            return None
        if isinstance(part, Cell) and not (_is_plain(part) and _fractions(evaluation.evaluate(part))):
            return None
        if isinstance(part, Const) and not _is_one_or_no_whole(part.value):
            return None
    return next(iter(_fractions(evaluation.evaluate(formula))), None)


def _is_plain(cell: Cell) -> bool:
    return isinstance(cell.type, Quantity) and not cell.type.dimension and cell.form in ("input", "let")


def _fractions(value: Value) -> list[Exact]:
    """The numbers of a value that are not whole, where all of them are shares or factors; none where not."""
    numbers = [one for _, one in scalars(value) if is_exact(one)]
    if len(numbers) != len(list(scalars(value))) or not all(0 <= one < _TWICE for one in numbers):
        return []
    return [one for one in numbers if one != int(one)]


def _is_one_or_no_whole(value: Value) -> bool:
    return all(is_exact(one) and (one == 1 or one != int(one)) for _, one in scalars(value))


__all__ = ["rounded_share"]
