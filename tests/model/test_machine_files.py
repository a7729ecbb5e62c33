"""Disks and files of desktops against a walk over their machines, datastores and hosts, one after the other."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.delivery.clones
import std.delivery.mcs
import std.delivery.pvs
esx: hypervisor { model = "ESX", own_memory = 4 GiB/host, machine_memory = 0 MiB/vm, swap_share = 100 % }
xen: hypervisor { model = "Xen", own_memory = 4 GiB/host, machine_memory = 0 MiB/vm, swap_share = 0 % }
"""
MB_OF_GIB = Fraction(1024**3, 1000**2)
FEW = Random(11)


class Office(NamedTuple):
    desktops: int
    memory: int  # GiB
    reserved: int  # %, of the memory
    hypervisor: str
    suspended: int  # %, of the desktops; they are whole
    logs: int  # MB
    image: int  # GB
    images: int
    stores: int  # datastores, or repositories
    clusters: int
    apart: bool  # replicas on a datastore of their own
    copies: int  # of an image while it is updated
    written: int  # GB, what a desktop has written
    disposable: int  # GB
    growth: int  # %
    hosts: int
    lost: int  # hosts without their cache
    drive: int  # GB, of a host
    iops: int
    reads: int  # %
    missed: int  # %, reads that pass a cache
    through: int  # %, writes that pass a cache

    def text(self, name: str) -> str:
        common = f"""desktops = {self.desktops} desktops, desktop_memory = {self.memory} GiB/desktop
    memory_reserved = {self.reserved} %
    desktop_iops = {self.iops} IOPS/desktop, read_share = {self.reads} %, image = {self.image} GB/image
    suspended = {self.suspended} %, logs = {self.logs} MB/desktop, disk_growth = {self.growth} %"""
        clones = f"""delta_size = {self.written} GB/desktop, replicas = {self.images} images, datastores = {self.stores} volumes
    clusters = {self.clusters} clusters, replica_apart = {str(self.apart).lower()}, in_update = {self.copies}"""
        return f"""
node_{name}: server {{ model = "Node", memory = 4096 GiB/host, local_disk = {self.drive} GB/host }}
design {name} {{
  nodes: host_cluster {{ host = node_{name}, hypervisor = {self.hypervisor}, hosts = {self.hosts} hosts }}
  linked: clones.linked {{ {common}, {clones}
    disposable_disk = {self.disposable} GB/desktop }}
  instant: clones.instant {{ {common}, {clones} }}
  full: clones.full {{ {common}, written = {self.written} GB/desktop, images = {self.images} images }}
  copied: mcs.full_copies {{ {common}, written = {self.written} GB/desktop, images = {self.images} images
    repositories = {self.stores} volumes, in_update = {self.copies} }}
  made: mcs.machine_creation {{ {common}, difference_disk = {self.written} GB/desktop
    images = {self.images} images, repositories = {self.stores} volumes, in_update = {self.copies} }}
  streamed: pvs.streamed {{ {common}, write_cache_size = {self.written} GB/desktop
    images = {self.images} images, image_copies = {self.copies} }}
  cache: mcs.host_read_cache {{ serves = made, read_miss = {self.missed} %, write_through = {self.through} %
    hosts_lost = {self.lost} hosts }}
  pool: storage_pool {{ array: array_model {{ model = "Array", capacity = 1000 TB/array }} }}
  place linked, instant, full, copied, made, streamed on nodes
  place linked.replica, linked.delta, linked.swap, instant.replica, instant.delta, instant.swap on pool
  place full.disks, full.swap, copied.disks, copied.swap, made.swap, streamed.write_cache, streamed.image_store on pool
  place made.disks via cache on pool
}}
"""

    # ------------------------------------------------------------------ in MB, machine by machine
    def beside(self) -> Fraction:
        """Logs of all machines, and the memory of those that are suspended."""
        suspended = self.desktops * self.suspended // 100
        asleep = self.memory * MB_OF_GIB
        return sum((self.logs + (asleep if n < suspended else Fraction(0)) for n in range(self.desktops)), Fraction(0))

    def swap(self) -> Fraction:
        each = self.memory * MB_OF_GIB * (100 - self.reserved) / 100 if self.hypervisor == "esx" else Fraction(0)
        return sum((each for _ in range(self.desktops)), Fraction(0))

    def grown(self, disks: Fraction | int) -> Fraction:
        return Fraction(disks + self.beside()) * (100 + self.growth) / 100

    def disks(self, each: int) -> int:
        return sum(each for _ in range(self.desktops))

    def images_on(self, places: int) -> int:
        return sum(self.image * 1000 for _ in range(places) for _ in range(self.images) for _ in range(self.copies))

    def replicas(self) -> int:
        return self.images_on(self.clusters if self.apart else self.stores)

    # ------------------------------------------------------------------ what passes a cache, desktop by desktop
    def on_hosts(self) -> list[int]:
        """Desktops of each host, spread evenly, the fullest first."""
        return sorted((self.desktops // self.hosts + (n < self.desktops % self.hosts) for n in range(self.hosts)), reverse=True)

    def keeps(self) -> bool:
        """Whether the fullest host has room for an image, and what its desktops write."""
        each = Fraction(self.written * 1000 + 16) * (100 + self.growth) / 100
        return self.image * 1000 + self.on_hosts()[0] * each <= self.drive * 1000

    def alone(self) -> int:
        """Desktops without a cache."""
        return self.desktops if not self.keeps() else min(self.desktops, self.lost * self.on_hosts()[0])

    def past_the_cache(self) -> tuple[Fraction, Fraction]:
        """Reads and writes. The fullest host is taken for each that lost its cache."""
        alone = self.alone()
        reads = writes = Fraction(0)
        for n in range(self.desktops):
            asked = Fraction(self.iops * self.reads, 100), Fraction(self.iops * (100 - self.reads), 100)
            reads += asked[0] if n < alone else asked[0] * self.missed / 100
            writes += asked[1] if n < alone else asked[1] * self.through / 100
        return reads, writes


def drawn() -> Office:
    image = FEW.randrange(20, 60)
    suspended = FEW.choice((0, 0, 25, 50))
    return Office(
        FEW.randrange(1, 60) * 4, FEW.randrange(1, 9), FEW.choice((0, 50, 100)), FEW.choice(("esx", "xen")), suspended,
        FEW.choice((0, 40, 100)), image, FEW.randrange(1, 4), FEW.randrange(1, 6), FEW.randrange(1, 4), FEW.choice((False, True)),
        FEW.choice((1, 2)), FEW.randrange(1, 20), FEW.choice((0, 4, 16)), FEW.choice((0, 15)), FEW.randrange(1, 12),
        FEW.randrange(0, 3), FEW.choice((100, 400, 1_600)), FEW.randrange(1, 60),
        FEW.choice((0, 10, 30, 80)), FEW.choice((0, 5, 50, 100)), FEW.choice((0, 20, 100)),
    )  # fmt: skip


def test_disks_and_files_are_those_of_a_walk_over_the_machines() -> None:
    offices = {f"d{n}": drawn() for n in range(14)}
    text = HEAD + "".join(office.text(name) for name, office in offices.items())
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    kept = set()
    for name, office in offices.items():
        mb = 1000 * office.written
        memory_on_disk = office.swap() / office.desktops
        reads, writes = office.past_the_cache()
        kept.add(office.keeps())
        own = Fraction(office.disks(mb + 16)) * (100 + office.growth) / 100
        cached = own * Fraction(office.desktops - office.alone(), office.desktops)  # of those that have a cache
        on_shared = office.grown(office.disks(mb + 16)) - cached
        expected = {
            "linked.replica.capacity / (1 MB)": office.replicas(),
            "linked.delta.capacity / (1 MB)": office.grown(office.disks(mb + 20 + 1000 * office.disposable)),
            "linked.swap.capacity / (1 MB)": office.swap(),
            "instant.replica.capacity / (1 MB)": office.replicas(),
            "instant.delta.capacity / (1 MB)": office.grown(office.disks(mb)),
            "full.disks.capacity / (1 MB)": office.grown(office.disks(mb)) + office.image * 1000 * office.images,
            "copied.disks.capacity / (1 MB)": office.grown(office.disks(mb + 16)) + office.images_on(office.stores),
            "made.disks.capacity / (1 MB)": office.grown(office.disks(mb + 16)) + office.images_on(office.stores),
            "made.swap.capacity / (1 MB)": office.swap(),
            "streamed.write_cache.capacity / (1 MB)": office.grown(office.desktops * (memory_on_disk + mb)),
            "streamed.swap.capacity / (1 MB)": 0,
            "streamed.image_store.capacity / (1 MB)": office.images_on(1),
            "cache.load.reads / (1 IOPS)": office.desktops * Fraction(office.iops * office.reads, 100),
        }
        for expression, value in expected.items():
            assert exact(compilation, name, expression) == value, f"{expression} of {office}"
        passed = "cache.pass(made.disks)"
        assert exact(compilation, name, f"{passed}.reads / (1 IOPS)") == reads, office
        assert exact(compilation, name, f"{passed}.writes / (1 IOPS)") == writes, office
        assert exact(compilation, name, f"{passed}.capacity / (1 MB)") == on_shared + office.images_on(office.stores), office
    assert kept == {True, False}, "some caches fit and some do not"
