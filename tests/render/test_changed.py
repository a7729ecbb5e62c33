"""Two reports side by side: what they do not say alike."""

from __future__ import annotations

from dataclasses import replace

from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.report.changed import changed
from vdl.report.model import Beside, Cite, Paragraph, Reference, References, Report, Section, Text

from .sample import SAMPLE


def paragraph(words: str, number: int = 1) -> Paragraph:
    return Paragraph((Text(words), Cite(number, "page 2")))


def report(*sections: Section) -> Report:
    return replace(SAMPLE, sections=sections)


def section(name: str, *blocks: Paragraph | Section | References) -> Section:
    return Section("1", name.capitalize(), name, blocks)


def test_sections_that_are_alike_are_left_out_whatever_their_numbers() -> None:
    old = report(section("hosts", paragraph("eight")), section("arrays", paragraph("one", 4)))
    moved = replace(old.sections[1], number="7", blocks=(paragraph("one", 5),))
    assert changed(old, report(old.sections[0], moved)) == ()
    assert changed(old, old) == ()


def test_a_section_that_differs_stands_with_both_texts_and_its_parts_apart() -> None:
    inner = section("spare", paragraph("none"))
    old = report(section("hosts", paragraph("eight"), inner))
    new = report(section("hosts", paragraph("nine"), inner, section("owned", paragraph("two"))))
    assert changed(old, new) == (
        Beside("Hosts", (paragraph("eight"),), (paragraph("nine"),)), Beside("Hosts: Owned", (), (paragraph("two"),)),
    )  # fmt: skip
    assert changed(new, old)[1] == Beside("Hosts: Owned", (paragraph("two"),), ())


def test_a_section_whose_title_tells_a_figure_is_the_same_section() -> None:
    old = report(Section("1", "Pool: 1 array", "pool-1", (paragraph("one"),)), section("x", paragraph("x")))
    new = report(section("x", paragraph("x")), Section("1", "Pool: 2 arrays", "pool-2", (paragraph("two"),)))
    assert changed(old, new) == (Beside("Pool: 2 arrays", (paragraph("one"),), (paragraph("two"),)),)


def test_references_are_left_out() -> None:
    old, new = (report(section("sources", References((Reference(1, name),)))) for name in ("A", "B"))
    assert changed(old, new) == ()


def test_both_texts_are_set() -> None:
    made = report(section("hosts", *changed(report(section("h", paragraph("<eight>"))), report(section("h", paragraph("nine"))))))  # type: ignore[arg-type]
    page = html(made)
    assert page.count('class="side"') == 2 and "&lt;eight&gt;" in page
    text = markdown(made)
    assert "**H, before**" in text and "**H, after**" in text and "nine" in text
