"""Products in which one factor by label of a kept axis stands twice: what has grown by a year's factor grows by it again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell, Const, Formula, Op
from vdl.graph.design import Graph
from vdl.semantics.types import Axis, Quantity
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import Varying

_ROUNDED = frozenset(["ceil", "floor", "round"])


def multiplied_twice(graph: Graph, axes: Iterable[Axis]) -> Iterator[Diagnostic]:
    """What a design should be asked about a factor that an author writes where one of what it multiplies has it already."""
    kept = frozenset([axis.name for axis in axes if axis.kept])
    said: set[tuple[str, int]] = set()
    for cell in [one for component in graph.order for one in component]:
        for product in _products(cell.formula) if not of_library(cell.span()) else ():
            for factor, other in (product.args, product.args[::-1]):
                if not isinstance(factor, Cell) or not _is_factor(factor, kept):
                    continue
                grown = next((one for one in _terms(other) if _has(one, factor)), None)
                place = (product.source.path, product.node.start)
                if grown is not None and grown.name != cell.name and place not in said:
                    said.add(place)
                    span = Span(product.source, product.node.start, product.node.end)
                    yield errors.multiplied_twice(span, cell.path, factor.path, grown.path, grown.span())


def _products(formula: Formula | None) -> Iterator[Op]:
    """The products that a formula is written with."""
    waiting = [formula]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Op):
            if part.op == "*" and len(part.args) == 2 and not part.source.is_library:
                yield part
            waiting += part.args


def _is_factor(cell: Cell, kept: frozenset[str]) -> bool:
    """Whether it is an author's plain number by label of a kept axis."""
    made = cell.formula
    if not isinstance(made, Const) or of_library(cell.span()) or not isinstance(cell.type, Quantity) or cell.type.dimension:
        return False
    return isinstance(made.value, Varying) and isinstance(made.node, s.LabelMap) and not kept.isdisjoint(made.value.axes)


def _terms(formula: Formula) -> Iterator[Cell]:
    """The names that are added up in what is multiplied, which an author worked out."""
    waiting = [formula]
    while waiting:
        part = waiting.pop(0)
        if isinstance(part, Cell):
            if part.form in ("let", "input") and not of_library(part.span()) and isinstance(part.formula, (Op, Cell)):
                yield part
        elif isinstance(part, Op) and (part.op in ("+", "-", "*", "/") or part.op in _ROUNDED):
            waiting += part.args[:1] if part.op in (*_ROUNDED, "/") else part.args


def _has(cell: Cell, factor: Cell) -> bool:
    """Whether what a name stands for is multiplied by a factor, or a term of it is."""
    waiting: list[Formula | None] = [cell.formula]
    seen: set[Cell] = set()
    while waiting:
        part = waiting.pop()
        if part is factor:
            return True
        if isinstance(part, Cell) and part not in seen and not of_library(part.span()):
            seen.add(part)
            waiting.append(part.formula)
        elif isinstance(part, Op) and (part.op in ("+", "-", "*") or part.op in _ROUNDED):
            waiting += part.args[:1] if part.op in _ROUNDED else part.args
        elif isinstance(part, Op) and part.op == "/":
            waiting.append(part.args[0])
    return False


__all__ = ["multiplied_twice"]
