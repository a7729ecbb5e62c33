"""What each scenario buys, product by product, beside the design as it stands."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Table, every_block

DESIGN = """edition 2026
kind product { name: Text, price: Number = 1 }
large: product { name = "Large cart" }
small: product { name = "Small cart" }
kind line { item: product, number: Number }
design sheds "Sheds" {
  many: Number = 4
  first: line { item = large, number = many }
  second: line { item = large, number = 1 }
  third: line { item = small, number = many / 2 }
  fourth: line { item = small with { name = "Bell" }, number = 3 }
  fifth: line { item = small with { name = "Bell", price = 2 }, number = many }
  scenario fair "The fair" { many = 6, third.item = large }
}
document drawn "Drawn" {
  cover {
    table bill "What is bought" for x in all line {
      merge lines by x.item
      "Product": x.item.name
      "Quantity": sum(lines.number)
      "Cost": sum(lines.number) * x.item.price
      total "Cost"
    }
  }
  section "One" { show scenarios }
}
"""


def test_each_scenario_says_how_many_of_each_product_it_buys() -> None:
    world = TestWorld("suite/library", {"a.vdl": DESIGN})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert [one for one in compilation.diagnostics if one.severity == "error"] == []
    report, said = build(compilation, compilation.designs[0])
    assert not said
    tables = [one for one in every_block(report.sections) if isinstance(one, Table)]
    [table] = [one for one in tables if "The fair" in [column.head for column in one.columns]]
    bought = [[plain(cell) for cell in row.cells] for row in table.rows if row.group == "Bill by product"]
    assert bought == [["Large cart", "5", "10 (+5)"], ["Small cart", "2", "0 (-2)"], ["Bell", "7", "9 (+2)"]]


def test_what_a_scenario_chooses_otherwise_is_told_by_titles() -> None:
    inside = '  huge: product "The huge one" { name = "Huge cart" }\n  many: Number = 4'
    text = DESIGN.replace("  many: Number = 4", inside).replace("third.item = large", "third.item = huge")
    text = text.replace("third: line { item = small,", 'third: line "Third" { item = choose [small, large] minimizing many,')
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one for one in compilation.diagnostics if one.severity == "error"] == []
    report, _ = build(compilation, compilation.designs[0])
    tables = [one for one in every_block(report.sections) if isinstance(one, Table)]
    [table] = [one for one in tables if "The fair" in [column.head for column in one.columns]]
    chosen = [[plain(cell) for cell in row.cells] for row in table.rows if row.group == "Choices"]
    assert ["Third: item", "small", "The huge one"] in chosen
