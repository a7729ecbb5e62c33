"""What stands where on paper: which chapters are set in two columns, and how wide tables and drawings are there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from vdl.records import NamedTuple
from vdl.render.charts import charts_svg
from vdl.render.column_widths import APPENDIX, COLUMN, COVER, FOLD, PAPER, SCREEN, SLIM, Sheet
from vdl.render.diagrams import column_width, diagram_svg
from vdl.render.halves import Drawing, overfull, second_column
from vdl.render.inline import Known
from vdl.render.measure import extent
from vdl.render.piles import piles_svg
from vdl.render.svg import HALF, NARROW, PAGE, WIDTH, Pieces, pieces
from vdl.render.table_layout import Grid, grid
from vdl.render.wording import Wording
from vdl.report.model import Block, Callout, Chart, Diagram, Facts, Paragraph, Piles, Section, Table, every_block

CROWDED = 12
"""A chapter of more sections is set as appendices are."""


FITS, FEW = 16.0, 14
"""Facts of values no wider than that many ems, and no more of them, take half of a page's width."""

TALLER, BOXED, TALLEST = 1.4, 1.6, 420
"""A drawing is made narrow, to stand beside something, where it is no more times as tall as a wide one, which is more of one of
boxes, and no taller in its units."""

ROOMY = 190
"""What a column of boxes has in a narrow drawing at least, so that their titles are not broken within words."""


