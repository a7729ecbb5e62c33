"""`show scenarios`: the scenarios of the design, and what comes of each, beside the design as it stands."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from vdl.query.beside import beside, scenarios_of
from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.columns import column
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import spaced
from vdl.semantics.types import Member
from vdl.semantics.units import divide
from vdl.snapshot.compared import SECTIONS, Cell, Column, Row, Section, rows, texts, worth_showing
from vdl.snapshot.records import ShownValue
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
    heads = (m.Column("Scenario"), m.Column("What changes"), m.Column("Its name"))
    first = m.Table("", heads, tuple([_about(members[name]) for name in names]))
    design, *others = _columns(page, [name for name in names if name not in page.solved.layers])
    drawn = _drawn(page, [design, *others])
    tables = [_table(page, [design, *others[at : at + _BESIDE]], [design, *others]) for at in range(0, len(others), _BESIDE)]
    return [first, *drawn, *tables]


def _drawn(page: Page, columns: Sequence[Column]) -> list[m.Block]:
    """The counts that scenarios change, where they do, each as a share of the number as the design stands."""
    found: list[m.Bars] = []
    for row in rows(columns, of=columns):
        numbers = [cell.value if isinstance(cell, ShownValue) and is_exact(cell.value) else None for cell in row.cells]
        first = numbers[0]
        if row.section != "counts" or not row.differs or first is None or first <= 0:
            continue
        whole = replace(WHOLE, name="as it stands", text=show.scalar(first, row.unit))
        for one, number in zip(columns, numbers):
            if number == first:
                continue
            words = show.scalar(number if number is not None else NOT_STATED, row.unit)
            bar = share(divide(number, first), words) if number is not None else m.Drawn("", words)
            found.append(m.Bars(spaced(one.title), (bar,), (whole,), _label(page, row)))
    title = "What does each scenario change?"
    return [m.Chart(title, "% of the number as it stands", tuple(found))] if found else []


def _label(page: Page, row: Row) -> str:
    """A quantity in words, and at which label."""
    path, _, place = row.label.partition(" at ")
    return ", ".join(filter(None, (page.titles.member(path), spaced(place))))


def _about(member: Member) -> m.Row:
    title = member.kind.title if member.kind is not None else ""
    return m.Row(((m.Text(spaced(member.name)),), (m.Text(title or member.doc()),), (m.Code(member.name),)))


def _columns(page: Page, names: Sequence[str]) -> Iterator[Column]:
    """The design as it stands, and with each scenario on top. A fault in a bill there is one of the document."""
    compilation, solved = page.compilation, page.solved
    yield column(compilation, "As it stands", solved, (), page.document)[0]
    for name in names:
        made, said = beside(compilation, solved.name, (*solved.layers, name), solved.options)
        found, wrong = column(compilation, name, made, said, page.document)
        if found.found is not None:
            page.reading.said += [d._replace(notes=(*d.notes, f"in scenario `{name}`")) for d in wrong]
        yield found


def _table(page: Page, columns: Sequence[Column], of: Sequence[Column]) -> m.Table:
    """Whether designs hold, in what they differ, and what their bills come to."""
    heads = (m.Column("What"), *[m.Column(spaced(one.title)) for one in columns])
    found = [row for row in worth_showing(rows(columns, of=of), _ALWAYS) if row.fails or row.section not in _JUDGED]
    return m.Table("", heads, tuple([_row(page, row, columns) for row in found]))


def _row(page: Page, row: Row, columns: Sequence[Column]) -> m.Row:
    if (row.section, row.name) == ("verdict", "verdict"):
        verdicts = [_verdict(column, words) for column, words in zip(columns, texts(row))]
        return m.Row(((m.Text(row.name),), *[(one,) for one in verdicts]))
    label = m.Text(row.label if row.section in ("verdict", "bill") else _label(page, row))
    name: m.Prose = (label, m.Text(row.in_unit)) if row.in_unit else (label,)
    cells = [_cell(row, cell, words) for cell, words in zip(row.cells, texts(row))]
    return m.Row((name, *cells), group="" if row.section == "verdict" else SECTIONS[row.section].capitalize())


_SHORT = {"holds with open points": "open points"}
"""What a verdict is called where several stand beside each other: it is never broken over two lines."""

_TONES: dict[str, m.Tone] = {"holds": "good", "open": "warn", "fails": "bad"}


def _verdict(column: Column, words: str) -> m.Verdict:
    return m.Verdict(_SHORT.get(words, words), _TONES[column.found.standing] if column.found is not None else "bad")


def _cell(row: Row, cell: Cell, words: str) -> m.Prose:
    if isinstance(cell, ShownValue) and is_number(cell.value) and not isinstance(cell.value, Varying):
        return (figure(cell.value, cell.unit, words, bare=cell.unit == row.unit),)
    return (m.Text(words),)
