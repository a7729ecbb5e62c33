"""The HTML: what it is made of, that nothing in it can bite, and that nothing is loaded."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser
from importlib.resources import files

import pytest

from vdl.render import every_format
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.report import model as m
from vdl.report.model import (
    Callout,
    Cover,
    Facts,
    Paragraph,
    Reference,
    References,
    Report,
    Row,
    Section,
    Step,
    Table,
    Text,
    Working,
)

from .sample import SAMPLE, t

VOID = {"meta", "col", "br", "wbr", "hr", "img", "link", "input"}


class Reader(HTMLParser):
    """Collects tags, links, ids and the nesting of a document; complains where tags do not match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)

    def all(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.tags if name == tag]


@pytest.fixture(scope="module")
def page() -> str:
    return html(SAMPLE)


@pytest.fixture(scope="module")
def read(page: str) -> Reader:
    return Reader(page)


def test_every_tag_is_closed_and_every_id_is_unique(read: Reader) -> None:
    ids = [attributes["id"] for _, attributes in read.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {"contents", "s-summary", "s-design.hosts", "ref-1"} <= set(ids)


def test_every_inner_link_leads_somewhere(read: Reader) -> None:
    ids = {attributes["id"] for _, attributes in read.tags if "id" in attributes}
    inner = [link["href"] for link in read.all("a") if (link["href"] or "").startswith("#")]
    assert len(inner) > 20
    assert all(href and href[1:] in ids for href in inner)


def test_links_that_leave_are_http_or_https(read: Reader) -> None:
    outer = {link["href"] for link in read.all("a") if not (link["href"] or "").startswith("#")}
    assert outer == {
        "https://example.com/guides/sizing-guide-for-virtual-desktops-edition-4.pdf",
        "https://example.org/papers/array-performance-and-protection",
        "http://example.net/boot-storms",
    }
    assert "javascript:alert(1)" in "".join(read.text)


@pytest.mark.parametrize(
    ("address", "linked"),
    [
        ("http://a.example", True), ("HTTPS://a.example/b", True), ("javascript://a.example/%0aalert(1)", False),
        ("ftp://a.example", False), ("file:///etc/passwd", False), ("data://a.example", False), ("xhttps://a.example", False),
        ("//a.example", False), ("http:///a", False), ("https:// a.example", False), ("https://", False),
    ],
)  # fmt: skip
def test_only_addresses_of_the_web_are_links(address: str, linked: bool) -> None:
    report = _report(References((Reference(1, "A source", address),)))
    outer = [link["href"] for link in Reader(html(report)).all("a") if not (link["href"] or "").startswith("#")]
    assert outer == ([address] if linked else [])
    assert (f"<{address}>" in markdown(report)) == linked
    assert address in unescape(markdown(report)).replace("\\", "")


def test_headings_go_down_in_steps_of_one(read: Reader) -> None:
    levels = [int(tag[1]) for tag, _ in read.tags if re.fullmatch(r"h[1-6]", tag)]
    assert levels[0] == 1 and levels.count(1) == 1
    assert all(after - before <= 1 for before, after in zip(levels, levels[1:]))


def test_page_one_carries_the_verdict_in_word_shape_and_colour(page: str) -> None:
    cover = page[page.index('<header class="cover">') : page.index("</header>")]
    assert '<div class="seal bad">' in cover and "✗" in cover and "Fails one rule" in cover


def test_text_of_a_design_never_becomes_a_tag(page: str, read: Reader) -> None:
    body = page[page.index("<body>") :]
    for tag in ("script", "img", "i", "it", "yes", "kg"):
        assert len(read.all(tag)) == (tag == "script")
    assert body.count("</style>") == 0 and page.count("</style>") == 1
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; rails" in body


def test_hostile_text_is_escaped_in_every_place_of_the_model() -> None:
    evil = '"><script>x</script>'
    cover = replace(
        SAMPLE.cover, title=evil, subtitle=evil, as_of=evil, made_with=evil, files=evil, verdict_text=t(evil)
    )
    whole = replace(SAMPLE, language=evil, cover=cover)
    read = Reader(html(whole))
    assert len(read.all("script")) == 1 and html(whole).count("<script") == 1
    assert read.all("html") == [{"lang": evil}]


def test_nothing_is_loaded(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("a renderer opened a socket")

    monkeypatch.setattr(socket, "socket", refuse)
    assert html(SAMPLE) == page
    assert not re.findall(r"url\((?!data:)", page)
    assert not re.findall(r"<[^>]+\s(?:src|srcset|data|poster|background)=", page)
    assert "@import" not in page and "<link" not in page
    assert "default-src 'none'" in page


def test_one_script_runs_and_no_other(page: str) -> None:
    (script,) = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    digest = b64encode(sha256(script.encode()).digest()).decode()
    assert re.findall(r"script-src ([^\";]+)", page) == [f"'sha256-{digest}'"]
    assert script == "\n" + (files("vdl.render") / "theme" / "page.js").read_text("utf-8")
    assert not re.search(r"(inner|outer)HTML|insertAdjacent|document\.write|\beval\b|Function\(|fetch\(|XMLHttp|import\b", script)
    assert script in html(replace(SAMPLE, language="de"))


def test_heads_carry_units_and_the_decisive_row_a_word(page: str) -> None:
    assert '<th scope="col" class="n">Memory <span class="unit">GB</span></th>' in page
    head = '<th scope="row">Phase 2, boot after a power cut <em class="tag">decides</em></th>'
    assert f'<tr class="decides">{head}' in page


def test_tables_without_rows_say_so(page: str) -> None:
    assert '<p class="empty">None.</p>' in page


def test_rows_with_too_few_or_too_many_cells_are_still_set() -> None:
    wide = SAMPLE.bill()[0]
    table = replace(wide, rows=(Row((t("alone"),)), Row((*wide.rows[0].cells, t("one more")))), total=None)
    page = html(_report(table))
    assert "alone" in page and "one more" not in page


def test_the_decimal_points_of_a_column_are_padded_to_one_place(page: str) -> None:
    assert "31.2\u2007\u2060" in page and "74\u2008\u2007\u2007\u2060" in page and ">93.75<" in page


def test_style_comes_last_and_cannot_end_the_style_element() -> None:
    page = html(SAMPLE, style=":root { --accent: #123456 } </style><script>")
    assert page.index("--accent: #123456") > page.index("--accent: #14506e")
    assert page.count("</style>") == 1


def test_paper_and_language_come_from_the_report() -> None:
    letter = html(replace(SAMPLE, paper="Letter", language="de"))
    assert "@page{size:Letter}" in letter and '<html lang="de">' in letter


def test_an_empty_report_is_a_page() -> None:
    bare = Report("x", "en", "A4", Cover("T", "", SAMPLE.cover.verdict, (), (), "", "", ""), ())
    Reader(html(bare))


def test_the_same_report_gives_the_same_text_whatever_the_hash_seed() -> None:
    code = "import sys; from vdl.render import every_format; from tests.render.sample import SAMPLE\n"
    code += "for name in sys.argv[1:]: sys.stdout.buffer.write(every_format()[name].render(SAMPLE))"
    names = [name for name in every_format() if name != "pdf"]
    given = {
        subprocess.run(
            [sys.executable, "-c", code, *names], env={"PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            capture_output=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert len(given) == 1


def test_importing_the_room_loads_no_library() -> None:
    code = (
        "import sys, vdl.render; assert vdl.render.every_format()\n"
        "print([name for name in ('jinja2', 'markupsafe', 'weasyprint', 'fontTools') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def _report(*blocks: Table | Paragraph | Working | Callout | References) -> Report:
    return replace(SAMPLE, sections=(Section("1", "S", "s", (*blocks, Paragraph((Text("end"),)))),))


def test_a_step_that_explains_the_one_above_stands_under_it() -> None:
    steps = (
        Step("by load", "a / b", "4 / 2", "2 boxes", decides=True),
        Step("", "a = c", "4", "4", note="where", follows_up=True),
        Step("by room", "d", "1", "1 box"),
    )
    page = html(_report(Working("How many?", steps, ())))
    assert page.count('<p class="step where">') == 1 and page.count('<p class="step deciding">') == 1


def test_only_a_callout_with_more_than_words_may_be_broken() -> None:
    words, facts = Paragraph(t("words")), Facts((("label", t("words")),))
    for blocks, long in ((words,), False), ((words,) * 2, False), ((words,) * 3, True), ((facts,), True), ((words, facts), True):
        page = html(_report(Callout("bad", "Callout", blocks)))
        assert f'<aside class="callout bad{" long" if long else ""}">' in page


def test_entries_on_paper_say_what_the_table_says() -> None:
    words = "What it is for, in more words than stand in a column. " * 3
    columns = m.Column("Name"), m.Column("Load", "kg"), m.Column("Meaning"), m.Column("Verdict")
    holds = m.Verdict("holds", "good")
    rows = tuple([
        m.Row(((m.Text(f"thing <{at}>"),), (m.Value(f"{at}"),), (m.Text(words),), (holds,)), path=f"things.t{at}")
        for at in range(5)
    ])  # fmt: skip
    part = m.Section("A", "More", "more", (m.Table("All", columns, rows, number=1),), appendix=True)
    screen, paper = (html(replace(SAMPLE, sections=(part,)), on_paper=on_paper) for on_paper in (False, True))
    assert '<p class="entry"' not in screen and "<i>Load</i> 3&#160;kg" in paper and "<i>Verdict</i>" not in paper
    for page in (screen, paper):
        assert page.count('id="table-1"') == page.count('id="r-things.t3"') == 1
        assert page.count(words.strip()) == 5 and "thing &lt;4&gt;" in page and "thing <4>" not in page


def test_on_paper_appendices_flow_in_columns_and_small_things_stand_beside_each_other() -> None:
    columns = m.Column("Name"), m.Column("Load", "kg", True)
    small = m.Table("Small", columns, (m.Row(((m.Text("a"),), (m.Value("1"),))),), number=1)
    facts = Facts((("label", t("words")),))
    many = m.Row((t("x"), *[(m.Value("12,345"),)] * 20))
    wide = m.Table("Wide", (m.Column("Name"), *[m.Column(f"At {at}", "kg", True) for at in range(20)]), (many,), many, number=2)
    body = m.Section("1", "Body", "body", (facts, small, Paragraph(t("words"))))
    of = {"A": replace(small, number=3), "B": Facts(facts.items), "C": wide, "D": replace(small, number=4)}
    behind = [m.Section(letter, letter, letter, (block,), appendix=True) for letter, block in of.items()]
    screen, paper = (html(replace(SAMPLE, sections=(body, *behind)), on_paper=on_paper) for on_paper in (False, True))
    assert '<div class="pair' not in screen
    assert screen.count('<div class="columns">') == 1, "browsers that print make lines of all tables of the appendices"
    flows = [part.split('id="s-')[0].count("<section") for part in paper.split('<div class="columns">')[1:]]
    assert len(flows) == 2, "a chapter with a table that no column holds stands between those in columns"
    assert paper.index('<div class="pair ') < paper.index('<div class="columns">') and paper.count('<div class="pair ') == 1
    for page, at_the_end in ((screen, False), (paper, True)):
        assert (page.index('class="fold listed"') > page.index("</main>")) == at_the_end
