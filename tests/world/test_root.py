"""What a file may import: the files below its root, and the library. Nothing beyond is opened, whatever leads there."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from vdl.cli import main
from vdl.pipeline import compile
from vdl.text.diagnostics import Diagnostic, render
from vdl.world import Disk

TOP = Path(__file__).resolve().parents[2]
HEAD = "edition 2026\n"
SECRET = HEAD + "hunter2 hunter2\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`site/designs/` with a design in it, beside what is nobody's business; the working folder is `site`."""
    (tmp_path / "site" / "designs").mkdir(parents=True)
    (tmp_path / "site" / "parts").mkdir()
    (tmp_path / "site" / "parts" / "racks.vdl").write_text(HEAD + "let racks = 3\n")
    (tmp_path / "secret.vdl").write_text(SECRET)
    (tmp_path / "library" / "prelude").mkdir(parents=True)
    (tmp_path / "library" / "prelude" / "words.vdl").write_text(HEAD)
    (tmp_path / "library" / "tools.vdl").write_text(HEAD)
    monkeypatch.chdir(tmp_path / "site")
    return tmp_path


Found = Callable[..., list[Diagnostic]]


@pytest.fixture
def found(home: Path) -> Found:
    """What is said of a design in `designs/` that imports something."""

    def compiled(imports: str, root: str | None = None, folders: tuple[str, ...] = ()) -> list[Diagnostic]:
        (home / "site" / "designs" / "d.vdl").write_text(f"{HEAD}import {imports}\ndesign d {{ }}\n")
        world = Disk(str(home / "library"), root=root, folders=folders)
        return list(compile(world, "designs/d.vdl", as_of="2026-01-01").diagnostics)

    return compiled


def slugs(diagnostics: list[Diagnostic]) -> list[str]:
    return [d.slug for d in diagnostics if d.slug != "nothing-judged"]  # of the empty design


def test_without_git_the_root_is_the_folder_of_the_file(home: Path, found: Found) -> None:
    (home / "site" / "designs" / "below").mkdir()
    (home / "site" / "designs" / "below" / "x.vdl").write_text(HEAD)
    assert slugs(found("below.x")) == []
    assert slugs(found('"../parts/racks.vdl"')) == ["outside-root"]


@pytest.mark.parametrize("git", [Path.mkdir, Path.touch], ids=["a repository", "a work tree"])
def test_with_git_it_is_the_nearest_folder_that_holds_it(home: Path, found: Found, git: Callable[[Path], None]) -> None:
    git(home / "site" / ".git")
    assert slugs(found('"../parts/racks.vdl"')) == []
    assert slugs(found('"../../secret.vdl"')) == ["outside-root"]
    git(home / "site" / "designs" / ".git")
    assert slugs(found('"../parts/racks.vdl"')) == ["outside-root"]


def test_the_root_can_be_given(home: Path, found: Found) -> None:
    assert slugs(found('"../parts/racks.vdl"', root=".")) == []
    assert slugs(found('"../../secret.vdl"', root=".")) == ["outside-root"]
    assert slugs(found('"../../secret.vdl"', root="..")) == ["unexpected-word"]
    assert slugs(found('"../parts/racks.vdl"', root=str(home / "site" / "designs"))) == ["outside-root"]
    (home / "site" / ".git").mkdir()
    assert slugs(found('"../parts/racks.vdl"', root="designs")) == ["outside-root"], "it goes before what is looked up"


def test_a_folder_that_is_checked_is_a_root(home: Path, found: Found) -> None:
    assert slugs(found('"../parts/racks.vdl"', folders=(".",))) == []
    assert slugs(found('"../parts/racks.vdl"', folders=("designs", "parts"))) == ["outside-root"]


@pytest.mark.parametrize("path", ["../../{}", "../../../{}", "/etc/{}", "below/../../../{}", "../designs/../../{}"])
def test_the_words_are_the_same_whether_the_file_exists_or_not(home: Path, found: Found, path: str) -> None:
    said = []
    for name in ("secret.vdl", "nosuch.vdl", "passwd.vdl"):
        (only,) = found(f'"{path.format(name)}" as x')
        assert only.slug == "outside-root"
        assert "hunter2" not in render(only)
        said.append(render(only).replace(name, "NAME"))
    assert len(set(said)) == 1


