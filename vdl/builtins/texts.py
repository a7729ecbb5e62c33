"""`number_in(text, n)`, `year_in(x)`, `name_of(label)`: what stands in a text or a name, so that what is written twice can be
compared."""

from __future__ import annotations

import re
from fractions import Fraction

from vdl import syntax as s
from vdl.builtins.record import Builtin, Elaborating, Evaluating, Typing
from vdl.graph.cells import Env, Label, Made, Op
from vdl.semantics.types import ANY, DATE, PLAIN_NUMBER, TEXT, Labels, Type
from vdl.values import FAULT, NOT_STATED, Scalar, Value, broadcast

_DIGITS = r"(?<![^\W_])[0-9]{1,15}(?![^\W_])"
"""A whole number of up to 15 digits that no letter and no further digit touches."""

_YEAR = r"(?<!\d)(?:(?P<long>(?:19|20)\d\d)|(?<=[A-Za-z])(?P<short>\d\d))(?!\d)"
"""A year of four digits, or the last two of one behind letters: `FY27`."""


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
        found = re.findall(_DIGITS, text)
        return int(found[at - 1]) if isinstance(at, int) and at <= len(found) else NOT_STATED

    return broadcast(apply, [ev.evaluate(arg) for arg in op.args])


NUMBER_IN = Builtin(
    "number_in", "number_in(text, n)",
    "The n-th whole number in a text, of those that no letter touches; not stated where it has fewer. "
    'The last of "10.20.0.0/22" is the fifth, 22.',
    2, 2, _type, _elaborate, _number_in,
)  # fmt: skip


def _year_type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    found = types[0]
    if not (found in (ANY, TEXT, DATE) or (isinstance(found, Labels) and found.one)):
        typing.refuse(call.arguments[0], found, "a text, a date or a label")
        return ANY
    return PLAIN_NUMBER if found is not ANY else ANY


def _year_in(ev: Evaluating, op: Op) -> Value:
    def apply(text: Scalar) -> Scalar:
        if text is FAULT or not isinstance(text, str):
            return FAULT if text is FAULT else NOT_STATED
        years = {int(one["long"] or f"20{one['short']}") for one in re.finditer(_YEAR, text)}
        return years.pop() if len(years) == 1 else NOT_STATED

    return broadcast(apply, [ev.evaluate(op.args[0])])


YEAR_IN = Builtin(
    "year_in", "year_in(x)",
    "The year that a text, a date or a label names, 2027 of `FY27`, `y2027` and `2027-01-01`; not stated where it names none, or "
    "several.",
    1, 1, _year_type, lambda el, call, env: Op("year_in", (el.formula(call.arguments[0], env),), call, env.source), _year_in,
)  # fmt: skip


def _name_type(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    found = types[0]
    if found is not ANY and not (isinstance(found, Labels) and found.one):
        typing.refuse(call.arguments[0], found, "a label")
        return ANY
    return TEXT


def _name(el: Elaborating, call: s.Call, env: Env) -> Made:
    made = el.expr(call.arguments[0], env)
    return str(made) if isinstance(made, Label) else made


NAME_OF = Builtin(
    "name_of", "name_of(label)", "The name of a label as a text: an object may be called as one.", 1, 1, _name_type, _name
)

RECORDS = (NUMBER_IN, YEAR_IN, NAME_OF)
