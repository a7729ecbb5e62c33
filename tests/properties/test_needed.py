"""Of a count that is not sized what is told to be needed helps: each way that is named, by itself, and nothing less than it."""

from __future__ import annotations

import re

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

KINDS = """
edition 2026
counted Hall: hall, halls
axis year kept { y1, y2 }
kind guest { path: list of store, placed_on: store?, size: Information?, each: Information?, number: Number = 1
  let takes = size else each * number
}
kind box { room: Information? }
big: box { }
kind store {
  placed : list of guest
  box    : box
  share  : Ratio? in 0<..
  reserve: Information?
  rate   : Number?
  words  : Number = rate * 2
  let on_own: Number?
  count halls: Hall
  bound load by_size: halls >= sum(placed.takes) / (box.room * (share else 100 %) - (reserve else 0 GB)) * 1 hall
  bound load by_words: halls >= (words else on_own) * 1 hall
  bound load by_own: halls >= on_own * 1 hall
  bound load never: halls >= rate * 1 hall when false
  bound load rarely: halls >= rate * 1 hall when reserve > 1 GB
  bound load by_some: halls >= max(stated(placed.each)) / (2 GB) * 1 hall
  bound load in_some: halls >= rate * 1 hall if { y1: 2, y2: 3 } > 1 else 0 halls
  bound load by_whole: halls >= packed(stated(placed.size), placed.number, box.room) * 1 hall if share is given else rate * 1 hall
}
design d {
  a: guest { }
  b: guest { number = 3 }
  s: store { box = big }
  place a, b on s
}
"""

LIBRARY = """
edition 2026
import std.servers.dell
import std.arrays.equallogic
import std.raid
import std.drives
import std.network.wan
import std.licences
design d {
  clerks  : population { desktops = 1000 desktops }
  doctors : population { desktops = 200 desktops, desktop_vcpus = 2 vcpus/desktop }
  nodes   : host_cluster { host = dell.M610 }
  place clerks, doctors on nodes
  files   : storage_demand { reads = 100 IOPS }
  pool    : storage_pool { array = equallogic.PS6010XVS }
  place files on pool
  mails   : storage_demand { }
  disks   : tier { drive = drives.sas_15k_450, raid = raid.raid10 }
  place mails on disks
}
"""

FIGURES = {
    "size": "3 GB", "each": "3 GB", "room": "9 GB", "share": "50 %", "reserve": "2 GB", "rate": "2", "words": "3",
    "density": "90 desktops/host", "desktops_per_core": "8 desktops/core", "desktop_memory": "2 GiB/desktop",
    "desktop_cpu": "300 MHz/desktop", "desktop_vcpus": "1 vcpu/desktop", "vcpus_per_core": "4 vcpus/core",
    "threads": "16 threads/host", "vcpus_per_thread": "2 vcpus/thread", "capacity": "900 GB", "writes": "50 IOPS",
    "total": "300 IOPS", "reads": "20 IOPS", "iops": "5000 IOPS/array", "throughput": "30 MB/s",
    "array.throughput": "300 MB/s/array",
}  # fmt: skip


def compiled(text: str, sets: list[str] | None = None) -> Compilation:
    compilation = compile(TestWorld("std", {"d.vdl": text.lstrip()}), "d.vdl", as_of=AS_OF, sets=sets or [])
    assert compilation.designs, [(one.slug, one.message, one.span) for one in compilation.diagnostics]
    return compilation


def needed(compilation: Compilation) -> dict[str, list[str]]:
    """What is said to be needed for each count that is not sized."""
    said = [one for one in compilation.diagnostics if one.slug in ("not-sized", "no-demand")]
    return {one.subject: list(one.notes) for one in said}


def ways(note: str) -> list[list[str]]:
    """The inputs of each way that a note tells."""
    told = note.split(" needs ", 1)[1]
    alone = ", or " not in told and " and " not in told  # "`a`, `b` or `c`": each of them is a way
    parts = re.split(", | or ", told) if alone else told.split(", or ") if ", or " in told else told.split(" or ")
    return [re.findall(r"`([^`]+)`", part) for part in parts]


def fill(path: str) -> str:
    *_, holder, name = path.split(".")
    return f"{path} = {FIGURES.get(f'{holder}.{name}', FIGURES[name])}"


def asks(compilation: Compilation, count: str, bound: str) -> bool:
    """Whether a bound of a count states a figure."""
    (found,) = [one for one in compilation.designs[0].judged.counts if one.cell.path == count]
    return any(one.required is not None for one in found.bounds if one.entry.name == bound)


@pytest.mark.parametrize("text", [KINDS, LIBRARY], ids=["kinds", "library"])
def test_each_way_that_is_told_helps_and_no_part_of_it(text: str) -> None:
    tried = 0
    for count, notes in needed(compiled(text)).items():
        for note in notes:
            bound = note.split("`")[1]
            for way in ways(note):
                tried += 1
                stated = compiled(text, [fill(path) for path in way])
                assert asks(stated, count, bound), (count, note, way)
                assert count not in needed(stated), (count, note, way)
                for left in way if len(way) > 1 else ():
                    less = compiled(text, [fill(path) for path in way if path != left])
                    assert not asks(less, count, bound), (count, way, left)
    assert tried > 6


def test_a_condition_that_holds_at_each_label_hides_nothing() -> None:
    assert "`in_some` needs `s.rate`" in needed(compiled(KINDS))["s.halls"]
