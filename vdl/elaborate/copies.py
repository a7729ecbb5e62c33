"""Copies of objects with something changed."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import syntax as s
from vdl.elaborate.layers import put
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Assignment, Const, Env, Instance, Made


def with_(el: Elaboration, expr: s.With, env: Env) -> Made:
    """A copy of an object in which some inputs are filled anew. It is placed where its original is."""
    base = el.expr(expr.base, env)
    if not isinstance(base, Instance):
        return base if isinstance(base, Const) else POISON
    fills = [statement for statement in expr.body.statements if isinstance(statement, s.Fill)]
    changed = ", ".join([".".join(fill.path.names) for fill in fills])
    copy = copied(base, base.owner, f"{base.path} with {{ {changed} }}")
    written = el.numbered(expr, " with")
    fill_anew(copy, [(fill.path.names, Assignment(fill.value, env, fill, "derived", fill.cites, written)) for fill in fills])
    return copy


def fill_anew(copy: Instance, fills: Iterable[tuple[tuple[str, ...], Assignment]]) -> None:
    """What a copy fills in itself and in what it holds, over what its original has."""
    for path, assignment in fills:
        put(copy, path, assignment)
        if len(path) == 1:
            copy.anew |= {path[0]}


def copied(base: Instance, owner: Instance | None, path: str) -> Instance:
    """A copy of an object: what filled it by its own names, or by those of an object around it that is copied with it,
    reads the names of the copies."""
    copy = Instance(base.kind, base.name, owner, path, base.member)
    copy.base, copy.parts = base, base.parts
    anew = {base: copy}
    around, other = base.owner, owner
    while around is not None and other is not None and around is not other:
        anew[around] = other
        around, other = around.owner, other.owner
    for name, assignment in base.assigned.items():
        instance = anew.get(assignment.env.instance) if assignment.env.instance is not None else None
        copy.assigned[name] = (
            assignment if instance is None else assignment._replace(env=assignment.env._replace(instance=instance))
        )
    return copy
