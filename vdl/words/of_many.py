"""What is said of a figure at a line of a kind, which is that of every object that has it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vdl.errors.report import of_objects
from vdl.graph.cells import Cell
from vdl.graph.design import Graph
from vdl.text.diagnostics import Diagnostic, enumerated

_PATH = r"`([\w.]+)` "
"""How a message begins that is about one quantity."""

_ALL = 8
"""So many objects are all named."""


def of_many(graph: Graph, found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is said of an input of one object, with the names of the others that have it of the same line: it is said once."""
    said = list(found)
    about = {path[1] for one in said if one.span is not None and (path := re.match(_PATH, one.message))}
    if not about:
        return said
    cells = [cell for component in graph.order for cell in component if cell.form == "input"]
    inputs = {cell.path: cell for cell in cells if cell.path in about}
    lines: dict[object, list[str]] = {_line(cell): [] for cell in inputs.values()}
    for cell in cells if lines else ():
        if _line(cell) in lines and cell.instance is not None:
            lines[_line(cell)].append(cell.instance.path)
    return [_with_names(one, inputs, lines) for one in said]


def _line(cell: Cell) -> object:
    return cell.name, cell.span().key()


def _with_names(said: Diagnostic, inputs: dict[str, Cell], lines: dict[object, list[str]]) -> Diagnostic:
    path = re.match(_PATH, said.message)
    cell = inputs.get(path[1]) if path is not None else None
    if cell is None or said.span is None or cell.instance is None:
        return said
    line, names = cell.span(), sorted(lines[_line(cell)])
    if len(names) < 2 or line.source is not said.span.source or not line.start <= said.span.start <= said.span.end <= line.end:
        return said
    which = f"objects {enumerated(names, 'and')}" if len(names) <= _ALL else of_objects(names)
    return said._replace(notes=(*said.notes, f"this is the line of {which}"))


__all__ = ["of_many"]
