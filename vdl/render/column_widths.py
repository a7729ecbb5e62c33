"""How wide a table is, and how wide each of its columns.

Widths are counted in ems of the size that tables are set in. Fixed widths keep tables that follow each other on the same
edges, and a page layout that need not measure every cell is twice as quick. What stands in a style sheet as well is
compared with it by a test.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from vdl.records import NamedTuple
from vdl.render.measure import Extent

GAP, SLACK = 1.2, 0.35
"""The space before a column (`tables.css`). What is added because measuring is a guess that does not see kerning; by eye, from
the examples."""

STEPS: tuple[tuple[str, float], ...] = (("half", 0.485), ("full", 1.0))
"""The only widths a table can have in parts of the page, so that edges repeat down it and two small ones stand beside each
other (`tables.css`)."""


class Sheet(NamedTuple):
    """What tables are set on: a full width in ems, the size of one that is too wide for it in sizes of the others, whether two
    narrow ones stand beside each other, and whether one is made narrower for that."""

    full: float
    dense: float
    halved: bool = True
    squeezed: bool = True
    times: float = 0
    """How many times as many lines a table may take to be so narrow where something stands beside it."""
    folded: int = 20
    """A narrow table of more lines is broken into two columns; of no more it takes half of the width."""

    @property
    def steps(self) -> tuple[tuple[str, float], ...]:
        return STEPS if self.halved else STEPS[-1:]


SCREEN = Sheet(53.6, 0.88)
"""A column of 46 rem, and less where it is narrow, in letters of 0.825 rem (`tables.css`)."""

ROOMY = Sheet(65.25, SCREEN.dense)
"""The same on a wide screen: 56 rem (`screen.css`)."""

PAPER = Sheet(69.54, 0.934)
"""210 mm less margins of 14 mm and 12 mm, in letters of 0.75 rem (`print.css`, `paper.css`)."""

SLIM = Sheet(PAPER.full, PAPER.dense, times=2.1)
"""The same where tables stand beside others: one of half the width takes less room even if it has more lines."""

FOLD = Sheet(PAPER.full, PAPER.dense, times=1.5, folded=9)
"""The same where a table stands alone: broken into two columns it may take less room."""

COVER = Sheet(PAPER.full, PAPER.dense, squeezed=False)
"""The same on the first page, where there is room."""

APPENDIX = Sheet(74.51, 1.0)
"""The same in letters of 0.7 rem, than which none is smaller (`paper.css`)."""

COLUMN = Sheet(36.24, 1.0, halved=False)
"""One of two columns of such a page, 5 mm apart."""

TALL = 6
"""A table with rows of more lines than this is too wide for the page, too."""

CRUSHED = 2
"""In a column of a page rows of more lines than this are tall."""

SHORT, SHORT_HEAD, NAME = 8.0, 5.0, 10.0
"""A cell or a head no wider than this is kept on one line when there is room: about fifteen characters, and nine. A
name with points or underscores that is wider than NAME, about nineteen, may be broken after them before other columns
suffer. All three by eye, from the examples."""

SPARE = 0.3
"""Short cells are kept on one line while every longer column has at least this part of what it could use:
its longest cell then takes about three lines, or four."""

FIGURES = 0.75
"""Columns of figures keep room for their heads while all columns together need no more than this part of it at least."""

STRESS = 3
"""How much longer cells count more than short ones when room is shared out; with 1 all characters of a column would
count alike. By eye, from the examples."""


@dataclass(frozen=True, slots=True)
class Widths:
    """`size` names the width of the table; `shares` are per cent of it and add up to 100."""

    size: str
    shares: tuple[float, ...]
    room: tuple[float, ...]
    """What is left for the text of each column, in ems of the table's own size."""
    lines: tuple[int, ...]
    """About how many lines each row takes."""
    wanted: float = 0.0
    """What all columns together could use."""
    dense: bool = False
    cramped: bool = False
    """Whether some word has to be broken anywhere."""
    crushed: bool = False
    """Whether a row is tall, in a column of a page."""
    broken: bool = False
    """Whether some word has to be broken even in the smaller size."""

    @property
    def wraps(self) -> bool:
        return any(count > 1 for count in self.lines)


@dataclass(frozen=True, slots=True)
class _Column:
    """Least widths, from what is comfortable down to what breaks words after points; the most that is of use."""

    whole: float
    word: float
    part: float
    most: float
    weight: float


