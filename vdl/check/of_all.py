"""A kind is named where a figure of its objects is meant."""

from __future__ import annotations

from vdl.check.scope import VALUES, Scope
from vdl.semantics.types import Kind


def of_all(kind: Kind, then: str, scope: Scope) -> str:
    """How to add up what stands behind the name of a kind: "of all there are: `sum((all crate).held)`; ...". "" where its objects
    have nothing of that name. Objects that the body around does not hold are looked for in the design."""
    member = kind.lookup(then) if then else None
    if member is None or member.form not in VALUES or scope.kind is None or member.form == "object":
        return ""
    held = any(
        one.form == "object" and one.kind is not None and one.kind.is_a(kind) for one in scope.kind.all_members().values()
    )
    among = "" if held or scope.kind.form == "design" else " in design"
    summed = f"of all there are: `sum((all {kind.name}{among}).{then})`"
    return f"{summed}; for one of them write its name, not that of its kind"


__all__ = ["of_all"]
