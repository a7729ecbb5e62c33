"""Exact numbers, dimensions and units; how a magnitude is written. No float is ever made here.

A *magnitude* is an `int` or a `Fraction` in base units (bits, seconds ...). A *dimension* is a
sorted tuple of (base dimension, exponent). Values carry no dimension at run time: the checker has
proved them before anything is computed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Literal, TypeVar

from vdl.records import NamedTuple
from vdl.text.limits import POWERS, RESULT_DIGITS
from vdl.text.phrases import filled, joined, phrase

T = TypeVar("T")
Exact = int | Fraction
"""A number. `isinstance` takes `(int, Fraction)`, since type checkers do not see through the name."""
Dimension = tuple[tuple[str, int], ...]
NUMBER: Dimension = ()


def divide(a: Exact, b: Exact) -> Exact:
    """a / b, exactly; whole results are `int`. Raises ZeroDivisionError."""
    above, below = a.numerator * b.denominator, a.denominator * b.numerator
    number, rest = divmod(above, below)
    return Fraction(above, below) if rest else number


def whole(a: Exact) -> Exact:
    """The same number as an `int` where it is one."""
    return a.numerator if a.denominator == 1 else a


def size_of(a: Exact) -> Exact:
    """The number without its sign."""
    return -a if a < 0 else a


def ceiling(a: Exact, step: Exact = 1) -> Exact:
    return whole(-(-a // step) * step)


def floor(a: Exact, step: Exact = 1) -> Exact:
    return whole(a // step * step)


def nearest(a: Exact, step: Exact = 1) -> Exact:
    """Rounded to a multiple of `step`; halves go away from zero."""
    if a < 0:
        return -nearest(-a, step)
    return whole((a + Fraction(step) / 2) // step * step)


_TOO_LONG = 10**RESULT_DIGITS
"""The smallest number with more digits than the limit."""


def too_long(value: Exact) -> bool:
    """Whether a number has more digits than the limit of the language, above or below its fraction bar."""
    return not -_TOO_LONG < value.numerator < _TOO_LONG or value.denominator >= _TOO_LONG


# ------------------------------------------------------------------------------ dimensions
@lru_cache(4096)
def combine(a: Dimension, b: Dimension, sign: int = 1) -> Dimension:
    """The dimension of a product (sign 1) or a quotient (sign -1)."""
    if not b:
        return a
    powers = dict(a)
    for name, power in b:
        powers[name] = powers.get(name, 0) + sign * power
    return tuple(sorted((n, p) for n, p in powers.items() if p))


def too_high(dimension: Dimension) -> bool:
    """Whether a dimension multiplies more base dimensions than the limit of the language.

    What is made of two dimensions within the limit has at most twice as many, so whoever asks after
    each step never holds a large one.
    """
    return sum(abs(power) for _, power in dimension) > POWERS


Excess = Literal["digits", "powers"]
"""The limit that a unit would pass."""


class Unit(NamedTuple):
    """`factor` base units; `singular` and `plural` are how it is written after a number.

    `made_of` are units between which factors may be missing, with their powers, as in a dimension: what is made of
    others of them can't be compared with it. `is_paid`: amounts of it are paid, and the smallest coin is a hundredth.
    """

    singular: str
    plural: str
    factor: Exact
    dimension: Dimension
    made_of: Dimension = ()
    is_paid: bool = False

    def unnamed(self) -> Unit:
        """The same for numbers whose unit is written elsewhere, or once for all of them."""
        return self._replace(singular="", plural="")


def is_code(name: str) -> bool:
    """Whether a name is a code of three capitals, as each currency has one."""
    return len(name) == 3 and name.isascii() and name.isalpha() and name.isupper()


def unit_words(singular: str, plural: str, is_library: bool) -> tuple[str, str]:
    """How a unit is written after one thing and after several, as words of the library where that declares it."""
    if not is_library:
        return singular, plural
    free = singular == plural  # a sign, such as "kg"
    return filled(singular, {}, plural, 1, "unit", free=free), filled(singular, {}, plural, 2, "unit", free=free)


PERCENT = Unit("%", "%", Fraction(1, 100), NUMBER)
ONE = Unit("", "", 1, NUMBER)


class Units:
    """All dimensions and units of one compilation, filled while names are resolved."""

    def __init__(self) -> None:
        self.dimensions: dict[str, Dimension] = {}
        self.base_units: dict[str, Unit] = {}
        self.counted: set[str] = set()
        self.names: dict[str, Unit] = {"%": PERCENT}
        self.broken: set[str] = set()
        """Units and dimensions whose definition is wrong, which has been said."""
        self.display: dict[Dimension, Unit] = {}
        self.chosen: set[Dimension] = set()
        """The dimensions whose `display` is none of the library's."""
        self.open: dict[str, Unit] = {}
        """Units between which factors may be missing, by their singular: those declared without one, and the base units
        of their dimensions."""
        self._shown: dict[tuple[Dimension, Dimension | None], Unit] = {}
        self._read: dict[str, Unit] = {"%": PERCENT}
        self._named: dict[Dimension, str] = {}
        self._by_size: list[tuple[Dimension, str]] = []
        self._counted_names = 0

    def read(self, text: str) -> Unit | str:
        """The unit "kg/box"; where there is none, the name of the part at which it fails.

        That part is not known, or the unit grows beyond a limit with it: `excess` says which.
        """
        unit = self._read.get(text)
        if unit is None:
            composed = self._compose(text)
            if not isinstance(composed, Unit):
                return composed[0]
            unit = self._read[text] = composed
        return unit

    def excess(self, text: str) -> Excess | None:
        """The limit that a unit of known parts would pass."""
        composed = self._compose(text)
        return None if isinstance(composed, Unit) else composed[1]

    def _compose(self, text: str) -> Unit | tuple[str, Excess | None]:
        """The unit; or the part at which it fails, and the limit that it passes there (None: the part is unknown)."""
        first, *rest = text.split("/")
        unit = self.names.get(first)
        if unit is None:
            return first, None
        for part in rest:
            below = self.names.get(part)
            if below is None:
                return part, None
            unit = Unit(
                joined("/", (unit.singular, below.singular)),
                joined("/", (unit.plural, below.singular)),
                divide(unit.factor, below.factor),
                combine(unit.dimension, below.dimension, -1),
                combine(unit.made_of, below.made_of, -1),
                unit.is_paid,
            )
            if too_long(unit.factor):
                return part, "digits"
            if too_high(unit.dimension):
                return part, "powers"
        return unit

    def written_like(self, name: str) -> list[str]:
        """The dimensions of open units that are written like a name: a code of as many capitals."""
        alike = [unit for code, unit in self.open.items() if code.isupper() and name.isupper() and len(code) == len(name)]
        return sorted({self.name(unit.dimension) for unit in alike})

    def told_apart(self, names: Sequence[str]) -> dict[str, str]:
        """What tells units from each other, by their names: of what dimension each is, and how much of another of these."""
        words: dict[str, str] = {}
        units = {name: self.names[name] for name in names if name in self.names}
        for name, unit in units.items():
            smaller = [n for n, one in units.items() if (one.dimension, one.made_of) == (unit.dimension, unit.made_of)
                       and one.factor < unit.factor]  # fmt: skip
            next_ = max(smaller, key=lambda n: units[n].factor, default=None)
            amount = f", equal to {plain_decimal(divide(unit.factor, units[next_].factor))} {next_}" if next_ is not None else ""
            words[name] = self.name(unit.dimension) + amount
        return words

    def countable(self, dimension: Dimension) -> bool:
        """Whether it is made of counted things only, so that steps of 1 make sense."""
        return bool(dimension) and all(name in self.counted for name, _ in dimension)

    def counts_things(self, dimension: Dimension) -> bool:
        """Whether it is a number of one counted thing."""
        return len(dimension) == 1 and dimension[0][1] == 1 and dimension[0][0] in self.counted

    def shown(self, dimension: Dimension, made_of: Dimension | None = None) -> Unit:
        """The unit in which values of a dimension are shown when nobody chose one; of those that are made of certain open
        units one into which they can be turned."""
        unit = self._shown.get((dimension, made_of))
        if unit is None:
            unit = self._build(dimension)
            if made_of is not None and unit.made_of != made_of:
                unit = self._build(dimension, made_of)
            self._shown[dimension, made_of] = unit
        return unit

    def _build(self, dimension: Dimension, made_of: Dimension = ()) -> Unit:
        """The display units of a dimension, and of what is left of it without certain open units."""
        for name, power in made_of:
            for _ in range(abs(power)):
                dimension = combine(dimension, self.open[name].dimension, -1 if power > 0 else 1)
        if not dimension and not made_of:
            return ONE
        if not made_of and dimension in self.display:
            return self.display[dimension]
        known = sorted(self.display.items(), key=lambda item: (-len(item[0]), item[0]))
        above, below = _split(dimension, known, lambda name: self.display.get(((name, 1),)) or self.base_units[name])
        for name, power in reversed(made_of):
            (above if power > 0 else below)[:0] = [self._of_open(name)] * abs(power)
        factor: Exact = 1
        whole_dimension, measured = NUMBER, NUMBER
        for sign, units in ((1, above), (-1, below)):
            for unit in units:
                factor = factor * unit.factor if sign > 0 else divide(factor, unit.factor)
                measured = combine(measured, unit.made_of, sign)
                whole_dimension = combine(whole_dimension, unit.dimension, sign)
        singular, plural = joined("*", [u.singular for u in above]) or "1", joined("*", [u.plural for u in above]) or "1"
        bottom = [u.singular for u in below]
        is_paid = any(u.is_paid for u in above)
        return Unit(joined("/", [singular, *bottom]), joined("/", [plural, *bottom]), factor, whole_dimension, measured, is_paid)

    def _of_open(self, name: str) -> Unit:
        """The display unit of an open unit's dimension where it can be turned into that, else the open unit."""
        unit = self.open[name]
        shown = self.display.get(unit.dimension)
        return shown if shown is not None and shown.made_of == unit.made_of else unit

    def name(self, dimension: Dimension) -> str:
        """A dimension in words: "Weight/Box", "Speed", "a plain number"."""
        if not dimension:
            return phrase("a plain number")
        if self._counted_names != len(self.dimensions):  # they grow while names are resolved
            self._counted_names = len(self.dimensions)
            self._named = {d: n for n, d in self.dimensions.items()}
            self._by_size = sorted(self._named.items(), key=lambda item: (-len(item[0]), item[1]))
        if dimension in self._named:
            return self._named[dimension]
        above, below = _split(dimension, self._by_size, lambda name: name)
        return ("*".join(above) or "1") + "".join(f"/{name}" for name in below)


