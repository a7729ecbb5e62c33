"""Whole things that are as many as before along a kept axis, but for one label at which they are a tenth, or ten times as many: a
digit is lost there, or one too many. Likewise factors of growth, of what they have beyond 1."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.semantics.types import Axis, Quantity, kept_axis_of
from vdl.semantics.units import NUMBER, Dimension, Exact, Units, divide, size_of
from vdl.slips.stated import Figure, at_label, numbers_by_label, stretch
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.words.values import text, unit_of_cell

_EVEN = divide(3, 2)
"""The most of the others is at most so many times the least of them."""

_DIGIT = 10

_NEAR = divide(4, 5)
"""Ten times the figure is no less than this part of the least of the others, and the most of them no less of that."""

_BEYOND = 4
"""A factor of growth with a digit too many has so many times as much beyond 1 as any other one, or more."""

_LOST = divide(1, 2)
"""What shrinks by more than that is asked about elsewhere."""

_MOVED = divide(1, 2)
"""A part of what is gone that another figure may have more at that label: then it has moved there."""


class Course(NamedTuple):
    """A figure with its number at each label of a kept axis, in the order of the axis."""

    figure: Figure
    made_of: Dimension
    along: Sequence[tuple[str, Exact, s.Entry]]


def fallen(figures: Iterable[Figure], units: Units, axes: Iterable[Axis]) -> Iterator[Diagnostic]:
    """What a design is asked about the digits of its figures, once for each place where one stands. The first label is left out,
    as much begins small; and one at which another figure falls as well, or has what is gone. Ten times as many are asked about
    where there are as few at all other labels, and no other figure rises as well."""
    found = courses(figures, units, axes)
    counted = [one for one in found if _counts(one)]
    for course in found:
        at = _slipped(course.along) if _is_plain(course) and course not in counted else 0
        if at:
            yield _said(course, at, units)
    for course in counted:
        at = _lost(course.along)
        others = [one for one in counted if one is not course]
        if at and not any(_explains(one, course, at) for one in others):
            yield _said(course, at, units)
            continue
        at = _too_many(course.along)
        if at and not any(_rises(one, course.along[at][0]) for one in others):
            yield _said(course, at, units)


def courses(figures: Iterable[Figure], units: Units, axes: Iterable[Axis]) -> list[Course]:
    """The figures that have a number at each label of a kept axis, each place where one stands once."""
    axes = list(axes)
    found: dict[s.Node, Course] = {}
    for figure in sorted(figures, key=lambda figure: figure.name) if any(axis.kept for axis in axes) else ():
        node = figure.written.node
        if isinstance(node, s.LabelMap) and node not in found:
            along = _along(node, axes, units)
            if along:
                found[node] = Course(figure, figure.written.made_of, along)
    return list(found.values())


def _counts(course: Course) -> bool:
    """Whether it is a number of whole things; one without a unit counts something as well where it is whole at each label."""
    return course.figure.counts_things() or (_is_plain(course) and all(number == int(number) for _, number, _ in course.along))


def _is_plain(course: Course) -> bool:
    """Whether it is a number without a unit, and none in percent."""
    type_, node = course.figure.cell.type, course.figure.written.node
    assert isinstance(node, s.LabelMap)
    return isinstance(type_, Quantity) and type_.dimension == NUMBER and not type_.ratio and node.unit is None and all(
        isinstance(entry.value, s.Number) and entry.value.unit is None for _, _, entry in course.along
    )


def _along(node: s.LabelMap, axes: Iterable[Axis], units: Units) -> list[tuple[str, Exact, s.Entry]]:
    """The number at each label of a kept axis; nothing of one that has other values too."""
    axis = kept_axis_of(node, axes)
    found = {entry.label.names[-1]: (number, entry) for number, entry in numbers_by_label(node, units) if entry.label is not None}
    if axis is None or len(found) < len(node.entries):
        return []
    return [(label, *found[label]) for label in axis.labels if label in found]


def _lost(along: Sequence[tuple[str, Exact, s.Entry]]) -> int:
    """Where the one number stands that is about a tenth of all others, which are much the same; 0 where none does."""
    numbers = [number for _, number, _ in along]
    at = min(range(len(numbers)), key=lambda one: numbers[one], default=0)
    others = [number for place, number in enumerate(numbers) if place != at]
    if len(others) < 2 or not numbers[at] or max(others) > _EVEN * min(others):
        return 0
    meant = numbers[at] * _DIGIT
    return at if meant >= _NEAR * min(others) and max(others) >= _NEAR * meant else 0


def _too_many(along: Sequence[tuple[str, Exact, s.Entry]]) -> int:
    """Where the one number stands, behind others, that is about ten times each of them, which are much the same; 0 where none.
    Of a few, ten times as many are nothing rare."""
    numbers = [number for _, number, _ in along]
    at = max(range(len(numbers)), key=lambda one: numbers[one], default=0)
    others = [number for place, number in enumerate(numbers) if place != at]
    if not at or len(others) < 2 or min(others) < _DIGIT or max(others) > _EVEN * min(others):
        return 0
    meant = divide(numbers[at], _DIGIT)
    return at if meant >= _NEAR * min(others) and max(others) >= _NEAR * meant else 0


def _slipped(along: Sequence[tuple[str, Exact, s.Entry]]) -> int:
    """Where the one factor stands that has ten times of what would fit between its neighbours beyond 1, of factors that begin
    with 1 and rise or fall all the way otherwise; 0 where none does. One that has a tenth is asked about as a small factor."""
    beyond = [number - 1 for _, number, _ in along]
    if len(beyond) < 3 or beyond[0] or min(beyond) < -_LOST:
        return 0
    for at in range(1, len(beyond) - 1):
        others = [*beyond[:at], *beyond[at + 1 :]]
        if others not in (sorted(others), sorted(others, reverse=True)):
            continue
        least, most = sorted(map(size_of, (beyond[at - 1], beyond[at + 1])))
        here = size_of(beyond[at])
        if here >= _BEYOND * max(map(size_of, others)) and least <= divide(here, _DIGIT) <= most:
            return at
    return 0


def _rises(other: Course, label: str) -> bool:
    """Whether another figure doubles at a label, or more."""
    there = next((place for place, (one, _, _) in enumerate(other.along) if one == label), 0)
    return there > 0 and other.along[there][1] >= 2 * other.along[there - 1][1]


def _explains(other: Course, course: Course, at: int) -> bool:
    """Whether another figure falls at that label by half or more, or has more there of what is gone."""
    label, number, _ = course.along[at]
    before = course.along[at - 1][1]
    there = next((place for place, (one, _, _) in enumerate(other.along) if one == label), 0)
    if not there:
        return False
    then, now = (other.along[place][1] for place in (there - 1, there))
    return 2 * now <= then or (other.made_of == course.made_of and now - then >= _MOVED * (before - number))


def _said(course: Course, at: int, units: Units) -> Diagnostic:
    figure, (label, number, entry) = course.figure, course.along[at]
    unit, source = unit_of_cell(figure.cell, units), figure.written.source
    assert source is not None
    others = sorted([one for place, (_, one, _) in enumerate(course.along) if place != at])
    usual = stretch(text(others[0], unit), text(others[-1], unit))
    span = Span(source, entry.value.start, entry.value.end)
    return errors.far_off(span, figure.name, at_label(text(number, unit), label), usual, len(others), figure.is_named)


__all__ = ["Course", "courses", "fallen"]
