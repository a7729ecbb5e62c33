"""What a value without labels can be, besides a number and a range."""

from __future__ import annotations

from fractions import Fraction
from typing import TypeGuard

from vdl.semantics.units import Exact, whole
from vdl.text.bounds import Bound


class NotStated:
    """The one value of what nobody stated. It is neither zero nor a pass."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "not stated"

    def __reduce__(self) -> str:
        return "NOT_STATED"


NOT_STATED = NotStated()


class Fault:
    """The one value of what could not be computed. Whoever makes it says why, in a diagnostic."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "fault"

    def __reduce__(self) -> str:
        return "FAULT"


FAULT = Fault()


class Part:
    """A condition that holds for a part of a range only; `unknowns` are what it hangs on.

    Where it is not `sure` that may only look so: the ends that were compared may be wider than the truth, or several conditions
    that hang together were taken for independent. That is a note on how it was found, by which values are not compared.
    """

    __slots__ = ("sure", "unknowns")

    def __init__(self, unknowns: frozenset[str], *, sure: bool = False) -> None:
        self.unknowns = unknowns
        self.sure = sure

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and other.unknowns == self.unknowns

    def __hash__(self) -> int:
        return hash((Part, self.unknowns))

    def __repr__(self) -> str:
        return "part"


class Bounded(Fraction):
    """A number that leaves out what nobody stated, for those who tell it: it is the `least` of what the whole may be, or the
    `most`; or neither, where it may be more or less. Nothing is computed with it but as with the number."""

    __slots__ = ("bound",)
    bound: Bound

    def __new__(cls, number: Exact, bound: Bound) -> Bounded:
        made = super().__new__(cls, number)
        made.bound = bound
        return made

    @property
    def number(self) -> Exact:
        """The same, of which nothing is to be told."""
        return whole(Fraction(self.numerator, self.denominator))

    def __reduce__(self) -> tuple[type[Bounded], tuple[Exact, Bound]]:
        return Bounded, (self.number, self.bound)


def is_exact(value: object) -> TypeGuard[Exact]:
    """Whether a value is a single number. A truth is none, though Python counts it among them."""
    return value.__class__ in _EXACT


_EXACT = frozenset([int, Fraction, Bounded])
