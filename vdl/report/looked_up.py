"""Which row of a table was met by a quantity, in words."""

from __future__ import annotations

from vdl.graph.details import Keys
from vdl.semantics.intervals import Interval
from vdl.semantics.units import Unit
from vdl.text.phrases import phrase
from vdl.words import values as show


def row_met(keys: Keys, at: int) -> str:
    """The row at a place among the values, by its ends in the unit of the keys: "row above 2 up to 4 m"."""
    return _between(keys.numbers[at], keys.unit) if at < len(keys.numbers) else phrase("row of all others")


def _between(row: Interval, unit: Unit) -> str:
    first = show.scalar(row.low, unit) if row.low is not None else ""
    last = show.scalar(row.high, unit) if row.high is not None else ""
    if not first and not last:
        return phrase("row of all others")
    if not first:
        return phrase("row below {last}", last=last) if row.high_open else phrase("row up to {last}", last=last)
    if not last:
        return phrase("row above {first}", first=first) if row.low_open else phrase("row from {first}", first=first)
    if row.low == row.high:
        return phrase("row {label}", label=first)
    if row.low_open:
        if row.high_open:
            return phrase("row above {first} and below {last}", first=first, last=last)
        return phrase("row above {first} up to {last}", first=first, last=last)
    if row.high_open:
        return phrase("row from {first} to below {last}", first=first, last=last)
    return phrase("row from {first} to {last}", first=first, last=last)
