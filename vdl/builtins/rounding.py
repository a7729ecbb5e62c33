"""`ceil(x, step)`, `floor(x, step)`, `round(x, step)`; `abs(x)`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.builtins.record import ATOM, Builtin, Elaborating, Evaluating, Typing, Writing, name_of, quantity
from vdl.graph.cells import Const, Env, Made, Op
from vdl.semantics.types import ANY, Quantity, Type
from vdl.semantics.units import Exact, ceiling, floor, nearest
from vdl.text.phrases import phrase
from vdl.values import FAULT, Number, Scalar, Value, absolute, broadcast, in_steps, monotone, on_numbers

Round = Callable[[Exact, Exact], Exact]


def _type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    rounded = quantity(typing, call, types)
    if not isinstance(rounded, Quantity):
        return ANY
    if len(types) == 2:
        typing.fits(call.arguments[1], types[1], rounded)
    elif rounded.dimension and not typing.units.countable(rounded.dimension):
        step = f"1 {(rounded.shown or typing.units.shown(rounded.dimension)).singular}"
        of, written = typing.units.name(rounded.dimension), typing.span(call.arguments[0]).text
        typing.say(errors.step_needed(typing.span(call), name_of(call), of, step, written))
    return rounded


def _elaborate(el: Elaborating, call: s.Call, env: Env) -> Made:
    value = el.formula(call.arguments[0], env)
    step = el.formula(call.arguments[1], env) if len(call.arguments) > 1 else Const(1)
    type_ = el.types.types.get(call, ANY) if name_of(call) == "floor" else ANY  # how many go into what, for where none does
    unit = (type_.shown or el.units.shown(type_.dimension)) if isinstance(type_, Quantity) and type_.dimension else None
    return Op(name_of(call), (value, step), call, env.source, unit)


def _rounded(function: Round) -> Callable[[Evaluating, Op], Value]:
    def evaluate(ev: Evaluating, op: Op) -> Value:
        @on_numbers
        def apply(a: Number, step: Number) -> Scalar:
            if not isinstance(step, (int, Fraction)) or step <= 0:
                ev.say(errors.not_a_step(op.span(), phrase("a rounding"), whole=False))
                return FAULT
            if in_steps(a, step, ev.spans):
                return a
            return monotone(lambda x: function(x, step), a)

        return broadcast(apply, [ev.evaluate(op.args[0]), ev.evaluate(op.args[1])])

    return evaluate


def _write(writing: Writing, op: Op) -> tuple[str, int]:
    step = op.args[1]
    args = op.args[:1] if isinstance(step, Const) and step.node is None else op.args  # the step that nobody wrote
    return f"{op.op}({', '.join([writing.write(a)[0] for a in args])})", ATOM


def _one(el: Elaborating, call: s.Call, env: Env) -> Made:
    return Op("abs", (el.formula(call.arguments[0], env),), call, env.source)


def _abs(ev: Evaluating, op: Op) -> Value:
    return broadcast(on_numbers(absolute), [ev.evaluate(op.args[0])])


_STEP = "Whole numbers of a counted thing, else multiples of `step`."

CEIL = Builtin("ceil", "ceil(x), ceil(x, step)", f"Rounded up. {_STEP}", 1, 2, _type, _elaborate, _rounded(ceiling), _write)
FLOOR = Builtin("floor", "floor(x), floor(x, step)", f"Rounded down. {_STEP}", 1, 2, _type, _elaborate, _rounded(floor), _write)
ROUND = Builtin(
    "round", "round(x), round(x, step)", f"Rounded to the nearest, halves away from zero. {_STEP}",
    1, 2, _type, _elaborate, _rounded(nearest), _write,
)  # fmt: skip
ABS = Builtin("abs", "abs(x)", "The value without its sign.", 1, 1, quantity, _one, _abs)

RECORDS = (CEIL, FLOOR, ROUND, ABS)
