"""A report with what is withheld taken out: columns, rows, charts and calculations of quantities, and names in every text."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

from vdl.brand.records import Brand
from vdl.report import model as m
from vdl.report.names import instead_of, is_common, is_ordinary
from vdl.report.numbered import numbered, with_numbers
from vdl.report.printing import plain
from vdl.report.products import GONE
from vdl.report.withheld import Withheld
from vdl.text.machine import Json
from vdl.text.phrases import Joined, Marked, Person, Phrase, filled, joined, phrase, ticked
from vdl.text.within import texts

_KEPT = frozenset(["decimal", "exact", "kind", "language", "least", "made_with", "most", "number", "paper", "tone"])
"""Fields that hold no words of a design."""


def without(report: m.Report, held: Withheld) -> m.Report:
    """The report with nothing of that left, whatever is made of it."""
    leaving = _Leaving(held)
    leaving.files = {file.name: leaving.file_name(file.name) for file in report.files}
    cover = replace(report.cover, blocks=leaving.blocks(report.cover.blocks))
    if held.names:
        cover = replace(cover, files="")
    sections = tuple([one for one in leaving.blocks(report.sections) if isinstance(one, m.Section)])
    if sections:
        sections = (*sections, *_products(leaving, held))
        sections = numbered(with_numbers(sections, [one.anchor for one in sections if one.appendix]))
    given = report.findings
    made: m.Report = leaving.words(replace(
        report, cover=cover, sections=sections, components=_tables(leaving.blocks(report.components)), author="", sources=(),
    ))  # fmt: skip
    return replace(
        made, author="" if held.names else report.author, brand=leaving.brand(report.brand),
        findings=lambda: leaving.json(given()), summary=without(report.summary, held) if report.summary is not None else None,
        name=leaving.file_name(report.name),
    )  # fmt: skip


def _products(leaving: _Leaving, held: Withheld) -> tuple[m.Section, ...]:
    """A section that says what the things are that are called otherwise; none where that is nothing."""
    heads = (m.Column(phrase("Product")), m.Column(phrase("Figures")))
    table = leaving.block(m.Table("", heads, held.products)) if held.products else None
    title, anchor = phrase("What the products are"), "what-the-products-are"
    return (m.Section("", title, anchor, (table,), appendix=True),) if table is not None else ()


def _tables(blocks: Iterable[m.Block]) -> tuple[m.Table, ...]:
    return tuple([block for block in blocks if isinstance(block, m.Table)])


class _Leaving:
    """Leaves things out. What holds nothing any more is left out itself."""

    def __init__(self, held: Withheld) -> None:
        self.held = held
        self.named = _Names(held)
        self.files: dict[str, str] = {}
        """What the files are called that tables are written as, by their names before."""
        units = "|".join([re.escape(unit) for unit in held.units])
        number = r"[-−+±]?\d[\d,.\u202f\u00a0]*(?:\s?(?:k|thousand|million|billion))?"
        self._unit = re.compile(rf"(?<![A-Za-z])(?:{units})(?![A-Za-z])") if units else None
        self._in_head = re.compile(rf"\((?:{units})(?:/[^()]*)?\)\s*$") if units else None
        self._rule = re.compile("|".join(map(re.escape, sorted(held.rules, key=len, reverse=True)))) if held.rules else None
        self._amount = re.compile(
            rf"{number}(?:\s?(?:\.\.|–)\s?{number})*\s?(?:{units})(?![A-Za-z])(?:/[A-Za-z]\w*)*|(?<![A-Za-z])(?:{units})\s?{number}"
            rf"|[€$£¥]\s?{number}|{number}\s?[€$£¥]"
        ) if units else None  # fmt: skip

    # -------------------------------------------------------------------------- words
    def text(self, words: str) -> str:
        """A text without names and amounts. What is left of words that can be said in another language can be said so, too."""
        if isinstance(words, Person):
            return self.named.person(words)
        if words in self.files:
            return self.files[words]
        made = self._flat(words)
        if made == words and not self.named.may_be_told_in(words):
            return words
        return self._inner(words, made) if isinstance(words, Marked) else made

    def _flat(self, words: str) -> str:
        return _put(self._amount, lambda _: GONE, self.named(_put(self._rule, lambda _: GONE, words)))

    def file_name(self, name: str) -> str:
        """The name of a file, which begins with that of its design, without names: a design that has one is called a design, by
        its number where there are several of them."""
        design = next((one for one in self.held.designs if name.split(".")[0] == one), "")
        renamed = [one for one in self.held.designs if self.text(one) != one]
        number = f"_{renamed.index(design) + 1}" if design in renamed and len(renamed) > 1 else ""
        first = f"design{number}" if design in renamed else design
        return first + re.sub(r"[^\w.-]+", "_", self.text(name.removeprefix(design)))

    def _inner(self, words: Marked, made: str) -> str:
        """The same by the pieces of a marked text, where that leaves out no less."""
        again = made
        if isinstance(words, Joined):
            again = joined("", [self.text(piece) for piece in words.pieces])
        elif isinstance(words, Phrase) and words.given:
            given = {name: self.text(one) for name, one in words.given.items()}
            again = filled(words.key, given, words.many, words.number, words.context, free=words.free)
        return again if again == made or self._flat(again) == again else made

    def pruned(self, words: str) -> str:
        """A text without the parts of its lists that tell an amount or a rule which is left out; "" where that rule is all."""
        if not isinstance(words, Joined):
            return "" if self._rule is not None and self._rule.search(words) else words
        pieces = list(words.pieces)
        between = pieces[1] if len(pieces) % 2 and len(pieces) > 2 and len(set(pieces[1::2])) == 1 else ""
        if between in ("; ", ", "):
            return joined(between, filter(None, [self.pruned(one) for one in pieces[::2] if not self._amounts(one)]))
        made = [self.pruned(piece) for piece in pieces]
        return "" if any(old and not new for old, new in zip(pieces, made, strict=True)) else joined("", made)

    def _shorter(self, prose: m.Prose) -> m.Prose:
        """Prose whose texts are without such parts; those of which nothing stays are not in it."""
        found = [replace(item, text=self.pruned(item.text)) if isinstance(item, m.Text) else item for item in prose]
        if found == list(prose):
            return prose
        return tuple([new for old, new in zip(prose, found, strict=True)
                      if old == new or not isinstance(new, m.Text) or new.text])  # fmt: skip

    def words(self, given: Any) -> Any:
        """The same with other words in every text that it holds."""
        if isinstance(given, str):
            return self.text(given)
        if isinstance(given, m.Sentence):
            return given.changed(self.words)
        if isinstance(given, tuple):
            return tuple([self.words(one) for one in m.parted_anew(given, self._parts)])
        return self._fields(given) if is_dataclass(given) and not isinstance(given, Brand) else given

    def _parts(self, whole: str) -> m.Prose:
        """The parts of a text with code in it."""
        return tuple([m.Code(part) if is_code else m.Text(part) for is_code, part in ticked(self.text(whole))])

    def _fields(self, given: Any) -> Any:
        changed = {}
        for field in fields(given):
            old = getattr(given, field.name)
            record = is_dataclass(old) and not isinstance(old, (m.Report, Brand))
            if record or (field.name not in _KEPT and isinstance(old, (str, tuple))):
                changed[field.name] = self.words(old)
        return replace(given, **changed)

    def brand(self, brand: Brand) -> Brand:
        """Who made it is a name; its colours, its fonts and what it says of secrecy are not."""
        said = replace(brand, cover=self.text(brand.cover), confidentiality=self.text(brand.confidentiality),
                       revision=self.text(brand.revision))  # fmt: skip
        return replace(said, name="", cover="", logo=None, inputs=()) if self.held.names else said

    def json(self, given: Mapping[str, Json]) -> dict[str, Json]:
        return {key: self._value(value) for key, value in given.items()}

    def _value(self, given: Json) -> Json:
        if isinstance(given, str):
            return self.text(given)
        if isinstance(given, list):
            return [self._value(one) for one in given if not self._tells(one)]
        if isinstance(given, dict):
            told = {key: Person(one) if key == "owner" and isinstance(one, str) else one for key, one in given.items()}
            return {self.text(key): self._value(one) for key, one in told.items() if not self._tells(one)
                    and not (self.held.names and key in ("file", "line", "source", "sources", "citation"))}  # fmt: skip
        return given

    def _tells(self, given: Json) -> bool:
        """Whether a piece of data holds an amount of what is left out, or is of a rule that is told nowhere."""
        if isinstance(given, dict):
            of_one = given.get("text") in self.held.rules or self.is_unit(str(given.get("unit", "")))
            return of_one or any(self._tells(one) for one in given.values())
        if isinstance(given, str):
            return self._amount is not None and self._amount.search(given) is not None
        return False

    # -------------------------------------------------------------------------- blocks
    def is_unit(self, unit: str) -> bool:
        return self._unit is not None and self._unit.search(unit) is not None

    def _is(self, item: m.Inline) -> bool:
        """Whether something is a quantity that is left out."""
        if isinstance(item, m.Value):
            return self.is_unit(item.unit) or self._amounts(item.text)
        return isinstance(item, m.Code) and self._amounts(item.text)

    def _states(self, item: m.Inline) -> bool:
        """Whether it is an amount that is left out, or words of the library with one in them."""
        return self._is(item) or (isinstance(item, m.Text) and isinstance(item.text, Marked) and self._amounts(item.text))

    def _amounts(self, text: str) -> bool:
        return self._amount is not None and self._amount.search(text) is not None

    def prose(self, prose: m.Prose) -> m.Prose:
        if isinstance(prose, m.Sentence):
            return prose.changed(self.prose)
        found = [m.Text(GONE) if self._is(item) else self._shown(item) for item in prose]
        return tuple([item for item in found if not (self.held.names and isinstance(item, m.Cite))])

    def _shown(self, item: m.Inline) -> m.Inline:
        if not isinstance(item, m.Text) or not item.text:
            return item
        return replace(item, text=self.pruned(item.text) or GONE)

    def blocks(self, given: Iterable[m.Block]) -> tuple[m.Block, ...]:
        return tuple([made for block in given if (made := self.block(block)) is not None])

    def block(self, block: m.Block) -> m.Block | None:
        """What is left of a block; None where that is nothing."""
        match block:
            case m.Paragraph():
                return m.Paragraph(self.prose(block.prose))
            case m.Table():
                return self._table(block)
            case m.Chart():
                rows = tuple([row for row in block.rows if not any(map(self._amounts, texts(row)))])
                return replace(block, rows=rows) if rows and not any(map(self.is_unit, (block.unit, block.along))) else None
            case m.Piles():
                piles = tuple([replace(one, notes=tuple([note for note in one.notes if not self._amounts(note)]))
                               for one in block.piles])  # fmt: skip
                return replace(block, piles=piles) if not self.is_unit(block.unit) else None
            case m.Facts():
                short = [(label, self._shorter(value) if value else value, value) for label, value in block.items]
                items = [(label, self.prose(value)) for label, value, old in short
                         if bool(value) == bool(old) and not any(map(self._states, value))]
                return m.Facts(tuple(items)) if items and 2 * len(items) > len(block.items) else None
            case m.Working():
                told = [text for step in block.steps for text in (step.formula, step.numbers, step.result)]
                if any(map(self._amounts, told)) or any(map(self._is, block.outcome)):
                    return None
                steps = tuple([replace(step, cites=() if self.held.names else step.cites) for step in block.steps])
                return replace(block, steps=steps, outcome=self.prose(block.outcome), elsewhere=self.prose(block.elsewhere))
            case m.Section() | m.Callout():
                inner = self.blocks(block.blocks)
                return replace(block, blocks=inner) if inner else None
            case m.Beside():
                return replace(block, before=self.blocks(block.before), after=self.blocks(block.after))
            case m.References():
                return None if self.held.names else block
            case m.Diagram():
                return block

    def _table(self, table: m.Table) -> m.Table | None:
        """A table without the columns of what is left out, and without rows that tell it elsewhere."""
        every = [row for row in (*table.rows, *table.subtotals, table.total, table.left_out) if row is not None]
        kept = [at for at, column in enumerate(table.columns) if not (self.is_unit(column.unit) or self._column(every, at))]
        if not kept:
            return None
        if len(kept) < len(table.columns) and not any(table.columns[at].numeric for at in kept[1:]) and len(kept) < 2:
            return None
        rows = tuple([self._row(row, kept) for row in table.rows if not self._row_tells(row, kept)])
        if not rows and table.rows:
            return None
        sums = [row for row in (table.total, table.left_out) if row is not None]
        empty = not any(re.search(r"\d", plain(row.cells[at])) for row in sums for at in kept if at < len(row.cells))
        total = self._row(table.total, kept) if table.total is not None and not empty else None
        left_out = self._row(table.left_out, kept) if table.left_out is not None and not empty else None
        subtotals = tuple([self._row(row, kept) for row in table.subtotals]) if not empty else ()
        gone = [column.head for at, column in enumerate(table.columns) if at not in kept]
        starts = tuple([f"{head}{of}: " for head in gone for of in ("", ", where it is 0")])
        of_gone = any(plain((one,)).startswith(starts) for one in table.note)
        return replace(table, columns=tuple([table.columns[at] for at in kept]), rows=rows, subtotals=subtotals, total=total,
                       left_out=left_out, note=() if of_gone else self.prose(self._note(table.note)))  # fmt: skip

    def _note(self, note: m.Prose) -> m.Prose:
        """What stands below a table, without what the library says there of units that are left out."""
        texts_of_library = [one for one in note if isinstance(one, m.Text) and isinstance(one.text, Marked)]
        gone = [one for one in texts_of_library if self.is_unit(one.text)]
        kept = tuple([one for one in note if one not in gone])
        return _uncited(kept) if self.held.names else kept

    def _column(self, rows: Sequence[m.Row], at: int) -> bool:
        """Whether the values of a column are left out: some say so, and no other words stand in it."""
        cells = [row.cells[at] for row in rows if at < len(row.cells) and row.cells[at]]
        values = [cell for cell in cells if len(cell) == 1 and isinstance(cell[0], m.Value) and cell[0].decimal]
        return bool(values) and all(self._is(cell[0]) for cell in values)

    def _row_tells(self, row: m.Row, kept: Sequence[int]) -> bool:
        """Whether a row has an amount in its words, such as a rule that compares prices, or is of one by its head."""
        cells = [self._shorter(row.cells[at]) for at in kept if at < len(row.cells)]
        said = [item for cell in cells for item in cell]
        of_rule = bool(cells) and not cells[0] and bool(row.cells[kept[0]])
        in_head = self._in_head is not None and bool(cells) and self._in_head.search(plain(cells[0])) is not None
        return of_rule or in_head or any(self._is(one) or (isinstance(one, m.Text) and self._amounts(one.text)) for one in said)

    def _row(self, row: m.Row, kept: Sequence[int]) -> m.Row:
        return replace(row, cells=tuple([self.prose(row.cells[at]) for at in kept if at < len(row.cells)]))


def _uncited(note: m.Prose) -> m.Prose:
    """Prose without its citations, and without the words that lead to some or count more of them."""
    cites = [isinstance(one, m.Cite) for one in note]
    if not any(cites):
        return note
    leads = [*cites[1:], False]
    counts = [before and isinstance(one, m.Text) and one.text.startswith(",") for one, before in zip(note, [False, *cites])]
    kept = [one for one, *out in zip(note, cites, leads, counts) if not any(out)]
    while kept and isinstance(kept[0], m.Text) and not kept[0].text.strip():
        del kept[0]
    return tuple(kept)


class _Names:
    """Puts something else in the places of names, and of words of them that identify them."""

    def __init__(self, held: Withheld) -> None:
        names = (*held.names, *held.offers)
        self._people = {one.text: one.instead for one in names if one.telling == "who"}
        self._alone = [one.text for one in names if one.sort and is_common(one.text, held.ordinary)]
        """Names that are ordinary words, and tell somebody only where somebody is told."""
        self._whole = {one.text: one.instead for one in names if one.text not in self._alone}
        worded = [one for one in names if re.search("[A-Za-z\u0080-\uffff]", one.text) and one.text not in self._alone]
        long = [one for one in worded if len(one.text) > (1 if one.telling == "who" else 2)]
        self._phrases = {_folded(one.text): one.instead for one in reversed(long)}
        self._tokens = instead_of(long, held.ordinary)
        things = [one for one in held.names if one.telling in ("what", "which")]
        self._things = {phrase("product"), *[one.instead for one in things], *[one.sort for one in things]}
        written = frozenset([one.text for one in long if is_ordinary(one.text, held.ordinary)])
        self._phrase = _one_of(list(dict.fromkeys(one.text for one in long)), held.measures, written)
        self._token = _one_of(list(self._tokens), held.measures)

    def __call__(self, text: str) -> str:
        if not self._whole:
            return text
        if text in self._whole:
            return self._whole[text]
        text = _put(self._phrase, lambda one: self._in_place(one, self._phrases.get(_folded(one["name"]), GONE)), text)
        return _put(self._token, lambda one: self._in_place(one, self._tokens[one["name"].lower()]), text)

    def person(self, name: str) -> str:
        """What stands in the place of somebody who answers for something."""
        return self._people.get(name) or self(name)

    def may_be_told_in(self, text: str) -> bool:
        """Whether a piece of a text may be somebody whose name is an ordinary word elsewhere."""
        return any(one in text for one in self._alone)

    def _in_place(self, found: re.Match[str], instead: str) -> str:
        """The version behind a product goes with it; behind anybody else's name a number tells something else."""
        return instead if instead in self._things else joined("", (instead, found["version"] or ""))


