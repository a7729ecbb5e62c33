"""In which order diagnostics are told."""

from __future__ import annotations

from tests.suite.case import AS_OF, TESTS
from vdl.pipeline import compile
from vdl.world import Disk

EXAMPLES = TESTS.parent / "examples"

HEAD = """esx: hypervisor { model = "ESX", own_memory = 4 GiB/host, machine_memory = 0 MiB/vm, swap_share = 0 % }
node: server { model = "Node", memory = 256 GiB/host, cores = 32 cores/host, threads = 64 threads/host }
"""

BOX = 'box: array_model { model = "Box", capacity = 40 TB/array }'


def told(design: str, imports: str = "") -> list[str]:
    """The rules of the library that are told of a design, in order."""
    found = compile(Disk(unsaved={"design.vdl": f"edition 2026\n{imports}{HEAD}{design}"}), "design.vdl", as_of=AS_OF).diagnostics
    return [one.subject for one in found if one.slug == "rule-failed"]


def test_what_hangs_on_one_figure_is_told_before_what_hangs_on_it_and_others() -> None:
    files = "files: file_shares.home_folders { users = 300 users, each = 24_000 GB/user }"
    pool = "pool: storage_pool { array = box, headroom = 20 % }"
    for lines in ([pool, files], [files, pool]):
        design = "\n".join([BOX, "design d {", *lines, "place files on pool", "}\n"])
        rules = told(design, "import std.delivery.file_shares\n")
        assert {"files.each_not_of_all", "pool.not_very_many"} <= set(rules) and rules[0] == "files.each_not_of_all", rules


def test_it_stays_behind_what_stands_nearer_to_the_figure() -> None:
    design = """ssd: drive_model { model = "Drive", capacity = 1 TB/drive, formatted = 950 GB/drive, iops = 25_000 IOPS/drive }
design d {
  clerks: population { desktops = 100 desktops, desktop_memory = 4 GiB/desktop, desktop_vcpus = 2 vcpus/desktop }
  data: storage_demand { capacity = 4 TB, reads = 100 IOPS, writes = 100 IOPS }
  farm: host_cluster {
    host = node with { drive_bays = 12 drives/host }, hypervisor = esx, vcpus_per_core = 6 vcpus/core, spares = 8 hosts
    store: hyperconverged.store {
      drive = ssd, drives_per_host = 6 drives/host, protection = hyperconverged.vsan_mirror_1, slack = 30 %, derating = 20 %
      takes_memory = 10 GiB/host, takes_cpu = 10 %, format_overhead = 1 %
    }
  }
  place clerks on farm
  place data on farm.store
}
"""
    assert told(design, "import std.storage.hyperconverged\n") == ["farm.few_spares", "farm.store.survives"]


def test_what_is_not_sized_is_told_behind_the_rule_that_says_what_lacks() -> None:
    design = """tool: software { model = "System" }
design d {
  clerks: population { desktops = 100 desktops, desktop_memory = 4 GiB/desktop, desktop_vcpus = 2 vcpus/desktop }
  farm: host_cluster { host = node, hypervisor = esx, vcpus_per_core = 6 vcpus/core, spares = 1 host, memory_limit = 90 % }
  system: licences.windows_server {
    item = tool, servers = farm, edition = standard, in_a_pack = 16, packs_are = per_host, paid = once
  }
  place clerks on farm
}
"""
    text = f"edition 2026\nimport std.licences\n{HEAD}{design}"
    found = compile(Disk(unsaved={"design.vdl": text}), "design.vdl", as_of=AS_OF).diagnostics
    told = [(one.slug, one.subject) for one in found if one.subject.startswith("system.")]
    assert told == [("rule-failed", "system.machines_stated"), ("not-sized", "system.packs")]


HOSPITAL = {one.name: one.read_text(encoding="utf-8") for one in (EXAMPLES / "lakeside-hospital").glob("*.vdl")}


def first_of_hospital(name: str, written: str, slip: str) -> tuple[str, str]:
    """Slug and subject of what is told first of the example with a slip in one of its files; its budgets fail for it."""
    assert written in HOSPITAL[name]
    texts = {**HOSPITAL, name: HOSPITAL[name].replace(written, slip)}
    found = compile(Disk(unsaved=texts), "design.vdl", as_of="2026-06-01").diagnostics
    assert {"first_year", "each"} <= {one.subject for one in found if one.slug == "rule-failed"}
    return found[0].slug, found[0].subject


def test_what_is_asked_about_a_price_comes_before_the_budget_that_fails_for_it() -> None:
    told = first_of_hospital("design.vdl", "price = 0.24 EUR/kWh", "price = 24 EUR/kWh")
    assert told == ("rule-failed", "power.price_of_energy")


def test_also_where_the_price_stands_in_a_file_behind_that_of_the_budget() -> None:
    told = first_of_hospital("prices.vdl", "price = 92 EUR", "price = 9_200_000 EUR")
    assert told == ("far-off", "desktop_licences.item.price")
