"""A table of the model prepared for a template: cells as HTML, widths and groups decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from math import ceil
from string import ascii_lowercase

from markupsafe import Markup

from vdl.records import NamedTuple
from vdl.render.column_widths import APPENDIX, COLUMN, COVER, CRUSHED, ROOMY, SCREEN, STEPS, Sheet, widths
from vdl.render.figures import align
from vdl.render.inline import NOTHING_KNOWN, Known, inline_html, with_break_points
from vdl.render.line_breaks import NO_BREAK, pieces
from vdl.render.measure import BOLD, MONO, Extent, extent, length, words
from vdl.render.plain import few
from vdl.render.runs import Run, runs
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Cite, Code, Column, Link, Prose, Row, Table, Text, Value, Verdict

FIVES, SHORT = 12, 6
"""A table of more rows with neither groups nor wrapped cells is set in fives; one of fewer lines never breaks."""

FEW, OF_FEW = 4, 14
"""A table of no more rows, with what stands below them, is kept on one page as long as it takes no more lines."""

ORDERED = 12
"""A bill of no more lines is ordered from as one list, in one piece."""

TAG = 4.5
"""What the mark of decision (a space and "decides", in small capitals) adds to a cell, in ems."""

WORDS = 3
"""As many columns of words may be set as paragraphs wherever that takes far less room."""

HALF = 20
"""A narrow table of no more lines takes half a page's width, so that the next one can stand beside it."""

THREEFOLD, THIRD = 40, 0.3
"""A table of more lines is broken into three columns where it takes no more than that part of the page."""

LEAST, LISTED, PROSE, TOLD, LABELS, WORTH, WORDED = 2, 8, 9.0, 14.0, 1.5, 1.15, 1.5
"""Entries: the fewest rows, and the fewest in chapters; how long the cells of some column are on the mean, in ems, in appendices
and in chapters; what a cell takes for its label beside its words; how much more room the table would take, and how much more
where it has words in three columns and nothing else. By eye, from the examples."""

LABEL = 0.86
"""The size of a small label on paper, in sizes of the words that it stands behind (`paper.css`)."""

NARROW = 8.0
"""The room in ems beyond which a small label may be broken where its column is no narrower than its words."""

ITALIC = 0.94
"""The width of a head, which is set in italics, in widths of upright words: 0.91 over letters, 0.95 over a whole text."""

FIGURES = 28
"""A numeric column with longer texts than this is set as words: so many figures take a quarter of the page, and a
column of figures is never wrapped."""

NOTHING = Markup("")

KEYED, KEYED_ROWS = 12, 8
"""Entries whose labels have more letters than this on the mean, and of which there are as many, have letters in their place."""

NONE = "–"
"""What stands in a cell of which nothing is stated; entries do without it."""


@dataclass(frozen=True, slots=True)
class Cell:
    html: Markup
    kind: str
    """ "" for words, "n" for figures, "l" for figures that are flush left."""
    at: int = 0
    """Which column it is in, from 0."""
    marked: bool = False
    """Whether it says what it is without the head of its column: a verdict, a citation."""
    unit: str = ""
    """The unit of its column, as it is behind what the cell says."""
    leads: str = ""
    """The path of the calculation that its words lead to."""


@dataclass(frozen=True, slots=True)
class Line:
    cells: tuple[Cell, ...]
    kind: str
    """ "" or "decides"; "five" where a little space stands above."""
    labelled: bool
    """Whether the first cell names the row."""
    path: Markup = NOTHING
    """A small label below the first cell."""
    name: str = ""
    """The same as it is in the design."""


@dataclass(frozen=True, slots=True)
class Group:
    name: str
    lines: tuple[Line, ...]
    total: Line | None = None


class Head(NamedTuple):
    """What stands above one column. `whole` is that with what it shares with its neighbours, as readers without sight hear it."""

    name: str
    unit: str
    kind: str
    whole: str
    run: Run | None = None
    """Where it stays beside its neighbours on a narrow screen."""


class Over(NamedTuple):
    """What stands above the heads of several columns side by side; "" above one, and above those that share nothing."""

    name: str
    unit: str
    columns: int


