"""Caches cost nothing but time: they are data of the user's own, given back whole or not at all."""

from __future__ import annotations

import builtins
import marshal
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from tests.trees import same
from vdl.parse import kept_trees, parse
from vdl.parse import load as loading
from vdl.pipeline import compile
from vdl.text.source import Source
from vdl.world import Disk
from vdl.world.caches import FILES, Cache, own_folder

TOP = Path(__file__).resolve().parents[2]
AS_OF = "2026-01-01"
DESIGN = "edition 2026\nimport std.tools\ndesign d { let a = 1 GiB / 1 MiB }\n"
PRELUDE = "edition 2026\ndimension Information: bit\nunit MiB = 1024 * 1024 bit\nunit GiB = 1024 * 1024 * 1024 bit\n"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's cache folder, which is not there yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "caches"))
    return tmp_path / "caches" / "vdl"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    (tmp_path / "library" / "prelude").mkdir(parents=True)
    (tmp_path / "library" / "prelude" / "units.vdl").write_text(PRELUDE)
    (tmp_path / "library" / "tools.vdl").write_text("edition 2026\nkind tool { length: Number = 0.25 }\n")
    (tmp_path / "design.vdl").write_text(DESIGN)
    return tmp_path / "library"


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The names of the files that are parsed."""
    names: list[str] = []

    def counted(source: Source) -> object:
        names.append(source.path)
        return parse(source)

    monkeypatch.setattr(loading, "parse", counted)
    yield names


def slugs(library: Path, world: Disk | None = None) -> list[str]:
    design = str(library.parent / "design.vdl")
    return [d.slug for d in compile(world or Disk(str(library)), design, as_of=AS_OF).diagnostics]


def test_the_library_is_parsed_once_for_a_world_and_once_for_all_runs(library: Path, folder: Path, parsed: list[str]) -> None:
    world = Disk(str(library))
    assert [slugs(library, world), slugs(library, world)] == [[], []]
    assert sorted(parsed)[-2:] == ["std:prelude/units.vdl", "std:tools.vdl"]
    assert len(parsed) == 4  # the design twice
    parsed.clear()
    assert slugs(library) == []
    assert parsed == [str(library.parent / "design.vdl")]


def test_a_changed_text_is_parsed_anew(library: Path, folder: Path, parsed: list[str]) -> None:
    world = Disk(str(library))
    slugs(library, world)
    (library / "tools.vdl").write_text("edition 2026\nkind tool { length: Number = = 2 }\n")
    assert slugs(library, world) == ["unexpected-word"]
    assert slugs(library) == ["unexpected-word"]
    assert parsed.count("std:tools.vdl") == 3, "what has faults is not kept"


def test_nothing_but_texts_is_read_from_a_library_and_nothing_is_written(library: Path, folder: Path) -> None:
    (library / "__trees__").mkdir()
    for name in ("prelude.units.vdl.tree", "tools.vdl.tree"):
        (library / "__trees__" / name).write_bytes(trap_of(library.parent / "trapped"))
    before = sorted(library.rglob("*"))
    program = f"""
