"""Values of definitions that resolving has read: what units are made of, and what sources say of themselves."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.state import CheckState
from vdl.semantics.types import DATE, TEXT, Quantity
from vdl.semantics.units import NUMBER, Dimension, combine
from vdl.text.days import is_written_as_date, never
from vdl.text.source import Source, Span


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
                        if isinstance(fact.value, (s.Date, s.String)) and fact.path.names == ("date",):
                            date(state, fact.value, file.source)


def date(state: CheckState, expr: s.Date | s.String, source: Source) -> None:
    """Say of what is written as a date that it is in no calendar."""
    if is_written_as_date(expr.text):
        why, turned = never(expr.text)
        if why:
            state.diagnostics.append(errors.not_a_date(Span(source, expr.start, expr.end), expr.text, why, turned))


def _measured(state: CheckState, expr: s.Expr) -> Dimension:
    dimension = NUMBER
    if isinstance(expr, s.Binary):
        dimension = combine(_measured(state, expr.left), _measured(state, expr.right), -1 if expr.op == "/" else 1)
    elif isinstance(expr, s.Number) and expr.unit is not None:
        unit = state.units.read(expr.unit.text)
        dimension = NUMBER if isinstance(unit, str) else unit.dimension
    state.types[expr] = Quantity(dimension)
    return dimension
