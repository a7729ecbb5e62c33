"""Under which paths a design can fill an input: also one of an object of a file, where the design refers to that."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from vdl.graph.cells import Cell, Instance
from vdl.graph.design import Graph


def _follow(design: Instance, path: str) -> Instance | None:
    """The object in which a path ends, where the path leads there."""
    holder = design.follow(path.split(".")[:-1])
    return holder if isinstance(holder, Instance) else None


class Uses:
    """The paths by which a design fills inputs: of an object of a file by way of what an author filled with that, in one of
    some `files`."""

    def __init__(self, graph: Graph, files: Collection[str]) -> None:
        self._graph = graph
        self._files = files

    def of(self, cell: Cell) -> list[str]:
        """The paths by which an input is filled."""
        if _follow(self._graph.root, cell.path) is cell.instance:
            return [cell.path]
        referring = self._referring.get(cell.instance, ()) if cell.instance is not None else ()
        return [f"{path}.{cell.name}" for path in referring]

    @cached_property
    def _referring(self) -> dict[Instance, list[str]]:
        """By object: the paths of the inputs that refer to it, or to a copy of it."""
        found: dict[Instance, list[str]] = {}
        chosen = {choice.name for choice in self._graph.choices}
        for holder in self._graph.instances:
            for name, made in holder.slots.items() if holder.base is None else ():
                assigned = holder.assigned.get(name) if isinstance(made, Instance) else None
                if not isinstance(made, Instance) or assigned is None or assigned.env.source.path not in self._files:
                    continue
                path, member = holder.path_of(name), holder.kind.lookup(name)
                if member is None or member.form != "input" or path in chosen:
                    continue
                if self._graph.root.follow(path.split(".")) is made:
                    for one in and_originals(made):
                        found.setdefault(one, []).append(path)
        return found


def and_originals(instance: Instance | None) -> Iterator[Instance]:
    """An object and what it is a copy of."""
    while instance is not None:
        yield instance
        instance = instance.base


__all__ = ["Uses", "and_originals"]
