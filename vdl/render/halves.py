"""Where blocks that stand in two columns are parted, so that both are about as tall: a layout that finds that out by itself is
made again for each point that the columns grow by. Heights are in points of a page, as `paper.css` and `print.css` set them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import ceil

from vdl.records import NamedTuple
from vdl.render.measure import extent, length
from vdl.render.svg import HALF
from vdl.render.table_layout import Grid
from vdl.report.model import Block, Callout, Chart, Diagram, Facts, Paragraph, Piles, Prose, Section, Table

Drawing = Chart | Piles | Diagram

WIDE = 253.0
"""How wide a column is: 48.5 % of 184 mm."""

HEADING, CAPTION, EMPTY = 27.0, 12.0, 12.0
"""A heading with what is above and below it, the line above a table or a drawing, and what is below one."""

ROW, LINE = 1.7, 9.0
"""What each row of a table takes beside its lines, and one of these."""

TEXT, TEXT_SIZE, NOTE, NOTE_SIZE = 12.5, 9.2, 10.2, 7.5
"""A line of a paragraph and of a note, and the sizes of their letters."""

FACT, FACT_LINE, FACT_SIZE, LABEL = 2.4, 9.5, 7.8, 0.46
"""The same of a row of facts, and the part of the width that their names have."""

COVER_ROOM, COVER_FACT, COVER_LINE = 555.0, 47.0, 10.7
"""What the first page has below its title and its seal; the room of a fact there, in ems, and a line of it."""

FRAME = 24.0
"""A callout beside its name and what is in it."""

CONTENTS, CONTENTS_ROOM = 3, 640.0
"""The columns of the contents, and how tall they may be to be parted before the layout: they stand on one page."""

CHAPTER, CHAPTER_ROOM, INNER, INNER_ROOM = 11.8, 14.0, 9.6, 12.0
"""A line of a chapter and of a section in the contents, and the room of their titles, in ems."""

LISTED, LISTED_SIZE = 7.2, 7.0
"""A line of the lists of tables and figures, and the size of its letters."""

UNEVEN = 2 * (ROW + LINE)
"""So much taller than the mean may a column be where something in it could be broken."""

LOW = 110.0
"""Columns no taller than that are parted in any case: they seldom lie across the end of a page, where the layout does better by
itself if it may break something, and as seldom more even ones that it finds in a few steps."""

HIGH = 300.0
"""Columns that are taller often lie across the end of a page: what is left of them is to be even on the next one, too."""


class _Piece(NamedTuple):
    """Something that stands in one column."""

    block: Block
    """What a column that begins here begins with."""
    height: float
    begins: bool
    """Whether a column may begin here."""
    breaks: bool
    """Whether it may itself be broken."""


def second_column(
    blocks: Sequence[Block], laid: Callable[[Table], Grid], drawn: Callable[[Drawing], float]
) -> Block | None:
    """The block that the second column begins with; None where columns are more even that break a block.

    `laid` gives the grid of a table, `drawn` the height of a drawing in its own units.
    """
    pieces = list(_pieces(blocks, laid, drawn))
    whole = sum(piece.height for piece in pieces)
    best, tallest, breaks = None, whole, False
    above = 0.0
    for at, piece in enumerate(pieces):
        if piece.begins and at and max(above, whole - above) < tallest:
            best, tallest = piece.block, max(above, whole - above)
            breaks = any(one.breaks for one in (pieces[:at] if above * 2 > whole else pieces[at:]))
        above += piece.height
    if tallest - whole / 2 > UNEVEN and breaks:
        return None
    if tallest > HIGH:
        return None
    fixed = not any(piece.breaks for piece in pieces) or sum(piece.begins for piece in pieces) == 2
    return best if fixed or tallest - whole / 2 > UNEVEN or tallest <= LOW else None


def contents_columns(parts: Sequence[tuple[str, Sequence[str]]]) -> frozenset[int]:
    """Which chapters of the contents begin a further column: each is its title and those of its sections."""
    heights = [CHAPTER * _wrapped(title, CHAPTER_ROOM) + sum(INNER * _wrapped(one, INNER_ROOM) for one in inner)
               for title, inner in parts]  # fmt: skip
    return frozenset(_parted(heights, CONTENTS, INNER))


def list_columns(lists: Sequence[Sequence[str]]) -> tuple[int, int] | None:
    """The entry of which list begins the second of two columns in which the lists behind a document run on; None of what does not
    stand in two on one page."""
    entries = [(at, number) for at, titles in enumerate(lists) for number in range(len(titles))]
    heights = [LISTED * LISTED_SIZE * length(lists[at][number]) / WIDE for at, number in entries]
    starts = _parted(heights, 2, LISTED / 8)
    return entries[starts[0]] if starts else None


def _parted(heights: Sequence[float], columns: int, step: float) -> Sequence[int]:
    """Which things begin a further column, where so many columns are as even as they can be; none where they do not stand on one
    page."""
    most = max([sum(heights) / columns, *heights], default=0.0)
    if most > CONTENTS_ROOM:
        return ()
    while len(starts := _starts(heights, most)) >= columns:
        most += step
    return starts


def _starts(heights: Sequence[float], most: float) -> list[int]:
    """Which things begin a further column where each takes as many as have room in such a height."""
    starts, height = [], 0.0
    for at, one in enumerate(heights):
        if at and height + one > most:
            starts.append(at)
            height = 0.0
        height += one
    return starts


def _wrapped(text: str, room: float) -> int:
    return ceil(length(text) / room) or 1


def overfull(blocks: Sequence[Block], laid: Callable[[Table], Grid]) -> bool:
    """Whether the blocks of a cover do not have room on the first page as it is set where there is room."""
    height = 0.0
    for block in blocks:
        if isinstance(block, Facts):
            height += sum(FACT + COVER_LINE * _lines(value, COVER_FACT) for _, value in block.items) + EMPTY
        else:
            height += _height(block, laid, lambda drawing: 0.0)[0] + (LINE if isinstance(block, Table) else 0)
    return height > COVER_ROOM


def _pieces(blocks: Sequence[Block], laid: Callable[[Table], Grid], drawn: Callable[[Drawing], float]) -> Iterator[_Piece]:
    """Of the sections that stand in two columns none is parted: a box that goes on in the next column is as tall as the page."""
    led = False
    for block in blocks:
        height, breaks = _height(block, laid, drawn)
        yield _Piece(block, height, not led, breaks)
        led = isinstance(block, Paragraph)


def _height(block: Block, laid: Callable[[Table], Grid], drawn: Callable[[Drawing], float]) -> tuple[float, bool]:
    """About how tall a block is, and whether it may be broken."""
    if isinstance(block, Table):
        grid = laid(block)
        note = NOTE * _lines(block.note, WIDE / NOTE_SIZE) if block.note else 0.0
        heads = 2 if grid.over else 1
        rows = heads + sum(len(group.lines) for group in grid.groups) + len(grid.totals)
        return CAPTION + ROW * rows + LINE * (heads + grid.lines) + EMPTY + note, not grid.short
    if isinstance(block, Facts):
        return sum(FACT + FACT_LINE * _lines(value, WIDE * (1 - LABEL) / FACT_SIZE) for _, value in block.items) + EMPTY, False
    if isinstance(block, Paragraph):
        return TEXT * _lines(block.prose, WIDE / TEXT_SIZE) + EMPTY / 3, False
    if isinstance(block, Drawing):
        return CAPTION + drawn(block) * WIDE / HALF + EMPTY, False
    if isinstance(block, Section):
        inner = [_height(each, laid, drawn) for each in block.blocks]
        return HEADING + sum(height for height, _ in inner), any(breaks for _, breaks in inner) or len(inner) > 1
    if isinstance(block, Callout):
        return FRAME + sum(_height(each, laid, drawn)[0] for each in block.blocks), False
    return 0.0, True


def _lines(prose: Prose, room: float) -> int:
    return ceil(extent(prose).whole / room) or 1
