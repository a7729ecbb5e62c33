"""What bounds leave out: the objects whose figures `stated(...)` drops from a sum, and those that are in none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from vdl.graph.blame import around
from vdl.graph.cells import Cell, Formula, Instance, Items, Op
from vdl.judge.records import OpenPoint
from vdl.judge.standing import limits
from vdl.solve import BoundValue, CountValue, Evaluation
from vdl.values import NOT_STATED


class _Parts(NamedTuple):
    """The objects over which a bound adds up, by whether they state what is added."""

    counted: list[Instance]
    silent: list[Instance]


def named(evaluation: Evaluation, count: CountValue) -> CountValue:
    """A count whose bounds name what they leave out."""
    return count._replace(bounds=tuple([_named(evaluation, count, bound) for bound in count.bounds]))


def _named(evaluation: Evaluation, count: CountValue, bound: BoundValue) -> BoundValue:
    silent = _parts(evaluation, count, bound).silent
    return bound._replace(without=tuple(dict.fromkeys([one.original().path for one in silent]))) if silent else bound


def half_stated(evaluation: Evaluation, counts: Sequence[CountValue]) -> Iterator[OpenPoint]:
    """Counts that leave an object out of one limit and have it in no other, so that nothing is there for it."""
    for count in counts:
        parts = [_parts(evaluation, count, bound) for bound in limits(count)]
        counted = {id(one) for part in parts for one in part.counted}
        silent = {one.original().path: one for part in parts for one in part.silent if id(one) not in counted}
        for path, one in silent.items():
            text = f"`{path}` states nothing that `{count.cell.path}` is sized by"
            span = around(one.original()) or count.cell.span()
            yield OpenPoint("half-stated", count.cell.path, text, span, of=count, silent=one.original())


def _parts(evaluation: Evaluation, count: CountValue, bound: BoundValue) -> _Parts:
    """Over what a bound adds up in its own formula, and in what its object derives for it. Nothing where it asks for nothing."""
    found = _Parts([], [])
    waiting: list[Formula] = [bound.entry.value] if bound.required is not None else []
    seen: set[Cell] = set()
    while waiting:
        formula = waiting.pop()
        if isinstance(formula, Cell):
            if formula.instance is count.cell.instance and formula.formula is not None and formula not in seen:
                seen.add(formula)
                waiting.append(formula.formula)
        elif isinstance(formula, Op):
            waiting += formula.args
            if isinstance(formula.detail, Items) and formula.detail.of is not None:
                _sort(evaluation, formula.args, formula.detail, found)
    return found


def _sort(evaluation: Evaluation, args: Sequence[Formula], items: Items, found: _Parts) -> None:
    objects = items.of[0] if items.of is not None else []
    found.silent.extend([one for one in items.left_out if isinstance(one, Instance)])
    for one, arg in zip(objects, args):
        if isinstance(one, Instance):
            (found.silent if evaluation.evaluate(arg) is NOT_STATED else found.counted).append(one)


__all__ = ["half_stated", "named"]
