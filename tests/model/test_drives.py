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

LEVELS = {  # operations for a write, drives of a group, of these without data, whether those answer reads
    "raid.raid0": (1, 1, 0, True), "raid.raid10": (2, 2, 1, True), "raid.raid5_5": (4, 5, 1, True),
    "raid.raid5_9": (4, 9, 1, True), "raid.raid6_10": (6, 10, 2, True), "dp8": (2, 8, 2, False), "dp16": (2, 16, 2, False),
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
    each: int  # IOPS of a drive
    capacity: int  # GB
    loads: tuple[tuple[int, int, int], ...]  # reads, writes and the most of both, IOPS, in each phase
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
        FEW.choice((75, 110, 150, 180, 2_500)), FEW.randrange(10, 90_000), (load(), load()),
        FEW.choice((0, 10)), FEW.choice((0, 20)), FEW.choice((0, 15)), FEW.randrange(0, 4), FEW.choice((10, 18, 30)),
    )  # fmt: skip


def written(n: int, case: Case) -> str:
    (r1, w1, t1), (r2, w2, t2) = case.loads
    return f"""design d{n} {{
  data: storage_demand {{
    capacity = {case.capacity} GB, reads = {{ boot: {r1}, steady: {r2} }} IOPS, writes = {{ boot: {w1}, steady: {w2} }} IOPS
    total = {{ boot: {t1}, steady: {t2} }} IOPS
  }}
  t: tier {{
    drive = x with {{ capacity = {case.size} GB/drive, iops = {case.each} IOPS/drive }}, raid = {case.level}, rule = {case.rule}
    file_system_reserve = {case.reserve} %, snapshot_reserve = {case.snapshots} %, headroom = {case.headroom} %
    spares = {case.spares} drives, drives_per_spare = {case.drives_per_spare} drives
  }}
  place data on t
}}
"""


def carries(case: Case, drives: int) -> bool:
    """Whether so many drives without spares, all in whole groups, hold the data and carry every phase."""
    penalty, group, idle, reads_everywhere = LEVELS[case.level]
    readers = drives if reads_everywhere else drives // group * (group - idle)
    for most_reads, most_writes, most in case.loads:
        # Of all mixes that may come together, the busiest is one in which either reads or writes are at their most.
        mixes = [(min(most_reads, most), min(most_writes, most - min(most_reads, most)))]
        mixes.append((min(most_reads, most - min(most_writes, most)), min(most_writes, most)))
        if case.rule == "by_shares":
            both = min(most_reads + most_writes, most)
            share = Fraction(min(most_writes, both), both)
            raw = drives * case.each
            if raw * share / penalty + raw * (1 - share) * readers / max(drives, 1) < both:
                return False
        else:
            for reads, writes in mixes:
                if not drives or Fraction(reads, readers) + Fraction(writes * penalty, drives) > case.each:
                    return False
    held = Fraction(drives // group * (group - idle) * case.size)
    for share in (case.reserve, case.snapshots, case.headroom):
        held -= held * share / 100
    return held >= case.capacity


def value(compilation: Compilation, design: str, expression: str) -> Fraction:
    made = quantity(compilation, design, expression)
    return Fraction(made["exact"]) / (100 if made.get("unit") == "%" else 1)


def test_whole_groups_hold_and_carry_what_is_placed() -> None:
    cases = [drawn() for _ in range(70)]
    text = HEAD + "".join(written(n, case) for n, case in enumerate(cases))
    compilation = compile(TestWorld("std", {"drives.vdl": text}), "drives.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error"]
    for n, case in enumerate(cases):
        _, group, idle, _ = LEVELS[case.level]
        data = next(group * groups for groups in count(1) if carries(case, group * groups))
        spares = max(case.spares, next(s for s in count() if s * case.drives_per_spare >= data))
        assert value(compilation, f"d{n}", "t.data_drives") == data, case
        assert value(compilation, f"d{n}", "t.drives") == data + spares, case
        usable = Fraction(data // group * (group - idle) * case.size * (100 - case.reserve) * (100 - case.snapshots), 10_000)
        assert value(compilation, f"d{n}", "number(t.usable / 1 GB)") == usable, case
        assert value(compilation, f"d{n}", "number(t.free)") == 1 - case.capacity / usable, case


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
