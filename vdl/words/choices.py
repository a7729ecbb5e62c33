"""What the options of a `choose` came to, in words."""

from __future__ import annotations

from vdl.compilation import Outcome
from vdl.semantics.units import Unit, Units
from vdl.words import values as show


def unit_of(outcome: Outcome, units: Units) -> Unit:
    return show.unit_of(outcome.formula, outcome.type, units)


def objective(outcome: Outcome, units: Units) -> str:
    """What was to be small: "12 boxes"."""
    return show.text(outcome.objective, unit_of(outcome, units))
