"""Policies for data against a clock, a line and a pile of drives that are tried one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

HEAD = """edition 2026
import std.storage.policies
import std.storage.reduction
import std.arrays.compellent
import std.raid as levels
box: array_model { model = "box", capacity = 10 TB/array, iops = 1_000_000 IOPS/array }
"""
FEW = Random(23)
# Name of the level, what a write costs, share for data, drives that it needs.
LEVELS = (
    ("compellent.raid10", 2, Fraction(1, 2), 2),
    ("compellent.raid5_5", 5, Fraction(4, 5), 5),
    ("compellent.raid5_9", 4, Fraction(8, 9), 9),
    ("levels.raid0", 1, Fraction(1), 1),
)


def made(text: str) -> Compilation:
    compilation = compile(TestWorld("std", {"d.vdl": HEAD + text}), "d.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error"], compilation.diagnostics
    return compilation


def test_snapshots_hold_what_was_overwritten_since_the_oldest() -> None:
    cases = [(FEW.randrange(1, 50), FEW.randrange(1, 60), FEW.randrange(1, 200)) for _ in range(40)]
    text = "".join(
        f"""design d{n} {{
  data: storage_demand {{ capacity = 10 TB, reads = 5 IOPS, writes = 7 IOPS }}
  policy: policies.snapshot_schedule {{ every = {every} hours, kept = {kept} hours, way = {"copied" if n % 2 else "redirected"} }}
  held: policies.snapshots {{ schedule = policy, data = data, change = {change} GB/day }}
  p: storage_pool {{ array = box }}
  place data, held on p
}}
"""
        for n, (every, kept, change) in enumerate(cases)
    )
    compilation = made(text)
    for n, (every, kept, change) in enumerate(cases):
        most, number = Fraction(0), 0
        for hour in range(kept + 3 * every + 1):
            alive = [taken for taken in range(0, hour + 1, every) if hour <= taken + kept]
            number = max(number, len(alive))
            most = max([most, *(Fraction(change * (hour - taken), 24) for taken in alive)])
        assert exact(compilation, f"d{n}", "held.capacity / (1 GB)") == most, cases[n]
        assert exact(compilation, f"d{n}", "policy.at_a_time") == number, cases[n]
        assert exact(compilation, f"d{n}", "p.load.iops / (1 IOPS)") == (12 + 14 if n % 2 else 12)


def test_changes_are_sent_and_copies_grow_old_as_on_a_clock() -> None:
    cases = [
        (FEW.randrange(1, 60), FEW.randrange(1, 25), FEW.randrange(1, 400), FEW.choice((1, 2, 3)), FEW.randrange(1, 60))
        for _ in range(40)
    ]
    text = "".join(
        f"""design d{n} {{
  data: storage_demand {{ capacity = 10 TB, reads = 5 IOPS, writes = 7 IOPS }}
  r: policies.periodic_replication {{ data = data, change = {change} GB/day, changing_for = {busy} hours, every = {every} hours
    sent_smaller = {ratio}, line = {line} Mbit/s, transfer = 64 KiB/io }}
  near: storage_pool {{ array = box }}
  far: storage_pool {{ array = box }}
  place data on near
  place r.copy on far
  waive r.line_carries "judged below"
}}
"""
        for n, (every, busy, change, ratio, line) in enumerate(cases)
    )
    compilation = compile(TestWorld("std", {"d.vdl": HEAD + text}), "d.vdl", as_of="2026-01-01")
    too_slow = 0
    for n, (every, busy, change, ratio, line) in enumerate(cases):
        hourly = [Fraction(change, busy) if hour % 24 < busy else Fraction(0) for hour in range(24 * 5)]
        sent = max(sum(hourly[start : start + every]) for start in range(24))
        bits = sent * 8 * 10**9 / ratio
        needed = bits / (every * 3600)
        takes = bits / (line * 10**6)
        assert exact(compilation, f"d{n}", "r.each_time / (1 GB)") == sent, cases[n]
        assert exact(compilation, f"d{n}", "r.needed / (1 bit/s)") == needed, cases[n]
        too_slow += needed > line * 10**6
        if needed <= line * 10**6:
            arrivals = [(sent_at * every * 3600, sent_at * every * 3600 + takes) for sent_at in range(4)]
            oldest = max(later[1] - earlier[0] for earlier, later in zip(arrivals, arrivals[1:], strict=False))
            assert exact(compilation, f"d{n}", "r.lag / (1 s)") == oldest, cases[n]
    assert 0 < too_slow < 40
    unused = sum(d.slug == "waiver-unused" for d in compilation.diagnostics)
    assert unused == 40 - too_slow, "the line is judged as reckoned here"


def test_drives_with_a_level_for_each_class_are_the_fewest_that_carry_all() -> None:
    text, wanted = "", []
    for n in range(40):
        size, iops = FEW.randrange(100, 600), FEW.randrange(50, 250)
        chosen = FEW.sample(range(len(LEVELS)), 2)
        loads = [(FEW.randrange(1, 3_000), FEW.randrange(0, 2_000), FEW.randrange(0, 2_000)) for _ in chosen]
        classes = "\n".join(f"    c{k}: policies.raid_class {{ raid = {LEVELS[level][0]} }}" for k, level in enumerate(chosen))
        demands = "\n".join(
            f"  x{k}: storage_demand {{ capacity = {room} GB, reads = {reads} IOPS, writes = {writes} IOPS }}\n"
            f"  place x{k} via t.c{k} on t"
            for k, (room, reads, writes) in enumerate(loads)
        )
        text += f"""d{n}_drive: drive_model {{ model = "d", capacity = {size} GB/drive, iops = {iops} IOPS/drive }}
