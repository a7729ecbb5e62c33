"""`packed(sizes, numbers, room, most)`, `largest(k, sizes, numbers)`: things of several sizes, of each a whole number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from vdl import errors
from vdl import syntax as s
from vdl.builtins.arrangement import Room, Sort, arranged, by_most, by_sum, containers
from vdl.builtins.laid import at_most, laid, limits_of
from vdl.builtins.packable import are_limits, are_things, fit, is_count, is_thing, other_of, place_of, rest_of, split
from vdl.builtins.record import ATOM, FEW, Builtin, Elaborating, Evaluating, Measuring, Typing, Writing, name_of
from vdl.graph.cells import PLAIN, POISON, Cell, Const, Env, Formula, Made, NoneStated, Op, Scale, Things, Unstated
from vdl.graph.items import Items
from vdl.semantics.types import ANY, PLAIN_NUMBER, ListOf, Quantity, Type
from vdl.semantics.units import Dimension, Exact, Unit, ceiling, combine, decimal, too_high
from vdl.values import (
    FAULT,
    NOT_STATED,
    OTHER,
    Number,
    Range,
    Scalar,
    Unknowns,
    Value,
    anywhere,
    broadcast,
    high,
    is_exact,
    low,
    moves,
    on_numbers,
)


# ------------------------------------------------------------------------------ types
def list_of_quantities(typing: Typing, call: s.Call, types: list[Type], at: int) -> Quantity | None:
    """The type of the items of an argument, which must be a list of quantities."""
    given = types[at]
    if isinstance(given, ListOf) and isinstance(given.item, Quantity):
        return given.item
    if given is not ANY and not (isinstance(given, ListOf) and given.item is ANY):
        typing.refuse(call.arguments[at], given, "a list of quantities")
    return None


def things_type(typing: Typing, call: s.Call, types: list[Type], first: int) -> tuple[Quantity, Quantity] | None:
    """Sizes and numbers, which must be of counted things."""
    sizes, numbers = list_of_quantities(typing, call, types, first), list_of_quantities(typing, call, types, first + 1)
    if numbers is not None and numbers.dimension and not typing.units.countable(numbers.dimension):
        typing.refuse(call.arguments[first + 1], types[first + 1], "numbers of counted things")
        return None
    return (sizes, numbers) if sizes is not None and numbers is not None else None


def packed_type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    things, room = things_type(typing, call, types, 0), types[2]
    if not isinstance(room, Quantity):
        if room is not ANY:
            typing.refuse(call.arguments[2], room, "a quantity")
        return ANY
    if things is None:
        return ANY
    made = combine(combine(things[0].dimension, things[1].dimension, 1), room.dimension, -1)
    if made and (too_high(made) or not typing.units.countable(made)):
        typing.refuse(call.arguments[2], room, f"a room for `{typing.units.name(things[0].dimension)}` by container")
        return ANY
    most, in_one = list_of_quantities(typing, call, types, 3) if len(types) > 3 else None, combine(things[1].dimension, made, -1)
    if most is not None and most.dimension != in_one:
        wanted = f"a list of `{typing.units.name(in_one)}`" if in_one else "a list of plain numbers"
        typing.refuse(call.arguments[3], types[3], wanted)
        return ANY
    if len(types) > 4 and not _other_room(typing, call, types, combine(things[1].dimension, made, -1)):
        return ANY
    return Quantity(made)


def _other_room(typing: Typing, call: s.Call, types: list[Type], in_one: Dimension) -> bool:
    """Whether what things take of another room, and that room, make as many containers; says where they do not."""
    if len(types) == 5:
        typing.refuse(call.arguments[4], types[4], "other sizes, with the room that they take after them")
        return False
    sizes, room = list_of_quantities(typing, call, types, 4), types[5]
    if sizes is None or room is ANY:
        return False
    if not isinstance(room, Quantity) or combine(room.dimension, sizes.dimension, -1) != in_one:
        typing.refuse(call.arguments[5], room, f"a room for `{typing.units.name(sizes.dimension)}` by container")
        return False
    return True


def _largest_type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    things = things_type(typing, call, types, 1)
    if things is None:
        return ANY
    if types[0] != PLAIN_NUMBER:
        typing.fits(call.arguments[0], types[0], things[1])
    made = combine(things[0].dimension, things[1].dimension, 1)
    return ANY if too_high(made) else Quantity(made)


# ------------------------------------------------------------------------------ elaboration
def _elaborate_packed(el: Elaborating, call: s.Call, env: Env) -> Made:
    return _elaborate(el, call, env, 0, 2)


def _elaborate_largest(el: Elaborating, call: s.Call, env: Env) -> Made:
    return _elaborate(el, call, env, 1, 0)


def _elaborate(el: Elaborating, call: s.Call, env: Env, first: int, other: int) -> Made:
    """The operation on all sizes, all numbers, the other argument and, of `packed`, what one container may hold at most.

    `first` is the argument that gives the sizes.
    """
    lists: list[Items] = []
    for argument in (*call.arguments[first : first + 2], *call.arguments[3:5]):
        made = list_made(el, argument, env)
        if isinstance(made, NoneStated) and len(lists) >= 2:
            made = Items()  # not stated means something else there: no limit
        if not isinstance(made, Items):
            return made if isinstance(made, Const) else POISON
        lists.append(made)
    sizes, numbers, *limits = map(formulas_in, lists)
    for what, given in (("number", numbers), *zip(("limit", "second size"), limits)):
        if len(sizes) != len(given):
            el.say(errors.lists_differ(env.span(call), name_of(call), len(sizes), len(given), what))
            return POISON
    types = [el.types.types.get(argument, ANY) for argument in call.arguments]
    units = [unit_of(el, type_) for type_ in (types[first], types[first + 1], types[other], el.types.types.get(call, ANY))]
    size, thing, other_unit, made_unit = units
    names = tuple([name for items in lists[:2] for name in names_in(items)])
    others = [unit_of(el, type_) for type_ in types[4:]]
    detail = Things(
        len(sizes), size, thing, other_unit, made_unit, names, tuple(lists[0].of or ()), tuple(lists[0].left_out), *others
    )
    most = [one for given in limits for one in given]
    most += [el.formula(argument, env) for argument in call.arguments[5:]]
    return Op(name_of(call), (*sizes, *numbers, el.formula(call.arguments[other], env), *most), call, env.source, detail)


def list_made(el: Elaborating, argument: s.Expr, env: Env) -> Made:
    """What an argument is that must be a list: its items, as far as any are stated."""
    made = el.expr(argument, env)
    return el.items_of(made, argument, env.source) if isinstance(made, Items) else made


def formulas_in(items: Items) -> list[Formula]:
    """The items that have a value."""
    return [item for item in items if isinstance(item, (Cell, Op, Const))]


def names_in(items: Items) -> tuple[str, ...]:
    return items.names() or tuple([item.path if isinstance(item, (Cell, Unstated)) else "" for item in items])


def unit_of(el: Elaborating, type_: Type) -> Unit | None:
    item = type_.item if isinstance(type_, ListOf) else type_
    return (item.shown or el.units.shown(item.dimension)) if isinstance(item, Quantity) else None


# ------------------------------------------------------------------------------ packing
def _evaluate_packed(ev: Evaluating, op: Op) -> Value:
    def pack(*given: Scalar) -> Scalar:
        numbers, rest = given[: other_of(op) + 1], given[other_of(op) + 1 :]
        return FAULT if any(one is FAULT for one in rest) else on_numbers(partial(_pack, ev, op, given))(*numbers)

    return by_label(ev, op, pack)


def _pack(ev: Evaluating, op: Op, given: Sequence[Scalar], *numbers: Number) -> Scalar:
    """How many containers it takes; what stands behind the room of `given` limits nothing where it is not stated."""
    things, room = split(op, numbers[:-1]), numbers[-1]
    most, others, other_room = limits_of(op, given)
    beside = [(other, number) for other, (_, number) in zip(others, things)]
    if not are_things(ev, op, things) or not fit(ev, op, things, room) or not are_limits(ev, op, things, most):
        return FAULT
    if other_room is not None and not (are_things(ev, op, beside, other=True) and fit(ev, op, beside, other_room, other=True)):
        return FAULT
    full = Room(low(room), None if other_room is None else low(other_room))
    groups = arranged(at_most(things, most, others), full, ev.spend_packing(op.span()))
    if groups is None:
        return FAULT
    last = containers(groups)
    moving = (*numbers, *[one for one in (*most, *others, other_room) if one is not None])
    if all(is_exact(number) for number in moving):
        return last
    fewest = [
        Sort(low(size), int(low(n)), None if one is None else int(high(one)), low(other))
        for (size, n), one, other in zip(things, most, others)
    ]
    wide = Room(high(room), None if other_room is None else high(other_room))
    first = max(*[int(ceiling(least)) for least in by_sum(fewest, wide)], by_most(fewest, wide))
    return moved(first, last, moving, rises=False)


def _evaluate_largest(ev: Evaluating, op: Op) -> Value:
    def add(*numbers: Number) -> Scalar:
        things, k = split(op, numbers[:-1]), numbers[-1]
        if not are_things(ev, op, things) or not is_count(k):
            if all(map(is_thing, things)):
                ev.say(errors.not_whole_things(place_of(op.args[other_of(op)], op)))
            return FAULT
        first = _largest(int(low(k)), [(low(size), int(low(number))) for size, number in things])
        last = _largest(int(high(k)), [(high(size), int(high(number))) for size, number in things])
        return moved(first, last, numbers, rises=True)

    return by_label(ev, op, on_numbers(add))


def _largest(k: int, things: list[tuple[Exact, int]]) -> Exact:
    total: Exact = 0
    for size, number in sorted(things, key=lambda pair: -pair[0]):
        total += min(k, number) * size
        k -= min(k, number)
    return total


def by_label(ev: Evaluating, op: Op, function: Callable[..., Scalar]) -> Value:
    """What a function makes of the values of all arguments, at each label; says which things lack a size or a number."""
    values = [ev.evaluate(arg) for arg in op.args]
    _warn_of_silence(ev, op, values)
    return ev.checked(op, broadcast(function, values))


def _warn_of_silence(ev: Evaluating, op: Op, values: list[Value]) -> None:
    """Say which sizes and numbers are not stated, where those of other things are."""
    assert isinstance(op.detail, Things)
    sorts = op.detail.sorts
    silent = [i for i, value in enumerate(values[: other_of(op)]) if anywhere(value, NOT_STATED)]
    if 0 < len({i % sorts for i in silent}) < sorts:
        names = [op.detail.names[i] or "an item without a name" for i in silent]
        ev.say(errors.partly_stated(op.span(), f"`{op.op}`", names, ev.about(), summed=False))


def moved(first: Exact, last: Exact, numbers: Sequence[Number], *, rises: bool) -> Number:
    """A result between two ends. One that rises with all that moves it is exact where nothing pulls both ways."""
    if first == last:
        return first
    unknowns: Unknowns = {}
    for number in numbers:
        for name, (way, _) in number.unknowns.items() if isinstance(number, Range) else ():
            moves(unknowns, name, way if rises else 0, OTHER)
    tight = rises and all(way for way, _ in unknowns.values()) and all(n.tight for n in numbers if isinstance(n, Range))
    return Range(first, last, unknowns, tight)


# ------------------------------------------------------------------------------ in words
def _write_packed(writing: Writing, op: Op) -> tuple[str, int]:
    """The arrangement, and the bound by sum beside it: "2 carts of 3 * 30 GB + 1 * 6 GB; 1 cart of 1 * 30 GB; ..."."""
    detail = op.detail
    assert isinstance(detail, Things)
    found = laid(op, [writing.here(arg) for arg in op.args])
    if found is None:
        return f"packed of {detail.sorts} sorts of things", ATOM
    sorts, room, groups = found
    sizes_written = [writing.write(arg)[0] for arg in op.args[: detail.sorts]]
    if room.other is not None:
        written = [writing.write(arg)[0] if arg is not None else "" for arg in rest_of(op, op.args)[1]]
        sizes_written = [f"({size}, {more})" if one.other else size for size, more, one in zip(sizes_written, written, sorts)]
    parts = []
    for group in groups[:_GROUPS]:
        of = " + ".join([f"{number:,} * {sizes_written[thing]}" for thing, number in group.holds[:FEW]])
        more = " + ..." if len(group.holds) > FEW else ""
        parts.append(f"{_counted(group.containers, detail.container)} of {of}{more}")
    if len(groups) > _GROUPS:
        parts.append(f"{_counted(containers(groups[_GROUPS:]), detail.container)} more")
    total, (least, least_of_other), apart = containers(groups), by_sum(sorts, room), by_most(sorts, room)
    beside = f", of the other sizes {_counted(least_of_other, detail.container)}" if least_of_other else ""
    beside += f", by what one may hold {_counted(apart, detail.container)}" if apart else ""
    agree = ", so this is exact" if max(ceiling(least), ceiling(least_of_other), apart) == total else ""
    return "; ".join([*parts, f"by sum {_counted(least, detail.container)}{beside}{agree}"]), ATOM


_GROUPS = 8
"""So many sorts of containers are written out."""


def _counted(number: Exact, unit: Unit | None) -> str:
    if unit is None or not unit.plural:
        return f"{decimal(number)} container{'' if number == 1 else 's'}"
    return f"{decimal(number)} {unit.singular if number == 1 else unit.plural}"


def _write_largest(writing: Writing, op: Op) -> tuple[str, int]:
    detail = op.detail
    assert isinstance(detail, Things)
    k = writing.write(op.args[-1])[0]
    if detail.sorts > FEW:
        return f"largest {k} of {detail.sorts} sorts of things", ATOM
    pairs = zip(op.args[: detail.sorts], op.args[detail.sorts : -1])
    return f"largest {k} of ({', '.join([f'{writing.inside(n, 7)} * {writing.inside(size, 7)}' for size, n in pairs])})", ATOM


# ------------------------------------------------------------------------------ units
def _scale_of_packed(measuring: Measuring, op: Op) -> Scale | None:
    """Sizes and room are in the same units; containers are plain things."""
    assert isinstance(op.detail, Things)
    sizes, room = op.args[: op.detail.sorts], op.args[other_of(op)]
    measuring.alike([*sizes, room], op.span())
    most, others, other_room = rest_of(op, op.args)
    for number in (*op.args[op.detail.sorts : other_of(op)], *most):
        if number is not None:
            measuring.plain(number, op.span())
    if other_room is not None:
        measuring.alike([*[one for one in others if one is not None], other_room], op.span())
    return PLAIN


def _scale_of_largest(measuring: Measuring, op: Op) -> Scale | None:
    """The sizes, and their sum, are in the same units."""
    assert isinstance(op.detail, Things)
    for number in op.args[op.detail.sorts :]:
        measuring.plain(number, op.span())
    return measuring.alike(op.args[: op.detail.sorts], op.span())


PACKED = Builtin(
    "packed",
    "packed(sizes, numbers, room), packed(sizes, numbers, room, most), packed(sizes, numbers, room, most, others, other_room)",
    "How many containers things of several sizes take, each of which stays whole: the largest things first, each in the first "
    "container with room; with at most so many of each size in one, and with room for what each takes beside its size.",
    3, 6, packed_type, _elaborate_packed, _evaluate_packed, _write_packed,
    scale=_scale_of_packed,
)  # fmt: skip
LARGEST = Builtin(
    "largest", "largest(k, sizes, numbers)", "The sum of the k largest of things of several sizes.",
    3, 3, _largest_type, _elaborate_largest, _evaluate_largest, _write_largest,
    scale=_scale_of_largest,
)  # fmt: skip

RECORDS = (PACKED, LARGEST)
