"""Where a design uses an object of a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vdl import syntax as s
from vdl.check.state import CheckState
from vdl.semantics.types import Filling, Kind, Symbol

_DEPTH = 4
"""Objects in objects that are looked into."""


def where_used(state: CheckState, kind: Kind, used: Symbol | None) -> str:
    """The path of the one input of a body, or of an object in it, that is filled with an object of a file; "" where none or
    several are."""
    paths = _uses(state, kind, used)
    return ".".join(paths[0]) if len(paths) == 1 else ""


def made_of(state: CheckState, kind: Kind, used: Symbol | None, fits: Callable[[Kind], bool]) -> list[str]:
    """The paths of the objects in a body, of kinds that fit, of which an input is filled with an object of a file: the fleet
    that is made of carts."""
    owners = dict.fromkeys([path[:-1] for path in _uses(state, kind, used) if len(path) > 1])
    return [".".join(path) for path in owners if (found := _leads_to(kind, path)) is not None and fits(found)]


def _leads_to(kind: Kind, path: Iterable[str]) -> Kind | None:
    found: Kind | None = kind
    for name in path:
        member = found.lookup(name) if found is not None else None
        found = member.kind if member is not None and member.form == "object" else None
    return found


def _uses(state: CheckState, kind: Kind, used: Symbol | None) -> list[tuple[str, ...]]:
    return [path for path, one in _filled(kind).items() if used is not None and _named(state, kind, one) is used]


def _filled(kind: Kind, depth: int = _DEPTH) -> dict[tuple[str, ...], Filling]:
    """What fills the paths of a body: what stands further out, or in a later layer, goes first."""
    found: dict[tuple[str, ...], Filling] = {}
    for one in kind.chain():
        for filling in one.fillings:
            found.setdefault(filling.path, filling)
    for name, member in kind.all_members().items() if depth else ():
        if member.form == "object" and member.kind is not None:
            for path, filling in _filled(member.kind, depth - 1).items():
                found.setdefault((name, *path), filling)
    return found


def _named(state: CheckState, kind: Kind, filling: Filling) -> Symbol | None:
    """What a filling names that stands in a file, also to change it; None of anything else."""
    value: s.Expr = filling.node.value
    value = value.base if isinstance(value, s.With) else value
    names: list[str] = []
    while isinstance(value, s.Attribute):
        names.insert(0, value.name)
        value = value.base
    if not isinstance(value, s.Name) or kind.lookup(value.name) is not None:
        return None
    return state.names.find_path(filling.source.path, s.Path(value.start, value.end, (value.name, *names), ()))
