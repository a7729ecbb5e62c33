"""Counts of different things that one body fills in, and that their kind compares."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.state import CheckState
from vdl.semantics.types import COUNT, Filling, Kind, Quantity, describe


def check_counted(state: CheckState, kind: Kind) -> None:
    """Say where a body fills two inputs that read as plain numbers with counts of different things, and its kind compares them.

    Each input takes any counted quantity, so neither is wrong by itself, and the comparison sees two numbers.
    """
    found: dict[str, tuple[Filling, Quantity]] = {}
    for filling in kind.fillings:
        type_ = state.types.get(filling.node.value)
        if len(filling.path) != 1 or not isinstance(type_, Quantity) or not type_.dimension:
            continue
        member = kind.lookup(filling.path[0])
        if member is not None and type_of(state, member) is COUNT:
            found[filling.path[0]] = filling, type_
    if len({type_.dimension for _, type_ in found.values()}) < 2:
        return
    for one, other in _compared(kind, found):
        (first, of), (second, unlike) = found[one], found[other]
        if of.dimension == unlike.dimension:
            continue
        if first.node.start > second.node.start:
            (first, of), (second, unlike), one, other = (second, unlike), (first, of), other, one
        words = [describe(type_, state.units.name) for type_ in (of, unlike)]
        message = f"`{one}` and `{other}` are compared: {words[0]} with {words[1]}"
        state.diagnostics.append(errors.unit_mismatch(second.span(), message, words[1], [(first.span(), words[0])]))
        return


def _compared(kind: Kind, names: dict[str, tuple[Filling, Quantity]]) -> list[tuple[str, str]]:
    """Those two by two of these inputs that the kind or its ancestors compare with each other."""
    found = []
    for one in kind.chain():
        for written in one.bodies:
            for node in s.walk(written.body):
                if isinstance(node, s.Compare) and isinstance(node.left, s.Name) and isinstance(node.right, s.Name):
                    left, right = node.left.name, node.right.name
                    if left in names and right in names:
                        found.append((left, right))
    return found


__all__ = ["check_counted"]
