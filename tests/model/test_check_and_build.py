"""What a check says of a file is what a build says of it: the imports of documents add nothing to the design."""

from __future__ import annotations

import pytest

from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

DESIGN = """edition 2026
box: array_model { model = "Box", capacity = 10 TB/array, iops = 50_000 IOPS/array, price = 10_000 EUR{why} }
source offer "Offer" { author = "R", date = 2025-10 }
design d "D" {
  data: storage_demand { capacity = 3 TB, reads = 100 IOPS, writes = 100 IOPS @ offer "1" }
  pool: storage_pool { array = box, headroom = 10 %{more} @ offer "2" }
  place data on pool
}
"""


def both(why: str = "", more: str = "", head: str = "") -> list[Compilation]:
    text = DESIGN.replace("{why}", why).replace("{more}", more).replace("edition 2026\n", f"edition 2026\n{head}")
    return [compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01", documents=it) for it in (False, True)]


def said(compilation: Compilation) -> list[tuple[str, str, tuple[str, ...]]]:
    return [(one.slug, one.span.where() if one.span else "", one.help) for one in compilation.diagnostics]


def test_a_name_that_only_imports_of_documents_add_is_not_known_to_a_build() -> None:
    checked, built = both(more=", survives_array = true")
    assert [one.slug for one in checked.diagnostics] == ["unknown-field"] and not built.designs
    assert "`import std.failures` at the top of the file adds it" in str(built.diagnostics)
    assert said(built) == said(checked)


def test_with_the_import_it_is_known_to_both() -> None:
    assert [one.failed for one in both(more=", survives_array = true", head="import std.failures\n")] == [False, False]


@pytest.mark.parametrize("until", ["2025-12", "2026-02"])
def test_a_price_that_no_account_adds_up_is_overdue_for_both(until: str) -> None:
    found = both(why=f' @ assumed "by phone" owner "Buyer" until {until}')
    points = [[(one.sort, one.name) for one in each.designs[0].open_points] for each in found]
    assert points[0] == points[1] == ([("overdue", "d.box.capacity")] if until == "2025-12" else [])
    assert {each.designs[0].standing for each in found} == ({"open"} if points[0] else {"holds"})
