"""What a bill has and nobody names: the help says which connection, rack or branch is to name it, and no price of what stands for
it makes the sum whole."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic

HEAD = """\
edition 2026
import std.money
import std.network.cables
import std.network.networks
import std.network.switches
import std.servers.racks
source offer "Offer" { author = "Reseller", date = 2026-01 }
leaf: switches.switch_model { model = "Leaf", height = 1 RU, power = 200 W, stack_limit = 4 switches, price = 5_000 EUR
  front: switches.port_set { ports = 48 ports, speed = 25 Gbps/port, media = [direct_attach] }
} @ offer
short: cables.cable_model { model = "Twinax, 1 m", medium = direct_attach, length = 1 m, price = 40 EUR } @ offer
long: cables.cable_model { model = "Twinax, 3 m", medium = direct_attach, length = 3 m, price = 65 EUR } @ offer
cabinet: racks.rack_model { model = "Cabinet", holds = 42 RU/rack, price = 900 EUR } @ offer
display Money in EUR
"""
UNNAMED = "medium = direct_attach, length = 3 m"
PRICED = "on switches.nameless_cable { price = 50 EUR } @ offer\n"


def found(near: str, far: str, room: str = "cabinet = cabinet", before: str = "", networks: str = "") -> dict[str, Diagnostic]:
    """What is said of rules of a design with two connections, by the last words of their names."""
    text = f"""{HEAD}{before}
design d {{
  data: networks.network {{ vlan = 10 }}
  near: switches.connection {{ number = 4, ports_of_each = 2 ports, speed = 25 Gbps/port, {near}, networks = [data] }}
  far: switches.connection {{ number = 2, ports_of_each = 2 ports, speed = 25 Gbps/port, {far}{networks} }}
  leaves: switches.switch_group {{ model = leaf, stacked = true }}
  place near, far on leaves
  room: racks.racks {{ {room} }}
  costs: money.account {{ period = 5 years }}
}}
"""
    said = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of=AS_OF).diagnostics
    assert all(one.severity == "warning" for one in said), said
    return {one.message.split("`")[1]: one for one in said if one.slug == "rule-failed"}


def helps(said: dict[str, Diagnostic], rule: str) -> str:
    return " ".join(said[rule].help)


@pytest.mark.parametrize("before", ["", PRICED], ids=["without a price", "with a price of all"])
def test_cables_without_a_product_are_named_and_not_priced(before: str) -> None:
    said = found(UNNAMED, UNNAMED, before=before, networks=", networks = [data]")
    assert "state `near.cable` and `far.cable`" in helps(said, "costs.priced")
    assert "nameless" not in " ".join(helps(said, rule) for rule in said)


@pytest.mark.parametrize("before", ["", PRICED], ids=["without a price", "with a price of all"])
def test_only_those_are_named_that_lack_it(before: str) -> None:
    said = found("cable = short", UNNAMED, before=before, networks=", networks = [data]")
    assert "state `far.cable`" in helps(said, "costs.priced") and "near.cable" not in helps(said, "costs.priced")


def test_so_are_racks() -> None:
    said = found("cable = short", "cable = long", room="holds = 42 RU/rack", networks=", networks = [data]")
    assert "state `room.cabinet`" in helps(said, "costs.priced")


@pytest.mark.parametrize("far", ["cable = long", "cable = short"])
def test_nothing_is_said_where_all_are_named(far: str) -> None:
    said = found("cable = short", far, networks=", networks = [data]")
    assert not {"costs.priced", "far.networks_stated"} & said.keys()


def test_networks_of_a_connection_are_to_be_stated() -> None:
    said = found("cable = short", "cable = long")
    assert said["far.networks_stated"].help[0] == 'state `far.networks`; or accept it with `waive far.networks_stated "why"`'
