"""Storms against a clock that lets desktops begin and end one after the other."""

from __future__ import annotations

from fractions import Fraction
from heapq import heappop, heappush
from math import ceil
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.workload.storms
"""
FEW = Random(5)


class Storm(NamedTuple):
    desktops: int
    takes_part: int  # %
    rate: int  # desktops a minute, 0 for all at once
    each: Fraction  # minutes
    limit: int  # 0 for none
    iops: int
    reads: int  # %
    others: int  # IOPS
    others_read: int  # %
    gives: int  # IOPS

    def text(self, name: str) -> str:
        rate = f", start_rate = {self.rate} desktops/minute" if self.rate else ""
        limit = f", limit = {self.limit} vms" if self.limit else ""
        return f"""
design {name} {{
  s: storms.storm {{ desktops = {self.desktops} desktops, takes_part = {self.takes_part} %{rate}{limit}
    each = {self.each * 60} s, iops = {self.iops} IOPS/desktop, read_share = {self.reads} %
    others_iops = {self.others} IOPS/desktop, others_read_share = {self.others_read} %
    storage_gives = {self.gives} IOPS }}
}}
"""

    def run(self) -> tuple[int, Fraction]:
        """The most that are at it at a time, and minutes from the first begin to the last end."""
        number = ceil(Fraction(self.desktops * self.takes_part, 100))
        ends: list[Fraction] = []
        most, last = 0, Fraction(0)
        for n in range(number):
            begins = Fraction(n, self.rate) if self.rate else Fraction(0)
            while ends and ends[0] <= begins:
                heappop(ends)
            if self.limit and len(ends) == self.limit:
                begins = heappop(ends)
            heappush(ends, begins + self.each)
            last = max(last, begins + self.each)
            most = max(most, len(ends))
        return most, last


def drawn() -> Storm:
    return Storm(
        FEW.choice((0, 1, 7, 40, 250, 600)), FEW.choice((0, 20, 50, 100)), FEW.choice((0, 1, 3, 16, 64, 110)),
        FEW.choice((Fraction(1, 2), Fraction(1), Fraction(3), Fraction(5, 3), Fraction(10))), FEW.choice((0, 1, 8, 12, 20, 50)),
        FEW.randrange(1, 90), FEW.randrange(0, 101), FEW.randrange(0, 20),
        FEW.randrange(0, 101), FEW.choice((100, 900, 5_000, 40_000)),
    )  # fmt: skip


def test_storms_go_as_on_a_clock() -> None:
    storms = {f"d{n}": drawn() for n in range(90)}
    text = HEAD + "".join(storm.text(name) for name, storm in storms.items())
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    waited = 0
    for name, storm in storms.items():
        most, last = storm.run()
        number = ceil(Fraction(storm.desktops * storm.takes_part, 100))
        asked = Fraction(most * storm.iops + (storm.desktops - most) * storm.others)
        read = Fraction(most * storm.iops * storm.reads + (storm.desktops - most) * storm.others * storm.others_read, 100)
        work = number * storm.iops * storm.each
        waited += bool(storm.limit and most == storm.limit < number)
        assert exact(compilation, name, "s.at_once / (1 desktop)") == most, storm
        assert exact(compilation, name, "s.lasts / (1 minute)") == last, storm
        assert exact(compilation, name, "s.lasts_on_storage / (1 minute)") == max(last, work / storm.gives), storm
        assert exact(compilation, name, "s.average * s.desktops / (1 IOPS)") == asked, storm
        if asked:
            assert exact(compilation, name, "s.average * s.desktops * s.average_read_share / (1 IOPS)") == read, storm
    assert 10 < waited < 80, "at some the broker is the limit"


def test_the_busiest_part_of_a_window_begins_so_many() -> None:
    """People who come within an hour, four tenths of them in its busiest ten minutes, minute by minute."""
    storm = "desktops = 900 desktops, window = 60 minutes, each = 2 minutes, limit = 200 vms"
    text = f"{HEAD}design d {{ s: storms.storm {{ {storm} }} }}\n"
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    come = [Fraction(900 * 60, 100 * 50)] * 25 + [Fraction(900 * 40, 100 * 10)] * 10 + [Fraction(900 * 60, 100 * 50)] * 25
    assert sum(come) == 900
    assert exact(compilation, "d", "s.start_rate * (1 minute) / (1 desktop)") == max(come)
    assert exact(compilation, "d", "s.at_once / (1 desktop)") == max(come[n] + come[n + 1] for n in range(59))
    assert exact(compilation, "d", "s.lasts / (1 minute)") == 62
