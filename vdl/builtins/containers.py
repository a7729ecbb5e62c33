"""`packed(sizes, numbers, room)`, `largest(k, sizes, numbers)`: things of several sizes, of each a whole number."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import NamedTuple

from vdl import errors
from vdl import syntax as s
from vdl.builtins.record import ATOM, FEW, Builtin, Elaborating, Evaluating, Measuring, Typing, Writing, name_of
from vdl.graph.blame import named_beneath
from vdl.graph.cells import PLAIN, POISON, Cell, Const, Env, Formula, Items, Made, Op, Scale, Things, Unstated
from vdl.graph.figures import side_by_side
from vdl.graph.order import reads
from vdl.semantics.types import ANY, PLAIN_NUMBER, ListOf, Quantity, Type
from vdl.semantics.units import Exact, Unit, ceiling, combine, decimal, divide, too_high
from vdl.text.source import Span
from vdl.values import (
    FAULT,
    NOT_STATED,
    OTHER,
    Number,
    Range,
    Scalar,
    Unknowns,
    Value,
    Varying,
    anywhere,
    broadcast,
    high,
    is_exact,
    low,
    moves,
    on_numbers,
    scalars,
)


# ------------------------------------------------------------------------------ types
def _list(typing: Typing, call: s.Call, types: list[Type], at: int) -> Quantity | None:
    """The type of the items of an argument, which must be a list of quantities."""
    given = types[at]
    if isinstance(given, ListOf) and isinstance(given.item, Quantity):
        return given.item
    if given is not ANY and not (isinstance(given, ListOf) and given.item is ANY):
        typing.refuse(call.arguments[at], given, "a list of quantities")
    return None


def _things(typing: Typing, call: s.Call, types: list[Type], first: int) -> tuple[Quantity, Quantity] | None:
    """Sizes and numbers, which must be of counted things."""
    sizes, numbers = _list(typing, call, types, first), _list(typing, call, types, first + 1)
    if numbers is not None and numbers.dimension and not typing.units.countable(numbers.dimension):
        typing.refuse(call.arguments[first + 1], types[first + 1], "numbers of counted things")
        return None
    return (sizes, numbers) if sizes is not None and numbers is not None else None


def _packed_type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    things, room = _things(typing, call, types, 0), types[2]
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
    return _kept(typing, call, types, Quantity(made))


def _kept(typing: Typing, call: s.Call, types: list[Type], made: Type) -> Type:
    """The type of a call, after writing down what elaboration needs."""
    for node, type_ in zip((call, *call.arguments), (made, *types)):
        typing.keep(node, type_)
    return made


def _largest_type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    things = _things(typing, call, types, 1)
    if things is None:
        return ANY
    if types[0] != PLAIN_NUMBER:
        typing.fits(call.arguments[0], types[0], things[1])
    made = combine(things[0].dimension, things[1].dimension, 1)
    return ANY if too_high(made) else _kept(typing, call, types, Quantity(made))


# ------------------------------------------------------------------------------ elaboration
def _elaborate_packed(el: Elaborating, call: s.Call, env: Env) -> Made:
    return _elaborate(el, call, env, 0, 2)


def _elaborate_largest(el: Elaborating, call: s.Call, env: Env) -> Made:
    return _elaborate(el, call, env, 1, 0)


def _elaborate(el: Elaborating, call: s.Call, env: Env, first: int, other: int) -> Made:
    """The operation on all sizes, all numbers, and the other argument; `first` is the argument that gives the sizes."""
    lists: list[Items] = []
    for argument in call.arguments[first : first + 2]:
        made = el.expr(argument, env)
        if isinstance(made, Items):
            made = el.items_of(made, argument, env.source)
        if not isinstance(made, Items):
            return made if isinstance(made, Const) else POISON
        lists.append(made)
    sizes, numbers = [[item for item in items if isinstance(item, (Cell, Op, Const))] for items in lists]
    if len(sizes) != len(numbers):
        el.say(errors.lists_differ(env.span(call), name_of(call), len(sizes), len(numbers)))
        return POISON
    types = [el.types.types.get(argument, ANY) for argument in call.arguments]
    units = [_unit(el, type_) for type_ in (types[first], types[first + 1], types[other], el.types.types.get(call, ANY))]
    size, thing, other_unit, made_unit = units
    names = tuple([name for items in lists for name in _names(items)])
    detail = Things(len(sizes), size, thing, other_unit, made_unit, names, tuple(lists[0].of or ()), tuple(lists[0].left_out))
    return Op(name_of(call), (*sizes, *numbers, el.formula(call.arguments[other], env)), call, env.source, detail)


def _names(items: Items) -> tuple[str, ...]:
    return items.names() or tuple([item.path if isinstance(item, (Cell, Unstated)) else "" for item in items])


def _unit(el: Elaborating, type_: Type) -> Unit | None:
    item = type_.item if isinstance(type_, ListOf) else type_
    return (item.shown or el.units.shown(item.dimension)) if isinstance(item, Quantity) else None


# ------------------------------------------------------------------------------ packing
class Group(NamedTuple):
    """Containers that hold the same; what each holds: which things, and how many of each."""

    containers: int
    free: Exact
    holds: tuple[tuple[int, int], ...]


def arranged(sizes: Sequence[Exact], numbers: Sequence[int], room: Exact, spend: Callable[[int], bool]) -> list[Group] | None:
    """First-fit decreasing, in the order of the text where equal; equal things go in at once, into alike containers at once.

    Every thing fits into an empty container. `spend` counts the steps, at most four for each two sorts of things; None
    where it says that they are too many.
    """
    groups: list[Group] = []
    for thing in sorted(range(len(sizes)), key=lambda i: -sizes[i]):
        size, left = sizes[thing], numbers[thing]
        if not left or not size:
            continue  # what has no size stands anywhere
        if not spend(1 + sum([1 + len(group.holds) for group in groups])):
            return None
        following: list[Group] = []
        for group in groups:
            left = _fill(group, thing, size, left, following)
        _fill(Group(left, room, ()), thing, size, left, following, new=True)
        groups = following
    return groups


def _fill(group: Group, thing: int, size: Exact, left: int, into: list[Group], *, new: bool = False) -> int:
    """Put as many things into alike containers as they take, the first ones first; how many things are left."""
    each = int(group.free // size)
    full = min(group.containers, left // each) if each else 0
    if full:
        into.append(Group(full, group.free - each * size, (*group.holds, (thing, each))))
        left -= full * each
    rest = group.containers - full
    if each and rest and left:
        into.append(Group(1, group.free - left * size, (*group.holds, (thing, left))))
        rest, left = rest - 1, 0
    if rest and not new:
        into.append(group._replace(containers=rest))
    return left


def _evaluate_packed(ev: Evaluating, op: Op) -> Value:
    def pack(*numbers: Number) -> Scalar:
        things, room = _split(op, numbers[:-1]), numbers[-1]
        if not _are_things(ev, op, things) or not _fit(ev, op, things, room):
            return FAULT
        most = [(high(size), int(high(number))) for size, number in things]
        groups = arranged([size for size, _ in most], [number for _, number in most], low(room), ev.spend_packing(op.span()))
        if groups is None:
            return FAULT
        last = sum([group.containers for group in groups])
        if all(is_exact(number) for number in numbers):
            return last
        load = sum([low(size) * low(number) for size, number in things])
        first = int(ceiling(divide(load, high(room)))) if load else 0
        return _moved(first, last, numbers, rises=False)

    return _by_label(ev, op, pack)


def _evaluate_largest(ev: Evaluating, op: Op) -> Value:
    def add(*numbers: Number) -> Scalar:
        things, k = _split(op, numbers[:-1]), numbers[-1]
        if not _are_things(ev, op, things) or not _is_count(k):
            if all(map(_is_thing, things)):
                ev.say(errors.not_whole_things(_place(op.args[-1], op)))
            return FAULT
        first = _largest(int(low(k)), [(low(size), int(low(number))) for size, number in things])
        last = _largest(int(high(k)), [(high(size), int(high(number))) for size, number in things])
        return _moved(first, last, numbers, rises=True)

    return _by_label(ev, op, add)


def _largest(k: int, things: list[tuple[Exact, int]]) -> Exact:
    total: Exact = 0
    for size, number in sorted(things, key=lambda pair: -pair[0]):
        total += min(k, number) * size
        k -= min(k, number)
    return total


def _by_label(ev: Evaluating, op: Op, function: Callable[..., Scalar]) -> Value:
    values = [ev.evaluate(arg) for arg in op.args]
    _warn_of_silence(ev, op, values)
    return ev.checked(op, broadcast(on_numbers(function), values))


def _warn_of_silence(ev: Evaluating, op: Op, values: list[Value]) -> None:
    """Say which sizes and numbers are not stated, where those of other things are."""
    assert isinstance(op.detail, Things)
    sorts = op.detail.sorts
    silent = [i for i, value in enumerate(values[:-1]) if anywhere(value, NOT_STATED)]
    if 0 < len({i % sorts for i in silent}) < sorts:
        names = [op.detail.names[i] or "an item without a name" for i in silent]
        ev.say(errors.partly_stated(op.span(), f"`{op.op}`", names, ev.about(), summed=False))


def _split(op: Op, numbers: Sequence[Number]) -> list[tuple[Number, Number]]:
    assert isinstance(op.detail, Things)
    return list(zip(numbers[: op.detail.sorts], numbers[op.detail.sorts :]))


def _moved(first: Exact, last: Exact, numbers: Sequence[Number], *, rises: bool) -> Number:
    """A result between two ends. One that rises with all that moves it is exact where nothing pulls both ways."""
    if first == last:
        return first
    unknowns: Unknowns = {}
    for number in numbers:
        for name, (way, _) in number.unknowns.items() if isinstance(number, Range) else ():
            moves(unknowns, name, way if rises else 0, OTHER)
    tight = rises and all(way for way, _ in unknowns.values()) and all(n.tight for n in numbers if isinstance(n, Range))
    return Range(first, last, unknowns, tight)


def _is_count(number: Number) -> bool:
    return low(number) >= 0 and all(Fraction(end).denominator == 1 for end in (low(number), high(number)))


def _is_thing(thing: tuple[Number, Number]) -> bool:
    return low(thing[0]) >= 0 and _is_count(thing[1])


def _are_things(ev: Evaluating, op: Op, things: list[tuple[Number, Number]]) -> bool:
    """Whether the sizes are not below zero and the numbers whole; says which is not."""
    for i, thing in enumerate(things):
        if not _is_thing(thing):
            wrong = op.args[i] if low(thing[0]) < 0 else op.args[i + len(things)]
            ev.say(errors.not_whole_things(_place(wrong, op)))
            return False
    return True


def _fit(ev: Evaluating, op: Op, things: list[tuple[Number, Number]], room: Number) -> bool:
    """Whether each thing fits into an empty container; says which does not."""
    detail = op.detail
    assert isinstance(detail, Things)
    for i, (size, number) in enumerate(things):
        if high(number) and high(size) > low(room):
            thing = detail.thing.singular if detail.thing is not None else ""
            container = detail.container.singular if detail.container is not None else ""
            words = side_by_side(op.args[i], high(size), low(room), thing)
            if words is None:
                words = _words(high(size), detail.size, thing), _words(low(room), detail.room, container)
            related = [(_place(op.args[-1], op), "the container")]
            where = _place(op.args[i], op)
            what = thing or "thing", words[0], container or "container", words[1]
            ev.say(errors.fits_nowhere(where, *what, related, *[named_beneath(part) for part in (op.args[i], op.args[-1])]))
            return False
    return True


def _words(value: Exact, unit: Unit | None, of: str) -> str:
    """A magnitude in a unit, without what it is the size of: "200 GiB"."""
    if unit is None:
        return decimal(value)
    written = f"{decimal(divide(value, unit.factor))} {unit.plural}".rstrip()
    return written.removesuffix(f"/{of}") if of else written


def _place(formula: Formula, op: Op) -> Span:
    """The line of the design that a size or a number comes from, else the nearest one."""
    while isinstance(formula, Cell) and isinstance(formula.formula, Cell):
        formula = formula.formula
    if isinstance(formula, Cell):
        below = formula.formula
        given = [cell for cell in reads(below) if cell.origin in _DESIGN] if formula.origin not in _DESIGN else []
        return given[0].span() if given else formula.span()
    found = [cell for cell in reads(formula) if cell.origin in _DESIGN] or reads(formula)
    if found:
        return found[0].span()
    if formula.node is None or formula.source is None:
        return op.span()
    return Span(formula.source, formula.node.start, formula.node.end)


_DESIGN = ("given", "override", "scenario", "option")


# ------------------------------------------------------------------------------ in words
def _write_packed(writing: Writing, op: Op) -> tuple[str, int]:
    """The arrangement, and the bound by sum beside it: "2 carts of 3 * 30 GB + 1 * 6 GB; 1 cart of 1 * 30 GB; ..."."""
    detail = op.detail
    assert isinstance(detail, Things)
    values = [writing.here(arg) for arg in op.args]
    found = [one for value in values for _, one in scalars(value)]
    if any(isinstance(value, Varying) for value in values) or not all(isinstance(one, (int, Fraction, Range)) for one in found):
        return f"packed of {detail.sorts} sorts of things", ATOM
    numbers = [one for one in found if isinstance(one, (int, Fraction, Range))]
    things = _split(op, numbers[:-1])
    sizes, counts, room = [high(size) for size, _ in things], [int(high(n)) for _, n in things], low(numbers[-1])
    if not all(map(_is_thing, things)) or any(n and size > room for size, n in zip(sizes, counts)):
        return f"packed of {detail.sorts} sorts of things", ATOM
    groups = arranged(sizes, counts, room, lambda steps: True) or []
    sizes_written = [writing.write(arg)[0] for arg in op.args[: detail.sorts]]
    parts = []
    for group in groups[:_GROUPS]:
        of = " + ".join([f"{number:,} * {sizes_written[thing]}" for thing, number in group.holds[:FEW]])
        more = " + ..." if len(group.holds) > FEW else ""
        parts.append(f"{_counted(group.containers, detail.container)} of {of}{more}")
    if len(groups) > _GROUPS:
        parts.append(f"{_counted(sum([group.containers for group in groups[_GROUPS:]]), detail.container)} more")
    total = sum([group.containers for group in groups])
    load = sum([size * number for size, number in zip(sizes, counts)])
    least = divide(load, room) if load else 0
    agree = ", so this is exact" if ceiling(least) == total else ""
    return "; ".join([*parts, f"by sum {_counted(least, detail.container)}{agree}"]), ATOM


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
    measuring.alike([*op.args[: op.detail.sorts], op.args[-1]], op.span())
    for number in op.args[op.detail.sorts : -1]:
        measuring.plain(number, op.span())
    return PLAIN


def _scale_of_largest(measuring: Measuring, op: Op) -> Scale | None:
    """The sizes, and their sum, are in the same units."""
    assert isinstance(op.detail, Things)
    for number in op.args[op.detail.sorts :]:
        measuring.plain(number, op.span())
    return measuring.alike(op.args[: op.detail.sorts], op.span())


PACKED = Builtin(
    "packed", "packed(sizes, numbers, room)",
    "How many containers things of several sizes take, each of which stays whole: the largest things first, each in the first "
    "container with room.",
    3, 3, _packed_type, _elaborate_packed, _evaluate_packed, _write_packed,
    scale=_scale_of_packed,
)  # fmt: skip
LARGEST = Builtin(
    "largest", "largest(k, sizes, numbers)", "The sum of the k largest of things of several sizes.",
    3, 3, _largest_type, _elaborate_largest, _evaluate_largest, _write_largest,
    scale=_scale_of_largest,
)  # fmt: skip

RECORDS = (PACKED, LARGEST)
