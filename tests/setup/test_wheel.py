"""What `pip install .` gives, without the network: the wheel is built and run from a folder of its own."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    ran = subprocess.run(command, cwd=TOP, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    (built,) = target.glob("vdl-*.whl")
    with zipfile.ZipFile(built) as archive:
        archive.extractall(target / "installed")
    return target / "installed"


def python(wheel: Path, code: str) -> str:
    """What `code` writes with the wheel's package and no other."""
    program = f"import sys; sys.path.insert(0, {str(wheel)!r})\n{code}"
    ran = subprocess.run([sys.executable, "-c", program], cwd=wheel.parent, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return ran.stdout.strip()


def test_grammar_and_library_are_inside_the_package(wheel: Path) -> None:
    def files(folder: Path) -> set[str]:
        return {str(file.relative_to(folder)) for file in folder.rglob("*") if file.is_file()}

    assert files(wheel / "vdl" / "stdlib") == files(TOP / "stdlib")
    assert files(wheel / "vdl" / "grammar") == {"vdl.lark", "vdl.grammar"}
    assert len(files(wheel / "vdl" / "trees")) == len(list((TOP / "stdlib").rglob("*.vdl")))
    tops = {path.name for path in wheel.iterdir() if not path.name.endswith(".dist-info")}
    assert tops == {"vdl"}


def test_the_package_is_whole(wheel: Path) -> None:
    def sources(folder: Path) -> set[str]:
        return {str(file.relative_to(folder)) for file in folder.rglob("*.py")}

    assert sources(wheel / "vdl") == sources(TOP / "vdl")


def test_the_package_finds_them(wheel: Path) -> None:
    out = python(wheel, "from vdl.world import shipped; print(shipped.LIBRARY); print(shipped.GRAMMAR)")
    assert out.splitlines() == [str(wheel / "vdl" / "stdlib"), str(wheel / "vdl" / "grammar")]


def test_the_first_run_makes_nothing_that_is_kept(wheel: Path) -> None:
    code = """
import sys
sys.modules["lark"] = None
from vdl.parse import parse, load
from vdl.text.source import Source
from vdl.world import Disk
assert len(parse(Source("x", "edition 2026"))[0].items) == 1
load.parse = None
world = Disk()
for name in world.library():
    assert load.load(world, name)[1] == []
print("fine")
"""
    assert python(wheel, code) == "fine"


def test_the_command_is_declared(wheel: Path) -> None:
    (info,) = wheel.glob("*.dist-info")
    assert "vdl = vdl.cli:entry" in (info / "entry_points.txt").read_text()
    assert "Apache License" in (info / "licenses" / "LICENSE").read_text()
