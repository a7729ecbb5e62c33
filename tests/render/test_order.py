"""The document of an order: all that is bought first, under the offer that its price is of."""

from __future__ import annotations

import pytest

from tests.examples import EXAMPLES, compiled
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render import every_format
from vdl.report.build import build
from vdl.report.model import Facts, Table, every_block
from vdl.report.printing import plain

DESIGN = """edition 2026
source offer "Offer 7" { author = "A seller", date = 2026-05 }
source paper "Paper" { publisher = "A press", date = 2025-01 }
kind thing { price: Weight?, weight: Weight? }
design things "Things" {
  a: thing { price = 5 kg @ offer "line 4" }
  b: thing { price = 2 kg @ assumed "as before"
       weight = 3 kg }
  c: thing {
    price  = a.price
    weight = 4 kg  @ paper @ offer "line 9"
  }
}
document told "Told" {
  section "One" {
    table "All" for t in all thing {
      "Thing": t.title
      "Source": source_of(t.price)
      "Place": place_in_source(t.price)
      "Weight": source_of(t.weight)
      "Where": place_in_source(t.weight)
    }
  }
}
"""


def test_a_document_says_what_a_figure_is_from_and_where_that_says_it() -> None:
    compilation = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error"] == []
    report, said = build(compilation, compilation.designs[0], "told")
    assert not said
    [table] = [block for block in every_block(report.sections) if isinstance(block, Table) and block.caption == "All"]
    assert [[plain(cell) for cell in row.cells] for row in table.rows] == [
        ["a", "A seller: Offer 7, 2026-05", "line 4", "", ""],
        ["b", "", "", "", ""],
        ["c", "A seller: Offer 7, 2026-05", "line 4", "A press: Paper, 2025-01; A seller: Offer 7, 2026-05", "line 9"],
    ]


def test_where_a_figure_is_from_is_asked_in_documents_only() -> None:
    text = DESIGN.replace("  a: thing", "  let origin = source_of(a.price)\n  a: thing")
    said = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF).diagnostics
    assert "only-in-documents" in [one.slug for one in said]


@pytest.fixture(scope="module")
def order() -> Table:
    [path] = [one for one in EXAMPLES if one.parent.name == "lakeside-hospital"]
    compilation = compiled(path)
    report, _ = build(compilation, compilation.designs[0], "order")
    [table] = [block for block in every_block(report.sections) if isinstance(block, Table)]
    return table


def test_the_cover_says_what_is_ordered_by_whom_and_nothing_of_the_verdict() -> None:
    [path] = [one for one in EXAMPLES if one.parent.name == "lakeside-hospital"]
    compilation = compiled(path)
    report, _ = build(compilation, compilation.designs[0], "order")
    facts, ordered = report.cover.blocks
    assert report.cover.verdict is None and isinstance(facts, Facts) and isinstance(ordered, Table)
    told = {label: plain(value) for label, value in facts.items}
    assert told["Ordered by"].startswith("Lakeside Hospital") and told["Offers hold until"] == "2026-12-31"
    assert [column.head for column in ordered.columns] == ["Product", "Quantity"], "no price of another offer"
    assert [plain(cell) for cell in ordered.rows[0].cells] == ["Nordmark N48", "10"]


def test_each_line_stands_under_its_offer(order: Table) -> None:
    offers = list(dict.fromkeys([row.group for row in order.rows]))
    named = [offer.partition(",")[0] for offer in offers]
    assert named == ["Reseller for hardware: Offer H-0417", "Reseller for software: Offer S-0092"]
    assert [plain(row.cells[0]) for row in order.rows] == [f"O{at}" for at in range(1, 11)]


def test_it_has_what_is_ordered_for_the_first_year_and_what_that_comes_to(order: Table) -> None:
    first = [plain(cell) for cell in order.rows[0].cells]
    assert first == ["O1", "NM-N48-768", "Nordmark N48", "line 1", "10", "23,900", "239,000"]
    assert order.total is not None and plain(order.total.cells[-1]) == "654,900", "hardware and software of 2027 in the costs"


def test_a_bidder_reads_of_no_offer_and_not_until_when_one_holds() -> None:
    [path] = [one for one in EXAMPLES if one.parent.name == "lakeside-hospital"]
    compilation = compiled(path)
    for document in "order", "":
        report, _ = build(compilation, compilation.designs[0], document, leaving_out=["prices"])
        said = every_format()["json"].render(report).decode()
        of_offers = ("H-0417", "S-0092", "Reseller for", "2026-12-31", "net of value", "both offers")
        assert [word for word in of_offers if word in said] == []
        assert "when the prices hold" not in said, "that it is left out is not that nobody stated it"
    report, _ = build(compilation, compilation.designs[0], "order", leaving_out=["prices"])
    [table] = [block for block in every_block(report.sections) if isinstance(block, Table)]
    assert [column.head for column in table.columns] == ["Line", "Part number", "Product", "Quantity"]
    assert {row.group for row in table.rows} == {""}


def test_sources_of_other_figures_stay() -> None:
    design = DESIGN.replace("price = 5 kg", "price = 5 m").replace("price = 2 kg", "price = 2 m")
    design = design.replace("price: Weight?", "price: Length?")
    unsaid = 'document without_lengths "W" { facts { "Quantities": 1 m } }'
    compilation = compile(TestWorld("suite/library", {"a.vdl": design + unsaid}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in compilation.diagnostics if one.severity == "error"] == []
    report, _ = build(compilation, compilation.designs[0], "told", leaving_out=["lengths"])
    [table] = [block for block in every_block(report.sections) if isinstance(block, Table) and block.caption == "All"]
    assert [column.head for column in table.columns] == ["Thing", "Weight"]
    assert [plain(row.cells[1]) for row in table.rows] == ["", "", "A press: Paper, 2025-01"], "which states no length"


def test_offers_without_their_names_are_still_told_apart() -> None:
    [path] = [one for one in EXAMPLES if one.parent.name == "lakeside-hospital"]
    compilation = compiled(path)
    report, _ = build(compilation, compilation.designs[0], "order", leaving_out=["names"])
    [table] = [block for block in every_block(report.sections) if isinstance(block, Table) and block.bill]
    assert list(dict.fromkeys([row.group for row in table.rows])) == ["source A", "source B"]
    assert [plain(row.cells[-1]) for row in table.subtotals] == ["337,300", "317,600"]
    assert table.note == (), "it led to citations and to nothing else"
