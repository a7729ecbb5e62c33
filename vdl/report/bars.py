"""Bars of charts that parts of a document draw by themselves."""

from __future__ import annotations

from vdl.report import model as m
from vdl.semantics.units import PERCENT, Exact, Unit, divide
from vdl.values import NOT_STATED, Value, high, is_number, low
from vdl.words import values as show
from vdl.words.rounded import rounded as with_few_digits

WHOLE = m.Drawn("", "", "100", "100")
"""The mark at all of it, where bars are shares in per cent."""


def share(of_whole: Exact, words: str) -> m.Drawn:
    """A share as a bar in per cent, with words for what it stands for."""
    percent = str(divide(of_whole, PERCENT.factor))
    return m.Drawn("", words, percent, percent)


def drawn(name: str, value: Value | None, unit: Unit, *, rounded: bool = False, room: str = "") -> m.Drawn:
    """A value as a bar or a mark, in a unit that stands elsewhere; `rounded` in its words, and exact in its length."""
    if value is None or not is_number(value):
        return m.Drawn(name, show.text(NOT_STATED, unit), room=room)
    least, most = [str(divide(end, unit.factor)) for end in (low(value), high(value))]
    said = with_few_digits(value, unit) if rounded else value
    return m.Drawn(name, show.text(said, unit.unnamed()), least, most, room)
