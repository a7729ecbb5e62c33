"""What makes pages good to read: numbers and links, signs, letters that fonts lack, long titles, what is folded and where."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from vdl.render import every_format
from vdl.render.formats.markdown import markdown
from vdl.render.glyphs import BOX, boxed, lacking
from vdl.render.html import FOLDED, LONG, RUNNING_HEAD, html
from vdl.render.inline import with_break_points
from vdl.render.running import clamped
from vdl.render.typeset import signs, typeset
from vdl.report.model import (
    Bars,
    Callout,
    Chart,
    Code,
    Column,
    Drawn,
    Link,
    Paragraph,
    Report,
    Row,
    Section,
    Step,
    Table,
    Text,
    Value,
    Working,
)
from vdl.report.numbered import numbered

from .sample import SAMPLE, t


def report(*blocks: Any, appendix: bool = False) -> Report:
    sections = numbered([Section("1", "Boxes", "boxes", blocks, appendix)])
    return replace(SAMPLE, sections=sections)


def table(*cells: Any, caption: str = "", path: str = "") -> Table:
    return Table(caption, (Column("What"),), tuple([Row(((cell,),), path=path) for cell in cells]))


DRAWN = Chart("How full?", "", (Bars("a", (Drawn("", "1", "1", "1"),)),))


def test_tables_and_figures_are_numbered_in_the_order_of_the_report_and_the_same_in_every_format() -> None:
    made = report(table(Text("a")), DRAWN, Callout("bad", "Found", (table(Text("b"), caption="Named"),)))
    page, text = html(made), markdown(made)
    for word, number, title in (("Table", 1, "Boxes"), ("Table", 2, "Named"), ("Figure", 1, "How full?")):
        assert f'<span class="numbered">{word}\u00a0{number}</span> {title}' in page.replace("&#160;", "\u00a0")
        assert f"{word} {number}. **{title}**" in text
        assert f'<a href="#{word.lower()}-{number}">' in page and f'id="{word.lower()}-{number}"' in page


def test_titles_that_stand_twice_in_a_list_name_their_sections() -> None:
    same = table(Text("a"), caption="Same")
    twice = (Section("1", "One", "one", (same,)), Section("2", "Two", "two", (same,)))
    page = html(replace(SAMPLE, sections=numbered(twice)))
    assert ">Same (1)</a>" in page and ">Same (2)</a>" in page


def test_words_lead_to_a_calculation_that_is_there_and_back() -> None:
    worked = Working("How many?", (Step("by load", "a", "1", "1"),), (), path="hall.boxes")
    page = html(report(table(Link("hall: boxes", "hall.boxes"), Link("other", "hall.other")), worked))
    assert '<a href="#w-hall.boxes">hall: boxes</a>' in page and 'id="w-hall.boxes"' in page
    assert "#w-hall.other" not in page and ">other<" in page
    assert '<span class="of"><code>hall.boxes</code> <a href="#l-hall.boxes">Table&#160;1</a></span></h' in page
    assert page.count('id="l-hall.boxes"') == 1 and re.search('<t[hd][^>]* id="l-hall.boxes"[^>]*><a href="#w-hall.boxes">', page)
    assert re.search(r"<h3 class=\"name\" data-title=\"How many\?\">How many\?", page)


def test_a_rule_can_be_linked_to_and_no_id_stands_twice() -> None:
    page = html(report(table(Text("a"), path="hall.full"), table(Text("b"), path="hall.full")))
    assert page.count('id="r-hall.full"') == 1 and 'href="#r-hall.full"' in page


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("12 <= 15", "12 ≤ 15"), ("a >= b != c", "a ≥ b ≠ c"), ("0 == 8", "0 = 8"), ("10,222..11,460 IOPS", "10,222–11,460 IOPS"),
        ("1.5..2.5", "1.5–2.5"),
        ("2 * 8 = 16", "2 × 8 = 16"), ("15 % * load", "15 % × load"), ("a..b", "a..b"), ("../up", "../up"), ("**b**", "**b**"),
        ("x <== y", "x <== y"), ("2 x Xeon, 8 x 1 GB", "2 × Xeon, 8 × 1 GB"), ("37 (-3)", "37 (−3)"),
        ("2026-06-01 (a-3)", "2026-06-01 (a-3)"),
        ("wait...", "wait..."), ("* item", "* item"), ("<=>", "<=>"),
    ],
)  # fmt: skip
def test_signs_are_those_of_a_printed_page(written: str, printed: str) -> None:
    assert signs(written) == printed


def test_machines_and_code_keep_what_is_written() -> None:
    made = report(Paragraph((Text("1..2 <= 3"), Code("1..2 <= 3"), Value("4..5", exact="9/2"))))
    inner = typeset(made).sections[0].blocks[0]
    assert inner == Paragraph((Text("1–2 ≤ 3"), Code("1..2 <= 3"), Value("4–5", exact="9/2")))
    data = every_format()["json"].render(made).decode()
    assert '"1..2 <= 3"' in data and '"4..5"' in data and "–" not in data.split("sections")[1]
    assert typeset(SAMPLE.sections[0].title) == SAMPLE.sections[0].title


def test_letters_that_the_fonts_lack_are_found_once_in_order() -> None:
    made = replace(report(Paragraph(t("箱 is a 箱, and שלום"))), cover=replace(SAMPLE.cover, title="Ω ≤ 🚚"))
    assert lacking(made) == "🚚箱שלום"
    assert lacking(SAMPLE) == ""
    assert boxed("a箱\u200db ≤ é") == f"a{BOX}b ≤ é"


def test_what_is_written_from_right_to_left_stands_apart() -> None:
    page = html(report(Paragraph(t("Hall שלום (north)")), table(Text("x"), caption="שלום!")))
    assert '<p><bdi dir="ltr">Hall שלום (north)</bdi></p>' in page and '<bdi dir="rtl">שלום!</bdi>' in page
    assert "<bdi" not in html(SAMPLE)


def test_long_titles_step_down_and_are_cut_at_the_head_of_pages() -> None:
    title = "Boxes for everyone, " * 20
    page = html(replace(SAMPLE, cover=replace(SAMPLE.cover, title=title)))
    shorter = html(replace(SAMPLE, cover=replace(SAMPLE.cover, title="b" * (LONG + 1))))
    assert '<h1 class="longer">' in page and '<h1 class="long">' in shorter
    head = re.search(r'@top-left\{content:"([^"]*)"', page)
    assert head is not None and len(re.sub(r"\\[0-9a-f]+ ", "x", head[1])) <= RUNNING_HEAD
    assert clamped("one two three", 8) == "one two…" and clamped("abc", 3) == "abc" and clamped("a" * 9, 5) == "aaaa…"


def test_a_title_cannot_end_the_string_of_the_running_head() -> None:
    page = html(replace(SAMPLE, cover=replace(SAMPLE.cover, title='"; } </style> \\')))
    head = re.search(r"@top-left\{content:(.*?)\}", page)
    assert head is not None and re.fullmatch(r'"[\w\s\\…]*"', head[1]) and page.count("</style>") == 1


def test_long_appendices_are_folded_and_nothing_else() -> None:
    long = [Paragraph(t("word"))] * (FOLDED + 1)
    assert '<details class="fold"><summary>' in html(report(*long, appendix=True))
    assert '<details class="fold"><summary>' not in html(report(*long))
    assert '<details class="fold"><summary>' not in html(report(*long[:-1], appendix=True))


def test_cells_say_their_heads_where_columns_have_no_room() -> None:
    two = Table("T", (Column("Box"), Column("Weight", "kg")), (Row((t("a"), t("2"))), Row((t("b"), ()))))
    page = html(report(two))
    assert '<td data-head="Weight (kg)">2</td>' in page and "<td></td>" in page
    assert '<th scope="col"></th>' not in html(report(Table("T", (Column(""), Column("A")), (Row((t("a"), t("2"))),))))


def test_columns_of_labels_stay_beside_each_other_where_there_is_room_for_few() -> None:
    def beside(*columns: Column, cells: str = "234") -> list[tuple[str, ...]]:
        row = Row((t("a"), *[t(cell) if cell != " " else () for cell in cells[: len(columns)]]))
        page = html(report(Table("T", (Column("Box"), *columns), (row,))))
        return re.findall('data-at="(.*?)" data-of="(.*?)">(.)<', page)

    years = [Column(f"Cost, {year}", "EUR", over="Cost", numeric=True) for year in ("FY27", "FY28")]
    assert beside(*years) == [("FY27", "Cost (EUR)", "2"), ("FY28", "", "3")]
    assert beside(*years, cells=" 3") == [("FY28", "Cost (EUR)", "3")], "what they share stands at the first that is there"
    phases = [Column(name, "IOPS", numeric=True) for name in ("boot", "login", "steady")]
    assert beside(*phases) == [("boot", "IOPS", "2"), ("login", "", "3"), ("steady", "", "4")]
    assert beside(Column("Together", "EUR", numeric=True), Column("So far", "EUR", numeric=True)) == []


def test_cells_stand_under_each_other_where_words_would_be_broken() -> None:
    def made(many: int) -> str:
        columns = tuple([Column(f"Capacity{at}") for at in range(many)])
        return html(report(Table("T", columns, (Row(tuple([t("everything")] * many)),))))

    stacked = re.compile('<table class="data[^"]* stacked')
    assert not stacked.search(made(4)) and stacked.search(made(20))
    assert ".stacks" not in made(4), "the style sheet names the tables"


def test_a_long_value_is_broken_before_its_brackets() -> None:
    assert with_break_points("16,494\u00a0EUR\u00a0over\u00a0(2.062\u00a0%)", 8) == "16,494\u00a0EUR\u00a0over (2.062\u00a0%)"


def test_every_mark_of_a_drawing_has_a_colour_at_night() -> None:
    page = html(report(DRAWN))
    night = page[page.index("prefers-color-scheme: dark") :]
    day = set(re.findall(r"--[\w-]+(?=: #)", page[: page.index("prefers-color-scheme: dark")]))
    assert day and day == set(re.findall(r"--[\w-]+(?=: #)", night))
    marks = set(re.findall(r'<(?:rect|path|text) class="([\w -]+)"', page))
    assert marks and all(f".drawn .{name.split()[0]}" in page for name in marks)
