"""Networks against plain counting: ports matched one by one, leases handed out day by day, and the campus of three sites."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.reading import quantity
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

FEW = Random(11)
MEDIA = ("copper", "direct_attach", "optical")
SPEEDS = (1, 10, 40)
CAMPUS = Path(__file__).resolve().parents[1] / "suite" / "model" / "campus.vdl"


class Ports(NamedTuple):
    """Ports of one sort on a switch."""

    number: int
    speed: int  # Gbps
    slowest: int
    media: tuple[str, ...]


class Cable(NamedTuple):
    """What plugs in: so many devices, each with so many ports; of a switch's own links the devices are the switches."""

    devices: int
    each: int
    speed: int
    medium: str


class Case(NamedTuple):
    sorts: tuple[Ports, ...]
    plugged: tuple[Cable, ...]
    up: Cable | None
    linked: Cable | None
    least: int


def sort() -> Ports:
    speed = FEW.choice(SPEEDS)
    media = tuple(m for m in MEDIA if FEW.random() < 0.5) or (FEW.choice(MEDIA),)
    return Ports(FEW.choice((2, 4, 8, 12, 24, 48)), speed, FEW.choice([s for s in SPEEDS if s <= speed]), media)


def fits(cable: Cable, ports: Ports) -> bool:
    return ports.slowest <= cable.speed <= ports.speed and cable.medium in ports.media


def cable(sorts: tuple[Ports, ...], devices: int, most: int) -> Cable:
    """One that some port takes."""
    ports = FEW.choice(sorts)
    speed = FEW.choice([s for s in SPEEDS if ports.slowest <= s <= ports.speed])
    return Cable(devices, FEW.randrange(1, most + 1), speed, FEW.choice(ports.media))


def drawn() -> Case:
    sorts = tuple(sort() for _ in range(FEW.randrange(1, 5)))
    plugged = tuple(cable(sorts, FEW.randrange(1, 40), 4) for _ in range(FEW.randrange(1, 5)))
    up = cable(sorts, 0, 1) if FEW.random() < 0.4 else None
    linked = cable(sorts, 0, 1) if FEW.random() < 0.3 and up is None else None
    return Case(sorts, plugged, up, linked, FEW.choice((1, 2)))


def placed(wanted: list[tuple[int, set[int]]], room: list[int]) -> bool:
    """Whether all ports find one: augmenting paths, a unit of each sort of demand at a time."""
    lies: list[dict[int, int]] = [{} for _ in wanted]

    def put(demand: int, seen: set[int]) -> bool:
        for s in wanted[demand][1] - seen:
            seen.add(s)
            if sum(held.get(s, 0) for held in lies) < room[s]:
                lies[demand][s] = lies[demand].get(s, 0) + 1
                return True
            for other, held in enumerate(lies):
                if other != demand and held.get(s, 0) and put(other, seen):
                    held[s] -= 1
                    lies[demand][s] = lies[demand].get(s, 0) + 1
                    return True
        return False

    return all(put(d, set()) for d, (number, _) in enumerate(wanted) for _ in range(number))


def fewest(case: Case) -> int | None:
    """The fewest switches that take everything, each tried; none where each new one needs as many ports as it brings."""
    for n in count(max(case.least, 2 if case.linked else 1)):
        cables = [*case.plugged, *[c._replace(devices=n) for c in (case.up, case.linked) if c]]
        wanted = [(c.devices * c.each, {s for s, ports in enumerate(case.sorts) if fits(c, ports)}) for c in cables]
        if placed(wanted, [ports.number * n for ports in case.sorts]):
            return n
        if n > 120:
            return None
    return None


def value(compilation: Compilation, design: str, expression: str) -> Fraction:
    return Fraction(quantity(compilation, design, expression)["exact"])


def failing(compilation: Compilation, design: int) -> set[str]:
    return {rule.name for rule in compilation.designs[design].judged.rules if rule.outcome == "fails"}