def test_the_help_names_a_root_that_would_do(home: Path, found: Found, monkeypatch: pytest.MonkeyPatch) -> None:
    (only,) = found('"../parts/racks.vdl"')
    assert only.help == ("`--root .` allows it",)
    (only,) = found('"../../secret.vdl"')
    assert only.help == ("`--root ..` allows it",)
    monkeypatch.chdir(home / "site" / "designs")
    (only,) = compile(Disk(str(home / "library")), "d.vdl", as_of="2026-01-01").diagnostics
    assert only.help == ("`--root ../..` allows it",)
    monkeypatch.chdir(home / "site")
    (only,) = found('"/etc/passwd" as x')
    assert only.help == ("`--root /` allows it",)


def test_nothing_beyond_is_opened(home: Path, found: Found) -> None:
    os.mkfifo(home / "pipe.vdl")
    (home / "site" / "designs" / "d.vdl").write_text(f'{HEAD}import "../../pipe.vdl"\nimport "../../secret.vdl"\n')
    program = """
import sys
seen = []
sys.addaudithook(lambda event, arguments: seen.append(str(arguments[0])) if event == "open" else None)
from vdl.cli import main
status = main(["check", "designs/d.vdl"])
print(status, [name for name in seen if name.endswith(("secret.vdl", "pipe.vdl"))])
"""
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    command = [sys.executable, "-c", program]
    ran = subprocess.run(command, cwd=home / "site", env=environment, capture_output=True, text=True, check=True)
    assert ran.stdout.endswith("1 []\n"), ran.stdout


def test_links_that_leave_the_root_are_refused(home: Path, found: Found) -> None:
    designs = home / "site" / "designs"
    (designs / "link.vdl").symlink_to(home / "secret.vdl")
    (designs / "nowhere.vdl").symlink_to(home / "no_such.vdl")
    (designs / "folder").symlink_to(home)
    (designs / "inside.vdl").symlink_to(designs / "other.vdl")
    (designs / "other.vdl").write_text(HEAD)
    for imports in ('"link.vdl"', '"nowhere.vdl"', '"folder/secret.vdl"', "folder.secret"):
        (only,) = found(imports)
        assert only.slug == "outside-root"
        assert "hunter2" not in render(only) and str(home) not in render(only)
    assert slugs(found('"inside.vdl"')) == []
    assert slugs(found('"link.vdl"', root="..")) == ["unexpected-word"]


def test_what_imports_import_has_the_same_root(home: Path, found: Found) -> None:
    (home / "site" / "designs" / "deep").mkdir()
    (home / "site" / "designs" / "deep" / "x.vdl").write_text(f'{HEAD}import "../../../secret.vdl"\n')
    assert slugs(found("deep.x")) == ["outside-root"]
    (home / "site" / "designs" / "deep" / "x.vdl").write_text(f'{HEAD}import "../y.vdl"\n')
    (home / "site" / "designs" / "y.vdl").write_text(HEAD)
    assert slugs(found("deep.x")) == []


def test_the_library_is_a_second_root(home: Path, found: Found) -> None:
    assert slugs(found("std.tools")) == []
    assert slugs(found('"../../library/tools.vdl"')) == []
    (home / "library" / "tools.vdl").write_text(f'{HEAD}import "../secret.vdl"\n')
    assert slugs(found("std.tools")) == ["outside-root"]
    (home / "library" / "tools.vdl").unlink()
    (home / "library" / "tools.vdl").symlink_to(home / "secret.vdl")
    assert slugs(found("std.tools")) == ["outside-root"]


def test_what_stands_on_the_command_line_is_the_users_own(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "../secret.vdl"]) == 1
    assert "hunter2" in capsys.readouterr().out
    (home / "site" / "own.vdl").symlink_to(home / "secret.vdl")
    assert main(["check", "own.vdl"]) == 1
    assert "hunter2" in capsys.readouterr().out


def test_a_link_in_a_folder_that_is_checked_is_not(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (home / "site" / "designs" / "link.vdl").symlink_to(home / "secret.vdl")
    assert main(["check", "designs"]) == 1
    said = capsys.readouterr().out
    assert "error[outside-root]" in said and "hunter2" not in said
    assert main(["check", "designs", "--root", ".."]) == 1
    assert "hunter2" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["check"], ["size"], ["eval"], ["ask"], ["explain"], ["graph"], ["build"]])
