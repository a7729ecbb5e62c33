"""Inputs of counted things that formulas make 0 at some labels of a kept axis and not at others."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vdl import errors
from vdl.graph.blame import nearest, of_library
from vdl.graph.cells import Cell
from vdl.graph.order import operations, reads
from vdl.semantics.types import Quantity
from vdl.semantics.units import decimal, divide
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.values import Value, Varying, at_place, high, is_number, scalars

_HALF = divide(1, 2)
"""A share from which on what is multiplied by it is hardly meant to grow by it."""


def vanishing(solution: Solution, kept: Collection[str]) -> Iterator[Diagnostic]:
    """What a design is asked about them, at the line of its author."""
    found: dict[Cell, list[Diagnostic]] = {}
    if not kept:
        return
    for cell, value in solution.values.items():
        if not isinstance(value, Varying) or cell.form != "input" or not any(axis in kept for axis in value.axes):
            continue
        if cell.domain is None or not cell.domain.whole or cell.instance is None or cell.instance.base is not None:
            continue
        if of_library(cell.span()) or not reads(cell.formula):
            continue
        said = [one for axis in value.axes if axis in kept for one in _along(axis, cell, value, solution)]
        if said:
            found[cell] = said
    for cell, said in found.items():
        if not any(one in found for one in nearest(reads(cell.formula), found.__contains__)):  # else it is passed on from there
            yield from said


def _along(axis: str, cell: Cell, value: Varying, solution: Solution) -> Iterator[Diagnostic]:
    zero: list[str] = []
    others: list[str] = []
    for label in value.labels(axis):
        (others if _is_some(at_place(value, ((axis, label),))) else zero).append(label)
    if zero and others:
        from vdl.solve.faults import zero_at  # long, and for what is wrong only

        figures = zero_at([cell], solution.values, [((axis, label),) for label in zero])
        related = [(one.span(), "0 there") for one in figures]
        names = [one.path for one in figures]
        factor = next((f for one in figures if (f := _as_factor(one, cell, solution)) is not None), None)
        yield errors.zero_at_some(cell.span(), cell.path, zero, others, names, related, factor)


def _as_factor(figure: Cell, cell: Cell, solution: Solution) -> tuple[str, str, str] | None:
    """A small share by label that what comes to 0 is multiplied by, its least share, and that as what is added to the whole; None
    of what is no factor there, or a share of half and more at some label."""
    shares = [high(one) for _, one in scalars(solution.values[figure]) if is_number(one) and high(one) > 0]
    if not isinstance(figure.type, Quantity) or figure.type.dimension or not shares or max(shares) >= _HALF:
        return None
    if not any(op.op == "*" and figure in op.args for op in operations([one.formula for one in _between(figure, cell)])):
        return None
    share = 100 * min(shares)
    return figure.path, f"{decimal(share)} %", f"{decimal(100 + share)} %"


def _between(figure: Cell, cell: Cell) -> Iterator[Cell]:
    """What is worked out with a figure on the way to a cell, and that."""
    seen = {cell}
    found = [cell]
    for one in found:
        yield one
        below = [read for read in reads(one.formula) if read is not figure and read not in seen]
        seen.update(below)
        found += below


def _is_some(value: Value) -> bool:
    return any(not is_number(one) or high(one) > 0 for _, one in scalars(value))


__all__ = ["vanishing"]