def written(n: int, case: Case) -> str:
    def of(c: Cable) -> str:
        return f"ports_of_each = {c.each} ports, speed = {c.speed} Gbps/port, medium = {c.medium}"

    sorts = "\n".join(
        f"  s{i}: switches.port_set {{ ports = {p.number} ports, speed = {p.speed} Gbps/port, slowest = {p.slowest} Gbps/port"
        f", media = [{', '.join(p.media)}] }}"
        for i, p in enumerate(case.sorts)
    )
    plugged = "\n".join(
        f"  c{i}: switches.connection {{ number = {c.devices} hosts, {of(c)} }}" for i, c in enumerate(case.plugged)
    )
    up = f"up: switches.uplink {{ {of(case.up)} }}" if case.up else ""
    linked = f"linked: switches.interlink {{ {of(case.linked)} }}" if case.linked else ""
    above = "  above: switches.switch_group { model = large }\n  place g.up on above\n" if case.up else ""
    names = ", ".join(f"c{i}" for i, _ in enumerate(case.plugged))
    return f"""m{n}: switches.switch_model {{ model = "m{n}"
{sorts}
}}
design d{n} {{
{plugged}
  g: switches.switch_group {{ model = m{n}, least = {case.least} switches
    {up}
    {linked}
  }}
  place {names} on g
{above}}}
"""


def test_the_fewest_switches_on_which_every_port_finds_one() -> None:
    cases = [case for case in (drawn() for _ in range(90)) if fewest(case) is not None]
    assert len(cases) > 70 and any(len(c.sorts) == 4 for c in cases) and any(c.up for c in cases) and any(c.linked for c in cases)
    large = "  a: switches.port_set { ports = 9_000 ports, speed = 40 Gbps/port, slowest = 1 Gbps/port }"
    head = f'edition 2026\nimport std.network.switches\nlarge: switches.switch_model {{ model = "large"\n{large}\n}}\n'
    text = head + "".join(written(n, case) for n, case in enumerate(cases))
    compilation = compile(TestWorld("std", {"ports.vdl": text}), "ports.vdl", as_of="2026-01-01")
    assert not [
        d.message
        for d in compilation.diagnostics
        if d.severity == "error" and "two_switches" not in d.message and "whole_cables" not in d.message
    ]
    for n, case in enumerate(cases):
        # A link to a second switch does not buy one: that there is one is judged.
        least = case._replace(linked=None) if case.linked and fewest(case._replace(linked=None)) == 1 else case
        assert value(compilation, f"d{n}", "g.switches") in {fewest(case), fewest(least)}, case


class Handed(NamedTuple):
    machines: int
    lease: int  # hours
    renewed: int  # hours
    static: int
    prefix: int
    scope: int
    headroom: int  # %


def leases_at_worst(case: Handed) -> int:
    """Hour by hour: each machine holds one lease, which it keeps up, and lets it run out when it comes back as another."""
    ends: list[int] = []  # of the leases that stand, where one for each machine goes on
    most = 0
    for hour in range(case.renewed, case.renewed * 40 + case.lease * 3):
        if hour % case.renewed == 0:
            ends.append(hour + case.lease)  # renewed in the very last moment
        ends = [end for end in ends if end > hour]
        most = max(most, len(ends) + 1)
    return most * case.machines


