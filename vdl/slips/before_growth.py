"""What grows from label to label of a kept axis, and is read as it was before: today's people in what carries those to come."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from vdl import errors
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.design import Graph
from vdl.graph.order import parts, reads
from vdl.semantics.types import Axis, Quantity
from vdl.semantics.units import NUMBER
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import Value, Varying, at_label
from vdl.words.needed import called, is_named, referred

_KEEPING = frozenset(["*", "/", "ceil", "floor", "round", "grow", "as", "if", "else", "at", "map", "max", "min"])
"""What is made of a quantity with these and plain numbers is as many things, or a share of them."""


def before_growth(graph: Graph, solution: Solution, axes: Iterable[Axis]) -> Iterator[Diagnostic]:
    """What a design should be asked about inputs that are worked out from something that grows, and not from what it grows to,
    once for each place where one stands."""
    kept = [axis for axis in axes if axis.kept]
    cells = [cell for component in graph.order for cell in component] if kept else []
    grown = dict(_grown(cells, solution.values, kept))
    names = referred(graph) if grown else {}
    said: set[tuple[str, int]] = set()
    for cell in cells if grown else ():
        made = cell.formula
        if cell.form != "input" or cell.instance is None or not isinstance(made, (Op, Cell)) or of_library(cell.span()):
            continue
        found = _read_alone(made)
        to = grown.get(found) if found is not None else None
        if found is None or to is None or _moves(solution.values.get(cell), to[1].name):
            continue
        span = _place(cell.figure(), found.name)
        if (span.source.path, span.start) not in said:
            said.add((span.source.path, span.start))
            name = called(cell.instance, names, cell.name)
            accepts = is_named(cell.instance, graph, names)
            yield errors.before_growth(span, name, found.path, to[0].path, to[1].labels[0], to[0].span(), accepts)


def _grown(cells: Iterable[Cell], values: Mapping[Cell, Value], axes: Iterable[Axis]) -> Iterator[tuple[Cell, tuple[Cell, Axis]]]:
    """What grows, with the `let` that says to what, and the axis along which: at its first label it is what it grows from."""
    axes = list(axes)
    for cell in cells:
        made = cell.formula
        if cell.form != "let" or not isinstance(made, Op) or of_library(cell.span()):
            continue
        of, value = _read_alone(made), values.get(cell)
        if of is None or of.form not in ("input", "let") or not isinstance(value, Varying):
            continue
        for axis in axes:
            along = value.axes == (axis.name,) and set(axis.labels) <= set(value.labels(axis.name))
            if along and at_label(value, axis.name, axis.labels[0]) == values.get(of):
                yield of, (cell, axis)


def _read_alone(made: Formula) -> Cell | None:
    """The one quantity of which a formula is a multiple or a share, all else in it being plain numbers; nothing is shared out by
    it."""
    within = [part for part in parts([made], lambda cell: False) if isinstance(part, Op)]
    if any(part.op not in _KEEPING for part in within):
        return None
    found = [cell for cell in dict.fromkeys(reads(made)) if not _is_plain(cell)]
    divides = any(part.op == "/" and found and found[0] in reads(part.args[1]) for part in within)
    return found[0] if len(found) == 1 and not divides else None


def _is_plain(cell: Cell) -> bool:
    return isinstance(cell.type, Quantity) and cell.type.dimension == NUMBER


def _moves(value: Value | None, axis: str) -> bool:
    return isinstance(value, Varying) and axis in value.axes


def _place(written: Span, name: str) -> Span:
    """Where a name is read in what is written."""
    found = re.search(rf"\b{re.escape(name)}\b(?!.*=)", written.text)
    return Span(written.source, written.start + found.start(), written.start + found.end()) if found is not None else written


__all__ = ["before_growth"]
