"""Servers around desktops against the fewest that do it, tried one after the other; shares against a walk over their users."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from random import Random
from typing import NamedTuple

from tests.reading import exact
from tests.suite.case import TestWorld
from vdl.pipeline import compile

HEAD = """edition 2026
import std.delivery.file_shares
import std.delivery.inline_dedupe
import std.delivery.pvs
import std.delivery.rds
import std.servers.roles
node: server { model = "Node", memory = 256 GiB/host, local_disk = 2 TB/host }
esx: hypervisor { model = "ESX", own_memory = 4 GiB/host, machine_memory = 0 MiB/vm, swap_share = 100 % }
"""
MB_OF_GIB = Fraction(1024**3, 1000**2)
FEW = Random(3)


class Site(NamedTuple):
    people: int
    per_broker: int
    spares: int
    ports: int
    threads: int
    mbps: int  # network of one streaming server, 0 where it is not stated
    image: int  # GB
    images: int
    system: int  # GB
    log_days: int
    per_file_server: int
    each: int  # GB of a user
    filled: int  # %
    signing_in: int  # %
    container: bool
    iops: int  # of a server
    reads: int  # %
    session_iops: int

    def text(self, name: str) -> str:
        network = f", stream_network = {self.mbps} Mbps/vm" if self.mbps else ""
        own = f"copy_iops = {self.iops} IOPS/vm, read_share = {self.reads} %, copy_memory = 4 GiB/vm"
        return f"""
