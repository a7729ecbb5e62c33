"""What stands beside what on paper."""

from __future__ import annotations

import re
from dataclasses import replace

from vdl.render.halves import contents_columns, list_columns
from vdl.render.html import html
from vdl.report import model as m

from .sample import SAMPLE, t

COLUMNS = m.Column("Name"), m.Column("Load", "kg", numeric=True)
WORDS = m.Paragraph(t("What is said in between."))


def small(number: int, rows: int = 2, note: str = "") -> m.Table:
    made = tuple([m.Row((t(f"thing {at}"), (m.Value(f"{at}"),))) for at in range(rows)])
    return m.Table(f"Small {number}", COLUMNS, made, number=number, note=t(note) if note else ())


def wide(number: int) -> m.Table:
    row = m.Row((t("x"), *[(m.Value("12,345"),)] * 12))
    columns = m.Column("Name"), *[m.Column(f"At {at}", "kg", numeric=True) for at in range(12)]
    return m.Table(f"Wide {number}", columns, (row, row), number=number)


def pairs(*blocks: m.Block) -> list[str]:
    """What stands in each place of two columns on paper: tables and drawings by their names, paragraphs as "p"."""
    body = m.Section("1", "Body", "body", blocks)
    paper = html(replace(SAMPLE, sections=(body,)), on_paper=True)
    paper = paper[paper.index("<main>"):paper.index("</main>")]
    found = []
    for part in re.split('<div class="pair(?: parted)?">', paper)[1:]:
        depth, end = 1, 0
        for tag in re.finditer(r"<(/?)div\b", part):
            depth += -1 if tag[1] else 1
            end = tag.start()
            if not depth:
                break
        found.append(" ".join([one or "p" for one, _ in re.findall(r'id="((?:table|figure)-\d+)"|<(p)>', part[:end])]))
    return found


def test_small_tables_stand_together_with_what_is_said_between_them_and_below_them() -> None:
    assert pairs(small(1, note="A note."), WORDS, small(2), wide(3)) == ["table-1 p table-2"]
    assert pairs(WORDS, small(1), WORDS, small(2)) == ["p table-1 p table-2"], "what leads to the first stands with it"
    assert pairs(WORDS, small(1), small(2), WORDS) == ["table-1 table-2"]


def test_one_thing_alone_stands_beside_nothing_but_paragraphs_of_its_own() -> None:
    assert pairs(small(1)) == pairs(WORDS, small(1), WORDS) == pairs(small(1), wide(2)) == []
    assert pairs(small(1), WORDS, WORDS, wide(2)) == [], "the last one leads to what follows"
    assert pairs(small(1), WORDS, WORDS, WORDS, wide(2)) == ["table-1 p p"]


def test_sections_of_small_things_flow_on_in_two_columns_and_none_stands_within_others() -> None:
    parts = [m.Section(f"1.{at}", "Part", f"part{at}", (WORDS, small(at), small(at + 10))) for at in (1, 2)]
    assert pairs(*parts) == ["p table-1 table-11 p table-2 table-12"]
    mixed = m.Section("1.3", "Part", "part3", (small(3), small(4), wide(5)))
    assert pairs(mixed) == ["table-3 table-4"]


def test_findings_stand_beside_each_other() -> None:
    finding = m.Callout("bad", "It fails", (m.Facts((("Found", t("words " * 40)),)),))
    of_table = m.Callout("bad", "It fails", (wide(1),))
    assert len(pairs(finding, finding)) == 1 and pairs(finding, of_table) == []


def test_a_drawing_is_narrower_beside_something_where_it_is_hardly_taller_so() -> None:
    def of(height: int) -> m.Diagram:
        boxes = tuple([m.Box(f"b{at}", "Thing") for at in range(height)])
        return m.Diagram("Drawn", boxes, tuple([("b0", f"b{at}") for at in range(1, height)]), number=1)

    body = m.Section("1", "Body", "body", (of(3), small(1)))
    alone = m.Section("1", "Body", "body", (of(3), wide(1)))
    beside, wider = (html(replace(SAMPLE, sections=(one,)), on_paper=True) for one in (body, alone))
    assert 'viewBox="0 0 384 ' in beside and 'viewBox="0 0 800 ' in wider
    chain = m.Diagram("Chain", tuple([m.Box(f"b{at}", "Thing") for at in range(3)]), (("b0", "b1"), ("b1", "b2")), number=1)
    assert pairs(chain, small(1)) == [], "three columns of boxes have no room for their titles there"


