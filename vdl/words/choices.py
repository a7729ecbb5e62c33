"""What the options of a `choose` came to, in words."""

from __future__ import annotations

from vdl.compilation import OptionOutcome
from vdl.semantics.units import Unit, Units
from vdl.words import values as show


def unit_of(outcome: OptionOutcome, units: Units) -> Unit:
    return show.unit_of(outcome.formula, outcome.type, units)


def objective(outcome: OptionOutcome, units: Units) -> str:
    """What was to be small: "12 boxes"."""
    return show.text(outcome.objective, unit_of(outcome, units))
