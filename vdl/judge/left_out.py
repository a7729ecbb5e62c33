"""What bounds leave out: the objects whose figures `stated(...)` drops from a sum, and those that are in none."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl.graph.blame import around
from vdl.graph.cells import Cell, Instance, Items, Op, Things
from vdl.graph.order import parts
from vdl.judge.records import OpenPoint
from vdl.judge.standing import limits
from vdl.solve import BoundValue, CountValue, Evaluation
from vdl.values import NOT_STATED, Value


def may_leave_out(count: Cell) -> bool:
    """Whether a bound of a count drops anything from what it adds up, if that is not stated."""
    formulas = [bound.value for bound in count.bounds]
    for part in parts(formulas, lambda cell: cell.instance is count.instance):
        if isinstance(part, Op) and (part.leaves_out or (isinstance(part.detail, (Items, Things)) and part.detail.left_out)):
            return True
    return False


def named(evaluation: Evaluation, count: CountValue) -> CountValue:
    """A count whose bounds name what they leave out."""
    return count._replace(bounds=tuple([_named(evaluation, count, bound) for bound in count.bounds]))


def _named(evaluation: Evaluation, count: CountValue, bound: BoundValue) -> BoundValue:
    silent = _silent(evaluation, count, bound)
    counted = (silent and _counted(evaluation, [bound])) or ()
    silent = [one for one in silent if id(one) not in counted]
    return bound._replace(without=tuple(dict.fromkeys([one.original().path for one in silent]))) if silent else bound


def half_stated(evaluation: Evaluation, counts: Sequence[CountValue]) -> Iterator[OpenPoint]:
    """Counts that leave an object out of one limit and have it in no other, so that nothing is there for it."""
    for count in counts:
        judged = limits(count)
        silent = {id(one): one for bound in judged for one in _silent(evaluation, count, bound)}
        if not silent or (counted := _counted(evaluation, judged)) is None:
            continue
        for one in dict.fromkeys([one.original() for found, one in silent.items() if found not in counted]):
            text = f"`{one.path}` states nothing that `{count.cell.path}` is sized by"
            span = around(one) or count.cell.span()
            yield OpenPoint("half-stated", count.cell.path, text, span, of=count, silent=one)


def _silent(evaluation: Evaluation, count: CountValue, bound: BoundValue) -> list[Instance]:
    """The objects that a bound leaves out in its own formula, and in what its object derives for it."""
    found: list[Instance] = []
    formulas = [bound.entry.value] if bound.required is not None else []
    for part in parts(formulas, lambda cell: cell.instance is count.cell.instance):
        if isinstance(part, Op):
            if isinstance(part.detail, (Items, Things)):
                found += [one for one in part.detail.left_out if isinstance(one, Instance)]
            if part.leaves_out:
                found += [one for one, value in _each(evaluation, part) if value is NOT_STATED]
    return found


def _counted(evaluation: Evaluation, judged: Sequence[BoundValue]) -> set[int] | None:
    """The objects that some bound adds up, however far it is derived, by their identity; None where that is too far to look."""
    found: set[int] = set()
    searched = 0

    def stated(cell: Cell) -> bool:
        return evaluation.values.get(cell, NOT_STATED) is not NOT_STATED  # what is silent adds up nothing

    for part in parts([bound.entry.value for bound in judged if bound.required is not None], stated):
        searched += isinstance(part, Cell)
        if searched > _SEARCHED:
            return None
        if isinstance(part, Op):
            found |= {id(one) for one, value in _each(evaluation, part) if value is not NOT_STATED}
    return found


_SEARCHED = 10_000
"""Quantities that are looked at for one count."""


def _each(evaluation: Evaluation, op: Op) -> list[tuple[Instance, Value]]:
    """The objects over which an operation on a list goes, with what they state."""
    objects = op.detail.of if isinstance(op.detail, (Items, Things)) else None
    return [(one, evaluation.evaluate(arg)) for one, arg in zip(objects or (), op.args) if isinstance(one, Instance)]


__all__ = ["half_stated", "named"]
