"""What is packed is whole and fits: things of several sorts, told at the line that gives what is wrong with one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import TypeVar

from vdl import errors
from vdl.builtins.record import Evaluating
from vdl.graph.blame import is_stated, nearest, of_library, stated_beneath
from vdl.graph.cells import Cell, Formula, Op, Things
from vdl.graph.order import reads
from vdl.semantics.units import Exact, Unit, decimal, divide
from vdl.text import phrases
from vdl.text.phrases import joined, phrase
from vdl.text.source import Span
from vdl.values import Number, high, low

T = TypeVar("T")

_PLACES = 4
"""Figures that are shown of what a room is made of."""


def split(op: Op, numbers: Sequence[Number]) -> list[tuple[Number, Number]]:
    """The size and the number of each sort."""
    assert isinstance(op.detail, Things)
    return list(zip(numbers[: op.detail.sorts], numbers[op.detail.sorts :]))


def other_of(op: Op) -> int:
    """The place of the argument that is no list: after all sizes and all numbers."""
    assert isinstance(op.detail, Things)
    return 2 * op.detail.sorts


def rest_of(op: Op, given: Sequence[T]) -> tuple[Sequence[T | None], Sequence[T | None], T | None]:
    """Of what stands behind the room: how many of each sort one container may hold, what one takes of the other room, and
    that room; None where the text gives none."""
    assert isinstance(op.detail, Things)
    sorts, rest = op.detail.sorts, given[other_of(op) + 1 :]
    if len(rest) <= sorts:
        return rest or [None] * sorts, [None] * sorts, None
    return rest[:sorts], rest[sorts:-1], rest[-1]


def is_count(number: Number) -> bool:
    return low(number) >= 0 and all(Fraction(end).denominator == 1 for end in (low(number), high(number)))


def is_thing(thing: tuple[Number, Number]) -> bool:
    return low(thing[0]) >= 0 and is_count(thing[1])


def are_things(ev: Evaluating, op: Op, things: list[tuple[Number, Number]], *, other: bool = False) -> bool:
    """Whether the sizes, or what things take of the `other` room, are not below zero and the numbers whole; says which is not."""
    for i, thing in enumerate(things):
        if not is_thing(thing):
            first = other_of(op) + 1 + len(things) if other else 0
            wrong = op.args[first + i] if low(thing[0]) < 0 else op.args[i + len(things)]
            ev.say(errors.not_whole_things(place_of(wrong, op)))
            return False
    return True


def fit(ev: Evaluating, op: Op, things: list[tuple[Number, Number]], room: Number, *, other: bool = False) -> bool:
    """Whether each thing fits into an empty container, by its size or by what it takes of the `other` room; says which not."""
    detail = op.detail
    assert isinstance(detail, Things)
    first, at = (other_of(op) + 1 + detail.sorts, len(op.args) - 1) if other else (0, other_of(op))
    units = (detail.other_size, detail.other_room) if other else (detail.size, detail.room)
    for i, (size, number) in enumerate(things, first):
        if high(number) and high(size) > low(room):
            from vdl.graph.figures import side_by_side  # long, and for what is wrong only
            from vdl.graph.room import SMALL_SHARE, held_back, lessening, made_of, meant, to_grow, to_shrink

            thing = detail.thing.singular if detail.thing is not None else ""
            container = detail.container.singular if detail.container is not None else ""
            words = side_by_side(op.args[i], high(size), low(room), thing)
            if words is None:
                words = _words(high(size), units[0], thing), _words(low(room), units[1], container)
            holder, what = op.args[at], (thing or phrase("thing"), words[0], container or phrase("container"), words[1])
            times, lacks = divide(high(size), low(room)) if low(room) > 0 else 1, high(size) - low(room)
            grow = to_grow(holder, ev.values, times, lacks)
            product = made_of(holder, ev.values, ev.evaluate)
            of_size, of_room = place_of(op.args[i], op), place_of(holder, op, lessening(holder))
            parts = [(cell.figure(), f"`{cell.path}`") for cell in stated_beneath(holder) if not of_library(cell.span())]
            wrong = held_back(holder, ev.values, ev.evaluate, lacks)
            if wrong:  # what holds it is large enough, but for a share of it
                where, label, instead = wrong[0].figure(), SMALL_SHARE, meant(ev.values[wrong[0]])
                grow, shrink = grow._replace(raise_=[f"`{cell.path}`" for cell in wrong], models=[], lower=[]), []
                related = [(of_size, f"the {what[0]}"), (of_room, "the container"), *parts]
            elif low(room) > 0:
                where, label, shrink, instead = of_size, "larger than its container", to_shrink(op.args[i]), ""
                related = [(of_room, "the container"), *parts]
            else:
                where, label, shrink, instead = of_room, "nothing is left of it", [], ""
                related = [(of_size, f"the {what[0]}"), *parts]
            related = _apart(related, where)
            ev.say(errors.fits_nowhere(where, *what, related, shrink, *grow, made_of=product, label=label, instead=instead))
            return False
    return True


def _apart(places: Sequence[tuple[Span, str]], first: Span) -> list[tuple[Span, str]]:
    """The first of some places, each once, without the one that is told first."""
    apart: dict[tuple[str, int, int], tuple[Span, str]] = {}
    for span, label in places:
        if span.key() != first.key():
            apart.setdefault(span.key(), (span, label))
    return list(apart.values())[:_PLACES]


def are_limits(ev: Evaluating, op: Op, things: list[tuple[Number, Number]], most: Sequence[Number | None]) -> bool:
    """Whether one container may hold a whole number of each sort, and some of what there is; says of which not."""
    detail = op.detail
    assert isinstance(detail, Things)
    for i, ((_, number), one) in enumerate(zip(things, most)):
        if one is not None and not (is_count(one) and (low(one) or not high(number))):
            thing = detail.thing.plural if detail.thing is not None else ""
            container = detail.container.singular if detail.container is not None else ""
            wrong = low(one) if low(one) <= 0 or Fraction(low(one)).denominator > 1 else high(one)
            where = place_of(op.args[other_of(op) + 1 + i], op)
            names = thing or phrase("things"), container or phrase("container")
            ev.say(errors.not_a_limit(where, *names, decimal(wrong), computed=wrong > 0))
            return False
    return True


def _words(value: Exact, unit: Unit | None, of: str) -> str:
    """A magnitude in a unit, without what it is the size of: "200 GiB"."""
    if unit is None:
        return phrases.Number(decimal(value))
    rest = unit.plural.removesuffix(f"/{of}") if of else unit.plural
    return joined(" ", filter(None, (phrases.Number(decimal(divide(value, unit.factor))), rest)))


def place_of(formula: Formula, op: Op, last: Collection[Cell] = ()) -> Span:
    """The line of the author's that a size or a number comes of, else the nearest one; of some figures only where it comes of
    nothing else."""
    cells = [formula] if isinstance(formula, Cell) else reads(formula)
    found = sorted(nearest(cells, is_stated), key=lambda cell: (cell in last, of_library(cell.span())))
    if found:
        return found[0].figure()
    if formula.node is None or formula.source is None:
        return op.span()
    return Span(formula.source, formula.node.start, formula.node.end)
