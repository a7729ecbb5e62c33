"""A line of a bill leads to the calculation of the count that it is bought by."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.html import html
from vdl.report.build import build
from vdl.report.model import Link, Table, every_block

DESIGN = """edition 2026
kind shed {
  load : Weight
  count carts: Cart
  bound by_load: carts >= load / (10 kg/cart)
}
kind line {
  owner: shed
  let bought = owner.carts
  let cost: Number = number(bought) * 3
}
kind sundry { many: Number }
design sheds "Sheds" {
  north: shed "North" { load = 95 kg }
  carts_of_north: line "Carts" { owner = north }
  straps: sundry "Straps" { many = 4 }
}
document drawn "Drawn" {
  section "Bill" {
    table bill "Bought" for l in all line { "Line": l.title, "Number": l.bought, "Cost": l.cost }
    table bill "Sundries" for l in all sundry { "Line": l.title, "Number": l.many }
    table "Listed" for l in all line { "Line": l.title, "Number": l.bought }
  }
  appendix "Calculations" { for one in all shed { working one.carts } }
}
"""


def test_only_lines_of_a_bill_that_hang_on_a_count_lead_to_it() -> None:
    made = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in made.diagnostics if one.severity == "error"] == []
    report = build(made, made.designs[0], "drawn")[0]
    tables = [one for one in every_block(report.sections) if isinstance(one, Table)]
    led = {table.caption: [item.path for row in table.rows for cell in row.cells for item in cell if isinstance(item, Link)]
           for table in tables}  # fmt: skip
    assert led == {"Bought": ["north.carts"], "Sundries": [], "Listed": []}
    assert '<th scope="row" id="l-north.carts"><a href="#w-north.carts">Carts</a></th>' in html(report)
