"""`vdl lock`: what designs stand on is pinned; what has moved is a warning, and an error with `--frozen`."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

import vdl as product
from tests.cli.conftest import Ran
from vdl.cli import main
from vdl.lock.text import read, written
from vdl.render import every_format
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source

Run = Callable[..., Ran]

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(product.__file__).parents[1])}
PRICES = "edition 2026\nlet price = 3\n"
DOCUMENT = 'edition 2026\ndocument reference "Reference" { section "Counts" { show counts } }\n'
TRIPS = "edition 2026\nimport \"../parts/prices.vdl\"\ndesign trips { fleet: fleet { pupils = 90 pupils } }\n"


@pytest.fixture
def vdl(town: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs `vdl` with the small library in a checkout whose design imports a file."""
    (town / ".git").mkdir()
    (town / "parts").mkdir()
    (town / "parts" / "prices.vdl").write_text(PRICES)
    (town / "designs" / "east.vdl").unlink()
    (town / "designs" / "trips.vdl").write_text(TRIPS)
    (town / "lib" / "documents").mkdir()
    (town / "lib" / "documents" / "reference.vdl").write_text(DOCUMENT)
    (town / "lib" / "tools.vdl").write_text("edition 2026\nkind tool { }\n")

    def run(command: str, *arguments: str, library: str = "lib") -> Ran:
        day = [] if command == "lock" else ["--as-of", "2026-01-01"]
        code = main([command, *arguments, "--library", library, *day])
        taken = capsys.readouterr()
        return Ran(code, taken.out, taken.err)

    return run


@pytest.fixture
def locked(vdl: Run) -> Run:
    assert vdl("lock").code == 0
    return vdl


def moved(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new))


# ------------------------------------------------------------------------------ what is written
def test_a_lock_pins_all_that_is_not_the_design(locked: Run, town: Path) -> None:
    lock = tomllib.loads((town / "vdl.lock").read_text())
    assert lock["format"] == 1
    assert lock["compiler"] == {"edition": "2026", "vdl": product.__version__}
    assert lock["files"] == {"parts/prices.vdl": sha256(PRICES.encode()).hexdigest()}
    files = ("documents/reference.vdl", "prelude/units.vdl")
    assert lock["library"] == {f"std:{name}": sha256((town / "lib" / name).read_bytes()).hexdigest() for name in files}
    assert {"weasyprint", "pydyf", "fonttools", "fonts/serif-regular.woff2"} <= set(lock["layout"])


