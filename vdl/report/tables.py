"""`table for ... { "Head": value }`: one row for each round of its loops; columns may be repeated, rows grouped and added up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from vdl import syntax as s
from vdl.graph.cells import Env, Made
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import Printed, expression, figure, plain, prose
from vdl.semantics.types import COUNT, Quantity
from vdl.text.source import Span
from vdl.values import NOT_STATED, anywhere


class _Place(NamedTuple):
    """One column that is printed: its text, and the names of the rounds that it is made in. `total` stands below it;
    of a bill it may be a part of what the text says."""

    column: s.Column
    names: dict[str, Made]
    total: s.Column | None
    part: bills.Part | None = None

    def at(self, env: Env) -> Env:
        """An environment that has these names, too."""
        return Env(env.instance, {**env.locals, **self.names}, env.source) if self.names else env

    @property
    def adds_up(self) -> bool:
        """Whether what the rows state is added up below it."""
        return self.total is not None and self.total.value is None


class _Filled(NamedTuple):
    """A column with its cells, row by row."""

    place: _Place
    cells: list[Printed]


def table(page: Page, item: s.Table, env: Env) -> list[m.Block]:
    """The table, without columns that are silent in every row, and in every round that they are repeated for."""
    rows = page.rounds(item.loops, item.when, env)
    groups = [_group(page, item, inner) for inner in rows]
    order = sorted(range(len(rows)), key=lambda at: groups.index(groups[at]))
    rows, groups = [rows[at] for at in order], [groups[at] for at in order]
    places = list(places_of(page, item.columns, env, {})) if rows else []
    columns = [_Filled(place, [_cell(page, place, inner) for inner in rows]) for place in places]
    spoken = {place.column for place, cells in columns if not all(cell.says_nothing for cell in cells)}
    columns = [one for one in columns if one.place.column in spoken]
    if item.bill:
        columns = [part for one in columns for part in _parts(page, one, env)]
    if not columns:
        return []
    heads: list[m.Column] = []
    printed: list[list[m.Prose]] = []
    for place, cells in columns:
        words = _head(page, place, env) + (place.part.words if place.part else "")
        head, column = _column(words, cells)
        heads.append(head)
        printed.append(column)
    caption = plain(prose(page, item.title, env)) if item.title is not None else ""
    made = tuple([m.Row(tuple([column[at] for column in printed]), group=group) for at, group in enumerate(groups)])
    total = _total(page, columns, heads, env)
    below = [_subtotal(page, columns, heads, group, groups, env) for group in dict.fromkeys(groups) if any(groups)]
    subtotals = tuple([row for row in below if row is not None])
    left_out = _left_out(columns) if total is not None else None
    return [m.Table(caption, tuple(heads), made, total, bill=item.bill, subtotals=subtotals, left_out=left_out)]


def cells_of(page: Page, item: s.Table, env: Env) -> Iterator[list[tuple[str, Printed]]]:
    """The rows of a table, each cell under the head of its column."""
    for row in page.rounds(item.loops, item.when, env):
        yield [(_head(page, place, env), _cell(page, place, row)) for place in places_of(page, item.columns, env, {})]


def totals_of(page: Page, item: s.Table, env: Env) -> Iterator[tuple[str, Printed]]:
    """What stands below the columns of a table, each under the head of its column."""
    rows = page.rounds(item.loops, item.when, env)
    for place in places_of(page, item.columns, env, {}) if rows else ():
        whole = place.total
        if whole is not None and whole.value is not None:
            yield _head(page, place, env), expression(page, whole.value, place.at(env))
        elif whole is not None:
            cells = [_cell(page, place, row) for row in rows]
            yield _head(page, place, env), bills.added_up(page, cells, place.column, env)


def _head(page: Page, place: _Place, env: Env) -> str:
    return plain(prose(page, place.column.head, place.at(env)))


def _group(page: Page, item: s.Table, env: Env) -> str:
    """The name under which a row stands together with others; "" where rows have none."""
    return plain(expression(page, item.group, env).prose).strip() if item.group is not None else ""


def places_of(
    page: Page, columns: Iterable[s.Column | s.ColumnsFor], env: Env, names: dict[str, Made]
) -> Iterator[_Place]:
    """The columns in the order of the text, those that are repeated round by round."""
    columns = list(columns)
    totals = {column.written: column for column in columns if isinstance(column, s.Column) and column.total}
    for column in columns:
        if isinstance(column, s.ColumnsFor):
            for inner in page.rounds(column.loops, column.when, env):
                more = {loop.name: inner.locals[loop.name] for loop in column.loops}
                yield from places_of(page, column.columns, inner, {**names, **more})
        elif not column.total:
            yield _Place(column, names, totals.get(column.written))


def _cell(page: Page, place: _Place, row: Env) -> Printed:
    value = place.column.value
    return expression(page, value, place.at(row)) if value is not None else Printed(())


def _parts(page: Page, filled: _Filled, env: Env) -> Iterator[_Filled]:
    """A column of a bill as columns of plain numbers in one unit: one for each label, and for each end of ranges."""
    place, cells = filled
    value, span = place.column.value, _span(place.column, env)
    type_ = page.compilation.types.types.get(value) if isinstance(value, s.Expr) else None
    plain_number = type_ is COUNT or (isinstance(type_, Quantity) and not type_.dimension and not type_.ratio)
    cells = bills.in_one_unit(cells, page.units, plain_number=plain_number)
    for part in bills.parts(cells):
        made = [bills.part_of(cell, part) for cell in cells]
        for cell in made:
            page.count(len(plain(cell.prose)), span)
        yield _Filled(place._replace(part=part), made)


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


# ------------------------------------------------------------------------------ what stands below the rows
def _total(page: Page, columns: list[_Filled], heads: list[m.Column], env: Env) -> m.Row | None:
    """The row of totals; each stands in its column."""
    found: list[Printed | None] = []
    for place, cells in columns:
        if place.total is None:
            found.append(None)
        elif place.total.value is None:
            found.append(bills.added_up(page, cells, place.column, env))
        else:
            whole = expression(page, place.total.value, place.at(env))
            found.append(bills.part_of(whole, place.part) if place.part is not None else whole)
    return _below("Total", found, heads, "")


def _subtotal(page: Page, columns: list[_Filled], heads: list[m.Column], group: str, groups: list[str], env: Env) -> m.Row | None:
    """What the rows of one group come to, where rows are added up."""
    found: list[Printed | None] = []
    for place, cells in columns:
        own = [cell for cell, of in zip(cells, groups) if of == group]
        found.append(bills.added_up(page, own, place.column, env) if place.adds_up else None)
    return _below("Together", found, heads, group)


def _below(words: str, found: list[Printed | None], heads: list[m.Column], group: str) -> m.Row | None:
    if all(cell is None or cell.value is NOT_STATED for cell in found):
        return None
    cells: list[m.Prose] = []
    for at, (head, cell) in enumerate(zip(heads, found)):
        if cell is None:
            cells.append((m.Text(words),) if at == 0 else ())
        else:
            same = cell.unit is not None and cell.unit.plural == head.unit
            cells.append(_written(cell, bare=same))
    return m.Row(tuple(cells), group=group)


def _left_out(columns: list[_Filled]) -> m.Row | None:
    """How many rows state nothing of what is added up; None where all do."""
    silent = [sum(map(_is_silent, cells)) if place.adds_up else None for place, cells in columns]
    if not any(silent):
        return None
    first: m.Prose = (m.Text("Lines that state none"),)
    counted = [(m.Value(str(n), str(n), str(n)),) if n is not None else () for n in silent]
    return m.Row((first, *counted[1:]))


def _span(column: s.Column, env: Env) -> Span:
    return Span(env.source, column.start, column.end)


def _is_silent(cell: Printed) -> bool:
    """Whether a cell states nothing, at some label at least."""
    return cell.value is not None and anywhere(cell.value, NOT_STATED)


def _without_unit(cell: Printed) -> m.Prose:
    """The same value without the unit that stands in the head of its column."""
    if cell.value is None or cell.unit is None or not isinstance(cell.prose[0], m.Value):
        return cell.prose
    return (figure(cell.value, cell.unit, bare=True),)
