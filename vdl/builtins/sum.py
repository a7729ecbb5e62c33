"""`sum(list)`."""

from __future__ import annotations

from collections.abc import Sequence

from vdl import errors
from vdl import syntax as s
from vdl.builtins.record import ATOM, FEW, Builtin, Elaborating, Evaluating, Typing, Writing, a_list
from vdl.graph.blame import around, authors_line, led, of_library
from vdl.graph.cells import POISON, Cell, Const, Env, Formula, Instance, Made, Op
from vdl.graph.items import Items
from vdl.graph.silent import silent_inputs
from vdl.semantics.types import ANY, Object, Quantity, Type
from vdl.text.diagnostics import Diagnostic
from vdl.values import FAULT, NOT_STATED, Value, anywhere, is_exact, total

_NAMED = 5
"""Inputs that are named of what is not stated."""

_SUM = " sum"
"""After the path in which sums are written: their numbers are no others'."""

_PLUS = 6
"""How tightly `+` binds."""


def _type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    given = call.arguments[0]
    if isinstance(types[0], Quantity) and isinstance(given, s.Select) and len(given.labels) > 1:
        typing.refuse(given, types[0], "a list", _of_labels(typing, given))
        return ANY
    summed = a_list(typing, call, types)
    if summed is None:
        return ANY
    item = summed.item
    if isinstance(item, (Quantity, Object)) or item is ANY:
        return item
    typing.refuse(call.arguments[0], summed, "a list of quantities or objects")
    return ANY


def _of_labels(typing: Typing, given: s.Select) -> str:
    """How what stands at several labels is added up, and how the most of it is taken."""
    base = " ".join(typing.span(given.base).text.split())
    labels = ", ".join([str(path) for path in given.labels])
    item = next(name for name in ("one", "label", "each_label") if name not in (part.name for part in s.walk(given.base)
                if isinstance(part, s.Name)))  # fmt: skip
    most = f"the most at any of them is `peak({base} at ({labels}))`"
    return f"to add it up, write `sum([{base} at {item} for {item} in [{labels}]])`; {most}"


def _elaborate(el: Elaborating, call: s.Call, env: Env) -> Made:
    items = el.expr(call.arguments[0], env)
    if not isinstance(items, Items):
        return items if isinstance(items, Const) else POISON
    type_ = el.types.types.get(call)
    if isinstance(type_, Object):
        missing = [item for item in items if isinstance(item, Const)]
        if missing:  # of an object that is not there nobody knows what it asks for
            return next((item for item in missing if item.value is not NOT_STATED), missing[0])
        parts = tuple([item for item in items if isinstance(item, Instance)])
        made = Instance(type_.kind, "sum", env.instance, _path(el, parts))
        made.parts = parts
        return made
    return Op("sum", tuple([i for i in items if isinstance(i, (Cell, Op, Const))]), call, env.source, items)


def _path(el: Elaborating, parts: tuple[Instance, ...]) -> str:
    """The path of a sum: of what it is written in, and a number where that writes sums of other objects as well."""
    originals = [part.original() for part in parts]
    added = tuple([part if part.parts is None else part.path for part in originals])
    here, _, number = el.numbered(added, _SUM).rpartition(_SUM)
    return f"{here}{number}"


def _evaluate(ev: Evaluating, op: Op) -> Value:
    """Not stated, with a warning, where only some items are stated; `stated` leaves out what is not."""
    if not op.args:
        return 0
    args = op.args
    values = [ev.evaluate(arg) for arg in args]
    if op.leaves_out:
        args = tuple([a for a, v in zip(args, values) if v is not NOT_STATED])
        values = [v for v in values if v is not NOT_STATED]
    elif _is_silent(ev, op, values):
        return NOT_STATED
    if len(values) < 2:
        return values[0] if values else NOT_STATED
    if all([is_exact(value) for value in values]):  # as most are
        return ev.checked(op, sum(filter(is_exact, values)))
    return ev.combine_all(op, args, values, lambda *numbers: total(list(numbers)))


def _is_silent(ev: Evaluating, op: Op, values: list[Value]) -> bool:
    """Whether an item is not stated at all; says so where others are, or where one lacks some labels."""
    silent = [i for i, v in enumerate(values) if anywhere(v, NOT_STATED)]
    if not silent:
        return False
    stated = [i for i, v in enumerate(values) if i not in silent and not anywhere(v, FAULT)]
    if stated:
        ev.say(_partly_stated(ev, op, silent, stated[0]))
    return any(values[i] is NOT_STATED for i in silent)


def _partly_stated(ev: Evaluating, op: Op, silent: list[int], stated: int) -> Diagnostic:
    """What to say of a sum in which some are silent; of one of the library's at the first object that is."""
    names = [_item_name(op, i) for i in silent]
    needs = silent_inputs([op.args[i] for i in silent], ev.values, _NAMED)
    span = op.span()
    by_author = not of_library(span)
    said = errors.partly_stated(span, f"`{_what(op, needs, by_author)}`", names, ev.about(), needs=needs, by_author=by_author)
    one, other = _object(op, silent[0]), op.args[stated]
    if isinstance(other, Cell):
        said = said._replace(related=((authors_line(other), f"`{_item_name(op, stated)}` is stated"),))
    author = around(one.original()) if one is not None else None
    return led(said, author, f"`{needs[0] if needs else names[0]}` is not stated")


def _object(op: Op, index: int) -> Instance | None:
    """The object that an item of a sum belongs to."""
    objects = op.detail.of or [] if isinstance(op.detail, Items) else []
    found, arg = objects[index] if index < len(objects) else None, op.args[index]
    return found if isinstance(found, Instance) else arg.instance if isinstance(arg, Cell) else None


def _item_name(op: Op, index: int) -> str:
    names = op.detail.names() if isinstance(op.detail, Items) else ()
    if index < len(names):
        return names[index]
    arg, one = op.args[index], _object(op, index)
    if isinstance(arg, Cell):
        return arg.path
    return one.original().path if one is not None else "an item without a name"


def _what(op: Op, needs: Sequence[str], by_author: bool) -> str:
    """What is added up: an input of a sum of objects, or the text of the sum; of one that no author wrote, what it lacks."""
    if isinstance(op.node, s.Field):
        return op.node.name.name
    return needs[0].rpartition(".")[2] if needs and not by_author else op.span().text


def _write(writing: Writing, op: Op) -> tuple[str, int]:
    args: tuple[Formula, ...] = op.args
    if op.leaves_out and not op.misses:
        args = tuple([a for a in args if writing.value_of(a) is not NOT_STATED])
    if not args:
        return "0", ATOM
    if len(args) == 1:
        return writing.write(args[0])
    if len(args) > FEW:
        return f"sum of {len(args)} items", ATOM
    return " + ".join([writing.inside(a, _PLUS) for a in args]), _PLUS


SUM = Builtin(
    "sum", "sum(list)",
    "The sum of the items of a list. Of objects, an object of their kind in which each input is the sum of theirs, also in "
    "what it holds.",
    1, 1, _type, _elaborate, _evaluate, _write,
)  # fmt: skip

RECORDS = (SUM,)
