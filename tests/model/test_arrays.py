"""Arrays and their volumes against the smallest number that does it, tried one after the other."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile

HEAD = """edition 2026
import std.storage.arrays
import std.storage.reduction
import std.storage.volumes
"""
FEW = Random(11)


class Box(NamedTuple):
    capacity: int  # GB
    iops: int
    one_down: int  # IOPS, with one controller
    throughput: int  # MB/s
    ports: int
    ports_down: int
    port: int  # MB/s
    rated: int  # IOPS, of the rating


class Load(NamedTuple):
    phases: tuple[tuple[int, int], ...]  # IOPS and KiB of an operation
    kinds: tuple[tuple[int, int], ...]  # GB written and ratio in halves, of each kind of data
    headroom: int  # %
    port_limit: int  # %
    controller_down: bool
    provisioned: int  # GB
    provisioned_limit: int  # %


def drawn() -> tuple[Box, Load]:
    box = Box(
        FEW.randrange(500, 20_000), FEW.randrange(5_000, 90_000), FEW.randrange(2_000, 60_000), FEW.randrange(200, 3_000),
        FEW.randrange(2, 9), FEW.randrange(1, 5), FEW.choice((125, 1_000, 1_250)), FEW.randrange(4_000, 90_000),
    )  # fmt: skip
    kinds = tuple((FEW.randrange(1, 40_000), FEW.randrange(2, 21)) for _ in range(3))
    load = Load(
        tuple((FEW.randrange(100, 200_000), FEW.choice((4, 8, 32))) for _ in range(2)), kinds, FEW.choice((0, 15, 20)),
        FEW.choice((50, 80, 100)), FEW.random() < 0.5, FEW.randrange(1_000, 200_000), FEW.choice((80, 100, 150)),
    )  # fmt: skip
    return box, load


def written(n: int, box: Box, load: Load) -> str:
    (i1, t1), (i2, t2) = load.phases
    kinds = "\n".join(
        f"  k{k}: storage_demand {{ capacity = {size} GB, reads = 0 IOPS, writes = {k} IOPS }}\n"
        f"  r{k}: reduction.data_reduction {{ ratio = {ratio / 2} }}\n  place k{k} via r{k} on thin"
        for k, (size, ratio) in enumerate(load.kinds)
    )
    return f"""box{n}: arrays.rated_array {{
  model = "box", capacity = {box.capacity} GB/array, iops = {box.iops} IOPS/array, iops_one_down = {box.one_down} IOPS/array
  throughput = {box.throughput} MB/s/array, front_ports = {box.ports} ports/array, ports_one_down = {box.ports_down} ports/array
  port_speed = {box.port} MB/s/port
  small: arrays.rating {{ transfer = 4 KiB/io, read_share = 0 %, iops = {box.rated} IOPS/array }}
}}
design d{n} {{
  whole: storage_demand {{ capacity = 0 GB, reads = 0 IOPS, writes = {{ boot: {i1}, steady: {i2} }} IOPS }}
  rated: arrays.rated_pool {{
    array = box{n}, headroom = {load.headroom} %, port_limit = {load.port_limit} %, rating_used = box{n}.small
    transfer = {{ boot: {t1}, steady: {t2} }} KiB/io, controller_down = {str(load.controller_down).lower()}
  }}
  place whole on rated
{kinds}
  thin: reduction.thin_pool {{
    array = box{n}, headroom = {load.headroom} %, provisioned_limit = {load.provisioned_limit} %
    v: volume_set {{ volumes = 1 volume, size = {load.provisioned} GB/volume }}
  }}
}}
"""


def carries(box: Box, load: Load, arrays: int) -> bool:
    """Whether so many arrays, with one controller each where asked, pass every phase."""
    for iops, transfer in load.phases:
        if iops > arrays * min(box.iops, box.rated) or iops * transfer * 1024 > arrays * box.throughput * 1_000_000:
            return False
        ports = box.ports
        if load.controller_down:
            ports = min(ports, box.ports_down)
            if iops > arrays * box.one_down:
                return False
        if iops * transfer * 1024 > arrays * ports * box.port * 1_000_000 * Fraction(load.port_limit, 100):
            return False
    return True


def holds(box: Box, load: Load, arrays: int) -> bool:
    """Whether the reduced data fits, and what the volumes promise would at the same ratio, as far as the limit goes."""
    room = arrays * box.capacity * Fraction(100 - load.headroom, 100)
    physical = sum(Fraction(2 * size, ratio) for size, ratio in load.kinds)
    logical = sum(size for size, _ in load.kinds)
    return physical <= room and load.provisioned <= room * logical / physical * load.provisioned_limit / 100


def value(compilation: Compilation, design: str, expression: str) -> Fraction:
    return exact(compilation, design, f"number({expression})")


def test_arrays_carry_and_hold_what_is_placed() -> None:
    cases = [drawn() for _ in range(40)]
    text = HEAD + "".join(written(n, *case) for n, case in enumerate(cases))
    compilation = compile(TestWorld("std", {"arrays.vdl": text}), "arrays.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error" and d.slug != "rule-failed"]
    for n, (box, load) in enumerate(cases):
        assert value(compilation, f"d{n}", "rated.arrays") == next(a for a in count(1) if carries(box, load, a)), (box, load)
        assert value(compilation, f"d{n}", "thin.arrays") == next(a for a in count(1) if holds(box, load, a)), (box, load)


def test_volumes_hold_whole_machines() -> None:
    text, wanted = HEAD, []
    for n in range(60):
        machines, size, free, on_each = (
            FEW.randrange(1, 3_000),
            FEW.randrange(400, 4_000),
            FEW.choice((0, 10, 20)),
            FEW.randrange(0, 90),
        )
        each, most = FEW.randrange(1, 60), FEW.randrange(1, 500)
        iops, of_volume = FEW.randrange(0, 60_000), FEW.randrange(200, 3_000)
        hosts, paths = FEW.randrange(1, 33), FEW.randrange(1, 5)
        text += f"""design d{n} {{
  v: volumes.datastores {{
    size = {size} GB/volume, on_each = {on_each} GB/volume, volume_headroom = {free} %
    desktops = {machines} desktops, desktops_per_volume = {most} desktops/volume, capacity = {machines * each} GB
    iops = {iops} IOPS, iops_per_volume = {of_volume} IOPS/volume, hosts = {hosts} hosts, paths = {paths} connections/host
  }}
}}
"""
        for volumes in count(1):
            # Dealt out one after the other, the first volume gets the most.
            fullest = len(range(0, machines, volumes))
            if fullest <= most and (fullest * each + on_each) * 100 <= size * (100 - free) and iops <= volumes * of_volume:
                wanted.append((n, volumes, fullest, volumes * hosts * paths))
                break
    compilation = compile(TestWorld("std", {"volumes.vdl": text}), "volumes.vdl", as_of="2026-01-01")
    assert not [d for d in compilation.diagnostics if d.severity == "error"]
    for n, volumes, fullest, connections in wanted:
        assert value(compilation, f"d{n}", "v.volumes") == volumes
        assert value(compilation, f"d{n}", "v.clones_on_the_fullest") == fullest
        assert value(compilation, f"d{n}", "v.connections") == connections


def test_each_set_of_volumes_holds_what_lies_on_it() -> None:
    text, wanted = HEAD, []
    for n in range(40):
        sets = [(FEW.randrange(100, 4_000), FEW.randrange(0, 20_000)) for _ in range(FEW.randrange(2, 5))]
        room = FEW.randrange(5_000, 30_000)
        left_out = FEW.choice((0, 0, 1))
        bodies = "\n".join(
            f"    s{k}: volume_set {{ size = {size} GB/volume, capacity = {data} GB }}" for k, (size, data) in enumerate(sets)
        )
        text += f"""box{n}: array_model {{ model = "box", capacity = {room} GB/array }}
design d{n} {{
  data: storage_demand {{ capacity = {sum(data for _, data in sets) + left_out} GB, reads = 0 IOPS, writes = 0 IOPS }}
  pool: storage_pool {{ array = box{n}, headroom = 0 %
{bodies}
  }}
  place data on pool
}}
"""
        volumes = [next(v for v in count(0) if v * size >= data) for size, data in sets]
        taken = max(sum(v * size for v, (size, _) in zip(volumes, sets, strict=True)), sum(data for _, data in sets) + left_out)
        wanted.append((volumes, next(a for a in count(0) if a * room >= taken), not left_out))
    compilation = compile(TestWorld("std", {"sets.vdl": text}), "sets.vdl", as_of="2026-01-01")
    failed = [d for d in compilation.diagnostics if "data_fits" in d.message]
    assert not [d for d in compilation.diagnostics if d.severity == "error"]
    for n, (volumes, arrays, _) in enumerate(wanted):
        assert [value(compilation, f"d{n}", f"pool.s{k}.volumes") for k in range(len(volumes))] == volumes
        assert value(compilation, f"d{n}", "pool.arrays") == arrays
    assert len(failed) == sum(not told for _, _, told in wanted)
