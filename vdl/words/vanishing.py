"""Inputs of counted things that formulas make 0 at some labels of a kept axis and not at others."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

from vdl import errors
from vdl.graph.blame import nearest, of_library
from vdl.graph.cells import Cell
from vdl.graph.order import reads
from vdl.solve import Solution
from vdl.solve.faults import zero_at
from vdl.text.diagnostics import Diagnostic
from vdl.values import Value, Varying, at_place, high, is_number, scalars

_NAMED = 5


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
        figures = zero_at([cell], solution.values, [((axis, label),) for label in zero])
        related = [(one.span(), "0 there") for one in figures]
        names = [one.path for one in figures]
        yield errors.zero_at_some(cell.span(), cell.path, _few(zero), _few(others), names, related)


def _is_some(value: Value) -> bool:
    return any(not is_number(one) or high(one) > 0 for _, one in scalars(value))


def _few(labels: Iterable[str]) -> list[str]:
    """The first of them, and how many more there are."""
    first, more = list(labels)[:_NAMED], len(list(labels)) - _NAMED
    return [*first, *([f"{more:,} more"] if more > 0 else [])]


__all__ = ["vanishing"]
