"""A table of the model prepared for a template: cells as HTML, widths and groups decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from markupsafe import Markup

from vdl.render.column_widths import widths
from vdl.render.figures import align
from vdl.render.inline import NOTHING_KNOWN, Known, inline_html, with_break_points
from vdl.render.measure import Extent, extent, words
from vdl.render.wording import ENGLISH, Wording
from vdl.report.model import Cite, Prose, Row, Table, Text, Value, Verdict

FIVES, SHORT = 12, 6
"""A table of more rows with neither groups nor wrapped cells is set in fives; one of fewer lines never breaks."""

TAG = 4.5
"""What the mark of decision (a space and "decides", in small capitals) adds to a cell, in ems."""

HALF = 20
"""A narrow table of no more lines takes half a page's width, so that the next one can stand beside it."""

NARROW = 8.0
"""The room in ems beyond which a small label may be broken where its column is no narrower than its words."""

ITALIC = 0.94
"""The width of a head, which is set in italics, in widths of upright words: 0.91 over letters, 0.95 over a whole text."""

FIGURES = 28
"""A numeric column with longer texts than this is set as words: so many figures take a quarter of the page, and a
column of figures is never wrapped."""

NOTHING = Markup("")


@dataclass(frozen=True, slots=True)
class Cell:
    html: Markup
    kind: str
    """ "" for words, "n" for figures, "l" for figures that are flush left."""


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


@dataclass(frozen=True, slots=True)
class Grid:
    """What the template needs. `heads` are (name, unit, kind), `shares` per cent of the width."""

    heads: tuple[tuple[str, str, str], ...]
    shares: tuple[float, ...]
    size: str
    wraps: bool
    dense: bool
    """Whether it is set in the smaller size."""
    short: bool
    """Whether it should be kept on one page."""
    half: bool
    """Whether two of them stand beside each other on paper: narrow ones, of few lines."""
    groups: tuple[Group, ...]
    totals: tuple[Line, ...]


def grid(table: Table, known: Known = NOTHING_KNOWN, said: Wording = ENGLISH) -> Grid:
    """Lay a table out. Rows with too few cells are filled up, cells without a column dropped."""
    rows = [_squared(row, len(table.columns)) for row in table.rows]
    below = [_squared(row, len(table.columns)) for row in (*table.subtotals, table.total, table.left_out) if row]
    every = [*rows, *below]
    heads = [words(f"{column.head} {column.unit}".strip(), ITALIC) for column in table.columns]
    extents = [_extents(row, bold=at >= len(rows)) for at, row in enumerate(every)]
    numeric = [column.numeric and _figures(every, index) for index, column in enumerate(table.columns)]
    wide = widths(heads, extents, numeric)
    padded, kinds = _aligned(every, numeric, said)
    lines = [_line(row, cells, kinds, known, wide.room) for row, cells in zip(every, padded, strict=True)]
    return Grid(
        heads=tuple((c.head, c.unit, kind) for c, kind in zip(table.columns, kinds, strict=True)),
        shares=wide.shares,
        size=wide.size,
        wraps=wide.wraps,
        dense=wide.dense,
        short=sum(wide.lines) <= SHORT,
        half=wide.size == "narrow" and sum(wide.lines) <= HALF,
        groups=_groups(rows, lines[: len(rows)], wide.wraps, _subtotals(table, lines[len(rows) :])),
        totals=tuple(lines[len(rows) + len(table.subtotals) :]),
    )


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


def _extents(row: Row, bold: bool) -> list[Extent]:
    """The sizes of the cells of a row as they will be set."""
    made = [extent(cell, strong=bold or row.decides) for cell in row.cells]
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


def _line(row: Row, cells: Sequence[Prose], kinds: Sequence[str], known: Known, room: Sequence[float]) -> Line:
    made = tuple(Cell(inline_html(cell, known, space), kind) for cell, kind, space in zip(cells, kinds, room, strict=True))
    path = with_break_points(row.path, room[0] or NARROW, mono=True) if row.path else NOTHING
    return Line(made, "decides" if row.decides else "", bool(kinds) and kinds[0] == "" and made[0].html != "", path, row.path)
