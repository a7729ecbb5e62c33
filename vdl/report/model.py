"""The report model: what a document says, with no trace of how it was found out.

`vdl.report.build` makes it from a solved design; the renderers in `vdl.render` lay it out.
Everything here is already text as people see it ("15.3 %", "1,270 boxes"): a renderer
formats pages, never quantities. Beside its words a `Value` carries the number itself, for machines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union, assert_never

from vdl.brand.records import PLAIN, Brand
from vdl.report.drawings import Bars, Box, Chart, Diagram, Drawn, Piece, Pile, Piles, every_box
from vdl.report.formula import Formula
from vdl.text.bounds import Bound
from vdl.text.machine import Json
from vdl.text.phrases import Fragment

Tone = Literal["good", "bad", "warn", "neutral"]
"""How a verdict is felt. Renderers add a shape and a colour; the word is always printed too."""


@dataclass(frozen=True, slots=True)
class Text:
    """Plain words."""

    text: str


@dataclass(frozen=True, slots=True)
class Link(Text):
    """Words that lead to the worked calculation of what the design calls `path`; plain words where the document has none."""

    path: str = ""


@dataclass(frozen=True, slots=True)
class Value:
    """A value as it is printed, such as "2 boxes"; never broken over two lines."""

    text: str
    exact: str = ""
    """The exact magnitude in the printed unit, as a fraction ("61/4"); "" where it is no single number."""
    decimal: str = ""
    """The same as a decimal ("15.25"), as all outputs for machines write it."""
    unit: str = ""
    """The unit that the text is in; "" where it stands elsewhere, as in the head of a column, or where there is none."""
    strong: bool = False
    bound: Bound | None = None
    """On which side of it the whole is, where it leaves out what is not stated; the text says so, too."""


@dataclass(frozen=True, slots=True)
class Cite:
    """A citation: `number` points at an entry of `References`, `where` is the place in it."""

    number: int
    where: str = ""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A verdict in running text or in a cell: "holds", "fails", "waived" ..."""

    word: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class Code:
    """A formula, a name from the design or a place in a file."""

    text: str


Inline = Union[Text, Value, Cite, Verdict, Code]
Prose = tuple[Inline, ...]


class Sentence(tuple[Inline, ...]):
    """Prose of the library with values in it, and how another language can put it: under a `key`, with what is `given` in
    the places that it names."""

    key: str = ""
    context: str = ""
    given: Mapping[str, Prose] = {}

    def changed(self, change: Callable[[Prose], Prose]) -> Prose:
        """The sentence with all its parts changed; one whose own words change is no sentence of the library any more."""
        parts, words = change(tuple(self)), (Text(self.key),)
        if change(words) != words:
            return parts
        made = Sentence(parts)
        made.key, made.context, made.given = self.key, self.context, {name: change(one) for name, one in self.given.items()}
        return made


@dataclass(frozen=True, slots=True)
class Paragraph:
    prose: Prose


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. `unit` stands in the head when all its cells share it."""

    head: str
    unit: str = ""
    numeric: bool = False
    """Numeric columns are set in tabular figures and aligned at the decimal point."""
    adds_up: bool = False
    """Whether what stands below it is what its rows state, added up."""
    one: str = ""
    """The unit as it is behind exactly 1: "box" where `unit` is "boxes"."""
    over: str = ""
    """Of "Boxes, winter" what the heads of neighbours may begin with, too: "Boxes"."""

    @property
    def under(self) -> str:
        """What of the head comes behind `over`."""
        return self.head.removeprefix(f"{self.over}, ")


@dataclass(frozen=True, slots=True)
class Row:
    """One `Prose` per column. `decides` marks the row whose figure decided something."""

    cells: tuple[Prose, ...]
    decides: bool = False
    group: str = ""
    """Rows in a row with the same group stand together, under its name and a rule."""
    path: str = ""
    """What it is called in the design; a small label below its first cell, where its title is in words."""


@dataclass(frozen=True, slots=True)
class Table:
    """`bill` marks the bill of materials, which is also written as CSV."""

    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    total: Row | None = None
    note: Prose = ()
    bill: bool = False
    empty: str = ""
    """What to print instead when there are no rows."""
    subtotals: tuple[Row, ...] = ()
    """What stands below the rows of each group."""
    left_out: Row | None = None
    """How many rows the totals leave out, since they state nothing."""
    number: int = 0
    """Which table of the report it is, from 1; 0 where nothing is numbered, as on the cover."""


@dataclass(frozen=True, slots=True)
class Facts:
    """A short list of labels and values, two columns without a head."""

    items: tuple[tuple[str, Prose], ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a worked calculation.

    `formula` in names, `numbers` the same with values put in, `result` what comes out,
    `label` for example "by weight", `note` for example "at winter" or "not stated". `tree` is what both are written from:
    where there is one, pages set that as mathematics.
    """

    label: str
    formula: str
    numbers: str
    result: str
    decides: bool = False
    note: str = ""
    cites: tuple[Cite, ...] = ()
    follows_up: bool = False
    """Whether it only says where a name of the step above comes from."""
    tree: Formula | None = None
    name: str = ""
    """What it works out, where that has a name in the step above: "load weight"."""
    path: str = ""
    """The same in the design."""