def test_every_command_that_compiles_takes_a_root(home: Path, capsys: pytest.CaptureFixture[str], command: list[str]) -> None:
    design = f'{HEAD}import "../parts/racks.vdl" as parts\ndesign d {{ let racks = parts.racks\n require r: racks == 3 }}\n'
    (home / "site" / "designs" / "d.vdl").write_text(design)
    rest = {"eval": ["racks"], "explain": ["racks"], "build": ["--format", "md", "--document", "std"]}.get(command[0], [])
    main([*command, "designs/d.vdl", *rest])
    refused = capsys.readouterr()
    assert "outside-root" in refused.out + refused.err
    main([*command, "designs/d.vdl", *rest, "--root", "."])
    allowed = capsys.readouterr()
    assert "outside-root" not in allowed.out + allowed.err
    assert main([*command, "designs/d.vdl", *rest, "--root", "no_such"]) == 2


SPECIAL = ["/dev/zero", "/dev/null", "/proc/self/status", "/proc/kmsg", "/proc/kcore", "/dev/tty", "/dev/stdin"]


@pytest.mark.parametrize("path", [path for path in SPECIAL if os.path.exists(path)])
def test_special_files_never_block(path: str, home: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(TOP)}
    command = [sys.executable, "-m", "vdl", "check", path]
    ran = subprocess.run(command, cwd=home, env=environment, capture_output=True, text=True, timeout=60, stdin=subprocess.PIPE)
    assert ran.returncode == 1
    assert ran.stderr == ""
    assert len(ran.stdout) < 1000


def test_another_drive_is_not_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    import ntpath

    from vdl.world import roots

    monkeypatch.setattr(roots, "os", SimpleNamespace(path=ntpath, getcwd=lambda: r"C:\work"))
    for name in (r"\\thief\share\x.vdl", "//thief/share/x.vdl", r"Z:\x.vdl", "z:x.vdl"):
        assert roots.on_other_disk("designs/d.vdl", name), name
        assert roots.on_other_disk(r"D:\designs\d.vdl", name), name
    for name in ("x.vdl", "../x.vdl", r"c:\x.vdl", "C:/x.vdl", r"designs\x.vdl"):
        assert not roots.on_other_disk("designs/d.vdl", name), name
    assert not roots.on_other_disk(r"D:\designs\d.vdl", "d:/designs/x.vdl")


def test_a_folder_that_can_not_be_searched_is_said(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (home / "site" / "designs" / "d.vdl").write_text(HEAD)
    (home / "site" / "designs" / "closed").mkdir()
    scan = os.scandir

    def refusing(path: str) -> object:
        if path.endswith("closed"):
            raise PermissionError(13, "Permission denied", path)
        return scan(path)

    monkeypatch.setattr(os, "scandir", refusing)
    assert main(["check", "designs", "--library", str(home / "library")]) == 1
    assert "error[unreadable-file]: `designs/closed` can't be read: permission denied" in capsys.readouterr().out


def test_what_is_no_file_does_not_keep_anyone_waiting(home: Path, found: Found) -> None:
    designs = home / "site" / "designs"
    os.mkfifo(designs / "pipe.vdl")
    (designs / "zero.vdl").symlink_to("/dev/zero")
    (designs / "loop.vdl").symlink_to("loop.vdl")
    (designs / "memory.vdl").symlink_to("/proc/self/mem")
    (designs / "folder.vdl").mkdir()
    assert slugs(found('"pipe.vdl"')) == ["unreadable-file"]
    assert slugs(found('"zero.vdl"')) == slugs(found('"memory.vdl"')) == ["outside-root"]
    assert slugs(found('"folder.vdl"')) == ["folder-not-file"]
    assert slugs(found('"loop.vdl"')) in (["unreadable-file"], ["file-not-found"])
    for folders in ((), ("designs",)):
        for name in ("pipe.vdl", "zero.vdl", "memory.vdl", "loop.vdl"):
            world = Disk(str(home / "library"), folders=folders)
            assert compile(world, f"designs/{name}", as_of="2026-01-01").diagnostics, name
