"""A design with a range has its documents: what hangs on it either way is told as what may be."""

from __future__ import annotations

from pathlib import Path
from shutil import copytree

import pytest

from tests.suite.case import TESTS
from vdl.cli import main

DESIGN = """edition 2026
node: server { model = "Node 512", memory = 512 GiB/host, cores = 24 cores/host, clock = 2.5 GHz/core }
design r "Ranges" {
  people: population { desktops = 400 desktops, desktop_memory = MEMORY, desktop_cpu = CPU, desktop_vcpus = 2 vcpus/desktop }
  nodes: host_cluster { host = node, spares = 1 host, memory_limit = 90 %, cpu_limit = 80 %, vcpus_per_core = 6 vcpus/core }
  place people on nodes
}
"""


@pytest.mark.parametrize(
    "memory, cpu, said", [("8", "0.5..0.9", ["processors 52.1–93.8 %", "memory 78.1 %"]), ("6..8", "0.5", ["memory 58.6–78.1 %"])]
)
@pytest.mark.parametrize("years", ["", "axis year kept { y1, y2 }\n"])
def test_what_is_in_use_when_a_host_fails(memory: str, cpu: str, said: list[str], years: str, tmp_path: Path) -> None:
    design = DESIGN.replace("MEMORY", f"{memory} GiB/desktop").replace("CPU", f"{cpu} GHz/desktop")
    (tmp_path / "r.vdl").write_text(design.replace("node:", f"{years}node:", 1), encoding="utf-8")
    assert main(["build", str(tmp_path / "r.vdl"), "--format", "md", "--out", str(tmp_path)]) == 0
    text = (tmp_path / "r.md").read_text(encoding="utf-8")
    assert all(f"- **One host fails**: {one}" in text for one in said)


CRATES = """edition 2026
/// What is sent.
kind crate { weight: Weight, let heavy: Boolean = weight > 50 kg }
document crates "Crates" {
  for c in all crate { if c.heavy { text "{c.full_name} is heavy" } }
}
"""


def test_a_document_of_the_library_that_can_not_decide_names_the_figure_of_the_author(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    library = tmp_path / "library"
    copytree(TESTS / "suite" / "library", library)
    (library / "tools" / "crates.vdl").write_text(CRATES, encoding="utf-8")
    design = 'edition 2026\nimport std.tools.crates\ndesign d "D" {\n  small: crates.crate { weight = 40..60 kg }\n}\n'
    (tmp_path / "d.vdl").write_text(design, encoding="utf-8")
    arguments = ["--library", str(library), "--document", "crates", "--format", "md", "--out", str(tmp_path)]
    assert main(["build", str(tmp_path / "d.vdl"), *arguments]) == 1
    said = capsys.readouterr().err
    assert "d.vdl:4:" in said.split("-->")[1] and "it comes of `small.weight`" in said
