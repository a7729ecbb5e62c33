"""Calculations that come out as they are printed: where numbers are written in units that no reader turns into that of the result
at sight (GiB into GB), the result stands in theirs first, or a number in both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction as Number

from vdl.report.formula import Called, Chain, Either, Fenced, Formula, Fraction, Over, Power, Prefixed, Quantity, Written
from vdl.semantics.units import ONE, PERCENT, Exact, Unit, Units, divide, size_of
from vdl.values import Value
from vdl.words import values as show

_Leaf = Quantity | Written

_MEASURED = re.compile(r"[-−]?([\d,]+(?:\.\d+)?)(?: (.+))?")

_FITS: tuple[Exact, Exact] = (Number(1, 10), 100_000)
"""Between these lies a number that is easy to read."""


def reckoned(tree: Formula, value: Value, unit: Unit, units: Units) -> Formula:
    """A formula whose numbers come to a value in a unit, as a reader gets that; the formula itself where that is so already, or
    where its parts can't be told."""
    if isinstance(tree, _Leaf) or value == 0:
        return tree
    alike = _alike(tree, units)
    scale = _scale(alike, units)
    if scale is None or _at_sight(divide(scale, unit.factor)):
        return alike
    between = _between(scale, value, unit, units)
    if between is not None:
        return Either(alike, Chain("=", (alike, Written(show.told(value, between)))))
    turned = [(ratio, made) for leaf in _leaves(alike) for ratio, other in _others(leaf, units)
              if (made := _with(alike, leaf, _both(leaf, other))) is not None
              and _at_sight(divide(_scale(made, units) or 0, unit.factor))]  # fmt: skip
    return min(turned, key=lambda one: _apart(one[0]))[1] if turned else alike


def _at_sight(ratio: Exact) -> bool:
    """Whether one unit is so many of the other: 1,000 MB, 3,600 seconds, 1,024 MiB; or 86.4, of MB/s and GB/day. Of GiB and GB it
    is one that has many powers of two and none of five with them."""
    if ratio == 0 or ratio.numerator == 1 or ratio.denominator == 1:
        return ratio != 0
    above, below = [_powers(side) for side in (size_of(ratio).numerator, ratio.denominator)]
    twos = above[0] - below[0] - (above[1] - below[1])
    return abs(twos) < _BINARY and max(above[2], below[2]) < _LARGE


_BINARY, _LARGE = 10, 100_000
"""From so many powers of two on a unit is one of 1,024; a number so large is no round one."""


def _apart(ratio: Exact) -> Exact:
    """How many of the smaller of two units the larger is."""
    return ratio if ratio >= 1 else divide(1, ratio)


def _powers(number: int) -> tuple[int, int, int]:
    """How often two and five are in a number, and what is left of it."""
    found = []
    for prime in (2, 5):
        power = 0
        while number % prime == 0:
            number //= prime
            power += 1
        found.append(power)
    return found[0], found[1], number


# ------------------------------------------------------------------------------ what is printed
def _unit(leaf: _Leaf, units: Units) -> Unit | None:
    """The unit in which a number is written; None of what is no number."""
    found = _MEASURED.fullmatch(leaf.value if isinstance(leaf, Quantity) else leaf.text)
    if found is None:
        return None
    unit = units.read(str(found[2])) if found[2] else ONE
    return unit if isinstance(unit, Unit) else None


def _is_zero(tree: Formula) -> bool:
    if isinstance(tree, _Leaf):
        found = _MEASURED.fullmatch(tree.value if isinstance(tree, Quantity) else tree.text)
        return found is not None and not found[1].strip("0.,")
    return isinstance(tree, Chain) and tree.sign == "×" and any(map(_is_zero, tree.parts))


def _scale(tree: Formula, units: Units) -> Exact | None:
    """How many base units one of what a reader gets is; None where that can't be told."""
    match tree:
        case Quantity() | Written():
            unit = _unit(tree, units)
            return None if unit is None else 1 if unit == PERCENT else unit.factor
        case Either():
            return _scale(tree.numbers, units)
        case Over():
            return _scale(tree.parts, units)
        case Fenced() | Prefixed():
            return _scale(tree.inner, units)
        case Fraction():
            top, bottom = _scale(tree.top, units), _scale(tree.bottom, units)
            return None if top is None or bottom is None else divide(top, bottom)
        case Chain(sign="×"):
            product: Exact = 1
            for part in tree.parts:
                scale = _scale(part, units)
                if scale is None:
                    return None
                product *= scale
            return product
        case Chain(sign="+" | "−") | Called(name="max" | "min"):
            parts = tree.parts if isinstance(tree, Chain) else tree.arguments
            return next((_scale(part, units) for part in parts if not _is_zero(part)), 1)
        case Chain(sign="="):
            return _scale(tree.parts[-1], units)
        case _:
            return None


def _leaves(tree: Formula) -> Iterator[_Leaf]:
    """The numbers that stand in a formula, each once."""
    found: dict[_Leaf, None] = {}

    def seen(leaf: _Leaf) -> Formula:
        found.setdefault(leaf)
        return leaf

    _mapped(tree, seen)
    yield from found


