"""The file of volumes that a Storage Center's script reads, held against rows that are written one by one."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from vdl.cli import main

TOP = Path(__file__).resolve().parents[2]
HEADS = "VolName,StorageType,ParentFolder,StorageProfileName,ReplayProfile,Size,ActiveController,LUN,Cluster"
DESIGN = """edition 2026
import std.arrays.compellent
p: compellent.storage_profile {{
  label = "P", writable_tiers = [tier1], writable_level = compellent.raid10
  replay_tiers = [tier1], replay_level = compellent.raid5_9
}}
daily: compellent.replay_profile {{ label = "R", taken = "daily", expires_after = 25 hours }}
kind some: compellent.center_volumes {{ folder = "F", profile = p, replays = daily, controller = 14, cluster = "C" }}
design d "D" {{
{sets}
}}
"""

# Appendix A of the paper, row by row as it is printed.
PUBLISHED = r"""
VDI-P1-User-1 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 201 | VDI-Cluster1
VDI-P1-User-2 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 202 | VDI-Cluster1
VDI-P1-User-3 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 203 | VDI-Cluster1
VDI-P1-User-4 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 204 | VDI-Cluster1
VDI-P1-User-5 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 205 | VDI-Cluster1
VDI-P2-User-1 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 206 | VDI-Cluster2
VDI-P2-User-2 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 207 | VDI-Cluster2
VDI-P2-User-3 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 208 | VDI-Cluster2
VDI-P2-User-4 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 209 | VDI-Cluster2
VDI-P2-User-5 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 210 | VDI-Cluster2
VDI-P1-OS-1 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 211 | VDI-Cluster1
VDI-P1-OS-2 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 212 | VDI-Cluster1
VDI-P1-OS-3 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 213 | VDI-Cluster1
VDI-P1-OS-4 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 214 | VDI-Cluster1
VDI-P1-OS-5 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 14 | 215 | VDI-Cluster1
VDI-P2-OS-1 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 216 | VDI-Cluster2
VDI-P2-OS-2 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 217 | VDI-Cluster2
VDI-P2-OS-3 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 218 | VDI-Cluster2
VDI-P2-OS-4 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 219 | VDI-Cluster2
VDI-P2-OS-5 | Redundant - 2MB | VDI\DSKTPS\ | VDI-SteadyState | VDI | 10240g | 15 | 220 | VDI-Cluster2
VDI-P1-Replica-1 | Redundant - 2MB | VDI\DSKTPS\ | VDI-Replica | VDI | 10240g | 14 | 221 | VDI-Cluster1
VDI-P2-Replica-2 | Redundant - 2MB | VDI\DSKTPS\ | VDI-Replica | VDI | 10240g | 15 | 222 | VDI-Cluster2
"""


def built(design: str, folder: Path) -> int:
    given = ["--format", "md", "--document", "provisioning", "--out", str(folder), "--as-of", "2026-01-01"]
    return main(["build", design, *given])


@pytest.mark.parametrize("seed", range(4))
def test_one_row_for_each_volume_in_the_order_of_the_luns(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    sets, lun, expected = [], chance.randint(1, 300), [HEADS]
    for name in "abcd":
        number, size, first = chance.randint(0, 6), chance.choice([5, 40, 512, 1005, 2048, 10_240]), chance.randint(1, 3)
        sets.append(
            f'  {name}: some {{ name_begins = "V{name}-", volumes = {number} volume, size = {size} GiB/volume, '
            f"first_number = {first}, first_lun = {lun} }}"
        )
        for step in range(number):
            expected.append(f"V{name}-{first + step},Redundant - 2MB,F,P,R,{size}g,14,{lun + step},C")
        lun += number + chance.randint(0, 3)
    chance.shuffle(sets)
    design = tmp_path / "d.vdl"
    design.write_text(DESIGN.format(sets="\n".join(sets)), encoding="utf-8")
    assert built(str(design), tmp_path) == 0
    assert (tmp_path / "d.volumes.csv").read_bytes() == ("\n".join(expected) + "\n").encode()


@pytest.mark.parametrize(
    ("second", "code"),
    [
        ("first_lun = 4", 0),
        ("first_lun = 3", 1),  # the last of the first ones
        ('first_lun = 3, cluster = "D"', 0),  # other servers
        ("first_lun = 3, volumes = 0 volumes", 0),
    ],
)
def test_two_volumes_of_a_cluster_with_one_lun(second: str, code: int, tmp_path: Path) -> None:
    first = 'name_begins = "A-", volumes = 3 volumes, size = 5 GiB/volume, first_lun = 1'
    more = f'name_begins = "B-", {"" if "volumes" in second else "volumes = 2 volumes, "}size = 5 GiB/volume, {second}'
    design = tmp_path / "d.vdl"
    design.write_text(DESIGN.format(sets=f"  a: some {{ {first} }}\n  b: some {{ {more} }}"), encoding="utf-8")
    assert built(str(design), tmp_path) == code


def test_a_size_that_the_script_can_not_be_given(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    design = tmp_path / "d.vdl"
    one = 'name_begins = "A-", volumes = 1 volume, size = 1 TB/volume, first_lun = 1'
    design.write_text(DESIGN.format(sets=f"  a: some {{ {one} }}"), encoding="utf-8")
    assert built(str(design), tmp_path) == 0
    assert "warning[rule-failed]: rule `a.whole_gigabytes`" in capsys.readouterr().err


@pytest.fixture(scope="module")
def example(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The files of all designs of the example, built once."""
    folder = tmp_path_factory.mktemp("example")
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(TOP)
        assert built("examples/compellent-view/design.vdl", folder) == 0
    return folder


def test_the_published_file(example: Path) -> None:
    rows = [line.replace(" | ", ",") for line in PUBLISHED.strip().splitlines()]
    expected = "".join(f"{line}\n" for line in [HEADS, *rows]).encode("ascii")
    assert (example / "view_1000.volumes.csv").read_bytes() == expected


def test_replicas_without_solid_state_drives_lie_with_the_rest(example: Path) -> None:
    rows = (example / "disks_only.volumes.csv").read_text(encoding="ascii").splitlines()[1:]
    assert len(rows) == 22
    assert {row.split(",")[3] for row in rows} == {"VDI-SteadyState"}
