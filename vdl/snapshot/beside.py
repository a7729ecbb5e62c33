"""Designs side by side in words: the cells of a row as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.semantics.units import Exact, Unit, apart, decimal, divide, nearest
from vdl.snapshot.compared import Row
from vdl.snapshot.records import ShownValue
from vdl.text.phrases import Number, joined, phrase
from vdl.values import bound_of, ends_of, high, is_number, low
from vdl.words import amounts
from vdl.words import values as show


def difference(row: Row, at: int) -> tuple[Exact, Exact] | None:
    """How much more than the first column a column has, at both ends of a range; None where they can't be compared, as what
    leaves something out can't, or are the same."""
    first, cell = row.cells[0], row.cells[at]
    if not (at and isinstance(first, ShownValue) and isinstance(cell, ShownValue) and first.unit == cell.unit):
        return None
    if not (is_number(first.value) and is_number(cell.value)) or bound_of(first.value) or bound_of(cell.value):
        return None
    ends = low(cell.value) - low(first.value), high(cell.value) - high(first.value)
    return ends if any(ends) else None


def texts(row: Row) -> list[str]:
    """The cells as people read them, beside the name of the row: "14 (+2)"; "–" where there is no such thing."""
    numbers = [one for cell in row.cells if isinstance(cell, ShownValue) for one in ends_of(cell.value)]
    places = _places(numbers, row.unit)
    found: list[str] = []
    for at, cell in enumerate(row.cells):
        if isinstance(cell, ShownValue):
            words = show.text(cell.value, row.unit.unnamed(), places) if cell.unit == row.unit else show.text(*cell)
            more = difference(row, at)
            found.append(joined("", (words, " (", _signed(more, row, at, places), ")")) if more is not None else words)
        else:
            found.append(cell or "–")
    return found


_CENTS = 2
"""Digits behind the point that the smallest coin is."""


def _places(numbers: Sequence[Exact], unit: Unit) -> int | None:
    """So many digits behind the point that unequal numbers are unequal; as many for all amounts in a currency."""
    few = amounts.places(numbers, unit)
    if few is not None and len({nearest(divide(one, unit.factor)) for one in numbers}) == len(set(numbers)):
        return few
    return apart(numbers, unit)


def _signed(ends: tuple[Exact, Exact], row: Row, at: int, places: int | None) -> str:
    """A difference in as many digits as the two numbers that it is of, if it is not nothing then: "+2", "-24.0"; of
    ranges that of both ends, unless they differ by the same: "0 to -10"."""
    numbers = [end for cell in (row.cells[0], row.cells[at]) if isinstance(cell, ShownValue) for end in ends_of(cell.value)]
    if row.unit.is_paid and (places or 0) <= _CENTS:
        said = [joined("", ("+" if end > 0 else "", show.scalar(end, row.unit.unnamed(), _CENTS if places is None else places)))
                for end in ends]  # fmt: skip
        return said[0] if ends[0] == ends[1] else phrase("{least} to {most}", least=said[0], most=said[1])
    places = max([len(decimal(divide(one, row.unit.factor)).partition(".")[2]) for one in numbers])
    words = []
    for end in ends:
        more = divide(end, row.unit.factor)
        rounded = decimal(more, places)
        words.append(Number(("+" if end > 0 else "") + (rounded if rounded.strip("-0.") or not end else decimal(more))))
    return words[0] if ends[0] == ends[1] else phrase("{least} to {most}", least=words[0], most=words[1])


__all__ = ["difference", "texts"]
