"""`show scenarios`: the scenarios of the design, and what comes of each, beside the design as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from vdl.query.beside import beside, scenarios_of
from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.columns import column
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.semantics.types import Member
from vdl.semantics.units import divide
from vdl.snapshot.compared import SECTIONS, Cell, Column, Row, Section, rows, texts, worth_showing
from vdl.snapshot.records import ShownValue
from vdl.text.phrases import phrase
from vdl.values import NOT_STATED, Varying, is_exact, is_number
from vdl.words import values as show

_BESIDE = 3
"""Scenarios that stand beside the design on a page."""

_ALWAYS: frozenset[Section] = frozenset(["verdict", "bill"])

_JUDGED: frozenset[Section] = frozenset(["rules", "expectations"])
"""Of these only what fails is shown: what else comes of them, the document of the scenario says."""


def blocks(page: Page) -> list[m.Block]:
    members = page.solved.design.all_members()
    names = scenarios_of(page.solved.design)
    if not names:
        return []
    heads = (m.Column(phrase("Scenario")), m.Column(phrase("What changes")))
    first = m.Table("", heads, tuple([_about(members[name]) for name in names]))
    design, *others = _columns(page, [name for name in names if name not in page.solved.layers])
    drawn = _drawn([design, *others])
    tables = [_table([design, *others[at : at + _BESIDE]], [design, *others]) for at in range(0, len(others), _BESIDE)]
    return [first, *drawn, *tables]


def _drawn(columns: Sequence[Column]) -> list[m.Block]:
    """The counts that scenarios change, each as a share of the number as the design stands."""
    found: list[m.Bars] = []
    for row in rows(columns, of=columns):
        numbers = [cell.value if isinstance(cell, ShownValue) and is_exact(cell.value) else None for cell in row.cells]
        first = numbers[0]
        if row.section != "counts" or not row.differs or first is None or first <= 0:
            continue
        for one, number in zip(columns, numbers):
            words = show.scalar(number if number is not None else NOT_STATED, row.unit)
            bar = share(divide(number, first), words) if number is not None else m.Drawn("", words)
            found.append(m.Bars(one.title, (bar,), (WHOLE,), row.label))
    title = phrase("What does each scenario change?")
    return [m.Chart(title, phrase("% of the number as it stands"), tuple(found))] if found else []


def _about(member: Member) -> m.Row:
    title = member.kind.title if member.kind is not None else ""
    return m.Row(((m.Code(member.name),), (m.Text(title or member.doc()),)))


def _columns(page: Page, names: Sequence[str]) -> Iterator[Column]:
    """The design as it stands, and with each scenario on top. A fault in a bill there is one of the document."""
    compilation, solved = page.compilation, page.solved
    yield column(compilation, phrase("As it stands"), solved, (), page.document)[0]
    for name in names:
        made, said = beside(compilation, solved.name, (*solved.layers, name), solved.options)
        found, wrong = column(compilation, name, made, said, page.document)
        if found.found is not None:
            page.reading.said += [d._replace(notes=(*d.notes, f"in scenario `{name}`")) for d in wrong]
        yield found


def _table(columns: Sequence[Column], of: Sequence[Column]) -> m.Table:
    """Whether designs hold, in what they differ, and what their bills come to."""
    heads = (m.Column(""), *[m.Column(one.title) for one in columns])
    found = [row for row in worth_showing(rows(columns, of=of), _ALWAYS) if row.fails or row.section not in _JUDGED]
    return m.Table("", heads, tuple([_row(row, columns) for row in found]))


def _row(row: Row, columns: Sequence[Column]) -> m.Row:
    if (row.section, row.name) == ("verdict", "verdict"):
        verdicts = [_verdict(column, words) for column, words in zip(columns, texts(row))]
        return m.Row(((m.Text(phrase(row.name)),), *[(one,) for one in verdicts]))
    said = phrase(row.label) if row.section == "verdict" else row.label
    label: m.Inline = m.Text(said) if row.section in ("verdict", "bill") else m.Code(said)
    name: m.Prose = (label, m.Text(row.in_unit)) if row.in_unit else (label,)
    cells = [_cell(row, cell, words) for cell, words in zip(row.cells, texts(row))]
    return m.Row((name, *cells), group="" if row.section == "verdict" else phrase(SECTIONS[row.section].capitalize()))


_TONES: dict[str, m.Tone] = {"holds": "good", "open": "warn", "fails": "bad"}


def _verdict(column: Column, words: str) -> m.Verdict:
    return m.Verdict(words, _TONES[column.found.standing] if column.found is not None else "bad")


def _cell(row: Row, cell: Cell, words: str) -> m.Prose:
    if isinstance(cell, ShownValue) and is_number(cell.value) and not isinstance(cell.value, Varying):
        return (figure(cell.value, cell.unit, words, bare=cell.unit == row.unit),)
    return (m.Text(words),)
