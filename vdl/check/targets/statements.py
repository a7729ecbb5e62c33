"""Names in statements, and in the citations behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vdl import syntax as s
from vdl.check.targets.expressions import label
from vdl.check.targets.walk import Inner, Place, Walk, bodies, built_in, name_of, own


def declaring(*below: str, kinds: str = "") -> Callable[[Walk, Any, Place], Inner]:
    """For statements that declare a member. `below` are the fields with paths that begin in the body around it, `kinds` is one
    with a path that names a kind."""

    def look_up(walk: Walk, node: Any, place: Place) -> Inner:
        top = walk.names.files.get(place.source.path) if place.kind is None else place.kind
        member = top.members.get(name_of(node)) if top is not None else None
        if member is not None and member.node is not node and member.replaces is not None:
            member = member.replaces
        walk.name(node.name, "member", place, member)
        for field in below:
            value = getattr(node, field)
            for path in value if isinstance(value, tuple) else (value,):
                walk.along(path, place.kind)
        if kinds:
            walk.path(getattr(node, kinds), place)
        return bodies(walk, node, place)

    return look_up


def function(walk: Walk, node: s.Function, place: Place) -> Inner:
    for param in node.params:
        walk.name(param, "local", place)
    inner = place.among([own("local", param, place.source) for param in node.params])
    for child, where in declaring()(walk, node, place):
        yield child, inner if child is node.value else where


def below(walk: Walk, node: s.Fill | s.Refine, place: Place) -> Inner:
    walk.along(node.path, place.kind)
    return bodies(walk, node, place)


def waive(walk: Walk, node: s.Waive, place: Place) -> None:
    walk.along(node.path, place.kind)
    for path in node.labels:
        label(walk, path, place)


def cite(walk: Walk, node: s.Cite, place: Place) -> None:
    if node.source.names == ("assumed",):
        walk.found[node.source] = (built_in("assumed"),)
    else:
        walk.path(node.source, place)
