"""The operations of formulas: one function each, from a place in the graph to its value.

Those of built-in functions stand with the functions.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Protocol

from vdl import errors
from vdl.builtins import BUILTINS
from vdl.builtins.record import Evaluating
from vdl.graph.blame import authored, led, of_library, read_by
from vdl.graph.cells import BoundEntry, Cell, Formula, Op
from vdl.graph.details import At, ByLabel, Keys
from vdl.graph.order import reads
from vdl.semantics.units import Exact
from vdl.solve.dates import in_one_month, month_and_day
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import RESULT_DIGITS
from vdl.values import (
    FAULT,
    NOT_STATED,
    OTHER,
    Number,
    Opposed,
    Part,
    Range,
    Scalar,
    Value,
    Varying,
    add,
    anywhere,
    at_label,
    at_labels,
    broadcast,
    high,
    hull,
    is_exact,
    is_number,
    low,
    multiply,
    negate,
    on_numbers,
    power,
    quotient,
    scalars,
    stacked,
    subtract,
)

Combine = Callable[[Number, Number], tuple[Scalar, Opposed]]
CombineAll = Callable[..., tuple[Scalar, Opposed]]
"""The same of any number of numbers."""


class Evaluator(Evaluating, Protocol):
    """What an operation sees of the computing of values."""

    bound: tuple[Cell, BoundEntry] | None
    cell: Cell | None
    compared: tuple[Op, Value, Value] | None

    def combine(self, op: Op, function: Combine) -> Value: ...

    def combined(self, op: Op, function: Combine, values: list[Value]) -> Value: ...

    def branch(self, formula: Formula) -> tuple[Value, list[Diagnostic]]: ...

    def taken(self, said: list[Diagnostic], value: Value) -> None: ...


Operation = Callable[[Evaluator, Op], Value]


# ------------------------------------------------------------------------------ arithmetic
def _arithmetic(function: Combine) -> Operation:
    return lambda ev, op: ev.combine(op, function)


def _division(ev: Evaluator, op: Op) -> Value:
    """Nothing by nothing is not stated; anything else by zero is a fault, which is said of the first label."""
    said: list[bool] = []

    def over(a: Number, b: Number) -> tuple[Scalar, Opposed]:
        if not low(b) <= 0 <= high(b):
            return quotient(a, b)
        if a == 0 and b == 0:
            return NOT_STATED, set()
        if not said:
            from vdl.solve.faults import over_zero  # long, and for what is wrong only

            said.append(True)
            ev.say(over_zero(op, ev.evaluate, ev.values, ev.bound, b))
        return FAULT, set()

    return ev.combine(op, over)


def _negated(ev: Evaluator, op: Op) -> Value:
    return broadcast(on_numbers(negate), [ev.evaluate(op.args[0])])


def _raised(ev: Evaluator, op: Op) -> Value:
    """A power with a whole exponent that is written."""
    exponent = ev.evaluate(op.args[1])
    assert isinstance(exponent, int)

    @on_numbers
    def raised(a: Number) -> Scalar:
        longest = max([max(abs(end.numerator), end.denominator) for end in (low(a), high(a))])
        if (longest.bit_length() - 1) * exponent > _BITS:
            ev.say(errors.number_too_large(op.span(), RESULT_DIGITS))
            return FAULT
        return power(a, exponent)

    return ev.checked(op, broadcast(raised, [ev.evaluate(op.args[0])]))


_BITS = 4 * RESULT_DIGITS
"""What has more bits has more digits than a computed number may have."""


# ------------------------------------------------------------------------------ comparisons and logic
def _compared(test: Callable[[Exact], bool]) -> Operation:
    """A comparison, by the sign of the difference, so that correlated ranges are judged rightly."""

    def compare(ev: Evaluator, op: Op) -> Value:
        sides = [ev.evaluate(op.args[0]), ev.evaluate(op.args[1])]
        ev.compared = op, sides[0], sides[1]
        if is_exact(sides[0]) and is_exact(sides[1]):
            return _TESTS[op.op](sides[0], sides[1])
        sorts = {one.__class__ for side in sides for one in (side.cells.values() if isinstance(side, Varying) else (side,))}
        if sorts <= _EXACT:
            return broadcast(_TESTS[op.op], sides)
        if any([issubclass(sort, (str, bool, Part)) for sort in sorts]):
            return _told_apart(ev, op, sides)
        apart = True

        @on_numbers
        def by_ends(a: Number, b: Number) -> Scalar:
            nonlocal apart
            if isinstance(a, Range) or isinstance(b, Range):
                if high(a) < low(b):
                    return test(-1)
                if low(a) > high(b):
                    return test(1)
                apart = False
                return NOT_STATED
            return test(a - b)

        found = broadcast(by_ends, sides)
        if apart:  # then it does not matter what the ranges have in common
            return found

        @on_numbers
        def judged(d: Number) -> Scalar:
            if not isinstance(d, Range):
                return test(d)
            if op.op in ("==", "!="):  # a range is more than one value, so it is never equal throughout
                return Part(frozenset(d.unknowns), sure=d.tight) if d.low <= 0 <= d.high else op.op == "!="
            ends = test(d.low), test(d.high)
            return ends[0] if ends[0] == ends[1] else Part(frozenset(d.unknowns), sure=d.tight)

        return broadcast(judged, [ev.combined(op, subtract, sides)])

    return compare


_EXACT = frozenset([int, Fraction])


_TESTS: dict[str, Callable[..., bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _told_apart(ev: Evaluator, op: Op, sides: list[Value]) -> Value:
    """A comparison of truths, texts or dates; of a month and a day in it, which can't be told apart, that is said once."""
    said: list[bool] = []

    def tested(a: Scalar, b: Scalar) -> Scalar:
        if not in_one_month(a, b):
            return _same(op.op, a, b)
        if not said:
            said.append(True)
            ev.say(month_and_day(op, a, b))
        return FAULT

    return broadcast(tested, sides)


