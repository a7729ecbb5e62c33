"""The algebra of units and the writing of numbers, exactly."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from vdl.semantics.units import (
    Dimension,
    Unit,
    Units,
    apart,
    ceiling,
    combine,
    decimal,
    divide,
    floor,
    nearest,
    plain_decimal,
)  # fmt: skip

numbers = st.fractions(min_value=-(10**6), max_value=10**6, max_denominator=1000)
positive = st.fractions(min_value=Fraction(1, 1000), max_value=10**6, max_denominator=1000)
dimensions = st.dictionaries(st.sampled_from("ABC"), st.integers(-3, 3).filter(bool)).map(lambda d: tuple(sorted(d.items())))
quick = settings(max_examples=100, derandomize=True)


def units() -> Units:
    """A few units of two dimensions."""
    made = Units()
    for name, factor, base in ("a", 1, "A"), ("ka", 1000, "A"), ("kia", 1024, "A"), ("b", 1, "B"), ("third", Fraction(1, 3), "B"):
        dimension: Dimension = ((base, 1),)
        made.names[name] = Unit(name, name, factor, dimension)
        made.dimensions[base] = dimension
        made.base_units.setdefault(base, made.names[name])
    return made


@quick
@given(dimensions, dimensions, dimensions)
def test_dimensions_multiply_as_numbers_do(a: Dimension, b: Dimension, c: Dimension) -> None:
    assert combine(a, b) == combine(b, a)
    assert combine(combine(a, b), c) == combine(a, combine(b, c))
    assert combine(combine(a, b), b, -1) == a
    assert combine(a, a, -1) == ()


@quick
@given(st.sampled_from(["a", "ka", "kia"]), st.sampled_from(["b", "third"]), numbers)
def test_a_composed_unit_is_the_quotient_of_its_parts(above: str, below: str, number: Fraction) -> None:
    known = units()
    unit = known.read(f"{above}/{below}")
    assert isinstance(unit, Unit)
    top, bottom = known.names[above], known.names[below]
    assert unit.factor == Fraction(top.factor) / Fraction(bottom.factor)
    assert unit.dimension == combine(top.dimension, bottom.dimension, -1)
    assert number * unit.factor * bottom.factor == number * top.factor


def test_an_unknown_part_is_named() -> None:
    assert units().read("ka/c") == "c"
    assert units().read("c/ka") == "c"


@quick
@given(numbers, positive)
def test_rounding_goes_to_the_step_and_no_farther(value: Fraction, step: Fraction) -> None:
    up, down, near = ceiling(value, step), floor(value, step), nearest(value, step)
    assert down <= value <= up and up - down in (0, step)
    assert (up / step).denominator == (down / step).denominator == (near / step).denominator == 1
    assert abs(near - value) * 2 <= step
    assert nearest(-value, step) == -near


@quick
@given(numbers, numbers.filter(bool))
def test_division_is_exact(a: Fraction, b: Fraction) -> None:
    result = divide(a, b)
    assert result * b == a
    assert isinstance(result, int) == (Fraction(a) / b).denominator == 1 or result.denominator != 1


@quick
@given(numbers)
def test_numbers_are_written_near_and_short_ones_exactly(value: Fraction) -> None:
    text = decimal(value)
    assert re.fullmatch(r"-?\d{1,3}(,\d{3})*(\.\d+)?", text)
    shown = Fraction(text.replace(",", ""))
    assert abs(shown - value) <= abs(value) / 1000 + Fraction(1, 10**6)
    if (value * 100).denominator == 1:
        assert shown == value
    exact = Fraction(plain_decimal(value))
    assert abs(exact - value) <= abs(value) / 10**10


def test_a_number_of_thousands_of_places_is_written_with_twelve_digits() -> None:
    assert plain_decimal(Fraction(1, 2**2000)) == decimal(Fraction(1, 2**2000), 2000, grouped=False)
    written_out = plain_decimal(Fraction(3**4000, 2**6600))
    assert len(written_out.strip("0.")) == 12
    assert abs(Fraction(written_out) * 2**6600 / 3**4000 - 1) < Fraction(1, 10**11)


@quick
@given(st.lists(numbers, min_size=2, max_size=5, unique=True))
def test_unequal_numbers_are_written_unequal(values: list[Fraction]) -> None:
    unit = Unit("kg", "kg", 1, (("A", 1),))
    places = apart(values, unit)
    assert len({decimal(divide(v, unit.factor), places) for v in values}) == len(values)