def test_a_narrow_table_that_stands_alone_is_broken_into_columns() -> None:
    def sort(rows: int, *more: m.Block) -> str:
        body = m.Section("1", "Body", "body", (small(1, rows), *more))
        page = html(replace(SAMPLE, sections=(body,)), on_paper=True)
        return re.findall(r'<div class="tabled([^"]*)" id="table-1"', page)[0].strip()

    assert [sort(rows) for rows in (9, 10, 41)] == ["half", "twofold", "twofold threefold"]
    assert sort(20, small(2)) == "half", "beside another one it stays whole"


def test_a_tall_chart_of_bars_in_parts_stands_in_two_columns() -> None:
    def sort(bars: int, rows: int) -> tuple[str, int]:
        parts = [tuple([m.Drawn(f"part {row} {at}", "9", "9", "9") for at in range(bars)]) for row in range(rows)]
        chart = m.Chart("Filled", "kg", tuple([m.Bars(f"FY{at}", of) for at, of in enumerate(parts)]), stacked=True, number=1)
        page = html(replace(SAMPLE, sections=(m.Section("1", "Body", "body", (chart, wide(2))),)), on_paper=True)
        found = page.partition('id="figure-1"')[0].rpartition("<figure")[2], page.partition('id="figure-1"')[2]
        return found[0], found[1].partition("</figure>")[0].count("<svg")

    tall, pieces = sort(10, 5)
    assert "paired" in tall and pieces == 5
    assert "half" in sort(2, 5)[0] and "half" in sort(10, 1)[0]


def test_a_short_group_is_not_parted_from_its_name() -> None:
    def kinds(count: int) -> list[str]:
        rows = tuple([m.Row((t(f"thing {at}"), (m.Value(f"{at}"),)), group="Some") for at in range(count)])
        table = m.Table("Grouped", COLUMNS, rows, number=1)
        page = html(replace(SAMPLE, sections=(m.Section("1", "Body", "body", (table,)),)), on_paper=True)
        return re.findall(r'<tbody class="([^"]*)"', page)

    assert kinds(3) == kinds(9) == ["group few"] and kinds(12) == ["group"]


def test_lists_name_sections_only_where_that_tells_things_from_others_of_their_sort() -> None:
    chart = m.Chart("Small 1", "kg", (m.Bars("Row", (m.Drawn("part", "9", "9", "9"),)),), number=1)
    again = replace(small(1), number=2)

    def listed(*sections: m.Section) -> str:
        page = html(replace(SAMPLE, sections=sections), on_paper=True)
        return page[page.index('class="contents lists'):]

    one = m.Section("1", "Body", "body", (small(1), chart, again))
    assert "Small 1 (1)" not in listed(one), "the chart is in another list, and both tables in one section"
    other = m.Section("2", "More", "more", (replace(small(1), number=3),))
    assert listed(one, other).count("Small 1 (1)") == 2 and listed(one, other).count("Small 1 (2)") == 1


def test_tables_of_an_appendix_are_one_entry_of_the_lists_on_paper_and_several_on_the_screen() -> None:
    def titles(*appendix: m.Block, on_paper: bool) -> list[str]:
        behind = m.Section("A", "Behind", "behind", appendix, appendix=True)
        page = html(replace(SAMPLE, sections=(m.Section("1", "Body", "body", (small(1),)), behind)), on_paper=on_paper)
        return re.findall(r'<a href="#(table-\d+)">([^<]*)</a>', page)

    inner = m.Section("A.1", "Inner", "inner", (small(3), small(4)))
    assert titles(small(2), inner, on_paper=True) == [("table-1", "Small 1"), ("table-2", "A Behind (2–4)")]
    assert titles(small(2), on_paper=True)[1:] == [("table-2", "A Behind")]
    assert [title for _, title in titles(small(2), inner, on_paper=False)] == [f"Small {at}" for at in (1, 2, 3, 4)]


def test_a_calculation_of_one_line_stands_behind_its_title_only_where_there_is_room() -> None:
    step = m.Step("by weight", "load / most", "9 kg / 3 kg", "3 things")

    def sort(path: str, on_paper: bool) -> str:
        working = m.Working("Things", (step,), (), path=path)
        part = m.Section("A", "Worked", "worked", (working,), appendix=True)
        page = html(replace(SAMPLE, sections=(part,)), on_paper=on_paper)
        return re.findall(r'<div class="(working[^"]*)"', page)[0]

    far = "the_things_of_the_east.things_for_load"
    assert [sort("things.load", True), sort(far, True), sort(far, False)] == ["working brief", "working", "working brief"]


def test_a_small_label_may_stand_on_a_line_of_its_own() -> None:
    table = replace(small(1), rows=tuple([replace(row, path="things.of_the_east") for row in small(1).rows]))
    page = html(replace(SAMPLE, sections=(m.Section("1", "Body", "body", (table,)),)), on_paper=True)
    assert re.search(r'thing 0 <code class="path">', page)