class Placed(NamedTuple):
    """A block, the one behind it, and whether it is the first or the last of those that stand in two columns together."""

    block: Block
    after: Block | None
    opens: str
    """What those are that begin here: "pair", "pair parted" where it is known which begins the second column; else ""."""
    closes: bool
    second: bool
    """Whether the second column begins here."""


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
        self._slim: set[int] = set()
        """What is known to stand in two columns of a chapter, by identity."""
        self._second: set[int] = set()
        """What is known to begin a second column, by identity."""
        self._are_narrow: dict[int, bool] = {}
        self._headed = {id(table): table.number for section in self._every_section() if (table := _named_alike(section))}
        """The tables whose captions the headings right above them say, on paper."""

    def _every_section(self) -> list[Section]:
        return [block for block in self._kept if isinstance(block, Section)] if self._on_paper else []

    def headed(self, block: Block) -> int:
        """The number of the table that is called as the heading right above it, on paper; of that heading the same; else 0."""
        table = _named_alike(block) if isinstance(block, Section) else block
        return self._headed.get(id(table), 0)

    def _fits(self, section: Section) -> bool:
        for block in every_block([section]):
            if isinstance(block, Table):
                made = self._grids[id(block), COLUMN] = grid(block, self._known, self._words, COLUMN)
                if made.cramped:
                    return False
        return True

    def grid(self, table: Table) -> Grid:
        """A table as it is laid out where it stands."""
        return self._laid(table, self._sheet(table))

    def _laid(self, table: Table, sheet: Sheet) -> Grid:
        key = id(table), sheet
        if key not in self._grids:
            self._kept.append(table)
            self._grids[key] = grid(table, self._known, self._words, sheet)
        return self._grids[key]

    def _sheet(self, table: Table) -> Sheet:
        if not self._on_paper:
            return SCREEN
        if not table.number:
            return COVER
        if id(table) in self._slim:
            return SLIM
        if id(table) in self._narrow:
            return COLUMN
        if id(table) in self._behind:
            return APPENDIX
        return FOLD if self._laid(table, FOLD).twofold else PAPER

    def overfull(self, cover: Sequence[Block]) -> bool:
        """Whether a cover takes more than a page as it is set where there is room."""
        return overfull(cover, lambda table: self._laid(table, COVER))

    def room(self, drawing: Block) -> int:
        """How wide the place is where a drawing stands, in its units."""
        if not self._on_paper:
            return WIDTH
        if id(drawing) in self._slim:
            return HALF
        return NARROW if id(drawing) in self._narrow else PAGE

    def paired(self, blocks: Sequence[Block]) -> list[Placed]:
        """Blocks that have room in half of a page's width stand in two columns on paper where several follow each other, with
        the paragraphs between them."""
        opens: dict[int, str] = {}
        closes: set[int] = set()
        if self._on_paper and blocks and not {id(blocks[0])} & (self._narrow | self._slim):
            for start, end in self._two_columned(blocks):
                second = second_column(blocks[start:end], self.grid, self._height)
                if second is not None:
                    self._second.add(id(second))
                opens[start] = "pair parted" if second is not None else "pair"
                closes.add(end - 1)
        following = [*blocks[1:], None]
        return [Placed(block, after, opens.get(at, ""), at in closes, id(block) in self._second)
                for at, (block, after) in enumerate(zip(blocks, following))]  # fmt: skip

    def _height(self, drawing: Drawing) -> float:
        """The height of a drawing beside something, in its units."""
        return sum(map(_height, self.drawn(drawing, "", self.room(drawing))))

    def _two_columned(self, blocks: Sequence[Block]) -> Iterator[tuple[int, int]]:
        """From where to where such blocks stand; from then on they are known to stand there."""
        for slim, run in groupby(range(len(blocks)), key=lambda at: self._is_text(blocks[at]) or self._is_slim(blocks[at])):
            start, *rest = run
            end = rest[-1] + 1 if rest else start + 1
            if not slim:
                continue
            found = self._trimmed(blocks, start, end)
            if found is not None:
                inner = blocks[found[0]:found[1]]
                self._slim.update(_inner(inner))
                yield found

    def _trimmed(self, blocks: Sequence[Block], start: int, end: int) -> tuple[int, int] | None:
        """The part of a run that is worth two columns, if there is any: paragraphs at its ends say what follows, or are of
        use where something else stands alone."""
        slim = [at for at in range(start, end) if not self._is_text(blocks[at])]
        if not slim:
            return None
        asked = any(self._is_text(blocks[at]) for at in range(slim[0], slim[-1]))
        first, last = max(start, slim[0] - 1) if asked else slim[0], slim[-1] + 1
        if len(slim) > 1 or (isinstance(blocks[slim[0]], Section) and self._many(blocks[slim[0]])):
            return first, last
        behind = end if end == len(blocks) else end - 1
        return (slim[0], behind) if behind - slim[0] > 2 and not isinstance(blocks[slim[0]], Section) else None

    def _many(self, section: Block) -> bool:
        return sum(not self._is_text(block) and not isinstance(block, Section) for block in every_block([section])) > 1

    def _is_text(self, block: Block) -> bool:
        return isinstance(block, Paragraph)

    def _is_slim(self, block: Block) -> bool:
        """Whether a block has room in half of a page's width."""
        if isinstance(block, Section):
            return all(map(self._is_slim_or_text, block.blocks)) and not all(map(self._is_text, block.blocks))
        if isinstance(block, Table):
            laid = self._laid(block, SLIM if block.number else COVER)
            return bool(block.rows or block.total) and (laid.half or laid.twofold)
        if isinstance(block, Facts):
            return fits(block)
        if isinstance(block, Callout):
            return all(isinstance(inner, Facts | Paragraph) for inner in block.blocks)
        if isinstance(block, Drawing):
            return self._is_narrow(block)
        return False

    def _is_narrow(self, drawing: Drawing) -> bool:
        """Whether a drawing is of half a page's width, or hardly taller so."""
        if isinstance(drawing, Diagram) and column_width(drawing, HALF) < ROOMY:
            return False
        if id(drawing) not in self._are_narrow:
            wide, narrow = self.drawn(drawing, "", PAGE), self.drawn(drawing, "", HALF)
            most = BOXED if isinstance(drawing, Diagram) else TALLER
            tall = [sum(map(_height, each)) for each in (wide, narrow)]
            hardly_taller = len(narrow) <= len(wide) and tall[1] <= min(most * tall[0], TALLEST)
            self._are_narrow[id(drawing)] = wide.width == HALF or hardly_taller
        return self._are_narrow[id(drawing)]

    def drawn(self, given: Drawing, number: str, room: int) -> Pieces:
        """A drawing where there is so much room; `number` makes its ids unique."""
        if isinstance(given, Chart):
            return charts_svg(given, number, self._words, room)
        if isinstance(given, Piles):
            return piles_svg(given, number, self._words, room)
        return pieces([diagram_svg(given, number, self._words, room)], room)

    def _is_slim_or_text(self, block: Block) -> bool:
        return self._is_text(block) or self._is_slim(block)

    def runs(self) -> list[tuple[bool, list[Section]]]:
        """The chapters, those after each other that stand in two columns together, and whether they do. A browser that prints
        sets all that are set close in these: it makes lines of their tables."""
        found = groupby(self._sections, key=lambda section: id(section) in self._columned if self._on_paper else _close(section))
        return [(columns, list(sections)) for columns, sections in found]


def _height(drawn: str) -> float:
    """The height of a drawing in its units."""
    return float(drawn.partition('viewBox="0 0 ')[2].partition('"')[0].split()[1])


def _named_alike(section: Section) -> Table | None:
    """The table that a section begins with, where it is called as that is and says something."""
    first = section.blocks[0] if section.blocks else None
    alike = isinstance(first, Table) and first.number and first.caption == section.title and (first.rows or first.total)
    return first if alike and isinstance(first, Table) else None


def _close(section: Section) -> bool:
    return section.appendix or crowded(section)


def fits(facts: Facts) -> bool:
    """Whether facts take half of a page's width."""
    return len(facts.items) <= FEW and all(extent(value).whole <= FITS for _, value in facts.items)


def crowded(section: Section) -> bool:
    """Whether a chapter, not an appendix, is as long as those."""
    return not section.appendix and sum(isinstance(block, Section) for block in section.blocks) > CROWDED


def _inner(sections: Iterable[Block]) -> set[int]:
    return {id(block) for block in every_block(sections)}