size_{name}: rds.machine_size {{ vcpus = 4 vcpus/vm, memory = 16 GiB/vm }}
design {name} {{
  hosts: host_cluster {{ host = node, hypervisor = esx }}
  brokers: roles.connection_servers {{ sessions = {self.people} sessions, sessions_per_server = {self.per_broker} sessions/vm
    spares = {self.spares} vms, copy_iops = {self.iops} IOPS/vm, read_share = {self.reads} % }}
  controllers: roles.delivery_controllers {{ desktops = {self.people} desktops, spares = {self.spares} vms
    copy_disk = 40 GB/vm, {own} }}
  database: roles.desktop_database {{ desktops = {self.people} desktops, system_disk = {self.system} GB/vm
    log_kept = {self.log_days} days, {own} }}
  files: file_shares.file_servers {{ users = {self.people} users, users_per_server = {self.per_file_server} users/vm
    spares = {self.spares} vms, copy_disk = 60 GB/vm, {own} }}
  streaming: pvs.streaming_servers {{ streams = {self.people} desktops, stream_ports = {self.ports}
    threads_per_port = {self.threads}{network}, spares = {self.spares} vms, copy_memory = 64 GiB/vm, copy_disk = 80 GB/vm
    copy_iops = {self.iops} IOPS/vm, image = {self.image} GB/image, images = {self.images} images }}
  farm: rds.session_hosts {{ sessions = {self.people} sessions, machine = size_{name}, machine_disk = 50 GB/vm
    sessions_per_vcpu = 4 sessions/vcpu, spares = {self.spares} vms
    session_iops = {self.session_iops} IOPS/session, read_share = {self.reads} % }}
  profiles: file_shares.user_profiles {{ users = {self.people} users, each = {self.each} GB/user, filled = {self.filled} %
    load = file_shares.{"fslogix" if self.container else "many_files"}, signing_in = {self.signing_in} %
    read_share = {self.reads} % }}
  pool: storage_pool {{ array: array_model {{ model = "Array", capacity = 100 TB/array }} }}
  own: rds.own_disks {{ servers = hosts }}
  place brokers, controllers, database, files, streaming, farm on hosts
  ilio: inline_dedupe.inline_appliance {{ takes_memory = 8 GiB/host, takes_vcpus = 1 vcpu/host, saving = 60 %
    boot_disk = 0 GB/host, boot_disks {{ reads = 0 IOPS, writes = 0 IOPS }} }}
  place ilio.appliance on hosts
  place farm.disks via ilio on own
  place brokers.disks, controllers.disks, database.disks, files.disks, streaming.disks, profiles, ilio.boot_disks on pool
}}
"""

    def fewest(self, each: int) -> int:
        """Servers of which so many may fail and the others still carry everybody."""
        return next(n for n in count(self.spares) if (n - self.spares) * each >= self.people)

    def streamed_by_one(self) -> int:
        """Desktops on one streaming server, one more at a time: each takes a thread, and a part of the network."""
        fits = 0
        while fits < self.ports * self.threads and (not self.mbps or (fits + 1) * Fraction(1000, 700) <= self.mbps):
            fits += 1
        return fits


def drawn() -> Site:
    return Site(
        FEW.choice((0, 1, 90, 700, 1_900, 4_300)), FEW.choice((500, 2_000, 4_000)), FEW.choice((0, 1, 2)),
        FEW.choice((1, 20, 45)),
        FEW.choice((8, 16)), FEW.choice((0, 100, 1_000, 10_000)), FEW.randrange(5, 30), FEW.randrange(1, 3),
        FEW.choice((60, 100)), FEW.choice((1, 7, 30)), FEW.choice((250, 1_000)), FEW.choice((5, 30)), FEW.choice((40, 100)),
        FEW.choice((0, 10, 100)),
        FEW.choice((True, False)),
        FEW.randrange(1, 200),
        FEW.randrange(0, 101), FEW.randrange(1, 12),
    )  # fmt: skip


def test_servers_are_the_fewest_and_shares_those_of_their_users() -> None:
    sites = {f"d{n}": drawn() for n in range(9)}
    text = HEAD + "".join(site.text(name) for name, site in sites.items())
    compilation = compile(TestWorld("std", {"d.vdl": text}), "d.vdl", as_of="2026-01-01")
    for name, site in sites.items():
        brokers, controllers, files = site.fewest(site.per_broker), site.fewest(2_000), site.fewest(site.per_file_server)
        streaming = max(2, site.fewest(site.streamed_by_one()))
        machines = site.fewest(16) if site.people else 0
        hosts = int(exact(compilation, name, "hosts.hosts_for_load / (1 host)"))
        fullest = max((len(range(n, machines, hosts)) for n in range(hosts)), default=0)  # dealt out one after the other
        # GiB of each machine, and how many there are. Where those of each size, so dealt, do not fit on one host, there may be
        # more session hosts on one, but no more than it holds.
        others = ((10, brokers), (4, controllers), (4, 2), (4, files), (64, streaming), (16, machines))
        if sum(size * -(-number // hosts) for size, number in others) > 256 - 4 - 8:
            least, fullest = fullest, int(exact(compilation, name, "own.fullest_capacity * (1 host) / (1 MB)")
                                          / ((50_000 + 16 * MB_OF_GIB) * Fraction(40, 100)))  # fmt: skip
            assert least <= fullest <= max(least, min(machines, (256 - 4 - 8) // 16))
        known = sum((Fraction(250, 20_000) + Fraction(145, 100) * site.log_days for _ in range(site.people)), Fraction(0))
        at_sign_in, at_work = 50, 10 if site.container else 20
        one = Fraction(at_sign_in * site.signing_in + at_work * (100 - site.signing_in), 100)
        busy = sum((one for _ in range(site.people)), Fraction(0))
        expected = {
            "brokers.copies / (1 vm)": brokers,
            "brokers.disks.capacity / (1 MB)": brokers * (70_000 + 10 * MB_OF_GIB),
            "controllers.copies / (1 vm)": controllers,
            "controllers.disks.capacity / (1 MB)": controllers * (40_000 + 4 * MB_OF_GIB),
            "controllers.disks.writes / (1 IOPS)": controllers * Fraction(site.iops * (100 - site.reads), 100),
            "database.disks.capacity / (1 MB)": 2 * (1000 * site.system + known + 4 * MB_OF_GIB),
            "files.copies / (1 vm)": files,
            "files.disks.iops / (1 IOPS)": files * site.iops,
            "streaming.copies / (1 vm)": streaming,
            "streaming.disks.capacity / (1 MB)": streaming * (80_000 + 64 * MB_OF_GIB),
            "farm.virtual_machines / (1 vm)": machines,
            "farm.disks.capacity / (1 MB)": machines * (50_000 + 16 * MB_OF_GIB),
            "farm.disks.iops / (1 IOPS)": site.people * site.session_iops,
            "ilio.stored_on_fullest * (1 host) / (1 MB)": fullest * (50_000 + 16 * MB_OF_GIB) * Fraction(40, 100),
            "own.fullest_capacity * (1 host) / (1 MB)": fullest * (50_000 + 16 * MB_OF_GIB) * Fraction(40, 100),
            "own.fullest_iops * (1 host) / (1 IOPS)": Fraction(site.people * site.session_iops * fullest, machines or 1),
            "profiles.capacity / (1 MB)": sum((Fraction(10 * site.each * site.filled) for _ in range(site.people)), Fraction(0)),
            "(profiles.iops at login) / (1 IOPS)": busy,
            "(profiles.iops at logoff) / (1 IOPS)": busy,
            "(profiles.iops at steady) / (1 IOPS)": site.people * at_work,
            "(profiles.iops at boot) / (1 IOPS)": 0,
        }
        for expression, value in expected.items():
            assert exact(compilation, name, expression) == value, f"{expression} of {site}"