def test_one_of_a_thing_is_told_in_the_singular() -> None:
    long = "What it is for, in more words than stand in a narrow column beside the others. " * 3
    columns = m.Column("Name"), m.Column("Meaning"), m.Column("Number", "boxes", numeric=True, one="box")
    rows = tuple([m.Row((t(f"thing {at}"), t(long), (m.Value(f"{at}"),))) for at in range(4)])
    part = m.Section("A", "Rest", "rest", (m.Table("Boxed", columns, rows, number=1),), appendix=True)
    page = html(replace(SAMPLE, sections=(part,)), on_paper=True)
    assert re.findall(r"<i>Number</i> ([^<]*)<", page) == ["0&#160;boxes", "1&#160;box", "2&#160;boxes", "3&#160;boxes"]


def test_what_is_only_marked_is_said_by_the_heads_of_its_columns_in_entries() -> None:
    long = "What it is for, in more words than stand in a narrow column beside the others. " * 3
    columns = m.Column("Name"), m.Column("Meaning"), m.Column("Monday"), m.Column("Tuesday")
    rows = tuple([m.Row((t(f"thing {at}"), t(long), t("\u00d7"), ())) for at in range(9)])
    part = m.Section("A", "Rest", "rest", (m.Table("Days", columns, rows, number=1),), appendix=True)
    page = html(replace(SAMPLE, sections=(part,)), on_paper=True)
    entry = page.partition('<p class="entry"')[2].partition("</p>")[0]
    assert "<i>Monday</i>" in entry and "\u00d7" not in entry and "Tuesday" not in entry


def halves(*blocks: m.Block) -> list[str]:
    """What stands in the first column and in the second where it is known which begins that; else nothing."""
    body = m.Section("1", "Body", "body", blocks)
    paper = html(replace(SAMPLE, sections=(body,)), on_paper=True)
    first, second, rest = paper[paper.index("<main>"):paper.index("</main>")].partition('<div class="second">')
    assert (second != "") == ('<div class="pair parted">' in first)
    return [" ".join(re.findall(r'id="((?:table|figure)-\d+)"', part)) for part in (first, rest)] if second else []


def test_two_columns_are_parted_beforehand_where_that_makes_them_about_as_tall() -> None:
    assert halves(small(1), small(2)) == ["table-1", "table-2"]
    assert halves(small(1, 5), small(2, 1), small(3, 1)) == ["table-1", "table-2 table-3"]
    assert halves(*[small(number, 1) for number in (1, 2, 3, 4)]) == ["table-1 table-2", "table-3 table-4"]
    led = halves(small(1, 1), WORDS, small(2, 1))
    assert led == ["table-1", "table-2"], "what leads to a table is not parted from it"


def test_a_long_table_is_parted_by_the_layout() -> None:
    assert halves(small(1, 18), small(2, 1)) == [], "columns are more even where it goes on in the second"
    assert halves(small(1, 18), small(2, 18)) == ["table-1", "table-2"]


def test_tall_columns_are_parted_by_the_layout_which_may_begin_another_page() -> None:
    assert halves(small(1, 24), small(2, 24)) == ["table-1", "table-2"]
    assert halves(*[small(at) for at in range(1, 5)]) and halves(*[small(at) for at in range(1, 21)]) == []


def test_no_section_goes_on_in_the_second_column() -> None:
    parts = [m.Section(f"1.{at}", "Part", f"part{at}", (WORDS, small(at), small(at + 10))) for at in (1, 2)]
    assert halves(*parts) == ["table-1 table-11", "table-2 table-12"]
    assert halves(parts[0]) == []


def test_contents_are_parted_where_their_columns_are_most_even() -> None:
    assert contents_columns([]) == frozenset()
    assert contents_columns([("One", ())] * 2) == frozenset({1})
    assert contents_columns([("One", ())] * 9) == frozenset({3, 6})
    first_is_long = [("One", ["Inner"] * 8), *[("Another", ())] * 12]
    assert contents_columns(first_is_long) == frozenset({1, 8})
    three_lines = "A title that takes three lines, of which each is as long as it may be"
    assert contents_columns([(title, ()) for title in (three_lines, "Two", "Three", "Four", "Five")]) == frozenset({1, 4})
    assert contents_columns([("One", ())] * 400) == frozenset(), "what takes several pages is left to the layout"


def test_lists_of_tables_and_figures_are_parted_by_how_long_they_are() -> None:
    assert list_columns([]) is None and list_columns([("One",)]) is None
    assert list_columns([("One",) * 9, ("One",) * 7]) == (0, 8)
    assert list_columns([("One",) * 8, ("One",) * 8]) == (1, 0), "the second list may begin a column"
    assert list_columns([("A title that is rather long",) * 20, ("One",) * 40]) == (0, 13)
    assert list_columns([("A title of some words",) * 4_000]) is None, "what takes several pages is left to the layout"