def _mapped(tree: Formula, make: Callable[[_Leaf], Formula]) -> Formula:
    """A formula with others in the places of its numbers; its names stay."""
    return make(tree) if isinstance(tree, (Quantity, Written)) else _parts(tree, lambda part: _mapped(part, make))


def _parts(tree: Formula, change: Callable[[Formula], Formula]) -> Formula:
    """A formula with other ones in the places of those that it is made of."""
    match tree:
        case Quantity() | Written():
            return tree
        case Either():
            return Either(tree.names, change(tree.numbers))
        case Over():
            return Over(tree.sign, tree.over, tree.each, change(tree.parts), tree.terms, tree.titles)
        case Fenced():
            return Fenced(tree.left, change(tree.inner), tree.right)
        case Prefixed():
            return Prefixed(tree.sign, change(tree.inner), tree.said)
        case Fraction():
            return Fraction(change(tree.top), change(tree.bottom))
        case Power():
            return Power(change(tree.base), tree.exponent)
        case Chain():
            return Chain(tree.sign, tuple([change(part) for part in tree.parts]), tree.said)
        case Called():
            return Called(tree.name, tuple([change(part) for part in tree.arguments]))


def _with(tree: Formula, leaf: _Leaf, other: Formula | None) -> Formula | None:
    return None if other is None else _mapped(tree, lambda one: other if one == leaf else one)


# ------------------------------------------------------------------------------ other units
def _others(leaf: _Leaf, units: Units) -> Iterator[tuple[Exact, Unit]]:
    """The units into which nobody turns a number at sight, with how many of the old one they are."""
    unit = _unit(leaf, units)
    first, *rest = unit.plural.split("/") if unit is not None else [""]
    known = units.names.get(first)
    if unit is None or known is None or leaf.exact is None:
        return
    for other in _like(first, units):
        ratio = divide(other.factor, known.factor)
        found = units.read("/".join((other.plural, *rest)))
        if not _at_sight(ratio) and isinstance(found, Unit) and found.made_of == unit.made_of:
            yield ratio, found


def _both(leaf: _Leaf, other: Unit) -> Formula | None:
    """A number in its own unit, and in another one."""
    if leaf.exact is None:
        return None
    return Either(leaf, Chain("=", (leaf, Written(show.scalar(leaf.exact, other)))))


def _alike(tree: Formula, units: Units) -> Formula:
    """A formula in which numbers that are added, or of which one is taken, stand in units that are alike."""
    match tree:
        case Chain() | Called():
            parts = [_alike(part, units) for part in (tree.parts if isinstance(tree, Chain) else tree.arguments)]
            if not isinstance(tree, Chain) or tree.sign in ("+", "−"):
                parts = _one_unit(parts, units)
            return Chain(tree.sign, tuple(parts), tree.said) if isinstance(tree, Chain) else Called(tree.name, tuple(parts))
        case Power():
            return tree
        case _:
            return _parts(tree, lambda part: _alike(part, units))


def _one_unit(parts: list[Formula], units: Units) -> list[Formula]:
    """Terms of which those in a unit of another sort than the first are told in both."""
    first = next((part for part in parts if not _is_zero(part) and _scale(part, units)), None)
    scale = _scale(first, units) if first is not None else None
    if scale is None:
        return parts
    made: list[Formula] = []
    for part in parts:
        own = _scale(part, units)
        odd = own is not None and not _is_zero(part) and not _at_sight(divide(own, scale))
        turned = [(ratio, one) for leaf in (_leaves(part) if odd else ()) for ratio, other in _others(leaf, units)
                  if (one := _with(part, leaf, _both(leaf, other))) is not None
                  and _at_sight(divide(_scale(one, units) or 0, scale))]  # fmt: skip
        made.append(min(turned, key=lambda one: _apart(one[0]))[1] if turned else part)
    return made


def _between(scale: Exact, value: Value, unit: Unit, units: Units) -> Unit | None:
    """The unit of a result in which a reader gets it: that of the result with another first part, and perhaps one other below."""
    first, *rest = unit.plural.split("/")
    found: list[tuple[bool, bool, bool, Exact, str]] = []
    for above in _like(first, units):
        for at, part in [(0, ""), *enumerate(rest)]:
            for below in _like(part, units):
                names = [above.plural, *rest[:at], *([below.singular] if part else []), *rest[at + bool(part) :]]
                made = units.read("/".join(names))
                if isinstance(made, Unit) and made.made_of == unit.made_of and _at_sight(divide(scale, made.factor)):
                    number: Exact = size_of(divide(value, made.factor)) if isinstance(value, (int, Number)) else 1
                    hard = not _FITS[0] <= number < _FITS[1]
                    per = bool(part) and below.singular != part  # MiB/s before KiB/ms
                    apart = _apart(divide(made.factor, unit.factor))
                    found.append((hard, scale != made.factor, per, apart, "/".join(names)))
    best = units.read(min(found)[-1]) if found else None
    return best if isinstance(best, Unit) else None


def _like(name: str, units: Units) -> list[Unit]:
    """The units of the dimension of a unit; of no name the plain one."""
    known = units.names.get(name)
    if known is None:
        return [] if name else [ONE]
    return list({one.plural: one for one in units.names.values() if one.dimension == known.dimension}.values())


__all__ = ["reckoned"]
