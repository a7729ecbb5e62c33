"""Names in documents, and of loops."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl import syntax as s
from vdl.check.targets.walk import Inner, Place, Walk, built_in, own


def show(walk: Walk, node: s.Show, place: Place) -> None:
    walk.found[node.what] = (built_in(node.what.name),)


def include(walk: Walk, node: s.Include, place: Place) -> None:
    walk.path(node.document, place)


def loops(walk: Walk, loops: Sequence[s.Loop], place: Place) -> tuple[list[tuple[s.Node, Place]], Place]:
    """The lists of loops, each of which sees the names of those before it, and what is within them."""
    lists: list[tuple[s.Node, Place]] = []
    for loop in loops:
        walk.name(loop, "local", place)
        lists.append((loop.items, place))
        place = place.among([own("local", loop, place.source)])
    return lists, place


def looping(walk: Walk, node: s.DocFor | s.Comprehension, place: Place) -> Inner:
    """All but the lists sees the names of the loops."""
    found, within = loops(walk, node.loops, place)
    return [*found, *[(child, within) for child in s.children(node) if not isinstance(child, s.Loop)]]


def table(walk: Walk, node: s.Table, place: Place) -> Inner:
    found, rows = loops(walk, node.loops, place)
    found += [(one, rows) for one in (node.when, node.group) if one is not None]
    found += [(one, place) for one in (node.title, node.file) if one is not None]
    if s.ROW not in rows.locals:
        rows = rows.among([built_in(s.ROW)])
    if node.merging is not None:
        walk.name(node.merging.name, "local", place)
        found.append((node.merging.by, rows))
        rows = rows.among([own("local", node.merging.name, place.source)])
    return [*found, *_columns(walk, node.columns, place, rows)]


def chart(walk: Walk, node: s.Chart, place: Place) -> Inner:
    if node.title is not None:
        yield node.title, place
    yield from drawings(walk, node, place)


def drawings(walk: Walk, node: s.Chart | s.DrawnFor, place: Place) -> Inner:
    """As `check/documents` reads them: heads and values within the rows."""
    found, row = loops(walk, node.loops, place)
    yield from found
    if node.when is not None:
        yield node.when, row
    yield from ((each, row) for each in node.columns)


def shapes_for(walk: Walk, node: s.ShapesFor, place: Place) -> Inner:
    found, inner = loops(walk, node.loops, place)
    yield from found
    if node.when is not None:
        yield node.when, inner
    yield from ((shape, inner) for shape in node.shapes)


def _columns(walk: Walk, columns: Iterable[s.Column | s.ColumnsFor], place: Place, row: Place) -> Inner:
    """As `check/documents` reads them: heads and totals outside the rows, values within."""
    for column in columns:
        if isinstance(column, s.ColumnsFor):
            found, inner = loops(walk, column.loops, place)
            yield from found
            if column.when is not None:
                yield column.when, inner
            repeated = [own("local", loop, place.source) for loop in column.loops]
            yield from _columns(walk, column.columns, inner, row.among(repeated))
            continue
        yield column.head, place
        if column.value is not None:
            yield column.value, place if column.total else row
