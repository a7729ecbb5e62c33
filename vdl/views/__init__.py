"""The graph of a design to look at: through networkx, and as the text of a view.

Edges point from what is read to what is computed from it. Each view is one file in `formats/`, with one record in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from vdl.graph.cells import Cell
from vdl.graph.design import Graph
from vdl.graph.order import cell_needs, components
from vdl.text.machine import Json

DiGraph = Any
"""A networkx.DiGraph whose nodes are cells."""

LABEL = 200
"""Characters of a name or a value that are drawn."""


def to_networkx(graph: Graph, also: Iterable[Cell] = ()) -> DiGraph:
    """Every quantity of the design's graph as a node, in the order of computation, but for answers to questions and what
    is computed from them; then those of `also` that are not among them, with what they need.

    Nodes have `name` (unique; a second quantity of one path is called "path#2"), `form` and `origin`.
    """
    import networkx

    made: DiGraph = networkx.DiGraph()
    seen: dict[str, int] = {}
    judged = set(graph.answers)  # they are known once the rest is, and take long: nothing but expectations reads them
    for component in graph.order:
        if any(need in judged for cell in component for need in cell_needs(cell)):
            judged.update(component)
    order = [cell for component in graph.order for cell in component if cell not in judged]
    order += [cell for component in components(also, lambda cell: None) for cell in component]
    cells = list(dict.fromkeys(order))
    for cell in cells:
        seen[cell.path] = seen.get(cell.path, 0) + 1
        name = cell.path if seen[cell.path] == 1 else f"{cell.path}#{seen[cell.path]}"
        made.add_node(cell, name=name, form=cell.form, origin=cell.origin)
    for cell in cells:
        made.add_edges_from((other, cell) for other in cell_needs(cell))
    return made


def around(graph: DiGraph, cell: Cell, *, ancestors: bool = True, descendants: bool = True) -> DiGraph:
    """The part of a graph that one quantity is computed from, that is computed from it, or both."""
    import networkx

    kept = {cell}
    if ancestors:
        kept |= networkx.ancestors(graph, cell)
    if descendants:
        kept |= networkx.descendants(graph, cell)
    return graph.subgraph(kept)


@dataclass(frozen=True, slots=True)
class Picture:
    """What a view draws: `part` of the graph `whole`; of each quantity its value as people and as programs read it."""

    part: DiGraph
    whole: DiGraph
    title: str
    text: Callable[[Cell], str]
    value: Callable[[Cell], Mapping[str, Json]]

    def cells(self) -> list[Cell]:
        """The nodes of the part in the order of the whole; networkx gives those of a part in no order."""
        return [cell for cell in self.whole if cell in self.part]

    def edges(self) -> list[tuple[Cell, Cell]]:
        """The edges of the part, by what they lead to, in the order of its text."""
        return [(other, cell) for cell in self.cells() for other in dict.fromkeys(cell_needs(cell)) if other in self.part]

    def name(self, cell: Cell) -> str:
        """The name of a quantity, which no other one has."""
        return str(self.whole.nodes[cell]["name"])


@dataclass(frozen=True, slots=True)
class View:
    """A way to write a graph down, as `vdl graph --format NAME` prints it; `about` says whom it is for."""

    name: str
    about: str
    render: Callable[[Picture], str]


@cache
def every_view() -> dict[str, View]:
    """Every view under its name, in the order of the names."""
    from importlib import import_module
    from pkgutil import iter_modules

    from vdl.views import formats as folder

    found: list[View] = [import_module(f"{folder.__name__}.{module.name}").VIEW for module in iter_modules(folder.__path__)]
    return {each.name: each for each in sorted(found, key=lambda each: each.name)}
