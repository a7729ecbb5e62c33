"""A calendar against a week that is looked at minute by minute, and questions with several answers."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

HEAD = """edition 2026
import std.operations
import std.alternatives
import std.workload.storms
"""
DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
WEEK = 7 * 24 * 60
FEW = Random(31)


class Operation(NamedTuple):
    days: tuple[int, ...]
    begins: int  # minutes after midnight
    on_saturday: int  # the same on a Saturday
    lasts: int  # minutes
    window: int  # minutes, 0 for none
    iops: int
    rate: int  # MB/s

    def text(self, n: int) -> str:
        window = f", window = {self.window} minutes" if self.window else ""
        days = "" if len(self.days) == 7 else f"on_days = [{', '.join(DAYS[d] for d in self.days)}], "
        begins = f"begins = {{ saturday: {self.on_saturday}, else: {self.begins} }} minutes"
        what = f"{days}{begins}, lasts = {self.lasts} minutes{window}, iops = {self.iops} IOPS"
        return f"    o{n}: operations.operation {{ {what}, throughput = {self.rate} MB/s }}\n"

    def minutes(self) -> set[int]:
        return {
            (d * 1440 + (self.on_saturday if d == 5 else self.begins) + m) % WEEK
            for d in self.days
            for m in range(self.window or self.lasts)
        }


def entries(week: list[Operation]) -> str:
    return "".join(operation.text(k) for k, operation in enumerate(week))


def drawn() -> Operation:
    lasts, begins = FEW.choice((1, 15, 60, 90, 400)), FEW.randrange(0, 1440)
    return Operation(
        tuple(sorted(FEW.sample(range(7), FEW.choice((1, 1, 2, 5, 7))))), begins, FEW.choice((begins, begins, 0, 1439)), lasts,
        FEW.choice((0, 0, lasts, lasts + 30, 1440)), FEW.randrange(0, 9_000), FEW.randrange(0, 500),
    )  # fmt: skip


def made(text: str) -> Compilation:
    compilation = compile(TestWorld("std", {"d.vdl": HEAD + text}), "d.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error"], compilation.diagnostics
    return compilation


def test_what_goes_on_at_a_time_adds_up_as_minute_by_minute() -> None:
    weeks = [[drawn() for _ in range(FEW.randrange(1, 5))] for _ in range(14)]
    text = "".join(
        f"design d{n} {{\n  w: operations.calendar {{\n    storage_gives = 100_000 IOPS\n{entries(week)}  }}\n}}\n"
        for n, week in enumerate(weeks)
    )
    compilation = made(text)
    met = 0
    for n, week in enumerate(weeks):
        minutes = [o.minutes() for o in week]
        for d, day in enumerate(DAYS):
            moments = [[o for o, at in zip(week, minutes, strict=True) if m in at] for m in range(d * 1440, (d + 1) * 1440)]
            asked = max(sum(o.iops for o in under_way) for under_way in moments)
            passed = max(sum(o.rate for o in under_way) for under_way in moments)
            assert exact(compilation, f"d{n}", f"(w.busiest at {day}) / (1 IOPS)") == asked, week
            assert exact(compilation, f"d{n}", f"(w.most_moved at {day}) / (1 MB/s)") == passed, week
        for k, at in enumerate(minutes):
            beside = sum(bool(at & other) for j, other in enumerate(minutes) if j != k)
            met += bool(beside)
            assert exact(compilation, f"d{n}", f"w.o{k}.beside") == beside, week
    assert 8 < met < 30


def test_a_storm_says_how_long_an_operation_lasts_and_what_it_asks() -> None:
    compilation = made(
        """design d {
  starts: storms.storm { desktops = 600 desktops, limit = 50 vms, each = 3 minutes
    iops = 100 IOPS/desktop, others_iops = 8 IOPS/desktop }
  w: operations.calendar {
    storage_gives = 9_800 IOPS
    restart: operations.operation { begins = 4 hours, storm = starts }
    work: operations.working_hours { begins = 4.5 hours, window = 8 hours, iops = 600 * 8 IOPS }
    copies: operations.backup { begins = 3 hours, amount = 90 GB, rate = 25 MB/s, iops = 0 IOPS, keeps = 3 }
  }
}
"""
    )
    assert exact(compilation, "d", "w.restart.lasts / (1 minute)") == 12 * 3
    assert exact(compilation, "d", "w.restart.iops / (1 IOPS)") == 50 * 100
    assert exact(compilation, "d", "peak(w.busiest) / (1 IOPS)") == 5_000 + 4_800
    assert exact(compilation, "d", "w.copies.lasts / (1 hour)") == 1
    assert exact(compilation, "d", "w.copies.room / (1 GB)") == 270


BASE = """design d {
  w: operations.calendar { storage_gives = 900 IOPS, storage_passes = 80 MB/s
    a: operations.operation { begins = 1 hour, window = 2 hours, lasts = 90 minutes, iops = 500 IOPS, throughput = 50 MB/s }
    b: operations.operation { on_days = [sunday], begins = 23 hours, lasts = 2 hours, iops = 400 IOPS }
    c: operations.backup { on_days = [monday, friday], begins = 3 hours, amount = 100 GB, rate = 40 MB/s, iops = 10 IOPS }
  }
  q: alternatives.decision { taken = x
    x: alternatives.alternative { for_it = "cheap", against_it = "slow" }
    y: alternatives.alternative { for_it = "fast", against_it = "dear", why_not = "money" }
  }
}
"""
WRONG = (
    ("storage_gives = 900 IOPS, ", "", "w.storage_stated"),
    ("begins = 1 hour, ", "", "w.a.time_stated"),
    ("lasts = 90 minutes, ", "", "w.a.lasts_stated"),
    ("lasts = 2 hours, ", "", "w.b.time_stated"),
    ("iops = 400 IOPS", "how_often = \"weekly\"", "w.b.load_stated"),
    (", rate = 40 MB/s", "", "w.c.time_stated"),
    ("lasts = 90 minutes", "lasts = 121 minutes", "w.a.fits_in_window"),
    ("window = 2 hours, lasts = 90 minutes", "lasts = 25 hours", "w.a.ends_in_a_day"),
    ("lasts = 90 minutes", "lasts = 90..130 minutes", "w.a.fits_in_window"),
    ("lasts = 2 hours, ", "lasts = 121 minutes, alone = true, ", "w.b.undisturbed"),
    ("lasts = 2 hours, iops = 400 IOPS", "lasts = 3 hours, iops = 401 IOPS", "w.carried"),
    ("begins = 3 hours", "begins = 2.5 hours", "w.passed"),
    ("on_days = [sunday]", "on_days = []", "w.b.days_named"),
    ("  }\n  q:", "  }\n  x: operations.operation { begins = 1 hour, lasts = 1 hour, iops = 5 IOPS }\n  q:", "x.in_calendar"),
    ("taken = x", "taken = z.y\n    ", "q.taken_is_own"),
    ("taken = x", "taken = x, tried = z.y\n    ", "q.tried_is_own"),
    (", why_not = \"money\"", "", "q.reasons_stated"),
    ("    y: alternatives.alternative { for_it = \"fast\", against_it = \"dear\", why_not = \"money\" }\n", "", "q.several_ways"),
)  # fmt: skip
ELSEWHERE = """  z: alternatives.decision { taken = y
    y: alternatives.alternative { for_it = "f", against_it = "g" }
    u: alternatives.alternative { for_it = "f", against_it = "g", why_not = "h" }
  }
}
"""


def test_each_slip_is_told_and_what_is_sound_leaves_nothing_open() -> None:
    for old, new, rule in (("", "", ""), *WRONG):
        assert not old or BASE.count(old) == 1, old
        design = (BASE.replace(old, new) if old else BASE).removesuffix("}\n") + ELSEWHERE
        compilation = compile(TestWorld("std", {"d.vdl": HEAD + design}), "d.vdl", as_of="2026-01-01")
        found = [(d.slug, d.subject) for d in compilation.diagnostics]
        if not rule:
            assert not found
        else:
            assert any((slug, rule) in found for slug in ("rule-failed", "rule-partly", "not-evaluated")), (new, found)


def test_a_week_has_no_edge() -> None:
    """What begins on Sunday may meet what begins on Monday."""
    for day, (late, early) in product(range(7), ((30, 29), (29, 30))):
        text = f"""design d {{ w: operations.calendar {{ storage_gives = 1 IOPS
  a: operations.operation {{ on_days = [{DAYS[day]}], begins = 23 hours, lasts = 60 minutes + {late} minutes, iops = 1 IOPS }}
  b: operations.operation {{ on_days = [{DAYS[(day + 1) % 7]}], begins = {early} minutes, lasts = 5 minutes, iops = 0 IOPS }}
}} }}
"""
        assert exact(made(text), "d", "w.a.beside") == (late > early)
