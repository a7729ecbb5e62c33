"""Formulas as mathematics: one tree, which is read in names and in numbers, and set by every renderer from here.

A `Formula` holds for each quantity what it is called and what it is. `shown` takes one of the two; what comes of it is a `Shown`
with brackets where they must stand, which `linear` writes as one line of plain text.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, Union, assert_never

from vdl.semantics.units import Exact
from vdl.text.phrases import joined

Reading = Literal["names", "numbers"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """Something with a name: what it is called, where it stands in the design ("" where nowhere), and its value in words."""

    name: str
    path: str
    value: str
    exact: Exact | None = None
    """The value in base units, where it is one number."""


@dataclass(frozen=True, slots=True)
class Written:
    """A number, or words, that stand in the formula itself."""

    text: str
    exact: Exact | None = None


@dataclass(frozen=True, slots=True)
class Chain:
    """Parts with one sign between them: "+", "−", "×", "≤", "and"."""

    sign: str
    parts: tuple[Formula, ...]
    said: str = ""
    """The sign as a word, where it is one."""


@dataclass(frozen=True, slots=True)
class Fraction:
    top: Formula
    bottom: Formula


@dataclass(frozen=True, slots=True)
class Power:
    base: Formula
    exponent: Formula


@dataclass(frozen=True, slots=True)
class Prefixed:
    """ "−" or "not" before something."""

    sign: str
    inner: Formula
    said: str = ""


@dataclass(frozen=True, slots=True)
class Called:
    """A function of some values: "max(a, b)"."""

    name: str
    arguments: tuple[Formula, ...]


@dataclass(frozen=True, slots=True)
class Fenced:
    """Something between two signs that belong together: ⌈x⌉ is rounded up, ⌊x⌋ down, |x| without its sign."""

    left: str
    inner: Formula
    right: str


@dataclass(frozen=True, slots=True)
class Over:
    """A sum over several things, or the largest or the smallest of what they have: `sign` is "Σ", "max" or "min".

    `over` says of which things, `each` what it is of one of them; `terms` are the terms themselves, `parts` the same with those
    that are alike once. Where these leave out some, `titles` are those of the things, a term each.
    """

    sign: str
    over: str
    each: Formula
    parts: Formula
    terms: tuple[Formula, ...]
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Either:
    """What is read otherwise in names than in numbers."""

    names: Formula
    numbers: Formula


Formula = Union[Quantity, Written, Chain, Fraction, Power, Prefixed, Called, Fenced, Over, Either]


# ------------------------------------------------------------------------------ one reading of it
@dataclass(frozen=True, slots=True)
class Atom:
    """A name, a number, or words."""

    text: str
    is_name: bool = False


@dataclass(frozen=True, slots=True)
class Big:
    """Σ, max or min with what it runs over below it, before what is taken of each."""

    sign: str
    over: str
    inner: Shown


@dataclass(frozen=True, slots=True)
class Row:
    sign: str
    parts: tuple[Shown, ...]
    said: str = ""


@dataclass(frozen=True, slots=True)
class Stacked:
    top: Shown
    bottom: Shown


@dataclass(frozen=True, slots=True)
class Raised:
    base: Shown
    exponent: Shown


@dataclass(frozen=True, slots=True)
class Led:
    sign: str
    inner: Shown
    said: str = ""


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    arguments: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Within:
    left: str
    inner: Shown
    right: str


Shown = Union[Atom, Big, Row, Stacked, Raised, Led, Function, Within]

_LEVELS = {
    "otherwise": 0, "if": 1, "or": 2, "and": 3, "=": 5, "≠": 5, "<": 5, "≤": 5, ">": 5, "≥": 5, "+": 6, "−": 6, "×": 7, "/": 7,
}  # fmt: skip
_NOT, _LED, _POWER, _ATOM = 4, 8, 9, 10

STACKED = 46
"""A fraction is stacked where neither of its sides is longer than that; else it is written with a stroke and can be broken."""


def shown(formula: Formula, reading: Reading) -> Shown:
    """One reading of a formula, with brackets, and with stacked fractions where they are not too wide and nothing is in them."""
    return _fitted(_read(formula, reading))


def linear(given: Shown) -> str:
    """On one line, as plain text: "(a + b) / c", "Σ[carts] weight"."""
    match given:
        case Atom():
            return given.text
        case Row():
            return joined(joined("", (" ", given.said or given.sign, " ")), map(linear, given.parts))
        case Stacked():
            return linear(_stroke(given))
        case Raised():
            return joined("^", (linear(given.base), linear(given.exponent)))
        case Led():
            return joined(" " if given.sign.isalpha() else "", (given.said or given.sign, linear(given.inner)))
        case Function():
            return joined("", (given.name, "(", joined(", ", map(linear, given.arguments)), ")"))
        case Within():
            return joined("", (given.left, linear(given.inner), given.right))
        case Big():
            return joined("", (given.sign, "[", given.over, "] ", linear(given.inner)))
        case _:
            assert_never(given)


def in_line(formula: Formula | None, reading: Reading) -> str:
    """A formula in one reading, on one line; "" for none."""
    return linear(_read(formula, reading)) if formula is not None else ""


def quantities(formula: Formula | None) -> tuple[Quantity, ...]:
    """All that has a name in a formula, in the order of its text."""
    match formula:
        case None | Written():
            return ()
        case Quantity():
            return (formula,)
        case Chain():
            return tuple([one for part in formula.parts for one in quantities(part)])
        case Called():
            return tuple([one for part in formula.arguments for one in quantities(part)])
        case Fraction():
            return (*quantities(formula.top), *quantities(formula.bottom))
        case Power():
            return (*quantities(formula.base), *quantities(formula.exponent))
        case Prefixed() | Fenced():
            return quantities(formula.inner)
        case Over():
            return tuple([one for part in formula.terms for one in quantities(part)])
        case Either():
            return tuple(dict.fromkeys((*quantities(formula.names), *quantities(formula.numbers))))
        case _:
            assert_never(formula)


def _read(formula: Formula, reading: Reading) -> Shown:
    match formula:
        case Quantity():
            return Atom(formula.name, True) if reading == "names" else Atom(formula.value)
        case Written():
            return Atom(formula.text)
        case Chain():
            level = _LEVELS[formula.sign]
            compared = level == _LEVELS["="]
            tight = level + 1 if formula.sign == "−" or compared else level
            parts = [_read(part, reading) for part in formula.parts]
            first = _in(parts[0], tight if compared else level)
            return Row(formula.sign, (first, *[_in(part, tight) for part in parts[1:]]), formula.said)
        case Fraction():
            return Stacked(_read(formula.top, reading), _read(formula.bottom, reading))
        case Power():
            return Raised(_in(_read(formula.base, reading), _ATOM, spaced=True), _read(formula.exponent, reading))
        case Prefixed():
            return Led(formula.sign, _in(_read(formula.inner, reading), _LED if formula.sign == "−" else _NOT), formula.said)
        case Called():
            return Function(formula.name, tuple([_read(part, reading) for part in formula.arguments]))
        case Fenced():
            return Within(formula.left, _read(formula.inner, reading), formula.right)
        case Over():
            if reading == "numbers":
                return _read(formula.parts, reading)
            inner = _read(formula.each, reading)
            return Big(formula.sign, formula.over, _in(inner, _LEVELS["×"]))
        case Either():
            return _read(formula.names if reading == "names" else formula.numbers, reading)
        case _:
            assert_never(formula)


def _level(given: Shown) -> int:
    match given:
        case Row():
            return _LEVELS[given.sign]
        case Stacked() | Big():
            return _LEVELS["×"]
        case Raised():
            return _POWER
        case Led():
            return _LED if given.sign == "−" else _NOT
        case Atom() | Function() | Within():
            return _ATOM
        case _:
            assert_never(given)


def _in(given: Shown, level: int, *, spaced: bool = False) -> Shown:
    """A part of an operation, in brackets where it binds less, or where it is `2 kg` and not its unit alone is meant."""
    loose = spaced and isinstance(given, Atom) and " " in given.text and not given.is_name
    return Within("(", given, ")") if _level(given) < level or loose else given


def _stroke(given: Stacked) -> Row:
    """A fraction with a stroke."""
    return Row("/", (_in(given.top, _LEVELS["/"]), _in(given.bottom, _LEVELS["/"] + 1)))


def _fitted(given: Shown, alone: bool = True) -> Shown:
    """With a stroke in fractions that are too wide, that stand within others, or that would stand within brackets of one line."""
    match given:
        case Atom():
            return given
        case Row():
            return replace(given, parts=tuple([_fitted(part, alone) for part in given.parts]))
        case Stacked():
            flat = Stacked(_fitted(given.top, False), _fitted(given.bottom, False))
            wide = max(len(linear(flat.top)), len(linear(flat.bottom))) > STACKED
            return _stroke(flat) if wide or not alone else flat
        case Raised():
            return Raised(_fitted(given.base, False), _fitted(given.exponent, False))
        case Led() | Big():
            return replace(given, inner=_fitted(given.inner, alone))
        case Function():
            return replace(given, arguments=tuple([_fitted(part, False) for part in given.arguments]))
        case Within():
            return replace(given, inner=_fitted(given.inner, alone and given.left != "("))
        case _:
            assert_never(given)
