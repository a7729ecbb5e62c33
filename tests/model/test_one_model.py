"""What reads the one `host` of a cluster says that it needs hosts of one model, for a cluster may hold several."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from vdl.cli import main

LIBRARY = Path(__file__).resolve().parents[2] / "stdlib"
BLOCK = re.compile(r"^(?:kind|on|document) .*?^}", re.M | re.S)
READS = re.compile(r"\b(?!b\.|batches\.)\w+\.host\.\w+|\bmost_on_a_host")
FILES = sorted(path for path in LIBRARY.rglob("*.vdl") if path.parent.name != "prelude")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_who_reads_the_host_of_a_cluster_needs_one_model(path: Path) -> None:
    for block in BLOCK.findall(path.read_text(encoding="utf-8")):
        assert not READS.search(block) or "one_model" in block, f"{READS.search(block)} in {block.splitlines()[0]}"


MIXED = """edition 2026
import std.servers.mixed
none: hypervisor { model = "None", own_memory = 0 GiB/host }
small: server { model = "Small", memory = 96 GiB/host }
large: server { model = "Large", memory = 256 GiB/host, parts = "two processors" }
design office "Office" {
  clerks: population { desktops = 400 desktops, desktop_memory = 4 GiB/desktop }
  farm: mixed.mixed_cluster {
    host = large, hypervisor = none, spares = 1 host
    older: mixed.older_hosts { host = small, hosts = 6 hosts }
  }
  place clerks on farm
}
"""


def test_a_document_names_each_model_with_its_number(tmp_path: Path) -> None:
    (tmp_path / "office.vdl").write_text(MIXED, encoding="utf-8")
    main(["build", str(tmp_path / "office.vdl"), "--format", "md", "--out", str(tmp_path)])
    made = (tmp_path / "office.md").read_text(encoding="utf-8")
    assert "| farm | Large, Small |" in made
    assert "| Large | 5 | two processors |\n| Small | 6 |" in made
    assert "| farm | Large |" not in made
