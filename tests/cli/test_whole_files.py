"""What is written is whole, wherever a process ends: each file, and the set that a build writes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from vdl.world import files

from .conftest import Vdl

OLD = {"a.html": b"old a", "b.md": b"old b"}
NEW = {"a.html": b"new a", "b.md": b"new b", "c.csv": b"new c"}
CALLS = ["open", "replace", "fsync", "remove", "listdir"]
TOP = Path(__file__).resolve().parents[2]


def texts(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def at_call(number: int, happens: Callable[[], None], monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """Makes something happen before the system is asked for the nth time; gives how often it was asked."""
    asked = 0

    def watched(real: Callable[..., object]) -> Callable[..., object]:
        def call(*arguments: object, **named: object) -> object:
            nonlocal asked
            asked += 1
            if asked == number:
                happens()
            return real(*arguments, **named)

        return call

    for name in CALLS:
        monkeypatch.setattr(os, name, watched(getattr(os, name)))
    return lambda: asked


def killed_at(number: int, folder: Path, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Writes the new set in a process that ends at once before its nth call; whether it came so far."""
    child = os.fork()
    if child == 0:
        at_call(number, lambda: os._exit(9), monkeypatch)
        files.write_set(str(folder), NEW)
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9


def test_a_process_that_is_killed_at_any_moment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = set()
    for number in range(1, 100):
        folder = tmp_path / str(number)
        folder.mkdir()
        files.write_set(str(folder), OLD)
        if not killed_at(number, folder, monkeypatch):
            break
        left = texts(folder)
        shown = {name: data for name, data in left.items() if not name.startswith(".")}
        assert shown in (OLD, NEW) or files.NOTE in left
        files.repair(str(folder))
        assert texts(folder) in (OLD, NEW)
        seen.add(texts(folder) == NEW)
    assert number > 15 and seen == {False, True}
    assert texts(folder) == NEW


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_an_exception_at_any_moment(fault: BaseException, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def happens() -> None:
        raise fault

    for number in range(1, 100):
        folder = tmp_path / str(number)
        folder.mkdir()
        files.write_set(str(folder), OLD)
        with monkeypatch.context() as patched:
            asked = at_call(number, happens, patched)
            try:
                files.write_set(str(folder), NEW)
            except type(fault):
                pass
        if asked() < number:
            break
        left = texts(folder)
        assert not [name for name in left if name.startswith(".")]
        assert left in (OLD, NEW) or (isinstance(fault, OSError) and set(left) <= set(NEW))
    assert number > 15


def test_the_next_set_repairs_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(1, 100):
        files.write_set(str(tmp_path), OLD)
        if not killed_at(number, tmp_path, monkeypatch):
            break
        files.write_set(str(tmp_path), {"a.html": b"last"})
        left = texts(tmp_path)
        assert left.pop("a.html") == b"last"
        assert left in ({"b.md": b"old b"}, {"b.md": b"new b", "c.csv": b"new c"})
        (tmp_path / "c.csv").unlink(missing_ok=True)


def test_several_processes_write_one_after_the_other(tmp_path: Path) -> None:
    sets = [{f"{n}.md": f"{sort}".encode() * 1000 for n in range(5)} for sort in "xyz"]
    children = []
    for one in sets:
        child = os.fork()
        if child == 0:
            for _ in range(10):
                files.write_set(str(tmp_path), one)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0, 0]
    assert texts(tmp_path) in sets


def test_what_a_living_process_is_at_stays(tmp_path: Path) -> None:
    living = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    dead = subprocess.Popen([sys.executable, "-c", ""])
    dead.wait()
    names = {sort: [f".vdl-{sort}-{process.pid}-0.part" for process in (living, dead)] for sort in ("set", "one")}
    for name in (*names["set"], *names["one"], f".vdl-set-{os.getpid()}-3.part", "movie.1.part", f"x.{dead.pid}.part"):
        (tmp_path / name).write_bytes(b"half")
    files.repair(str(tmp_path))
    living.communicate(b"\n")
    assert set(texts(tmp_path)) == {names["set"][0], names["one"][0], "movie.1.part", f"x.{dead.pid}.part"}


