"""How long tasks take, against a clock by which all that are at it share evenly what storage gives."""

from __future__ import annotations

from fractions import Fraction
from math import ceil
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.workload.times
"""
FEW = Random(7)
ZERO = Fraction(0)


class Task(NamedTuple):
    """Times in minutes; operations and megabytes of one desktop in all, and what storage gives of them in a minute; 0: silent."""

    desktops: int
    rate: int
    each: Fraction
    limit: int
    operations: int
    gives: int
    megabytes: int
    passes: int

    def text(self, name: str) -> str:
        stated = [
            f"start_rate = {self.rate} desktops/minute" if self.rate else "",
            f"limit = {self.limit} vms" if self.limit else "",
            f"each = {self.each * 60} s" if self.each else "",
            f"operations_each = {self.operations} io/desktop, storage_gives = {self.gives} io/minute" if self.operations else "",
            f"bytes_each = {self.megabytes} MB/desktop, throughput_gives = {self.passes} MB/minute" if self.megabytes else "",
        ]
        return (
            f"design {name} {{ t: times.task {{ desktops = {self.desktops} desktops, {', '.join(s for s in stated if s)} }} }}\n"
        )

    def progress(self, at_it: int) -> Fraction:
        """What part of its task each gets done in a minute, where so many are at it."""
        rates = [1 / self.each] if self.each else []
        rates += [Fraction(self.gives, at_it * self.operations)] if self.operations else []
        rates += [Fraction(self.passes, at_it * self.megabytes)] if self.megabytes else []
        return min(rates)

    def run(self) -> Fraction:
        """Minutes from the first begin to the last end."""
        come = [Fraction(n, self.rate) if self.rate else ZERO for n in range(self.desktops)]
        slots = min(self.limit or self.desktops, self.desktops)
        now, left = ZERO, list[Fraction]()
        while come or left:
            while come and come[0] <= now and len(left) < slots:
                left.append(Fraction(1))
                come.pop(0)
            if not left:
                now = come[0]
                continue
            progress = self.progress(len(left))
            step = left[0] / progress
            if come and len(left) < slots:
                step = min(step, come[0] - now)
            now += step
            left = [part - step * progress for part in left]
            left = [part for part in left if part > 0]
        return now


def drawn(paced: bool) -> Task:
    each = FEW.choice((ZERO, Fraction(1, 2), Fraction(1), Fraction(3), Fraction(5, 3)))
    operations, megabytes = FEW.choice((0, 40, 300, 9000)), FEW.choice((0, 10, 700))
    if not each and not operations and not megabytes:
        each = Fraction(2)
    rate = FEW.choice((1, 3, 16, 64)) if paced else 0
    return Task(
        FEW.choice((0, 1, 2, 7, 40, 75)), rate, each, FEW.choice((0, 1, 8, 12, 50)), operations, FEW.choice((100, 5_000, 90_000)),
        megabytes, FEW.choice((20, 400, 9_000)),
    )  # fmt: skip


def test_tasks_end_when_the_clock_says() -> None:
    tasks = {f"d{n}": drawn(paced=n % 2 == 0) for n in range(120)}
    text = HEAD + "".join(task.text(name) for name, task in tasks.items())
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    met = between = 0
    for name, task in tasks.items():
        ended = task.run()
        least, most = (exact(compilation, name, f"t.{end} / (1 minute)") for end in ("at_least", "at_most"))
        assert least <= ended <= most, task
        met += least == ended == most
        between += least < most
        if not task.rate:
            assert least == most, task
    assert met > 70 and between > 15


class Morning(NamedTuple):
    desktops: int
    before: int  # %
    come: int  # a minute
    log_in: Fraction
    start: Fraction
    rate: int
    limit: int

    def text(self, name: str) -> str:
        broker = (f", start_rate = {self.rate} desktops/minute" if self.rate else "") + (
            f", limit = {self.limit} vms" if self.limit else ""
        )
        return f"""design {name} {{
  m: times.morning {{ desktops = {self.desktops} desktops, started_before = {self.before} %, come = {self.come} desktops/minute
    log_in_each = {self.log_in * 60} s, start_each = {self.start * 60} s{broker} }}
}}
"""

    def run(self) -> tuple[Fraction, Fraction]:
        """When the last is logged on, and the longest wait for a desktop."""
        on = ceil(Fraction(self.desktops * self.before, 100))
        ends: list[Fraction] = []
        begun, last, longest = Fraction(-(10**9)), ZERO, ZERO
        for n in range(self.desktops):
            comes = Fraction(n, self.come)
            ready = comes
            if n >= on:
                begins = comes
                if self.rate:
                    begins = max(begins, begun + Fraction(1, self.rate))
                ends = sorted(end for end in ends if end > begins)
                if self.limit and len(ends) == self.limit:
                    begins = ends.pop(0)
                ready, begun = begins + self.start, begins
                ends.append(ready)
            longest = max(longest, ready - comes)
            last = max(last, ready + self.log_in)
        return last, longest


def test_mornings_go_as_users_come() -> None:
    half, mornings = (Fraction(1, 2), Fraction(2), Fraction(5)), dict[str, Morning]()
    for n in range(90):
        rate, limit = ((0, 0), (FEW.choice((1, 5)), 0), (FEW.choice((0, 5, 30)), FEW.choice((1, 10))))[n % 3]
        desktops, before, come = FEW.choice((0, 1, 9, 60, 200)), FEW.choice((0, 20, 99, 100)), FEW.choice((2, 25, 60))
        mornings[f"d{n}"] = Morning(desktops, before, come, FEW.choice(half), FEW.choice(half), rate, limit)
    text = HEAD + "".join(morning.text(name) for name, morning in mornings.items())
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    for name, morning in mornings.items():
        last, longest = morning.run()
        assert exact(compilation, name, "m.lasts / (1 minute)") == last, morning
        assert exact(compilation, name, "m.waits / (1 minute)") == longest, morning
