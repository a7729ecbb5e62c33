"""What is named of much that may take a thing: what stands in the same object first."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile

DESIGN = """edition 2026
kind town { }
kind load: goods { require placed: placed_on is given "nothing carries this" }
design d {
  north: town { north_fleet: fleet { }, sand: load { weight = 3 kg } }
  south: town { south_fleet: fleet { }, salt: load { weight = 3 kg } }
  place north.sand on north.north_fleet
}
"""


def test_what_stands_in_the_same_object_is_named_first() -> None:
    found = compile(TestWorld("suite/library", {"a.vdl": DESIGN}), "a.vdl", as_of=AS_OF).diagnostics
    (help_,) = [one for said in found for one in said.help if "south.salt" in one and "such as on" in one]
    assert help_.index("`south.south_fleet`") < help_.index("`north.north_fleet`")


def test_what_has_nothing_placed_on_it_is_named_first_of_all_beside_it() -> None:
    design = DESIGN.replace("salt: load", "south_carts: fleet { }, salt: load").replace(
        "place north.sand on north.north_fleet", "place north.sand on south.south_fleet"
    )
    found = compile(TestWorld("suite/library", {"a.vdl": design}), "a.vdl", as_of=AS_OF).diagnostics
    (help_,) = [one for said in found for one in said.help if "south.salt" in one and "such as on" in one]
    assert "such as on `south.south_carts` (nothing is placed there), `south.south_fleet`" in help_
