"""`previous(x, first)`, `running_sum(x)`, `running_max(x)`, `grow(base, by)`: along a kept axis, in the order of its text."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.builtins.record import ATOM, Builtin, Elaborating, Evaluating, Measuring, Typing, Writing, name_of, quantity
from vdl.graph.blame import led, nearest, of_library, read_by, stated_beneath
from vdl.graph.cells import Cell, Const, Env, Formula, Made, Op, Scale
from vdl.graph.details import Along, At
from vdl.semantics.types import ANY, RATIO, Quantity, Type
from vdl.semantics.units import decimal, divide, size_of
from vdl.text import phrases
from vdl.text.source import Span
from vdl.values import (
    FAULT,
    NOT_STATED,
    Number,
    Opposed,
    Scalar,
    Value,
    Varying,
    add,
    anywhere,
    at_label,
    broadcast,
    extreme,
    is_exact,
    loosened,
    multiply,
    on_numbers,
    scalars,
    stacked,
    total,
)


# ------------------------------------------------------------------------------ types
def _type_of_previous(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    joined = typing.join(types[0], types[1], call.arguments[0], call.arguments[1])
    return joined if joined is ANY else quantity(typing, call, [joined])


def _type_of_growth(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    by, share = call.arguments[1], types[1]
    if isinstance(share, Quantity) and share.dimension and isinstance(types[0], Quantity) and types[0].ratio:
        first, second = [typing.span(one).text for one in call.arguments[:2]]
        help_ = f"the base comes first, then the rate: write `grow({second}, {first})`"
        typing.say(errors.unit_mismatch(typing.span(by), "expected a ratio, found a base", "not a rate", help=[help_]))
        return ANY
    typing.fits(by, share, RATIO)
    if isinstance(share, Quantity) and not share.dimension and not share.ratio and isinstance(by, s.Name):
        typing.say(errors.number_for_a_share(typing.span(by), by.name))
    base = quantity(typing, call, types)
    return base if isinstance(base, Quantity) else ANY


_OF_TWO = ("previous", "grow")
"""Functions of two values; the others have one."""


# ------------------------------------------------------------------------------ formulas
def _elaborate(el: Elaborating, call: s.Call, env: Env) -> Made:
    """Where the axis has no labels, what would stand at the first of them stands alone."""
    along = el.along(call)
    values = tuple([el.formula(argument, env) for argument in call.arguments[: 2 if name_of(call) in _OF_TWO else 1]])
    if not along.labels:
        return values[1] if name_of(call) == "previous" else values[0]
    return Op(name_of(call), values, call, env.source, along)


# ------------------------------------------------------------------------------ values
def _followed(op: Op) -> Along:
    assert isinstance(op.detail, Along)
    return op.detail


def _varies(ev: Evaluating, op: Op, index: int, value: Value) -> bool:
    """Whether what stands at the first label alone differs by label, which is said."""
    axis = _followed(op).axis
    if not isinstance(value, Varying) or axis not in value.axes:
        return False
    node = op.node.arguments[index] if isinstance(op.node, s.Call) else op.node
    span = Span(op.source, node.start, node.end)
    leaves = nearest(read_by([op.args[index]]), lambda cell: False)
    found = [cell for cell in (*leaves, *stated_beneath(op.args[index])) if _goes_along(ev.values.get(cell), axis)]
    found = [cell for cell in dict.fromkeys(found) if not of_library(cell.span())][:_NAMED]
    places = [(cell.figure(), f"`{cell.path}` differs by {axis}") for cell in found]
    said = errors.first_varies(span, op.op, axis, places)
    ev.say(led(said, *places[0]) if places else said)
    return True


def _goes_along(value: Value | None, axis: str) -> bool:
    return isinstance(value, Varying) and axis in value.axes


_NAMED = 3
"""Figures that are named of what differs by label."""


def _previous(ev: Evaluating, op: Op) -> Value:
    axis, labels = _followed(op)
    value, first = ev.evaluate(op.args[0]), ev.evaluate(op.args[1])
    if value is FAULT or _varies(ev, op, 1, first):
        return FAULT
    parts = {label: at_label(value, axis, before) for before, label in zip(labels, labels[1:])}
    return stacked(axis, {labels[0]: first, **parts})


def _running_sum(ev: Evaluating, op: Op) -> Value:
    axis, labels = _followed(op)
    value = ev.evaluate(op.args[0])
    if value is FAULT:
        return FAULT
    labels = _known(value, axis, labels)
    opposed: Opposed = set()

    @on_numbers
    def plus(a: Number, b: Number) -> Scalar:
        result, pulled = add(a, b)
        opposed.update(pulled)
        return result

    sums = _so_far(value, axis, labels, plus)
    if opposed:
        node, source = op.node, op.source
        each: list[Formula] = [Op("at", op.args, node, source, At(axis, (label,), True, False)) for label in labels]
        values = [at_label(value, axis, label) for label in labels]
        for at, label in enumerate(labels):
            sums[label] = ev.combine_all(op, each[: at + 1], values[: at + 1], lambda *numbers: total(list(numbers)))
    return ev.checked(op, stacked(axis, sums))


def _so_far(value: Value, axis: str, labels: tuple[str, ...], step: Callable[..., Scalar]) -> dict[str, Value]:
    """By label, what a step makes of all values up to there."""
    made = {labels[0]: at_label(value, axis, labels[0])}
    for before, label in zip(labels, labels[1:]):
        made[label] = broadcast(step, [made[before], at_label(value, axis, label)])
    return made


def _known(value: Value, axis: str, labels: tuple[str, ...]) -> tuple[str, ...]:
    """The labels that a value has."""
    if isinstance(value, Varying) and axis in value.axes:
        known = value.labels(axis)
        return tuple([label for label in labels if label in known])
    return labels


def _running_max(ev: Evaluating, op: Op) -> Value:
    axis, labels = _followed(op)
    value = ev.evaluate(op.args[0])
    if value is FAULT:
        return FAULT
    labels = _known(value, axis, labels)

    @on_numbers
    def larger(a: Number, b: Number) -> Scalar:
        result, opposed = extreme(max, a, b)
        return loosened(result, opposed)

    return stacked(axis, _so_far(value, axis, labels, larger))


def _grow(ev: Evaluating, op: Op) -> Value:
    axis, labels = _followed(op)
    base, more = ev.evaluate(op.args[0]), ev.evaluate(op.args[1])
    if base is FAULT or more is FAULT or _varies(ev, op, 0, base):
        return FAULT

    _growth_at_first(ev, op, more)

    @on_numbers
    def step(a: Number, r: Number) -> Scalar:
        result, opposed = multiply(a, add(1, r)[0])
        return loosened(result, opposed)

    grown = {labels[0]: base}
    for before, label in zip(labels, labels[1:]):
        grown[label] = ev.checked(op, broadcast(step, [grown[before], at_label(more, axis, label)]))
        if anywhere(grown[label], FAULT):
            return FAULT
    return stacked(axis, grown)


def _growth_at_first(ev: Evaluating, op: Op, shares: Value) -> None:
    """Say of shares that differ by label that one stands where nothing grows yet, and of one for all that it may be a factor."""
    axis, labels = _followed(op)
    if not isinstance(shares, Varying) or axis not in shares.axes:
        _say_doubled(ev, op, shares)
    elif labels[0] in shares.labels(axis) and any(one != 0 for one in _stated(at_label(shares, axis, labels[0]))):
        ev.say(errors.first_growth(_stated_at(op), labels[0], _as_factors(shares, axis, labels)))
    else:
        _say_one_doubled(ev, op, shares, axis, labels)


def _say_one_doubled(ev: Evaluating, op: Op, shares: Value, axis: str, labels: Sequence[str]) -> None:
    """Say of one step that is a little more than a doubling, as it is written, that it may be a factor where no other step is
    near that."""
    by = op.args[1].formula if isinstance(op.args[1], Cell) else op.args[1]
    node = by.node if isinstance(by, (Const, Op)) else None
    source = by.source if isinstance(by, (Const, Op)) else None
    if not isinstance(node, s.LabelMap) or source is None or source.is_library:
        return
    known = shares.labels(axis) if isinstance(shares, Varying) else ()
    steps = {label: _stated(at_label(shares, axis, label)) for label in labels[1:] if label in known}
    if any(len(step) != 1 or not is_exact(step[0]) for step in steps.values()):
        return
    sizes = {label: size_of(one) for label, step in steps.items() for one in step if is_exact(one)}
    high = [label for label, size in sizes.items() if 1 < size < divide(3, 2)]
    others = [size for label, size in sizes.items() if label not in high]
    if len(high) != 1 or not others or max(others) > divide(1, 2) or min(others) < -divide(1, 2):
        return
    written = [entry for entry in node.entries if entry.label is not None and entry.label.names[-1] == high[0]]
    if len(written) == 1 and isinstance(written[0].value, s.Number):
        share, place = 100 * sizes[high[0]], Span(source, written[0].start, written[0].end)
        ev.say(errors.more_than_doubled(place, phrases.Number(decimal(share)) + " %", f"{decimal(share - 100)} %", high[0]))


def _stated_at(op: Op) -> Span:
    """Where a rate is stated by the author, else where it is given."""
    node = op.node.arguments[1] if isinstance(op.node, s.Call) else op.node
    by = op.args[1]
    stated = isinstance(by, Cell) and by.form == "input" and not by.source.is_library
    return by.figure() if isinstance(by, Cell) and stated else Span(op.source, node.start, node.end)


def _say_doubled(ev: Evaluating, op: Op, shares: Value) -> None:
    """Say of one rate for all steps that it doubles what is there, or more."""
    found = _stated(shares)
    sizes = [size_of(one) for one in found if is_exact(one)]
    if not sizes or len(sizes) < len(found) or min(sizes) < 1:
        return
    node = op.node.arguments[1] if isinstance(op.node, s.Call) else op.node
    added = f"{decimal(100 * (sizes[0] - 1))} %"
    if isinstance(node, s.Binary) and node.op == "+":
        texts = [Span(op.source, side.start, side.end).text for side in (node.left, node.right)]
        added = next((texts[1 - at] for at, text in enumerate(texts) if text in ("1", "100 %")), added)
    ev.say(errors.more_than_doubled(_stated_at(op), phrases.Number(decimal(100 * sizes[0])) + " %", added))


def _as_factors(shares: Value, axis: str, labels: Sequence[str]) -> str:
    """The steps behind the first label, as they are to be written, where every share is 100 % or more: what there is then as a
    part of what there was, most likely; "" where one is less."""
    steps = {label: _stated(at_label(shares, axis, label)) for label in labels}
    if any(not is_exact(one) or size_of(one) < 1 for step in steps.values() for one in step):
        return ""
    found = [(label, steps[label][0]) for label in labels[1:] if len(steps[label]) == 1]
    return ", ".join([f"{label}: {decimal(100 * (size_of(one) - 1))} %" for label, one in found if is_exact(one)])


def _stated(value: Value) -> list[Value]:
    return [one for _, one in scalars(value) if one is not NOT_STATED]


def _scale_of_growth(measuring: Measuring, op: Op) -> Scale | None:
    measuring.plain(op.args[1], op.span())
    return measuring.of(op.args[0])


# ------------------------------------------------------------------------------ words
def _write(writing: Writing, op: Op) -> tuple[str, int]:
    """With all labels: what a value is at one of them hangs on the others."""
    return f"{op.op}({', '.join([writing.at_every_label(arg) for arg in op.args])})", ATOM


PREVIOUS = Builtin(
    "previous", "previous(x, first), previous(x, first, axis)",
    "What x is one label of a kept axis earlier, and `first` at the first label.",
    2, 2, _type_of_previous, _elaborate, _previous, _write, along=True,
)  # fmt: skip
RUNNING_SUM = Builtin(
    "running_sum", "running_sum(x), running_sum(x, axis)",
    "The sum of x at all labels of a kept axis so far. What does not vary along it counts anew at each.",
    1, 1, quantity, _elaborate, _running_sum, _write, along=True,
)  # fmt: skip
RUNNING_MAX = Builtin(
    "running_max", "running_max(x), running_max(x, axis)",
    "The largest value of x at all labels of a kept axis so far.",
    1, 1, quantity, _elaborate, _running_max, _write, along=True,
)  # fmt: skip
GROW = Builtin(
    "grow", "grow(base, by), grow(base, by, axis)",
    "The base at the first label of a kept axis, and from each to the next more `by` a share; at a label it is the step into it.",
    2, 2, _type_of_growth, _elaborate, _grow, _write, along=True, scale=_scale_of_growth,
)  # fmt: skip

RECORDS = (PREVIOUS, RUNNING_SUM, RUNNING_MAX, GROW)
