"""Sums of different things where what takes them says which of the two is wanted."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.dimension_helps import fitting
from vdl.check.paths import Filled
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Quantity, describe


def summed_for(
    state: CheckState, expr: s.Binary, expected: Quantity, scope: Scope, said: int, filled: Filled | None
) -> None:
    """Say of `boxes + 5 carts` where carts are wanted that `boxes` is what does not fit; it was told of the right side, the only
    thing that was said since `said`."""
    new = state.diagnostics[said:]
    if len(new) != 1 or new[0].slug != "unit-mismatch" or new[0].span is None:
        return
    part: s.Expr = expr
    while isinstance(part, s.Binary) and part.op in "+-":
        left, right = state.types.get(part.left), state.types.get(part.right)
        if isinstance(left, Quantity) and isinstance(right, Quantity) and scope.span(part.right).key() == new[0].span.key():
            if right.dimension == expected.dimension != left.dimension:
                name = state.units.name
                related = [(scope.span(part.right), f"{describe(right, name)}, which is wanted here")]
                help_ = fitting(state, part.left, left, expected, scope, filled)
                state.diagnostics[said] = errors.unit_mismatch(
                    scope.span(part.left), new[0].message, describe(left, name), related, help=help_
                )
            return
        part = part.left


__all__ = ["summed_for"]