def widths(
    heads: Sequence[Extent], cells: Sequence[Sequence[Extent]], rigid: Sequence[bool], sheet: Sheet = SCREEN
) -> Widths:
    """Choose widths from the extents of a table. `rigid` columns (numbers) are never wrapped."""
    columns = [
        _column(head, [row[index] for row in cells], rigid[index], GAP if index else 0.0) for index, head in enumerate(heads)
    ]
    wanted = sum(column.most for column in columns)
    fitting = [(name, sheet.full * share) for name, share in sheet.steps if wanted <= sheet.full * share]
    size, room = fitting[0] if fitting else ("full", sheet.full)
    given: list[float] | None = [column.most for column in columns]
    dense = cramped = broken = False
    least = sheet.full * STEPS[0][1]
    narrower = sheet.halved and sheet.squeezed and len(columns) > 1
    if size == "full" and narrower and (close := _closer(columns, heads, cells, least, sheet)) is not None:
        size, room, given = STEPS[0][0], sheet.full * STEPS[0][1], close
    elif fitting:
        given = _headed(columns, heads, room)
    else:
        given = _shared(columns, room)
        cramped = given is None
        dense = given is None or max(_heights(cells, given), default=1) > TALL
        if dense:
            room = sheet.full / sheet.dense
            given = _shared(columns, room)
            broken = given is None
            given = given or _fit(columns, [column.part for column in columns], room)
        assert given is not None
        given = _evened(columns, heads, cells, given)
    assert given is not None
    total = sum(given) or 1
    given = [width * room / total for width in given]
    return Widths(
        size,
        tuple(round(100 * width / room, 2) for width in given),
        tuple(_spaces(given)),
        tuple(_heights(cells, given)),
        wanted,
        dense,
        cramped,
        not sheet.halved and len(columns) > 2 and max(_heights(cells, given), default=1) > CRUSHED,
        broken,
    )


def _headed(columns: Sequence[_Column], heads: Sequence[Extent], room: float) -> list[float]:
    """Widths for a table that fits: what is left over goes first to columns whose heads take several lines."""
    given = [column.most for column in columns]
    for lines in (3, 2, 1):
        wanted = [
            max(width, head.word + extra, head.whole / lines * (1.0 if lines == 1 else 1.1) + extra)
            for width, head, extra in zip(given, heads, [SLACK + (GAP if index else 0.0) for index in range(len(columns))])
        ]
        if sum(wanted) > room:
            break
        given = wanted
    return given


PAIR, HIGHEST, NAMED = 2, 4, 8
"""The most lines that a row takes in a table that is made narrow to stand beside others, and in one of so few columns."""

CLOSER, MORE, LEAST, LONG, HALVED = 1.15, 3, 4, 20, 1.6
"""How many times as many lines a table may take for it to stand in the lesser width, how many more one of at least so many
rows may in any case; of one with more rows than that, which then is broken into two columns."""


def _closer(
    columns: Sequence[_Column], heads: Sequence[Extent], cells: Sequence[Sequence[Extent]], room: float, sheet: Sheet
) -> list[float] | None:
    """Widths within half a page, for a table that is hardly longer there; on the screen, where it may be narrower still, of less
    that wraps."""
    printed = sheet is not SCREEN
    times = HALVED if len(cells) > LONG else CLOSER
    wanted = sum(column.most for column in columns)
    most = (2.6 if printed else 1.6) * room
    if sum(column.word for column in columns) > room or (len(cells) <= LONG and not sheet.times and wanted > most):
        return None
    given = _shared(columns, room)
    if given is None:
        return None
    given = _evened(columns, heads, cells, given)
    lines = _heights(cells, given)
    more = MORE if printed and len(cells) >= LEAST else 0
    if sum(lines) <= max(times * len(cells), len(cells) + more):
        return given
    wide = _shared(columns, sheet.full) if sheet.times else None
    if wide is None or max(lines) > (HIGHEST if len(columns) > PAIR else NAMED):
        return None
    return given if sum(lines) <= sheet.times * sum(_heights(cells, _evened(columns, heads, cells, wide))) else None


def _spaces(given: Sequence[float]) -> list[float]:
    """What the columns leave for their texts."""
    return [width - (GAP if index else 0.0) for index, width in enumerate(given)]


def _heights(cells: Sequence[Sequence[Extent]], given: Sequence[float]) -> list[int]:
    """About how many lines each row takes."""
    spaces = _spaces(given)
    return [max((_lines(cell, space) for cell, space in zip(row, spaces, strict=True)), default=1) for row in cells]


def _column(head: Extent, cells: Sequence[Extent], rigid: bool, gap: float) -> _Column:
    whole = max((cell.whole for cell in cells), default=0.0)
    part = max((cell.part for cell in cells), default=0.0)
    title = head.whole if head.whole <= SHORT_HEAD else max(head.word, min(head.whole / 2, SHORT_HEAD))
    extra = gap + SLACK
    if rigid:
        least = max(whole, title) + extra
        return _Column(least, max(whole, head.word) + extra, max(whole, head.word) + extra, least, 0.0)
    comfortable = max((cell.whole if cell.whole <= SHORT else _named(cell) for cell in cells), default=0.0)
    most = max(whole, min(head.whole, max(whole, 7.5)), title) + extra
    return _Column(
        whole=max(comfortable, title) + extra,
        word=max(max(map(_named, cells), default=0.0), head.word) + extra,
        part=max(part, head.word) + extra,
        most=most,
        weight=sum(cell.whole**STRESS for cell in cells) ** (1 / (STRESS + 1)),
    )


def _named(cell: Extent) -> float:
    """The longest word, or less where it is a long name that may be broken."""
    return max(cell.part, min(cell.word, NAME))