def test_leases_and_addresses_hour_by_hour() -> None:
    cases = [
        Handed(
            FEW.randrange(1, 900), FEW.choice((1, 8, 24, 192)), FEW.choice((6, 24, 168)), FEW.randrange(0, 60),
            FEW.randrange(19, 25), FEW.randrange(1, 5_000), FEW.choice((0, 10, 25)),
        )
        for _ in range(60)
    ]  # fmt: skip
    text = "edition 2026\nimport std.network.networks\n" + "".join(
        f"""design d{n} {{
  lan: networks.network {{
    prefix = {c.prefix}, scope = {c.scope} addresses, scope_headroom = {c.headroom} %, lease = {c.lease} hours
    m: networks.member {{ number = {c.machines} desktops, from_scope = true, renewed_every = {c.renewed} hours }}
    s: networks.member {{ number = {c.static} hosts }}
  }}
}}
"""
        for n, c in enumerate(cases)
    )
    compilation = compile(TestWorld("std", {"leases.vdl": text}), "leases.vdl", as_of="2026-01-01")
    outcomes = set()
    for n, c in enumerate(cases):
        leases = leases_at_worst(c)
        needed = -(-leases * (100 + c.headroom) // 100)
        assert value(compilation, f"d{n}", "lan.leases") == leases, c
        assert value(compilation, f"d{n}", "lan.scope_needed") == needed, c
        # Addresses set by hand and the scope, laid side by side from the second to the last but one.
        taken = len({"router"} | {f"s{i}" for i in range(c.static)} | {f"d{i}" for i in range(c.scope)})
        expected = {"lan.addresses_suffice"} if taken > len(range(1, 2 ** (32 - c.prefix) - 1)) else set()
        expected |= {"lan.scope_suffices"} if c.scope < needed else set()
        assert failing(compilation, n) == expected, c
        outcomes.add(frozenset(expected))
    assert len(outcomes) == 4


def test_the_campus_counted_by_hand() -> None:
    compilation = compile(TestWorld("std"), "suite/model/campus.vdl", as_of="2026-01-01")
    assert not [d.message for d in compilation.diagnostics]

    def got(expression: str) -> Fraction:
        return value(compilation, "campus", expression)

    # enclosures, blades, rack servers, arrays, desktops, addresses of the subnet, scope
    for site, (chassis, blades, rack, arrays, desktops, addresses, scope) in {
        "north": (3, 40, 6, 3, 1600, 4096, 3600), "south": (2, 20, 4, 1, 700, 2048, 1600),
    }.items():  # fmt: skip
        modules = 2 * chassis
        for group in ("lan", "san", "vdi"):
            assert got(f"{site}.fabric.{group}.switches") == modules
        storage = modules * 4 + rack * 2 + arrays * 4
        switches = next(n for n in range(2, 9) if storage + 4 * n <= 24 * n)
        assert got(f"{site}.san_switches.switches") == switches
        assert got(f"{site}.san_switches.ports_used") == storage + 4 * switches
        assert got(f"{site}.rack_switches.ports_used") == rack * 2 + arrays * 2 + 2 * 2
        assert got(f"{site}.core.ports_used") == modules * 2 + modules * 2 + 2 * 2 + 2 * 2
        assert got(f"{site}.core.switches") == 2
        cables = rack * 2 + rack * 2 + arrays * 4 + arrays * 2 + modules * (4 + 2 + 2) + 2 * 2 + switches * 4 // 2 + 2 * 2 // 2
        assert got(f"sum((all switches.cabling in {site}).cables)") == cables
        assert got(f"{site}.vdi.leases") == 2 * desktops
        assert got(f"{site}.vdi.free") == addresses - 2 - 1 - 2 - scope
        assert got(f"{site}.san.taken") == (blades + rack) * 2 + arrays * 5
        assert got(f"{site}.lan.taken") == (blades + rack) * 2 + chassis * 7 + 1
    assert got("zones.a.zones") + got("zones.b.zones") == 4 + 4
    assert got("sessions.in_all") == 40 * 4 * min(2 * 3, 6)
    assert got("hill.links") == -(-(120 * 75 * 150 + 10 * 50 * 600 + 100 * 1000) // (100 * 8_000)) + 1


class Way(NamedTuple):
    """A connection of a device: the group that it is plugged into, its ports, their adapters, and over how many switches."""

    device: int
    group: int
    ports: int
    adapters: tuple[str, ...]
    over: int


def survives(ways: list[Way], groups: list[int]) -> tuple[bool, bool]:
    """Whether each device still has a way when any one switch, and when any one adapter is gone.

    A device's ports go to the next switch of the group, each to another one as long as there is one.
    """
    after_switch, after_adapter = True, True
    for device in {w.device for w in ways}:
        mine = [w for w in ways if w.device == device]
        plugs: list[tuple[tuple[int, int], str]] = []
        following = dict.fromkeys(range(len(groups)), 0)
        for way in mine:
            first = following[way.group]
            for port in range(way.ports):
                switch = (first + port % way.over) % groups[way.group]
                plugs.append(((way.group, switch), way.adapters[port % len(way.adapters)]))
            following[way.group] += way.over
        after_switch &= all(any(s != gone for s, _ in plugs) for gone, _ in plugs)
        after_adapter &= all(any(a != gone for _, a in plugs) for _, gone in plugs)
    return after_switch, after_adapter


def test_what_is_left_when_a_switch_or_an_adapter_is_gone() -> None:
    cases: list[tuple[list[int], list[Way]]] = []
    for _ in range(80):
        groups = [FEW.choice((1, 2, 3)) for _ in range(FEW.randrange(1, 3))]
        ways = []
        for device in range(FEW.randrange(1, 3)):
            for _ in range(FEW.randrange(1, 3)):
                group, ports = FEW.randrange(len(groups)), FEW.choice((1, 1, 2, 4))
                adapters = tuple(FEW.sample(("onboard", "card_1", "card_2"), FEW.randrange(1, min(ports, 3) + 1)))
                ways.append(Way(device, group, ports, adapters, FEW.randrange(1, min(ports, groups[group]) + 1)))
        cases.append((groups, ways))
    text = "edition 2026\nimport std.network.networks\nimport std.network.switches\n"
    text += 'm: switches.switch_model { model = "m", p: switches.port_set { ports = 96 ports, speed = 10 Gbps/port } }\n'
    for n, (groups, ways) in enumerate(cases):
        text += f"design d{n} {{\n  lan: networks.network {{ }}\n"
        text += "".join(
            f"  g{i}: switches.switch_group {{ model = m, least = 1 switch, switches = {k} switches }}\n"
            for i, k in enumerate(groups)
        )
        for device in sorted({w.device for w in ways}):
            text += f"  n{device}: switches.devices {{ number = 2 hosts\n"
            for i, w in enumerate(ways):
                if w.device == device:
                    text += f"    c{i}: switches.connection {{ ports_of_each = {w.ports} ports, speed = 10 Gbps/port, "
                    text += "medium = copper, "
                    text += f"sits_on = [{', '.join(w.adapters)}], over = {w.over} switches }}\n    c{i}.networks = [lan]\n"
            text += "  }\n"
        text += "".join(f"  place n{w.device}.c{i} on g{w.group}\n" for i, w in enumerate(ways)) + "}\n"
    compilation = compile(TestWorld("std", {"ways.vdl": text}), "ways.vdl", as_of="2026-01-01")
    assert {d.slug for d in compilation.diagnostics if d.severity == "error"} == {"rule-failed"}
    seen = set()
    for n, (groups, ways) in enumerate(cases):
        failed = failing(compilation, n)
        left = survives(ways, groups)
        assert ("lan.no_single_switch" not in failed, "lan.no_single_adapter" not in failed) == left, (groups, ways)
        fewest_ports = min(sum(w.ports for w in ways if w.device == device) for device in {w.device for w in ways})
        assert ("lan.no_single_port" in failed) == (fewest_ports < 2), (groups, ways)
        seen.add(left)
    assert len(seen) == 4


def test_branches_user_by_user() -> None:
    cases = [
        [
            (FEW.randrange(1, 200), FEW.randrange(1, 101), FEW.randrange(20, 3_000), FEW.choice((0, 30)))
            for _ in range(FEW.randrange(1, 4))
        ]
        for _ in range(30)
    ]
    links = [(FEW.choice((10, 50, 100)), FEW.choice((60, 80, 100)), FEW.randrange(0, 5), FEW.randrange(0, 2)) for _ in cases]
    text = "edition 2026\nimport std.network.wan\n"
    for n, (groups, (capacity, limit, others, spares)) in enumerate(zip(cases, links, strict=True)):
        text += "".join(
            f'a{n}_{i}: wan.activity {{ protocol = "x", bandwidth = {each} kbps/user }}\n'
            for i, (_, _, each, _) in enumerate(groups)
        )
        text += f"design d{n} {{\n  b: wan.branch {{ capacity = {capacity} Mbps, limit = {limit} %"
        text += f", others = {others} Mbps, spares = {spares} links\n"
        text += "".join(
            f"    g{i}: wan.branch_users {{ users = {users} users, does = a{n}_{i}, at_a_time = {share} %"
            f", besides = {besides} kbps/user }}\n"
            for i, (users, share, _, besides) in enumerate(groups)
        )
        text += "  }\n}\n"
    compilation = compile(TestWorld("std", {"branches.vdl": text}), "branches.vdl", as_of="2026-01-01")
    for n, (groups, (capacity, limit, others, spares)) in enumerate(zip(cases, links, strict=True)):
        asked = Fraction(others * 1000) + sum(
            Fraction(users * share, 100) * (each + besides) for users, share, each, besides in groups
        )
        needed = next(k for k in count(1) if k * Fraction(capacity * 1000 * limit, 100) >= asked)
        assert value(compilation, f"d{n}", "b.links") == needed + spares, (groups, links[n])
