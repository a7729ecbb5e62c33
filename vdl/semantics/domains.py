"""What an input may be: which numbers its declaration lets in."""

from __future__ import annotations

from typing import NamedTuple

from vdl.semantics.units import Dimension, Exact, Unit, apart, decimal, divide


class Domain(NamedTuple):
    """The numbers from `low` to `high`, in base units; None where there is no end, and an `open` end is left out.

    `whole` ones only, of things that are counted. `declared` is false where nobody wrote a range: then an input is not
    negative. `unit` is the one that it is shown in.
    """

    low: Exact | None
    high: Exact | None
    low_open: bool
    high_open: bool
    whole: bool
    declared: bool
    unit: Unit

    def holds(self, number: Exact) -> bool:
        """Whether a number lies between the ends."""
        return not self.below(number) and not self.above(number)

    def below(self, number: Exact) -> bool:
        return self.low is not None and (number < self.low or (self.low_open and number == self.low))

    def above(self, number: Exact) -> bool:
        return self.high is not None and (number > self.high or (self.high_open and number == self.high))

    def made_of(self) -> Dimension | None:
        """The open units that its ends are written in; None where it has none but zero."""
        return None if {self.low, self.high} <= {0, None} else self.unit.made_of

    def beside(self, unit: Unit) -> Domain:
        """The same, shown in a unit to which no factor leads from its own, where it has no ends but zero."""
        return self if unit.made_of == self.unit.made_of or self.made_of() is not None else self._replace(unit=unit)

    def is_empty(self) -> bool:
        """Whether no number lies between the ends."""
        if self.low is None or self.high is None:
            return False
        return self.low > self.high or (self.low == self.high and (self.low_open or self.high_open))

    def widens(self, other: Domain) -> bool:
        """Whether it lets in a number that the other one does not."""
        if other.low is not None:
            both_open = self.low == other.low and self.low_open
            if self.low is None or (other.below(self.low) and not both_open):
                return True
        if other.high is not None:
            both_open = self.high == other.high and self.high_open
            return self.high is None or (other.above(self.high) and not both_open)
        return False

    def text(self) -> str:
        """As it is written: "0..<100 %"."""
        places = apart([end for end in (self.low, self.high) if end is not None], self.unit)
        low, high = ["" if end is None else decimal(divide(end, self.unit.factor), places) for end in (self.low, self.high)]
        unit = "" if {self.low, self.high} <= {0, None} else f" {self.unit.plural}".rstrip()
        dots = f"{'<' if self.low_open else ''}..{'<' if self.high_open else ''}"
        return f"{low}{dots}{high}{unit}" if high else f"{low}{unit}{dots}"

    def shown(self, *numbers: Exact) -> str:
        """A number, or the two ends of a range, in its unit: "120 %", "90..120 %"; never rounded onto an end."""
        ends = [end for end in (self.low, self.high) if end is not None]
        places = apart([*numbers, *ends], self.unit)
        written = "..".join([decimal(divide(number, self.unit.factor), places) for number in numbers])
        return f"{written} {self.unit.singular if written == '1' else self.unit.plural}".rstrip()