def _shared(columns: Sequence[_Column], room: float) -> list[float] | None:
    """Widths within the room: short cells whole where long ones can spare it, else words whole, else as few
    words as possible broken. None when some word would have to be broken anywhere."""
    floors = [column.whole for column in columns]
    if sum(floors) <= room:
        given = _fit(columns, floors, room)
        if all(width >= SPARE * column.most for width, column in zip(given, columns, strict=True)):
            return given
    floors = [column.word if column.weight else column.whole for column in columns]
    if sum(floors) <= FIGURES * room:
        return _fit(columns, floors, room)
    floors = [column.word for column in columns]
    for index in sorted(range(len(columns)), key=lambda index: columns[index].part - columns[index].word):
        if sum(floors) <= room:
            break
        floors[index] = columns[index].part
    return _fit(columns, floors, room) if sum(floors) <= room else None


def _fit(columns: Sequence[_Column], floors: list[float], room: float) -> list[float]:
    """Share the room so that long cells take few lines, no column under its floor or over its use."""
    fixed: dict[int, float] = {}
    while len(fixed) < len(columns):
        free = [index for index in range(len(columns)) if index not in fixed]
        left = room - sum(fixed.values())
        weights = sum(columns[index].weight for index in free)
        unit = left / weights if weights else 0.0
        asked = {index: columns[index].weight * unit for index in free}
        low = {index: floors[index] for index in free if asked[index] < floors[index]}
        high = {index: columns[index].most for index in free if asked[index] > columns[index].most}
        lacking = sum(width - asked[index] for index, width in low.items())
        beyond = sum(asked[index] - width for index, width in high.items())
        if not low and not high:
            fixed |= asked
        else:
            fixed |= low if lacking >= beyond else high
    return [fixed[index] for index in range(len(columns))]


MOVES, SEEN = (4.0, 2.0, 1.0), 60
"""How much room is moved from column to column at a time, in ems; at how many rows of a long table one looks for that."""


def _evened(
    columns: Sequence[_Column], heads: Sequence[Extent], cells: Sequence[Sequence[Extent]], given: list[float]
) -> list[float]:
    """Move room from column to column as long as the heads and all rows together take fewer lines by that.

    What stood on one line as a whole still does, and no word is broken that was not. Columns of figures only become wider, for
    their heads.
    """
    rows = [heads, *cells[:: len(cells) // SEEN + 1]]
    most = [column.most if column.weight else max(column.most, head.whole + SLACK + (GAP if index else 0.0))
            for index, (column, head) in enumerate(zip(columns, heads, strict=True))]  # fmt: skip
    soft = [index for index, column in enumerate(columns) if column.weight]
    floors = {index: _floor(columns[index], given[index]) for index in soft}
    given = list(given)
    tall = {index: _column_lines(rows, index, given[index]) for index in range(len(columns))}
    total = _cost(tall)
    for move in MOVES:
        while (found := _best(most, rows, given, floors, tall, move)) is not None and found.total < total:
            total = found.total
            for index, width, lines in found.changed:
                given[index], tall[index] = width, lines
    return given


def _floor(column: _Column, width: float) -> float:
    return next((least for least in (column.whole, column.word) if width >= least), min(width, column.part))


TALLEST, HEAD = 4, 2
"""How much more the tallest cell of a row counts than each of the others, which show the way where several are as tall; how much
the tallest head counts, so that no row becomes taller for two lines of it."""


def _cost(tall: Mapping[int, list[int]]) -> int:
    """Of lines in each column, that of the heads first."""
    heads, *rows = list(zip(*tall.values()))
    lines: int = HEAD * max(heads) + sum([TALLEST * max(row) + sum(row) for row in rows])
    return lines


class _Moved(NamedTuple):
    """What all rows then cost, and what changes: columns, their widths, the lines in each row."""

    total: int
    changed: tuple[tuple[int, float, list[int]], ...]


def _best(
    most: Sequence[float], rows: Sequence[Sequence[Extent]], given: Sequence[float], floors: Mapping[int, float],
    tall: Mapping[int, list[int]], move: float,
) -> _Moved | None:  # fmt: skip
    """The best of all ways to move so much room from one column to another."""
    less = {index: _column_lines(rows, index, given[index] - move) for index in floors if given[index] - move >= floors[index]}
    more = {index: _column_lines(rows, index, width + move) for index, width in enumerate(given) if width < most[index]}
    best: _Moved | None = None
    for to, wider in more.items():
        if wider == tall[to]:
            continue
        for start, narrower in less.items():
            if start != to:
                total = _cost({**tall, to: wider, start: narrower})
                if best is None or total < best.total:
                    changed = (to, given[to] + move, wider), (start, given[start] - move, narrower)
                    best = _Moved(total, changed)
    return best


def _column_lines(rows: Sequence[Sequence[Extent]], index: int, width: float) -> list[int]:
    room = width - (GAP if index else 0.0)
    return [_lines(row[index], room) for row in rows]


def _lines(cell: Extent, room: float) -> int:
    """About how many lines a cell takes."""
    if cell.whole <= room:
        return 1
    return int(cell.whole / max(room - cell.part / 4, 1.0)) + 1
