"""Labels that stand twice where each is said once: in a list, or behind `at`."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState


def each_once(state: CheckState, labels: Iterable[s.Node], scope: Scope) -> None:
    """Refuse a label that is said again: another one was meant, most likely. Of what is no label by itself nothing is said."""
    seen: dict[object, s.Node] = {}
    for node in labels:
        bound = state.bindings.get(node)
        if bound is None or bound[0] != "label":
            continue
        first = seen.setdefault(bound[1], node)
        if first is not node:
            _, name = bound[1]
            state.diagnostics.append(errors.label_taken(scope.span(node), name, scope.span(first), listed=True))


__all__ = ["each_once"]
