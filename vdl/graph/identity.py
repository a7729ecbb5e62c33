"""What a quantity is called across elaborations, each of which makes cells of its own."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Cell, Instance

CellId = tuple[str, str]
"""A quantity across elaborations: the file it stands in where it is none of the design's, and its path."""


def _id(instance: Instance | None, name: str) -> CellId:
    top = instance.top() if instance is not None else None
    path = instance.path_of(name) if instance is not None else name
    return (top.kind.source.path if top is not None and top.kind.form == "file" else "", path)


def cell_id(cell: Cell) -> CellId:
    return _id(cell.instance, cell.name)


def input_id(cell: Cell) -> CellId:
    """The quantity that an input is: in a copy that does not fill it anew, the original's."""
    holder = input_of(cell)
    return _id(holder, cell.name) if holder is not None else cell_id(cell)


def input_ids(cell: Cell) -> Iterator[CellId]:
    """What a value for a cell may be given to: the input that it is, and where only a question moves that in a copy, the
    original's as well."""
    yield input_id(cell)
    instance = input_of(cell)
    while instance is not None and instance.base is not None and cell.name in instance.moved:
        instance = _input_in(instance.base, cell.name)
        yield _id(instance, cell.name)


def input_of(cell: Cell) -> Instance | None:
    """The object whose input it is: of a copy that does not fill it anew, the original."""
    instance = cell.instance
    return _input_in(instance, cell.name) if instance is not None and cell.form in ("input", "count") else instance


def _input_in(instance: Instance, name: str) -> Instance:
    while instance.base is not None and name not in instance.anew:
        instance = instance.base
    return instance
