"""What is filled in a body that does not have it, where a body around it in the text does."""

from __future__ import annotations

from vdl import syntax as s
from vdl.semantics.types import Kind
from vdl.text.source import Source


def belongs(kind: Kind, name: str, statement: s.Refine, source: Source) -> list[str]:
    """Where `name { ... }`, or `path.name { ... }`, belongs that an object has no object for, a line at most."""
    for outer in kind.around[1:]:
        if not _has(outer, name):
            continue
        owner = owner_words(outer)
        if statement.path.names[0] != name:
            return [f"`{name}` belongs to {owner}: write `{name} {{ ... }}`"]
        there = _again(outer, statement)
        if there is not None:
            line = source.place(there.start)[0]
            return [f"`{name}` belongs to {owner} and is there already in line {line}: take it out of `{kind.name}`"]
        return [f"`{name}` belongs to {owner}: move it out of `{kind.name}`"]
    return []


def owner_words(kind: Kind) -> str:
    """What a body belongs to: "the design `d`"."""
    return f"the design `{kind.name}`" if kind.form == "design" else f"`{kind.name}`"


def _has(outer: Kind, name: str) -> bool:
    """Whether a body has an object of that name, also one that stands further down, which is not declared yet."""
    found = outer.lookup(name)
    if found is not None:
        return found.form == "object"
    written = [one for body in outer.bodies for one in body.body.statements]
    return any(isinstance(one, s.Object) and one.name.name == name for one in written)


def _again(outer: Kind, statement: s.Refine) -> s.Node | None:
    """What fills the same of the same object in a body around, in that file."""
    filled = _fills(statement.body)
    for body in outer.bodies:
        for one in body.body.statements if body.source is outer.source else ():
            same = (isinstance(one, s.Refine) and one.path.names == statement.path.names) or (
                isinstance(one, s.Object) and (one.name.name,) == statement.path.names
            )
            if same and isinstance(one, (s.Refine, s.Object)) and filled & _fills(one.body):
                return one
    return None


def _fills(body: s.Body) -> set[str]:
    return {str(one.path) for one in body.statements if isinstance(one, s.Fill)}


__all__ = ["belongs", "owner_words"]
