"""Calculations that a reader can follow to the end: every term of a sum, and every value that stands in what decides."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.model import Working, every_block

DESIGN = """edition 2026
kind box_of { weight: Weight }
kind shed {
  let crates = all box_of in design
  base: Weight
  let first = base * 2
  let second = first * 3
  let third = second * 5
  let fourth = third * 7
  let fifth = fourth * 11
  let sixth = fifth * 13
  let heavy = sum(crates.weight)
  count carts: Cart
  bound by_base: carts >= sixth / (1000 kg/cart)
  bound in_pairs: carts >= ceil(sixth / (1000 kg/cart), 2 cart)
  bound by_weight: carts >= heavy / (10 kg/cart)
}
design sheds "Sheds" {
CRATES
  north: shed "North" { base = 3 kg }
}
document drawn "Drawn" { section "One" { for one in all shed { working one.carts } } }
"""


def steps() -> dict[str, str]:
    weights = dict(zip("abcdef", (1, 2, 3, 4, 5, 5)))
    crates = "\n".join([f'  {name}: box_of "Crate {name.upper()}" {{ weight = {kg} kg }}' for name, kg in weights.items()])
    made = compile(TestWorld("suite/library", {"a.vdl": DESIGN.replace("CRATES", crates)}), "a.vdl", as_of=AS_OF, documents=True)
    assert [one.message for one in made.diagnostics if one.severity == "error"] == []
    report = build(made, made.designs[0], "drawn")[0]
    [working] = [one for one in every_block(report.sections) if isinstance(one, Working)]
    return {step.name or step.note or step.label: step.formula for step in working.steps}


def test_every_value_of_what_decides_has_its_own_line() -> None:
    assert {"first", "second", "third", "fourth", "fifth", "sixth"} <= set(steps())


def test_a_sum_that_leaves_out_terms_is_followed_by_all_of_them() -> None:
    told = "Crate A 1 kg; Crate B 2 kg; Crate C 3 kg; Crate D 4 kg; Crate E; Crate F: each 5 kg"
    assert steps()["its terms:"] == told
