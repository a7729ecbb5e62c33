"""What an input may be: which numbers its declaration lets in."""

from __future__ import annotations

from vdl.records import NamedTuple
from vdl.semantics.intervals import Interval
from vdl.semantics.units import Dimension, Exact, Unit, apart, decimal, divide
from vdl.text.phrases import Number, joined


class Domain(NamedTuple):
    """The `numbers` that an input may be; `whole` ones only, of things that are counted.

    `declared` is false where nobody wrote a range: then an input is not negative. `unit` is the one that it is shown in.
    """

    numbers: Interval
    whole: bool
    declared: bool
    unit: Unit

    @property
    def low(self) -> Exact | None:
        return self.numbers.low

    @property
    def high(self) -> Exact | None:
        return self.numbers.high

    def holds(self, number: Exact) -> bool:
        """Whether a number lies between the ends."""
        return self.numbers.holds(number)

    def made_of(self) -> Dimension | None:
        """The open units that its ends are written in; None where it has none but zero."""
        return None if {self.low, self.high} <= {0, None} else self.unit.made_of

    def beside(self, unit: Unit) -> Domain:
        """The same, shown in a unit to which no factor leads from its own, where it has no ends but zero."""
        return self if unit.made_of == self.unit.made_of or self.made_of() is not None else self._replace(unit=unit)

    def text(self) -> str:
        """As it is written: "0..<100 %"."""
        places = apart([end for end in (self.low, self.high) if end is not None], self.unit)
        ends = ["" if end is None else decimal(divide(end, self.unit.factor), places) for end in (self.low, self.high)]
        low, high = map(Number, ends)
        unit = [] if {self.low, self.high} <= {0, None} or not self.unit.plural else [" ", self.unit.plural]
        dots = f"{'<' if self.numbers.low_open else ''}..{'<' if self.numbers.high_open else ''}"
        return joined("", (low, dots, high, *unit) if high else (low, *unit, dots))

    def shown(self, *numbers: Exact) -> str:
        """A number, or the two ends of a range, in its unit: "120 %", "90..120 %"; never rounded onto an end."""
        ends = [end for end in (self.low, self.high) if end is not None]
        places = apart([*numbers, *ends], self.unit)
        written = joined("..", [Number(decimal(divide(number, self.unit.factor), places)) for number in numbers])
        return joined(" ", filter(None, (written, self.unit.singular if written == "1" else self.unit.plural)))
