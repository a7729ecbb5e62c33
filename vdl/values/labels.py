"""Values by label: one scalar for each combination of labels of some axes, and how several are combined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeGuard, Union

from vdl.semantics.units import Exact
from vdl.text.limits import LABELS
from vdl.text.phrases import joined
from vdl.values.bounded import BoundedRange, bounded
from vdl.values.ranges import Number, Range, high, low
from vdl.values.scalars import FAULT, NOT_STATED, Bounded, Fault, NotStated, Part

Scalar = Union[Exact, bool, str, NotStated, Fault, Part, Range]
"""A value without labels. The texts among them are dates."""

Labels = tuple[str, ...]
"""One label of each axis of a value, in the order of its axes."""


class Varying:
    """One scalar for each combination of labels of `axes`."""

    __slots__ = ("axes", "cells")

    def __init__(self, axes: tuple[str, ...], cells: dict[Labels, Scalar]) -> None:
        self.axes = axes
        self.cells = cells

    def labels(self, axis: str) -> list[str]:
        """The labels of one axis that have a value, in order."""
        at = self.axes.index(axis)
        return list(dict.fromkeys(key[at] for key in self.cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Varying) and (self.axes, self.cells) == (other.axes, other.cells)

    def __hash__(self) -> int:
        return hash((self.axes, tuple(self.cells)))

    def __repr__(self) -> str:
        return "{" + ", ".join(f"{'/'.join(k)}: {v}" for k, v in self.cells.items()) + "}"


Value = Union[Exact, bool, str, NotStated, Fault, Part, Range, Varying]
"""What a quantity, a condition or a date can be at run time. There are no dimensions: the checker has proved them."""

Place = tuple[tuple[str, str], ...]
"""Where in a value by label: (axis, label) for each axis."""


class TooManyLabels(Exception):
    """Values combined along their axes would have more labels than the limit of the language."""


class MissingLabel(Exception):
    """Two values that vary along an axis do not have the same labels."""

    def __init__(self, axis: str, label: str) -> None:
        super().__init__(axis, label)
        self.axis = axis
        self.label = label


def same(a: Value, b: Value) -> bool:
    """Whether nobody can tell two values apart: a truth from a number, or by the order of their labels, either."""
    if a is b:
        return True
    if a.__class__ is not b.__class__:
        return False
    if isinstance(a, Varying) and isinstance(b, Varying):
        return a.axes == b.axes and [*a.cells.items()] == [*b.cells.items()]
    return a == b


def scalars(value: Value) -> Iterable[tuple[Labels, Scalar]]:
    """The scalars of a value with their labels; one without labels for a scalar."""
    if isinstance(value, Varying):
        return value.cells.items()
    return (((), value),)


def ends_of(value: Value) -> Iterator[Exact]:
    """The low and the high end of each number of a value."""
    for _, one in scalars(value):
        if is_number(one):
            yield from (low(one), high(one))


def anywhere(value: Value, sought: NotStated | Fault) -> bool:
    """Whether a value is not stated, or a fault, at some label at least."""
    if isinstance(value, Varying):
        return any([one is sought for one in value.cells.values()])
    return value is sought


def everywhere(value: Value) -> bool | None:
    """What a condition is at all labels alike; None where it differs by label, or is neither true nor false."""
    found = {one if isinstance(one, bool) else None for _, one in placed(value)}
    return found.pop() if len(found) == 1 else None


def placed(value: Value) -> Iterator[tuple[Place, Scalar]]:
    """The scalars of a value with the places they stand at."""
    if isinstance(value, Varying):
        for key, scalar in value.cells.items():
            yield tuple(zip(value.axes, key)), scalar
    else:
        yield (), value


def place_text(place: Place) -> str:
    """The labels of a place: "winter/y2026"."""
    return joined("/", [label for _, label in place])


def at_place(value: Value, place: Place) -> Value:
    """The value there; what does not vary along an axis of the place, or has no such label, stays as it is."""
    if not isinstance(value, Varying):
        return value
    wanted = dict(place)
    cells = {
        key: scalar for key, scalar in value.cells.items()
        if all(wanted.get(axis, label) == label for axis, label in zip(value.axes, key))
    }  # fmt: skip
    if not cells:
        return value
    left = [i for i, axis in enumerate(value.axes) if axis not in wanted]
    if not left:
        return next(iter(cells.values()))
    return Varying(tuple([value.axes[i] for i in left]), {tuple([k[i] for i in left]): v for k, v in cells.items()})


def at_places(value: Value, places: Sequence[Place]) -> Value:
    """A value at some places, or all of it without any: what it is at the one, or the part of it that lies at these."""
    return at_place(value, places[0]) if len(places) == 1 else part_at(value, places)


def part_at(value: Value, places: Sequence[Place]) -> Value:
    """The part of a value that lies at some places; all of it where it has none of them."""
    if not isinstance(value, Varying) or not places:
        return value
    if len(places) == len(value.cells) and tuple([axis for axis, _ in places[0]]) == value.axes:
        return value  # they are all of its places
    if all(tuple([axis for axis, _ in place]) == value.axes for place in places):
        known = {tuple([label for _, label in place]) for place in places} & value.cells.keys()
        return Varying(value.axes, {key: one for key, one in value.cells.items() if key in known}) if known else value
    wanted: dict[tuple[int, ...], set[Labels]] = {}
    for place in places:
        shared = [(value.axes.index(axis), label) for axis, label in place if axis in value.axes]
        wanted.setdefault(tuple([at for at, _ in shared]), set()).add(tuple([label for _, label in shared]))
    cells = {
        key: scalar for key, scalar in value.cells.items()
        if any(tuple([key[i] for i in at]) in labels for at, labels in wanted.items())
    }  # fmt: skip
    return Varying(value.axes, cells) if cells else value


def at_label(value: Value, axis: str, label: str) -> Value:
    """The value at a label, without its axis; what does not vary along the axis stays as it is. Raises MissingLabel."""
    if not isinstance(value, Varying) or axis not in value.axes:
        return value
    at = value.axes.index(axis)
    cells = {k[:at] + k[at + 1 :]: v for k, v in value.cells.items() if k[at] == label}
    if not cells:
        raise MissingLabel(axis, label)
    axes = value.axes[:at] + value.axes[at + 1 :]
    return Varying(axes, cells) if axes else cells[()]


def at_labels(value: Value, axis: str, labels: Iterable[str]) -> Value:
    """The part of a value at some labels of an axis; what does not vary along it stays as it is. Raises MissingLabel."""
    if not isinstance(value, Varying) or axis not in value.axes:
        return value
    at, wanted = value.axes.index(axis), tuple(labels)
    known = value.labels(axis)
    for label in wanted:
        if label not in known:
            raise MissingLabel(axis, label)
    return Varying(value.axes, {k: v for k, v in value.cells.items() if k[at] in wanted})


def is_number(value: object) -> TypeGuard[Number]:
    """Whether a scalar is a number or a range. A truth is none."""
    return value.__class__ in _NUMBERS


_NUMBERS = frozenset([int, Fraction, Bounded, Range, BoundedRange])


def on_numbers(function: Callable[..., Scalar]) -> Callable[..., Scalar]:
    """A function of numbers made one of scalars: a fault stays a fault, and silence silence."""

    def lifted(*args: Scalar) -> Scalar:
        silent = False
        for arg in args:
            if arg is FAULT:
                return FAULT
            if arg is NOT_STATED:
                silent = True
        return NOT_STATED if silent else function(*args)

    return lifted


def where(condition: Scalar, value: Scalar, otherwise: Scalar) -> Scalar:
    """The value where a condition holds, if only for a part of a range, and otherwise another one; a condition that is not
    stated, or a fault, is the result itself."""
    return value if condition is True or isinstance(condition, Part) else otherwise if condition is False else condition


def broadcast(function: Callable[..., Scalar], args: list[Value]) -> Value:
    """Apply a function of scalars label by label.

    Raises MissingLabel where arguments vary along one axis with different labels, and TooManyLabels.
    """
    varying = [a for a in args if isinstance(a, Varying)]
    if not varying:
        return function(*args)
    if len(args) == 1:
        return _varying(varying[0].axes, {key: function(one) for key, one in varying[0].cells.items()})
    axes, keys = _common(varying)
    if all([value.axes == axes for value in varying]):
        if len(args) == 2:
            return _varying(axes, _of_pair(function, args[0], args[1], keys))
        columns = [a.cells if isinstance(a, Varying) else None for a in args]
        return _varying(
            axes, {k: function(*[a if c is None else c[k] for c, a in zip(columns, args)]) for k in keys}
        )
    positions = [[axes.index(axis) for axis in a.axes] if isinstance(a, Varying) else [] for a in args]
    cells: dict[Labels, Scalar] = {}
    for key in keys:
        cells[key] = function(
            *[a.cells[tuple([key[i] for i in at])] if isinstance(a, Varying) else a for a, at in zip(args, positions)]
        )
    return _varying(axes, cells)


def _of_pair(function: Callable[..., Scalar], a: Value, b: Value, keys: Iterable[Labels]) -> dict[Labels, Scalar]:
    """A function of two values, of which one at least varies by these labels; most operations are that."""
    if not isinstance(a, Varying):
        assert isinstance(b, Varying)
        return {key: function(a, one) for key, one in b.cells.items()}
    if not isinstance(b, Varying):
        return {key: function(one, b) for key, one in a.cells.items()}
    of_a, of_b = a.cells, b.cells
    return {key: function(of_a[key], of_b[key]) for key in keys}


def _varying(axes: tuple[str, ...], cells: dict[Labels, Scalar]) -> Value:
    """A value by label; what is silent at every label is simply not stated."""
    for value in cells.values():
        if value is not NOT_STATED:
            return Varying(axes, cells)
    return NOT_STATED


def _common(varying: list[Varying]) -> tuple[tuple[str, ...], Iterable[Labels]]:
    """The axes of all, and the label combinations that every one has. Raises MissingLabel and TooManyLabels."""
    first, *others = varying
    for other in others:
        if other.axes != first.axes or other.cells.keys() != first.cells.keys():
            break
    else:
        return first.axes, first.cells
    labels: dict[str, list[str]] = {}
    for value in varying:
        for axis in value.axes:
            own = value.labels(axis)
            before = labels.setdefault(axis, own)
            for label in (*own, *before):
                if label not in before or label not in own:
                    raise MissingLabel(axis, label)
    axes = tuple(sorted(labels))
    combinations = 1
    for axis in axes:
        combinations *= len(labels[axis])
    if combinations > LABELS:
        raise TooManyLabels
    keys: list[Labels] = [()]
    for axis in axes:
        keys = [(*key, label) for key in keys for label in labels[axis]]
    for value in varying:
        at = [axes.index(axis) for axis in value.axes]
        keys = [key for key in keys if tuple([key[i] for i in at]) in value.cells]
    return axes, keys


def stacked(axis: str, parts: Mapping[str, Value]) -> Value:
    """A value by label of an axis, from one value for each label; of a part that varies along the axis, what it is there.

    Raises MissingLabel and TooManyLabels.
    """
    there = {label: at_label(part, axis, label) for label, part in parts.items()}
    varying = [part for part in there.values() if isinstance(part, Varying)]
    inner, keys = _common(varying) if varying else ((), [()])
    axes = tuple(sorted({axis, *inner}))
    cells: dict[Labels, Scalar] = {}
    for label, part in there.items():
        for key in keys:
            where = {**dict(zip(inner, key)), axis: label}
            scalar = part.cells[tuple([where[one] for one in part.axes])] if isinstance(part, Varying) else part
            cells[tuple([where[one] for one in axes])] = scalar
    return _varying(axes, cells)


def by_what_is_stated(value: Value) -> Value:
    """A value that could be another one for what nobody stated: its numbers say so; what is so, and a day, is not known."""
    return broadcast(_of_neither_side, [value])


def _of_neither_side(one: Scalar) -> Scalar:
    if isinstance(one, Bounded):
        return Bounded(one.number, "neither")
    if isinstance(one, BoundedRange):
        return BoundedRange(one.range, "neither")
    return bounded(one, "neither") if is_number(one) else NOT_STATED


__all__ = ["Labels", "MissingLabel", "Number", "Place", "Scalar", "TooManyLabels", "Value", "Varying"]
