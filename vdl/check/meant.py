"""Which other member may be meant where one does not take what is written, or where a name is not known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vdl import syntax as s
from vdl.check.inference import type_of
from vdl.check.scope import SHARED, VALUES, Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Kind, Member, Module, Object, Quantity, Type
from vdl.semantics.units import Dimension, Unit
from vdl.text.source import Source


class Filled(NamedTuple):
    """What a statement fills: the member, the object that it is a member of, and the path from the body to that object."""

    member: Member
    owner: Kind
    around: tuple[str, ...]

    def beside(self, member: Member) -> str:
        """The path of another member of the same object."""
        return ".".join([*self.around, member.name])


def owner_of(state: CheckState, kind: Kind, path: s.Path) -> Kind | None:
    """The object that the last name of a path is a member of; None where the path leads through something else."""
    for name in path.names[:-1]:
        member = kind.lookup(name)
        type_ = type_of(state, member) if member is not None and member.form in VALUES else None
        if not isinstance(type_, Object):
            return None
        kind = type_.kind
    return kind


# ------------------------------------------------------------------------------ fields of an object
def takers(state: CheckState, filled: Filled, unit: Unit) -> list[str]:
    """The fields beside one whose names have a word in common with it, and that take what is in such a unit."""
    found = [m for m in _open(filled.owner) if _is_of(m, unit.dimension) and m is not filled.member]
    common = {member: len(_words(member.name) & _words(filled.member.name)) for member in found}
    most = max(common.values(), default=0)
    return [filled.beside(member) for member in found if most and common[member] == most]


def inside(state: CheckState, filled: Filled, unit: Unit) -> str:
    """The one field of a nested object that takes what is in such a unit; "" where none does, or several."""
    type_ = type_of(state, filled.member)
    if not isinstance(type_, Object):
        return ""
    found = [member.name for member in _fields(type_.kind) if _is_of(member, unit.dimension)]
    return f"{filled.beside(filled.member)}.{found[0]}" if len(found) == 1 else ""


def number_of(filled: Filled, things: Dimension) -> str:
    """The one input of an object that is of a dimension; "" where none is, or several."""
    found = [filled.beside(member) for member in _fields(filled.owner) if member.form == "input" and _is_of(member, things)]
    return found[0] if len(found) == 1 else ""


def taking(state: CheckState, kind: Kind, type_: Type) -> str:
    """The one field of an object that is open, and takes what is of a type; "" where none does, or several."""
    found = [member.name for member in _open(kind) if _takes(member, type_)]
    return found[0] if len(found) == 1 else ""


def fields_of(kind: Kind) -> list[str]:
    """The names of what an object's author states."""
    return [member.name for member in _open(kind, defaults=True)]


def counted_in(state: CheckState, kind: Kind) -> str:
    """The count of an object that says how many it is: its only one, or the one that is called as what it counts."""
    counts = [member for member in kind.all_members().values() if member.form == "count"]
    if len(counts) > 1:
        counts = [member for member in counts if member.name in _called(state, member)]
    return counts[0].name if len(counts) == 1 else ""


def _called(state: CheckState, member: Member) -> tuple[str, ...]:
    type_ = type_of(state, member)
    if not isinstance(type_, Quantity) or not state.units.counts_things(type_.dimension):
        return ()
    unit = state.units.base_units[type_.dimension[0][0]]
    return (unit.singular, unit.plural)


def _fields(kind: Kind) -> Iterator[Member]:
    """What can be filled: inputs and counts, whose types are declared."""
    for name, member in kind.all_members().items():
        if member.form in ("input", "count") and name not in SHARED:
            yield member


def _open(kind: Kind, *, defaults: bool = False) -> Iterator[Member]:
    """The inputs that no kind fills already; with `defaults` also those that have one."""
    by_kinds = {filling.path[0] for one in kind.chain() if one.form == "kind" for filling in one.fillings}
    for member in _fields(kind):
        node = member.node
        if isinstance(node, s.Field) and member.name not in by_kinds and (defaults or node.default is None):
            yield member


def _is_of(member: Member, dimension: Dimension) -> bool:
    return bool(dimension) and isinstance(member.type, Quantity) and member.type.dimension == dimension


def _takes(member: Member, type_: Type) -> bool:
    if isinstance(type_, Object) and isinstance(member.type, Object):
        return type_.kind.is_a(member.type.kind)
    return isinstance(type_, Quantity) and _is_of(member, type_.dimension)


def _words(name: str) -> set[str]:
    return set(name.split("_"))


# ------------------------------------------------------------------------------ what has a name elsewhere
def elsewhere(state: CheckState, name: str, scope: Scope) -> list[str]:
    """Where a name stands that is not in sight: in an imported file, else in objects of the bodies around, the nearest first."""
    return list(_imported(state, name, scope.source)) or list(_in_objects(state, name, scope.kinds(), VALUES))


def _imported(state: CheckState, name: str, source: Source) -> Iterator[str]:
    for module, symbol in state.names.scope(source.path).items():
        if isinstance(symbol, Module) and isinstance(state.names.scopes.get(symbol.file, {}).get(name), Member):
            yield f"{module}.{name}"


def _in_objects(state: CheckState, name: str, kinds: Iterable[Kind], forms: tuple[str, ...]) -> Iterator[str]:
    for kind in kinds:
        if kind.form == "kind":
            continue
        for member in kind.all_members().values():
            inner = member.kind if member.form == "object" else None
            found = inner.lookup(name) if inner is not None and inner not in kinds else None
            if found is not None and found.form in forms:
                yield f"{member.name}.{name}"


def having(state: CheckState, name: str, kind: Kind) -> list[str]:
    """The objects of the bodies around one that take a field of that name."""
    found = _in_objects(state, name, (kind, *kind.around[1:]), ("input", "count"))
    return [path.rpartition(".")[0] for path in found]


__all__ = [
    "Filled", "counted_in", "elsewhere", "fields_of", "having", "inside", "number_of", "owner_of", "takers",
    "taking",
]
