"""What would make a quantity of one dimension one of another, as far as the text shows what was meant."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.literals import literal, unit_of
from vdl.check.meant import Filled, number_of, quietly, takers
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Quantity
from vdl.semantics.units import combine
from vdl.text.source import Span
from vdl.text.written import on_one_line


# ------------------------------------------------------------------------------ helps
def fitting(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, filled: Filled | None = None
) -> list[str]:
    """What makes an expression fit where another dimension is expected, or which field beside the one that is filled takes it."""
    return [
        *_other_field(state, expr, filled),
        *(
            _per_help(state, expr, found, expected, scope, filled) or _share_help(expr, expected, scope)
            or _ratio_help("here", expr, expected)
            or _rate_help(state, expr, found, expected) or _number_help(state, expr, found, expected, scope)
            or _factor_help(state, found, expected) or _unit_help(state, expr, expected)
        ),
    ]  # fmt: skip


def equating(
    state: CheckState, left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, scope: Scope
) -> list[str]:
    """What makes two sides equal that are added or compared, of which `a` and `b` are the types."""
    meant = (
        _share_help(right, a, scope) or _share_help(left, b, scope)
        or _ratio_help(f"`{scope.span(left).text}`", right, a) or _ratio_help(f"`{scope.span(right).text}`", left, b)
        or _rate_help(state, right, b, a) or _rate_help(state, left, a, b)
        or _number_help(state, left, a, b, scope) or _number_help(state, right, b, a, scope)
    )  # fmt: skip
    if meant:
        return meant
    if unit_of(right) is not None and unit_of(left) is None:  # the figure says what is wanted
        return [f"{words} on the left side" for words in _factor_help(state, a, b)]
    return [f"{words} on the right side" for words in _factor_help(state, b, a)]


def is_share(left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, scope: Scope) -> bool:
    """Whether one of two sides is a share for each step, such as `15 %/year`."""
    return bool(_share_help(right, a, scope) or _share_help(left, b, scope))


def _other_field(state: CheckState, expr: s.Expr, filled: Filled | None) -> list[str]:
    """`load = 4 kg/box` where `load` is a total: the field of a like name that takes what is so much for each."""
    if filled is None:
        return []
    written = unit_of(expr)
    unit = state.units.read(written.text) if written is not None else ""
    names = [f"`{name}`" for name in takers(state, filled, unit)] if not isinstance(unit, str) else []
    if written is None or not names:
        return []
    return [f"{' and '.join(names)} take{'s' if len(names) == 1 else ''} `{written.text}`"]


def _per_help(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, filled: Filled | None
) -> list[str]:
    """`4 kg` where `4 kg/box` is expected: the unit as it would have to be written, and how a figure for all is shared out."""
    missing = combine(expected.dimension, found.dimension, -1)
    unit, base = unit_of(expr), state.units.base_units
    if unit is None or not expected.dimension or any(power != -1 or name not in base for name, power in missing):
        return []
    each, text = "".join([f"/{base[name].singular}" for name, _ in missing]), scope.span(expr).text
    if isinstance(expr, s.LabelMap):
        return [f"the unit is that of one value: `}} {unit.text}{each}`" if expr.unit is not None else
                f"write each value in the unit of the field, `{unit.text}{each}`"]  # fmt: skip
    things = tuple([(name, 1) for name, _ in missing])
    if filled is None or not state.units.counts_things(things):
        return [f"did you mean `{text}{each}`?"]
    number = number_of(filled, things)
    if not number:
        return [f"`{text}{each}` if that is for each; a figure for all is divided by their number"]
    return [f"`{text}{each}` if that is for each, `{text} / {number}` if it is for all"]


def _ratio_help(what: str, expr: s.Expr, expected: Quantity) -> list[str]:
    """`free >= 4 kg` where `free` is a ratio: no amount is one."""
    if not expected.ratio or unit_of(expr) is None:
        return []
    is_share = "a share is wanted here" if what == "here" else f"{what} is a share"
    return [f"{is_share}, which is written in percent, such as `10 %`"]


def _share_help(expr: s.Expr, expected: Quantity, scope: Scope) -> list[str]:
    """`15 %/kg` where a ratio is expected: what is so much more at each label is a ratio that a function reads."""
    number = literal(expr)
    if number is None or number.unit is None or expected.dimension or not number.unit.text.startswith("%/"):
        return []
    share = scope.span(expr).text.split("%")[0] + "%"
    return [errors.share_words(share)]


def _rate_help(state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity) -> list[str]:
    """`4 kg/s` where `kg` is expected: a figure for each of what is measured, and not counted, is a rate."""
    unit = unit_of(expr)
    above = [name for name, power in combine(expected.dimension, found.dimension, -1) if power > 0]
    if unit is None or not expected.dimension or len(above) != 1 or above[0] in state.units.counted:
        return []
    if dict(found.dimension).get(above[0], 0) >= 0:
        return []
    each = state.units.base_units[above[0]].singular
    wanted = (expected.shown or state.units.shown(expected.dimension)).plural
    return [f"`{unit.text}` is a rate, so much for each {each}; an amount is wanted, in a unit such as `{wanted}`"]


def _number_help(state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope) -> list[str]:
    """`3 boxes * each` where `kg` is expected and `each` is in kg: that is for each box, or taken so many times."""
    extra = combine(found.dimension, expected.dimension, -1)
    if not state.units.counts_things(extra):
        return []
    factors, whole = list(_factors(expr)), scope.span(expr)
    for part in factors[:_MOST]:
        unit = unit_of(part)
        read = state.units.read(unit.text) if unit is not None else ""
        if not isinstance(read, str) and read.dimension and extra[0][0] not in dict(read.dimension):
            each = state.units.base_units[extra[0][0]].singular
            return [f"did you mean `{_with(whole, part, f'{scope.span(part).text}/{each}')}`?"]
    for part in factors[:_MOST]:
        if unit_of(part) is not None:
            continue
        type_ = quietly(state, part, scope)
        if isinstance(type_, Quantity) and type_.dimension == extra:
            number = f"number({scope.span(part).text})"
            return [f"to take it so many times, make a plain number of the count: `{_with(whole, part, number)}`"]
    return []


_MOST = 8
"""Factors of a product that are looked at."""


def _factors(expr: s.Expr) -> Iterator[s.Expr]:
    """What is multiplied in an expression; nothing of one that is no product."""
    while isinstance(expr, s.Binary) and expr.op in "*/":
        if expr.op == "*":
            yield expr.right
            if not (isinstance(expr.left, s.Binary) and expr.left.op in "*/"):
                yield expr.left
        expr = expr.left


def _with(whole: Span, part: s.Expr, instead: str) -> str:
    """The text of an expression with something in the place of one of its parts."""
    text, start = whole.text, part.start - whole.start
    return on_one_line(text[:start] + instead + text[start + part.end - part.start :])


def _factor_help(state: CheckState, found: Quantity, expected: Quantity) -> list[str]:
    """Which single factor would make the one dimension the other."""
    factor = combine(expected.dimension, found.dimension, -1)
    above = [(n, p) for n, p in factor if p > 0]
    below = [(n, p) for n, p in factor if p < 0]
    name = state.units.name
    if factor and not below:
        return [f"multiply by a quantity of {name(tuple(above))}"]
    if factor and not above:
        return [f"divide by a quantity of {name(tuple((n, -p) for n, p in below))}"]
    if not found.dimension:
        return [f"multiply by a quantity of {name(factor)}, such as `1 {state.units.shown(factor).singular}`"]
    return []


def _unit_help(state: CheckState, expr: s.Expr, expected: Quantity) -> list[str]:
    """In what a figure would be written that is in no unit of what is wanted."""
    if unit_of(expr) is None or not expected.dimension:
        return []
    wanted = (expected.shown or state.units.shown(expected.dimension)).plural
    return [f"{state.units.name(expected.dimension)} is written in a unit such as `{wanted}`"]
