"""In which order kinds are completed, and where kinds would hold or extend each other without end."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.resolve.state import ResolveState
from vdl.semantics.depth_first import depth_first
from vdl.semantics.types import Kind
from vdl.text.source import Source, Span


def in_order_of_need(state: ResolveState, kinds: Iterable[Kind]) -> list[Kind]:
    """The kinds, each after those that it extends or holds objects of; what closes a circle is cut and reported.

    An object of a kind holds an object of each kind that a body of that kind names, so a circle of
    "extends" and "holds" would never end. All arrows that close one are cut, and of a graph without
    them no circle is left: elaboration ends because this does.
    """

    def closes(arrow: _Arrow, cycle: list[Kind]) -> None:
        node, source = arrow
        state.cut.add(node)
        held = f"{node.name.name}: {node.kind}" if isinstance(node, s.Object) else ""
        state.diagnostics.append(errors.circular_kind(Span(source, node.name.start, node.name.end), cycle, held))

    return depth_first(kinds, lambda kind: _needs(state, kind), closes)


_Arrow = tuple[s.KindDef | s.DesignDef | s.Object, Source]
"""The statement that says so, and the text it stands in."""


def _needs(state: ResolveState, kind: Kind) -> Iterator[tuple[_Arrow, Kind]]:
    """What has to be complete before a kind: the statement that says so, and the kind (or design)."""
    node = kind.node
    assert isinstance(node, (s.KindDef, s.DesignDef))
    path = node.parent if isinstance(node, s.KindDef) else node.base
    if path is None and isinstance(node, s.DesignDef):
        yield (node, kind.source), state.design
    elif path is not None:
        parent = state.names.find_path(kind.source.path, path)
        if isinstance(parent, Kind) and parent.form == kind.form:
            yield (node, kind.source), parent
    for written in kind.bodies:
        for held in _objects(written.body):
            of = state.names.find_path(written.source.path, held.kind)
            if isinstance(of, Kind) and of.form == "kind":
                yield (held, written.source), of


def _objects(body: s.Body) -> Iterator[s.Object]:
    """The objects that a body declares, at any depth of the text."""
    for statement in body.statements:
        if isinstance(statement, s.Object):
            yield statement
        if isinstance(statement, (s.Object, s.Refine, s.Scenario)):
            yield from _objects(statement.body)
