"""Where a name of another dimension than is wanted comes from: the fault may stand there."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState


def worked_out(state: CheckState, expr: s.Expr, scope: Scope) -> errors.Places:
    """The let of an author's for which a name stands."""
    binding = state.bindings.get(expr)
    if not isinstance(expr, s.Name) or binding is None or binding[0] != "member" or not isinstance(binding[1], int):
        return []
    member = scope.kinds()[binding[1]].lookup(expr.name)
    if member is None or member.form != "let" or member.source.is_library:
        return []
    return [(member.span(), "worked out here")]


__all__ = ["worked_out"]
