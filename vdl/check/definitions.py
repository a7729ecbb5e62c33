"""Values of definitions that resolving has read: what units are made of, and what sources say of themselves."""

from __future__ import annotations

from vdl import syntax as s
from vdl.check.state import CheckState
from vdl.semantics.types import DATE, TEXT, Quantity
from vdl.semantics.units import NUMBER, Dimension, combine


def type_definitions(state: CheckState) -> None:
    """Write down the types of these values. What is wrong with them has been said."""
    for file in state.names.program.files.values():
        for item in file.tree.items:
            if isinstance(item, s.UnitDef):
                _measured(state, item.value)
            elif isinstance(item, s.SourceDef):
                for fact in item.body.statements:
                    if isinstance(fact, s.Fill):
                        state.types[fact.value] = DATE if isinstance(fact.value, s.Date) else TEXT


def _measured(state: CheckState, expr: s.Expr) -> Dimension:
    dimension = NUMBER
    if isinstance(expr, s.Binary):
        dimension = combine(_measured(state, expr.left), _measured(state, expr.right), -1 if expr.op == "/" else 1)
    elif isinstance(expr, s.Number) and expr.unit is not None:
        unit = state.units.read(expr.unit.text)
        dimension = NUMBER if isinstance(unit, str) else unit.dimension
    state.types[expr] = Quantity(dimension)
    return dimension
