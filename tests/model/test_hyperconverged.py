"""Hyperconverged clusters against the fewest hosts at which everything fits, one after the other; and the guide's by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from math import ceil
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

POLICIES = {  # raw for data, operations for a write, writes among them, least hosts
    "vsan_mirror_1": (Fraction(2), 2, 2, 3), "vsan_mirror_2": (Fraction(3), 3, 3, 5), "vsan_mirror_3": (Fraction(4), 4, 4, 7),
    "vsan_raid5": (Fraction(4, 3), 4, 2, 4), "vsan_raid6": (Fraction(3, 2), 6, 3, 6),
    "nutanix_rf2": (Fraction(2), 2, 2, 3), "nutanix_rf3": (Fraction(3), 3, 3, 5),
}  # fmt: skip
HEAD = """edition 2026
import std.storage.hyperconverged
import std.servers.clusters
import std.storage.reduction
kvm: hypervisor { model = "KVM", own_memory = 8 GiB/host, machine_memory = 0 MiB/vm, swap_share = 0 % }
"""


class Branch(NamedTuple):
    desktops: int
    memory: int  # GiB of one desktop
    delta: int  # GB of one desktop
    iops: int
    reads: int  # %
    host_memory: int  # GiB
    spares: int
    policy: str
    drives: int
    size: int  # GB
    drive_iops: int
    slack: int  # %
    derating: int  # %
    takes: int  # GiB of a host
    rebuild: int
    cache: int  # GB of one cache drive, 0 for none
    writes_less: int  # times fewer writes than reads, of drives and of the cache
    cache_iops: int
    hits: int  # % of the reads
    reduced: int  # what was written for what is stored
    overhead: int  # % of a drive, for the format
    megabytes: int  # MB/s of all desktops
    host_megabytes: int
    in_cluster: int  # hosts of one cluster at most, 0 for one cluster of any size

    def text(self, name: str) -> str:
        each = f"hosts_per_cluster = {self.in_cluster} hosts/cluster, spares_per_cluster = {self.spares} hosts/cluster"
        hosts = f"clusters.limited {{ {each}" if self.in_cluster else f"host_cluster {{ spares = {self.spares} hosts"
        cache = f"cache = fast_{name}, cache_drives_per_host = 2 drives/host, read_hits = {self.hits} %" if self.cache else ""
        return f"""
node_{name}: server {{ model = "Node", memory = {self.host_memory} GiB/host, cores = 32 cores/host, drive_bays = 12 drives/host }}
disk_{name}: drive_model {{ model = "Disk", capacity = {self.size} GB/drive, iops = {self.drive_iops} IOPS/drive
  write_iops = {self.drive_iops} IOPS/drive / {self.writes_less} }}
fast_{name}: drive_model {{ model = "Fast", capacity = {self.cache or 100} GB/drive, iops = {self.cache_iops} IOPS/drive
  write_iops = {self.cache_iops} IOPS/drive / {self.writes_less} }}
