"""From places in a text to the nodes of its tree, and from nodes to the places of their names. For those who look at a text;
no pass of the compiler needs it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from vdl.syntax.expressions import Attribute, Name
from vdl.syntax.nodes import Ident, Loop, Node, Path, TypeRef, UnitName, children
from vdl.syntax.statements import Param


def around(tree: Node, offset: int) -> tuple[Node, ...]:
    """The nodes in which the character at an offset stands, from the tree itself to the innermost.

    A node reaches from its first character up to the one before its end: behind a name stands what is next to it, so for
    what stands on the left of a cursor ask for the offset before.
    """
    found = [tree]
    inner: Node | None = tree
    while inner is not None:
        inner = next((child for child in children(inner) if child.start <= offset < child.end), None)
        if inner is not None:
            found.append(inner)
    return tuple(found)


def names_of(node: Node) -> tuple[tuple[int, int], ...]:
    """Where the names stand that a node bears itself, not those of nodes in it, in their order; () of a node without a name."""
    where = _NAMES.get(node.__class__)
    return tuple(where(node)) if where is not None else ()


def _first(node: Ident | Name | Loop | Param) -> Iterable[tuple[int, int]]:
    return ((node.start, node.start + len(node.name)),)


def _last(node: Attribute) -> Iterable[tuple[int, int]]:
    return ((node.name_start, node.end),)


def _path(node: Path) -> Iterable[tuple[int, int]]:
    return zip(node.starts, [start + len(name) for start, name in zip(node.starts, node.names)])


def _parts(node: UnitName | TypeRef) -> Iterable[tuple[int, int]]:
    return [(part.start, part.end) for part in node.parts]


_NAMES: Mapping[type[Node], Callable[[Any], Iterable[tuple[int, int]]]] = {
    Ident: _first, Name: _first, Loop: _first, Param: _first, Attribute: _last, Path: _path, UnitName: _parts, TypeRef: _parts,
}  # fmt: skip


__all__ = ["around", "names_of"]
