"""Counts: the smallest whole number that no bound forbids."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from fractions import Fraction

from vdl import errors
from vdl.graph.cells import BoundEntry, Cell
from vdl.semantics.units import Exact, ceiling
from vdl.solve.evaluation import Evaluation
from vdl.solve.records import BoundValue
from vdl.text.source import Span
from vdl.values import (
    FAULT,
    NOT_STATED,
    OTHER,
    Labels,
    MissingLabel,
    Part,
    Place,
    Range,
    Scalar,
    Value,
    Varying,
    broadcast,
    high,
    is_number,
    low,
    scalars,
)


def bound_value(evaluation: Evaluation, cell: Cell, entry: BoundEntry, kept: Collection[str]) -> BoundValue:
    """What one bound asks of a count."""
    evaluation.bound = (cell, entry)
    value = evaluation.evaluate(entry.value)
    when = evaluation.evaluate(entry.when) if entry.when is not None else True
    evaluation.bound = None
    if when is False:
        return BoundValue(entry, None, None, ())
    applying = value
    if when is not True:
        try:
            applying = broadcast(_where_it_applies, [when, value])
            value = broadcast(_where, [when, value])
        except MissingLabel as missing:
            evaluation.say(errors.missing_label(entry_span(entry), missing.label, missing.axis))
            applying = value = FAULT
    return BoundValue(entry, value, *_required(applying, kept))


def entry_span(entry: BoundEntry) -> Span:
    return Span(entry.source, entry.node.start, entry.node.end)


def _where(when: Scalar, value: Scalar) -> Scalar:
    """The value where a condition holds; conditions not stated leave it not stated."""
    return value if when is True or isinstance(when, Part) else 0 if when is False else when


def _where_it_applies(when: Scalar, value: Scalar) -> Scalar:
    """The same, and nothing where the condition does not hold."""
    return NOT_STATED if when is False else _where(when, value)


def _required(value: Value, kept: Collection[str]) -> tuple[Value | None, Place]:
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
    number, key = max(best.values(), key=lambda pair: pair[0])
    place = tuple(zip(value.axes, key))
    if not at:
        return number, place
    return Varying(tuple([value.axes[i] for i in at]), {group: pair[0] for group, pair in best.items()}), place


def smallest(evaluation: Evaluation, bounds: Collection[BoundValue]) -> Value:
    """The count that its bounds leave: 0 where none says anything, FAULT where one has no value."""
    if any(one is FAULT for b in bounds if b.value is not None for _, one in scalars(b.value)):
        return FAULT
    asked = [b for b in bounds if b.required is not None]
    if not asked:
        return 0
    try:
        return broadcast(_up, [b.required for b in asked if b.required is not None])
    except MissingLabel as missing:
        related = [(entry_span(b.entry), f"bound `{b.entry.name}` has it") for b in asked if _has(b.required, missing)]
        without = next(b for b in asked if _lacks(b.required, missing))
        evaluation.say(errors.missing_label(entry_span(without.entry), missing.label, missing.axis, related))
        return FAULT


def _up(*required: Exact) -> Exact:
    return max(0, *[ceiling(number) for number in required])


def _has(value: Value | None, missing: MissingLabel) -> bool:
    return isinstance(value, Varying) and missing.axis in value.axes and missing.label in value.labels(missing.axis)


def _lacks(value: Value | None, missing: MissingLabel) -> bool:
    return isinstance(value, Varying) and missing.axis in value.axes and missing.label not in value.labels(missing.axis)


def spanning(evaluation: Evaluation, cell: Cell, bounds: Iterable[BoundValue]) -> Value:
    """All numbers that a count can come to while what its bounds are made of moves in its range."""
    first = last = 0
    for bound in bounds:
        numbers = [v for _, v in scalars(bound.value)] if bound.value is not None else []
        if FAULT in numbers:
            return FAULT
        ends = [(low(n), high(n)) for n in numbers if isinstance(n, (int, Fraction, Range))]
        if not ends:
            continue
        last = max(last, int(ceiling(max(end[1] for end in ends))))
        when = evaluation.evaluate(bound.entry.when) if bound.entry.when is not None else True
        if when is True:  # else it may not apply for a part of the range
            first = max(first, int(ceiling(max(end[0] for end in ends))))
    return first if first == last else Range(first, last, {f"count {cell.path}": (0, OTHER)}, False)


def marked(bounds: list[BoundValue], value: Value | None) -> tuple[BoundValue, ...]:
    """The bounds, with the one marked that decides: it asks for most; of equal ones the first in the text."""
    tops = [b.most() for b in bounds]
    top = max([t for t in tops if t is not None], default=None)
    if top is None or (value is not None and top <= 0):
        return tuple(bounds)
    at = tops.index(top)
    return tuple([b._replace(decides=i == at) for i, b in enumerate(bounds)])


__all__ = ["bound_value", "entry_span", "marked", "smallest", "spanning"]
