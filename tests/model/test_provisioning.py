"""The table of volumes that a Storage Center's script reads, held against rows that are written one by one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from vdl.cli import main

TOP = Path(__file__).resolve().parents[2]
DESIGN = """edition 2026
import std.arrays.compellent
p: compellent.storage_profile {{ label = "P", writable_data = "w", replay_data = "r" }}
daily: compellent.replay_profile {{ label = "R", taken = "daily", expires_after = 25 hours }}
kind some: compellent.center_volumes {{ folder = "F", profile = p, replays = daily, controller = 14, cluster = "C" }}
design d "D" {{
{sets}
}}
"""


def rows(folder: Path) -> list[list[str]]:
    lines = (folder / "d.md").read_text(encoding="utf-8").splitlines()
    return [[cell.strip() for cell in line.strip("| ").split("|")] for line in lines if line.startswith("| V")][1:]


@pytest.mark.parametrize("seed", range(4))
def test_one_row_for_each_volume_in_the_order_of_the_luns(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    sets, lun, expected = [], chance.randint(1, 300), []
    for name in "abcd":
        number, size, first = chance.randint(1, 6), chance.choice([5, 40, 512, 1005, 2048, 10_240]), chance.randint(1, 3)
        sets.append(
            f'  {name}: some {{ name_begins = "V{name}-", volumes = {number} volume, size = {size} GiB/volume, '
            f"first_number = {first}, first_lun = {lun} }}"
        )
        for step in range(number):
            named = f"V{name}-{first + step}"
            expected.append([named, "Redundant - 2MB", "F", "P", "R", f"{size:04}g", "14", str(lun + step), "C"])
        lun += number + chance.randint(0, 3)
    chance.shuffle(sets)
    design = tmp_path / "d.vdl"
    design.write_text(DESIGN.format(sets="\n".join(sets)), encoding="utf-8")
    written = ["--format", "md", "--document", "compellent.provisioning", "--out", str(tmp_path), "--as-of", "2026-01-01"]
    assert main(["build", str(design), *written]) == 0
    assert rows(tmp_path) == expected


def test_the_published_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Appendix A: the users' volumes of both pools, then those of the system disks, then the replicas."""
    monkeypatch.chdir(TOP)
    given = ["examples/compellent-view/design.vdl", "--design", "view_1000", "--document", "compellent.provisioning"]
    assert main(["build", *given, "--format", "md", "--out", str(tmp_path), "--as-of", "2026-01-01"]) == 0
    names = [f"VDI-P{pool}-{what}-{i}" for what in ("User", "OS") for pool in (1, 2) for i in range(1, 6)]
    names += ["VDI-P1-Replica-1", "VDI-P2-Replica-2"]
    (tmp_path / "view_1000.md").rename(tmp_path / "d.md")
    expected = [
        [name, "Redundant - 2MB", "VDI\\\\DSKTPS\\\\", "VDI-Replica" if "Replica" in name else "VDI-SteadyState", "VDI", "10240g",
         "14" if "-P1-" in name else "15", str(201 + at), "VDI-Cluster" + name[5]]
        for at, name in enumerate(names)
    ]  # fmt: skip
    assert rows(tmp_path) == expected
