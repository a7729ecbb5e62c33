"""Loops that look for equal texts or objects: `b for b in boxes if b.name == a.name` goes through what has that name, and not
through all boxes for each `a`, so that a list that is held against itself takes work that grows with its length alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_

from vdl import syntax as s
from vdl.elaborate.aside import Blocked
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import Const, Env, Instance, Made
from vdl.graph.details import Found
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.values import NOT_STATED

_FEW = 8
"""Items that are gone through one by one."""


class _Reading(NamedTuple):
    """What a condition reads of an item (`item.a.b`), or of the things in a list that the item has (`all box in item`)."""

    name: str
    read: s.Expr
    sought: s.Expr
    """What that must be equal to; it does not hang on the item."""
    silent: bool
    """Whether what is not stated is not equal (`item.a == b else false`)."""
    held: s.Loop | None


def candidates(el: Elaboration, loop: s.Loop, items: Items, when: s.Expr | None, env: Env) -> Sequence[Made]:
    """The items for which a condition may hold that begins with `item.a == b`, or asks whether anything in what the item has is
    equal to something (`size([x for x in item.a if x.b == c]) > 0`); all where it is another one."""
    reading = _compared(el, loop.name, when) if len(items) > _FEW else None
    if reading is None or not all(isinstance(item, Instance) for item in items):
        return items
    wanted = key_of(el.expr(reading.sought, env))
    found = _found(el, items, reading, env) if wanted is not None else None
    if found is None:
        return items
    el.hinges |= found.hinges
    of_it = found.places.get(wanted, [])
    return [items[at] for at in (sorted({*of_it, *found.others}) if found.others else of_it)]


def _compared(el: Elaboration, name: str, when: s.Expr | None) -> _Reading | None:
    """What is compared first; nothing where it is no equality, or hangs on the item on both sides."""
    silent = False
    while True:
        if isinstance(when, s.Binary) and when.op == "and":
            when = when.left
        elif isinstance(when, s.Conditional) and _is_false(when.other):
            when = when.then
        elif isinstance(when, s.Fallback) and _is_false(when.other):
            when, silent = when.operand, True
        else:
            break
    if not isinstance(when, s.Compare):
        return None
    if when.op == "==":
        for read, sought in ((when.left, when.right), (when.right, when.left)):
            if _begins_with(read) == name and _is_of_others(name, sought):
                return _Reading(name, read, sought, silent, None)
    list_ = _any_of(el, when)
    if list_ is None or _begins_with(_source(el, list_.loops[0].items)) != name:
        return None
    inner = _compared(el, list_.loops[0].name, list_.when)
    found = inner is not None and inner.held is None and _is_of_others(name, inner.sought)
    return inner._replace(name=name, held=list_.loops[0]) if inner is not None and found else None


def _is_false(expr: s.Expr) -> bool:
    return isinstance(expr, s.Truth) and not expr.value


def _any_of(el: Elaboration, when: s.Compare) -> s.Comprehension | None:
    """The list of `size([...]) > 0`, with one loop."""
    call, than = when.left, when.right
    if when.op != ">" or not isinstance(call, s.Call) or el.bindings.get(call.function) != ("builtin", "size"):
        return None
    list_ = call.arguments[0]
    none = isinstance(than, s.Number) and than.value == 0
    return list_ if none and isinstance(list_, s.Comprehension) and len(list_.loops) == 1 else None


def _source(el: Elaboration, items: s.Expr) -> s.Expr:
    """Of `all box in item` the item."""
    if isinstance(items, s.All) and items.within is not None:
        binding = el.bindings.get(items.within)
        if binding is not None and binding[0] == "field":
            return binding[1]
    return items


def _begins_with(expr: s.Expr) -> str:
    """The name that `a.b.c` begins with; "" of what is no such chain."""
    while isinstance(expr, s.Attribute):
        expr = expr.base
    return expr.name if isinstance(expr, s.Name) else ""


def _is_of_others(name: str, expr: s.Expr) -> bool:
    """Whether an expression is a text or a chain of names, or one in the place of another, that does not begin with the item."""
    if isinstance(expr, s.Fallback):
        return _is_of_others(name, expr.operand) and _is_of_others(name, expr.other)
    return isinstance(expr, s.String) or _begins_with(expr) not in ("", name)


def _found(el: Elaboration, items: Items, reading: _Reading, env: Env) -> Found | None:
    """What is read from the objects of a list; None where that hangs on a value that is not known yet."""
    known = el.found.get(reading.read)
    if known is not None and len(known.objects) == len(items) and all(map(is_, known.objects, items)):
        return known
    outer, el.hinges = el.hinges, set()
    places: dict[object, list[int]] = {}
    others: list[int] = []
    try:
        for at, item in enumerate(items):
            keys = dict.fromkeys(_read(el, reading, Env(env.instance, {**env.locals, reading.name: item}, env.source)))
            if None in keys:
                others.append(at)
            else:
                for key in keys:
                    places.setdefault(key, []).append(at)
        made = el.found[reading.read] = Found(tuple(items), places, others, frozenset(el.hinges))
    except Blocked:
        return None  # each round asks for what it needs
    finally:
        el.hinges = outer
    return made


def _read(el: Elaboration, reading: _Reading, env: Env) -> Iterable[object]:
    """What is read of one item; None where that is not all known."""
    if reading.held is None:
        made = [el.expr(reading.read, env)]
    else:
        held = el.expr(reading.held.items, env)
        if not isinstance(held, Items) or held.stated:
            return [None]
        name = reading.held.name
        made = [el.expr(reading.read, Env(env.instance, {**env.locals, name: one}, env.source)) for one in held]
    return [key_of(one) for one in made if not (reading.silent and isinstance(one, Const) and one.value is NOT_STATED)]


def key_of(made: Made) -> object:
    """What two things are alike by: a text by its letters, a label by its name, an object as itself; None of everything else."""
    return str(made) if isinstance(made, str) else made if isinstance(made, Instance) else None
