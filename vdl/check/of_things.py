"""Figures for each of counted things that are the wrong way round, and counts of different things that are added."""

from __future__ import annotations

import re

from vdl import syntax as s
from vdl.check.literals import unit_of
from vdl.check.meant import quietly
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Quantity
from vdl.semantics.units import Dimension, combine
from vdl.text.written import on_one_line, written


def turned_help(state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope) -> list[str]:
    """`people * 2 people / 1 box` where boxes are expected: what is for each the other way round."""
    extra = combine(found.dimension, expected.dimension, -1)
    if not extra or any(power % 2 for _, power in extra):
        return []
    once = tuple([(name, power // 2) for name, power in extra])
    whole, base = scope.span(expr), scope.span(expr).text

    def instead(start: int, end: int, text: str) -> list[str]:
        meant = on_one_line(base[: start - whole.start] + text + base[end - whole.start :])
        meant += ")" * (meant.count("(") - meant.count(")"))  # an expression ends before its brackets
        return [f"that is the wrong way round: did you mean `{meant}`?"]

    for part in s.walk(expr):
        if not isinstance(part, s.Binary) or part.op not in "*/":
            continue
        figure = _dimension(state, part.right)
        text = scope.span(part.right).text
        if figure and combine(once, figure, 1 if part.op == "/" else -1) == ():
            start, end = part.left.end, part.right.end
            sign = scope.source.text[start : part.right.start].replace(part.op, "/" if part.op == "*" else "*")
            return instead(start, end, sign + (text if "(" in sign or part.op == "/" else f"({text})"))
        if part.op == "/" and isinstance(part.left, s.Binary) and part.left.op == "*":
            above, below = part.left.right, part.right
            upper, lower = _dimension(state, above), _dimension(state, below)
            if upper and lower and combine(upper, lower, -1) == once:
                between = base[above.end - whole.start : below.start - whole.start]
                return instead(above.start, below.end, f"{scope.span(below).text}{between}{scope.span(above).text}")
    return []


def _dimension(state: CheckState, expr: s.Expr) -> Dimension:
    """Of what a written figure is; of nothing where it is none."""
    unit = unit_of(expr)
    read = state.units.read(unit.text) if unit is not None else ""
    return () if isinstance(read, str) else read.dimension


def added_help(
    state: CheckState, left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, op: str, scope: Scope
) -> list[str]:
    """`boxes + carts <= 30 kg`, `boxes * weight + carts * limit`: counts of different things are added by what each takes."""
    if op not in ("+", "-"):
        return []
    sides = [(left, a), (right, b)]
    things = [_things(state, one, other) for one, other in ((a, b), (b, a))]
    if not all(things):
        return []
    base = state.units.base_units
    if len(a.dimension) == 1:
        unit = _compared_in(state, right, scope)
        if not unit or state.units.names[unit].dimension in (a.dimension, b.dimension):
            return []
        each = [f"{written(scope.span(side))} * ... {unit}/{base[one].singular}" for (side, _), one in zip(sides, things)]
        return [f"say what one of each takes: `{f' {op} '.join(each)}`"]
    plain = [_without(state, side, one, scope) for (side, _), one in zip(sides, things)]
    return [f"to take it so many times, make plain numbers of the counts: `{f' {op} '.join(plain)}`"] if all(plain) else []


def _things(state: CheckState, one: Quantity, other: Quantity) -> str:
    """The counted unit by which one quantity differs from another; "" where it differs in more."""
    more = [(name, power) for name, power in combine(one.dimension, other.dimension, -1) if power > 0]
    return more[0][0] if len(more) == 1 and more[0][1] == 1 and more[0][0] in state.units.counted else ""


def _without(state: CheckState, expr: s.Expr, thing: str, scope: Scope) -> str:
    """A product with a plain number in the place of the count of a thing; "" where none of its factors is that."""
    parts, text = [expr], scope.span(expr).text
    for part in parts:  # grows while it is read
        if isinstance(part, s.Binary) and part.op in "*/":
            parts += [part.left, part.right] if part.op == "*" else [part.left]
            continue
        type_ = quietly(state, part, scope)
        if isinstance(type_, Quantity) and type_.dimension == ((thing, 1),):
            start, end = part.start - expr.start, part.end - expr.start
            return on_one_line(f"{text[:start]}number({text[start:end]}){text[end:]}")
    return ""


def _compared_in(state: CheckState, expr: s.Expr, scope: Scope) -> str:
    """The unit of the figure with which a sum is compared, of which an expression is the end."""
    behind = re.compile(_COMPARED).match(scope.source.text, expr.end)
    return behind[1] if behind is not None and behind[1] in state.units.names else ""


_COMPARED = r"[) ]*(?:<=|>=|==|<|>) *[0-9][0-9_.]* *([A-Za-z]\w*)"
"""A comparison with a figure, behind what is compared."""

__all__ = ["added_help", "turned_help"]
