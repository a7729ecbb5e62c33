"""Hosts against machines that are put on them one by one: memory with all that is kept beside it, virtual CPUs, and both.

Everything here is counted in MiB and in exact fractions, from the tables as their publishers print them.
"""

from __future__ import annotations

import random
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import Solved, compile
from vdl.query.evaluate import evaluate

ESXI = {
    256: "20.29 24.28 32.23 48.16", 1024: "25.90 29.91 37.86 53.82",
    4096: "48.64 52.72 60.67 76.78", 16384: "139.62 143.98 151.93 168.60",
}  # fmt: skip
"""vSphere 6.5: megabytes of memory, and of overhead with 1, 2, 4 and 8 virtual CPUs."""
ESX_4 = {
    256: "113.17 159.43 200.53 241.62 293.15 334.27 375.38 416.50",
    512: "116.68 164.96 206.07 247.17 302.75 343.88 385.02 426.15",
    1024: "123.73 176.05 217.18 258.30 322.00 363.17 404.34 445.52",
    2048: "137.81 198.20 239.37 280.53 360.46 401.70 442.94 484.18",
    4096: "165.98 242.51 283.75 324.99",
}  # fmt: skip
"""vSphere 4.0, with 1 to 8 virtual CPUs as far as they could be seen."""
SCREENS = {
    "VGA": "640 480 2.34 4.69 9.38", "SVGA": "800 600 3.66 7.32 14.65", "HD_720": "1280 720 7.03 14.65 28.13",
    "UXGA": "1600 1200 14.65 29.30 58.59", "HD_1080": "1920 1080 15.82 31.64 63.28", "WUXGA": "1920 1200 17.58 35.16 70.31",
    "QXGA": "2048 1536 24 48 96", "WQXGA": "2560 1600 31.25 62.5 125",
    "UHD_4K": "3840 2160 63.28125 126.5625 253.125",
}  # fmt: skip
"""Horizon 6.1: pixels, and megabytes for one, two and four monitors."""


def overhead(memory: int, vcpus: int) -> Fraction:
    """Of a machine on ESXi: the row and the column that are not smaller; beyond the last ones in proportion."""
    row = min((size for size in ESXI if size >= memory), default=16384)
    column = min((i for i, number in enumerate((1, 2, 4, 8)) if number >= vcpus), default=3)
    found = Fraction(ESXI[row].split()[column])
    return found * max(1, Fraction(memory, 16384)) * max(1, Fraction(vcpus, 8))


class Sort(NamedTuple):
    """Machines that are alike: how many, MiB and virtual CPUs of each, screens and monitors, GHz, and desktops on a core."""

    number: int
    memory: int
    vcpus: int
    screen: str
    monitors: int
    clock: Fraction
    per_core: int | None

    @property
    def takes(self) -> Fraction:
        column = {1: 2, 2: 3, 3: 4, 4: 4}[self.monitors]
        return self.memory + overhead(self.memory, self.vcpus) + Fraction(SCREENS[self.screen].split()[column])


class Farm(NamedTuple):
    """A cluster: GiB and cores of a host, what is kept of it, virtual CPUs on a core, and what runs there."""

    memory: int
    cores: int
    reserve: int
    appliance: int
    memory_limit: int
    cpu_limit: int | None
    ratio: int | None
    sorts: list[Sort]

    @property
    def room(self) -> Fraction:
        return Fraction(self.memory * 1024 * self.memory_limit, 100) - (self.reserve + self.appliance) * 1024

    @property
    def vcpus(self) -> int:
        return self.cores * (self.ratio or 10**9)


def first_fit(farm: Farm, order: list[int]) -> int:
    """Hosts, when each machine goes to the first host that has room for it."""
    hosts: list[list[Fraction]] = []
    for one in [farm.sorts[i] for i in order]:
        for _ in range(one.number):
            for host in hosts:
                if host[0] >= one.takes and host[1] >= one.vcpus:
                    break
            else:
                host = [farm.room, Fraction(farm.vcpus)]
                hosts.append(host)
            host[0] -= one.takes
            host[1] -= one.vcpus
    return len(hosts)


