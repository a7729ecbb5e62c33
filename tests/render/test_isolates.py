"""Texts of a design that are written from right to left, in sentences, in titles and alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.render.sample import SAMPLE
from vdl.render.catalogs import language
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.render.isolates import END, LEFT, RIGHT, apart, closed, whole
from vdl.render.running import clamped, css_text
from vdl.render.translated import Translation
from vdl.report import model as m
from vdl.text.phrases import joined, phrase

POOL = "שולחנות (Office) 8"
MIXED = "Hosts של המשרדים"
CATALOG = b'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8"\n\nmsgid "Hosts of {name}"\nmsgstr "Hosts von {name}"\n'


def report(*blocks: m.Block, title: str = "Depots") -> m.Report:
    section = replace(SAMPLE.sections[0], title=title, blocks=blocks)
    return replace(SAMPLE, sections=(section,), cover=replace(SAMPLE.cover, blocks=()))


def paragraph(*parts: m.Inline) -> str:
    page = html(report(m.Paragraph(parts)))
    return page.partition("<main>")[2].partition("<p")[2].partition("</p>")[0]


@pytest.mark.parametrize(("name", "way"), [(POOL, "rtl"), (MIXED, "ltr"), ("12 שלום", "rtl")])
def test_a_name_in_a_sentence_is_apart_and_the_sentence_keeps_its_order(name: str, way: str) -> None:
    said = phrase("{count} hosts of {name} stand still", count=5, name=name)
    assert paragraph(m.Text(said)) == f'>5 hosts of <bdi dir="{way}">{name}</bdi> stand still'


def test_names_in_a_list_are_each_apart() -> None:
    assert apart(joined("; ", (POOL, "Brokers", MIXED))) == f"{RIGHT}{POOL}{END}; Brokers; {LEFT}{MIXED}{END}"
    assert apart(joined(": ", (POOL, phrase("hosts")))) == f"{RIGHT}{POOL}{END}: hosts"


def test_a_paragraph_of_the_design_has_its_own_direction_also_with_names_in_it() -> None:
    made = paragraph(m.Text("זהו הצמיחה, ראו "), m.Code("office_today"), m.Text(" ושורה (4)."), m.Cite(1))
    code = '<code class="kept" dir="ltr">office_today</code>'
    assert made.startswith(f' dir="rtl"><bdi dir="rtl">זהו הצמיחה, ראו {code} ושורה (4).</bdi> <')
    made = paragraph(m.Text("Boxes of "), m.Code("a"), m.Text(" שלום"))
    assert made.startswith('><bdi dir="ltr">Boxes of <code class="kept">a</code>')


def test_titles_are_apart_where_no_tags_may_stand() -> None:
    page = html(replace(report(title=POOL), cover=replace(SAMPLE.cover, title=POOL)))
    assert f"<title>{POOL}</title>" in page and f'<h1><bdi dir="rtl">{POOL}</bdi></h1>' in page
    assert f"&#8295;{POOL}&#8297;" in page.partition("data-running=")[2].partition(">")[0]
    head = page.partition("@top-left{content:")[2].partition("}")[0]
    assert head.startswith('"\\2067 ש') and head.endswith('\\2069 "')
    assert css_text(clamped(f"{RIGHT}{'שלום ' * 30}{END}", 20)).endswith('…\\2069 "')


def test_names_in_drawings_and_in_markdown_are_apart() -> None:
    chart = m.Chart("T", "kg", (m.Bars(joined(": ", (POOL, phrase("hosts"))), (m.Drawn("Load", "4", "4", "4"),)),))
    assert f">&#8295;{POOL}&#8297;: hosts</text>" in html(report(chart))
    assert f"**T** - {RIGHT}{POOL}{END}: hosts: Load 4".split(" - ")[1] in markdown(report(chart))


def test_lines_end_what_they_begin() -> None:
    assert list(closed([f"a {RIGHT}b", "c", f"d{END} e"])) == [f"a {RIGHT}b{END}", f"{RIGHT}c{END}", f"{RIGHT}d{END} e"]
    assert whole(f"{LEFT}a{END}") == "a" and whole(f"{LEFT}a{END} b{LEFT}c{END}") == f"{LEFT}a{END} b{LEFT}c{END}"


def test_sentences_in_another_language_know_what_the_design_says() -> None:
    given = report(m.Paragraph((m.Text(phrase("Hosts of {name}", name=POOL)),)))
    said = Translation(language("de", [("a.po", CATALOG)])).report(given)
    assert f'Hosts von <bdi dir="rtl">{POOL}</bdi></p>' in html(said)


def test_a_design_writes_no_signs_itself() -> None:
    for words in (f"a {RIGHT}b", f"{POOL}{END} c"):
        made = report(m.Paragraph((m.Text(words), m.Code(words))), m.Facts(((words, (m.Value(words),)),)), title=words)
        shown = words.replace(RIGHT, "\\u{2067}").replace(END, "\\u{2069}")
        assert shown in html(made) and html(made).count("<bdi") == html(made).count("</bdi>") == html(made).count("<bdi dir=")
        assert words not in html(made)


def test_a_library_and_a_catalog_write_none_either() -> None:
    assert apart(phrase(f"a{LEFT} {{name}}", name=POOL)) == f"a\\u{{2066}} {RIGHT}{POOL}{END}"
    assert apart(phrase(f"a{LEFT}")) == "a\\u{2066}" and apart("North\u061c") == "North\u061c"


def test_what_is_all_from_left_to_right_has_no_signs() -> None:
    assert not set(html(SAMPLE)) & {LEFT, RIGHT, END} and "&#829" not in html(SAMPLE) and "<bdi" not in html(SAMPLE)