def _same(op: str, a: Scalar, b: Scalar) -> Scalar:
    """A comparison of truths or dates."""

    @on_numbers
    def tested(a: Scalar, b: Scalar) -> Scalar:
        if isinstance(a, Part) or isinstance(b, Part):  # beside a truth, that which is a part alone decides
            sure = not (isinstance(a, Part) and isinstance(b, Part)) and all(one.sure for one in (a, b) if isinstance(one, Part))
            return Part(_hangs_on(a) | _hangs_on(b), sure=sure)
        return _TESTS[op](a, b)

    return tested(a, b)


def _hangs_on(condition: Scalar) -> frozenset[str]:
    return condition.unknowns if isinstance(condition, Part) else frozenset()


def _logic(ev: Evaluator, op: Op) -> Value:
    deciding = op.op == "or"
    first, second = ev.evaluate(op.args[0]), ev.evaluate(op.args[1])
    if first.__class__ is bool and second.__class__ is bool:
        return deciding if first is deciding or second is deciding else not deciding

    def both(a: Scalar, b: Scalar) -> Scalar:
        if a is FAULT or b is FAULT:
            return FAULT
        if a is deciding or b is deciding:
            return deciding
        if a is NOT_STATED or b is NOT_STATED:
            return NOT_STATED
        if isinstance(a, Part) and isinstance(b, Part):
            return Part(a.unknowns | b.unknowns)
        return a if isinstance(a, Part) else b if isinstance(b, Part) else not deciding

    return broadcast(both, [first, second])


def _not(ev: Evaluator, op: Op) -> Value:
    return broadcast(lambda a: (not a) if isinstance(a, bool) else a, [ev.evaluate(op.args[0])])


def _or_silent(ev: Evaluator, formula: Formula) -> Value:
    """The value of a formula; of `x at label` not stated, where `x` has a value for other labels alone."""
    at = formula.detail if isinstance(formula, Op) and formula.op == "at" else None
    if not isinstance(formula, Op) or not isinstance(at, At) or not at.single:
        return ev.evaluate(formula)
    value = _or_silent(ev, formula.args[0])  # which stands at a label of another axis, in `x at (a, b)`
    left_out = isinstance(value, Varying) and at.axis in value.axes and at.labels[0] not in value.labels(at.axis)
    return NOT_STATED if left_out else at_label(value, at.axis, at.labels[0])


def _is_given(ev: Evaluator, op: Op) -> Value:
    return broadcast(_stated, [_or_silent(ev, op.args[0])])


def _stated(a: Scalar) -> Scalar:
    return a if a is FAULT else a is not NOT_STATED


# ------------------------------------------------------------------------------ one of two
def _conditional(ev: Evaluator, op: Op) -> Value:
    condition = ev.evaluate(op.args[0])
    if isinstance(condition, bool):
        return ev.evaluate(op.args[1] if condition else op.args[2])
    # What is wrong with a branch is wrong only where the branch is taken.
    then, of_then = ev.branch(op.args[1])
    other, of_other = ev.branch(op.args[2])

    def pick(c: Scalar, a: Scalar, b: Scalar) -> Scalar:
        if isinstance(c, Part):
            return _either(ev, op, c, a, b)
        return a if c is True else b if c is False else c

    picked = broadcast(pick, [condition, then, other])
    conditions = [one for _, one in scalars(condition)]
    if any(one is not False and one is not FAULT for one in conditions):
        ev.taken(of_then, picked)
    if any(one is not True and one is not FAULT for one in conditions):
        ev.taken(of_other, picked)
    return picked


