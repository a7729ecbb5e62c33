"""`max(...)`, `min(...)`: over values or the items of a list; `peak(x)`, `lowest(x)`: over the labels of one value."""

from __future__ import annotations

from collections.abc import Callable

from vdl import syntax as s
from vdl.builtins.record import ATOM, FEW, Builtin, Elaborating, Evaluating, Typing, Writing, name_of, quantity
from vdl.graph.cells import Cell, Const, Env, Made, Op
from vdl.graph.items import Items
from vdl.semantics.types import ANY, ListOf, Quantity, Type
from vdl.values import FAULT, NOT_STATED, Choosing, Number, Scalar, Value, Varying, broadcast, extreme, loosened, on_numbers


def _type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    if len(types) == 1 and isinstance(types[0], ListOf):
        types = [types[0].item]
    joined = types[0]
    for argument, type_ in zip(call.arguments[1:], types[1:]):
        joined = typing.join(joined, type_, call.arguments[0], argument)
    if not isinstance(joined, Quantity) and joined is not ANY:
        typing.refuse(call, joined, "quantities")
        return ANY
    return joined


def _elaborate(el: Elaborating, call: s.Call, env: Env) -> Made:
    items: list[Made] = [el.expr(a, env) for a in call.arguments]
    of: Items | None = None
    if len(items) == 1 and isinstance(items[0], Items):
        items = of = items[0]
    formulas = tuple([i for i in items if isinstance(i, (Cell, Op, Const))])
    if not formulas:
        return Const(NOT_STATED, call, env.source)
    return Op(name_of(call), formulas, call, env.source, of)


def _of_two(choose: Choosing) -> Callable[..., Scalar]:
    @on_numbers
    def pick(a: Number, b: Number) -> Scalar:
        result, opposed = extreme(choose, a, b)
        return loosened(result, opposed)

    return pick


def _among_stated(pick: Callable[..., Scalar]) -> Callable[[Scalar, Scalar], Scalar]:
    """The same of two that may not be stated at a label: there the other one."""

    def among(a: Scalar, b: Scalar) -> Scalar:
        return b if a is NOT_STATED else a if b is NOT_STATED else pick(a, b)

    return among


def _of_several(choose: Choosing) -> Callable[[Evaluating, Op], Value]:
    pick = _of_two(choose)

    def evaluate(ev: Evaluating, op: Op) -> Value:
        values = [ev.evaluate(arg) for arg in op.args]
        among = pick
        if op.leaves_out:
            values = [v for v in values if v is not NOT_STATED]
            if not values:
                return NOT_STATED
            among = _among_stated(pick)
        found = values[0]
        for value in values[1:]:
            found = broadcast(among, [found, value])
        return found

    return evaluate


def _write_several(writing: Writing, op: Op) -> tuple[str, int]:
    args = op.args
    if op.leaves_out and not op.misses:
        args = tuple([a for a in args if writing.value_of(a) is not NOT_STATED])
    if len(args) > FEW:
        return f"{op.op} of {len(args)} items", ATOM
    if len(args) == 1:
        return writing.write(args[0])
    return f"{op.op}({', '.join([writing.write(a)[0] for a in args])})", ATOM


def _over_labels(el: Elaborating, call: s.Call, env: Env) -> Made:
    return Op(name_of(call), (el.formula(call.arguments[0], env),), call, env.source)


def _of_labels(choose: Choosing) -> Callable[[Evaluating, Op], Value]:
    """Over all labels, kept ones too, and leaving out those at which nothing is stated; ends of ranges stay."""
    pick = _of_two(choose)

    def evaluate(ev: Evaluating, op: Op) -> Value:
        value = ev.evaluate(op.args[0])
        if not isinstance(value, Varying):
            return value
        stated = [scalar for scalar in value.cells.values() if scalar is not NOT_STATED]
        if not stated:
            return NOT_STATED
        best = stated[0]
        for scalar in stated[1:]:
            best = FAULT if best is FAULT else pick(best, scalar)
        return best

    return evaluate


def _write_labels(writing: Writing, op: Op) -> tuple[str, int]:
    return f"{op.op}({writing.at_every_label(op.args[0])})", ATOM


MAX = Builtin(
    "max", "max(a, b, ...), max(list)", "The largest of several values, or of the items of a list.",
    1, None, _type, _elaborate, _of_several(max), _write_several,
)  # fmt: skip
MIN = Builtin(
    "min", "min(a, b, ...), min(list)", "The smallest of several values, or of the items of a list.",
    1, None, _type, _elaborate, _of_several(min), _write_several,
)  # fmt: skip
PEAK = Builtin(
    "peak", "peak(x)", "The largest value over all labels. Labels at which nothing is stated are left out.",
    1, 1, quantity, _over_labels, _of_labels(max), _write_labels,
)  # fmt: skip
LOWEST = Builtin(
    "lowest", "lowest(x)", "The smallest value over all labels. Labels at which nothing is stated are left out.",
    1, 1, quantity, _over_labels, _of_labels(min), _write_labels,
)  # fmt: skip

RECORDS = (MAX, MIN, PEAK, LOWEST)
