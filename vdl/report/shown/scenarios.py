"""`show scenarios`: the scenarios of the design, and what comes of each, beside the design as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from vdl.query.beside import scenarios_of
from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.beside import not_on_top, with_scenario
from vdl.report.columns import column
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.shown.choices import called as option
from vdl.report.titles import Titles, marked, place_in_words
from vdl.report.verdict import as_documents_say
from vdl.semantics.types import Member
from vdl.semantics.units import Exact, divide
from vdl.snapshot.beside import texts
from vdl.snapshot.compared import SECTIONS, Cell, Column, Row, Section, rows, worth_showing
from vdl.snapshot.records import ShownValue
from vdl.text.phrases import joined, phrase
from vdl.values import NOT_STATED, Varying, is_exact, is_number
from vdl.words import values as show
from vdl.words.verdicts import STANDINGS

_BESIDE = 3
"""Scenarios that stand beside the design on a page."""

_DRAWN = 5
"""Counts that are drawn, or sorts of them that change alike; the table has the others."""

_ALWAYS: frozenset[Section] = frozenset(["verdict"])

_JUDGED: frozenset[Section] = frozenset(["rules", "expectations"])
"""Of these only what fails is shown, and what is open or accepted with other figures: a waiver may cover more in a scenario than
it did. What else comes of them, the document of the scenario says."""


def blocks(page: Page) -> list[m.Block]:
    return [*drawn(page), *tables(page)]


def drawn(page: Page) -> list[m.Block]:
    """Which scenarios there are, and what each changes most."""
    members = page.solved.design.all_members()
    names = scenarios_of(page.solved.design)
    return [_listing(page.titles, [members[name] for name in names]), *_drawn(page, _columns(page))] if names else []


def tables(page: Page, kept: Callable[[list[Row]], list[Row]] = list) -> list[m.Table]:
    """What comes of some scenarios each beside the design as it stands; `kept` are the rows that are shown."""
    return [_table(page, some, found, kept, inputs=False) for some, found in _abreast(page)]


def _abreast(page: Page) -> list[tuple[list[Column], list[Row]]]:
    """The columns of each table, and all rows that are worth showing in it."""
    if not page.abreast and scenarios_of(page.solved.design):
        design, *others = of = _columns(page)
        for at in range(0, len(others), _BESIDE):
            some = [design, *others[at : at + _BESIDE]]
            page.abreast.append((some, worth_showing(rows(some, of=of), _ALWAYS)))
    return page.abreast


def filled(page: Page) -> list[m.Block]:
    """What each scenario fills otherwise."""
    made = [_table(page, some, found, list, inputs=True) for some, found in _abreast(page)]
    return [only_changes(table) for table in made if table.rows]


def only_changes(table: m.Table) -> m.Table:
    """A table without what is as the design stands; whether designs hold, it says of each."""
    rows = [replace(row, cells=(*row.cells[:2], *[cell if cell != row.cells[1] else () for cell in row.cells[2:]])) if row.group
            else row for row in table.rows]  # fmt: skip
    return replace(table, rows=tuple(rows), note=(m.Text(phrase("Where a cell is empty, it is as the design stands.")),))


def _drawn(page: Page, columns: Sequence[Column]) -> list[m.Block]:
    """The counts that scenarios change most, each as a share of the number as the design stands; what changes alike, once."""
    found: dict[tuple[m.Bars, ...], list[str]] = {}
    moved: dict[tuple[m.Bars, ...], Exact] = {}
    for row in rows(columns, of=columns):
        numbers = [cell.value if isinstance(cell, ShownValue) and is_exact(cell.value) else None for cell in row.cells]
        first = numbers[0]
        if row.section != "counts" or not row.differs or first is None or first <= 0:
            continue
        whole = replace(WHOLE, name=phrase("as it stands"), text=show.scalar(first, row.unit))
        changed = [(one, number) for one, number in zip(columns, numbers) if number != first]
        shares = [divide(number, first) if number is not None else None for _, number in changed]
        words = [show.scalar(number if number is not None else NOT_STATED, row.unit) for _, number in changed]
        drawn = [share(part, said) if part is not None else m.Drawn("", said) for part, said in zip(shares, words)]
        bars = tuple([m.Bars(one.title, (bar,), (whole,)) for (one, _), bar in zip(changed, drawn)])
        found.setdefault(bars, []).append(_called(page.titles, row))
        moved[bars] = max([_apart(part) for part in shares if part is not None], default=0)
    most = sorted(found, key=lambda bars: moved[bars], reverse=True)[:_DRAWN]
    made = [replace(bar, group=_listed(names)) for bars, names in found.items() if bars in most for bar in bars]
    title = phrase("What does each scenario change most?")
    return [m.Chart(title, phrase("% of the number as it stands"), tuple(made))] if made else []


def _apart(part: Exact) -> Exact:
    """How far a share is from the whole."""
    return part - 1 if part > 1 else 1 - part


def _listed(names: Sequence[str]) -> str:
    """A few names, and how many more there are."""
    more = "; " + phrase("{rest} more", rest=len(names) - _BESIDE) if len(names) > _BESIDE else ""
    return joined("", (joined("; ", names[:_BESIDE]), more))


def _called(titles: Titles, row: Row) -> str:
    """What a row is about, in words; of what a choice minimizes, that is said behind it."""
    path, _, objective = row.name.partition(": ")
    name = joined(": ", filter(None, (titles.member(path), titles.quantity_written(objective))))
    return joined(", ", filter(None, (name, place_in_words(row.at))))


def _listing(titles: Titles, members: Sequence[Member]) -> m.Table:
    """The scenarios; what changes in those that have no title stands beside them."""
    about = ["" if member.kind is not None and member.kind.title else member.doc() for member in members]
    changes = any(about)
    heads = [phrase("Scenario"), *([phrase("What changes")] if changes else []), phrase("Its name")]
    rows = [m.Row(((m.Text(titles.scenario(member.name)),), *([(m.Text(doc),)] if changes else []), (m.Code(member.name),)))
            for member, doc in zip(members, about)]  # fmt: skip
    return m.Table("", tuple([m.Column(head) for head in heads]), tuple(rows))


def _columns(page: Page) -> list[Column]:
    """The design as it stands, and with each scenario on top. A fault in a bill there is one of the document."""
    made: list[Column] = page.beside
    if made:
        return made
    compilation, solved = page.compilation, page.solved
    made.append(column(compilation, phrase("As it stands"), solved, (), page.document, by_product=True)[0])
    for name in not_on_top(page):
        there, said = with_scenario(page, name)
        title = page.titles.scenario(name)
        found, wrong = column(compilation, title, there, said, page.document, by_product=True)
        if found.found is not None:
            page.reading.said += [d._replace(notes=(*d.notes, f"in scenario `{name}`")) for d in wrong]
        made.append(found)
    return made


def _table(
    page: Page, columns: Sequence[Column], worth: Sequence[Row], kept: Callable[[list[Row]], list[Row]], *, inputs: bool
) -> m.Table:  # fmt: skip
    """Whether designs hold, in what they differ, and what their bills come to; or the inputs in which they differ."""
    heads = (m.Column(phrase("What")), *[m.Column(one.title) for one in columns])
    found = [row for row in worth if row.fails or row.accepted or row.open or row.section not in _JUDGED]
    found = kept([row for row in found if (row.section == "inputs") == inputs])
    found.sort(key=lambda row: row.section != "verdict" and row.section not in _JUDGED)  # what fails, before long bills
    alike: dict[tuple[object, ...], list[Row]] = {}
    """Rules that say the same of several objects, of which the same comes, together."""
    for row in found:
        sentence = page.titles.sentences.get(row.name)
        alike.setdefault((row.section, sentence or row.name, sentence is None and row.at, *texts(row)), []).append(row)
    return m.Table("", heads, tuple([_row(page, same, columns) for same in alike.values()]))


def _row(page: Page, same: Sequence[Row], columns: Sequence[Column]) -> m.Row:
    titles, row = page.titles, same[0]
    if (row.section, row.name) == ("verdict", "verdict"):
        verdicts = [_verdict(column, words) for column, words in zip(columns, texts(row))]
        return m.Row(((m.Text(phrase(row.name)),), *[(one,) for one in verdicts]))
    of_members = row.section in ("counts", "inputs", "choices")
    words = _called(titles, row) if of_members else phrase(row.label) if row.section == "verdict" else row.label
    label: m.Prose = (m.Text(words),) if of_members or row.section in ("verdict", "bill", "products") else (m.Code(words),)
    path = ""
    if row.section in ("rules", "open_points") or row.name in titles.sentences:
        names = [one.name for one in same]
        label, path = marked(titles.rules(names)), ", ".join(names)
    in_unit = "" if words.endswith(f" {row.unit.plural}") else row.in_unit
    name: m.Prose = (*label, m.Text(in_unit)) if in_unit else label
    cells = [_cell(page, row, cell, words) for cell, words in zip(row.cells, texts(row))]
    group = "" if row.section == "verdict" else phrase(SECTIONS[row.section].capitalize())
    return m.Row((name, *cells), group=group, path=path)


_SHORT = {"holds with open points": phrase("open points")}
"""What a verdict is called where several stand beside each other: it is never broken over two lines."""

_EXCEPTIONS = m.Verdict(phrase("with exceptions"), "warn")
"""The same of one that holds with what it accepts, as the first page says."""

_TONES: dict[str, m.Tone] = {"holds": "good", "open": "warn", "fails": "bad"}


def _verdict(column: Column, words: str) -> m.Verdict:
    if column.found is not None and column.found.standing == "holds" and column.found.accepted and words == STANDINGS["holds"][0]:
        return _EXCEPTIONS
    return m.Verdict(_SHORT.get(words, words), _TONES[column.found.standing] if column.found is not None else "bad")


def _cell(page: Page, row: Row, cell: Cell, words: str) -> m.Prose:
    if isinstance(cell, ShownValue) and is_number(cell.value) and not isinstance(cell.value, Varying):
        return (figure(cell.value, cell.unit, words, bare=cell.unit == row.unit),)
    if isinstance(cell, str) and row.section in ("inputs", "choices"):
        words = option(page, words) if row.section == "choices" else page.titles.written(words)
    words = as_documents_say(words) if row.section == "rules" else words
    return (m.Text(words),)
