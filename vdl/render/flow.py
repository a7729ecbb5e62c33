"""What stands where on paper: which chapters are set in two columns, and how wide tables and drawings are there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from vdl.records import NamedTuple
from vdl.render.charts import chart_width
from vdl.render.column_widths import APPENDIX, COLUMN, COVER, PAPER, SCREEN, Sheet
from vdl.render.inline import Known
from vdl.render.measure import extent
from vdl.render.svg import HALF, NARROW, PAGE, WIDTH
from vdl.render.table_layout import Grid, grid
from vdl.render.wording import Wording
from vdl.report.model import Block, Chart, Facts, Piles, Section, Table, every_block

CROWDED = 12
"""A chapter of more sections is set as appendices are."""


FITS, FEW = 16.0, 14
"""Facts of values no wider than that many ems, and no more of them, take half of a page's width."""


class Placed(NamedTuple):
    """A block, the one behind it, and whether it is the first or the last of those that stand in two columns together."""

    block: Block
    after: Block | None
    opens: bool
    closes: bool


class Flow:
    """The chapters of a document on the screen or on paper. A chapter that is set close stands in two columns where all of its
    tables have room in one; those after each other flow on."""

    def __init__(self, sections: Sequence[Section], known: Known, words: Wording, *, on_paper: bool) -> None:
        self._sections, self._known, self._words, self._on_paper = sections, known, words, on_paper
        self._kept: list[Block] = list(every_block(sections))  # so that no two blocks ever have one identity
        close = [section for section in sections if on_paper and _close(section)]
        self._grids: dict[tuple[int, Sheet], Grid] = {}
        """Those of tables that were measured, by the identity of the table and what it is set on."""
        self._columned = {id(section) for section in close if self._fits(section)}
        self._behind = _inner(close)
        self._narrow = _inner([section for section in close if id(section) in self._columned])

    def _fits(self, section: Section) -> bool:
        for block in every_block([section]):
            if isinstance(block, Table):
                made = self._grids[id(block), COLUMN] = grid(block, self._known, self._words, COLUMN)
                if made.cramped:
                    return False
        return True

    def grid(self, table: Table) -> Grid:
        """A table as it is laid out where it stands."""
        key = id(table), self._sheet(table)
        if key not in self._grids:
            self._kept.append(table)
            self._grids[key] = grid(table, self._known, self._words, key[1])
        return self._grids[key]

    def _sheet(self, table: Table) -> Sheet:
        if not self._on_paper:
            return SCREEN
        if not table.number:
            return COVER
        return COLUMN if id(table) in self._narrow else APPENDIX if id(table) in self._behind else PAPER

    def room(self, drawing: Block) -> int:
        """How wide the place is where a drawing stands, in its units."""
        if not self._on_paper:
            return WIDTH
        return NARROW if id(drawing) in self._narrow else PAGE

    def paired(self, blocks: Sequence[Block]) -> list[Placed]:
        """Blocks of half a page's width after each other stand in two columns together, on paper."""
        halves = [self._on_paper and id(block) not in self._narrow and self._is_half(block) for block in blocks]
        made = []
        for at, block in enumerate(blocks):
            before, after = at > 0 and halves[at - 1], at + 1 < len(blocks) and halves[at + 1]
            opens, closes = halves[at] and not before and after, halves[at] and before and not after
            made.append(Placed(block, blocks[at + 1] if at + 1 < len(blocks) else None, opens, closes))
        return made

    def _is_half(self, block: Block) -> bool:
        if isinstance(block, Table):
            return bool(block.rows or block.total) and not block.note and self.grid(block).half
        if isinstance(block, Facts):
            return fits(block)
        if isinstance(block, Chart):
            return chart_width(block, self.room(block)) == HALF
        return isinstance(block, Piles) and self.room(block) == PAGE and len(block.piles) == 1

    def runs(self) -> list[tuple[bool, list[Section]]]:
        """The chapters, those after each other that stand in two columns together, and whether they do."""
        found = groupby(self._sections, key=lambda section: id(section) in self._columned)
        return [(columns, list(sections)) for columns, sections in found]


def _close(section: Section) -> bool:
    return section.appendix or crowded(section)


def fits(facts: Facts) -> bool:
    """Whether facts take half of a page's width."""
    return len(facts.items) <= FEW and all(extent(value).whole <= FITS for _, value in facts.items)


def crowded(section: Section) -> bool:
    """Whether a chapter, not an appendix, is as long as those."""
    return not section.appendix and sum(isinstance(block, Section) for block in section.blocks) > CROWDED


def _inner(sections: Iterable[Section]) -> set[int]:
    return {id(block) for block in every_block(sections)}
