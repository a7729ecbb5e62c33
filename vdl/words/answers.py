"""Answers to inverse questions in words."""

from __future__ import annotations

from vdl.judge import Answer
from vdl.semantics.units import Unit, Units
from vdl.words import values as show
from vdl.words.formulas import text_of


def text(found: Answer, units: Units) -> str:
    """ "640 boxes", "fails as it stands; 300 boxes still fit", "nothing limits it" """
    unit = unit_of(found, units)
    value = show.scalar(found.value, unit) if found.value is not None else ""
    if not found.holds:
        if not found.stopped_by or not _has_start(found):
            return "no answer"
        fits = "still fits" if found.value == unit.factor else "still fit"
        words = f"fails as it stands; {value + ' ' + fits if value else 'nothing fits'}"
    elif found.stopped_by:
        words = value
    else:
        words = f"nothing stops it: {value} still does" if value else "nothing limits it"
    return words + unsearched(found, units)


def _has_start(found: Answer) -> bool:
    return found.stopped_by != ("a present value that is not a single number",)


def unsearched(found: Answer, units: Units) -> str:
    """What was not looked at step by step, in words; "" where all was."""
    if found.unsearched is None:
        return ""
    low, high = show.together(list(found.unsearched), unit_of(found, units))
    return f" (not every step from {low} to {high} was tried)"


def unit_of(found: Answer, units: Units) -> Unit:
    return show.unit_of_cell(found.entry.cell, units)


def question(found: Answer) -> str:
    """ "largest x where cond" as it stands in the text."""
    node = found.entry.node
    words = text_of(node, found.entry.source)
    start = words.find("largest" if node.largest else "smallest")
    return words[max(start, 0) :].split(" @ ")[0]
