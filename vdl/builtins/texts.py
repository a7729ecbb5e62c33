"""`number_in(text, n)`: a number that stands in a text, so that what is written twice can be compared."""

from __future__ import annotations

import re
from fractions import Fraction

from vdl import syntax as s
from vdl.builtins.record import Builtin, Elaborating, Evaluating, Typing
from vdl.graph.cells import Env, Made, Op
from vdl.semantics.types import ANY, PLAIN_NUMBER, TEXT, Type
from vdl.values import FAULT, NOT_STATED, Scalar, Value, broadcast

_DIGITS = re.compile(r"(?<![^\W_])[0-9]{1,15}(?![^\W_])")
"""A whole number of up to 15 digits that no letter and no further digit touches."""


def _type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    typing.fits(call.arguments[0], types[0], TEXT)
    at = call.arguments[1]
    if not (isinstance(at, s.Number) and at.unit is None and at.value >= 1 and Fraction(at.value).denominator == 1):
        typing.refuse(at, types[1], "the place of a number, a written one from 1 on")
        return ANY
    return PLAIN_NUMBER if types[0] is not ANY else ANY


def _elaborate(el: Elaborating, call: s.Call, env: Env) -> Made:
    return Op("number_in", tuple([el.formula(argument, env) for argument in call.arguments]), call, env.source)


def _number_in(ev: Evaluating, op: Op) -> Value:
    def apply(text: Scalar, at: Scalar) -> Scalar:
        if text is FAULT or not isinstance(text, str):
            return FAULT if text is FAULT else NOT_STATED
        found = _DIGITS.findall(text)
        return int(found[at - 1]) if isinstance(at, int) and at <= len(found) else NOT_STATED

    return broadcast(apply, [ev.evaluate(arg) for arg in op.args])


NUMBER_IN = Builtin(
    "number_in", "number_in(text, n)",
    "The n-th whole number in a text, of those that no letter touches; not stated where it has fewer. "
    'The last of "10.20.0.0/22" is the fifth, 22.',
    2, 2, _type, _elaborate, _number_in,
)  # fmt: skip

RECORDS = (NUMBER_IN,)