def test_a_note_of_others_does_nothing_outside(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    folder.mkdir()
    (tmp_path / "precious").write_text("precious")
    (folder / "mine").write_text("mine")
    part = ".vdl-set-1-0.part"
    for words in ([part, "../precious"], [part, ".."], [part, ""], ["mine", "yours"], ["x"], ["\udcff"], [part, "a/b"]):
        (folder / part).write_text("half")
        (folder / files.NOTE).write_bytes("\0".join(words).encode("utf-8", "surrogateescape"))
        files.repair(str(folder))
        assert not (folder / files.NOTE).exists()
    assert (tmp_path / "precious").read_text() == "precious" and (folder / "mine").read_text() == "mine"
    (folder / files.NOTE).symlink_to("/dev/zero")
    files.write_set(str(folder), OLD)
    assert not (folder / files.NOTE).is_symlink() and (folder / "a.html").read_bytes() == b"old a"


def test_a_set_whose_note_would_not_be_read_in_full_is_not_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    many = {f"{'x' * 20}{number}.md": b"new" for number in range(9)}
    monkeypatch.setattr(files, "_LONGEST", 200)
    files.write_set(str(tmp_path), OLD)
    with pytest.raises(OSError, match="too many files for one set") as raised:
        files.write_set(str(tmp_path), many)
    assert raised.value.filename == str(tmp_path) and texts(tmp_path) == OLD
    note = len("\0".join([f".vdl-set-{os.getpid()}-{at:x}.part\0{name}" for at, name in enumerate(many)]))
    monkeypatch.setattr(files, "_LONGEST", note)
    files.write_set(str(tmp_path), many)
    assert texts(tmp_path) == {**OLD, **many}


def test_a_link_is_replaced_and_a_folder_is_named(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("other")
    (tmp_path / "a.html").symlink_to("other")
    files.write_set(str(tmp_path), OLD)
    assert (tmp_path / "other").read_text() == "other" and not (tmp_path / "a.html").is_symlink()
    (tmp_path / "c.csv").mkdir()
    with pytest.raises(IsADirectoryError) as raised:
        files.write_set(str(tmp_path), NEW)
    assert raised.value.filename == str(tmp_path / "c.csv")
    assert (tmp_path / "a.html").read_bytes() == b"old a"


def test_what_the_system_refuses_to_replace_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    files.write_set(str(tmp_path), OLD)
    real = os.replace

    def refusing(here: str, there: str, **folders: int | None) -> None:
        if there.endswith("a.html"):
            raise PermissionError(1, "Operation not permitted", here)
        real(here, there, **folders)

    monkeypatch.setattr(os, "replace", refusing)
    with pytest.raises(PermissionError) as raised:
        files.write_set(str(tmp_path), NEW)
    assert raised.value.filename == str(tmp_path / "a.html")
    assert texts(tmp_path) == {**NEW, "a.html": b"old a"}


def test_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "x"
    files.write(str(path), b"old", mode=0o600)
    assert path.stat().st_mode & 0o777 == 0o600

    def happens() -> None:
        raise KeyboardInterrupt

    for number in range(1, 10):
        with monkeypatch.context() as patched:
            asked = at_call(number, happens, patched)
            try:
                files.write(str(path), b"new")
            except KeyboardInterrupt:
                assert texts(tmp_path) == {"x": b"old"}
        if asked() < number:
            break
    assert number > 3 and texts(tmp_path) == {"x": b"new"}


# ------------------------------------------------------------------------------ vdl build
DOCUMENT = """edition 2026
document reference "Sizing" {
  section "Counts" { table "Fleets" for f in all fleet { "Fleet": f.name, "Pupils": f.pupils } }
}
"""
BUILD = [sys.executable, "-m", "vdl", "build", "designs/trips.vdl", "--library", "lib", "--out", "out", "--as-of", "2026-01-01",
         "--format", "md,json,html"]  # fmt: skip
CHANGED = ["--set", "fleet.seats = 40 pupils/bus", "--set", "fleet.pupils = 70 pupils"]
SLOW = """
import os, sys, time
from vdl.cli import entry
real, sys.argv = os.fsync, ["vdl", *sys.argv[1:]]
def slowly(handle):
    open("begun", "w").close()
    time.sleep(60)
os.fsync = slowly
entry()
"""


@pytest.fixture
def document(town: Path) -> Path:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT)
    return town / "out"


@pytest.fixture
def environment() -> dict[str, str]:
    return {**os.environ, "PYTHONPATH": str(TOP)}


@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_build_that_is_stopped_clears_up(document: Path, environment: dict[str, str], number: int, code: int) -> None:
    subprocess.run(BUILD, env=environment, check=True, capture_output=True)
    before = texts(document)
    slow = [sys.executable, "-c", SLOW, *BUILD[3:], *CHANGED]
    building = subprocess.Popen(slow, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not Path("begun").exists():
        assert building.poll() is None
        time.sleep(0.02)
    assert len(texts(document)) == len(before) + 1
    building.send_signal(number)
    assert building.communicate() == (b"", b"")
    assert building.returncode == code
    assert texts(document) == before


def test_builds_that_are_killed(document: Path, environment: dict[str, str]) -> None:
    begun = time.monotonic()
    subprocess.run([*BUILD, *CHANGED], env=environment, check=True, capture_output=True)
    lasts = time.monotonic() - begun
    sets = [texts(document)]
    subprocess.run(BUILD, env=environment, check=True, capture_output=True)
    sets.append(texts(document))
    assert len(sets[0]) == 6 and sets[0] != sets[1]
    chance = Random(5)
    for number in range(8):
        building = subprocess.Popen(BUILD + CHANGED * (number % 2), env=environment, stdout=subprocess.PIPE)
        time.sleep(lasts * chance.uniform(0.5, 1.1))
        building.kill()
        building.communicate()
        files.repair(str(document))
        assert texts(document) in sets


def test_a_build_begins_with_repairs(vdl: Vdl, town: Path, document: Path) -> None:
    arguments = ["designs/trips.vdl", "--out", "out", "--format", "md"]
    assert vdl("build", *arguments).code == 0
    (document / ".vdl-set-999999999-0.part").write_text("new")
    (document / files.NOTE).write_text("\0".join([".vdl-set-999999999-0.part", "north.md"]))
    (document / ".vdl-set-999999999-1.part").write_text("half")
    assert vdl("build", *arguments, "--design", "nobody").code == 1
    assert set(texts(document)) == {"north.md", "south.md"}
    assert (document / "north.md").read_text() == "new"


def test_a_document_with_an_error_is_not_written(vdl: Vdl, town: Path, document: Path) -> None:
    arguments = ["designs/trips.vdl", "--out", "out", "--format", "md,html"]
    assert vdl("build", *arguments).code == 0
    before = texts(document)
    for wrong in ("{1 / (design.fleet.pupils / 1 pupil - 60)}", "{size(each(1000000000))}"):
        (town / "lib/documents/reference.vdl").write_text(DOCUMENT.replace("section", f'text "{wrong}"\n  section'))
        ran = vdl("build", *arguments)
        assert (ran.code, ran.out) == (1, ""), wrong
        assert "error[" in ran.err
        assert texts(document) == before