def _put(pattern: re.Pattern[str] | None, instead: Callable[[re.Match[str]], str], text: str) -> str:
    pieces, at = [], 0
    for found in pattern.finditer(text) if pattern is not None else ():
        pieces += [text[at : found.start()], instead(found)]
        at = found.end()
    return joined("", [*pieces, text[at:]]) if pieces else text


def _one_of(
    texts: Sequence[str], measures: Sequence[str], written: Container[str] = frozenset()
) -> re.Pattern[str] | None:
    """Finds these texts where no letter and no digit goes on, the longest first, also written as a name or in other
    letters, but for those that are names only as they are `written`. The version behind one is found with it: digits and points
    that count none of these units."""
    if not texts:
        return None
    each = "|".join([_words(text, written) for text in sorted(texts, key=lambda one: (-len(one), one))])
    counted = "|".join([r"[%×]", *[rf"(?:{re.escape(unit)})(?!\w)" for unit in measures]])
    version = rf"\s+(?:version\s+|v\.?\s?)?\d+(?:\.\d+)*(?![.,]?\d|\w|\s?(?:{counted}))"
    return re.compile(rf"(?<![^\W_])(?P<name>{each})(?![^\W_])(?P<version>{version})?", re.IGNORECASE)


def _words(text: str, written: Container[str]) -> str:
    """The pattern of a text; one of two capitals is found as it is written, too."""
    pattern = r"[\s_.-]+".join(map(re.escape, filter(None, re.split(r"[\s_.-]+", text))))
    return f"(?-i:{pattern})" if text in written or (len(text) < 3 and text.isupper()) else pattern


def _folded(text: str) -> str:
    return " ".join(filter(None, re.split(r"[\s_.-]+", text))).lower()


__all__ = ["without"]
