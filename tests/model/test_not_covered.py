"""What a design does not cover: the machines around its desktops, and what its drives stand in."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.model import Facts

HEAD = """edition 2026
import std.delivery.file_shares
import std.raid
import std.servers.roles
node: server { model = "Node", memory = 512 GiB/host, cores = 32 cores/host }
disk: drive_model { model = "Disk", capacity = 8 TB/drive, formatted = 7.8 TB/drive, iops = 80 IOPS/drive }
box: array_model { model = "Array", capacity = 100 TB/array, iops = 90_000 IOPS/array }
shelf: hardware { model = "Shelf" }
design d {
  people: population { desktops = 100 desktops, desktop_memory = 4 GiB/desktop, density = 50 desktops/host }
  homes: file_shares.home_folders {
    users = 100 users, each = 10 GB/user, user_iops = { login: 2, steady: 1 } IOPS/user, read_share = 50 %
  }
  nodes: host_cluster { host = node, spares = 1 host }
  place people on nodes
"""
TIER = """
  drives: tier {
    drive = disk, raid = raid.raid6_6, rule = after_penalty, spares = 1 drive, headroom = 10 %, file_system_reserve = 0 %
  }
  place homes on drives
"""
POOL = "  pool: storage_pool { array = box, headroom = 10 % }\n  place homes on pool\n"
BROKERS = "  brokers: roles.connection_servers { sessions = 100 sessions }\n  place brokers on nodes\n"
FILES = "  files: file_shares.file_servers { users = 100 users, users_per_server = 200 users/vm }\n  place files on nodes\n"
OTHERS = '  other: roles.virtual_servers { role = "Windows file server" }\n  place other on nodes\n'
SHELVES = "  shelves: hardware_line { item = shelf, quantity = 1 }\n"


def not_covered(text: str) -> set[str]:
    """The labels of what the design is said not to cover."""
    compilation = compile(TestWorld("std", {"a.vdl": text}), "a.vdl", as_of=AS_OF, documents=True)
    made, _ = build(compilation, compilation.designs[0])
    (section,) = [section for section in made.sections if section.title == "What this design does not cover"]
    return {label for block in section.blocks if isinstance(block, Facts) for label, value in block.items if plain(value)}


@pytest.mark.parametrize("more, said", [
    (TIER, {"Machines around the desktops", "File servers", "Shelves and controllers"}),
    (POOL, {"Machines around the desktops", "File servers"}),
    (TIER + SHELVES, {"Machines around the desktops", "File servers"}),
    (TIER + BROKERS, {"File servers", "Shelves and controllers"}),
    (POOL + BROKERS + FILES, set()),
    (POOL + OTHERS, set()),
], ids=["drives alone", "an array", "with shelves", "with brokers", "all there", "by its role"])  # fmt: skip
def test_what_lacks_around_desktops_is_named(more: str, said: set[str]) -> None:
    found = not_covered(HEAD + more + "}\n")
    assert found & {"Machines around the desktops", "File servers", "Shelves and controllers"} == said
