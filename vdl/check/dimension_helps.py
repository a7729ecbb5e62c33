"""What would make a quantity of one dimension one of another, as far as the text shows what was meant."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from vdl import errors
from vdl import syntax as s
from vdl.check.beside import of_dimension
from vdl.check.literals import literal, unit_of
from vdl.check.meant import (
    count_help,
    is_for_each,
    number_near,
    number_of,
    quietly,
    ratio_help,
    takers,
    type_words,
    unit_help,
    whole_of,
)  # fmt: skip
from vdl.check.measured import measured_help
from vdl.check.of_things import added_help, turned_help
from vdl.check.paths import Filled
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Member, Quantity
from vdl.semantics.units import Dimension, combine
from vdl.text.source import Span
from vdl.text.written import on_one_line, written


# ------------------------------------------------------------------------------ helps
def fitting(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, filled: Filled | None = None,
    member: Member | None = None,
) -> list[str]:  # fmt: skip
    """What makes an expression fit where another dimension is expected: which field beside the one that is filled takes it, how
    the member whose own formula it is would be declared, or what is to be written instead."""
    return [
        *_other_field(state, expr, filled),
        *_type_help(state, expr, found, member, scope),
        *(
            turned_help(state, expr, found, expected, scope)
            or _per_help(state, expr, found, expected, scope, filled) or _share_help(expr, expected, scope)
            or ratio_help(state, "what is wanted here", expr, scope, expected, filled)
            or _of_a_whole(state, expr, found, expected, scope, filled)
            or _for_all_help(state, expr, found, expected, scope, filled)
            or _rate_help(state, expr, found, expected) or _number_help(state, expr, found, expected, scope)
            or _things_help(state, expr, found, expected, scope)
            or _factor_help(state, expr, found, expected, scope, "", filled)
            or [*unit_help(state, expr, expected), *_each_help(state, expr, found, expected, scope)]
        ),
    ]  # fmt: skip


def equating(
    state: CheckState, left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, op: str, scope: Scope
) -> list[str]:
    """What makes two sides equal that are added or compared, of which `a` and `b` are the types: which member beside the one
    that is read, or what is to be written instead."""
    if near := of_dimension(state, left, b, scope) or of_dimension(state, right, a, scope):
        return [near]
    if added := added_help(state, left, right, a, b, op, scope):
        return added
    beside = _count_help(state, left, right, b, scope) or _count_help(state, right, left, a, scope)
    return [*beside, *_made_equal(state, left, right, a, b, op, scope)]


def _count_help(state: CheckState, expr: s.Expr, other: s.Expr, wanted: Quantity, scope: Scope) -> list[str]:
    """`f.load <= 3 carts`: how many carts there are, where the object of what is read says that."""
    if unit_of(other) is None or not isinstance(expr, s.Attribute) or not state.units.counts_things(wanted.dimension):
        return []
    help_ = count_help(state, expr.base, quietly(state, expr.base, scope), scope, wanted)
    return [help_] if help_ else []


def _made_equal(
    state: CheckState, left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, op: str, scope: Scope
) -> list[str]:
    meant = (
        _share_help(right, a, scope) or _share_help(left, b, scope) or _more_help(left, right, a, b, op, scope)
        or ratio_help(state, f"`{scope.span(left).text}`", right, scope, a, None)
        or ratio_help(state, f"`{scope.span(right).text}`", left, scope, b, None)
        or _of_a_whole(state, right, b, a, scope, None) or _of_a_whole(state, left, a, b, scope, None)
        or _rate_help(state, right, b, a) or _rate_help(state, left, a, b)
        or _number_help(state, left, a, b, scope) or _number_help(state, right, b, a, scope)
        or _for_all_help(state, right, b, a, scope, None) or _for_all_help(state, left, a, b, scope, None)
        or _things_help(state, right, b, a, scope) or _things_help(state, left, a, b, scope)
    )  # fmt: skip
    if meant:
        return meant
    in_unit = unit_help(state, right, a) or unit_help(state, left, b)
    per = _per_help(state, right, b, a, scope, None) or _per_help(state, left, a, b, scope, None)
    return [*per, *(_of_factors(state, left, right, a, b, scope) or (in_unit if not per else []))]


def _of_factors(state: CheckState, left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, scope: Scope) -> list[str]:
    """What one side is to be multiplied by: that which is no figure, or is so much for each of what is counted."""
    if (unit_of(right) is not None and unit_of(left) is None) or _can_be_for_all(state, left, a, b, scope):
        return _factor_help(state, left, a, b, scope, " on the left side") or _each_help(state, left, a, b, scope)
    return _factor_help(state, right, b, a, scope, " on the right side") or _each_help(state, right, b, a, scope)


def is_share(left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, scope: Scope) -> bool:
    """Whether one of two sides is a share for each step, such as `15 %/year`."""
    return bool(_share_help(right, a, scope) or _share_help(left, b, scope))


def _other_field(state: CheckState, expr: s.Expr, filled: Filled | None) -> list[str]:
    """`load = 4 kg/box` where `load` is a total: the field of a like name that takes what is so much for each."""
    if filled is None:
        return []
    figure = unit_of(expr)
    unit = state.units.read(figure.text) if figure is not None else ""
    names = [f"`{name}`" for name in takers(state, filled, unit)] if not isinstance(unit, str) else []
    if figure is None or not names:
        return []
    return [f"{' and '.join(names)} take{'s' if len(names) == 1 else ''} `{figure.text}`"]


def _per_help(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, filled: Filled | None
) -> list[str]:
    """`4 kg` where `4 kg/box` is expected: the unit as it would have to be written, and how a figure for all is shared out."""
    missing = combine(expected.dimension, found.dimension, -1)
    unit, base = unit_of(expr), state.units.base_units
    if unit is None or not expected.dimension or any(power != -1 or name not in base for name, power in missing):
        return []
    if not all(name in state.units.counted for name, _ in missing):
        return measured_help(state, expr, unit, missing, expected, scope)
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


def _of_a_whole(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, filled: Filled | None
) -> list[str]:
    """`10 %` where boxes are expected: what it is a share of is to be said."""
    if not found.ratio or not expected.dimension:
        return []
    share = f"{_operand(expr, scope)} * {whole_of(state, expr, expected.dimension, scope, filled) or '...'}"
    text = f"ceil({share})" if state.units.counts_things(expected.dimension) else share
    return [f"a share is one of a whole: multiply it by what it is a share of, `{text}`"]


def _can_be_for_all(state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope) -> bool:
    """Whether one side is so much for each of what is counted somewhere, so that times that number it is for all."""
    things = combine(expected.dimension, found.dimension, -1)
    if unit_of(expr) is not None or not state.units.counts_things(things) or not is_for_each(found, things):
        return False
    return bool(number_near(state, expr, things, scope, None))


def _for_all_help(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, filled: Filled | None
) -> list[str]:
    """`4 kg/box` where `4 kg` is expected: the unit of a figure for all, and what one for each is multiplied by."""
    things = combine(expected.dimension, found.dimension, -1)
    unit = unit_of(expr)
    if unit is None or not expected.dimension or not state.units.counts_things(things):
        return []
    above, *below = unit.text.split("/")
    each = next((part for part in below if part in state.units.names and state.units.names[part].dimension == things), None)
    if each is None:
        return []
    below.remove(each)
    if isinstance(expr, s.LabelMap) and expr.unit is None:
        return []
    whole = "/".join([above, *below])
    text = f"}} {unit.text}" if isinstance(expr, s.LabelMap) else scope.span(expr).text
    for_all = f"`{text.removesuffix(unit.text)}{whole}` if that is for all"
    number = number_near(state, expr, things, scope, filled)
    if not number:
        return [f"{for_all}; a figure for each is multiplied by their number"]
    return [f"{for_all}, `{text} * {number}` if it is for each"]


def _type_help(state: CheckState, expr: s.Expr, found: Quantity, member: Member | None, scope: Scope) -> list[str]:
    """`let each: Weight = load / boxes`: how a member is declared if its own formula is right."""
    node = member.node if member is not None else None
    if member is None or not isinstance(node, (s.Let, s.Function, s.Field)) or node.type is None:
        return []
    if member.source is not scope.source or not node.start <= expr.start < node.end or _keeps_its_type(member):
        return []
    type_ = type_words(state, found)
    if "*" in type_ or type_.startswith("1/") or (isinstance(node, s.Field) and node.within is not None):
        return []
    before = on_one_line(scope.source.text[node.start : node.type.start])
    return [f"where the formula is right, declare it so: `{before} {type_} = ...`"]


def _keeps_its_type(member: Member) -> bool:
    """Whether it takes the place of another one, whose type it has."""
    parent = member.owner.parent
    return member.replaces is not None or (parent is not None and parent.lookup(member.name) is not None)


def _more_help(left: s.Expr, right: s.Expr, a: Quantity, b: Quantity, op: str, scope: Scope) -> list[str]:
    """`load + 10 %`: a share of a quantity is added to it by a factor."""
    if op == "+" and a.ratio and b.dimension:
        left, right, a, b = right, left, b, a
    if op not in ("+", "-") or not b.ratio or not a.dimension:
        return []
    share = _operand(right, scope) if op == "-" or not isinstance(right, s.Binary) else scope.span(right).text
    words = "add a share of it" if op == "+" else "take a share of it away"
    return [f"to {words}, multiply: `{_operand(left, scope)} * (1 {op} {share})`"]


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


def _factor_help(
    state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope, where: str,
    filled: Filled | None = None,
) -> list[str]:  # fmt: skip
    """Which single factor would make the one dimension the other."""
    factor = combine(expected.dimension, found.dimension, -1)
    above = tuple([(n, p) for n, p in factor if p > 0])
    below = tuple([(n, -p) for n, p in factor if p < 0])
    name = state.units.name
    for things, others, verb, op, type_ in ((above, below, "multiply", "*", found), (below, above, "divide", "/", expected)):
        if not things or others:
            continue
        number = number_near(state, expr, things, scope, filled) if op == "*" or is_for_each(type_, things) else ""
        if not number and not (state.units.counts_things(things) and is_for_each(type_, things)):
            number = f"1 {_unit_for(state, expr, things, scope)}"
        example = _such_as(expr, op, number, things, where, scope) if number else where
        return [f"{verb} by a quantity of {name(things)}{example}"]
    if not found.dimension:
        return [f"multiply by a quantity of {name(factor)}, such as `1 {state.units.shown(factor).singular}`{where}"]
    return []


def _such_as(expr: s.Expr, op: str, number: str, factor: Dimension, where: str, scope: Scope) -> str:
    """An example with the operand named; the side on which it stands where it is long, or the unit would be."""
    text = _operand(expr, scope)
    return f", such as `{text} {op} {number}`" if sum(p for _, p in factor) == 1 and len(text) <= _SHORT else where


_SHORT = 60
"""Letters of an operand that is written again."""


def _operand(expr: s.Expr, scope: Scope) -> str:
    """The text of an expression, in brackets where it would fall apart before a sign of multiplication."""
    text = written(scope.span(expr))
    whole = isinstance(expr, (s.Name, s.Attribute, s.Call, s.Select, s.Number, s.Range, s.LabelMap)) or (
        isinstance(expr, s.Binary) and expr.op in "*/^"
    )
    return text if whole else f"({text})"


def _unit_for(state: CheckState, expr: s.Expr, of: Dimension, scope: Scope) -> str:
    """The unit of a dimension in which an expression, or what it names, is so much for each; else the one that is shown."""
    units = state.units
    for text in _written_units(state, expr, scope):
        for part in text.split("/")[1:]:
            if part in units.names and units.names[part].dimension == of:
                return units.names[part].singular
    return units.shown(of).singular


def _written_units(state: CheckState, expr: s.Expr, scope: Scope, deep: int = 2) -> Iterator[str]:
    """The units that are written in a formula, and in those of the derived values and inputs beside it that it names."""
    beside = scope.kinds()[0].lookup if scope.kinds() and deep else None
    for part in islice(s.walk(expr), _PARTS):
        unit = unit_of(part) if isinstance(part, s.Expr) else None
        if unit is not None:
            yield unit.text
        named = beside(part.name) if beside is not None and isinstance(part, s.Name) else None
        if named is not None and isinstance(named.node, (s.Let, s.Field)):
            value = named.node.value if isinstance(named.node, s.Let) else named.node.default
            if named.node.shown is not None:
                yield named.node.shown.text
            if value is not None:
                yield from _written_units(state, value, Scope(scope.kind, named.source), deep - 1)


_PARTS = 20
"""Parts of a formula that are looked at."""


def _each_help(state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope) -> list[str]:
    """`people` where `boxes` are expected: how many of the one there are for each of the other, which nobody knows here."""
    wanted, counted = _other_things(state, found, expected)
    if not wanted:
        return []
    base, text = state.units.base_units, _operand(expr, scope)
    each = f"... {base[wanted].plural}/{base[counted].singular}"
    return [f"say how many there are for each: `{text if len(text) <= _SHORT else '...'} * {each}`"]


def _other_things(state: CheckState, found: Quantity, expected: Quantity) -> tuple[str, str]:
    """Which counted unit would have to be multiplied by, and which divided by, where two quantities differ in nothing else:
    they are of other things, or for each of other things. "" twice of others."""
    factor = combine(expected.dimension, found.dimension, -1)
    ends = [[name for name, power in factor if power == sign] for sign in (1, -1)]
    (wanted, *more), (counted, *others) = ends[0] or [""], ends[1] or [""]
    if more or others or len(factor) != 2 or not {wanted, counted} <= state.units.counted:
        return "", ""
    return wanted, counted


def _things_help(state: CheckState, expr: s.Expr, found: Quantity, expected: Quantity, scope: Scope) -> list[str]:
    """`26 people` where boxes are expected: the unit of a figure is what is wrong, and not its number."""
    unit, (wanted, counted) = unit_of(expr), _other_things(state, found, expected)
    if unit is None or not wanted:
        return []
    names, base, parts = state.units.names, state.units.base_units, unit.text.split("/")
    number = scope.span(expr).text.removesuffix(unit.text)
    whole = base[wanted].singular if number.strip() == "1" else base[wanted].plural
    for at, part in enumerate(parts):
        old, new = (wanted, base[counted].singular) if at else (counted, whole)
        if part in names and names[part].dimension == ((old, 1),):
            parts[at] = new
            break
    else:
        return []
    if isinstance(expr, s.LabelMap):
        return [f"did you mean `{'}' if expr.unit is not None else '...'} {'/'.join(parts)}`?"]
    return [f"did you mean `{number}{'/'.join(parts)}`?"]
