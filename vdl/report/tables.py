"""`table for ... { "Head": value }`: one row for each round of its loops; columns may be repeated, too."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from vdl import syntax as s
from vdl.graph.cells import Env, Made
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import Printed, expression, figure, plain, prose
from vdl.values import NOT_STATED


class _Place(NamedTuple):
    """One column that is printed: its text, and the names of the rounds that it is made in. `total` stands below it."""

    column: s.Column
    names: dict[str, Made]
    total: s.Column | None

    def at(self, env: Env) -> Env:
        """An environment that has these names, too."""
        return Env(env.instance, {**env.locals, **self.names}, env.source) if self.names else env


def table(page: Page, item: s.Table, env: Env) -> list[m.Block]:
    """The table, without columns that are silent in every row, and in every round that they are repeated for."""
    rows = page.rounds(item.loops, item.when, env)
    places = list(_places(page, item.columns, env, {})) if rows else []
    grid = [[expression(page, place.column.value, place.at(inner)) for place in places] for inner in rows]
    spoken = {place.column for row in grid for place, cell in zip(places, row) if not cell.says_nothing}
    kept = [i for i, place in enumerate(places) if place.column in spoken]
    if not kept:
        return []
    heads: list[m.Column] = []
    cells: list[list[m.Prose]] = []
    for i in kept:
        words = plain(prose(page, places[i].column.head, places[i].at(env)))
        head, column = _column(words, [row[i] for row in grid])
        heads.append(head)
        cells.append(column)
    caption = plain(prose(page, item.title, env)) if item.title is not None else ""
    total = _total(page, [places[i] for i in kept], heads, env)
    printed = tuple([m.Row(tuple([column[at] for column in cells])) for at in range(len(grid))])
    return [m.Table(caption, tuple(heads), printed, total, bill=item.bill)]


def _places(
    page: Page, columns: Iterable[s.Column | s.ColumnsFor], env: Env, names: dict[str, Made]
) -> Iterator[_Place]:
    """The columns in the order of the text, those that are repeated round by round."""
    columns = list(columns)
    totals = {column.written: column for column in columns if isinstance(column, s.Column) and column.total}
    for column in columns:
        if isinstance(column, s.ColumnsFor):
            for inner in page.rounds(column.loops, column.when, env):
                more = {loop.name: inner.locals[loop.name] for loop in column.loops}
                yield from _places(page, column.columns, inner, {**names, **more})
        elif not column.total:
            yield _Place(column, names, totals.get(column.written))


def _column(head: str, cells: list[Printed]) -> tuple[m.Column, list[m.Prose]]:
    """A column with its head; a unit that all its figures share stands there and not in the cells."""
    units = {cell.unit for cell in cells if cell.unit is not None}
    shared = next(iter(units)) if len(units) == 1 else None
    unit = shared.plural if shared is not None else ""
    written = [_written(cell, bare=bool(unit)) for cell in cells]
    column = m.Column(head, unit, bool(units))
    return column, written


def _written(cell: Printed, *, bare: bool) -> m.Prose:
    """What stands in a cell: a dash where nothing was stated, and nothing where nothing is to be said."""
    if cell.value is NOT_STATED and plain(cell.prose):
        return (m.Text("–"),)
    return _without_unit(cell) if bare else cell.prose


def _total(page: Page, places: list[_Place], heads: list[m.Column], env: Env) -> m.Row | None:
    """The row of totals; each stands in its column."""
    found = [expression(page, place.total.value, place.at(env)) if place.total is not None else None for place in places]
    if all(cell is None or cell.value is NOT_STATED for cell in found):
        return None
    cells: list[m.Prose] = []
    for at, (head, cell) in enumerate(zip(heads, found)):
        if cell is None:
            cells.append((m.Text("Total"),) if at == 0 else ())
        else:
            same = cell.unit is not None and cell.unit.plural == head.unit
            cells.append(_without_unit(cell) if same else cell.prose)
    return m.Row(tuple(cells))


def _without_unit(cell: Printed) -> m.Prose:
    """The same value without the unit that stands in the head of its column."""
    if cell.value is None or cell.unit is None or not isinstance(cell.prose[0], m.Value):
        return cell.prose
    return (figure(cell.value, cell.unit, bare=True),)
