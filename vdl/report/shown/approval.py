"""`show approval`: who approved the design and when, and what changed since; nothing where it is held to no snapshot."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page
from vdl.snapshot.against import Approved, Held, words
from vdl.snapshot.change import SECTIONS, Change
from vdl.text.diagnostics import several


def blocks(page: Page) -> list[m.Block]:
    found = page.approved
    if found is None:
        return []
    return [m.Facts(_facts(found)), *_since(found.held)]


def _facts(found: Approved) -> tuple[tuple[str, m.Prose], ...]:
    changed = len(found.held.matter)
    stands = m.Verdict("changed since", "bad") if changed else m.Verdict("as approved", "good")
    told = several(changed, "change", "changes") if changed else f"{found.held.compared:,} values compared"
    facts: list[tuple[str, m.Prose]] = []
    if found.approval is not None:
        facts += [("Approved by", (m.Text(found.approval.by),)), ("Approved on", (m.Text(found.approval.on),))]
    else:
        facts += [("Approved by", (m.Text("the snapshot names nobody"),))]
    facts += [("Snapshot", (m.Code(found.snapshot), m.Text(f" as of {found.as_of}"))), ("Stands", (stands, m.Text(f": {told}")))]
    return tuple(facts)


def _since(held: Held) -> list[m.Block]:
    rows = tuple([_row(one) for one in held.matter])
    made: list[m.Block] = []
    if rows:
        heads = ("Of", "What", "Approved", "Now")
        made.append(m.Table("Changed since it was approved", tuple([m.Column(head) for head in heads]), rows))
    told = []
    if held.small:
        told.append(f"{several(len(held.small), 'figure')} moved by no more than was asked about.")
    if held.follows:
        told.append(f"{several(held.follows, 'other value differs', 'other values differ')} that follow from what changed.")
    return [*made, m.Paragraph((m.Text(" ".join(told)),))] if told else made


def _row(change: Change) -> m.Row:
    cells = [SECTIONS[change.section], change.label, words(change.before) or "-", words(change.after) or "-"]
    return m.Row(tuple([(m.Text(cell),) for cell in cells]))