design d{n} {{
  t: policies.class_tier {{
    drive = d{n}_drive, raid = policies.by_class
{classes}
  }}
{demands}
}}
"""
        room = sum(load[0] / LEVELS[level][2] for level, load in zip(chosen, loads, strict=True))
        work = sum(load[1] + load[2] * LEVELS[level][1] for level, load in zip(chosen, loads, strict=True))
        least = max(LEVELS[level][3] for level in chosen)
        wanted.append(next(d for d in count(least) if d * size >= room and d * iops >= work))
    compilation = made(text)
    for n, drives in enumerate(wanted):
        assert exact(compilation, f"d{n}", "t.data_drives / (1 drive)") == drives


def test_data_fits_from_the_ratio_on_that_is_needed() -> None:
    """Ratios in steps of a hundredth: the first with which the arrays hold the data is the needed one, rounded up."""
    text, wanted = "", []
    for n in range(25):
        arrays, headroom, data = FEW.randrange(1, 5), FEW.choice((0, 10, 25)), FEW.randrange(1, 300)
        room = Fraction(arrays * 10 * (100 - headroom), 100)
        wanted.append(next(r for r in count(100) if Fraction(data * 100, r) <= room))
        text += f"""design d{n} {{
  x: storage_demand {{ capacity = {data} TB, reads = 5 IOPS, writes = 7 IOPS }}
  shrink: reduction.data_reduction {{ ratio = 40 }}
  p: reduction.thin_pool {{ array = box, arrays = {arrays} arrays, headroom = {headroom} % }}
  promise: reduction.ratio_needed {{ logical = {data} TB, physical = {room.numerator} TB / {room.denominator}, assumed = 40 }}
  place x via shrink on p
}}
"""
    compilation = made(text)
    for n, ratio in enumerate(wanted):
        assert exact(compilation, f"d{n}", "ceil(p.needed, 0.01) * 100") == ratio
        assert exact(compilation, f"d{n}", "ceil(promise.needed, 0.01) * 100") == ratio


BASE = """design d {
  data: storage_demand { capacity = 500 GB, reads = 100 IOPS, writes = 300 IOPS, throughput = 4 MB/s }
  other: storage_demand { capacity = 100 GB, reads = 10 IOPS, writes = 30 IOPS, throughput = 1 MB/s }
  policy: policies.snapshot_schedule { every = 24 hours, kept = 25 hours, way = redirected }
  held: policies.snapshots { schedule = policy, data = data, change = 33 GB/day }
  t: policies.class_tier {
    headroom = 10 %, file_system_reserve = 0 %, snapshot_reserve = 0 %
    drive = box_drive, raid = policies.by_class, spares = 1 drive
    mirrored: policies.raid_class { raid = compellent.raid10 }
    parity: policies.raid_class { raid = compellent.raid5_9 }
  }
  moved: policies.data_movement { amount = 33 GB/day, window = 6 hours, page = 2 MiB }
  p: storage_pool { array = box, headroom = 10 % }
  r: policies.periodic_replication { data = data, change = 33 GB/day, every = 24 hours
    window = 8 hours, line = 20 Mbit/s, transfer = 64 KiB/io, sent_smaller = 2, goal = 2 days }
  s: policies.synchronous_replication { data = other, line = 1 Gbit/s, round_trip = 1 ms, wait = 2 ms }
  promise: reduction.ratio_needed { logical = 100 TB, physical = 10 TB, assumed = 12 }
  place data via t.mirrored on t
  place other via t.mirrored on t
  place held via t.parity on t
  place r.copy, s.copy on p
}
"""

WRONG = (
    # Left out.
    (", way = redirected", "", "held.way_stated"),
    (", change = 33 GB/day }\n  t:", " }\n  t:", "held.change_stated"),
    ("amount = 33 GB/day, ", "", "moved.amount_stated"),
    (", window = 6 hours", "", "moved.window_stated"),
    (", line = 20 Mbit/s", "", "r.line_stated"),
    (", change = 33 GB/day, every", ", every", "r.change_stated"),
    (", round_trip = 1 ms", "", "s.distance_stated"),
    (", assumed = 12", "", "promise.assumed_stated"),
    # Stated twice.
    (", change = 33 GB/day }\n  t:", ", change = 33 GB/day, room_share = 20 % }\n  t:", "held.once"),
    ("snapshot_reserve = 0 %", "snapshot_reserve = 10 %", "held.no_reserve_besides"),
    ("raid = policies.by_class", "raid = compellent.raid10", "t.one_level_each"),
    ("place other via t.mirrored on t", "place other via t.mirrored, t.parity on t", "t.one_level_each"),
    ("place other via t.mirrored on t", "place other on t", "t.one_level_each"),
    ("place other via t.mirrored on t", "place other via t.mirrored on p", "t.mirrored.inside"),
    # Larger than what holds it.
    ("change = 33 GB/day }\n  t:", "change = 501 GB/day }\n  t:", "held.no_more_than_all"),
    ("change = 33 GB/day }\n  t:", "room_share = 201 % }\n  t:", "held.share_within"),
    ("window = 6 hours", "window = 25 hours", "moved.done_in_time"),
    ("window = 8 hours", "window = 25 hours", "r.sent_in_time"),
    ("change = 33 GB/day, every", "change = 501 GB/day, every", "r.no_more_than_all"),
    ("line = 20 Mbit/s", "line = 4 Mbit/s", "r.line_carries"),
    ("goal = 2 days", "goal = 24 hours", "r.goal_met"),
    ("line = 1 Gbit/s", "line = 7 Mbit/s", "s.line_carries"),
    ("wait = 2 ms", "wait = 0.5 ms", "s.waits_no_longer"),
    ("assumed = 12", "assumed = 9", "promise.enough"),
    ("assumed = 12", "assumed = 5..15", "promise.enough"),
    ("place r.copy, s.copy on p", "place r.copy via t.mirrored on t\n  place s.copy on p", "r.elsewhere"),
    # What does not go together.
    ("raid = policies.by_class", "raid = policies.by_class, rule = by_shares", "t.after_penalty_alone"),
    ("raid = compellent.raid5_9", "raid = levels.raid5_9", "t.no_groups"),
    ("    mirrored:", "    v: volume_set { size = 1 TB/volume, volumes = 2 volumes }\n    mirrored:", "t.no_volumes_beside"),
    ("kept = 25 hours", "kept = 5 hours", "held.no_gap"),
)  # fmt: skip


NEGATIVE = ("kept = 25 hours", "change = 33 GB/day }", "line = 20 Mbit/s", "assumed = 12", "sent_smaller = 2", "page = 2 MiB")
DRIVE = """box_drive: drive_model {
  model = "d", capacity = 146 GB/drive, formatted = 146 GB/drive, iops = 180 IOPS/drive, throughput = 60 MB/s/drive
}
"""


def said(texts: list[str]) -> list[list[tuple[str, str]]]:
    """What is said of each design, all in one file: slugs and what they are about."""
    text, ends = HEAD + DRIVE, []
    for n, design in enumerate(texts):
        text += design.replace("design d {", f"design d{n} {{")
        ends.append(len(text))
    found: list[list[tuple[str, str]]] = [[] for _ in texts]
    for d in compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01").diagnostics:
        assert d.span is not None
        found[next(n for n, end in enumerate(ends) if d.span.start < end)].append((d.slug, d.subject))
    return found


def test_each_slip_is_told_and_what_is_sound_leaves_nothing_open() -> None:
    for old, _, _ in WRONG:
        assert BASE.count(old) == 1, old
    first, *found = said([BASE, *(BASE.replace(old, new) for old, new, _ in WRONG)])
    assert not first
    for (_, new, rule), told in zip(WRONG, found, strict=True):
        assert any((slug, rule) in told for slug in ("rule-failed", "rule-partly", "not-evaluated")), (new, rule, told)


def test_nothing_of_it_is_negative() -> None:
    changed = []
    for old in NEGATIVE:
        name, _, number = old.partition(" = ")
        assert BASE.count(old) == 1, old
        changed.append(BASE.replace(old, f"{name} = -{number}"))
    for told, old in zip(said(changed), NEGATIVE, strict=True):
        assert [slug for slug, _ in told] == ["out-of-range"], (old, told)