import sys
seen = []
sys.addaudithook(lambda event, arguments: seen.append(arguments[0]) if event == "open" else None)
from vdl.cli import main
status = main(["check", {str(library.parent / "design.vdl")!r}, "--library", {str(library)!r}])
print(status, [name for name in seen if str(name).startswith({str(library)!r}) and not str(name).endswith(".vdl")])
"""
    ran = subprocess.run([sys.executable, "-c", program], cwd=TOP, capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("0 []\n"), ran.stdout
    assert sorted(library.rglob("*")) == before
    assert not (library.parent / "trapped").exists()


def trap_of(target: Path) -> bytes:
    """What the first version of the compiler would have run."""
    return marshal.dumps((b"", builtins.compile(f"open({str(target)!r}, 'w')", "trap", "eval")))


def test_a_damaged_file_is_made_again(library: Path, folder: Path) -> None:
    assert slugs(library) == []
    random = Random(3)
    for kept in sorted(folder.iterdir()):
        whole = kept.read_bytes()
        places = [*range(40), *(random.randrange(len(whole)) for _ in range(40))]
        for at in places:
            for damaged in (whole[:at], whole[:at] + bytes([whole[at] ^ (1 << at % 8)]) + whole[at + 1 :], whole[at:]):
                kept.write_bytes(damaged)
                assert Cache(own=True).get(kept.name) in (None, whole.partition(b"\n")[2])
        assert slugs(library) == []
        assert kept.read_bytes() == whole


def test_a_kept_file_of_another_name_is_not_taken(library: Path, folder: Path) -> None:
    slugs(library)
    one, other = sorted(folder.iterdir())
    one.write_bytes(other.read_bytes())
    assert Cache(own=True).get(one.name) is None
    assert slugs(library) == []


@pytest.mark.parametrize("umask", [0o000, 0o022])
def test_kept_files_are_the_users_alone(library: Path, folder: Path, umask: int) -> None:
    before = os.umask(umask)
    try:
        slugs(library)
    finally:
        os.umask(before)
    assert folder.stat().st_mode & 0o777 == 0o700
    assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}


def test_links_are_not_followed(library: Path, folder: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    folder.parent.mkdir()
    folder.symlink_to(elsewhere)
    assert slugs(library) == []
    assert list(elsewhere.iterdir()) == []
    folder.unlink()
    slugs(library)
    kept = sorted(folder.iterdir())[0]
    kept.rename(elsewhere / "kept")
    kept.symlink_to(elsewhere / "kept")
    assert Cache(own=True).get(kept.name) is None
    assert slugs(library) == []
    assert not kept.is_symlink(), "the link is replaced, and not what it leads to"


@pytest.mark.parametrize("mode", [0o770, 0o707])
def test_a_folder_that_others_may_write_to_is_not_used(library: Path, folder: Path, mode: int) -> None:
    folder.mkdir(parents=True)
    folder.chmod(mode)
    assert slugs(library) == []
    assert list(folder.iterdir()) == []


def test_what_is_in_the_way_does_no_harm(library: Path, folder: Path) -> None:
    slugs(library)
    for kept in folder.iterdir():
        kept.unlink()
        os.mkfifo(kept)
    assert slugs(library) == []
    for kept in folder.iterdir():
        kept.unlink()
        kept.mkdir()
    assert slugs(library) == []


NOWHERE = [{}, {"HOME": ""}, {"HOME": "relative"}, {"HOME": "/dev/null"}, {"HOME": "/proc/1/nowhere"},
           {"XDG_CACHE_HOME": "relative"}, {"XDG_CACHE_HOME": "/dev/null", "HOME": "/dev/null"}]  # fmt: skip


@pytest.mark.parametrize("where", NOWHERE, ids=range(len(NOWHERE)))
def test_a_user_without_a_cache_folder_goes_without(library: Path, where: dict[str, str]) -> None:
    command = [sys.executable, "-m", "vdl", "check", str(library.parent / "design.vdl"), "--library", str(library)]
    ran = subprocess.run(command, cwd=TOP, env=where, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert not (TOP / "relative").exists()


def test_the_cache_folder_does_not_grow_without_end(folder: Path) -> None:
    cache = Cache(own=True)
    cache.put("first", b"1")
    for number in range(FILES):
        (folder / f"old{number}").write_bytes(b"")
        os.utime(folder / f"old{number}", (number, number))
    cache.put("last", b"2")
    assert len(list(folder.iterdir())) <= FILES // 2 + 2
    assert cache.get("last") == b"2"


def test_where_the_users_cache_folder_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", "/home/u")
    assert own_folder() == "/home/u/.cache/vdl"
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert own_folder() == "/caches/vdl"


@pytest.mark.parametrize("path", sorted((TOP / "stdlib").rglob("*.vdl")), ids=lambda path: path.stem)
def test_a_kept_tree_is_the_parsed_one(path: Path) -> None:
    tree, found = parse(Source(path.name, path.read_text(encoding="utf-8")))
    assert not found
    again = kept_trees.decoded(kept_trees.encoded(tree))
    assert same(tree, again)
    assert kept_trees.encoded(again) == kept_trees.encoded(tree), "offsets, too"
