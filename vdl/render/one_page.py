"""What of a report fits on one page: its cover, with long texts cut and long tables ended, and how much more there is said. Lists
are as long as there is room for, and end between two things.

Nothing is laid out here: heights are counted from above, so the page is sure to hold them; HTML, PDF and Markdown say
the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vdl.render.items import counted, parted
from vdl.render.measure import length
from vdl.render.plain import cite_text, plain
from vdl.render.wording import Wording, wording
from vdl.report import model as m

ROOM = 590.0
"""What the page has below a title and a verdict of one line each, in points."""

TEXT, FACT, LINE, NOTE = 12.5, 9.6, 8.7, 9.5
"""A line of a paragraph, of a fact, of a table and of a note below one, as `paper.css` and `summary.css` set them."""

APART, ROW, BOX, TABLE = 6.0, 2.7, 18.0, 13.0
"""What is above and below a paragraph and facts, a row, what is in a callout, and a table with the line that parts its head."""

WIDE, NARROW = 80.0, 58.0
"""Ems of the small face in a line of the page, and in a line beside a label."""

TITLE, WORDS, CELL, HEAD = 130, 230, 80, 40
"""The most characters of a title, of a paragraph or a fact, of a cell, of the head of a column."""

LISTED = (1_500, 1_000, 700, 500, 360, WORDS)
"""The most characters of a list in a fact, as long as the page holds them."""

ROWS, LEAST, FACTS = 14, 5, 8
"""The most rows of a table, those that it keeps before something at the end is left out, and the most facts of a list."""

_SEVERAL = 2
"""Things that make a list."""


def on_one_page(report: m.Report) -> m.Report:
    """The report as its first page alone."""
    cover, said = report.cover, wording(report)
    room = ROOM - TEXT * (sum([_taken(text, WIDE) for text in (cover.title, cover.subtitle, plain(cover.verdict_text))]) - 3)
    blocks: list[m.Block] = []
    for listed in LISTED:
        blocks = [made for block in cover.blocks if (made := _short(block, listed, said)) is not None]
        if _tall(_ended(blocks, ROWS, said)) <= room:
            break
    last = len(blocks)
    while last > 1 and _tall(_ended(blocks[:last], LEAST, said)) > room:
        last -= 1
    most = next((rows for rows in range(ROWS, 1, -1) if _tall(_ended(blocks[:last], rows, said)) <= room), 1)
    kept, left = _ended(blocks[:last], most, said), len(blocks) - last
    if left:
        kept.append(m.Paragraph((m.Text(said.part if left == 1 else _told(said.parts, left, said)),)))
    page = replace(
        cover, title=_cut(cover.title, TITLE), subtitle=_cut(cover.subtitle, TITLE), files=_cut(cover.files, TITLE),
        verdict_text=_cut_prose(cover.verdict_text, 2 * WORDS), blocks=tuple(kept),
    )  # fmt: skip
    return replace(report, cover=page, sections=())


# ------------------------------------------------------------------------------ what is cut
def _headed(column: m.Column) -> m.Column:
    head = _cut(column.head, HEAD)
    return replace(column, head=head, over=column.over if head == column.head else "")


def _short(block: m.Block, listed: int, said: Wording) -> m.Block | None:
    """A block with no long text in it, and no list of more characters than `listed`; None of what has no place on such a page."""
    match block:
        case m.Paragraph():
            return m.Paragraph(_cut_prose(block.prose, WORDS))
        case m.Facts():
            return m.Facts(tuple([(_cut(label, HEAD), _fewer_things(value, listed, said)) for label, value in block.items]))
        case m.Table():
            columns = tuple([_headed(column) for column in block.columns])
            rows = tuple([_row(row) for row in block.rows])
            total, left_out = [_row(row) if row is not None else None for row in (block.total, block.left_out)]
            return replace(block, caption=_cut(block.caption, TITLE), columns=columns, rows=rows, total=total, left_out=left_out,
                           subtotals=(), note=_cut_prose(block.note, WORDS), empty=_cut(block.empty, WORDS))  # fmt: skip
        case m.Callout():
            inner = tuple([made for one in block.blocks if (made := _short(one, listed, said)) is not None])
            return replace(block, title=_cut(block.title, TITLE), blocks=inner)
        case m.Chart():
            return replace(block, title=_cut(block.title, TITLE), rows=block.rows[:FACTS])
        case _:
            return None


def _fewer_things(prose: m.Prose, most: int, said: Wording) -> m.Prose:
    """A list that ends behind a thing, and says how many more there are; what is one thing alone is cut as other words are."""
    things = parted(prose)
    if len(plain(prose)) <= most or len(things) < _SEVERAL:
        return _cut_prose(prose, max(most, WORDS))
    more, last = 0, things[-1]
    if (told := counted(plain(last), said.rest)) is not None:
        more, things = told, things[:-1]
    kept: list[m.Inline] = list(_cut_prose(things[0], 2 * WORDS))
    named, used = 1, len(plain(things[0]))
    for thing in things[1:]:
        used += len(plain(thing)) + 2
        if used > most:
            break
        kept += [m.Text("; "), *thing]
        named += 1
    more += len(things) - named
    if not more:
        return tuple(kept)
    return (*kept, m.Text(said.rest.replace("{rest}", said.figures_of(f"{more:,}")) + "."))


def _row(row: m.Row) -> m.Row:
    return replace(row, cells=tuple([_cut_prose(cell, CELL) for cell in row.cells]), group=_cut(row.group, HEAD), path="")


def _cut(text: str, most: int) -> str:
    """A text of no more characters than that, cut between words."""
    if len(text) <= most:
        return text
    cut = text[:most].rpartition(" ")[0] or text[: most - 1]
    return cut.rstrip(" ,;:-–") + "…"


def _cut_prose(prose: m.Prose, most: int) -> m.Prose:
    """The same of words with values in them. A value is whole, or is not there."""
    made: list[m.Inline] = []
    for item in prose:
        said = plain((item,)) or (cite_text(item) if isinstance(item, m.Cite) else "")
        if len(said) <= most:
            made.append(item)
            most -= len(said)
            continue
        if isinstance(item, m.Text):
            made.append(m.Text(_cut(item.text, max(most, 1))))
        elif not made or most > 0:
            made.append(m.Text("…"))
        break
    return tuple(made)


# ------------------------------------------------------------------------------ what is ended
def _ended(blocks: Sequence[m.Block], most: int, said: Wording) -> list[m.Block]:
    """The blocks with no table of more rows, and what is left out of each told below it."""
    return [_fewer(block, most, said) for block in blocks]


def _fewer(block: m.Block, most: int, said: Wording) -> m.Block:
    if isinstance(block, m.Table) and len(block.rows) > most:
        note = (m.Text(_told(said.more, len(block.rows) - most, said)),)
        return replace(block, rows=block.rows[:most], note=note)
    if isinstance(block, m.Facts) and len(block.items) > FACTS:
        more = ("", (m.Text(_told(said.more, len(block.items) - FACTS + 1, said)),))
        return m.Facts((*block.items[: FACTS - 1], more))
    if isinstance(block, m.Callout):
        return replace(block, blocks=tuple(_ended(block.blocks, most, said)))
    return block


def _told(words: str, number: int, said: Wording) -> str:
    return words.replace("{number}", said.figures_of(f"{number:,}"))


# ------------------------------------------------------------------------------ how tall it is
def _tall(blocks: Sequence[m.Block]) -> float:
    """How tall blocks are at most, with the space around them."""
    return sum(map(_height, blocks))


def _height(block: m.Block) -> float:
    match block:
        case m.Paragraph():
            return APART + TEXT * _taken(plain(block.prose), WIDE)
        case m.Facts():
            return APART + sum(ROW + FACT * _taken(plain(value), NARROW) for _, value in block.items)
        case m.Table():
            rows = [*block.rows, *[row for row in (block.total, block.left_out) if row is not None]]
            groups = len({row.group for row in block.rows if row.group})
            head = 2 if len(block.columns) > 2 else 1
            lines = 1 + head + groups + sum(_of_row(row, len(block.columns)) for row in rows)
            note = NOTE * _taken(plain(block.note), WIDE) if block.note else 0.0
            return TABLE + LINE * lines + ROW * (groups + len(rows)) + note
        case m.Callout():
            return BOX + _tall(block.blocks)
        case m.Chart():
            return BOX + LINE * sum(2 + len(row.bars) + len(row.marks) for row in block.rows)
        case _:
            return 0


def _of_row(row: m.Row, columns: int) -> int:
    """The lines of a row: those of its longest cell, where figures take little and words share the rest."""
    texts = [plain(cell) for cell in row.cells]
    words = sum(length(text) > 10 for text in texts)
    room = (WIDE - 9.0 * (columns - words)) / max(words, 1)
    longest: Callable[[str], int] = lambda text: _taken(text, max(room, 8.0))  # noqa: E731
    return max(map(longest, texts), default=1)


def _taken(text: str, room: float) -> int:
    """Lines of a text, a little more than it needs, since words are not broken."""
    return max(1, -int(-length(text) * 1.12 // room))


__all__ = ["on_one_page"]
