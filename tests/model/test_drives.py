"""Tiers of drives against the smallest number of drives that does it, tried one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import NamedTuple

from tests.reading import quantity
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

LEVELS = {  # operations for a write, drives of a group, of these without data, whether those answer reads, the fewest groups
    "raid.raid0": (1, 1, 0, True, 1), "raid.raid10": (2, 2, 1, True, 2), "raid.raid5_5": (4, 5, 1, True, 1),
    "raid.raid5_9": (4, 9, 1, True, 1), "raid.raid6_10": (6, 10, 2, True, 1), "raid.raid50": (4, 5, 1, True, 2),
    "dp8": (2, 8, 2, False, 1), "dp16": (2, 16, 2, False, 1),
}  # fmt: skip
HEAD = """edition 2026
import std.raid
import std.storage.tiering
dp8: raid.raid_dp { group_size = 8 drives }
dp16: raid.raid_dp { group_size = 16 drives }
x: drive_model { model = "x" }
"""
FEW = Random(7)


class Case(NamedTuple):
    level: str
    rule: str
    size: int  # GB, formatted
    each: int  # IOPS of a drive, of reads
    slower: int  # how many times fewer of writes
    limit: int  # %, of its operations
    bytes: int  # MB/s of a drive
    capacity: int  # GB
    volumes: int  # of 500 GB
    loads: tuple[tuple[int, int, int], ...]  # reads, writes and the most of both, IOPS, in each phase
    transfer: int  # MB of an operation
    reserve: int  # %, of the file system
    snapshots: int  # %
    headroom: int  # %
    spares: int
    drives_per_spare: int


def drawn() -> Case:
    def load() -> tuple[int, int, int]:
        reads, writes = FEW.randrange(0, 9_000), FEW.randrange(1, 9_000)
        return reads, writes, FEW.choice((reads + writes, max(reads, writes) + min(reads, writes) // 2))

    return Case(
        FEW.choice(list(LEVELS)), FEW.choice(("after_penalty", "by_shares")), FEW.choice((146, 268, 450, 900, 4_000)),
        FEW.choice((75, 110, 150, 180, 2_500)), FEW.choice((1, 1, 3)), FEW.choice((100, 80)), FEW.choice((10, 40, 300)),
        FEW.choice((1, FEW.randrange(10, 90_000))), FEW.choice((0, FEW.randrange(1, 90))), (load(), load()), FEW.choice((0, 1)),
        FEW.choice((0, 10)), FEW.choice((0, 20)), FEW.choice((0, 15)), FEW.randrange(0, 4), FEW.choice((10, 18, 30)),
    )  # fmt: skip


def written(n: int, case: Case) -> str:
    (r1, w1, t1), (r2, w2, t2) = case.loads
    boot, steady = min(r1 + w1, t1) * case.transfer, min(r2 + w2, t2) * case.transfer
    return f"""design d{n} {{
  data: storage_demand {{
    capacity = {case.capacity} GB, reads = {{ boot: {r1}, steady: {r2} }} IOPS, writes = {{ boot: {w1}, steady: {w2} }} IOPS
    total = {{ boot: {t1}, steady: {t2} }} IOPS, throughput = {{ boot: {boot}, steady: {steady} }} MB/s
  }}
  t: tier {{
    drive = x with {{
      capacity = {case.size} GB/drive, formatted = {case.size} GB/drive, throughput = {case.bytes} MB/s/drive
      iops = {case.each * case.slower} IOPS/drive, write_iops = {case.each} IOPS/drive
    }}
    raid = {case.level}, rule = {case.rule}, iops_limit = {case.limit} %
    file_system_reserve = {case.reserve} %, snapshot_reserve = {case.snapshots} %, headroom = {case.headroom} %
    spares = {case.spares} drives, drives_per_spare = {case.drives_per_spare} drives
    v: volume_set {{ size = 500 GB/volume, volumes = {case.volumes} volumes }}
  }}
  place data on t
}}
"""


def carries(case: Case, drives: int) -> bool:
    """Whether so many drives without spares, all in whole groups, hold the data and carry every phase."""
    penalty, group, idle, reads_everywhere, _ = LEVELS[case.level]
    readers = drives if reads_everywhere else drives // group * (group - idle)
    for_reads = Fraction(case.each * case.slower * case.limit, 100)
    for_writes = Fraction(case.each * case.limit, 100)
    for most_reads, most_writes, most in case.loads:
        both = min(most_reads + most_writes, most)
        # Of all mixes that may come together, the busiest is one in which either reads or writes are at their most.
        mixes = [(min(most_reads, both), both - min(most_reads, both)), (both - min(most_writes, both), min(most_writes, both))]
        if case.rule == "by_shares":
            share = Fraction(min(most_writes, both), both)
            if drives * for_writes * share / penalty + readers * for_reads * (1 - share) < both:
                return False
        elif any(Fraction(r) / readers / for_reads + Fraction(w * penalty) / drives / for_writes > 1 for r, w in mixes):
            return False
        # Each operation of the drives moves as many bytes as one from outside.
        if case.transfer and any(Fraction(r, readers) + Fraction(w * penalty, drives) > case.bytes for r, w in mixes):
            return False
    held = Fraction(drives // group * (group - idle) * case.size)
    for share in (case.reserve, case.snapshots, case.headroom):
        held -= held * share / 100
    return held >= max(case.capacity, case.volumes * 500)


def value(compilation: Compilation, design: str, expression: str) -> Fraction:
    made = quantity(compilation, design, expression)
    return Fraction(made["exact"]) / (100 if made.get("unit") == "%" else 1)


def test_whole_groups_hold_and_carry_what_is_placed() -> None:
    cases = [drawn() for _ in range(70)]
    text = HEAD + "".join(written(n, case) for n, case in enumerate(cases))
    compilation = compile(TestWorld("std", {"drives.vdl": text}), "drives.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error"]
    for n, case in enumerate(cases):
        _, group, idle, _, fewest = LEVELS[case.level]
        data = next(group * groups for groups in count(fewest) if carries(case, group * groups))
        spares = max(case.spares, next(s for s in count() if s * case.drives_per_spare >= data))
        assert value(compilation, f"d{n}", "t.data_drives") == data, case
        assert value(compilation, f"d{n}", "t.drives") == data + spares, case
        usable = Fraction(data // group * (group - idle) * case.size * (100 - case.reserve) * (100 - case.snapshots), 10_000)
        assert value(compilation, f"d{n}", "number(t.usable / 1 GB)") == usable, case
        assert value(compilation, f"d{n}", "number(t.free)") == 1 - max(case.capacity, case.volumes * 500) / usable, case


def test_classes_share_out_what_is_placed() -> None:
    text, wanted = HEAD, []
    for n in range(20):
        capacity, reads, writes = FEW.randrange(1, 900), FEW.randrange(1, 300), FEW.randrange(1, 300)
        most = max(reads, writes) + FEW.randrange(0, min(reads, writes) + 1)
        hot = FEW.randrange(0, 101), FEW.randrange(0, 101), FEW.randrange(0, 101)
        cold = 100 - hot[0], 100 - hot[1], 100 - hot[2]
        text += f"""design d{n} {{
  whole: storage_demand {{ capacity = {capacity} GB, reads = {reads} IOPS, writes = {writes} IOPS, total = {most} IOPS }}
  classes: tiering.data_tiering {{ {written_class("hot", *hot)}, {written_class("cold", *cold)} }}
  fast: storage_pool {{ array = box, arrays = 1 array }}
  slow: storage_pool {{ array = box, arrays = 1 array }}
  place whole on classes
  place classes.hot on fast
  place classes.cold on slow
}}
"""
        for name, (size, by_read, by_write) in (("hot", hot), ("cold", cold)):
            # The most that falls on the class, over all mixes of reads and writes that may come together.
            mixes = ((r, w) for r in range(reads + 1) for w in range(min(writes, most - r) + 1))
            busiest = max(r * by_read + w * by_write for r, w in mixes)
            wanted.append((n, name, Fraction(capacity * size, 100), Fraction(busiest, 100)))
    text += 'box: array_model { model = "box", capacity = 1 PB/array, iops = 1_000_000 IOPS/array }\n'
    compilation = compile(TestWorld("std", {"classes.vdl": text}), "classes.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error"]
    for n, name, capacity_of, iops in wanted:
        assert value(compilation, f"d{n}", f"number(classes.{name}.capacity / 1 GB)") == capacity_of
        assert value(compilation, f"d{n}", f"number(classes.{name}.iops / 1 IOPS)") == iops


def written_class(name: str, capacity: int, reads: int, writes: int) -> str:
    shares = f"capacity_share = {capacity} %, read_share = {reads} %, write_share = {writes} %"
    return f"{name}: tiering.data_class {{ part_of = classes, {shares} }}"