def _either(ev: Evaluator, op: Op, condition: Part, a: Scalar, b: Scalar) -> Scalar:
    """One of two where a range decides both ways: everything between them."""
    if a is FAULT or b is FAULT:
        return FAULT
    if a is NOT_STATED or b is NOT_STATED:
        if a is b:
            return NOT_STATED
        ev.say(errors.stated_for_part(op.span()))
        return FAULT
    if isinstance(a, (bool, Part)):
        return a if a is b else Part(condition.unknowns | _hangs_on(a) | _hangs_on(b))
    if not is_number(a) or not is_number(b):
        if a != b:
            ev.say(errors.undecided_choice(op.span(), "it decides both ways"))
            return FAULT
        return a
    joined = hull([a, b], tight=False)
    if not isinstance(joined, Range):
        return joined
    # Neither branch alone decides: what the condition hangs on moves the value too, and not steadily.
    unknowns = {name: (0, OTHER) for name in (*joined.unknowns, *condition.unknowns)}
    return Range(joined.low, joined.high, unknowns, False)


def _keyed(ev: Evaluator, op: Op) -> Value:
    """The value whose key a quantity lies in; of a range that lies in several, everything between their values."""
    keys = op.detail
    assert isinstance(keys, Keys)
    by = ev.evaluate(op.args[0])
    values = [ev.branch(arg) for arg in op.args[1:]]
    used: set[int] = set()

    def pick(number: Scalar, *found: Scalar) -> Scalar:
        if is_exact(number):
            at = keys.of(number)
            if at is None:
                return _outside(ev, op, number)
            used.add(at)
            return found[at]
        if not isinstance(number, Range):
            return number
        from vdl.solve.keys import met  # only of ranges

        several, everywhere = met(keys, number)
        if not everywhere and not keys.other:
            return _outside(ev, op, number)
        if not everywhere:
            several = [*several, len(keys.numbers)]
        used.update(several)
        picked = found[several[0]]
        for at in several[1:]:
            picked = _either(ev, op, Part(frozenset(number.unknowns)), picked, found[at])
        return picked

    chosen = broadcast(pick, [by, *[value for value, _ in values]])
    for at in sorted(used):
        ev.taken(values[at][1], chosen)
    return chosen


def _outside(ev: Evaluator, op: Op, number: Number) -> Scalar:
    """Say that nothing is defined for a number, or for a part of a range."""
    from vdl.solve.keys import defined, in_its_unit

    keys = op.detail
    assert isinstance(keys, Keys)
    words = in_its_unit(keys, low(number), high(number))
    related = [(cell.span(), f"`{cell.path}`") for cell in dict.fromkeys(reads(op.args[0]))][:3]
    about = ev.about()
    within = defined(keys) if of_library(op.span()) else ""
    said = errors.outside_keys(op.span(), words, [about] if about else [], related, within)
    written = authored(read_by(op.args[:1]))
    if written:
        said = led(said, written[0].span(), f"`{written[0].path}` chooses")
    elif ev.cell is not None and not of_library(ev.cell.span()):  # what a function of the library is given
        said = led(said, ev.cell.span(), "stated here")
    ev.say(said)
    return FAULT


def _otherwise(ev: Evaluator, op: Op) -> Value:
    first = _or_silent(ev, op.args[0])
    if not anywhere(first, NOT_STATED):
        return first  # what is behind it may have other labels
    return broadcast(lambda a, b: b if a is NOT_STATED else a, [first, ev.evaluate(op.args[1])])


# ------------------------------------------------------------------------------ labels
def _selected(ev: Evaluator, op: Op) -> Value:
    """The value at labels. One label leaves no axis; several leave the axis with fewer labels."""
    value = ev.evaluate(op.args[0])
    at = op.detail
    assert isinstance(at, At)
    if not isinstance(value, Varying) or at.axis not in value.axes:
        return value
    if at.single:
        return at_label(value, at.axis, at.labels[0])
    known = value.labels(at.axis)
    return at_labels(value, at.axis, [label for label in at.labels if label in known] if at.every else at.labels)


def _mapped(ev: Evaluator, op: Op) -> Value:
    """A value by label, made from one formula for each label."""
    by = op.detail
    assert isinstance(by, ByLabel)
    parts: dict[str, Value] = {}
    for label, arg in zip(by.labels, op.args):
        part = ev.evaluate(arg)
        if part is FAULT:
            return FAULT
        parts[label] = part
    return stacked(by.axis, parts)


OPERATIONS: dict[str, Operation] = {
    "+": _arithmetic(add), "-": _arithmetic(subtract), "*": _arithmetic(multiply), "/": _division, "^": _raised, "neg": _negated,
    "==": _compared(lambda d: d == 0), "!=": _compared(lambda d: d != 0), "<": _compared(lambda d: d < 0),
    "<=": _compared(lambda d: d <= 0), ">": _compared(lambda d: d > 0), ">=": _compared(lambda d: d >= 0),
    "and": _logic, "or": _logic, "not": _not, "if": _conditional, "else": _otherwise, "given": _is_given,
    "as": lambda ev, op: ev.evaluate(op.args[0]), "at": _selected, "map": _mapped, "keyed": _keyed,
    **{name: builtin.evaluate for name, builtin in BUILTINS.items() if builtin.evaluate is not None},
}  # fmt: skip
