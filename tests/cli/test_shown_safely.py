"""Nothing that a file, a name or an option says reaches a terminal as anything but visible characters."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from vdl import cli
from vdl.text.safe import escaped, printable, shown

from .conftest import Vdl

HOSTILE = {
    "escape": "\x1b]0;title\x07\x1b[2J", "csi": "\x9b31m", "delete": "\x7f", "return": "\r", "next line": "\x85",
    "line": "\u2028", "override": "\u202e", "isolate": "\u2066", "mark": "\u200f", "arabic mark": "\u061c",
    "zero width": "\u200b\u2060", "byte order": "\ufeff", "tag": "\U000e0041", "filler": "\u3164",
    "soft hyphen": "\u00ad", "selector": "\ufe0f",
}  # fmt: skip
UNSEEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe0f\ufeff\ud800-\udfff\U000e0000-\U000e0fff]"
)
TRIPS = """edition 2026
source town "Timetable%" { publisher = "To%wn", date = 2024-01 }
design north "North%" {
  /// The fleet%.
  fleet: fleet { pupils = 90 pupils @ town "page% 2" }
  let word = "a%b"
  expect buses: fleet.buses == 3 buses @ town "page% 3" differs "why%"
  expect more: fleet.buses == 4 buses @ town "page% 4"
  require enough: fleet.buses >= 9 buses "never% enough"
  require warning fine: fleet.buses >= 9 buses "never% fine"
  waive fleet.roomy "for% now" owner "me%" until 2027-01-01
  ask fits: largest fleet.pupils where fleet.buses <= 4 buses
}
"""
DOCUMENT = """edition 2026
document reference "Sizing%" {
  section "Counts%" { text "words%", show rules }
}
"""
LINES = [
    ["check", "north.vdl"], ["check", "north.vdl", "--format", "json"], ["check", "broken%.vdl"], ["check", "missing%.vdl"],
    ["check", "north.vdl", "--format", "short"], ["check", "north.vdl", "--format", "sarif"],
    ["check", "north.vdl", "--format", "github"], ["check", "north.vdl", "--format", "junit"],
    ["check", "broken%.vdl", "--format", "short"], ["check", "broken%.vdl", "--format", "sarif"],
    ["check", "broken%.vdl", "--format", "github"], ["check", "broken%.vdl", "--format", "junit"],
    ["check", "."], ["check", "imports.vdl"], ["size", "north.vdl"], ["size", "north.vdl", "--format", "json"],
    ["size", "north.vdl", "--set", "fleet.pupils% = 3"], ["size", "north.vdl", "--scenario", "x%"],
    ["size", "north.vdl", "--design", "x%"], ["eval", "north.vdl", "word"], ["eval", "north.vdl", "word", "1"],
    ["eval", "north.vdl", "word", "--format", "json"], ["eval", "north.vdl", "wo%rd"], ["eval", "north.vdl", '"%" == word'],
    ["ask", "north.vdl"], ["ask", "north.vdl", "x%"], ["ask", "north.vdl", "largest% x where y"],
    ["ask", "north.vdl", "--format", "json"], ["explain", "north.vdl", "fleet.buses"], ["explain", "north.vdl", "buses"],
    ["explain", "north.vdl", "enough"], ["explain", "north.vdl", "fleet", "--format", "json"], ["explain", "north.vdl", "x%"],
    ["explain", "x%"], ["explain", "broken%.vdl"], ["graph", "north.vdl"], ["graph", "north.vdl", "--format", "mermaid"],
    ["graph", "north.vdl", "--format", "json"], ["build", "north.vdl", "--out", "o%ut", "--format", "md,json,html,csv"],
    ["build", "north.vdl", "--document", "x%"], ["build", "north.vdl", "--format", "x%"], ["check", "--x%"], ["x%"],
    ["check", "north.vdl", "--as-of", "x%"], ["check", "north.vdl", "--library", "x%"], ["graph", "north.vdl", "--format", "x%"],
]  # fmt: skip


@pytest.fixture
def hostile(town: Path, request: pytest.FixtureRequest) -> str:
    """A folder in which everything that can hold a text holds the hostile one."""
    text = HOSTILE[request.param]
    (town / "designs/trips.vdl").unlink()
    (town / "designs/east.vdl").unlink()
    (town / "lib/documents").mkdir()
    (town / "lib/documents/reference.vdl").write_text(DOCUMENT.replace("%", text), newline="")
    design = TRIPS.replace("%", text)
    (town / "north.vdl").write_text(design, newline="")
    (town / f"broken{text.replace('/', '')}.vdl").write_text(f"edition 2026\ndesign {text} north {{ {text}x = }}\n", newline="")
    (town / "imports.vdl").write_text(f'edition 2026\nimport "no{text}ne.vdl" as none\ndesign d "D" {{ }}\n', newline="")
    return text


@pytest.mark.parametrize("hostile", HOSTILE, indirect=True)
def test_every_output_of_every_command(hostile: str, town: Path, capfd: pytest.CaptureFixture[str]) -> None:
    for line in LINES:
        arguments = [word.replace("%", hostile) for word in line]
        extra = [] if "--library" in arguments or len(line) == 1 else ["--library", "lib"]
        cli.main([*arguments, *extra, *(["--as-of", "2026-01-01"] if extra and "--as-of" not in arguments else [])])
        taken = capfd.readouterr()
        for said in (taken.out, taken.err):
            assert not (bad := UNSEEN.search(said)), f"{line}: {said[max(bad.start() - 60, 0) : bad.end() + 20]!r}"
    written = [path for path in town.rglob("north.*") if path.parent != town]
    assert {path.suffix for path in written} == {".md", ".json", ".html"}
    for path in written:
        text = path.read_bytes().decode()
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", text), path


@pytest.mark.parametrize("hostile", ["escape", "override", "tag", "delete"], indirect=True)
def test_what_machines_read_is_the_exact_text(hostile: str, vdl: Vdl) -> None:
    made = vdl("eval", "north.vdl", "word", "--format", "json")
    assert json.loads(made.out)["values"][0]["text"] == f"a{hostile}b"
    assert vdl("eval", "north.vdl", "word").out == f"a{shown(hostile)}b\n"
    assert vdl("size", "north.vdl").out.startswith(f"north: North{shown(hostile)}\n")


def test_a_line_end_in_a_text_begins_no_line(vdl: Vdl, town: Path) -> None:
    words = 'x: Number = 1\n  require no: x > 1 "no\\n0 errors in 1 file"'
    (town / "d.vdl").write_text(f'edition 2026\ndesign d "D\\n\\n0 errors" {{\n  {words}\n}}\n')
    for command in ("check", "size"):
        ran = vdl(command, "d.vdl")
        assert not re.search(r"^0 errors", ran.out + ran.err, re.MULTILINE), ran.out


def test_what_is_very_long_is_cut(vdl: Vdl, town: Path) -> None:
    long = "x" * 1_000_000
    (town / "d.vdl").write_text(
        f'edition 2026\ndesign d "{long}" {{\n  /// {long}\n  {long}: Number = 1\n  let word = "{long}"\n'
        f'  require no: {long} > 1 "{long}"\n}}\n'
    )
    (town / "e.vdl").write_text(f'edition 2026\nimport "{long}" as long\ndesign d "D" {{ }}\n')
    (town / "f.vdl").write_text(f'edition 2026\n{long} {long}\ndesign d "D" {{ x = "{long}" }}\n')
    lines = [["check", "d.vdl"], ["size", "d.vdl"], ["eval", "d.vdl", "word"], ["explain", "d.vdl", "no"], ["check", "e.vdl"],
             ["check", "f.vdl"], ["graph", "d.vdl"], ["graph", "d.vdl", "--format", "mermaid"]]  # fmt: skip
    for line in lines:
        ran = vdl(*line)
        assert 0 < len(ran.out + ran.err) < 60_000, line


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("plain", "plain"), ("Größe 日本 🚚 ±½", "Größe 日本 🚚 ±½"), ("a\x1bb", r"a\u{1b}b"), ("a\u202eb", r"a\u{202e}b"),
        ("a\tb\nc\r\nd", "a b c d"), ("a\rb", r"a\u{d}b"), ("\U000e0041", r"\u{e0041}"), ("\udcff", r"\u{dcff}"), ("", ""),
        ("a\u00a0b\u2009c", "a\u00a0b\u2009c"), ("x" * 20, "x" * 16 + "..."), ("x" * 19 + "\n", "x" * 16 + "..."),
    ],
)  # fmt: skip
def test_shown(text: str, seen: str) -> None:
    assert shown(text, 19) == seen
    assert shown(seen, 19 * 9) == seen


def test_printable_keeps_lines_and_what_scripts_need() -> None:
    assert printable("a\tb\nc") == "a\tb\nc"
    assert printable("\u0646\u200c\u0627 \ufe0f\u2060") == "\u0646\u200c\u0627 \ufe0f\u2060"
    assert printable("a\x1b\x9b\u202e\u2067\u200f\r") == r"a\u{1b}\u{9b}\u{202e}\u{2067}\u{200f}\u{d}"


def test_escaped_json_reads_back() -> None:
    text = "".join(HOSTILE.values()) + "\x00\udcff plain é 🚚"
    made = escaped(json.dumps([text], ensure_ascii=False))
    assert not UNSEEN.search(made) and "é 🚚" in made
    assert json.loads(made) == [text]
