"""`vdl fmt`: what it writes, prints and leaves alone."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from vdl.cli import main
from vdl.world import shipped

UGLY = 'edition 2026\ndesign d {\n    // why\n  n  :Number=3   // three\n}\n'
NICE = 'edition 2026\ndesign d {\n  // why\n  n : Number = 3  // three\n}\n'
FAULTY = "edition 2026\ndesign d {\n  let a   = 1\n  let b = = 2\n}\nlet   c = 3\n"
MENDED = "edition 2026\ndesign d {\n  let a = 1\n  let b = = 2\n}\nlet c = 3\n"


class Ran(NamedTuple):
    code: int
    out: str
    err: str


Fmt = Callable[..., Ran]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def fmt(capfdbinary: pytest.CaptureFixture[bytes]) -> Fmt:
    def run(*arguments: str) -> Ran:
        code = main(["fmt", *arguments])
        sys.stdout.flush()
        sys.stderr.flush()
        out, err = capfdbinary.readouterr()
        return Ran(code, out.decode(), err.decode())

    return run


def put(name: str, text: str) -> Path:
    path = Path(name)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode())
    return path


def typed(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8"))


def test_files_are_rewritten_once(fmt: Fmt) -> None:
    put("a/ugly.vdl", UGLY)
    nice = put("a/b/nice.vdl", NICE)
    before = nice.stat().st_mtime_ns
    ran = fmt("a")
    assert (ran.code, ran.out, ran.err) == (0, "formatted a/ugly.vdl\n1 of 2 files formatted\n", "")
    assert Path("a/ugly.vdl").read_bytes() == NICE.encode()
    assert nice.stat().st_mtime_ns == before
    assert fmt("a", "a/ugly.vdl").out == "0 of 2 files formatted\n"
    assert sorted(os.listdir("a")) == ["b", "ugly.vdl"]


def test_check_and_diff_write_nothing(fmt: Fmt) -> None:
    put("ugly.vdl", UGLY)
    ran = fmt("--check", "ugly.vdl")
    assert (ran.code, ran.out) == (1, "would change ugly.vdl\n1 of 1 file would change\n")
    ran = fmt("--diff", "ugly.vdl")
    assert ran.code == 0
    assert ran.out.splitlines()[:4] == ["--- ugly.vdl", "+++ ugly.vdl", "@@ -1,5 +1,5 @@", " edition 2026"]
    assert "-  n  :Number=3   // three\n+  // why\n+  n : Number = 3  // three\n" in ran.out
    assert fmt("--diff", "--check", "ugly.vdl").code == 1
    assert "\x1b[32m+  n : Number = 3  // three\x1b[0m" in fmt("--diff", "--color", "always", "ugly.vdl").out
    assert Path("ugly.vdl").read_text() == UGLY
    put("ugly.vdl", NICE)
    assert fmt("--check", "--diff", "ugly.vdl").code == 0


def test_a_file_without_a_last_line_end(fmt: Fmt) -> None:
    put("a.vdl", NICE[:-1])
    assert "-}\n\\ No newline at end of file\n+}\n" in fmt("--diff", "a.vdl").out
    assert fmt("a.vdl").code == 0
    assert Path("a.vdl").read_text() == NICE


def test_line_ends_of_two_characters_become_one(fmt: Fmt) -> None:
    put("a.vdl", NICE.replace("\n", "\r\n"))
    assert fmt("a.vdl").code == 0
    assert Path("a.vdl").read_bytes() == NICE.encode()


def test_what_can_be_understood_of_a_faulty_file_is_formatted(fmt: Fmt) -> None:
    put("a.vdl", FAULTY)
    put("b.vdl", UGLY)
    ran = fmt("a.vdl", "b.vdl")
    assert ran.code == 1
    assert ran.out == "formatted a.vdl\nformatted b.vdl\n2 of 2 files formatted; 1 has errors\n"
    assert "error[unexpected-word]" in ran.err and "--> a.vdl:4:11" in ran.err
    assert Path("a.vdl").read_text() == MENDED
    assert fmt("--check", "a.vdl").code == 1


def test_standard_input_goes_to_standard_output(fmt: Fmt, monkeypatch: pytest.MonkeyPatch) -> None:
    typed(monkeypatch, UGLY)
    ran = fmt("-")
    assert (ran.code, ran.out, ran.err) == (0, NICE, "")
    typed(monkeypatch, UGLY.replace("why", "wh\x1b\u200by"))
    assert fmt("-").out == NICE.replace("why", "wh\x1b\u200by")  # byte for byte: it is a program that reads it
    typed(monkeypatch, FAULTY)
    ran = fmt("-")
    assert (ran.code, ran.out) == (1, MENDED)
    assert "--> <stdin>:4:11" in ran.err
    typed(monkeypatch, UGLY)
    ran = fmt("--check", "-")
    assert (ran.code, ran.out) == (1, "would change <stdin>\n1 of 1 file would change\n")


def test_a_range_of_lines(fmt: Fmt) -> None:
    text = "edition 2026\ndesign d {\n let   a = 1 +\n 2\n let   b = 2\n}\n"
    put("a.vdl", text)
    assert fmt("--range", "4:4", "a.vdl").code == 0
    assert Path("a.vdl").read_text() == "edition 2026\ndesign d {\n  let a = 1 +\n    2\n let   b = 2\n}\n"
    assert fmt("--range", "1:2", "a.vdl").out == "0 of 1 file formatted\n"


@pytest.mark.parametrize(("arguments", "said"), [
    (["--range", "4", "a.vdl"], "`4` is not the first and the last of some lines; write them as 20:30"),
    (["--range", "4:3", "a.vdl"], "`4:3` is not the first"),
    (["--range", "0:3", "a.vdl"], "`0:3` is not the first"),
    (["--range", "4:6", "a.vdl"], "a.vdl has 5 lines"),
    (["--range", "1:2", "a.vdl", "b.vdl"], "lines are those of one file"),
    (["--range", "1:2", "."], "lines are those of one file"),
    (["a.vdl", "-"], "- is standard input, and stands alone"),
    (["--library", ".", "a.vdl"], "unrecognized arguments"),
    ([], "the following arguments are required: PATH"),
])  # fmt: skip
def test_wrong_usage(fmt: Fmt, arguments: list[str], said: str) -> None:
    put("a.vdl", UGLY)
    ran = fmt(*arguments)
    assert ran.code == 2
    assert said in ran.err
    assert Path("a.vdl").read_text() == UGLY


def test_what_can_not_be_read(fmt: Fmt) -> None:
    Path("empty").mkdir()
    Path("b.vdl").write_bytes(b"let a = \xff")
    put("c.vdl", UGLY)
    ran = fmt("missing.vdl", "empty", "b.vdl", "c.vdl")
    assert ran.code == 1
    for slug in ("file-not-found", "no-design", "not-utf8"):
        assert f"error[{slug}]" in ran.err
    assert ran.out == "formatted c.vdl\n1 of 3 files formatted; 2 have errors\n"


@pytest.mark.skipif(os.name != "posix", reason="rights as on POSIX")
def test_rights_and_links_stay(fmt: Fmt) -> None:
    real = put("real/a.vdl", UGLY)
    real.chmod(0o664)
    os.symlink("real/a.vdl", "a.vdl")
    before = os.umask(0o077)
    try:
        assert fmt("a.vdl").code == 0
    finally:
        os.umask(before)
    assert os.path.islink("a.vdl") and real.read_text() == NICE
    assert real.stat().st_mode & 0o7777 == 0o664


@pytest.mark.skipif(os.name != "posix", reason="links as on POSIX")
def test_a_link_out_of_a_folder_is_not_followed(fmt: Fmt) -> None:
    real = put("real/a.vdl", UGLY)
    Path("in").mkdir()
    os.symlink("../real/a.vdl", "in/a.vdl")
    ran = fmt("in")
    assert ran.code == 1 and "it is a link that leads out of the folder; name the file itself" in ran.err
    assert real.read_text() == UGLY
    assert fmt("in/a.vdl").code == 0
    assert real.read_text() == NICE


def test_a_file_that_nobody_may_write(fmt: Fmt, monkeypatch: pytest.MonkeyPatch) -> None:
    put("a.vdl", UGLY)
    monkeypatch.setattr("vdl.cli.fmt.os.access", lambda *_: False)
    ran = fmt("a.vdl")
    assert ran.code == 1 and "error[not-written]: can't be written: permission denied" in ran.err
    assert ran.out == "0 of 1 file formatted\n"
    assert Path("a.vdl").read_text() == UGLY


def test_the_installed_library_is_left_alone(fmt: Fmt, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put("vdl/stdlib/a.vdl", UGLY)
    monkeypatch.setattr(shipped, "LIBRARY", str(folder / "vdl" / "stdlib"))
    monkeypatch.setattr(shipped, "_PACKAGE", str(folder / "vdl"))
    ran = fmt("vdl")
    assert ran.code == 1 and "it belongs to the installed library" in ran.err
    assert Path("vdl/stdlib/a.vdl").read_text() == UGLY
    assert fmt("--diff", "vdl").code == 0
    monkeypatch.setattr(shipped, "_PACKAGE", str(folder / "other"))
    assert fmt("vdl").code == 0  # a checkout's own


def test_help_names_no_option_of_compiling(fmt: Fmt) -> None:
    said = fmt("--help").out
    assert "--range FIRST:LAST" in said and "--scenario" not in said and "--as-of" not in said
