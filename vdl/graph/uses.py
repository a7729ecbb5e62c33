"""Under which paths a design can fill an input: also one of an object of a file, where the design refers to that."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from vdl.graph.cells import Cell, Instance
from vdl.graph.design import Graph


def _follow(design: Instance, path: str) -> Instance | None:
    """The object in which a path ends, where the path leads there."""
    holder = design.follow(path.split(".")[:-1])
    return holder if isinstance(holder, Instance) else None


def uses(graph: Graph, cell: Cell, files: Collection[str]) -> Iterator[str]:
    """The paths by which the design fills an input: of an object of a file by way of what an author filled with that."""
    if _follow(graph.root, cell.path) is cell.instance:
        yield cell.path
        return
    chosen = {choice.name for choice in graph.choices}
    for holder in graph.instances:
        for name, made in holder.slots.items() if holder.base is None else ():
            path, member, assigned = holder.path_of(name), holder.kind.lookup(name), holder.assigned.get(name)
            if not isinstance(made, Instance) or member is None or member.form != "input" or path in chosen:
                continue
            if assigned is None or assigned.env.source.path not in files:
                continue
            if any(one is cell.instance for one in and_originals(made)) and _follow(graph.root, f"{path}.{cell.name}") is made:
                yield f"{path}.{cell.name}"


def and_originals(instance: Instance | None) -> Iterator[Instance]:
    """An object and what it is a copy of."""
    while instance is not None:
        yield instance
        instance = instance.base


__all__ = ["and_originals", "uses"]
