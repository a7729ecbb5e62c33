"""`show asks`: the questions of the design, and their answers."""

from __future__ import annotations

from itertools import groupby

from vdl.judge import Answer, Swept
from vdl.query.questions import answers
from vdl.query.sweeps import sweeps
from vdl.report import model as m
from vdl.report.bars import drawn
from vdl.report.page import Page
from vdl.report.titles import called
from vdl.semantics.units import Units, divide
from vdl.text.phrases import joined, phrase
from vdl.values import is_exact, is_number
from vdl.words import answers as words
from vdl.words import values as show

_HEADS = ("Question", "Asked", "Answer", "One more is stopped by")
_EACH = "Each answer is the last step at which every rule holds that the input moves, except those that the question ignores."


def blocks(page: Page) -> list[m.Block]:
    rows = []
    for answer in answers(page.compilation, page.solved):
        rows.append(m.Row(((called(answer.entry.name, answer.entry.node.title),), (m.Code(words.question(answer)),),
                           (m.Value(words.text(answer, page.units), strong=True),),
                           (m.Text(_stopping(answer, page.units)),))))  # fmt: skip
    found: list[m.Block] = []
    if rows:
        columns = (*[m.Column(phrase(head)) for head in _HEADS],)
        text = phrase(_EACH)
        found += [m.Paragraph((m.Text(text),)), m.Table("", columns, tuple(rows))]
    for swept in sweeps(page.compilation, page.solved):
        found += _swept(page, swept)
    return found


def _drawn(page: Page, found: Swept) -> list[m.Block]:
    """What the quantity comes to at each value of the input, where it is a number there."""
    unit = show.unit_of(found.entry.value, found.entry.type, page.units)
    at = show.unit_of_cell(found.entry.cell, page.units)
    rows = []
    for point in found.points:
        if not is_number(point.value):
            return []
        where = str(divide(point.at, at.factor)) if is_exact(point.at) else ""
        rows.append(m.Bars(show.scalar(point.at, at), (drawn("", point.value, unit),), at=where))
    title = found.entry.node.title or words.swept(found.entry)
    on_an_axis = len(rows) > _FEW and all(row.at for row in rows) and len({row.at for row in rows}) == len(rows)
    return [m.Chart(title, unit.plural, tuple(rows), along=at.plural or "1" if on_an_axis else "")] if rows else []


_FEW = 2
"""Values of an input that stand as bars below each other; more of them stand along an axis."""


def _stopping(answer: Answer, units: Units) -> str:
    return words.stopped(answer, units) if answer.met is not None else joined(", ", [*answer.passed, *answer.stopped_by])


def _swept(page: Page, found: Swept) -> list[m.Block]:
    """A quantity at several values of an input."""
    name = called(found.entry.name, found.entry.node.title)
    ends = isinstance(name, m.Text) and name.text.endswith(("?", ".", ":"))
    asked = m.Paragraph((name, m.Text(" " if ends else ": "), m.Code(words.swept(found.entry))))
    columns = (*[m.Column(page.titles.member(head)) for head in words.heads(found)], m.Column(phrase("Verdict")))
    rows = []
    told = [words.at_point(point, found, page.units) for point in found.points]
    for (taken, value, verdict), points in groupby(told, key=lambda one: (one[1:-2], one[-2], one[-1])):
        here = [at for at, *_ in points]  # one after the other, with one outcome
        at = here[0] if len(here) == 1 else phrase("{first} to {last}", first=here[0], last=here[-1])
        options: list[m.Prose] = [(m.Code(one),) for one in taken]
        rows.append(m.Row(((m.Value(at),), *options, (m.Value(value, strong=True),), (m.Text(verdict),))))
    left = words.left(found)
    after = [m.Paragraph((m.Text(left + "."),))] if left else []
    return [asked, *_drawn(page, found), m.Table(found.entry.node.title or "", columns, tuple(rows)), *after]
