"""`vdl snapshot` keeps what was found of designs, and `--against` holds them to it: what matters and moved fails."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import EAST, TRIPS, Ran
from vdl.snapshot.change import SECTIONS

Vdl = Callable[..., Ran]
ONE = "designs/north.vdl"
DOCUMENT = """edition 2026
document reference "Reference" {
  section "Approval" { show approval }
  section "Counts" { show counts }
  section "Bill" {
    table bill "Buses" for f in all fleet {
      "Fleet": "one"
      "Buses": f.buses
      total "Buses"
    }
  }
}
"""


@pytest.fixture
def north(vdl: Vdl, town: Path) -> Path:
    """The file of one design that holds."""
    file = town / ONE
    text = TRIPS.replace('design south "South" from north {\n  fleet.pupils = 60 pupils\n}\n', "")
    file.write_text(text.replace("  let carried", "  let carried"))
    (town / "lib" / "documents").mkdir()
    (town / "lib" / "documents" / "reference.vdl").write_text(DOCUMENT)
    return file


@pytest.fixture
def approved(vdl: Vdl, north: Path) -> Path:
    ran = vdl("snapshot", ONE, "-o", "approved.json", "--approved-by", "J.  Roe", "--approved-on", "2026-01-02")
    assert ran == Ran(0, "wrote approved.json\n", "")
    return north


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))


# ------------------------------------------------------------------------------ what is kept
def test_a_snapshot_says_what_it_was_made_from(approved: Path, town: Path, vdl: Vdl) -> None:
    made = json.loads((town / "approved.json").read_text())
    assert (made["schema"], made["snapshot"], made["approved"]) == (2, 5, {"by": "J. Roe", "on": "2026-01-02"})
    assert set(made["files"]) == {"north.vdl", "std:prelude/units.vdl", "std:documents/reference.vdl"}
    (design,) = made["designs"]
    assert design["found"]["values"]["fleet.pupils"] == "90 pupils" and design["found"]["as_of"] == "2026-01-01"
    assert design["bill"] == [["Buses: Buses", "2 buses"]]
    again = vdl("snapshot", ONE, "--approved-by", "J. Roe", "--approved-on", "2026-01-02")
    assert again.out == (town / "approved.json").read_text()


def test_all_designs_of_a_file_or_one(vdl: Vdl, town: Path, north: Path) -> None:
    assert [one["title"] for one in vdl("snapshot", "designs/trips.vdl").json()["designs"]] == ["north", "south"]
    assert [one["title"] for one in vdl("snapshot", "designs/trips.vdl", "--design", "south").json()["designs"]] == ["south"]


def test_a_design_that_does_not_hold_is_kept_and_said(vdl: Vdl, town: Path, north: Path) -> None:
    ran = vdl("snapshot", "designs/east.vdl", "-o", "east.json")
    assert ran.code == 1 and "error[" in ran.err and (town / "east.json").exists()
    assert vdl("check", "designs/east.vdl", "--against", "east.json").out.count("not-as-approved") == 0


def test_nothing_is_kept_of_what_cant_be_solved(vdl: Vdl, town: Path) -> None:
    (town / "designs" / "east.vdl").write_text(EAST.replace("200 pupils", "200 km"))
    ran = vdl("snapshot", "designs/east.vdl", "-o", "east.json")
    assert ran.code == 1 and "error[" in ran.err and not (town / "east.json").exists()


@pytest.mark.parametrize("out", ["designs", "nowhere/a.json", "a\0b"])
def test_a_snapshot_that_cant_be_written(vdl: Vdl, north: Path, out: str) -> None:
    ran = vdl("snapshot", ONE, "-o", out)
    assert ran.code == 1 and "error[not-written]" in ran.err


@pytest.mark.parametrize(
    "words",
    [["--approved-by", "J. Roe"], ["--approved-on", "2026-01-02"], ["--approved-by", " ", "--approved-on", "2026-01-02"],
     ["--approved-by", "J", "--approved-on", "today"]],
)  # fmt: skip
def test_half_an_approval(vdl: Vdl, north: Path, words: list[str]) -> None:
    assert vdl("snapshot", ONE, *words).code == 2


# ------------------------------------------------------------------------------ what moved
def test_nothing_moved(approved: Path, vdl: Vdl) -> None:
    ran = vdl("check", ONE, "--against", "approved.json")
    said = r"note: design `north`: as approved by J\. Roe on 2026-01-02, \d+ values compared\n"
    assert ran.code == 0 and re.search(said, ran.out)


def test_another_text_that_means_the_same(approved: Path, vdl: Vdl) -> None:
    approved.write_text("// words\n" + approved.read_text().replace("  fleet: fleet {", "  fleet:   fleet {"))
    ran = vdl("check", ONE, "--against", "approved.json")
    assert ran.code == 0 and "not-as-approved" not in ran.out
    assert "note: 1 text not as when it was approved: `north.vdl`" in ran.out


PUPILS = "pupils = 90 pupils"
SMALLER = "seats = 30 pupils/bus, pupils = 90 pupils"
WALK = ', way = walk }\n  walk: Length = { summer: 1..2, winter: 0.5 } km @ assumed "as the crow flies"\n'
MOVED = [
    ("inputs", PUPILS, "pupils = 85 pupils", "`fleet.pupils` is not as approved: 85 pupils, was 90 pupils", 4),
    ("counts", PUPILS, SMALLER, "`fleet.buses` is not as approved: 3 buses, was 2 buses", 4),
    ("bill", PUPILS, SMALLER, "`Buses: Buses` is not as approved: 3 buses, was 2 buses", 3),
    ("rules", PUPILS, SMALLER, "`fleet.few` is not as approved: fails", 4),
    ("verdict", PUPILS, SMALLER, "`verdict` is not as approved: does not hold, was", 3),
    ("expectations", PUPILS, SMALLER, "`buses` is not as approved: differs", 6),
    ("assumptions", '@ town "page 2"', "", "`fleet.pupils` is not as approved: 90 pupils, without a source, was 90 pupils", 4),
    ("inputs", "90 pupils @ town", "90 pupils, trips = 2 @ town", "`fleet.trips` is new since it was approved: 2", 4),
    ("inputs", WALK, " }\n", "`walk at summer` was approved, and is gone", 3),
    ("waivers", "expect buses", 'waive fleet.roomy "so"\n  expect buses', "`fleet.roomy` is new since it was approved: so", 6),
]


@pytest.mark.parametrize(("section", "old", "new", "said", "line"), MOVED, ids=[f"{i}-{one[0]}" for i, one in enumerate(MOVED)])
def test_what_matters_fails_at_the_authors_line(
    approved: Path, vdl: Vdl, section: str, old: str, new: str, said: str, line: int
) -> None:
    change(approved, old, new)
    ran = vdl("check", ONE, "--against", "approved.json", "--format", "json")
    found = [d for d in ran.json()["diagnostics"] if d["slug"] == "not-as-approved" and d["message"].startswith(said)]
    places = {(d["label"], d["file"], d["line"], d["severity"], d["subject"]) for d in found}
    assert ran.code == 1 and places == {(SECTIONS[section], ONE, line, "error", "north")}  # type: ignore[index]
    made = ran.json()["against"]
    assert made["snapshot"] == "approved.json" and made["approved"] == {"by": "J. Roe", "on": "2026-01-02"}
    assert section in {one["section"] for one in made["designs"][0]["changes"]}


def test_a_figure_that_moved_little_is_only_counted(approved: Path, vdl: Vdl) -> None:
    change(approved, "pupils = 90 pupils", "pupils = 89 pupils")
    assert vdl("check", ONE, "--against", "approved.json").code == 1
    assert vdl("check", ONE, "--against", "approved.json", "--min-change", "1%").code == 1
    ran = vdl("check", ONE, "--against", "approved.json", "--min-change", "1.2 %")
    assert ran.code == 0 and "1 figure moved by no more than --min-change" in ran.out
    made = vdl("check", ONE, "--against", "approved.json", "--min-change", "2%", "--format", "json").json()["against"]
    (made,) = made["designs"]
    assert made["changes"] == [] and [(c["name"], c["before"], c["after"]) for c in made["small"]] == [
        ("fleet.pupils", "90 pupils", "89 pupils")
    ]


def test_a_verdict_is_never_too_small(approved: Path, vdl: Vdl) -> None:
    change(approved, "pupils = 90 pupils", "pupils = 101 pupils")
    ran = vdl("check", ONE, "--against", "approved.json", "--min-change", "100%")
    assert ran.code == 1 and "error[not-as-approved]: `fleet.few` is not as approved: fails" in ran.out
    assert "`fleet.pupils`" not in "".join(re.findall("not-as-approved.*", ran.out))


@pytest.mark.parametrize("share", ["1", "x", "-1%", "1e3%", "%", "1%%"])
def test_a_share_that_is_none(approved: Path, vdl: Vdl, share: str) -> None:
    ran = vdl("check", ONE, "--against", "approved.json", f"--min-change={share}")
    assert ran.code == 2 and "is not a share" in ran.err


def test_min_change_goes_with_against(north: Path, vdl: Vdl) -> None:
    assert vdl("check", ONE, "--min-change", "1%").code == 2


# ------------------------------------------------------------------------------ snapshots that don't fit
def test_a_snapshot_of_another_design(approved: Path, vdl: Vdl) -> None:
    ran = vdl("check", "designs/east.vdl", "--against", "approved.json")
    assert ran.code == 1 and "error[not-in-snapshot]: `approved.json` has no design `east`" in ran.out
    assert "it has `north`" in ran.out
    assert "error[gone-since-approved]: design `north` was approved, and is in none of these files" in ran.out


def test_one_of_several_designs(approved: Path, vdl: Vdl) -> None:
    vdl("snapshot", "designs/trips.vdl", "-o", "both.json")
    assert vdl("check", "designs/trips.vdl", "--against", "both.json").code == 0
    assert vdl("check", "designs/trips.vdl", "--against", "both.json", "--design", "south").code == 0
    assert "error[gone-since-approved]: design `south`" in vdl("check", ONE, "--against", "both.json").out


def test_other_scenarios(approved: Path, vdl: Vdl) -> None:
    ran = vdl("check", ONE, "--against", "approved.json", "--scenario", "growth")
    assert ran.code == 1 and "error[other-layers]: `north` was approved as it is written, and is checked with growth" in ran.out
    vdl("snapshot", ONE, "-o", "grown.json", "--scenario", "growth")
    assert "other-layers" not in vdl("check", ONE, "--against", "grown.json", "--scenario", "growth").out


def test_a_design_that_cant_be_solved_any_more(approved: Path, vdl: Vdl) -> None:
    change(approved, "90 pupils", "90 km")
    ran = vdl("check", ONE, "--against", "approved.json")
    assert ran.code == 1 and "not-as-approved" not in ran.out and "gone-since" not in ran.out


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"{", "error[damaged-snapshot]: this is no snapshot that can be read: it is not JSON"),
        (b"\xff", "this is no snapshot that can be read: it is not UTF-8 text"),
        (b'{"schema": 2, "designs": []}', "it is no snapshot: `vdl snapshot` writes one"),
        (b'{"schema": 9, "snapshot": 4}', "error[other-snapshot-schema]: the snapshot is of schema 9.4, and"),
        (b'{"schema": 2, "snapshot": 5, "units": {}}', "this is no snapshot that can be read: it has no `vdl`"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("command", ["check", "build"])
def test_a_file_that_is_no_snapshot(north: Path, town: Path, vdl: Vdl, data: bytes, said: str, command: str) -> None:
    (town / "bad.json").write_bytes(data)
    ran = vdl(command, ONE, "--against", "bad.json", *(["-o", "out"] if command == "build" else []))
    assert ran.code == 1 and said in ran.out + ran.err and "bad.json" in ran.out + ran.err
    assert not (town / "out").exists()


NOWHERE = [("nowhere.json", "file-not-found"), ("designs", "folder-not-file"), ("a\0b", "file-not-found")]


@pytest.mark.parametrize(("name", "slug"), NOWHERE)
def test_no_such_snapshot(north: Path, vdl: Vdl, name: str, slug: str) -> None:
    ran = vdl("check", ONE, "--against", name)
    assert ran.code == 1 and f"error[{slug}]" in ran.out


# ------------------------------------------------------------------------------ in documents
def built(vdl: Vdl, town: Path, *words: str) -> tuple[Ran, str]:
    ran = vdl("build", ONE, "-o", "out", "--format", "md", *words)
    file = town / "out" / "north.md"
    return ran, file.read_text() if file.exists() else ""


def test_a_document_says_who_approved_it(approved: Path, town: Path, vdl: Vdl) -> None:
    ran, text = built(vdl, town, "--against", "approved.json")
    assert ran.code == 0
    assert "- **Approved by**: J. Roe\n- **Approved on**: 2026-01-02\n- **Snapshot**: `approved.json` as of 2026-01-01\n" in text
    assert re.search(r"\*\*Stands\*\*: \S+ as approved: \d+ values compared", text)


def test_a_document_that_is_held_to_nothing_says_nothing(approved: Path, town: Path, vdl: Vdl) -> None:
    ran, text = built(vdl, town)
    assert ran.code == 0 and "Approv" not in text


def test_a_document_says_what_changed_since(approved: Path, town: Path, vdl: Vdl) -> None:
    change(approved, "pupils = 90 pupils", "seats = 30 pupils/bus, pupils = 90 pupils")
    ran, text = built(vdl, town, "--against", "approved.json")
    assert ran.code == 1 and "error[not-as-approved]: `fleet.buses` is not as approved: 3 buses, was 2 buses" in ran.err
    assert "changed since" in text and "| counts | fleet.buses | 2 buses | 3 buses |" in text


def test_who_approved_it_may_be_said_when_it_is_built(north: Path, town: Path, vdl: Vdl) -> None:
    vdl("snapshot", ONE, "-o", "plain.json")
    assert "the snapshot names nobody" in built(vdl, town, "--against", "plain.json")[1]
    _, text = built(vdl, town, "--against", "plain.json", "--approved-by", "A. Poe", "--approved-on", "2026-03-04")
    assert "- **Approved by**: A. Poe\n- **Approved on**: 2026-03-04\n" in text


def test_the_bills_are_those_of_the_document_that_was_kept(north: Path, town: Path, vdl: Vdl) -> None:
    paper = "edition 2026\n" + DOCUMENT[DOCUMENT.index("document") :].replace("reference", "paper")
    paper = paper.replace('"Buses": f.buses', '"Seats": f.carried').replace('total "Buses"', 'total "Seats"')
    (town / "designs" / "paper.vdl").write_text(paper)
    change(north, "edition 2026\n", 'edition 2026\nimport "paper.vdl"\n')
    vdl("snapshot", ONE, "-o", "kept.json", "--document", "paper.paper")
    assert json.loads((town / "kept.json").read_text())["designs"][0]["bill"] == [["Buses: Seats", "100 pupils"]]
    assert vdl("check", ONE, "--against", "kept.json").code == 0
    assert built(vdl, town, "--against", "kept.json", "--document", "reference")[0].code == 0
    change(north, "90 pupils", "120 pupils")
    ran = vdl("check", ONE, "--against", "kept.json")
    assert "`Buses: Seats` is not as approved: 150 pupils, was 100 pupils" in ran.out


def test_a_document_that_is_not_there(north: Path, town: Path, vdl: Vdl) -> None:
    ran = vdl("snapshot", ONE, "-o", "kept.json", "--document", "nowhere")
    assert ran.code == 1 and "error[unknown-option]: there is no document `nowhere`" in ran.err
    assert not (town / "kept.json").exists()


@pytest.mark.parametrize("words", [["--approved-by", "A", "--approved-on", "2026-01-01"], ["--min-change", "1%"]])
def test_approvals_go_with_a_snapshot(north: Path, town: Path, vdl: Vdl, words: list[str]) -> None:
    assert built(vdl, town, *words)[0].code == 2 and not (town / "out").exists()
