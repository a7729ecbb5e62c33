"""Amounts of money: whole in columns of large ones, with cents where they are small or were stated so."""

from __future__ import annotations

from fractions import Fraction

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.formats.bill_csv import bill_csv
from vdl.render.formats.markdown import markdown
from vdl.report.build import build
from vdl.report.model import Report
from vdl.semantics.units import ONE, Unit
from vdl.snapshot.beside import texts
from vdl.snapshot.compared import row_of
from vdl.snapshot.records import ShownValue

DESIGN = """edition 2026
dimension Coin: crowns
unit DKK: Coin
display Coin in DKK
kind ware { price: Coin, number: Number = 3, let cost = price * number }
design wares "Wares" {
  box: ware "Box" { price = 12.25 DKK }
  press: ware "Press" { price = 5_000.15 DKK }
}
document one "One" {
  section "Bill" {
    text "They cost {sum((all ware).cost)}."
    table bill "Bought" for w in all ware {
      "Ware": w.title
      "Price of one": w.price
      "Cost": w.cost
      total "Cost"
    }
  }
}
"""


def _report(text: str) -> Report:
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.diagnostics, compilation.diagnostics
    return build(compilation, compilation.designs[0])[0]


def test_a_column_of_large_amounts_has_no_cents_and_prices_do() -> None:
    said = markdown(_report(DESIGN))
    assert "They cost 15,037 DKK." in said
    assert "12.25 | 37 |" in said and "5,000.15 | 15,000 |" in said and "**15,037**" in said
    assert said.count("Large amounts are shown as whole DKK") == 1


def test_small_amounts_keep_their_cents() -> None:
    said = markdown(_report(DESIGN.replace("5_000.15", "500.15")))
    assert "36.75" in said and "1,500.45" in said and "Large amounts" not in said


def test_large_figures_in_a_unit_without_a_factor_that_is_no_currency_keep_their_digits() -> None:
    said = markdown(_report(DESIGN.replace("DKK", "sack")))
    assert "15,037.2" in said and "15,000.45" in said and "Large amounts" not in said


def test_files_for_programs_have_exact_amounts() -> None:
    assert "15000.45" in bill_csv(_report(DESIGN))


def test_a_difference_has_the_digits_of_what_it_is_of() -> None:
    krone = Unit("DKK", "DKK", 1, (("Coin", 1),), (("DKK", 1),), is_paid=True)

    def said(unit: Unit, *values: Fraction) -> list[str]:
        return texts(row_of("bill", "cost", [ShownValue(value, unit) for value in values]))

    assert said(krone, Fraction("359.30"), Fraction("361.40")) == ["359.30", "361.40 (+2.10)"]
    assert said(krone, Fraction("303415.70"), Fraction("311440.51")) == ["303,416", "311,441 (+8,025)"]
    assert said(krone, Fraction("30000.10"), Fraction("30000.20")) == ["30,000.10", "30,000.20 (+0.10)"]
    assert said(ONE, Fraction("359.3"), Fraction("361.4")) == ["359.3", "361.4 (+2.1)"]