design {name} {{
  clerks: population {{ desktops = {self.desktops} desktops, desktop_memory = {self.memory} GiB/desktop }}
  data: storage_demand {{
    capacity = {self.desktops * self.delta * self.reduced} GB, throughput = {self.megabytes} MB/s
    reads = {self.desktops * self.iops} IOPS * {self.reads} %, writes = {self.desktops * self.iops} IOPS * {100 - self.reads} %
  }}
  smaller: reduction.data_reduction {{ ratio = {self.reduced} }}
  nodes: {hosts}, host = node_{name}, hypervisor = kvm
    store: hyperconverged.{"cached_store" if self.cache else "store"} {{
      drive = disk_{name}, drives_per_host = {self.drives} drives/host, protection = hyperconverged.{self.policy}
      slack = {self.slack} %, derating = {self.derating} %, takes_memory = {self.takes} GiB/host, takes_cpu = 10 %
      rebuild_hosts = {self.rebuild} hosts, format_overhead = {self.overhead} %
      throughput_per_host = {self.host_megabytes} MB/s/host
      {cache}
    }}
  }}
  place clerks on nodes
  place data via smaller on nodes.store
}}
"""

    def hosts(self) -> int:
        """Of as few clusters as can hold them, the fewest hosts."""
        for clusters in count(1):
            most = clusters * self.in_cluster if self.in_cluster else 10_000
            if found := next((n for n in range(1, most + 1) if self._suffice(n, clusters)), None):
                return found
        raise AssertionError

    def _suffice(self, hosts: int, clusters: int) -> bool:
        raw, operations, writes, least = POLICIES[self.policy]
        each = [hosts // clusters + (number < hosts % clusters) for number in range(clusters)]
        up = sum(n - self.spares for n in each)  # with the spare hosts of each cluster down
        rebuilding = sum(n - self.rebuild for n in each)  # with hosts of each lost for good
        if min(each) - max(self.spares, self.rebuild) < least:
            return False
        fits = (self.host_memory - 8 - self.takes) // self.memory
        data = self.desktops * self.delta
        room = self.drives * self.size * Fraction(100 - self.overhead, 100) * Fraction(100 - self.slack, 100)
        load = self.desktops * self.iops
        hits = load * Fraction(self.reads, 100) * Fraction(self.hits if self.cache else 0, 100)
        written = load * Fraction(100 - self.reads, 100)
        less = self.writes_less
        on_drives = load - written - hits + written * (operations - writes + writes * less)
        let_through = Fraction(100 - self.derating, 100)
        return (
            up * fits >= self.desktops
            and min(up, rebuilding) * room >= data * raw
            and up * self.drives * self.drive_iops * let_through >= on_drives
            and up * self.host_megabytes >= self.megabytes
            and (not self.cache or up * 2 * self.cache >= data * self.reduced * Fraction(10, 100))
            and (not self.cache or up * 2 * self.cache_iops * let_through >= hits + written * writes * less)
        )


def branches(seed: int, number: int) -> list[Branch]:
    r = Random(seed)
    return [
        Branch(
            r.randint(1, 900), r.choice((2, 4, 8, 12)), r.randint(1, 200), r.randint(1, 60), r.randint(0, 100),
            r.choice((128, 256, 512)), r.randint(0, 2), r.choice(list(POLICIES)), r.randint(1, 10),
            r.choice((480, 960, 1920, 4000)), r.choice((80, 2_000, 20_000)), r.choice((0, 5, 25, 30)), r.choice((0, 20, 35)),
            r.choice((10, 20, 32)), r.randint(0, 2), r.choice((0, 0, 400, 800)),
            r.choice((1, 3)), r.choice((1_000, 20_000)), r.choice((0, 50, 90)), r.choice((1, 1, 4)), r.choice((0, 2, 8)),
            r.choice((40, 5_000)), r.choice((400, 2_000)), r.choice((0, 0, 9, 16)),
        )
        for _ in range(number)
    ]  # fmt: skip


def test_the_fewest_hosts_on_which_everything_fits() -> None:
    made = {f"b{number}": branch for number, branch in enumerate(branches(3, 32))}
    text = HEAD + "".join(branch.text(name) for name, branch in made.items())
    compilation = compile(TestWorld("std", {"branches.vdl": text}), "branches.vdl", as_of="2026-01-01")
    found = {name: exact(compilation, name, "nodes.hosts") for name in made}
    assert found == {name: branch.hosts() for name, branch in made.items()}
    drives = {name: exact(compilation, name, "nodes.store.data_drives.quantity") for name in made}
    assert drives == {name: branch.hosts() * branch.drives for name, branch in made.items()}


PAGE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "sizing" / "hyperconverged.md"


def words(number: Fraction) -> str:
    """Four significant digits, or all before the point."""
    digits = max(4 - len(str(int(number))), 0) if number >= 1 else 4
    return f"{float(number):,.{digits}f}".rstrip("0").rstrip(".") if digits else f"{round(number):,}"


def by_hand() -> list[str]:
    """What the page says of its cluster, reckoned from its inputs."""
    gib = Fraction(2**30, 10**9)
    desktops, delta, image, memory, drives, drive, fast = 300, 100, 100, 8, 4, 1920, 800
    boot_reads, boot_writes, reads, writes = 300 * 30 * 9 // 10, 300 * 30 // 10, 300 * 10 * 2 // 10, 300 * 10 * 8 // 10
    swap = desktops * memory * gib
    data = desktops * delta + image + swap
    raw = data * Fraction(4, 3)
    room = Fraction(drives * drive * 98 * 70, 100 * 100)
    hosts = raw / room
    booting, working = boot_reads + boot_writes * 4, reads + writes * 4
    let_through, cache_takes, cached = drives * 20_000 * 65 // 100, 50_000 * 65 // 100, writes * 2
    assert booting > working and cached > boot_writes * 2
    takes = 5426 + 70 * drives + 636 + 14 * 600
    left = 768 - 8 - Fraction(takes, 1024)
    fit = int(left * 1024 / (memory * 1024 + Fraction("143.98")))
    vcpus = Fraction(48 * 8 * 90, 100)
    assert ceil(hosts) == 9 and ceil(hosts + 1) == ceil(hosts) + 1 == 10
    carried, cache_carries = Fraction(booting, let_through), Fraction(cached, cache_takes)
    return [
        f"which are {round(swap):,} GB. With one image of {image} GB that makes {round(data):,} GB",
        f"{round(data):,} · 4/3 = {round(raw):,} GB",
        f"4 · 1,920 · 98 % · 70 % = {float(room):,} GB for them",
        f"{round(raw):,} / {float(room):,} = {words(hosts)}, so nine hosts",
        f"of which {boot_reads:,} reads and {boot_writes} writes. {boot_reads:,} + {boot_writes} · 4 = {booting:,}.",
        f"At work: {reads} reads and\n  {writes:,} writes, so {reads} + {writes:,} · 4 = {working:,}.",
        f"4 · 20,000 · 65 % = {let_through:,} through. {booting:,} / {let_through:,} = {words(carried)} hosts",
        f"A tenth of the data are {round(data / 10):,} GB: {round(data / 10):,} / {fast} = {words(data / 10 / fast)} hosts",
        f"{writes:,} · 2 = {cached:,} at work. One drive takes 50,000 · 65 % = {cache_takes:,}.",
        f"{cached:,} / {cache_takes:,} = {words(cache_carries)} hosts",
        f"of it: {takes:,} MiB. 768 GiB less 8 for the hypervisor and those are {words(left)} GiB",
        f"for it: {fit} on a host. {desktops} / {fit} = {words(Fraction(desktops, fit))} hosts",
        f"48 cores · 8 · 90 % = {words(vcpus)} virtual CPUs, and 600 / {words(vcpus)} = {words(600 / vcpus)} hosts",
        f"Room to rebuild asks for {words(hosts)} + 1 = {words(hosts + 1)}, so ten as well",
        f"by_stored_data             {float(hosts):#.4g} hosts  by_cache {words(data / 10 / fast)}",
    ]


def test_the_page_says_what_comes_out_by_hand() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [line for line in by_hand() if line not in page] == []
