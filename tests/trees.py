"""Trees of the language: all nodes of one, and two beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from vdl import syntax as s


def same(one: Any, other: Any) -> bool:
    """Whether two trees say the same; where they stand in their texts is left out."""
    if isinstance(one, s.Node):
        if one.__class__ is not other.__class__:
            return False
        names = [n for n in one.__match_args__ if n not in ("start", "end", "apart", "depth")]
        return all(same(getattr(one, n), getattr(other, n)) for n in names)
    if isinstance(one, tuple):
        return isinstance(other, tuple) and len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)


def nodes(one: Any) -> Iterator[s.Node]:
    """All nodes of a tree, or of a part of one."""
    if isinstance(one, s.Node):
        yield one
        for name in one.__match_args__:
            yield from nodes(getattr(one, name))
    elif isinstance(one, tuple):
        for item in one:
            yield from nodes(item)