@dataclass(frozen=True, slots=True)
class Grid:
    """What the template needs. `shares` are per cent of the width."""

    over: tuple[Over, ...]
    """Above all columns; empty where no heads share anything."""
    beside: int
    """How many columns the longest run has; 0 where there is none."""
    heads: tuple[Head, ...]
    shares: tuple[float, ...]
    size: str
    wraps: bool
    dense: bool
    """Whether it is set in the smaller size."""
    lines: int
    """About how many lines its rows take, with the names of groups."""
    short: bool
    """Whether it should be kept on one page."""
    half: bool
    """Whether two of them stand beside each other on paper: narrow ones, of few lines."""
    twofold: bool
    """Whether it is broken into two columns on paper: a narrow one, of many lines."""
    threefold: bool
    """Whether it is even broken into three: one of very narrow columns and of very many lines."""
    entries: bool
    """Whether its rows are set as entries, each in a paragraph, in two columns: prose, which takes less room so."""
    run_on: bool
    """Whether these are one paragraph: names, and what is behind each."""
    keys: tuple[str, ...]
    """Of each column the letter that stands in entries for a long head; empty where heads do."""
    cramped: bool
    """Whether it is too wide for where it stands."""
    stacked: bool
    """Whether the cells of its rows stand under each other on a screen: they have no room beside each other."""
    roomy: bool
    """Whether they have on a wide screen."""
    wider: tuple[float, ...]
    """The shares on a wide screen, of a table whose cells wrap on others."""
    groups: tuple[Group, ...]
    totals: tuple[Line, ...]


def grid(table: Table, known: Known = NOTHING_KNOWN, said: Wording = ENGLISH, sheet: Sheet = SCREEN) -> Grid:
    """Lay a table out on such a sheet. Rows with too few cells are filled up, cells without a column dropped."""
    rows = [_squared(row, len(table.columns)) for row in table.rows]
    below = [_squared(row, len(table.columns)) for row in (*table.subtotals, table.total, table.left_out) if row]
    every = [*rows, *below]
    over = _over(table.columns)
    named = _heads(table.columns, over)
    heads = [_measured(*one) for one in zip(named, _each(over))]
    printed = sheet is not SCREEN
    extents = [_extents(row, bold=at >= len(rows), printed=printed) for at, row in enumerate(every)]
    numeric = [column.numeric and _figures(every, index) for index, column in enumerate(table.columns)]
    for at in range(len(rows), len(every)):  # "at least 3,003" stands on two lines where its column is narrow
        cells = zip(every[at].cells, extents[at], numeric)
        extents[at] = [_widest(_first_text(cell)) if figures else one for cell, one, figures in cells]
    in_runs = runs(table.columns, [_with_unit_of(one.name, one.unit) for one in _each(over)], numeric)
    wide = widths(heads, extents, numeric, sheet)
    stacked = wide.broken and sheet is SCREEN
    wraps = sheet is SCREEN and wide.size == "full" and (stacked or max(wide.lines, default=1) > 1)
    wider = widths(heads, extents, numeric, ROOMY) if wraps else None
    roomy = stacked and wider is not None and not wider.broken
    wide = wider if roomy and wider is not None else wide
    run_in = printed and wide.size == "full" and not below and sheet is not COVER
    worded = len(table.columns) == WORDS and not any(column.numeric for column in table.columns)
    figured = any(column.numeric or _is_of_figures(rows, at) for at, column in enumerate(table.columns) if at)
    run_on = run_in and sheet is COLUMN and len(table.columns) == 2 and len(rows) > HALF and _of_code(rows)
    told = _run_in(extents, sum(wide.lines), sheet, worded, figured)
    entries = run_on or (run_in and (told or (sheet is COLUMN and (wide.cramped or wide.crushed))))
    tall = wide.crushed and sum(wide.lines) > CRUSHED * len(every)
    padded, kinds = _aligned(every, [figures and not entries for figures in numeric], said)
    lines = [_line(row, cells, kinds, known, wide.room) for row, cells in zip(every, padded, strict=True)]
    if entries:
        lines = [replace(line, cells=tuple([_with_unit(cell, table) for cell in line.cells
                                            if not cell.at or cell.html not in ("", NONE)])) for line in lines]  # fmt: skip
    lines_taken = sum(wide.lines) + len({row.group for row in rows if row.group})
    high = lines_taken if sheet.times else sum(wide.lines)
    whole = table.bill and printed and len(every) <= ORDERED
    lines[len(rows):] = [_broken(line, row, wide.room) for line, row in zip(lines[len(rows):], below, strict=True)]
    return Grid(
        over=tuple(over) if any(one.name for one in over) else (),
        beside=max([len(list(of)) for run, of in groupby(in_runs) if run], default=0),
        heads=tuple([one._replace(kind=kind, run=run) for one, kind, run in zip(named, kinds, in_runs, strict=True)]),
        shares=wide.shares,
        wider=wider.shares if wider is not None and not stacked else (),
        size=wide.size,
        wraps=wide.wraps,
        dense=wide.dense,
        lines=lines_taken,
        short=lines_taken <= SHORT or whole or (len(every) <= FEW and lines_taken <= OF_FEW),
        half=wide.size == "half" and high <= sheet.folded,
        twofold=wide.size == "half" and high > sheet.folded,
        threefold=wide.size == "half" and high > THREEFOLD and not wide.wraps and wide.wanted <= sheet.full * THIRD,
        entries=entries,
        run_on=run_on,
        keys=_keys([column.head for column in table.columns], len(rows)) if entries and not run_on else (),
        cramped=(wide.cramped or tall) and not entries,
        stacked=stacked and not roomy,
        roomy=roomy,
        groups=_groups(rows, lines[: len(rows)], wide.wraps, _subtotals(table, lines[len(rows) :])),
        totals=tuple(lines[len(rows) + len(table.subtotals) :]),
    )


