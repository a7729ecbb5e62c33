"""`table for ... { "Head": value }`: one row for each round of its loops."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import syntax as s
from vdl.graph.cells import Env
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import Printed, expression, figure, plain, prose
from vdl.values import NOT_STATED


def table(page: Page, item: s.Table, rounds: Iterable[Env], env: Env) -> list[m.Block]:
    """The table, without columns that are silent in every row; nothing where there are no rows."""
    columns = [c for c in item.columns if not c.total]
    grid = [[expression(page, c.value, inner) for c in columns] for inner in rounds]
    if not grid:
        return []
    kept = [i for i in range(len(columns)) if not all(row[i].says_nothing for row in grid)]
    heads: list[m.Column] = []
    cells: list[list[m.Prose]] = []
    for i in kept:
        head, column = _column(columns[i].head, [row[i] for row in grid])
        heads.append(head)
        cells.append(column)
    rows = tuple([m.Row(tuple([column[at] for column in cells])) for at in range(len(grid))])
    caption = plain(prose(page, item.title, env)) if item.title is not None else ""
    totals = [c for c in item.columns if c.total]
    return [m.Table(caption, tuple(heads), rows, _total(page, totals, heads, env), bill=item.bill)]


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


def _total(page: Page, totals: list[s.Column], heads: list[m.Column], env: Env) -> m.Row | None:
    """The row of totals; each stands in the column of its head."""
    by_head = {c.head: expression(page, c.value, env) for c in totals}
    if all(cell.value is NOT_STATED for cell in by_head.values()):
        return None
    cells: list[m.Prose] = []
    for at, head in enumerate(heads):
        found = by_head.get(head.head)
        if found is None:
            cells.append((m.Text("Total"),) if at == 0 else ())
        else:
            same = found.unit is not None and found.unit.plural == head.unit
            cells.append(_without_unit(found) if same else found.prose)
    return m.Row(tuple(cells))


def _without_unit(cell: Printed) -> m.Prose:
    """The same value without the unit that stands in the head of its column."""
    if cell.value is None or cell.unit is None or not isinstance(cell.prose[0], m.Value):
        return cell.prose
    return (figure(cell.value, cell.unit, bare=True),)
