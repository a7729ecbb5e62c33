"""What follows whole things one for one is no limit that a design could miss; what comes out whole by chance is one."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.words.limits import limits

DESIGN = """edition 2026
counted Crate: crate, crates
counted Seal: seal, seals
kind depot {
  load: Weight
  count crates: Crate
  bound by_weight: crates >= load / (10 kg/crate)
}
kind seals {
  needed: Number
  in_a_pack: Number = 1
  count packs: Seal
  bound by_number: packs >= needed * 1 seal / in_a_pack
}
design depots "Depots" {
  yard: depot { load = 40 kg }
  for_each: seals { needed = number(yard.crates) * 3 }
  least: seals { needed = max(number(yard.crates), 3) }
  in_packs: seals { needed = number(yard.crates) * 6, in_a_pack = 3 }
  by_chance: seals { needed = number(yard.crates), in_a_pack = 2 }
  stated: seals { needed = 12, in_a_pack = 4 }
  given: seals { needed = number(yard.crates), packs = 4 seals }
}
"""


def _found(text: str) -> dict[str, str]:
    compilation = compile(TestWorld("suite/library", {"a.vdl": text}), "a.vdl", as_of=AS_OF)
    solved = compilation.designs[0]
    return {one.name: one.figures for one in limits(solved, compilation.names.units)}


def test_what_follows_a_count_one_for_one_is_no_limit() -> None:
    found = _found(DESIGN)
    assert not {"for_each.packs", "least.packs", "in_packs.packs"} & set(found)


def test_what_comes_out_whole_by_chance_or_was_given_is_one() -> None:
    found = _found(DESIGN)
    assert found["yard.crates"] == "4 of 4 crates"
    assert found["by_chance.packs"] == "2 of 2 seals"
    assert found["stated.packs"] == "3 of 3 seals"
    assert found["given.packs"] == "4 of 4 seals"


def test_a_count_that_is_divided_by_what_is_not_even_is_one() -> None:
    found = _found(DESIGN.replace("in_a_pack = 3", "in_a_pack = 4"))
    assert found["in_packs.packs"] == "6 of 6 seals"
