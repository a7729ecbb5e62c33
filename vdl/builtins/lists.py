"""`size(list)`, `first(list)`, `last(list)`, `stated(list)`, `at_least(list)`, `number(x)`: settled while a design is made."""

from __future__ import annotations

from collections.abc import Callable

from vdl import syntax as s
from vdl.builtins.record import Builtin, Elaborating, TypeFunction, Typing, a_list, quantity
from vdl.graph.cells import Const, Counted, Env, LabelSet, Made, NoneStated
from vdl.graph.items import Items
from vdl.semantics.types import ANY, PLAIN_NUMBER, ListOf, Quantity, Type
from vdl.values import NOT_STATED


def _size(el: Elaborating, call: s.Call, env: Env) -> Made:
    items = _items(el, call, env)
    if isinstance(items, NoneStated):
        return Counted(0, items.items, call, env.source)
    if not isinstance(items, Items):
        return items
    return Counted(len(items), items.silent, call, env.source) if items.silent else Const(len(items), call, env.source)


def _items(el: Elaborating, call: s.Call, env: Env) -> Made:
    """The list that a function is given, without what `stated` leaves out."""
    items = el.expr(call.arguments[0], env)
    if isinstance(items, LabelSet):
        items = items.each()
    return el.items_of(items, call.arguments[0], env.source) if isinstance(items, Items) else items


def _first(el: Elaborating, call: s.Call, env: Env) -> Made:
    items = _items(el, call, env)
    if isinstance(items, Items):
        return items[0] if items else Const(NOT_STATED, call, env.source)
    return items


def _last(el: Elaborating, call: s.Call, env: Env) -> Made:
    items = _items(el, call, env)
    if isinstance(items, Items):
        return items[-1] if items else Const(NOT_STATED, call, env.source)
    return items


def _is_silent(item: Made) -> bool:
    return isinstance(item, Const) and item.value is NOT_STATED


def _stated(el: Elaborating, call: s.Call, env: Env) -> Made:
    items = el.expr(call.arguments[0], env)
    if not isinstance(items, Items):
        return items
    left = items.stated_ones([not _is_silent(item) for item in items])
    return left if left or not items else NoneStated(items, call, env.source)


def _at_least(el: Elaborating, call: s.Call, env: Env) -> Made:
    items = el.expr(call.arguments[0], env)
    if not isinstance(items, Items):
        return items
    made = items.replaced(items, least=True)
    el.missing.append(made)
    return made


def _number(el: Elaborating, call: s.Call, env: Env) -> Made:
    return el.expr(call.arguments[0], env)


def _of_figures(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    given = a_list(typing, call, types)
    if given is not None and not isinstance(given.item, Quantity) and given.item is not ANY:
        typing.refuse(call.arguments[0], given, "a list of quantities")
        return ANY
    return ANY if given is None else given


def _of_list(result: Callable[[ListOf], Type]) -> TypeFunction:
    def type_of(typing: Typing, call: s.Call, types: list[Type]) -> Type:
        given = a_list(typing, call, types)
        return ANY if given is None else result(given)

    return type_of


def _bare(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    type_ = quantity(typing, call, types)
    if isinstance(type_, Quantity) and type_.dimension and not typing.units.countable(type_.dimension):
        typing.refuse(call.arguments[0], type_, "a quantity of counted things")
    return PLAIN_NUMBER


SIZE = Builtin(
    "size", "size(list)", "How many items a list has.", 1, 1, _of_list(lambda given: PLAIN_NUMBER), _size, of_none=True,
)  # fmt: skip
FIRST = Builtin(
    "first", "first(list)", "The first item of a list; not stated where it has none.",
    1, 1, _of_list(lambda given: given.item), _first, of_none=True,
)  # fmt: skip
LAST = Builtin(
    "last", "last(list)", "The last item of a list; not stated where it has none.",
    1, 1, _of_list(lambda given: given.item), _last, of_none=True,
)  # fmt: skip
STATED = Builtin(
    "stated", "stated(list)", "The items of a list that are stated, for `sum`, `max` and `min`.",
    1, 1, _of_list(lambda given: given), _stated,
)  # fmt: skip
AT_LEAST = Builtin(
    "at_least", "at_least(list)",
    "The same as `stated(list)`, where what is not stated is missed: none of it is below zero, so that a `sum` or `max` of the "
    "others is a lower bound, which says so wherever it is printed, and by which no rule holds that the rest could break.",
    1, 1, _of_figures, _at_least,
)  # fmt: skip
NUMBER = Builtin("number", "number(x)", "A quantity of counted things as a plain number.", 1, 1, _bare, _number)

RECORDS = (SIZE, FIRST, LAST, STATED, AT_LEAST, NUMBER)
