"""`show expectations`: published figures beside computed ones."""

from __future__ import annotations

from vdl.judge import Expectation
from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import called, marked, spaced
from vdl.report.verdict import outcome
from vdl.semantics.units import ONE, Exact, divide
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase
from vdl.values import is_exact

_HEADS = ("Figure", "Computed", "Published", "Where", "Verdict")


def blocks(page: Page) -> list[m.Block]:
    found = [e for e in page.solved.expectations if e.outcome != "restates"]
    columns = tuple([m.Column(phrase(head, context="head")) for head in _HEADS])
    rows = []
    for e in found:
        scenario = (m.Text(page.titles.scenario(e.entry.scenario)), m.Text(": ")) if e.entry.scenario else ()
        sign = _sign(e)
        figures = page.words.expectation(e)
        verdict: list[m.Inline] = [outcome(e.outcome)]
        if e.entry.node.differs:
            verdict += marked(f": {e.entry.node.differs}")
        rows.append(
            m.Row(((*scenario, called(e.entry.name, e.entry.node.title)), (figure(e.computed, figures.unit, figures.computed),),
                   (figure(e.published, figures.unit, sign + figures.published),),
                   page.references.cite(e.entry.cites), tuple(verdict)))
        )  # fmt: skip
    if not rows:
        return []
    agree = sum(e.outcome in ("agrees", "inside-range") for e in found)
    differ = sum(e.outcome == "differs-as-stated" for e in found)
    so, number = agree or phrase("none"), len(found)
    text = phrase("Published figures that come out as published: {agree} of {number}.", agree=so, number=number)
    if differ:
        other = several(differ, "differs for a stated reason", "differ for a stated reason")
        key = "Published figures that come out as published: {agree} of {number}; {other}."
        text = phrase(key, agree=so, number=number, other=other)
    return [m.Paragraph((m.Text(text),)), *_drawn(page, found), m.Table("", columns, tuple(rows))]


_TIMES = 4
"""What is computed is drawn beside what was published up to so many times as much: what is farther off would dwarf the others."""


def _drawn(page: Page, found: list[Expectation]) -> list[m.Block]:
    """The figures that differ, each as a share of what was published, those that are farthest off first. A plain number, such as
    that of a step, is no quantity of which there is a share."""
    apart = [one for one in found if one.outcome not in ("agrees", "inside-range")]
    shares = [(one, part) for one in apart if page.words.expectation(one).unit != ONE and (part := _share(one)) is not None]
    shares.sort(key=lambda pair: max(pair[1] - 1, 1 - pair[1]), reverse=True)
    rows = []
    for one, part in shares:
        figures = page.words.expectation(one)
        published = joined("", (_sign(one), figures.published))
        bar = share(part, phrase("{computed}, published {published}", computed=figures.computed, published=published))
        name = one.entry.node.title or spaced(one.entry.name)
        rows.append(m.Bars(joined(": ", filter(None, (page.titles.scenario(one.entry.scenario), name))), (bar,), (WHOLE,)))
    title = phrase("How far from what was published is what differs?")
    if not rows:
        return []
    drawn: list[m.Block] = [m.Chart(title, phrase("% of the published figure"), tuple(rows))]
    if left := len(apart) - len(rows):
        said = several(left, "more figure differs that is no such share, or too large a one: the table has it.",
                       "more figures differ that are no such shares, or too large ones: the table has them.")  # fmt: skip
        drawn.append(m.Paragraph((m.Text(said),)))
    return drawn


def _sign(one: Expectation) -> str:
    """What stands before a published figure that is a bound: "< "."""
    return "" if one.entry.op == "==" else f"{one.entry.op} "


def _share(one: Expectation) -> Exact | None:
    """What is computed as a share of what was published; None where either is no single number, or they are too far apart."""
    if not is_exact(one.computed) or not is_exact(one.published) or one.published <= 0 or one.computed < 0:
        return None
    part = divide(one.computed, one.published)
    return part if part <= _TIMES else None
