"""What an unknown unit may stand for, as far as what is wanted in its place tells."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.literals import unit_of
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Quantity, Type
from vdl.semantics.units import Dimension, combine
from vdl.text.written import written


def explained(state: CheckState, expr: s.Expr, found: Type, wanted: Type | None, scope: Scope) -> None:
    """`6 crates` where boxes are wanted, `3 kg/crate` where so much for each box is: say in what the figure would be written,
    or what the unit has to be made of. Nothing where the figure has no unit that is unknown and was just complained of."""
    unit = unit_of(expr) if found is ANY else None
    if unit is None or not isinstance(wanted, Quantity) or not state.diagnostics:
        return
    said, parts = state.diagnostics[-1], unit.text.split("/")
    if said.slug != "unknown-unit" or said.span is None or not unit.start <= said.span.start < unit.end:
        return
    unknown = [at for at, part in enumerate(parts) if part not in state.units.names]
    if len(unknown) != 1:
        return
    at, name = unknown[0], parts[unknown[0]]
    of = _left(state, parts, at, wanted.dimension)
    if not of or any(power < 0 for _, power in of):
        return
    shown = state.units.shown(of)
    fitting = [one for one, unit_ in state.units.names.items() if unit_.dimension == of]
    near = errors.unit_help(name, state.diagnostics.among(scope.source, fitting), state.units.told_apart)
    known = near or f"{state.units.name(of)} is written in a unit such as `{shown.plural}`"
    instead = ""
    if state.units.counts_things(of):
        one = at or scope.span(expr).text.removesuffix(unit.text).strip() == "1"
        parts[at] = shown.singular if one else shown.plural
        text = written(scope.span(expr))
        instead = f"{'} ' if isinstance(expr, s.LabelMap) else text.removesuffix(unit.text)}{'/'.join(parts)}"
    state.diagnostics[-1] = errors.unit_made_of(said, name, shown.plural, instead, known)


def _left(state: CheckState, parts: list[str], unknown: int, wanted: Dimension) -> Dimension:
    """The dimension that one part of a quotient has to be of, so that the whole is of the one that is wanted."""
    for at, part in enumerate(parts):
        if at != unknown:
            wanted = combine(wanted, state.units.names[part].dimension, 1 if at else -1)
    return tuple([(name, -power) for name, power in wanted]) if unknown else wanted


__all__ = ["explained"]
