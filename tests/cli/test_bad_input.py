"""Whatever is wrong with the input: a clear error with its subject, an exit code, never a traceback."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from vdl import cli
from vdl.world import Disk

from .conftest import Vdl

TRIPS = "designs/trips.vdl"
COMMANDS = {
    "check": ["check"], "size": ["size"], "eval": ["eval", "1"], "ask": ["ask"], "explain": ["explain", "x"],
    "graph": ["graph"], "build": ["build"],
}  # fmt: skip


def arguments(command: str, file: str) -> list[str]:
    name, *rest = COMMANDS[command]
    return [name, file, *rest]


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize(
    ("file", "slug"),
    [
        ("missing.vdl", "file-not-found"), ("folder", "folder-not-file"), ("nul.vdl", "nul-byte"), ("latin.vdl", "not-utf8"),
        ("large.vdl", "file-too-large"), ("empty.vdl", "edition-missing"), ("pipe.vdl", "unreadable-file"),
        ("deep.vdl", "too-deep"), ("cycle.vdl", "import-cycle"), ("a\0b.vdl", "file-not-found"),
    ],
)  # fmt: skip
def test_files(vdl: Vdl, town: Path, command: str, file: str, slug: str) -> None:
    (town / "folder").mkdir()
    (town / "nul.vdl").write_bytes(b"edition 2026\n\0")
    (town / "latin.vdl").write_bytes(b"edition 2026\n// \xe9\n")
    (town / "empty.vdl").write_bytes(b"")
    with open(town / "large.vdl", "wb") as large:
        large.truncate(100 * 1024 * 1024)
    os.mkfifo(town / "pipe.vdl")
    (town / "deep.vdl").write_text("edition 2026\ndesign d " + "{" * 10_000)
    (town / "cycle.vdl").write_text('edition 2026\nimport "other.vdl" as other\ndesign d {}\n')
    (town / "other.vdl").write_text('edition 2026\nimport "cycle.vdl" as cycle\n')
    ran = vdl(*arguments(command, file))
    if command == "check" and file == "folder":
        slug = "no-design"
    assert ran.code == 1
    said, other = (ran.out, ran.err) if command == "check" else (ran.err, ran.out)
    assert f"error[{slug}]" in said
    assert file.replace("\0", r"\u{0}") in said
    assert "Traceback" not in said
    assert other == ""
    assert not list(town.glob("*.html")) + list(town.glob("*.part"))


def test_a_file_that_may_not_be_read(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("builtins.open", refused)
    ran = vdl("check", TRIPS)
    monkeypatch.undo()
    assert ran.code == 1
    assert f"`{TRIPS}` can't be read: permission denied" in ran.out


def test_several_designs_are_named(vdl: Vdl) -> None:
    for command in ("eval", "ask", "explain", "graph"):
        ran = vdl(*arguments(command, TRIPS))
        assert (ran.code, ran.out) == (1, "")
        assert "error[several-designs]" in ran.err
        assert "choose one with --design: north, south" in ran.err


def test_an_unknown_design(vdl: Vdl) -> None:
    ran = vdl("size", TRIPS, "--design", "nort")
    assert ran.code == 1
    assert "there is no design `nort`" in ran.err
    assert "did you mean `north`?" in ran.err
    ran = vdl("check", "designs", "--design", "nort")
    assert ran.code == 1
    assert "did you mean `north`?" in ran.out
    assert vdl("check", "designs", "--design", "north").code == 0


@pytest.mark.parametrize(
    ("option", "value", "said"),
    [
        ("--scenario", "grwth", "did you mean `growth`?"),
        ("--scenario", "grwth", "--> --scenario grwth (design `north`)"),
        ("--set", "fleet.seets = 3 pupils/bus", "did you mean `seats`?"),
        ("--set", "fleet.seats = 3 km", "error[unit-mismatch]"),
        ("--set", "fleet.seats = 3", "error[missing-unit]"),
        ("--set", "fleet.carried = 3 pupils", "error[not-fillable]"),
        ("--set", "fleet.seats =", "error[unexpected-end]"),
        ("--set", "fleet.seats", "error["),
        ("--set", "", "error["),
        ("--set", "let a = 3", "`name = value`"),
        ("--set", "fleet.seats = 3 pupils/bus\nfleet.pupils = 3 pupils", "error["),
        ("--set", "fleet.pupils = 1.5 pupils", "error[not-whole]"),
    ],
)
def test_layers(vdl: Vdl, option: str, value: str, said: str) -> None:
    for command in ("check", "size", "eval", "build"):
        ran = vdl(*arguments(command, TRIPS), "--design", "north", option, value)
        assert ran.code == 1
        assert said in (ran.out if command == "check" else ran.err)
        assert option in (ran.out if command == "check" else ran.err)
        assert not list(Path().glob("*.html"))


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ([], "COMMAND"), (["chek"], "did you mean `check`?"), (["check"], "PATH"), (["check", TRIPS, "--fast"], "--fast"),
        (["check", TRIPS, "--as-of", "tomorrow"], "`tomorrow` is not a day"),
        (["check", TRIPS, "--as-of", "2027-02-29"], "`2027-02-29` is not a day"),
        (["check", TRIPS, "--as-of", "2027-2-1"], "`2027-2-1` is not a day"),
        (["check", TRIPS, "--as-of", "20270201"], "`20270201` is not a day"),
        (["check", TRIPS, "--as-of", "0000-01-01"], "not a day"), (["check", TRIPS, "--as-of", "2027-W01-1"], "not a day"),
        (["check", TRIPS, "--as-of", "2100-02-29"], "not a day"),
        (["check", TRIPS, "--library", "nowhere"], "there is no folder `nowhere`"),
        (["check", TRIPS, "--format", "yaml"], "yaml"), (["build", TRIPS, "--format", "html,exe"], "no format `exe`"),
        (["build", TRIPS, "--format", ","], "names no format"), (["graph", TRIPS, "--ancestors"], "need the NAME"),
        (["graph", TRIPS, "x", "--ancestors", "--descendants"], "not allowed with"), (["explain"], "DESIGN|SLUG"),
    ],
)  # fmt: skip
def test_wrong_usage(town: Path, capsys: pytest.CaptureFixture[str], line: list[str], said: str) -> None:
    assert cli.main(line) == cli.USAGE
    taken = capsys.readouterr()
    assert taken.out == ""
    assert said in taken.err


def test_the_day(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1800000000")
    assert vdl("check", "--format", "json", TRIPS, day="").json()["as_of"] == "2027-01-15"
    assert vdl("check", "--format", "json", TRIPS).json()["as_of"] == "2026-01-01"
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "soon")
    ran = vdl("check", TRIPS, day="")
    assert ran.code == 2
    assert "SOURCE_DATE_EPOCH: `soon`" in ran.err


# ------------------------------------------------------------------------------ outputs
@pytest.mark.parametrize("folder", ["/proc/none", "designs/trips.vdl", "designs/trips.vdl/below", "a\0b"])
def test_a_folder_that_cannot_be_written(vdl: Vdl, town: Path, folder: str) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text('edition 2026\ndocument reference "Sizing" {\n  text "words"\n}\n')
    ran = vdl("build", TRIPS, "--design", "north", "--out", folder, "--format", "md")
    assert (ran.code, ran.out) == (1, "")
    assert "error[not-written]" in ran.err
    assert folder.replace("\0", r"\u{0}") in ran.err


def test_a_full_disk(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text('edition 2026\ndocument reference "Sizing" {\n  text "words"\n}\n')
    assert vdl("build", TRIPS, "--design", "north", "--out", "out", "--format", "md").out == "wrote out/north.md\n"
    before = (town / "out/north.md").read_bytes()

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    ran = vdl("build", TRIPS, "--out", "out", "--format", "md")
    monkeypatch.undo()
    assert (ran.code, ran.out) == (1, "")
    assert "can't be written: no space left on device\n --> out/north.md\n" in ran.err
    assert [path.name for path in (town / "out").iterdir()] == ["north.md"]
    assert (town / "out/north.md").read_bytes() == before


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_standard_output(town: Path) -> None:
    with open("/dev/full", "w") as full:
        ran = vdl_process(["check", "--library", "lib", TRIPS], full)
    assert ran.returncode == 1
    assert ran.stderr == "error[not-written]: can't be written: no space left on device\n --> standard output\n"


def test_nobody_reads(town: Path) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as closed:
        ran = vdl_process(["check", "--library", "lib", TRIPS], closed)
    assert (ran.returncode, ran.stderr) == (141, "")


def vdl_process(line: list[str], out: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-m", "vdl", *line], stdout=out, stderr=subprocess.PIPE, text=True)  # type: ignore[call-overload,no-any-return]


# ------------------------------------------------------------------------------ vdl itself
def test_an_internal_error_says_so(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by\nzero")

    monkeypatch.setattr(Disk, "read", broken)
    ran = vdl("check", TRIPS)
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.startswith("internal error: ZeroDivisionError in cli/test_bad_input.py, line ")
    assert "not of the design" in ran.err
    assert "report" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("VDL_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        vdl("check", TRIPS)


def test_ctrl_c(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Disk, "read", stopped)
    assert vdl("check", TRIPS) == (130, "", "")


def test_without_pango_the_rest_is_written(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from vdl.render.formats import pdf_pages

    def unavailable(*_: object) -> bytes:
        raise pdf_pages.PdfUnavailable("cannot load library 'libpango'")

    monkeypatch.setattr(pdf_pages, "pdf", unavailable)
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text('edition 2026\ndocument reference "Sizing" {\n  text "words"\n}\n')
    ran = vdl("build", TRIPS, "--design", "north", "--out", "out")
    assert ran.code == 1
    assert {"wrote out/north.html", "wrote out/north.json", "wrote out/north.md"} <= set(ran.out.splitlines())
    assert "north.pdf" not in ran.out
    assert "error[no-pdf]" in ran.err
    assert "libpango" in ran.err


def test_the_same_bytes_in_any_locale(town: Path) -> None:
    (town / "words.vdl").write_text('edition 2026\ndesign d "Größe" {\n  x: Number = 1\n  require no: x >= 2 "≥ Ⅱ"\n}\n')
    outputs = set()
    for locale in ("C", "C.UTF-8", "de_DE.ISO-8859-1"):
        environment = {**os.environ, "LC_ALL": locale, "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}
        line = [sys.executable, "-m", "vdl", "check", "--library", "lib", "words.vdl"]
        outputs.add(subprocess.run(line, capture_output=True, env=environment).stdout)
    assert len(outputs) == 1
    assert "≥ Ⅱ".encode() in outputs.pop()


# ------------------------------------------------------------------------------ the terminal
class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_colour_on_a_terminal_only(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    from vdl.cli.terminal import Screen
    from vdl.text.painted import Painted

    def said(stream: io.StringIO) -> str:
        Screen(stream).say(Painted("wo\x1brds", "error"), " and \x1bothers")
        return stream.getvalue()

    assert "\x1b" not in vdl("check", TRIPS, "--design", "north").out
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert said(Terminal()) == r"\x1b[1;31mwo\u{1b}rds\x1b[0m and \u{1b}others".replace(r"\x1b", "\x1b") + "\n"
    assert said(io.StringIO()) == r"wo\u{1b}rds and \u{1b}others" + "\n"
    monkeypatch.setenv("NO_COLOR", "1")
    assert "\x1b" not in said(Terminal())
    assert Screen(Terminal()).glyphs
    monkeypatch.setenv("TERM", "dumb")
    assert not Screen(Terminal()).glyphs


@pytest.mark.parametrize(
    ("option", "environment", "coloured"),
    [
        ("auto", {}, False), ("auto", {"FORCE_COLOR": "1"}, True), ("auto", {"FORCE_COLOR": "0"}, False),
        ("auto", {"FORCE_COLOR": ""}, False), ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        ("always", {}, True), ("always", {"NO_COLOR": "1"}, True), ("never", {"FORCE_COLOR": "1"}, False),
        ("auto", {"FORCE_COLOR": "1", "TERM": "dumb"}, True),
    ],
)  # fmt: skip
def test_when_there_is_colour(
    vdl: Vdl, option: str, environment: dict[str, str], coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    ran = vdl("check", "designs/east.vdl", "--color", option)
    assert ("\x1b[1;31merror[rule-failed]\x1b[0m" in ran.out) is coloured
    assert ("\x1b[1;31m^^^^^" in ran.out) is coloured
    assert ("\x1b[1;31mdoes not hold\x1b[0m" in vdl("size", "designs/east.vdl", "--color", option).out) is coloured
    assert "\x1b" not in vdl("check", "designs/east.vdl", "--color", option, "--format", "json").out
    assert "\x1b" not in vdl("check", "designs/east.vdl").out or "FORCE_COLOR" in environment


def test_the_last_option_of_colour_holds_for_its_command_only(vdl: Vdl) -> None:
    assert "\x1b" in vdl("check", "designs/east.vdl", "--color", "always").out
    assert "\x1b" not in vdl("check", "designs/east.vdl").out
    assert vdl("check", "designs/east.vdl", "--color", "sometimes").code == cli.USAGE


def test_on_a_terminal_words_are_broken_at_its_width(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = vdl("check", "designs/east.vdl").out
    monkeypatch.setenv("COLUMNS", "50")
    narrow = vdl("check", "designs/east.vdl").out
    assert " ".join(whole.split()) == " ".join(narrow.split())
    assert any(len(line) > 50 for line in whole.splitlines())
    too_wide = [line for line in narrow.splitlines() if len(line) > 50]
    assert all(" | " in line for line in too_wide)  # of the source


def test_quiet(vdl: Vdl) -> None:
    loud, quiet = vdl("check", "designs/east.vdl"), vdl("check", "designs/east.vdl", "-q")
    assert "warning[" in loud.out and "warning[" not in quiet.out
    assert quiet.out.count("error[") == loud.out.count("error[") > 0
    assert quiet.out.splitlines()[-1] == loud.out.splitlines()[-1]
    assert quiet.code == loud.code == 1
    assert vdl("check", TRIPS, "--quiet", "--set", "fleet.pupils = 70 pupils", "--design", "north").out.count("\n") == 1


# ------------------------------------------------------------------------------ standard input
def given(monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))


def test_a_design_from_standard_input(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    text = Path("designs/east.vdl").read_bytes()
    named = vdl("check", "designs/east.vdl").out
    given(monkeypatch, text)
    for command in ("ask", "explain"):
        named = named.replace(f"`vdl {command} designs/east.vdl", f"`vdl {command} -")
    assert vdl("check", "-").out == named.replace("designs/east.vdl", "<stdin>")
    for command in (["size", "-"], ["eval", "-", "fleet.buses"], ["ask", "-"], ["explain", "-", "fleet.buses"], ["graph", "-"],
                    ["sweep", "-", "--vary", "fleet.pupils = [90 pupils]"]):  # fmt: skip
        given(monkeypatch, text)
        ran = vdl(*command)
        assert ran.out == vdl(command[0], "designs/east.vdl", *command[2:]).out.replace("designs/east.vdl", "<stdin>")
        assert "vdl check <stdin>" not in ran.err


def test_imports_of_standard_input_start_at_the_working_folder(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    given(monkeypatch, b'edition 2026\nimport "designs/trips.vdl" as trips\ndesign d from trips.north { }\n')
    ran = vdl("eval", "-", "fleet.buses")
    assert (ran.code, ran.out) == (0, "2 buses\n"), ran.err
    given(monkeypatch, b'edition 2026\nimport "nowhere.vdl" as trips\n')
    assert "`nowhere.vdl`" in vdl("check", "-").out


@pytest.mark.parametrize(("data", "slug"), [(b"\xff", "not-utf8"), (b"edition\0", "nul-byte"), (b"design {", "error[")])
def test_standard_input_that_is_no_design(vdl: Vdl, monkeypatch: pytest.MonkeyPatch, data: bytes, slug: str) -> None:
    given(monkeypatch, data)
    ran = vdl("check", "-")
    assert ran.code == 1 and slug in ran.out and "<stdin>" in ran.out


def test_standard_input_that_is_closed(vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert "error[unreadable-file]: `<stdin>` can't be read" in vdl("check", "-").out


# ------------------------------------------------------------------------------ help
def test_help(town: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def said(*line: str) -> tuple[int, str, str]:
        code = cli.main(line)
        return (code, *capsys.readouterr())

    assert said("help") == said("--help") == said("help", "help")
    assert said("help", "size") == said("size", "--help")
    assert said("help", "explain")[0] == 0
    assert "`unit-mismatch` is a diagnostic: vdl explain unit-mismatch" in said("help", "unit-mismatch")[2]
    assert "did you mean `check`?; `vdl explain chek` is for diagnostics" in said("help", "chek")[2]
    assert "help is for one command: vdl help size" in said("help", "size", "check")[2]
    assert {said("help", word)[0] for word in ("unit-mismatch", "chek", "\x1b")} == {cli.USAGE}
    assert "\x1b" not in said("help", "\x1b")[2]
