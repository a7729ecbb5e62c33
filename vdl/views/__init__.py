"""The graph of a design to look at: through networkx, and as DOT, Mermaid and JSON.

Edges point from what is read to what is computed from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from vdl.graph.cells import Cell, Graph
from vdl.graph.order import cell_needs, components
from vdl.text.safe import shown

DiGraph = Any
"""A networkx.DiGraph whose nodes are cells."""

Words = Callable[[Cell], str]
"""The value of a quantity as people see it."""


def to_networkx(graph: Graph, also: Iterable[Cell] = ()) -> DiGraph:
    """Every quantity of the design's graph as a node, in the order of computation; then those of `also`
    that nothing in the design asks for, with what they need.

    Nodes have `name` (unique; a second quantity of one path is called "path#2"), `form` and `origin`.
    """
    import networkx

    made: DiGraph = networkx.DiGraph()
    seen: dict[str, int] = {}
    order = [*graph.order, *components(also, lambda cell: None)]
    cells = list(dict.fromkeys(cell for component in order for cell in component))
    for cell in cells:
        seen[cell.path] = seen.get(cell.path, 0) + 1
        name = cell.path if seen[cell.path] == 1 else f"{cell.path}#{seen[cell.path]}"
        made.add_node(cell, name=name, form=cell.form, origin=cell.origin)
    for cell in cells:
        made.add_edges_from((other, cell) for other in cell_needs(cell))
    return made


def around(graph: DiGraph, cell: Cell, *, ancestors: bool = True, descendants: bool = True) -> DiGraph:
    """The part of a graph that one quantity is computed from, that is computed from it, or both."""
    kept = {cell}
    if ancestors:
        kept |= _reached(cell, graph.predecessors)
    if descendants:
        kept |= _reached(cell, graph.successors)
    return graph.subgraph(kept)


def _reached(cell: Cell, following: Callable[[Cell], Iterable[Cell]]) -> set[Cell]:
    found = {cell}
    work = [cell]
    while work:
        new = [other for other in following(work.pop()) if other not in found]
        found.update(new)
        work += new
    return found


def nodes(graph: DiGraph, whole: DiGraph) -> list[Cell]:
    """The nodes of a part in the order of the whole; networkx gives those of a part in no order."""
    return [cell for cell in whole if cell in graph]


def edges(graph: DiGraph, cells: Iterable[Cell]) -> list[tuple[Cell, Cell]]:
    """The edges among some nodes, by what they lead to, in the order of its text."""
    return [(other, cell) for cell in cells for other in dict.fromkeys(cell_needs(cell)) if other in graph]


_SHAPES = {"count": "doubleoctagon", "input": "box", "let": "ellipse"}


def dot(graph: DiGraph, whole: DiGraph, title: str, words: Words) -> str:
    """For Graphviz. Inputs are boxes, counts double octagons, what is derived ellipses."""
    cells = nodes(graph, whole)
    name = {cell: _quoted(_key(whole.nodes[cell]["name"], index)) for index, cell in enumerate(cells, 1)}
    lines = [f"digraph {_quoted(title)} {{", "  rankdir=LR;", "  node [fontname=\"sans-serif\"];"]
    for cell in cells:
        label = _quoted(f"{shown(whole.nodes[cell]['name'], LABEL)}\n{shown(words(cell), LABEL)}")
        lines.append(f"  {name[cell]} [label={label}, shape={_SHAPES.get(cell.form, 'ellipse')}];")
    lines += [f"  {name[a]} -> {name[b]};" for a, b in edges(graph, cells)]
    return "\n".join([*lines, "}"])


LABEL = 200
"""Characters of a name or a value that are drawn."""


def _key(name: str, index: int) -> str:
    """What a node is called: its quantity's name, or its number where that is too long to be drawn."""
    return name if len(name) <= LABEL else f"#{index}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def mermaid(graph: DiGraph, whole: DiGraph, words: Words) -> str:
    """A flowchart for Mermaid. Inputs are boxes, counts hexagons, what is derived has round ends."""
    cells = nodes(graph, whole)
    key = {cell: f"n{index}" for index, cell in enumerate(cells, 1)}
    shapes = {"count": ("{{", "}}"), "input": ("[", "]")}
    lines = ["flowchart LR"]
    for cell in cells:
        before, after = shapes.get(cell.form, ("([", "])"))
        text = f"{shown(whole.nodes[cell]['name'], LABEL)} = {shown(words(cell), LABEL)}"
        for raw, written in (("#", "#35;"), ('"', "#quot;"), ("<", "#lt;"), (">", "#gt;")):
            text = text.replace(raw, written)
        lines.append(f'  {key[cell]}{before}"{text}"{after}')
    lines += [f"  {key[a]} --> {key[b]}" for a, b in edges(graph, cells)]
    return "\n".join(lines)


def as_object(
    graph: DiGraph, whole: DiGraph, title: str, value: Callable[[Cell], dict[str, Any]]
) -> dict[str, Any]:
    """For machines: nodes in the order of computation, edges by name."""
    cells = nodes(graph, whole)
    name = {cell: whole.nodes[cell]["name"] for cell in cells}
    listed = []
    for cell in cells:
        span = cell.span()
        line, column = span.source.place(span.start)
        listed.append(
            {
                "name": name[cell],
                "form": cell.form,
                "origin": cell.origin,
                "value": value(cell),
                "file": span.source.path,
                "line": line,
                "column": column,
            }
        )
    return {"schema": 1, "design": title, "nodes": listed,
            "edges": [{"from": name[a], "to": name[b]} for a, b in edges(graph, cells)]}  # fmt: skip
