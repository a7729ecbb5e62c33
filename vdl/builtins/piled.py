"""`piled(sizes, numbers, room, height, placed_sizes, placed_numbers, places)`: things in piles where others have their places."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import count

from vdl import errors
from vdl import syntax as s
from vdl.builtins import piling
from vdl.builtins.containers import (
    by_label,
    formulas_in,
    list_made,
    list_of_quantities,
    moved,
    names_in,
    packed_type,
    things_type,
    unit_of,
)
from vdl.builtins.packable import are_things, fit, is_thing, other_of, place_of, split
from vdl.builtins.record import ATOM, Builtin, Elaborating, Evaluating, Measuring, Typing, Writing, name_of
from vdl.graph.cells import PLAIN, POISON, Const, Env, Made, Op, Scale, Things
from vdl.graph.items import Items
from vdl.semantics.types import ANY, Type
from vdl.semantics.units import Exact, ceiling, combine, divide
from vdl.values import FAULT, Number, Scalar, Value, high, is_exact, is_number, low, on_numbers

_PLACED = 4
"""The first argument that is of things with a place."""


def _type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    made, things = packed_type(typing, call, types[:3]), things_type(typing, call, types, 0)
    placed, at = things_type(typing, call, types, _PLACED), list_of_quantities(typing, call, types, _PLACED + 2)
    if made is ANY or things is None or placed is None or at is None:
        return ANY
    typing.fits(call.arguments[3], types[3], types[2])
    heights = combine(things[0].dimension, things[1].dimension, 1)
    for index, given, wanted in zip(count(_PLACED), (*placed, at), (*[one.dimension for one in things], heights)):
        if given.dimension != wanted:
            of = f"`{typing.units.name(wanted)}`" if wanted else "plain numbers"
            typing.refuse(call.arguments[index], types[index], f"a list of {of}")
            return ANY
    return made


def _elaborate(el: Elaborating, call: s.Call, env: Env) -> Made:
    lists: list[Items] = []
    for argument in (*call.arguments[:2], *call.arguments[_PLACED:]):
        made = list_made(el, argument, env)
        if not isinstance(made, Items):
            return made if isinstance(made, Const) else POISON
        lists.append(made)
    sizes, numbers, *placed = map(formulas_in, lists)
    for what, of, given in (("number", sizes, numbers), ("number", placed[0], placed[1]), ("place", placed[0], placed[2])):
        if len(of) != len(given):
            el.say(errors.lists_differ(env.span(call), name_of(call), len(of), len(given), what))
            return POISON
    types = [*[el.types.types.get(argument, ANY) for argument in call.arguments[:3]], el.types.types.get(call, ANY)]
    size, thing, room, made_unit = [unit_of(el, type_) for type_ in types]
    names = tuple([name for items in lists[:2] for name in names_in(items)])
    detail = Things(len(sizes), size, thing, room, made_unit, names, tuple(lists[0].of or ()), tuple(lists[0].left_out))
    rooms = [el.formula(argument, env) for argument in call.arguments[2:_PLACED]]
    behind = [one for given in placed for one in given]
    return Op(name_of(call), (*sizes, *numbers, *rooms, *behind), call, env.source, detail)


def _evaluate(ev: Evaluating, op: Op) -> Value:
    return by_label(ev, op, on_numbers(partial(_piles, ev, op)))


def _piles(ev: Evaluating, op: Op, *numbers: Number) -> Scalar:
    """How many piles there are: of ranges what their upper ends ask for, and at least what their lower ends fill."""
    things, room, height = split(op, numbers), numbers[other_of(op)], numbers[other_of(op) + 1]
    if not are_things(ev, op, things) or not fit(ev, op, things, room):
        return FAULT
    sizes, counts, places = _thirds(numbers[other_of(op) + 2 :])
    for at, thing in enumerate(zip(sizes, counts)):
        if not is_thing(thing):
            ev.say(errors.not_whole_things(place_of(op.args[other_of(op) + 2 + at + len(sizes) * (low(thing[0]) >= 0)], op)))
            return FAULT
    sorts = [piling.Things(high(size), int(high(number)), None) for size, number in things]
    sorts += [piling.Things(high(size), int(high(number)), low(at)) for size, number, at in zip(sizes, counts, places)]
    spend = ev.spend_packing(op.span())
    found = piling.laid(dict(enumerate(sorts)), low(height), low(room), lambda more: spend(more * (1 + len(sorts))))
    if found is None:
        return FAULT
    if all(is_exact(number) for number in numbers):
        return len(found.piles)
    load = sum([low(size) * low(number) for size, number in (*things, *zip(sizes, counts))])
    highest = max([int(low(at) // high(height)) + 1 for at in places], default=0)
    return moved(max(int(ceiling(divide(load, high(room)))), highest), len(found.piles), numbers, rises=False)


def _thirds(numbers: Sequence[Number]) -> list[Sequence[Number]]:
    third = len(numbers) // 3
    return [numbers[at : at + third] for at in (0, third, 2 * third)]


def filled(op: Op, values: Sequence[Scalar]) -> Exact | None:
    """The piles that all things would fill if each could be split and lie anywhere; None where something is not stated."""
    numbers = [one for one in values if is_number(one)]
    if len(numbers) < len(values) or low(numbers[other_of(op)]) <= 0:
        return None
    sizes, counts, _ = _thirds(numbers[other_of(op) + 2 :])
    load = sum([high(size) * high(number) for size, number in (*split(op, numbers), *zip(sizes, counts))])
    return divide(load, low(numbers[other_of(op)]))


def _write(writing: Writing, op: Op) -> tuple[str, int]:
    detail = op.detail
    assert isinstance(detail, Things)
    placed = _of_placed(op)
    words = f"piled of {detail.sorts} sort{'s' * (detail.sorts != 1)} of things"
    return f"{words}, with {placed} place{'s' * (placed != 1)} taken", ATOM


def _of_placed(op: Op) -> int:
    return (len(op.args) - other_of(op) - 2) // 3


def _scale(measuring: Measuring, op: Op) -> Scale | None:
    """Sizes, rooms and places are in the same units; piles are plain things."""
    assert isinstance(op.detail, Things)
    sorts, first, placed = op.detail.sorts, other_of(op), _of_placed(op)
    at = first + 2
    measuring.alike([*op.args[:sorts], *op.args[first:at + placed], *op.args[at + 2 * placed :]], op.span())
    for number in (*op.args[sorts:first], *op.args[at + placed : at + 2 * placed]):
        measuring.plain(number, op.span())
    return PLAIN


PILED = Builtin(
    "piled", "piled(sizes, numbers, room, height, placed_sizes, placed_numbers, places)",
    "How many piles of one height things of several sizes take where others have their places, counted over the piles as if each "
    "stood on the one before it: the highest things first, each in the first gap with room, as long as no more than `room` is "
    "taken of a pile. `chart piled` draws them so.",
    7, 7, _type, _elaborate, _evaluate, _write, scale=_scale,
)  # fmt: skip

RECORDS = (PILED,)
