"""The harbour of three sites, broken in one place at a time: each must be an error, a rule that fails or an open point."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.suite.case import TestWorld
from vdl.pipeline import compile

HARBOUR = (Path(__file__).resolve().parents[1] / "suite" / "model" / "harbour.vdl").read_text(encoding="utf-8")
TWO = "switches.connection { ports_of_each = 2 ports, speed = 10 Gbps/port, medium = "
UP = "up: switches.uplink { ports_of_each = 4 ports, speed = 10 Gbps/port, medium = direct_attach"
LAST = "  pier: wan.branch {"
QUAY = "quay: blade_hall { people"
TEMPS = "quay: blade_hall { temps: staff { desktops = 10 desktops, density = 60 desktops/host }, people"
NAMED = "  ports.of_clusters   = [hosts]\n  san.servers.plugged = ports\n  ports.san.networks  = [san]\n  fabric"
BY_HAND = NAMED.replace("ports.of_clusters   = [hosts]", "ports.number = 24 hosts")
SPINES = HARBOUR[HARBOUR.index("  spines: ") : HARBOUR.index("  place quay.access.up")]
BROKEN: dict[str, tuple[str, list[tuple[str, str]]]] = {
    "an array in the switches of another site": (
        "quay.box_ports.san.same_site quay.san.reaches_all",
        [
            ("place fabric.san.up, box_ports.san on", "place fabric.san.up on"),
            (LAST, "  place quay.box_ports.san on yard.storage_switches\n" + LAST),
        ],
    ),
    "an uplink without the network": (
        "backup.reaches_all",
        [("quay.access.up.networks     = [backup]", "quay.access.up.networks = [quay.vdi]")],
    ),
    "modules whose uplinks carry another": (
        "backup.reaches_all backup.one_within",
        [("quay.fabric.lan.up.networks = [quay.vdi, backup]", "quay.fabric.lan.up.networks = [quay.vdi]")],
    ),
    "an uplink that says nothing": ("backup.links_say", [("  yard.access.up.networks     = [backup]\n", "")]),
    "modules with half of the ports": (
        "quay.fabric.san.inner_ports quay.fabric.san.no_module_too_many",
        [("inner: switches.port_set { ports = 16", "inner: switches.port_set { ports = 8")],
    ),
    "two switches with half of the ports": (
        "yard.storage_switches.switches.by_ports",
        [
            ("model = leaf, stacked = true, mtu", "model = leaf, switches = 2 switches, stacked = true, mtu"),
            ("front: switches.port_set { ports = 48", "front: switches.port_set { ports = 20"),
        ],
    ),
    "one port": (
        "yard.san.no_single_port yard.san.no_single_switch",
        [(f"san: {TWO}direct", f"san: {TWO}direct".replace("2 ports", "1 port"))],
    ),
    "a smaller subnet": ("quay.vdi.addresses_suffice", [("prefix_of_vdi = 19", "prefix_of_vdi = 20")]),
    "a smaller scope": ("quay.vdi.scope_suffices", [("scope_of_vdi = 6_400", "scope_of_vdi = 6_200")]),
    "two subnets in one place": ("yard.san.no_overlap mill.san.no_overlap", [("number = 30", "number = 20")]),
    "a subnet over its neighbour": ("quay.vdi.no_overlap quay.san.no_overlap", [("prefix_of_vdi = 19", "prefix_of_vdi = 15")]),
    "an address within a subnet": ("quay.vdi.begins_a_subnet", [("ip(10, number, 0, 0)", "ip(10, number, 5, 0)")]),
    "one switch in the middle": (
        "backup.no_single_switch",
        [(SPINES, "  spines: switches.switch_group { model = spine, least = 1 switch }\n")],
    ),
    "small packets in the middle": (
        "quay.san.jumbo_end_to_end",
        [("switch_group { model = leaf, mtu = 9216 B", "switch_group { model = leaf, mtu = 1500 B")],
    ),
    "another medium": (
        "quay.storage_switches.ports_fit",
        [("medium = optical, length = 10 m", "medium = copper, length = 10 m")],
    ),
    "a faster speed than all": (
        "quay.storage_switches.fast_enough",
        [("speed = 10 Gbps/port, medium = optical, length = 10 m", "speed = 100 Gbps/port, medium = optical, length = 10 m")],
    ),
    "a slower speed than all": (
        "quay.storage_switches.slow_enough",
        [("speed = 10 Gbps/port, medium = optical, length = 10 m", "speed = 1 Gbps/port, medium = optical, length = 10 m")],
    ),
    "another speed": (
        "quay.storage_switches.ports_fit",
        [("speed = 10 Gbps/port, medium = optical, length = 10 m", "speed = 25 Gbps/port, medium = optical, length = 10 m")],
    ),
    "a port for two virtual switches": (
        "inside.own_uplinks again.own_uplinks",
        [(LAST, "  again: virtual_switches.virtual_switch { ports = 9 ports/host, uplinks = [quay.ports.lan] }\n" + LAST)],
    ),
    "ports of a card for two things": (
        "quay.ports.ports_there",
        [(f"lan: {TWO}backplane", f"lan: {TWO}backplane".replace("2 ports", "4 ports"))],
    ),
    "both ports on a card": (
        "yard.san.no_single_adapter",
        [("length = 3 m, sits_on = [card_1, card_2], mtu", "length = 3 m, sits_on = card_1, mtu")],
    ),
    "fewer ports by hand than hosts": ("quay.hosts.all_plugged_in", [(NAMED, BY_HAND)]),
    "twice the desktops, with ports by hand": (
        "quay.hosts.all_plugged_in",
        [(NAMED, BY_HAND.replace("24", "48")), ("people = 3000", "people = 6000")],
    ),
    "fewer arrays by hand": ("quay.pool.all_plugged_in", [("box_ports.of_pools     = [pool]", "box_ports.number = 1 array")]),
    "bays without such a module": ("quay.fabric.san.reached", [("through = [B1, C1]", "through = [B2, C1]")]),
    "too few enclosures": (
        "quay.fabric.san.blades_fit",
        [("ceil(hosts.hosts / (16 hosts/enclosure))", "2 enclosures")],
    ),
    "a module too full for its uplinks, and the average not": (
        "quay.fabric.san.oversubscribed",
        [
            ("ceil(hosts.hosts / (16 hosts/enclosure))", "4 enclosures"),
            (UP, UP.replace("4 ports", "3 ports")),
        ],
    ),
    "people on the hosts of another site": (
        "quay.temps.same_site",
        [(QUAY, TEMPS), (LAST, "  place quay.temps on yard.hosts\n  place quay.temps.disks on quay.pool\n" + LAST)],
    ),
    "data in another site": (
        "quay.temps.data_same_site",
        [(QUAY, TEMPS), (LAST, "  place quay.temps on quay.hosts\n  place quay.temps.disks on yard.pool\n" + LAST)],
    ),
    "sessions by hand": ("sessions.all_hosts", [("of_cluster = quay.hosts", "hosts = 24 hosts")]),
    "more sessions": ("sessions.pool_limit", [("volumes = 3 volumes", "volumes = 10 volumes")]),
    "a port group by hand": ("quay.hosts.machines_on_networks", [("guests = [quay.clerks]", "machines = 20 vms/host")]),
    "more people in the branch": ("pier.owned_suffice", [("users = 140 users", "users = 400 users")]),
    "a number for two networks": ("quay.vdi.vlan_once quay.san.vlan_once", [("vlan = number + 1", "vlan = number")]),
    "a port without its network": ("quay.ports.san.networks_stated", [("  ports.san.networks  = [san]\n  fabric:", "  fabric:")]),
    "a port with another network": (
        "quay.san.servers.plugged_there",
        [("  ports.san.networks  = [san]\n  fabric:", "  ports.san.networks  = [vdi]\n  fabric:")],
    ),
    "ports that say nothing": (
        "yard.ports.lan.networks_stated",
        [("  yard.ports.lan.networks     = [yard.vdi, backup]\n", "")],
    ),
    "addresses for fewer by hand": (
        "desktops_have_addresses",
        [("machines: networks.member { number = people", "machines: networks.member { number = 900 desktops")],
    ),
    "a port group beside its uplinks": (
        "inside.uplinks_carry",
        [("inside.backup.network = backup", "inside.backup.network = yard.vdi")],
    ),
    "links of one group to two switches": (
        "quay.fabric.san.up.group_on_one_stack",
        [("medium = direct_attach, length = 5 m }", "medium = direct_attach, length = 5 m, aggregated = 4 ports }")],
    ),
    "cables that end nowhere": ("quay.ports.lan.placed", [("  place ports.lan on fabric.lan\n", "")]),
}


def failing(text: str) -> set[str]:
    compilation = compile(TestWorld("std", {"harbour.vdl": text}), "harbour.vdl", as_of="2026-01-01")
    return {rule.name for rule in compilation.designs[0].judged.rules
            if rule.outcome in ("fails", "part") and rule.severity != "info"}  # fmt: skip


def test_it_is_whole() -> None:
    assert failing(HARBOUR) == set()


@pytest.mark.parametrize("broken", BROKEN)
def test_it_is_told(broken: str) -> None:
    told, replaced = BROKEN[broken]
    text = HARBOUR
    for old, new in replaced:
        assert old in text, old
        text = text.replace(old, new)
    assert set(told.split()) <= failing(text)
