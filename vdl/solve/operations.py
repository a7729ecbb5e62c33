"""The operations of formulas: one function each, from a place in the graph to its value."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.settled import Items
from vdl.graph.cells import Cell, Formula, Op
from vdl.graph.order import needs
from vdl.semantics.units import Exact, ceiling, floor, nearest
from vdl.text.source import Span
from vdl.values import (
    FAULT,
    OTHER,
    Conflict,
    MissingLabel,
    Part,
    Range,
    Varying,
    absolute,
    add,
    broadcast,
    extreme,
    high,
    hull,
    loosened,
    low,
    monotone,
    multiply,
    negate,
    quotient,
    scalars,
    subtract,
    total,
)  # fmt: skip

if TYPE_CHECKING:
    from vdl.solve.formulas import Formulas
from vdl.values import NOT_STATED


def span_of(node: Any, source: Any) -> Span:
    return Span(source, node.start, node.end)


def _arithmetic(function: Callable[[Any, Any], tuple[Any, Conflict]]) -> Callable[[Formulas, Op], Any]:
    return lambda formulas, op: formulas.combine(op, function)


def _division(formulas: Formulas, op: Op) -> Any:
    def over(a: Any, b: Any) -> tuple[Any, Conflict]:
        if low(b) <= 0 <= high(b):
            if high(b) == low(b) == 0 and low(a) == high(a) == 0:
                return NOT_STATED, set()
            node = op.node.right if hasattr(op.node, "right") else op.node
            notes = ["the divisor is a range that includes zero"] if b.__class__ is Range else []
            read: list[Cell] = []
            needs(op.args[1], read)
            related = [(cell.span(), f"`{cell.path}`") for cell in read if formulas.values.get(cell) == 0][:3]
            if formulas.bound is not None:
                cell, entry = formulas.bound
                formulas.say(errors.impossible_bound(span_of(node, op.source), cell.path, entry.name, notes, related))
            else:
                formulas.say(errors.division_by_zero(span_of(node, op.source), notes, related))
            return FAULT, set()
        return quotient(a, b)

    return formulas.combine(op, over)


def _compared(test: Callable[[Exact], bool]) -> Callable[[Formulas, Op], Any]:
    """A comparison, by the sign of the difference, so that correlated ranges are judged rightly."""

    def compare(formulas: Formulas, op: Op) -> Any:
        left, right = formulas.evaluate(op.args[0]), formulas.evaluate(op.args[1])
        plain = [v for side in (left, right) for _, v in scalars(side)]
        if any(v.__class__ is str or v.__class__ is bool or isinstance(v, Part) for v in plain):
            return broadcast(lambda a, b: _same(a, b, op.op), [left, right])
        if not any(v.__class__ is Range for v in plain):
            def points(a: Any, b: Any) -> Any:
                if a is FAULT or b is FAULT:
                    return FAULT
                if a is NOT_STATED or b is NOT_STATED:
                    return NOT_STATED
                return test(a - b)

            return broadcast(points, [left, right])
        difference = formulas.combine(op, subtract)

        def judge(d: Any) -> Any:
            if d is FAULT or d is NOT_STATED:
                return d
            if d.__class__ is not Range:
                return test(d)
            if op.op in ("==", "!="):  # a range is more than one value, so it is never equal throughout
                return Part(d.tight, frozenset(d.sources)) if d.low <= 0 <= d.high else op.op == "!="
            ends = test(d.low), test(d.high)
            if ends[0] == ends[1]:
                return ends[0]
            return Part(d.tight, frozenset(d.sources))

        return broadcast(judge, [difference])

    return compare


_TESTS: dict[str, Callable[[Any, Any], Any]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _same(a: Any, b: Any, op: str) -> Any:
    if a is FAULT or b is FAULT:
        return FAULT
    if a is NOT_STATED or b is NOT_STATED:
        return NOT_STATED
    if isinstance(a, Part) or isinstance(b, Part):
        return Part(False, _hangs_on(a) | _hangs_on(b))
    return _TESTS[op](a, b)


def _logic(formulas: Formulas, op: Op) -> Any:
    left, right = formulas.evaluate(op.args[0]), formulas.evaluate(op.args[1])
    deciding = op.op == "or"

    def both(a: Any, b: Any) -> Any:
        if a is FAULT or b is FAULT:
            return FAULT
        if a is deciding or b is deciding:
            return deciding
        if a is NOT_STATED or b is NOT_STATED:
            return NOT_STATED
        if isinstance(a, Part) or isinstance(b, Part):
            if isinstance(a, Part) and isinstance(b, Part):
                return Part(False, a.sources | b.sources)
            return a if isinstance(a, Part) else b
        return not deciding

    return broadcast(both, [left, right])


def _not(formulas: Formulas, op: Op) -> Any:
    return broadcast(lambda a: (not a) if a is True or a is False else a, [formulas.evaluate(op.args[0])])


def _conditional(formulas: Formulas, op: Op) -> Any:
    condition = formulas.evaluate(op.args[0])
    if condition is True:
        return formulas.evaluate(op.args[1])
    if condition is False:
        return formulas.evaluate(op.args[2])
    # What is wrong with a branch is wrong only where the branch is taken.
    outer, formulas.held = formulas.held, []
    then, other = formulas.evaluate(op.args[1]), formulas.evaluate(op.args[2])
    held, formulas.held = formulas.held, outer

    def pick(c: Any, a: Any, b: Any) -> Any:
        if c is True:
            return a
        if c is False:
            return b
        if isinstance(c, Part):
            if a is FAULT or b is FAULT or (a is NOT_STATED and b is NOT_STATED):
                return a if a is FAULT else b
            if a is NOT_STATED or b is NOT_STATED:
                formulas.say(errors.stated_for_part(op.span()))
                return FAULT
            if a.__class__ is bool or isinstance(a, Part):
                return a if a is b else Part(False, c.sources | _hangs_on(a) | _hangs_on(b))
            joined = hull([a, b], is_tight=False)
            if joined.__class__ is not Range:
                return joined
            # Neither branch alone decides: what the condition hangs on moves the value too, and not steadily.
            sources = {s: (0, OTHER) for s in (*joined.sources, *c.sources)}
            return Range(joined.low, joined.high, sources, False)
        return c

    picked = broadcast(pick, [condition, then, other])
    if any(one is FAULT for _, one in scalars(picked)):
        for diagnostic in held:
            formulas.say(diagnostic)
    return picked


def _hangs_on(condition: Any) -> frozenset[str]:
    return condition.sources if isinstance(condition, Part) else frozenset()


def _otherwise(formulas: Formulas, op: Op) -> Any:
    first = formulas.evaluate(op.args[0])
    if first is not NOT_STATED and first.__class__ is not Varying:
        return first
    return broadcast(lambda a, b: b if a is NOT_STATED else a, [first, formulas.evaluate(op.args[1])])


def _is_given(formulas: Formulas, op: Op) -> Any:
    return broadcast(lambda a: a if a is FAULT else a is not NOT_STATED, [formulas.evaluate(op.args[0])])


def _selected(formulas: Formulas, op: Op) -> Any:
    """The value at labels. One label leaves no axis; several leave the axis with fewer labels."""
    value = formulas.evaluate(op.args[0])
    axis, wanted, single, every = op.extra
    if value.__class__ is not Varying or axis not in value.axes:
        return value
    at = value.axes.index(axis)
    known = value.labels(axis)
    for label in wanted:
        if label not in known and not every:
            raise MissingLabel(axis, label)
    if single:
        axes = value.axes[:at] + value.axes[at + 1 :]
        cells = {k[:at] + k[at + 1 :]: v for k, v in value.cells.items() if k[at] == wanted[0]}
        return cells[()] if not axes else Varying(axes, cells)
    return Varying(value.axes, {k: v for k, v in value.cells.items() if k[at] in wanted})


def _mapped(formulas: Formulas, op: Op) -> Any:
    """A value by label, made from one formula for each label."""
    axis, labels = op.extra
    parts = {label: formulas.evaluate(arg) for label, arg in zip(labels, op.args)}
    axes = {axis}
    for part in parts.values():
        if part is FAULT:
            return FAULT
        if part.__class__ is Varying:
            axes |= set(part.axes)
    ordered = tuple(sorted(axes))
    cells: dict[tuple[str, ...], Any] = {}
    flat = {}
    for label, part in parts.items():
        if part.__class__ is Varying and axis in part.axes:
            at = part.axes.index(axis)
            rest = part.axes[:at] + part.axes[at + 1 :]
            own = {k[:at] + k[at + 1 :]: v for k, v in part.cells.items() if k[at] == label}
            part = own[()] if not rest else Varying(rest, own)
        flat[label] = part
    others = [p for p in flat.values() if p.__class__ is Varying]
    if not others:
        return Varying((axis,), {(label,): part for label, part in flat.items()})
    for label, part in flat.items():
        spread = broadcast(lambda first, *rest: (first,), [part, *others])  # wrapped, so that silence keeps its labels
        for key, scalar in spread.cells.items():
            where = dict(zip(spread.axes, key))
            where[axis] = label
            cells[tuple([where[a] for a in ordered])] = scalar[0]
    return Varying(ordered, cells)


def _total(formulas: Formulas, op: Op) -> Any:
    """The sum of a list; not stated (with a warning) where only some items are stated."""
    if not op.args:
        return 0
    values = [formulas.evaluate(arg) for arg in op.args]
    silent = [i for i, v in enumerate(values) if any(one is NOT_STATED for _, one in scalars(v))]
    if silent and op.op == "sum_stated":
        values = [v for v in values if v is not NOT_STATED]
        if not values:
            return NOT_STATED
    elif silent:
        if len(silent) < len(values):
            names = [_item_name(op, i) for i in silent]
            formulas.say(errors.partly_stated(op.span(), f"`{_what(op)}`", names, formulas.about()))
        if any(values[i] is NOT_STATED for i in silent):
            return NOT_STATED
    if len(values) == 1:
        return values[0]
    if all(v.__class__ is not Varying and v.__class__ is not Range and v is not FAULT for v in values):
        return sum(values[1:], values[0])
    conflict: Conflict = set()

    def added(*items: Any) -> Any:
        if any(v is FAULT for v in items):
            return FAULT
        stated = [v for v in items if v is not NOT_STATED]
        if len(stated) < len(items) and (op.op != "sum_stated" or not stated):
            return NOT_STATED
        result, pulled = total(stated)
        conflict.update(pulled)
        return result

    summed = broadcast(added, values)
    if not conflict:
        return summed
    # Ranges that pull both ways in one sum: pair by pair, so that each pair can be tried at its corners.
    args = op.args if not silent else tuple(a for i, a in enumerate(op.args) if i not in silent)
    made: Formula = args[0]
    for arg in args[1:]:
        made = Op("+", (made, arg), op.node, op.source)
    return formulas.evaluate(made)


def _item_name(op: Op, index: int) -> str:
    names = op.extra.names() if isinstance(op.extra, Items) else ()
    if index < len(names):
        return str(names[index])
    arg = op.args[index]
    return arg.path if isinstance(arg, Cell) else "an item without a name"


def _what(op: Op) -> str:
    """What is added up: an input of a sum of objects, or the text of the sum."""
    return op.node.name.name if isinstance(op.node, s.Field) else op.span().text


def _most_or_least(choose: Callable[..., Any]) -> Callable[[Formulas, Op], Any]:
    def function(formulas: Formulas, op: Op) -> Any:
        values = [formulas.evaluate(arg) for arg in op.args]
        if op.extra:
            values = [v for v in values if v is not NOT_STATED]
            if not values:
                return NOT_STATED
        total = values[0]
        for value in values[1:]:
            def pick(a: Any, b: Any) -> Any:
                if a is FAULT or b is FAULT:
                    return FAULT
                if a is NOT_STATED or b is NOT_STATED:
                    return NOT_STATED
                result, conflict = extreme(choose, a, b)
                return loosened(result, conflict)

            total = broadcast(pick, [total, value])
        return total

    return function


def _rounded(function: Callable[[Exact, Exact], Exact]) -> Callable[[Formulas, Op], Any]:
    def round_(formulas: Formulas, op: Op) -> Any:
        value, step = formulas.evaluate(op.args[0]), formulas.evaluate(op.args[1])

        def apply(a: Any, by: Any) -> Any:
            if a is FAULT or by is FAULT:
                return FAULT
            if a is NOT_STATED or by is NOT_STATED:
                return NOT_STATED
            if by.__class__ is Range or by <= 0:
                formulas.say(errors.division_by_zero(op.span(), ["the step of a rounding is a number above zero"]))
                return FAULT
            return monotone(lambda x: function(x, by), a)

        return broadcast(apply, [value, step])

    return round_


def _over_labels(choose: Callable[..., Any]) -> Callable[[Formulas, Op], Any]:
    """The largest or smallest over all labels, kept ones too; ends of ranges stay."""

    def function(formulas: Formulas, op: Op) -> Any:
        value = formulas.evaluate(op.args[0])
        if value.__class__ is not Varying:
            return value
        best: Any = None
        for scalar in value.cells.values():
            if scalar is FAULT:
                return FAULT
            if scalar is NOT_STATED:
                continue
            if best is None:
                best = scalar
            else:
                result, conflict = extreme(choose, best, scalar)
                best = loosened(result, conflict)
        return NOT_STATED if best is None else best

    return function


def _each_scalar(function: Callable[[Any], Any]) -> Callable[[Formulas, Op], Any]:
    def apply(v: Any) -> Any:
        return v if v is NOT_STATED or v is FAULT else function(v)

    return lambda formulas, op: broadcast(apply, [formulas.evaluate(op.args[0])])


OPERATIONS: dict[str, Callable[[Formulas, Op], Any]] = {
    "+": _arithmetic(add), "-": _arithmetic(subtract), "*": _arithmetic(multiply), "/": _division,
    "neg": _each_scalar(negate), "abs": _each_scalar(absolute),
    "==": _compared(lambda d: d == 0), "!=": _compared(lambda d: d != 0), "<": _compared(lambda d: d < 0),
    "<=": _compared(lambda d: d <= 0), ">": _compared(lambda d: d > 0), ">=": _compared(lambda d: d >= 0),
    "and": _logic, "or": _logic, "not": _not, "if": _conditional, "else": _otherwise, "given": _is_given,
    "at": _selected, "map": _mapped, "sum": _total, "sum_stated": _total, "max": _most_or_least(max),
    "min": _most_or_least(min), "ceil": _rounded(ceiling), "floor": _rounded(floor), "round": _rounded(nearest),
    "peak": _over_labels(max), "lowest": _over_labels(min),
}  # fmt: skip
