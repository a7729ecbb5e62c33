"""`show approval`: who approved the design and when, and what changed since; nothing where it is held to no snapshot."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.snapshot.against import Approved, Held, words
from vdl.snapshot.change import SECTIONS, Change
from vdl.text.diagnostics import several
from vdl.text.phrases import Day, joined, phrase


def blocks(page: Page) -> list[m.Block]:
    found = page.approved
    if found is None:
        return []
    return [m.Facts(_facts(found)), *_since(found.held)]


def _facts(found: Approved) -> tuple[tuple[str, m.Prose], ...]:
    changed = len(found.held.matter)
    stands = m.Verdict(phrase("changed since"), "bad") if changed else m.Verdict(phrase("as approved"), "good")
    told = several(changed, "change", "changes") if changed else phrase("{number} values compared", number=found.held.compared)
    facts: list[tuple[str, m.Prose]] = []
    if found.approval is not None:
        facts += [(phrase("Approved by"), (m.Text(found.approval.by),))]
        facts += [(phrase("Approved on"), (m.Text(Day(found.approval.on)),))]
    else:
        facts += [(phrase("Approved by"), (m.Text(phrase("the snapshot names nobody")),))]
    taken = m.Text(phrase(" as of {day}", day=Day(found.as_of)))
    facts += [(phrase("Snapshot"), (m.Code(found.snapshot), taken)), (phrase("Stands"), (stands, m.Text(": " + told)))]
    return tuple(facts)


def _since(held: Held) -> list[m.Block]:
    rows = tuple([_row(one) for one in held.matter])
    made: list[m.Block] = []
    if rows:
        heads = ("Of", "What", "Approved", "Now")
        made.append(m.Table(phrase("Changed since it was approved"), tuple([m.Column(phrase(head)) for head in heads]), rows))
    told = []
    if held.small:
        told.append(several(len(held.small), "figure moved by no more than was asked about.",
                            "figures moved by no more than was asked about."))  # fmt: skip
    if held.follows:
        told.append(several(held.follows, "other value differs that follow from what changed.",
                            "other values differ that follow from what changed."))  # fmt: skip
    return [*made, m.Paragraph((m.Text(joined(" ", told)),))] if told else made


def _row(change: Change) -> m.Row:
    cells = [phrase(SECTIONS[change.section]), change.label, words(change.before) or "-", words(change.after) or "-"]
    return m.Row(tuple([(m.Text(cell),) for cell in cells]))
