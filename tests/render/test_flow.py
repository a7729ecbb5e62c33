"""What stands beside what on paper."""

from __future__ import annotations

import re
from dataclasses import replace

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
    for part in paper.split('<div class="pair">')[1:]:
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
