"""What bounds leave out: the objects whose figures `stated(...)` drops from a sum, and those that are in none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vdl.graph.blame import around
from vdl.graph.cells import BoundEntry, Cell, Instance, Op, Things
from vdl.graph.items import Items
from vdl.graph.order import parts
from vdl.judge.records import OpenPoint
from vdl.judge.standing import limits
from vdl.solve import BoundValue, CountValue, Evaluation
from vdl.text.phrases import phrase
from vdl.values import NOT_STATED, Value

Leaving = Mapping[str, Sequence[Op]]
"""The operations by which the bounds of a count, by their names, may leave something out."""


def leaving(count: Cell) -> Leaving:
    """The operations of bounds that drop something from what they add up, if that is not stated: in their own formulas, and in
    what their object derives for them."""
    found = {bound.name: tuple(_leaving(count, bound)) for bound in count.bounds}
    return {name: made for name, made in found.items() if made}


def _leaving(count: Cell, bound: BoundEntry) -> Iterator[Op]:
    for part in parts([bound.value], lambda cell: cell.instance is count.instance):
        if isinstance(part, Op) and (part.leaves_out or (isinstance(part.detail, (Items, Things)) and part.detail.left_out)):
            yield part


def silent(evaluation: Evaluation, count: CountValue, leaving: Leaving) -> Silent:
    """The objects that each bound of a count leaves out."""
    return {
        bound.entry.name: _silent(evaluation, leaving[bound.entry.name])
        for bound in count.bounds if bound.required is not None and bound.entry.name in leaving
    }  # fmt: skip


Silent = Mapping[str, Sequence[Instance]]
"""What the bounds of a count leave out, by their names."""


def named(evaluation: Evaluation, count: CountValue, left: Silent) -> CountValue:
    """A count whose bounds name what they leave out."""
    return count._replace(bounds=tuple([_named(evaluation, bound, left.get(bound.entry.name, ())) for bound in count.bounds]))


def _named(evaluation: Evaluation, bound: BoundValue, left: Sequence[Instance]) -> BoundValue:
    counted = (left and _counted(evaluation, [bound])) or ()
    left = [one for one in left if id(one) not in counted]
    return bound._replace(without=tuple(dict.fromkeys([one.original().path for one in left]))) if left else bound


def half_stated(evaluation: Evaluation, counts: Iterable[tuple[CountValue, Silent]]) -> Iterator[OpenPoint]:
    """Counts that leave an object out of one limit and have it in no other, so that nothing is there for it."""
    for count, left in counts:
        judged = limits(count)
        silent = {id(one): one for bound in judged for one in left.get(bound.entry.name, ())}
        if not silent or (counted := _counted(evaluation, judged)) is None:
            continue
        for one in dict.fromkeys([one.original() for found, one in silent.items() if found not in counted]):
            text = phrase("`{name}` states nothing that `{count}` is sized by", name=one.path, count=count.cell.path)
            span = around(one) or count.cell.span()
            yield OpenPoint("half-stated", count.cell.path, text, span, of=count, silent=one)


def _silent(evaluation: Evaluation, leaving: Iterable[Op]) -> list[Instance]:
    found: list[Instance] = []
    for op in leaving:
        if isinstance(op.detail, (Items, Things)):
            found += [one for one in op.detail.left_out if isinstance(one, Instance)]
        if op.leaves_out:
            found += [one for one, value in _each(evaluation, op) if value is NOT_STATED]
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


__all__ = ["Leaving", "half_stated", "leaving", "named", "silent"]
