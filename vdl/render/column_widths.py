"""How wide a table is, and how wide each of its columns.

Widths are counted in ems of the small face: 0.825 of the text's 10 pt on paper, so 8.25 pt (`tables.css`). Fixed
widths keep tables that follow each other on the same edges, and a page layout that need not measure every cell is
twice as quick. What stands in a style sheet as well is compared with it by a test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vdl.render.measure import Extent

PAGE, GAP, SLACK = 53.6, 1.2, 0.35
"""A full page: 210 mm less margins of 34 mm and 20 mm (`print.css`) are 442.2 pt. The space before a column
(`tables.css`). What is added because measuring is a guess that does not see kerning; by eye, from the examples."""

STEPS: tuple[tuple[str, float], ...] = (("narrow", 0.558), ("measure", 0.792), ("full", 1.0))
"""The only widths a table can have in parts of the page, so that edges repeat down it (`tables.css`): the measure of
the text (35 rem are 350 pt), and a width by eye between half and two thirds of the page."""

DENSE = 0.88
"""The size of a table too wide for the page in sizes of the others (0.726 rem in `tables.css`)."""

TALL = 6
"""A table with rows of more lines than this is too wide for the page, too."""

SHORT, SHORT_HEAD, NAME = 8.0, 5.0, 10.0
"""A cell or a head no wider than this is kept on one line when there is room: about fifteen characters, and nine. A
name with points or underscores that is wider than NAME, about nineteen, may be broken after them before other columns
suffer. All three by eye, from the examples."""

SPARE = 0.3
"""Short cells are kept on one line while every longer column has at least this part of what it could use:
its longest cell then takes about three lines, or four."""

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
    dense: bool = False

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


def widths(heads: Sequence[Extent], cells: Sequence[Sequence[Extent]], rigid: Sequence[bool]) -> Widths:
    """Choose widths from the extents of a table. `rigid` columns (numbers) are never wrapped."""
    columns = [
        _column(head, [row[index] for row in cells], rigid[index], GAP if index else 0.0) for index, head in enumerate(heads)
    ]
    wanted = sum(column.most for column in columns)
    fitting = [(name, PAGE * share) for name, share in STEPS if wanted <= PAGE * share]
    size, room = fitting[0] if fitting else ("full", PAGE)
    given: list[float] | None = [column.most for column in columns]
    dense = False
    if not fitting:
        given = _shared(columns, room)
        dense = given is None or max(_heights(cells, given), default=1) > TALL
        if dense:
            room = PAGE / DENSE
            given = _shared(columns, room) or _fit(columns, [column.part for column in columns], room)
    assert given is not None
    total = sum(given) or 1
    given = [width * room / total for width in given]
    return Widths(
        size,
        tuple(round(100 * width / room, 2) for width in given),
        tuple(_spaces(given)),
        tuple(_heights(cells, given)),
        dense,
    )


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


def _lines(cell: Extent, room: float) -> int:
    """About how many lines a cell takes."""
    if cell.whole <= room:
        return 1
    return int(cell.whole / max(room - cell.part / 4, 1.0)) + 1
