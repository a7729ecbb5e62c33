"""In which unit a figure is meant that lacks a time, or another thing that is measured: the units that people write."""

from __future__ import annotations

from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Quantity
from vdl.semantics.units import NUMBER, Dimension, Exact, Unit, combine
from vdl.text.diagnostics import enumerated


def measured_help(
    state: CheckState, expr: s.Expr, unit: s.UnitName, missing: Dimension, expected: Quantity, scope: Scope
) -> list[str]:
    """`3 kg/kW` where `kg/kWh` is expected, `4 kg` where `kg/s` is: the units that people write, one of the same size before
    longer names, and these before so much for each; the unit of the field goes first."""
    text, names, parts = scope.span(expr).text, state.units.names, unit.text.split("/")
    other = {
        name: "/".join([*parts[:at], name, *parts[at + 1 :]]) for at, part in enumerate(parts) for name, one in names.items()
        if combine(names[part].dimension, missing, -1 if at else 1) == one.dimension
        and (name.startswith(part) or one.factor == names[part].factor)
    }  # fmt: skip
    shown = (expected.shown or state.units.shown(expected.dimension)).plural.split("/")
    if any(name in shown for name in other):
        other = {name: one for name, one in other.items() if name in shown}
    steps: dict[Exact, Unit] = {}
    for one in names.values():
        if one.factor >= 1 and combine(missing, one.dimension) == NUMBER:
            steps.setdefault(one.factor, one)
    written = sorted(steps.values(), key=lambda one: (one.singular not in shown, one.factor))[:_FEW]
    units = list(other.values()) or ["/".join([parts[0], one.singular, *parts[1:]]) for one in written]
    texts = [f"{text.removesuffix(unit.text)}{one}" for one in units if text.endswith(unit.text)]
    return [f"did you mean {enumerated(texts[:_FEW], 'or')}?"] if texts else []


_FEW = 3
"""Units that are named."""


__all__ = ["measured_help"]
