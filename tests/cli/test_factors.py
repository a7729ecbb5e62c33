"""Factors that are stated between units: in documents and for machines, as far as a design uses them."""

from __future__ import annotations

from pathlib import Path

from .conftest import Vdl

DESIGN = """edition 2026
source bank "Exchange rates" { publisher = "The bank", date = 2026-11 }
dimension Money: EUR
unit crown, crowns: Money
unit guilder, guilders: Money
unit thaler, thalers: Money
unit crown = 1.08 EUR @ bank "20 November"
unit guilder = 1.2 crowns @ assumed "as last year"
unit thaler = 1.1 EUR @ bank "20 November"
display Money in crowns
kind purchase { paid: Money, let twice = paid * 2 }
design d {
  here  : purchase { paid = 5 crowns @ bank "1" }
  there : purchase { paid = 6 guilders @ bank "2" }
  let total = here.twice + there.twice
}
design e { here: purchase { paid = 5 crowns @ bank "1" } }
document x "Wages" { for p in all purchase { text "{p.twice}" }, show assumptions }
"""


def test_what_is_used_is_printed(vdl: Vdl, town: Path) -> None:
    (town / "wages.vdl").write_text(DESIGN)
    assert vdl("build", "wages.vdl", "--format", "md", "--out", "out").code == 0
    printed = (town / "out" / "d.md").read_text()
    assert "10 crowns" in printed and "14.40 crowns" in printed
    assert "| 1 guilder | 1.2 crowns | assumed: as last year |" in printed
    assert "thaler" not in printed and "1.08 EUR" not in printed
    assert "guilder" not in (town / "out" / "e.md").read_text()


def test_what_is_used_stands_in_json(vdl: Vdl, town: Path) -> None:
    (town / "wages.vdl").write_text(DESIGN)
    ran = vdl("check", "wages.vdl", "--format", "json")
    factors = {design["name"]: design["factors"] for design in ran.json()["designs"]}
    stated = {"unit": "guilder", "value": "1.2 crowns", "citation": "assumed: as last year", "file": "wages.vdl"}
    assert factors == {"d": [stated], "e": []}


def test_a_total_of_a_document_needs_the_factor(vdl: Vdl, town: Path) -> None:
    text = DESIGN.replace("unit guilder = 1.2 crowns", "unit ducat: Money").replace('@ assumed "as last year"', "")
    text = text.replace("let total = here.twice + there.twice", "")
    (town / "wages.vdl").write_text(text.replace("show assumptions", 'facts { "All": sum((all purchase).twice) }'))
    checked = vdl("check", "wages.vdl")
    assert checked.code == 1 and "error[no-factor]" in checked.out
    ran = vdl("build", "wages.vdl", "--format", "md", "--out", "out")
    assert ran.code == 1 and "error[no-factor]" in ran.err