@dataclass(frozen=True, slots=True)
class Working:
    """How a figure came about: the steps, the deciding one marked, and the outcome."""

    title: str
    steps: tuple[Step, ...]
    outcome: Prose
    """What it comes to; nothing where the one step says that."""
    doc: str = ""
    note: str = ""
    """What could not be worked out."""
    path: str = ""
    """What it is called in the design."""
    elsewhere: Prose = ()
    """Where quantities that it reads are worked out, of which it does not say that itself."""
    also: tuple[tuple[str, str], ...] = ()
    """What else comes about in the same way, with the same numbers: titles and paths; without a title one of its steps."""


@dataclass(frozen=True, slots=True)
class Callout:
    """A finding that must not be overlooked."""

    tone: Tone
    title: str
    blocks: tuple[Block, ...]
    path: str = ""
    """What it is about is called so in the design; a small label behind the title."""


@dataclass(frozen=True, slots=True)
class Beside:
    """An old and a new text, side by side where the page is wide enough; neither holds sections."""

    title: str
    before: tuple[Block, ...]
    after: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Reference:
    """A published source. `number` is what `Cite.number` points at."""

    number: int
    text: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class References:
    entries: tuple[Reference, ...]


@dataclass(frozen=True, slots=True)
class Section:
    """`number` is "3" or "3.2"; `anchor` is unique in the report and stable between runs."""

    number: str
    title: str
    anchor: str
    blocks: tuple[Block, ...]
    appendix: bool = False


Block = Union[Paragraph, Table, Chart, Piles, Diagram, Facts, Working, Callout, Beside, References, Section]


@dataclass(frozen=True, slots=True)
class Cover:
    """The title page: what it is, for whom, and whether it holds."""

    title: str
    subtitle: str
    verdict: Verdict | None
    """None where the document is for those who are to read of nothing that was judged."""
    verdict_text: Prose
    """One or two sentences: what fails, what is waived, what was not evaluated."""
    blocks: tuple[Block, ...]
    """What page 1 answers: what is bought, for whom, what limits it, what was assumed."""
    as_of: str
    made_with: str
    """ "vdl 0.1.0, edition 2026" """
    files: str
    """The design file by its name alone, with the beginning of its digest: "design.vdl (SHA-256 9f86d081884c)"."""


@dataclass(frozen=True, slots=True)
class File:
    """A table that is also written as a file, exactly as a program is to read it."""

    name: str
    heads: tuple[str, ...]
    """() where the file has no line of heads."""
    rows: tuple[tuple[str | None, ...], ...]
    """None where nothing is stated, which leaves a cell empty."""