def fewest(farm: Farm) -> int:
    """Hosts, over all ways of putting machines on them."""
    ways: list[tuple[int, ...]] = [()]
    for one in farm.sorts:
        ways = [(*way, n) for way in ways for n in range(one.number + 1) if _fits(farm, (*way, n))]
    left, hosts = {tuple([one.number for one in farm.sorts])}, 0
    while not any(not any(one) for one in left):
        left = {tuple([max(0, n - k) for n, k in zip(one, way)]) for one in left for way in ways}
        left = {one for one in left if not any(other != one and all(a <= b for a, b in zip(other, one)) for other in left)}
        hosts += 1
    return hosts


def _fits(farm: Farm, way: tuple[int, ...]) -> bool:
    memory = sum([n * one.takes for n, one in zip(way, farm.sorts)])
    return memory <= farm.room and sum([n * one.vcpus for n, one in zip(way, farm.sorts)]) <= farm.vcpus


def expected(farm: Farm) -> int:
    """Hosts by every limit that is stated: sums, machines one by one, and tests."""
    there = range(len(farm.sorts))
    one_size = len({one.takes for one in farm.sorts}) == 1
    share = [max(one.takes / farm.room, Fraction(one.vcpus, farm.vcpus)) for one in farm.sorts]
    orders = [sorted(there, key=lambda i: -farm.sorts[i].takes)]
    if farm.ratio and not one_size:
        orders.append(sorted(there, key=lambda i: (-farm.sorts[i].vcpus, -farm.sorts[i].takes)))
        orders.append(sorted(there, key=lambda i: (-share[i], -farm.sorts[i].takes)))
    found = [Fraction(min([first_fit(farm, order) for order in orders]))]
    found.append(sum([one.number * one.takes for one in farm.sorts]) / farm.room)
    found.append(Fraction(sum([one.number * one.vcpus for one in farm.sorts]), farm.vcpus))
    cpu = farm.cores * Fraction(5, 2) * Fraction(farm.cpu_limit or 100, 100)
    found.append(sum([one.number * one.clock for one in farm.sorts]) / cpu)
    tested = [Fraction(one.number, one.per_core * farm.cores) for one in farm.sorts if one.per_core]
    if tested:
        found.append(sum(tested))
    return ceil(max(found))


def text(at: int, farm: Farm) -> list[str]:
    """A farm, as a design states it."""
    limits = f", cpu_limit = {farm.cpu_limit} %" if farm.cpu_limit else ""
    limits += f", vcpus_per_core = {farm.ratio} vcpus/core" if farm.ratio else ""
    lines = [
        f"  farm{at}: host_cluster {{",
        f"    host = node with {{ memory = {farm.memory} GiB/host, cores = {farm.cores} cores/host }}",
        f"    hypervisor = vmware.ESXi_6_7 with {{ own_memory = {farm.reserve} GiB/host }}",
        f"    memory_limit = {farm.memory_limit} %, spares = 0 hosts{limits}",
        "  }",
        f"  guard{at}: appliance {{ memory_per_host = {farm.appliance} GiB/host }}",
        f"  place guard{at} on farm{at}",
    ]
    for i, one in enumerate(farm.sorts):
        per_core = f", desktops_per_core = {one.per_core} desktops/core" if one.per_core else ""
        lines += [
            f"  desks{at}_{i}: population {{",
            f"    desktops = {one.number} desktops, desktop_memory = {one.memory} MiB/desktop",
            f"    desktop_vcpus = {one.vcpus} vcpus/desktop",
            f"    screen = displays.{one.screen}, monitors = {one.monitors} monitors",
            f"    desktop_cpu = {float(one.clock)} GHz/desktop{per_core}",
            "  }",
            f"  place desks{at}_{i} on farm{at}",
        ]
    return lines


HEAD = """edition 2026
import std.software.vmware
import std.delivery.displays
node: server { model = "Node", clock = 2.5 GHz/core }
kind appliance: guest { let hosts_by_density = 0 hosts, memory = 0 GiB, vcpus = 0 vcpus, cpu = 0 GHz, machines = 0 vms }
"""


def solved(farms: list[Farm]) -> tuple[Solved, list[str]]:
    lines = [line for at, farm in enumerate(farms) for line in text(at, farm)]
    source = HEAD + "\n".join(["design d {", *lines, "}", ""])
    made = compile(TestWorld("std", {"d.vdl": source}), "d.vdl", as_of=AS_OF)
    return made.designs[0], [d.message for d in made.diagnostics if d.severity == "error"]


