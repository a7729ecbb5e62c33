"""Bytes by operations and their sizes, counted one operation after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.raid
import std.delivery.mcs
import std.storage.arrays
import std.storage.block_sizes
import std.storage.throughput
import std.storage.tiering
disk: drive_model { model = "disk", capacity = 900 GB/drive, iops = 150 IOPS/drive, throughput = 2 MB/s/drive }
"""
FEW = Random(11)
LEVELS = {"raid.raid10": (1, 2), "raid.raid5_5": (1, 4), "raid.raid6_6": (1, 6), "dp": (Fraction(4, 5), 2)}
"""Share of the drives that answer reads, and operations for each write."""


class Demand(NamedTuple):
    """Operations a second, kB of each, the most operations together (0 where they coincide)."""

    reads: int
    writes: int
    read_size: int
    write_size: int
    total: int

    def text(self, name: str) -> str:
        total = f", total = {self.total} IOPS" if self.total else ""
        sizes = f"reads = {self.read_size} KB/io, writes = {self.write_size} KB/io"
        asked = f"capacity = 1 TB, reads = {self.reads} IOPS, writes = {self.writes} IOPS{total}"
        return f"{name}: storage_demand {{ {asked}, blocks: block_sizes.sizes {{ {sizes} }} }}"

    def moments(self) -> list[tuple[int, int]]:
        """So many reads and writes may come in one second."""
        return [(r, w) for r, w in product(range(self.reads + 1), range(self.writes + 1)) if r + w <= (self.total or r + w)]

    def most(self, each_read: Fraction | int = 1, each_write: Fraction | int = 1) -> Fraction:
        return max(Fraction(r * self.read_size * each_read + w * self.write_size * each_write) for r, w in self.moments())

    def alone(self, each_read: Fraction | int, each_write: Fraction | int) -> Fraction:
        """If the most reads and the most writes did coincide."""
        return Fraction(self.reads * self.read_size * each_read + self.writes * self.write_size * each_write)


def drawn() -> Demand:
    reads, writes = FEW.randrange(0, 14), FEW.randrange(0, 14)
    total = FEW.choice((0, 0, FEW.randrange(max(reads, writes), reads + writes + 1)))
    return Demand(reads, writes, FEW.randrange(1, 65), FEW.randrange(1, 65), total)


def test_bytes_flow_as_their_operations_do() -> None:
    cases = {f"d{n}": ([drawn() for _ in range(FEW.randrange(1, 4))], FEW.choice(list(LEVELS))) for n in range(60)}
    text = HEAD + "dp: raid.raid_dp { group_size = 10 drives }\n"
    for name, (demands, level) in cases.items():
        text += f"design {name} {{\n" + "\n".join(f"  {d.text(f'x{n}')}" for n, d in enumerate(demands))
        placed = ", ".join(f"x{n}" for n in range(len(demands)))
        text += f"\n  t: tier {{ drive = disk, raid = {level} }}\n  place {placed} on t\n}}\n"
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    exactly = 0
    for name, (demands, level) in cases.items():
        from_, penalty = LEVELS[level]
        behind = (1 / Fraction(from_), Fraction(penalty))
        for n, demand in enumerate(demands):
            assert exact(compilation, name, f"x{n}.throughput / (1 KB/s)") == demand.most(), (demand, n)
        assert exact(compilation, name, "t.load.throughput / (1 KB/s)") == sum(d.most() for d in demands)
        raw = exact(compilation, name, "t.raw.throughput / (1 KB/s)")
        assert sum(d.most(*behind) for d in demands) <= raw <= sum(d.alone(*behind) for d in demands), demands
        if not any(d.total for d in demands):
            assert raw == sum(d.most(*behind) for d in demands)
            exactly += 1
        asks = exact(compilation, name, "t.for_bytes / (1 drive)")
        assert asks == raw / 2000
        counted = exact(compilation, name, "t.data_drives / (1 drive)")
        assert asks <= counted
    assert 10 < exactly < 50


def test_what_a_cache_keeps_back_takes_its_bytes_along() -> None:
    """Reads that a host answers itself move nothing to shared storage; bytes that were stated as a whole do not shrink."""
    text = (
        HEAD
        + """
source s "A test" { author = "me", date = 2026-01 }
box: arrays.rated_array {
  model = "box", capacity = 10 TB/array, iops = 90_000 IOPS/array, front_ports = 2 ports/array, port_speed = 1 MB/s/port
}
h: server { model = "h", memory = 64 GiB/host, local_disk = 900 GB/host }
kind cached {
  clerks: mcs.machine_creation {
    desktops = 40 desktops, image = 30 GB/image, difference_disk = 2 GB/desktop, desktop_iops = 10 IOPS/desktop, read_share = 25 %
    desktop_memory = 2 GiB/desktop, density = 20 desktops/host, blocks { reads = 20 KB/io, writes = 5 KB/io } }
  hosts: host_cluster { host = h }
  cache: mcs.host_read_cache { serves = clerks, read_miss = 10 %, write_through = 50 %, hosts_lost = 0 hosts }
  pool: arrays.rated_pool { array = box, headroom = 0 %, port_limit = 100 % }
  place clerks on hosts
  place clerks.disks via cache on pool
}
design sized { c: cached { } }
design stated { c: cached { clerks.disks.throughput = 3.5 MB/s } }
"""
    )
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    before = 100 * 20 + 300 * 5
    after = Fraction(10 * 20 + 150 * 5)
    assert exact(compilation, "sized", "c.clerks.disks.throughput / (1 KB/s)") == before
    assert exact(compilation, "sized", "c.pool.load.throughput / (1 KB/s)") == after
    assert exact(compilation, "sized", "c.pool.load.transfer / (1 KB/io)") == after / 160
    assert exact(compilation, "sized", "c.pool.arrays / (1 array)") == 1
    assert exact(compilation, "stated", "c.pool.load.throughput / (1 KB/s)") == before
    assert exact(compilation, "stated", "c.pool.arrays / (1 array)") == 2


def test_classes_of_data_take_their_part_of_the_bytes() -> None:
    text = (
        HEAD
        + """
box: array_model { model = "box", capacity = 10 TB/array, iops = 90_000 IOPS/array }
design d {
  sizes: block_sizes.sizes { reads = 32 KB/io, writes = 4 KB/io }
  all_data: storage_demand { capacity = 1 TB, reads = 100 IOPS, writes = 200 IOPS, blocks = sizes }
  split: tiering.data_tiering {
    hot: tiering.data_class { part_of = split, capacity_share = 20 %, read_share = 80 %, write_share = 50 %
      moving_reads = 0 IOPS, moving_writes = 0 IOPS }
    cold: tiering.data_class { part_of = split, capacity_share = 80 %, read_share = 20 %, write_share = 50 %
      moving_reads = 0 IOPS, moving_writes = 5 IOPS }
  }
  p: storage_pool { array = box, headroom = 0 % }
  q: storage_pool { array = box, headroom = 0 % }
  place all_data on split
  place split.hot on p
  place split.cold on q
}
"""
    )
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    assert exact(compilation, "d", "p.load.throughput / (1 KB/s)") == 80 * 32 + 100 * 4
    assert exact(compilation, "d", "p.load.read_bytes / (1 KB/s)") == 80 * 32
    # What is moved is known in operations alone: no less than a half of everything.
    assert exact(compilation, "d", "q.load.throughput / (1 KB/s)") == (100 * 32 + 200 * 4) * Fraction(1, 2)