def test_it_is_the_same_wherever_it_is_made(locked: Run, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = (town / "vdl.lock").read_bytes()
    assert locked("lock").out == "vdl.lock is up to date\n"
    (town / "vdl.lock").unlink()
    monkeypatch.chdir(town / "designs")
    assert main(["lock", "--library", "../lib"]) == 0
    assert (town / "vdl.lock").read_bytes() == first and not (town / "designs" / "vdl.lock").exists()
    monkeypatch.chdir(town)
    (town / "vdl.lock").unlink()
    assert locked("lock", "parts", "designs/trips.vdl", "designs").code == 0
    assert (town / "vdl.lock").read_bytes() == first


def test_line_ends_that_a_checkout_turns_move_nothing(locked: Run, town: Path) -> None:
    (town / "parts" / "prices.vdl").write_bytes(PRICES.replace("\n", "\r\n").encode("utf-8-sig"))
    assert locked("check", "designs", "--frozen").code == 0
    lock = town / "vdl.lock"
    lock.write_bytes(lock.read_bytes().replace(b"\n", b"\r\n"))
    assert locked("check", "designs", "--frozen").code == 0


def test_each_pin_is_a_line_in_order(locked: Run, town: Path) -> None:
    sections = (town / "vdl.lock").read_text().split("\n\n")[1:]
    assert [part.split("\n")[0] for part in sections] == ["[compiler]", "[layout]", "[library]", "[files]"]
    for part in sections:
        names = [line.partition(" = ")[0].strip('"') for line in part.strip().split("\n")[1:]]
        assert names == sorted(names) and len(set(names)) == len(names)


def test_names_of_any_sort_come_back(town: Path) -> None:
    names = ('a "b".vdl', "back\\slash.vdl", "ümläut.vdl", "tab\t.vdl", "\x7f.vdl", "#.vdl", "a = b.vdl")
    pins = {"files": dict.fromkeys(names, "0" * 64)}
    text = written(pins)  # type: ignore[arg-type]
    found = read(Source("vdl.lock", text))
    assert not isinstance(found, Diagnostic) and found.pins == pins
    assert tomllib.loads(text)["files"] == pins["files"]


def test_files_that_have_faults_are_not_pinned(vdl: Run, town: Path) -> None:
    moved(town / "designs" / "trips.vdl", "prices.vdl", "nowhere.vdl")
    ran = vdl("lock")
    assert ran.code == 1 and "error[file-not-found]" in ran.err and not (town / "vdl.lock").exists()


def test_folders_of_several_roots(vdl: Run, town: Path) -> None:
    (town / "other" / ".git").mkdir(parents=True)
    (town / "other" / "one.vdl").write_text("edition 2026\n")
    ran = vdl("lock", "designs", "other")
    assert ran.code == 2 and "several roots" in ran.err
    assert vdl("lock", "designs", "other", "--root", ".").code == 0


def test_a_folder_without_designs(vdl: Run, town: Path) -> None:
    (town / "empty").mkdir()
    assert "error[no-design]" in vdl("lock", "empty").err


def test_a_lock_that_cant_be_written(vdl: Run, town: Path) -> None:
    (town / "vdl.lock").mkdir()
    ran = vdl("lock")
    assert ran.code == 1 and "error[not-written]" in ran.err


# ------------------------------------------------------------------------------ what has moved
@pytest.mark.parametrize("command", ["check", "size", "build"])
def test_nothing_moved(locked: Run, command: str) -> None:
    more = ["-o", "out", "--format", "html,md"] if command == "build" else []
    for frozen in ([], ["--frozen"]):
        ran = locked(command, "designs/trips.vdl", *more, *frozen)
        assert (ran.code, ran.err) == (0, "") and "pinned" not in ran.out


@pytest.mark.parametrize("command", ["check", "size", "eval", "ask", "sweep", "compare", "explain", "graph", "build"])
def test_a_file_that_moved(locked: Run, town: Path, command: str) -> None:
    before = sha256(PRICES.encode()).hexdigest()[:12]
    moved(town / "parts" / "prices.vdl", "3", "4")
    now = sha256((town / "parts" / "prices.vdl").read_bytes()).hexdigest()[:12]
    more = {"eval": ["1"], "explain": ["fleet.buses"], "sweep": ["--vary", "fleet.pupils = [90 pupils]"],
            "build": ["-o", "out", "--format", "md"]}.get(command, [])  # fmt: skip
    ran = locked(command, "designs/trips.vdl", *more)
    said = ran.out if command == "check" else ran.err
    assert f"warning[file-moved]: `parts/prices.vdl` is not as it is pinned: {before} before, {now} now" in said
    assert ran.code == 0 and re.search(r"--> vdl.lock:\d+:1\n", said)
    frozen = locked(command, "designs/trips.vdl", *more, "--frozen")
    assert frozen.code == 1
    assert f"error[file-moved]: `parts/prices.vdl` is not as it is pinned: {before} before, {now} now" in frozen.out + frozen.err


def test_nothing_is_built_of_what_moved_while_frozen(locked: Run, town: Path) -> None:
    moved(town / "parts" / "prices.vdl", "3", "4")
    assert locked("build", "designs/trips.vdl", "-o", "out", "--format", "md", "--frozen").code == 1
    assert not (town / "out").exists()


def test_what_moved_leaves_nothing_open(locked: Run, town: Path) -> None:
    before = locked("check", "designs", "--format", "json").json()
    moved(town / "parts" / "prices.vdl", "3", "4")
    after = locked("check", "designs", "--format", "json").json()
    assert after["designs"] == before["designs"]
    assert [(d["slug"], d["severity"], d["file"]) for d in after["diagnostics"]] == [("file-moved", "warning", "vdl.lock")]


def test_the_library_moved_and_is_told_of_once(locked: Run, town: Path) -> None:
    (town / "designs" / "more.vdl").write_text("edition 2026\nimport std.tools\ndesign more { t: tools.tool { } }\n")
    locked("lock")
    moved(town / "lib" / "tools.vdl", "kind", "// other\nkind")
    moved(town / "lib" / "prelude" / "units.vdl", "Buses to buy", "Buses to hire")
    ran = locked("check", "designs")
    assert ran.out.count("warning[library-moved]: the library is not as it is pinned: 2 files of it differ") == 1
    assert ran.out.count("`std:tools.vdl`: ") == 1 and ran.out.count("`std:prelude/units.vdl`: ") == 1
    assert ran.code == 0 and "0 errors, 1 warning in 2 files" in ran.out
    frozen = locked("check", "designs", "--frozen")
    assert frozen.code == 1 and "error[library-moved]" in frozen.out and "2 designs not judged" in frozen.out


def test_a_part_of_the_library_that_the_design_does_not_use(locked: Run, town: Path) -> None:
    moved(town / "lib" / "tools.vdl", "kind", "// other\nkind")
    assert locked("check", "designs", "--frozen").code == 0


def test_another_library(locked: Run, town: Path) -> None:
    shutil.copytree(town / "lib", town / "other")
    moved(town / "other" / "prelude" / "units.vdl", "Buses to buy", "Buses to hire")
    ran = locked("check", "designs", "--frozen", library="other")
    assert ran.code == 1 and "error[library-moved]" in ran.out


def test_a_prelude_with_one_file_more(locked: Run, town: Path) -> None:
    (town / "lib" / "prelude" / "words.vdl").write_text("edition 2026\n")
    ran = locked("check", "designs")
    assert "warning[library-moved]" in ran.out and "`std:prelude/words.vdl`: not pinned, " in ran.out


def test_files_that_are_not_pinned(locked: Run, town: Path) -> None:
    (town / "parts" / "new.vdl").write_text("edition 2026\nimport std.tools\n")
    moved(town / "designs" / "trips.vdl", "design", 'import "../parts/new.vdl"\ndesign')
    ran = locked("check", "designs")
    assert "warning[not-in-lock]: `parts/new.vdl` is not pinned" in ran.out and "--> designs/trips.vdl:3:1" in ran.out
    assert "warning[not-in-lock]: `std:tools.vdl` is not pinned" in ran.out and "--> parts/new.vdl:2:1" in ran.out
    assert ran.code == 0 and locked("check", "designs", "--frozen").code == 1
    locked("lock")
    assert locked("check", "designs", "--frozen").code == 0


@pytest.mark.parametrize(("name", "pinned"), [("vdl", product.__version__), ("edition", "2026")])
def test_another_compiler(locked: Run, town: Path, name: str, pinned: str) -> None:
    moved(town / "vdl.lock", f'{name} = "{pinned}"', f'{name} = "0.0.7"')
    ran = locked("check", "designs")
    assert f"warning[version-moved]: `{name}` is {pinned}, and 0.0.7 is pinned" in ran.out and ran.code == 0
    assert locked("check", "designs", "--frozen").code == 1


def test_what_lays_pages_out_matters_to_pages_alone(locked: Run, town: Path) -> None:
    version = every_format()["html"].laid_out_by()["jinja2"]
    moved(town / "vdl.lock", f'jinja2 = "{version}"', 'jinja2 = "0.0.7"')
    assert locked("check", "designs", "--frozen").code == 0
    assert locked("build", "designs/trips.vdl", "-o", "out", "--format", "md", "--frozen").code == 0
    ran = locked("build", "designs/trips.vdl", "-o", "out", "--format", "html")
    assert ran.code == 0 and f"warning[version-moved]: `jinja2` is {version}, and 0.0.7 is pinned" in ran.err
    assert (town / "out" / "trips.html").exists()
    frozen = locked("build", "designs/trips.vdl", "-o", "frozen", "--format", "html", "--frozen")
    assert frozen.code == 1 and "error[version-moved]" in frozen.err and not (town / "frozen").exists()


def test_what_is_not_pinned_of_what_lays_pages_out(locked: Run, town: Path) -> None:
    lock = town / "vdl.lock"
    lock.write_text(re.sub(r"jinja2 = .*\n", "", lock.read_text()))
    ran = locked("build", "designs/trips.vdl", "-o", "out", "--format", "html")
    assert "`jinja2` is" in ran.err and "none is pinned" in ran.err


def test_a_year_later_a_document_has_the_same_bytes(locked: Run, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []
    for folder, moment in ("now", 1_780_000_000), ("later", 1_812_000_000):
        monkeypatch.setattr(time, "time", lambda moment=moment: moment)
        assert locked("build", "designs/trips.vdl", "-o", folder, "--frozen").code == 0
        made.append({path.name: path.read_bytes() for path in (town / folder).iterdir()})
    assert made[0] == made[1] and {"trips.html", "trips.md", "trips.json"} <= set(made[0])


def test_the_entry_may_change(locked: Run, town: Path) -> None:
    moved(town / "designs" / "trips.vdl", "90 pupils", "95 pupils")
    assert locked("check", "designs", "--frozen").code == 0


def test_an_entry_that_is_imported_is_pinned_where_it_is(locked: Run, town: Path) -> None:
    moved(town / "parts" / "prices.vdl", "3", "4")
    assert locked("check", "parts/prices.vdl", "--frozen").code == 0
    assert locked("check", "parts", "designs", "--frozen").code == 1


def test_standard_input_is_held_to_the_lock_of_the_working_folder(locked: Run, town: Path) -> None:
    moved(town / "lib" / "prelude" / "units.vdl", "Buses to buy", "Buses to hire")
    command = [sys.executable, "-m", "vdl", "check", "-", "--library", "lib"]
    ran = subprocess.run(command, input=TRIPS.replace("../", ""), text=True, capture_output=True, env=ENVIRONMENT)
    assert ran.returncode == 0 and "warning[library-moved]" in ran.stdout


# ------------------------------------------------------------------------------ locks that are none
def test_frozen_without_a_lock(vdl: Run) -> None:
    ran = vdl("check", "designs", "--frozen")
    assert ran.code == 1 and "error[no-lock]: there is no lock file\n --> vdl.lock" in ran.out
    assert vdl("check", "designs").out.startswith("0 errors")


DAMAGED = [
    ("", "it does not say its format", 1),
    ("[compiler]\n", "it does not begin with its format", 1),
    ("format = 1\n<<<<<<< HEAD\n", "a merge was left unfinished here", 2),
    ("format = 1\n\0\n", "this is no line of a lock", 2),
    ("format = 1\n[compiler]\nvdl\n", "this is no line of a lock", 3),
    ("format = 1\n[compiler]\nvdl = 1\n", "this is no line of a lock", 3),
    ("format = 1\nvdl = \"1\"\n", "this is no line of a lock", 2),
    ('format = 1\n[files]\n"a\\q" = "1"\n', "this is no line of a lock", 3),
    ("format = 1\n[files]\na = \"12\"\n", "this is no digest of `a`", 3),
    ("format = 1\n[wheels]\n", "a lock has no section `wheels`", 2),
    ("format = 1\n[files]\n[files]\n", "the section `files` stands twice", 3),
    (f'format = 1\n[files]\na = "{"0" * 64}"\na = "{"1" * 64}"\n', "`a` stands twice", 4),
]


@pytest.mark.parametrize(("text", "said", "line"), DAMAGED, ids=range(len(DAMAGED)))
def test_a_damaged_lock(vdl: Run, town: Path, text: str, said: str, line: int) -> None:
    (town / "vdl.lock").write_text(text)
    for ran in (vdl("check", "designs"), vdl("check", "designs", "--frozen"), vdl("lock", "--check")):
        assert ran.code == 1 and f"error[damaged-lock]: the lock file can't be read: {said}" in ran.out + ran.err
        assert f"--> vdl.lock:{line}:1" in ran.out + ran.err
    assert vdl("lock").code == 0 and vdl("check", "designs", "--frozen").code == 0


@pytest.mark.parametrize(("number", "help_"), [(2, "use the version of vdl that wrote it"), (0, "`vdl lock` writes it anew")])
def test_a_lock_of_another_format(vdl: Run, town: Path, number: int, help_: str) -> None:
    (town / "vdl.lock").write_text(f"# later\nformat = {number}\n\n[wheels]\n")
    ran = vdl("check", "designs")
    assert ran.code == 1 and f"error[other-lock-format]: the lock file is of format {number}" in ran.out
    assert "vdl.lock:2:1" in ran.out and help_ in ran.out


def test_a_lock_that_is_no_text(vdl: Run, town: Path) -> None:
    (town / "vdl.lock").write_bytes(b"format = 1\xff")
    ran = vdl("check", "designs")
    assert ran.code == 1 and "error[unreadable-lock]" in ran.out and "--> vdl.lock" in ran.out


def test_a_lock_that_is_a_link(vdl: Run, town: Path) -> None:
    (town / "secret").write_text("hunter2")
    (town / "vdl.lock").symlink_to(town / "secret")
    ran = vdl("check", "designs")
    assert ran.code == 1 and "it is not a regular file" in ran.out and "hunter2" not in ran.out


# ------------------------------------------------------------------------------ for CI
def test_check_says_what_would_change_and_writes_nothing(locked: Run, town: Path) -> None:
    before = (town / "vdl.lock").read_bytes()
    assert locked("lock", "--check") == Ran(0, "vdl.lock is up to date\n", "")
    moved(town / "parts" / "prices.vdl", "3", "4")
    moved(town / "vdl.lock", 'edition = "2026"', 'edition = "2024"')
    inside = (town / "vdl.lock").read_bytes()
    ran = locked("lock", "--check")
    assert ran.code == 1 and "error[lock-outdated]: the lock file is not up to date: 2 pins of it would change" in ran.err
    assert re.search(r"compiler +edition +2024 +2026\n", ran.out)
    assert re.search(r"file +parts/prices.vdl +\w{12} +\w{12}\n", ran.out)
    assert (town / "vdl.lock").read_bytes() == inside
    made = locked("lock", "--check", "--format", "json").json()
    assert (made["lock"], made["written"], made["up_to_date"]) == ("vdl.lock", False, False)
    assert [one["name"] for one in made["changes"]] == ["edition", "parts/prices.vdl"]
    moved(town / "parts" / "prices.vdl", "4", "3")
    assert locked("lock").code == 0 and (town / "vdl.lock").read_bytes() == before


def test_a_lock_that_says_the_same_in_other_words(locked: Run, town: Path) -> None:
    lock = town / "vdl.lock"
    lock.write_text(lock.read_text() + "# mine\n")
    assert locked("check", "designs", "--frozen").code == 0
    assert locked("lock", "--check").code == 1


def test_check_without_a_lock(vdl: Run) -> None:
    ran = vdl("lock", "--check")
    assert ran.code == 1 and "error[no-lock]" in ran.err


def test_what_nothing_uses_any_more_is_said_by_lock_alone(locked: Run, town: Path) -> None:
    moved(town / "designs" / "trips.vdl", 'import "../parts/prices.vdl"\n', "")
    (town / "parts" / "prices.vdl").unlink()
    assert locked("check", "designs", "--frozen") == Ran(0, locked("check", "designs").out, "")
    ran = locked("lock")
    assert ran.code == 0 and re.search(r"file +parts/prices.vdl +\w{12} +not used any more\n", ran.out)
    assert "[files]" not in (town / "vdl.lock").read_text()


# ------------------------------------------------------------------------------ without a lock
def test_without_a_lock_a_check_looks_once_and_loads_nothing_more(vdl: Run, town: Path) -> None:
    code = """
import os, sys
looked = []
stat = os.stat
os.stat = lambda path, *a, **k: (looked.append(str(path)), stat(path, *a, **k))[1]
from vdl.cli import main
assert main(["check", "designs", "parts", "--library", "lib"]) == 0
loaded = [name for name in sys.modules if name.startswith(("vdl.lock", "importlib.metadata"))]
print(sum(path.endswith("vdl.lock") for path in looked), loaded)
"""
    ran = subprocess.run([sys.executable, "-c", code], text=True, capture_output=True, env=ENVIRONMENT)
    assert ran.stdout.splitlines()[-1] == "1 []", ran.stdout + ran.stderr


def test_json_of_a_first_lock(vdl: Run, town: Path) -> None:
    made = vdl("lock", "--format", "json").json()
    assert made["written"] is True and not made["up_to_date"]
    assert {json.dumps(one["before"]) for one in made["changes"]} == {"null"}
