"""What the options of a `choose` came to, in words."""

from __future__ import annotations

from vdl.compilation import OptionOutcome
from vdl.semantics.units import Unit, Units
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase
from vdl.words import values as show
from vdl.words.deciding import listed

_NAMED = 5
"""Rules of an option that are named."""


def unit_of(outcome: OptionOutcome, units: Units) -> Unit:
    return show.unit_of(outcome.formula, outcome.type, units)


def standing(outcome: OptionOutcome) -> str:
    """How an option stands: "2 rules fail (load and budget), 1 point is open"; "" where there is nothing to say."""
    if outcome.faults:
        return phrase("can't be solved")
    parts = []
    if outcome.failing:
        failing = several(outcome.failed, "rule fails", "rules fail")
        parts.append(joined("", (failing, " (", listed(outcome.failing, _NAMED), ")")))
    parts += [several(outcome.silent, "point is open", "points are open")] if outcome.silent else []
    return joined(", ", parts)


def objective(outcome: OptionOutcome, units: Units) -> str:
    """What was to be small: "12 boxes"."""
    return show.text(outcome.objective, unit_of(outcome, units))