def _split(dimension: Dimension, known: Iterable[tuple[Dimension, T]], base: Callable[[str], T]) -> tuple[list[T], list[T]]:
    """What is multiplied and what is divided by in a dimension: known combinations first ("kW" in "kW/box"), then bases."""
    above: list[T] = []
    below: list[T] = []
    left = dict(dimension)
    for combination, what in known:
        if len(combination) < 2:
            continue
        for sign, side in ((1, above), (-1, below)):
            while all(left.get(n, 0) * sign * p >= p * p for n, p in combination):
                side.append(what)
                for n, p in combination:
                    left[n] -= sign * p
    for name, power in sorted(left.items()):
        (above if power > 0 else below).extend([base(name)] * abs(power))
    return above, below


# ------------------------------------------------------------------------------ writing numbers
def _grouped(digits: str) -> str:
    head = len(digits) % 3 or 3
    return ",".join([digits[:head], *[digits[i : i + 3] for i in range(head, len(digits), 3)]])


Rounding = Callable[[Exact], Exact]


def decimal(value: Exact, places: int | None = None, *, grouped: bool = True, by: Rounding = nearest) -> str:
    """A number as people write it: "2,539.52", "0.9815".

    Numbers with at most two decimals are written exactly; others with four significant digits, or
    `places` decimals. Halves are rounded away from zero, unless numbers are rounded `by` something else.
    """
    if places is None:
        if 0 < size_of(value) < _TINY:
            return _tiny(value)
        places = _places(value)
    if places == 0 and value.denominator == 1:
        digits = str(abs(value.numerator))
        return ("-" if value < 0 else "") + (_grouped(digits) if grouped else digits)
    scaled = int(by(value * 10**places))
    digits = str(abs(scaled)).rjust(places + 1, "0")
    front, back = (digits[:-places], digits[-places:]) if places else (digits, "")
    if scaled == value * 10**places:
        back = back.rstrip("0")
    sign = "-" if scaled < 0 else ""
    return sign + (_grouped(front) if grouped else front) + (f".{back}" if back else "")


