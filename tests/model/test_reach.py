"""What is on a network reaches each other: against cables plugged one by one, as unluckily as they may be."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import NamedTuple

from tests.suite.case import TestWorld
from vdl.pipeline import compile

FEW = Random(29)


class Group(NamedTuple):
    switches: int
    stacked: bool
    linked: bool | None  # whether links between its switches carry the network; none where there are no such links
    above: int | None  # the group that its uplinks lead to, or none
    over: int  # switches above that each of its own is plugged into
    carried: bool  # by its uplinks


class End(NamedTuple):
    group: int
    devices: int
    over: int


class Case(NamedTuple):
    groups: tuple[Group, ...]
    ends: tuple[End, ...]


def drawn() -> Case:
    groups: list[Group] = []
    for n in range(FEW.randrange(1, 6)):
        # Only to groups drawn before: no rings.
        above = FEW.randrange(n) if n and FEW.random() < 0.85 else None
        switches = FEW.choice((1, 2, 2, 3, 4))
        over = FEW.randrange(1, groups[above].switches + 1) if above is not None else 1
        linked = None if switches == 1 or FEW.random() < 0.5 else FEW.random() < 0.6
        groups.append(Group(switches, FEW.random() < 0.2, linked, above, over, FEW.random() < 0.85))
    ends = []
    for _ in range(FEW.randrange(1, 4)):
        at = FEW.randrange(len(groups))
        ends.append(End(at, FEW.choice((1, 1, 2, 5)), FEW.randrange(1, groups[at].switches + 1)))
    return Case(tuple(groups), tuple(ends))


class Sets:
    """Sets that are joined one by one."""

    def __init__(self) -> None:
        self.of: dict[object, object] = {}

    def find(self, one: object) -> object:
        while (up := self.of.get(one, one)) != one:
            one = up
        return one

    def join(self, one: object, other: object) -> None:
        self.of[self.find(one)] = self.find(other)


def together(case: Case, luck: Random) -> bool:
    """Whether all devices reach each other when each cable is where luck puts it.

    Uplinks are dealt out evenly; no device passes on what it gets.
    """
    sets = Sets()
    for g, group in enumerate(case.groups):
        used: Counter[int] = Counter()
        for s in range(group.switches):
            if group.stacked or group.linked:
                sets.join((g, s), (g, 0))
            if group.above is not None and group.carried:
                above = range(case.groups[group.above].switches)
                for t in sorted(above, key=lambda t: (used[t], luck.random()))[: group.over]:
                    used[t] += 1
                    sets.join((g, s), (group.above, t))
    reached = [
        {sets.find((end.group, s)) for s in luck.sample(range(case.groups[end.group].switches), end.over)}
        for end in case.ends
        for _ in range(end.devices)
    ]
    return all(one & other for one in reached for other in reached)


def written(n: int, case: Case) -> str:
    lines = [f"design d{n} {{", "  lan: networks.network { redundant = false }"]
    for g, group in enumerate(case.groups):
        lines.append(f"  g{g}: switches.switch_group {{ model = m, least = 1 switch, switches = {group.switches} switches")
        lines.append(f"    stacked = {str(group.stacked).lower()}, oversubscription_limit = 1_000")
        if group.linked is not None:
            lines.append("    links: switches.interlink { ports_of_each = 2 ports, speed = 10 Gbps/port, medium = copper }")
        if group.above is not None:
            lines.append(f"    up: switches.uplink {{ ports_of_each = {group.over} ports, over = {group.over} switches")
            lines.append("      speed = 10 Gbps/port, medium = copper }")
        lines.append("  }")
        if group.linked is not None:
            lines.append(f"  g{g}.links.networks = [{'lan' if group.linked else 'other'}]")
        if group.above is not None:
            lines += [f"  g{g}.up.networks = [{'lan' if group.carried else 'other'}]", f"  place g{g}.up on g{group.above}"]
    for e, end in enumerate(case.ends):
        lines.append(f"  e{e}: switches.connection {{ number = {end.devices}, ports_of_each = {end.over} ports")
        lines.append(f"    over = {end.over} switches, speed = 10 Gbps/port, medium = copper, networks = [lan] }}")
        lines.append(f"  place e{e} on g{end.group}")
    return "\n".join([*lines, "  other: networks.network { redundant = false }", "}\n"])


def test_what_holds_is_together_however_it_is_plugged() -> None:
    cases = [drawn() for _ in range(60)]
    head = "edition 2026\nimport std.network.networks\nimport std.network.switches\n"
    head += 'm: switches.switch_model { model = "m", p: switches.port_set { ports = 96 ports, speed = 10 Gbps/port } }\n'
    text = head + "".join(written(n, case) for n, case in enumerate(cases))
    compilation = compile(TestWorld("std", {"reach.vdl": text}), "reach.vdl", as_of="2026-01-01")
    assert {d.slug for d in compilation.diagnostics if d.severity == "error"} == {"rule-failed"}
    seen: Counter[tuple[bool, bool]] = Counter()
    too_strict = []
    for n, case in enumerate(cases):
        rules = {r.name: r.outcome for r in compilation.designs[n].judged.rules}
        failed = {r for r in ("lan.reaches_all", "lan.one_within", "lan.links_say") if rules[r] == "fails"}
        always = all(together(case, Random(luck)) for luck in range(60))
        assert always or failed, case
        if always and failed:
            too_strict.append((failed, case))
        seen[(not failed, always)] += 1
    assert set(seen) >= {(True, True), (False, False)} and min(seen[(True, True)], seen[(False, False)]) > 15
    # What several groups join only together from below, or from two levels below, is not seen: a design says why it is sound.
    assert len(too_strict) <= 2 and all(failed == {"lan.one_within"} for failed, _ in too_strict), too_strict
