"""What several objects do together is told once, and names all of them with their figures."""

from __future__ import annotations

from tests.suite.case import SUITE
from vdl.pipeline import compile
from vdl.world import Disk


def test_networks_with_one_number_and_those_that_overlap_name_both() -> None:
    compilation = compile(Disk(), str(SUITE / "model/networks_alike.vdl"), as_of="2026-01-01")
    overlap, number = compilation.diagnostics
    assert "rules `vdi.no_overlap`, `lan.no_overlap` do not hold" in overlap.message
    assert any("`vdi.begins`, `vdi.prefix`, `lan.begins` and `lan.prefix`" in line for line in overlap.help)
    assert "rules `vdi.vlan_once`, `san.vlan_once` do not hold" in number.message
    assert {place.text for place, _ in number.related} >= {"san", "vlan = 20"}
    assert any("it hangs on `vdi.vlan` and `san.vlan`" in line for line in number.help)


def test_a_rule_of_a_kind_names_all_objects_in_which_it_fails() -> None:
    compilation = compile(Disk(), str(SUITE / "rules/told_once.vdl"), as_of="2026-01-01")
    enough, spare = compilation.diagnostics
    assert "rules `leeds.enough`, `york.enough`, `ulm.enough` do not hold: everyone has a desk" in enough.message
    assert [place.text for place, _ in enough.related] == ["leeds", "york", "ulm"]
    assert "`york.enough`: 18 >= 20" in enough.notes
    assert "rules `leeds.spare`, `york.spare`, `ulm.spare` do not hold" in spare.message