def hosts(farms: list[Farm]) -> list[int]:
    design, errors = solved(farms)
    assert not errors
    found = {count.cell.path: count.value for count in design.judged.counts}
    return [int(found[f"farm{at}.hosts_for_load"]) for at in range(len(farms))]


def farm_of(r: random.Random, sorts: int, most: int, *, limited: bool, tested: bool) -> Farm:
    alike = [
        Sort(
            r.randint(1, most), r.choice([256, 768, 1024, 1536, 2048, 4096, 6144, 16384, 24576]),
            r.choice([1, 1, 2, 3, 4, 6, 8, 10]),
            r.choice(list(SCREENS)), r.randint(1, 4), Fraction(r.randint(1, 12), 8), r.randint(4, 13) if tested else None,
        )
        for _ in range(sorts)
    ]  # fmt: skip
    ratio = r.choice([1, 2, 4, 6, 8]) if limited else None
    return Farm(
        r.choice([64, 96, 128, 192, 256]), r.choice([12, 16, 20, 32]), r.randint(1, 6), r.randint(0, 4),
        r.choice([85, 90, 95, 100]),
        r.choice([None, 80, 90]), ratio, alike,
    )  # fmt: skip


def test_hosts_are_those_that_machines_fill_one_by_one() -> None:
    r = random.Random(43)
    farms = [
        farm_of(r, r.randint(1, 3), 60, limited=r.random() < 0.7, tested=r.random() < 0.3)
        for _ in range(40)
    ]  # fmt: skip
    assert hosts(farms) == [expected(farm) for farm in farms]


def test_no_way_of_putting_them_needs_more() -> None:
    """Mixes that press on memory and on virtual CPUs alike, against all ways; one sort alone is counted exactly."""
    r = random.Random(44)
    farms = []
    while len(farms) < 30:
        farm = farm_of(r, r.choice([1, 2, 2, 3]), 6, limited=True, tested=False)
        farm = farm._replace(sorts=[one._replace(clock=Fraction(1, 8)) for one in farm.sorts])
        by_memory = sum([one.number * one.takes for one in farm.sorts]) / farm.room
        by_vcpus = Fraction(sum([one.number * one.vcpus for one in farm.sorts]), farm.vcpus)
        if Fraction(2, 3) <= by_memory / by_vcpus <= Fraction(3, 2):
            farms.append(farm)
    found = hosts(farms)
    best = [fewest(farm) for farm in farms]
    assert all(n >= least for n, least in zip(found, best))
    assert all(n == least for n, least, farm in zip(found, best, farms) if len(farm.sorts) == 1)
    assert sum(n == least for n, least in zip(found, best)) >= len(farms) * 9 // 10


def test_the_table_of_esx_4_is_the_published_one() -> None:
    lines, wanted = [], []
    for memory, row in ESX_4.items():
        for vcpus, megabytes in enumerate(row.split(), 1):
            lines.append(f"vmware.ESXi_4_1.overhead({memory} MiB/vm, {vcpus} vcpus/vm) / (1 MiB/vm)")
            wanted.append(Fraction(megabytes))
    assert _values(lines) == wanted


def test_screens_take_eight_bytes_for_a_pixel_but_where_the_source_contradicts_itself() -> None:
    lines, wanted, odd = [], [], []
    for name, figures in SCREENS.items():
        width, height, *published = figures.split()
        for monitors, megabytes in zip((1, 2, 4), published):
            lines.append(f"displays.{name}.overhead({monitors} monitors) / (1 MiB/vm)")
            wanted.append(Fraction(megabytes))
            if abs(Fraction(int(width) * int(height) * 8 * monitors, 1 << 20) - wanted[-1]) > Fraction(1, 100):
                odd.append((name, monitors))
    assert _values(lines) == wanted
    assert odd == [("HD_720", 2)]


def _values(expressions: list[str]) -> list[Fraction]:
    made = compile(TestWorld("std", {"d.vdl": f"{HEAD}design d {{ }}\n"}), "d.vdl", as_of=AS_OF)
    found = [evaluate(made, made.designs[0], expression)[0] for expression in expressions]
    return [Fraction(one.value) for one in found if one is not None and isinstance(one.value, (int, Fraction))]