def _places(value: Exact) -> int:
    if value.denominator == 1:
        return 0
    for few in (1, 2):
        if (value * 10**few).denominator == 1:
            return few
    size = size_of(value)
    if size >= 1:
        return max(0, 4 - len(str(size.numerator // size.denominator)))
    places = 4
    while size * 10**places < 1000:
        places += 1
    return places


_TINY = Fraction(1, 10**12)
"""What is smaller is written with a power of ten."""


def _tiny(value: Exact) -> str:
    """ "6.02e-24": four significant digits and a power of ten. """
    size = size_of(value)
    power = len(str(size.denominator // size.numerator))
    if nearest(size * 10**power, Fraction(1, 1000)) >= 10:  # 1000 has four digits, and 1 / 1000 is 1e-3
        power -= 1
    front = decimal(nearest(size * 10**power, Fraction(1, 1000)))
    return f"{'-' if value < 0 else ''}{front}e-{power}"


def plain_decimal(value: Exact) -> str:
    """The number in full where it is a finite decimal of not too many places, else with twelve significant digits; no
    grouping."""
    bottom = value.denominator
    powers = []
    for prime in (2, 5):
        power = 0
        while bottom % prime == 0:
            bottom //= prime
            power += 1
        powers.append(power)
    places = max(powers)
    if bottom == 1 and places <= RESULT_DIGITS:
        return decimal(value, places, grouped=False)
    size = size_of(value)
    places = 12 - len(str(size.numerator // size.denominator)) if size >= 1 else 12
    while size < 1 and size * 10**places < 10**11:
        places += 1
    return decimal(value, max(places, 0), grouped=False)


def apart(values: Iterable[Exact], unit: Unit) -> int | None:
    """Decimals with which unequal values print unequal; None where the usual ones do."""
    numbers = {divide(v, unit.factor) for v in values}
    if len({nearest(n * 10 ** _places(n)) / Fraction(10 ** _places(n)) for n in numbers}) == len(numbers):
        return None
    for places in range(1, 40):  # what differs by less prints alike
        if len({nearest(n * 10**places) for n in numbers}) == len(numbers):
            return places
    return None
