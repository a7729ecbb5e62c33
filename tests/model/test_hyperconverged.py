"""Hyperconverged clusters against the smallest number of hosts at which everything fits, tried one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

POLICIES = {  # raw for data, operations for a write, least hosts
    "vsan_mirror_1": (Fraction(2), 2, 3), "vsan_mirror_2": (Fraction(3), 3, 5), "vsan_mirror_3": (Fraction(4), 4, 7),
    "vsan_raid5": (Fraction(4, 3), 4, 4), "vsan_raid6": (Fraction(3, 2), 6, 6),
    "nutanix_rf2": (Fraction(2), 2, 3), "nutanix_rf3": (Fraction(3), 3, 5),
}  # fmt: skip
HEAD = """edition 2026
import std.storage.hyperconverged
kvm: hypervisor { model = "KVM", host_memory = 8 GiB/host, swap_share = 0 % }
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

    def text(self, name: str) -> str:
        cache = f"cache = fast_{name}, cache_drives_per_host = 2 drives/host" if self.cache else ""
        return f"""
node_{name}: server {{ model = "Node", memory = {self.host_memory} GiB/host, cores = 32 cores/host }}
disk_{name}: drive_model {{ model = "Disk", capacity = {self.size} GB/drive, iops = {self.drive_iops} IOPS/drive }}
{f'fast_{name}: drive_model {{ model = "Fast", capacity = {self.cache} GB/drive }}' if self.cache else ''}
design {name} {{
  clerks: population {{ desktops = {self.desktops} desktops, desktop_memory = {self.memory} GiB/desktop }}
  data: storage_demand {{
    capacity = {self.desktops * self.delta} GB
    reads = {self.desktops * self.iops} IOPS * {self.reads} %, writes = {self.desktops * self.iops} IOPS * {100 - self.reads} %
  }}
  nodes: host_cluster {{ host = node_{name}, hypervisor = kvm, spares = {self.spares} hosts
    store: hyperconverged.{"cached_store" if self.cache else "store"} {{
      drive = disk_{name}, drives_per_host = {self.drives} drives/host, protection = hyperconverged.{self.policy}
      slack = {self.slack} %, derating = {self.derating} %, takes_memory = {self.takes} GiB/host, takes_cpu = 10 %
      rebuild_hosts = {self.rebuild} hosts
      {cache}
    }}
  }}
  place clerks on nodes
  place data on nodes.store
}}
"""

    def hosts(self) -> int:
        return next(n for n in count(1) if self._suffice(n))

    def _suffice(self, hosts: int) -> bool:
        raw, writes, least = POLICIES[self.policy]
        up = hosts - self.spares  # with the spare hosts down
        rebuilding = hosts - self.rebuild  # with hosts lost for good
        if min(up, rebuilding) < least:
            return False
        fits = (self.host_memory - 8 - self.takes) // self.memory
        data = self.desktops * self.delta * raw
        room = self.drives * self.size * Fraction(100 - self.slack, 100)
        load = self.desktops * self.iops
        on_drives = load * Fraction(self.reads, 100) + load * Fraction(100 - self.reads, 100) * writes
        carried = self.drives * self.drive_iops * Fraction(100 - self.derating, 100)
        return (
            up * fits >= self.desktops
            and min(up, rebuilding) * room >= data
            and up * carried >= on_drives
            and (not self.cache or up * 2 * self.cache >= self.desktops * self.delta * Fraction(10, 100))
        )


def branches(seed: int, number: int) -> list[Branch]:
    r = Random(seed)
    return [
        Branch(
            r.randint(1, 900), r.choice((2, 4, 8, 12)), r.randint(1, 200), r.randint(1, 60), r.randint(0, 100),
            r.choice((128, 256, 512)), r.randint(0, 2), r.choice(list(POLICIES)), r.randint(1, 10),
            r.choice((480, 960, 1920, 4000)), r.choice((80, 2_000, 20_000)), r.choice((0, 5, 25, 30)), r.choice((0, 20, 35)),
            r.choice((10, 20, 32)), r.randint(0, 2), r.choice((0, 0, 400, 800)),
        )
        for _ in range(number)
    ]  # fmt: skip


def test_the_fewest_hosts_on_which_everything_fits() -> None:
    made = {f"b{number}": branch for number, branch in enumerate(branches(1, 24))}
    text = HEAD + "".join(branch.text(name) for name, branch in made.items())
    compilation = compile(TestWorld("std", {"branches.vdl": text}), "branches.vdl", as_of="2026-01-01")
    found = {name: exact(compilation, name, "nodes.hosts") for name in made}
    assert found == {name: branch.hosts() for name, branch in made.items()}
    drives = {name: exact(compilation, name, "nodes.store.data_drives.quantity") for name in made}
    assert drives == {name: branch.hosts() * branch.drives for name, branch in made.items()}