def _over(columns: Sequence[Column]) -> list[Over]:
    """What the heads of columns side by side share, and the unit of all of these."""
    found: list[Over] = []
    for name, each in groupby(columns, key=lambda column: column.over):
        of = list(each)
        units = {column.unit for column in of}
        if name and len(of) > 1:
            found.append(Over(name, of[0].unit if len(units) == 1 else "", len(of)))
        else:
            found += [Over("", "", 1)] * len(of)
    return found


def _each(over: Iterable[Over]) -> list[Over]:
    """Of each column what stands above its head."""
    return [one for one in over for _ in range(one.columns)]


def _heads(columns: Sequence[Column], over: Sequence[Over]) -> list[Head]:
    return [
        Head(column.under if above.name else column.head, "" if above.unit else column.unit, "",
             _with_unit_of(column.head, column.unit))
        for column, above in zip(columns, _each(over), strict=True)
    ]  # fmt: skip


def _with_unit_of(name: str, unit: str) -> str:
    return f"{name} ({unit})" if unit else name


def _measured(head: Head, over: Over) -> Extent:
    """The size of a head, with its part of what stands above it and its neighbours."""
    own, above = [words(f"{one.name} {one.unit}".strip(), ITALIC) for one in (head, over)]
    part = above.word / over.columns
    return Extent(max(own.whole, part), max(own.word, part), max(own.part, part))


def _keys(heads: Sequence[str], rows: int) -> tuple[str, ...]:
    """A letter for each column but the first, where there are many rows in which the heads would be read again and again."""
    labels = heads[1:]
    if rows < KEYED_ROWS or not 2 <= len(labels) <= len(ascii_lowercase) or sum(map(len, labels)) <= KEYED * len(labels):
        return ()
    return ("", *ascii_lowercase[: len(labels)])


def _with_unit(cell: Cell, table: Table) -> Cell:
    """The cell of an entry with its unit."""
    column = table.columns[cell.at]
    return replace(cell, unit=column.one if cell.html == "1" and column.one else column.unit)


def _is_of_figures(rows: Sequence[Row], index: int) -> bool:
    """Whether most cells of a column are figures or verdicts."""
    found = [cell for row in rows if (cell := row.cells[index])]
    return 2 * sum(isinstance(cell[0], (Value, Verdict)) for cell in found) > len(found)


def _of_code(rows: Sequence[Row]) -> bool:
    return all(isinstance(item, Code) for row in rows for cell in row.cells for item in cell)


def _broken(line: Line, row: Row, room: Sequence[float]) -> Line:
    """A total whose figures stand below the words before them where its column is narrow."""
    cells = [
        cell if cell.kind != "n" or BOLD * length(_first_text(given)) <= space
        else replace(cell, html=cell.html.replace(NO_BREAK, " "))
        for cell, given, space in zip(line.cells, row.cells, room, strict=True)
    ]  # fmt: skip
    return replace(line, cells=tuple(cells))


def _widest(text: str) -> Extent:
    """Figures in bold that stand on a line of their own."""
    wide = BOLD * max(map(length, text.split()), default=0.0)
    return Extent(wide, wide, wide)


