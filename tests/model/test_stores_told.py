"""What documents say of storage in the hosts: where its data lies, what fills it, and whether it carries every phase."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.plain import plain
from vdl.report.build import build
from vdl.report.drawings import Chart, Diagram
from vdl.report.model import Report, Section, Table, every_block

DESIGN = """edition 2026
import std.storage.hyperconverged
axis year kept { y2027, y2028 }
ssd: drive_model { model = "SSD", capacity = 2 TB/drive, iops = 20_000 IOPS/drive }
node: server { model = "Node", memory = 512 GiB/host, cores = 32 cores/host, drive_bays = 8 drives/host }
design d {
  people: population {
    desktops = { y2027: 200, y2028: 400 } desktops, desktop_memory = 4 GiB/desktop, density = 50 desktops/host
    disks: storage_demand { capacity = desktops * 50 GB/desktop, reads = { boot: 900, steady: 100 } IOPS, writes = 300 IOPS }
  }
  nodes: host_cluster {
    host = node, spares = 1 host
    hypervisor: hypervisor { model = "KVM", own_memory = 8 GiB/host, machine_memory = 0 MiB/vm, swap_share = 0 % }
    store: hyperconverged.store {
      drive = ssd, drives_per_host = 4 drives/host, protection = hyperconverged.vsan_mirror_1
      format_overhead = 0 %, slack = 25 %, derating = 50 %, takes_memory = 8 GiB/host, takes_cores = 4 cores/host
    }
  }
  place people on nodes
  place people.disks on nodes.store
}
"""


@pytest.fixture(scope="module")
def told() -> Report:
    compilation = compile(TestWorld("std", {"d.vdl": DESIGN}), "d.vdl", as_of=AS_OF, documents=True)
    assert not compilation.failed, [d.message for d in compilation.diagnostics if d.severity == "error"]
    made, found = build(compilation, compilation.designs[0])
    assert not found
    return made


def diagram(told: Report, title: str) -> Diagram:
    (found,) = [block for block in every_block(told.sections) if isinstance(block, Diagram) and block.title == title]
    return found


def test_lines_lead_from_data_to_the_store_in_the_hosts(told: Report) -> None:
    """In the figure of all there is, too, where the store stands within its cluster."""
    where, everything = diagram(told, "Which data lies where?"), diagram(told, "What runs and lies where")
    assert [(box.title, box.note) for box in where.boxes] == [
        ("people, disks", ""), ("nodes, store", "y2027: 20; y2028: 36 of SSD"),
    ]  # fmt: skip
    assert where.links == (("people.disks", "nodes.store"),)
    (cluster,) = everything.boxes
    assert [box.title for box in cluster.boxes] == ["people", "store"]
    assert everything.links == (("people", "nodes.store"),)


def test_a_store_in_the_hosts_has_a_section_as_an_array_has(told: Report) -> None:
    (storage,) = [section for section in told.sections if section.title == "Storage"]
    (section,) = [block for block in storage.blocks if isinstance(block, Section)]
    assert section.title == "nodes, store: 36 of SSD"
    assert [block.title for block in section.blocks if isinstance(block, Chart)] == [
        "Does nodes, store carry every phase?", "What fills nodes, store, with its redundancy?",
    ]  # fmt: skip
    by_label, *_ = [block for block in section.blocks if isinstance(block, Table)]
    assert by_label.caption == "By phase and year"
    assert {"boot, y2027", "steady, y2028"} <= {column.head for column in by_label.columns}
    filled = {plain(row.cells[0]).partition(", ")[0] for row in by_label.rows}
    assert {"Load from outside", "The drives carry", "Capacity with redundancy", "Usable"} <= filled
