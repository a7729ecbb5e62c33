"""`table for ... { "Head": value }`: one row for each round of its loops; columns may be repeated, rows grouped and added up."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import takewhile

from vdl import syntax as s
from vdl.graph.cells import Const, Env, Instance, Made
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.report import alike, bills, by_label, noted, precision
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import Printed, expression, figure, listed_without_unit, plain, prose, short, with_value
from vdl.text.phrases import joined, phrase
from vdl.text.source import Span
from vdl.values import NOT_STATED, anywhere, bound_of, scalars


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
    """The table, without columns that are silent in every row, and in every round that they are repeated for.

    Figures that differ from label to label have a column for each: one of them beside the other columns, several in rows of a
    second table.
    """
    rows, groups = _rows(page, item, env)
    places = list(places_of(page, item.columns, env, {})) if rows else []
    columns = [_Filled(place, [_cell(page, place, inner, exact=item.bill) for inner in rows]) for place in places]
    spoken = {place.column for place, cells in columns if not all(cell.says_nothing for cell in cells)}
    columns = [one for one in columns if one.place.column in spoken]
    caption = plain(prose(page, item.title, env)) if item.title is not None else ""
    columns = [one._replace(cells=precision.in_one(one.cells, added_up=one.place.adds_up)) for one in columns]
    if item.bill and columns:
        bills.named(page, item, rows, (columns[0].place.column, columns[0].cells))
    if item.bill:
        columns = [part for one in columns for part in _parts(page, one, env)]
        return _laid(page, caption, columns, groups, env, bill=True)
    varying = [one for one in columns if any(map(by_label.differs, one.cells))]
    parts = by_label.places([cell for one in varying for cell in one.cells])
    if not parts:
        return _laid(page, caption, columns, groups, env, keep=_in_turn(page, item))
    page.spelled |= {cell for one in varying for printed in one.cells for cell in by_label.inputs_in(printed)}
    same = [one for one in columns if one not in varying]
    columns = [_in_one_unit(page, one) if one in varying else one for one in columns]
    varying = [one for one in columns if one not in same]
    whole = by_label.are_whole([cell for one in varying for cell in one.cells], parts)
    beside = len(varying) == 1 and len(same) + len(parts) <= _BESIDE and whole
    if not whole and (not same or any(one.place.total is not None for one in columns)):
        return _laid(page, caption, columns, groups, env, keep=_in_turn(page, item))
    if beside or not same or any(one.place.total is not None for one in columns):
        columns = [part for one in columns for part in (_by_label(one, parts) if one in varying else [one])]
        return _laid(page, caption, columns, groups, env)
    empty = all(one.says_nothing or by_label.is_zero(one) for column in same[1:] for one in column.cells)
    rest = _laid(page, caption, same, groups, env) if len(same) > 1 and not empty else []
    return [*rest, _in_rows(page, caption, _naming(same), varying, parts, groups, env)]


_BESIDE = 8
"""Columns that a table has at most once a figure is spread over some of them."""


def _in_turn(page: Page, item: s.Table) -> bool:
    """Whether the rows are labels that follow each other: each is a row of its own."""
    axes = page.compilation.names.axes
    over = [axes.get(loop.items.kind.names[0]) for loop in item.loops if isinstance(loop.items, s.All)]
    return any(axis is not None and axis.kept for axis in over)


def _in_one_unit(page: Page, one: _Filled) -> _Filled:
    """The same with all figures in one unit; of a column of plain numbers without one."""
    value = one.place.column.value
    type_ = page.compilation.types.types.get(value) if isinstance(value, s.Expr) else None
    return one._replace(cells=bills.in_one_unit(one.cells, page.units, plain_number=bills.is_plain_number(type_)))


def _by_label(one: _Filled, parts: list[bills.Part]) -> list[_Filled]:
    return [_Filled(one.place._replace(part=part), [bills.part_of(cell, part) for cell in one.cells]) for part in parts]


def _naming(columns: list[_Filled]) -> list[_Filled]:
    """The columns that rows are called by: the first, with those of words behind it while some rows have the same names."""
    named = columns[:1]
    for column in columns[1:]:
        if not _tell_apart(named) and all(cell.value is None for cell in column.cells):
            named.append(column)
    return named if _tell_apart(named) else columns[:1]


def _tell_apart(columns: list[_Filled]) -> bool:
    """Whether no two rows have the same in all of some columns."""
    names = [tuple(map(plain, [cell.prose for cell in row])) for row in zip(*[one.cells for one in columns])]
    return len(set(names)) == len(names)


def _in_rows(
    page: Page, caption: str, named: list[_Filled], varying: list[_Filled], parts: list[bills.Part], groups: list[str], env: Env
) -> m.Table:
    """A row for each figure of each row, where anything is stated."""
    lines = list(by_label.rows([
        by_label.Line(
            tuple([each.cells[at].prose for each in named]), _head(page, one.place, env, caption), one.cells[at], group=groups[at]
        )
        for at in range(len(groups)) for one in varying if not one.cells[at].says_nothing
    ], parts))  # fmt: skip
    some = [line for line in lines if not by_label.is_zero(line.cell)] or lines
    page.spelled |= by_label.told(some)
    heads = [_head(page, each.place, env, caption) for each in named]
    over, repeats = by_label.axis(parts), by_label.repeats(some)
    before, some = ([], by_label.named_once(some)) if repeats else (heads, some)
    title = joined(", ", (caption, phrase("by {axis}", axis=over))) if caption else phrase("By {axis}", axis=over)
    made = by_label.table(title, before, phrase("What"), some, parts)
    made = made if repeats else alike.rows(made)  # of one thing they are of several quantities, whose figures agree by chance
    return made if len(some) == len(lines) else replace(made, note=(m.Text(phrase("What is 0 throughout is left out.")),))


def _laid(
    page: Page, caption: str, columns: list[_Filled], groups: list[str], env: Env, *, bill: bool = False, keep: bool = False
) -> list[m.Block]:
    """The table; with `keep` rows that say the same stay apart."""
    if not columns:
        return []
    heads: list[m.Column] = []
    printed: list[list[m.Prose]] = []
    for place, cells in columns:
        words, part = _head(page, place, env, caption), place.part.words if place.part else ""
        head, column = _column(joined(", ", (words, part)) if part else words, cells)
        heads.append(replace(head, adds_up=place.adds_up, over=words if part else ""))
        printed.append(column)
    printed[:1] = [bills.led([cells for _, cells in columns])] if bill else printed[:1]
    made = tuple([m.Row(tuple([column[at] for column in printed]), group=group) for at, group in enumerate(groups)])
    total = _total(page, columns, heads, env)
    below = [_subtotal(page, columns, heads, group, groups, env) for group in dict.fromkeys(groups) if any(groups)]
    subtotals = tuple([row for row in below if row is not None])
    left_out = _left_out(columns) if total is not None else None
    printed_cells = [cells for _, cells in columns]
    whole = [(head.head, cells) for head, (place, cells) in zip(heads, columns) if place.part is None or not place.part.place]
    note = noted.of_bill(page, printed_cells, whole) if bill else noted.sources(page, printed_cells)
    table = m.Table(caption, tuple(heads), made, total, bill=bill, subtotals=subtotals, left_out=left_out, note=note)
    return [table if keep else alike.rows(table)]


def cells_of(page: Page, item: s.Table, env: Env) -> Iterator[list[tuple[str, Printed]]]:
    """The rows of a table, each cell under the head of its column."""
    for row in _rows(page, item, env)[0]:
        yield [(_head(page, place, env), _cell(page, place, row)) for place in places_of(page, item.columns, env, {})]


def totals_of(page: Page, item: s.Table, env: Env) -> Iterator[tuple[str, Printed]]:
    """What stands below the columns of a table, each under the head of its column."""
    rows, _ = _rows(page, item, env)
    for place in places_of(page, item.columns, env, {}) if rows else ():
        whole = place.total
        if whole is not None and whole.value is not None:
            yield _head(page, place, env), expression(page, whole.value, place.at(env))
        elif whole is not None:
            cells = [_cell(page, place, row) for row in rows]
            added = bills.added_up(page, cells, place.column, env)
            if not _says_nothing(added):
                yield _head(page, place, env), added


def _head(page: Page, place: _Place, env: Env, caption: str = "") -> str:
    """What stands above a column, which a catalog may say otherwise below a caption or in a section of the library."""
    return plain(prose(page, place.column.head, place.at(env), getattr(caption or page.around, "key", "")))


def _rows(page: Page, item: s.Table, env: Env) -> tuple[list[Env], list[str]]:
    """Where each row is read, and the name of its group; rows of a group stand together."""
    found: dict[str, list[Env]] = {}
    for row in page.rounds(item.loops, item.when, env):
        found.setdefault(_group(page, item, row), []).append(row)
    merged_ones = {group: merged(page, item, rows) for group, rows in found.items()}
    groups = [group for group, rows in merged_ones.items() for _ in rows]
    return numbered([row for rows in merged_ones.values() for row in rows], item), groups


def merged(page: Page, item: s.Table, rows: list[Env]) -> list[Env]:
    """The rows, those of which `merge` says the same as one, which sees what its first one sees, and all that was merged."""
    merging = item.merging
    if merging is None:
        return rows
    found: dict[Hashable, list[Env]] = {}
    for row in rows:
        found.setdefault(_key(page, merging.by, row), []).append(row)
    over = item.loops[-1].name
    return [_seeing(one[0], merging.name.name, Items([row.locals[over] for row in one])) for one in found.values()]


def _key(page: Page, by: s.Words, row: Env) -> Hashable:
    """What is the same of rows that are merged: an object, or what is printed."""
    if isinstance(by, s.Expr):
        made = page.reading.settled(lambda: page.reading.elaboration.expr(by, row))
        if isinstance(made, Instance):
            return made
    return plain(expression(page, by, row).prose)


def numbered(rows: list[Env], item: s.Table) -> list[Env]:
    """The rows, which see their numbers."""
    if any(loop.name == s.ROW for loop in item.loops):
        return rows
    known = item.merging is not None and item.merging.name.name == s.ROW
    return rows if known else [_seeing(row, s.ROW, Const(at, item, row.source)) for at, row in enumerate(rows, start=1)]


def _seeing(row: Env, name: str, made: Made) -> Env:
    return Env(row.instance, {**row.locals, name: made}, row.source)


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


def _cell(page: Page, place: _Place, row: Env, *, exact: bool = True) -> Printed:
    value = place.column.value
    if value is None:
        return Printed(())
    return (expression if exact else short)(page, value, place.at(row))


def _parts(page: Page, filled: _Filled, env: Env) -> Iterator[_Filled]:
    """A column of a bill as columns of plain numbers in one unit: one for each label, and for each end of ranges."""
    place, cells = filled
    span = _span(place.column, env)
    cells = _in_one_unit(page, filled).cells
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
    column = m.Column(head, unit, bool(units), one=shared.singular if shared is not None else "")
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
    return _below(phrase("Total"), found, heads, columns, _named(columns), "")


def _subtotal(page: Page, columns: list[_Filled], heads: list[m.Column], group: str, groups: list[str], env: Env) -> m.Row | None:
    """What the rows of one group come to, where rows are added up."""
    found: list[Printed | None] = []
    own_columns: list[_Filled] = []
    for place, cells in columns:
        own = [cell for cell, of in zip(cells, groups) if of == group]
        found.append(bills.added_up(page, own, place.column, env) if place.adds_up else None)
        own_columns.append(_Filled(place, own))
    return _below(phrase("Together"), found, heads, own_columns, _named(columns), group)


def _below(
    words: str, found: list[Printed | None], heads: list[m.Column], columns: list[_Filled], named: int, group: str
) -> m.Row | None:
    """A row of sums; none of what is at least zero anyway."""
    found = [
        with_value(cell, NOT_STATED) if cell is not None and place.adds_up and _says_nothing(cell) else cell
        for cell, (place, _) in zip(found, columns)
    ]  # fmt: skip
    if all(cell is None or cell.value is NOT_STATED for cell in found):
        return None
    cells: list[m.Prose] = []
    for at, (head, cell, (_, rows)) in enumerate(zip(heads, found, columns)):
        if cell is None:
            cells.append((m.Text(words),) if at == named else ())
            continue
        cell = precision.below(cell, rows)
        same = cell.unit is not None and cell.unit.plural == head.unit
        cells.append(_written(cell, bare=same))
    return m.Row(tuple(cells), group=group)


def _says_nothing(added: Printed) -> bool:
    """Whether a sum is "at least 0"."""
    found = [one for _, one in scalars(added.value)] if added.value is not None else []
    bounded = any(bound_of(one) == "least" for one in found)
    return bounded and all(one == 0 or one is NOT_STATED for one in found)


def _named(columns: list[_Filled]) -> int:
    """The column in which rows below the others say what they are: the first one of words, but not one of short marks."""
    before = takewhile(lambda one: one.place.total is None, columns)
    words = [one.cells if all(cell.unit is None for cell in one.cells) else [] for one in before]
    longest = [max((len(plain(cell.prose)) for cell in cells), default=0) for cells in words]
    return next((at for at, length in enumerate(longest) if length >= _WORDS), 0)


_WORDS = 6
"""Letters that a column has at least in its longest cell where it is no column of marks."""


def _left_out(columns: list[_Filled]) -> m.Row | None:
    """How many rows state what is added up; None where all do."""
    silent = [sum(map(_is_silent, cells)) if place.adds_up else None for place, cells in columns]
    if not any(silent):
        return None
    words, named = phrase("Lines that state it"), _named(columns)
    cells: list[m.Prose] = [(m.Text(words),) if at == named else () for at in range(len(columns))]
    for at, (missing, (_, rows)) in enumerate(zip(silent, columns)):
        if missing is not None:
            stated = str(len(rows) - missing)
            cells[at] = (m.Value(phrase("{stated} of {all}", stated=len(rows) - missing, all=len(rows)), stated, stated),)
    return m.Row(tuple(cells))


def _span(column: s.Column, env: Env) -> Span:
    return Span(env.source, column.start, column.end)


def _is_silent(cell: Printed) -> bool:
    """Whether a cell states nothing, at some label at least."""
    return cell.value is not None and anywhere(cell.value, NOT_STATED)


def _without_unit(cell: Printed) -> m.Prose:
    """The same value without the unit that stands in the head of its column."""
    if cell.value is None or cell.unit is None:
        return cell.prose
    if isinstance(cell.prose[0], m.Value):
        return (figure(cell.value, cell.unit, bare=True, rounded=cell.rounded, places=cell.places),)
    return listed_without_unit(cell.value, cell.unit, cell)