def _run_in(extents: Sequence[Sequence[Extent]], lines: int, sheet: Sheet, worded: bool, figured: bool) -> bool:
    """Whether rows take far less room as paragraphs in two columns; such of which some column is prose. In chapters these are
    long lists of words alone: down a column of figures or verdicts people read."""
    columns = len(extents[0]) if extents else 0
    behind = sheet in (APPENDIX, COLUMN)
    if len(extents) < LEAST or columns < 3 or not (behind or (len(extents) >= LISTED and not figured)):
        return False
    means = [sum(column) / len(extents) for column in zip(*[[cell.whole for cell in row] for row in extents])]
    beside = 2 if sheet.halved else 1
    column = sheet.full * (STEPS[0][1] if sheet.halved else 1.0)
    run = sum(ceil((sum(cell.whole for cell in row) + LABELS * len(row)) / column) for row in extents) / beside
    return (max(means[1:]) >= (PROSE if behind else TOLD) and run * WORTH <= lines) or (worded and run * WORDED <= lines)


def _subtotals(table: Table, lines: Sequence[Line]) -> dict[str, Line]:
    """What stands below the rows of each group, by its name."""
    return {row.group: replace(line, kind="together") for row, line in zip(table.subtotals, lines)}


def _groups(rows: Sequence[Row], lines: Sequence[Line], wraps: bool, totals: Mapping[str, Line]) -> tuple[Group, ...]:
    """The lines in their groups; many that are in none and take one line each are set in fives."""
    if len(lines) > FIVES and not wraps and not any(row.group for row in rows):
        lines = [replace(line, kind=f"{line.kind} five".strip()) if index and not index % 5 else line
                 for index, line in enumerate(lines)]  # fmt: skip
    grouped = groupby(zip(rows, lines, strict=True), key=lambda pair: pair[0].group)
    return tuple(Group(name, tuple(line for _, line in pairs), totals.get(name)) for name, pairs in grouped)


def _figures(rows: Sequence[Row], index: int) -> bool:
    """Whether a numeric column holds nothing but figures, and not values by label."""
    texts = [_first_text(row.cells[index]) for row in rows]
    return all(len(text) <= FIGURES and "; " not in text for text in texts)


def _extents(row: Row, bold: bool, printed: bool = False) -> list[Extent]:
    """The sizes of the cells of a row as they will be set; on paper a small label stands behind the words of the first."""
    made = [extent(cell, strong=bold or row.decides) for cell in row.cells]
    if printed and row.path and made:
        path = [MONO * LABEL * len(piece) for piece in pieces(few(row.path))]
        made[0] = Extent(made[0].whole + sum(path) + 0.5, max(made[0].word, *path), max(made[0].part, *path))
    if row.decides and made:
        first = made[0]
        made[0] = Extent(first.whole + TAG, max(first.word, TAG), max(first.part, TAG))
    return made


def _squared(row: Row, count: int) -> Row:
    if len(row.cells) == count:
        return row
    empty: tuple[Prose, ...] = ((),) * count
    return replace(row, cells=(row.cells + empty)[:count])


def _aligned(rows: Sequence[Row], numeric: Sequence[bool], said: Wording) -> tuple[list[list[Prose]], list[str]]:
    """The cells of all rows, those of numeric columns padded, and the kind of each column's cells."""
    padded = [list(row.cells) for row in rows]
    kinds = [_align(padded, index, said) if figures else "" for index, figures in enumerate(numeric)]
    return padded, kinds


def _align(rows: list[list[Prose]], index: int, said: Wording) -> str:
    """Pad one numeric column in place; give the kind of its cells."""
    first = [_first_text(row[index]) for row in rows]
    aligned = align(first, [_followed(row[index]) for row in rows], said)
    for row, old, new in zip(rows, first, aligned.texts, strict=True):
        cell = row[index]
        if old != new and isinstance(cell[0], (Text, Value)):
            row[index] = (replace(cell[0], text=new), *cell[1:])
    return "n" if aligned.flush == "right" else "l"


def _first_text(cell: Prose) -> str:
    return cell[0].text if cell and isinstance(cell[0], (Text, Value)) else ""


def _followed(cell: Prose) -> bool:
    return len(cell) > 1 or (bool(cell) and isinstance(cell[0], (Cite, Verdict)))


def _leads(cell: Prose) -> str:
    return next((item.path for item in cell if isinstance(item, Link)), "")


def _line(row: Row, cells: Sequence[Prose], kinds: Sequence[str], known: Known, room: Sequence[float]) -> Line:
    made = tuple([
        Cell(inline_html(cell, known, space), kind, at, bool(cell) and isinstance(cell[0], (Verdict, Cite)), leads=_leads(cell))
        for at, (cell, kind, space) in enumerate(zip(cells, kinds, room, strict=True))
    ])  # fmt: skip
    path = with_break_points(few(row.path), room[0] or NARROW, mono=True) if row.path else NOTHING
    return Line(made, "decides" if row.decides else "", bool(kinds) and kinds[0] == "" and made[0].html != "", path, row.path)
