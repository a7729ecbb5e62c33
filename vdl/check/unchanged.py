"""Scenarios that fill in nothing but what their design does anyway."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.state import CheckState
from vdl.semantics.types import Filling, Kind
from vdl.text.source import Span


def check_unchanged(state: CheckState, scenario: Kind) -> None:
    """Say of a scenario that it changes nothing: each of its lines says once more what the design says. An empty one says so
    itself."""
    node, design = scenario.node, scenario.parent
    if not isinstance(node, s.Scenario) or design is None or not _only_fills(node.body):
        return
    below: list[Filling] = []
    for filling, _ in scenario.all_fillings():
        found = _filled(design, filling.path)
        if found is None or not filling.alike(found) or any(isinstance(one, s.Name) for one in s.walk(filling.node.value)):
            return
        below.append(found)
    if below:
        span = Span(scenario.source, node.name.start, node.name.end)
        state.diagnostics.append(errors.changes_nothing(span, scenario.name, [one.span() for one in below[:_NAMED]]))


_NAMED = 3


def _only_fills(body: s.Body) -> bool:
    return all(
        isinstance(one, s.Fill) or (isinstance(one, s.Refine) and _only_fills(one.body)) for one in body.statements
    )  # fmt: skip


def _filled(kind: Kind, path: tuple[str, ...]) -> Filling | None:
    """What fills an input below a body: the highest layer of the body itself, else of the object on the way."""
    for layer in kind.chain():
        found = [one for one, _ in layer.all_fillings() if one.path == path]
        if found:
            return found[-1]
    member = kind.lookup(path[0]) if len(path) > 1 else None
    return _filled(member.kind, path[1:]) if member is not None and member.kind is not None else None


__all__ = ["check_unchanged"]