@dataclass(frozen=True, slots=True)
class Attached:
    """A file that a document carries with it, under its name relative to the design."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    name: str
    """The design's name; output files are called after it."""
    language: str
    paper: Literal["A4", "Letter"]
    cover: Cover
    sections: tuple[Section, ...]
    files: tuple[File, ...] = ()
    """What is written beside it, whatever its format."""
    author: str = ""
    """Who wrote it, where the design says so."""
    sources: tuple[Attached, ...] = ()
    """The design's own files, where they go with the document."""
    components: tuple[Table, ...] = ()
    """The bills of the document `components`, which are no pages: what formats for inventories list."""
    summary: Report | None = None
    """What fits on one page, where that was asked for: a cover and nothing else."""
    brand: Brand = PLAIN
    """What it looks like, and whose it is."""
    holders: tuple[str, ...] = field(default=(), compare=False)
    """The titles of what stands in the design itself and holds more: pages say them once above the rows of a table."""
    words: Mapping[str, str] = field(default_factory=dict, compare=False)
    """What renderers add, by the English of it, in the language of the report; what is not in it stays English."""
    findings: Callable[[], Mapping[str, Json]] = field(default=dict, compare=False)
    """What scripts look for by name: `counts`, `rules` and `assumptions`, as the other outputs for machines have them."""

    def bill(self) -> tuple[Table, ...]:
        """Every table marked as a bill of materials, in order of appearance."""
        return tuple([block for block in every_block(self.sections) if isinstance(block, Table) and block.bill])


def every_block(blocks: Iterable[Block]) -> Iterator[Block]:
    """Blocks and what stands in them, in order of appearance."""
    for block in blocks:
        yield block
        match block:
            case Section() | Callout():
                yield from every_block(block.blocks)
            case Beside():
                yield from every_block((*block.before, *block.after))
            case Paragraph() | Table() | Chart() | Piles() | Diagram() | Facts() | Working() | References():
                pass
            case _:
                assert_never(block)


def every_line(blocks: Iterable[Block]) -> Iterator[int]:
    """How many characters each line holds: a paragraph, a row, a fact, a step, a reference."""
    for block in every_block(blocks):
        match block:
            case Paragraph():
                yield _size(block.prose)
            case Table():
                yield from (sum(map(_size, row.cells)) for row in block.rows)
            case Chart():
                for bars in block.rows:
                    yield from (len(bars.label) + len(each.name) + len(each.text) for each in (*bars.bars, *bars.marks))
            case Piles():
                yield from (len(one.name) + len(one.text) for pile in block.piles for one in pile.pieces)
                yield from (sum(map(len, pile.notes)) for pile in block.piles)
                yield from (len(one.name) + len(one.text) for one in block.apart)
            case Diagram():
                yield from (len(box.title) + len(box.note) for box in every_box(block.boxes))
                yield from (len(start) + len(end) for start, end in block.links)
            case Facts():
                yield from (len(label) + _size(value) for label, value in block.items)
            case Working():
                yield from (len(s.label) + len(s.formula) + len(s.numbers) + len(s.result) for s in block.steps)
            case References():
                yield from (len(entry.text) for entry in block.entries)
            case Section() | Callout() | Beside():
                pass
            case _:
                assert_never(block)


def parted_anew(given: tuple[Any, ...], parts: Callable[[str], Prose]) -> tuple[Any, ...]:
    """Prose in which each text of the library that has code in it stands as its `parts`, made of the whole of it."""
    if not any(isinstance(one, (Text, Code)) and isinstance(one.text, Fragment) for one in given):
        return given
    made: list[Any] = []
    for one in given:
        text = one.text if isinstance(one, (Text, Code)) else ""
        if not isinstance(text, Fragment):
            made.append(one)
        elif text.first:
            made += parts(text.whole)
    return tuple(made)


def _size(prose: Prose) -> int:
    return sum(len(part.text) for part in prose if isinstance(part, (Text, Value, Code)))


__all__ = [
    "Attached", "Bars", "Beside", "Block", "Box", "Callout", "Chart", "Cite", "Code", "Column", "Cover", "Diagram", "Drawn",
    "Facts", "File", "Inline", "Link", "Paragraph", "Piece", "Pile", "Piles", "Prose", "Reference", "References", "Report",
    "Row", "Section", "Sentence", "Step", "Table", "Text", "Tone", "Value", "Verdict", "Working", "every_block", "every_box",
    "every_line", "parted_anew",
]  # fmt: skip
