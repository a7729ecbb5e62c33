"""Counts: the smallest whole number that no bound forbids."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable

from vdl import errors
from vdl.graph.blame import of_library
from vdl.graph.cells import BoundEntry, Cell
from vdl.semantics.units import Exact
from vdl.solve.evaluation import Evaluation
from vdl.solve.records import BoundValue, is_below_zero, least
from vdl.values import (
    FAULT,
    NOT_STATED,
    OTHER,
    Labels,
    MissingLabel,
    Number,
    Part,
    Place,
    Range,
    Scalar,
    Value,
    Varying,
    anywhere,
    broadcast,
    high,
    is_exact,
    is_number,
    low,
    scalars,
    where,
)


def bound_value(evaluation: Evaluation, cell: Cell, entry: BoundEntry, kept: Collection[str]) -> BoundValue:
    """What one bound asks of a count."""
    evaluation.bound = (cell, entry)
    evaluation.at = cell.instance
    when = evaluation.evaluate(entry.when) if entry.when is not None else True
    if when is False or when is NOT_STATED:  # what it would ask for is of no interest, and what is silent in it no fault
        evaluation.bound = None
        return BoundValue(entry, None if when is False else NOT_STATED, None, (), undecided=when is NOT_STATED)
    value, said = evaluation.branch(entry.value)
    applying = value
    if when is not True:
        try:
            applying = broadcast(lambda w, v: where(w, v, NOT_STATED), [when, value])
            value = broadcast(lambda w, v: where(w, v, nothing(entry)), [when, value])
        except MissingLabel as missing:
            from vdl.solve.faults import no_label  # long, and for what is wrong only

            sides = [(entry.when, when), (entry.value, value)] if entry.when is not None else []
            evaluation.say(no_label(entry.span(), sides, missing, evaluation.values, evaluation.order))
            applying = value = FAULT
    evaluation.taken(said, value)
    evaluation.bound = None
    if is_below_zero(value):
        from vdl.solve.below_zero import below_zero  # few bounds ask for less than nothing

        impossible = below_zero(cell, entry, evaluation.values, lambda formula: evaluation.branch(formula)[0])
        if impossible is not None:
            evaluation.say(impossible)
            applying = value = FAULT
    asked, place = required(applying, kept, nothing(entry))
    if asked is not None and isinstance(value, Varying):
        silent = [key for key, one in value.cells.items() if one is NOT_STATED]
        if silent:
            from vdl.solve.faults import at_the_silent, zero_at

            named = ["/".join(key) for key in silent]
            zeros = zero_at([entry.value], evaluation.values, [tuple(zip(value.axes, key)) for key in silent])
            partly = errors.bound_partly_stated(
                entry.span(), cell.path, entry.name, named, value.axes, [f"`{one.path}`" for one in zeros],
                by_author=not of_library(entry.span()),
            )  # fmt: skip
            evaluation.say(at_the_silent(partly, entry.value, evaluation.values))
    return BoundValue(entry, value, asked, place, nowhere=_nowhere(when, asked))


def _nowhere(when: Value, asked: Value | None) -> frozenset[tuple[str, ...]]:
    """The labels of what a bound asks for at which its condition holds for nothing."""
    if not isinstance(when, Varying) or not isinstance(asked, Varying):
        return frozenset()
    shared = [(when.axes.index(axis), at) for at, axis in enumerate(asked.axes) if axis in when.axes]
    applies = {tuple([key[at] for at, _ in shared]) for key, one in when.cells.items() if one is not False}
    return frozenset([key for key in asked.cells if tuple([key[at] for _, at in shared]) not in applies])


def nothing(entry: BoundEntry) -> int:
    """A number by which a bound asks for nothing."""
    return -1 if entry.op == ">" else 0


def required(value: Value, kept: Collection[str], silent: int) -> tuple[Value | None, Place]:
    """The largest over all labels (for each combination of kept labels), and where it is."""
    if not isinstance(value, Varying):
        return (high(value), ()) if is_number(value) else (None, ())
    at = [i for i, axis in enumerate(value.axes) if axis in kept]
    best: dict[Labels, tuple[Exact, Labels]] = {}
    for key, scalar in value.cells.items():
        if not is_number(scalar):
            continue
        group = tuple([key[i] for i in at])
        number = high(scalar)
        if group not in best or number > best[group][0]:
            best[group] = (number, key)
    if not best:
        return None, ()
    groups = dict.fromkeys([tuple([key[i] for i in at]) for key in value.cells])
    for key in value.cells:  # where nothing is stated it asks for nothing, which is said
        best.setdefault(tuple([key[i] for i in at]), (silent, key))
    number, key = max(best.values(), key=lambda pair: pair[0])
    place = tuple(zip(value.axes, key))
    if not at:
        return number, place
    return Varying(tuple([value.axes[i] for i in at]), {group: best[group][0] for group in groups}), place


def kept_part(place: Place, kept: Collection[str]) -> Place:
    """Of a place, the labels by which counts vary."""
    return tuple([pair for pair in place if pair[0] in kept])


def smallest(evaluation: Evaluation, bounds: Collection[BoundValue]) -> Value:
    """The count that its bounds leave: 0 where none says anything, FAULT where one has no value."""
    if any(b.value is not None and anywhere(b.value, FAULT) for b in bounds):
        return FAULT
    asked = [b for b in bounds if b.required is not None]
    if not asked:
        return 0
    try:
        return broadcast(lambda *found: max(0, *found), [b.whole() for b in asked])
    except MissingLabel as missing:
        from vdl.solve.faults import lacks, no_label

        without = next(b for b in asked if lacks(b.required, missing))
        sides = [(b.entry.value, b.required) for b in asked]
        evaluation.say(no_label(without.entry.span(), sides, missing, evaluation.values, evaluation.order))
        return FAULT


def spanning(evaluation: Evaluation, cell: Cell, bounds: Iterable[BoundValue], kept: Collection[str]) -> Value:
    """All numbers that a count can come to while what its bounds are made of moves in its range."""
    smallest: list[Value] = [0]
    largest: list[Value] = [0]
    for bound in bounds:
        if bound.value is None:
            continue
        if anywhere(bound.value, FAULT):
            return FAULT
        largest += _most(bound, high, kept)
        when = evaluation.evaluate(bound.entry.when) if bound.entry.when is not None else True
        if not any(isinstance(one, Part) for _, one in scalars(when)):  # else it does not apply for a part of the range
            smallest += _most(bound, low, kept)

    def between(first: Scalar, last: Scalar) -> Scalar:
        if not is_exact(first) or not is_exact(last):
            return FAULT
        return first if first == last else Range(first, last, {f"count {cell.path}": (0, OTHER)}, False)

    try:
        return broadcast(between, [broadcast(_largest, smallest), broadcast(_largest, largest)])
    except MissingLabel as missing:
        evaluation.say(errors.missing_label(cell.span(), "", missing.label, missing.axis))
        return FAULT


def _largest(*numbers: Exact) -> Exact:
    return max(numbers)


def _most(bound: BoundValue, end: Callable[[Number], Exact], kept: Collection[str]) -> list[Value]:
    """The largest whole number that one end asks for, over all labels that are not kept; nothing where it is not stated."""
    assert bound.value is not None
    ends = broadcast(lambda one: end(one) if is_number(one) else NOT_STATED, [bound.value])
    asked, _ = required(ends, kept, nothing(bound.entry))
    return [bound._replace(required=asked).whole()] if asked is not None else []


def marked(bounds: list[BoundValue], value: Value | None) -> tuple[BoundValue, ...]:
    """The bounds, with the one marked that decides: it asks for most before rounding up; of equal ones the first in the text."""
    ranks = [b.rank() for b in bounds]
    top = max([rank for rank in ranks if rank is not None], default=None)
    if top is None:
        return tuple(bounds)
    at = ranks.index(top)
    if value is not None and least(bounds[at].entry, top[0]) <= 0:
        return tuple(bounds)
    return tuple([b._replace(decides=i == at) for i, b in enumerate(bounds)])


__all__ = ["bound_value", "kept_part", "marked", "nothing", "required", "smallest", "spanning"]
