"""`vdl check`: exit codes, the last line, and the object for machines."""

from __future__ import annotations

from itertools import permutations
from json import dumps
from pathlib import Path

import pytest

from vdl.cli import main
from vdl.text.diagnostics import Diagnostic, in_order
from vdl.text.source import Source, Span

from .conftest import Vdl

TRIPS = "designs/trips.vdl"


def test_a_clean_file(vdl: Vdl) -> None:
    ran = vdl("check", TRIPS, "--design", "north")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.splitlines() == ["0 errors in 1 file; 1 design holds; rules: 2 hold; expectations: 1 agrees"]


def test_failures_and_the_last_line(vdl: Vdl) -> None:
    ran = vdl("check", "designs")
    assert ran.code == 1
    assert "error[rule-failed]: rule `fleet.few` does not hold" in ran.out
    assert "error[expectation-differs]" in ran.out
    assert ran.out.splitlines()[-1] == (
        "2 errors, 1 warning in 2 files; 3 designs: 2 hold, 1 does not hold; rules: 4 hold, 2 fail; "
        "expectations: 1 agrees, 1 differs"
    )


def test_the_last_line_names_a_scenario_in_which_a_figure_differs(vdl: Vdl, town: Path) -> None:
    more = "\n".join([
        f"  scenario grown_{at} {{ fleet.pupils = {at}0 pupils\n    expect hired: fleet.buses == 2 buses @ assumed \"a guess\" }}"
        for at in range(3, 10)
    ])  # fmt: skip
    text = f"edition 2026\ndesign west {{\n  fleet: fleet {{ pupils = 90 pupils }}\n{more}\n}}\n"
    (town / "designs" / "west.vdl").write_text(text)
    ran = vdl("check", "designs/west.vdl", "--design", "west")
    assert ran.code == 1 and ran.out.count("= in scenario `grown_3`\n") == 1
    assert "1 design does not hold; scenarios west.grown_3, west.grown_4, west.grown_5 do not hold; rules" in ran.out
    (town / "designs" / "west.vdl").write_text(text.replace("== 2 buses", "== 7 buses"))
    assert "scenarios west.grown_3, west.grown_4, west.grown_5, west.grown_6, west.grown_7 and 2 more do not" in vdl(
        "check", "designs/west.vdl"
    ).out
    assert "; scenario west.grown_4 does not hold; rules" in _alone(vdl, town)


def _alone(vdl: Vdl, town: Path) -> str:
    scenario = "scenario grown_4 { expect hired: fleet.buses == 7 buses @ assumed \"a guess\" }"
    text = f"edition 2026\ndesign west {{\n  fleet: fleet {{ pupils = 90 pupils }}\n  {scenario}\n}}\n"
    (town / "designs" / "west.vdl").write_text(text)
    return vdl("check", "designs/west.vdl").out


def test_a_file_may_be_called_like_an_option(vdl: Vdl, town: Path) -> None:
    for name in ("-x.vdl", "--quiet", "--summary=sum.md"):
        (town / name).write_text((town / TRIPS).read_text())
    options = ["--design", "north", "--library", "lib", "--as-of", "2026-01-01"]
    assert main(["check", *options, "--", "-x.vdl", "--quiet", "--summary=sum.md", TRIPS]) == 0
    assert not (town / "sum.md").exists()
    assert main(["eval", *options, TRIPS, "--", "-fleet.pupils"]) == 0
    assert main(["check", *options, "--"]) == 2


def test_warnings_alone_are_clean(vdl: Vdl) -> None:
    ran = vdl("check", TRIPS, "--design", "north", "--set", "fleet.pupils = 100 pupils")
    assert ran.code == 0
    assert ran.out.splitlines()[-1].startswith("0 errors, 1 warning in 1 file")


def test_what_a_waiver_leaves_is_what_is_said(vdl: Vdl, town: Path) -> None:
    (town / "cold.vdl").write_text("""edition 2026
design cold "Cold" {
  walk: Length = { summer: 8, winter: 100 } m
  require short: walk <= 5 m
  waive short at winter "winters are long"
}
""")
    ran = vdl("check", "cold.vdl", "--format", "json")
    (said,) = ran.json()["diagnostics"]
    assert (ran.code, said["slug"], said["label"]) == (1, "rule-failed", "8 m <= 5 m at summer")
    assert "3 m over (60 %)" in said["notes"]
    (rule,) = ran.json()["designs"][0]["rules"]
    assert (rule["verdict"], rule["detail"], rule["margin"]["text"]) == ("fails", "8 m <= 5 m at summer", "3 m over (60 %)")
    assert rule["waived_by"][0]["at"] == [{"season": "winter"}]
    assert "95" not in vdl("check", "cold.vdl").out


def test_two_designs_that_fail_one_rule_are_two_diagnostics(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text((town / "designs/east.vdl").read_text().replace("200", "300"))
    ran = vdl("check", "designs/east.vdl", "west.vdl")
    assert ran.out.count("rule `fleet.few` does not hold") == 2


def test_exact_repetitions_are_said_once() -> None:
    span = Span(Source("a", "text"), 0, 1)
    one = Diagnostic("rule-failed", "error", "m", span, "3", notes=("in a",))
    other = one._replace(notes=("in b",))
    assert in_order([other, one, one]) == [one, other]


def test_shared_files_are_reported_once(vdl: Vdl, town: Path) -> None:
    (town / "lib/prelude/broken.vdl").write_text("edition 2026\nkind x { a: Nothing }\n")
    ran = vdl("check", "designs")
    assert ran.out.count("error[") == 1
    assert ran.out.splitlines()[-1].startswith("1 error in 2 files; 3 designs not judged")


def test_each_file_once(vdl: Vdl) -> None:
    assert vdl("check", "designs", TRIPS, "designs/east.vdl").out == vdl("check", "designs").out


def test_files_of_the_library_go_by_their_names(vdl: Vdl) -> None:
    ran = vdl("check", "lib")
    assert (ran.code, ran.out) == (0, "0 errors in 1 file; 0 designs\n")


def test_the_object(vdl: Vdl) -> None:
    made = vdl("check", "--format", "json", "designs").json()
    assert list(made) == ["schema", "as_of", "diagnostics", "designs"]
    assert (made["schema"], made["as_of"]) == (2, "2026-01-01")
    assert [design["name"] for design in made["designs"]] == ["east", "north", "south"]
    east, north, south = made["designs"]
    assert (north["file"], north["title"]) == (TRIPS, "North")
    (count,) = north["counts"]
    assert (count["name"], count["given"]) == ("fleet.buses", False)
    assert count["value"] == {"exact": "2", "decimal": "2", "unit": "buses", "text": "2 buses"}
    seats, trips = count["bounds"]
    assert (seats["name"], seats["decides"], seats["at"], seats["value"]["exact"]) == ("by_seats", True, {}, "9/5")
    assert (trips["name"], trips["decides"], trips["value"]["exact"]) == ("by_trips", False, None)
    assert trips["value"]["text"] == "not stated"
    few, _ = east["rules"]
    assert (few["name"], few["severity"], few["verdict"], few["waived_by"]) == ("fleet.few", "error", "fails", [])
    assert few["detail"] == "4 buses <= 2 buses"
    (expectation,) = east["expectations"]
    assert expectation["expression"] == "fleet.buses == 3 buses"
    assert (expectation["computed"]["exact"], expectation["published"]["exact"]) == ("4", "3")
    assert (expectation["verdict"], expectation["citation"]) == ("differs", "assumed: a guess")
    assert [found["name"] for found in north["asks"]] == ["fits", "apart"]
    fits, apart = north["asks"]
    assert (fits["answer"]["exact"], fits["stopped_by"]) == ("100", ["fleet.few"])
    assert (apart["answer"]["exact"], apart["stopped_by"]) == ("200", ["the condition"])
    assert south["asks"] == []


def test_the_place_of_a_diagnostic(vdl: Vdl) -> None:
    made = vdl("check", "--format", "json", "designs/east.vdl").json()
    found = next(d for d in made["diagnostics"] if d["slug"] == "expectation-differs")
    assert {k: found[k] for k in ("file", "line", "column", "end_line", "end_column")} == {
        "file": "designs/east.vdl", "line": 4, "column": 17, "end_line": 4, "end_column": 39,
    }  # fmt: skip
    assert found["label"] == "computed 4 buses, published 3 buses"
    assert set(found) == {
        "slug", "severity", "message", "file", "line", "column", "end_line", "end_column", "label", "subject", "related",
        "notes", "help", "stands_for",
    }  # fmt: skip


def test_a_waiver_in_the_object(vdl: Vdl, town: Path) -> None:
    (town / "late.vdl").write_text(
        'edition 2026\ndesign late "Late" {\n  fleet: fleet { pupils = 140 pupils }\n'
        '  waive fleet.few "a third is lent" owner "depot" until 2026-06-30\n}\n'
    )
    few = vdl("check", "--format", "json", "late.vdl").json()["designs"][0]["rules"][0]
    assert few["verdict"] == "waived"
    assert few["waived_by"] == [
        {"reason": "a third is lent", "owner": "depot", "until": "2026-06-30", "at": [], "file": "late.vdl", "citation": ""}
    ]
    ran = vdl("check", "late.vdl", day="2026-07-01")
    assert ran.code == 1
    assert "error[waiver-expired]" in ran.out


@pytest.mark.parametrize("name", ["missing.vdl", "empty", "nul.vdl", "latin.vdl"])
def test_the_object_stands_alone_whatever_is_wrong(vdl: Vdl, town: Path, name: str) -> None:
    (town / "empty").mkdir()
    (town / "nul.vdl").write_bytes(b"edition 2026\n\0")
    (town / "latin.vdl").write_bytes(b"edition 2026\n// \xe9\n")
    ran = vdl("check", "--format", "json", name, "designs/east.vdl")
    made = ran.json()
    assert (ran.code, ran.err) == (1, "")
    about = [(d["file"], d["line"]) for d in made["diagnostics"] if d["subject"] == name]
    assert about == [(name, None)]
    assert [design["name"] for design in made["designs"]] == ["east"]


def test_files_checked_together_say_what_each_says_alone(vdl: Vdl, town: Path) -> None:
    (town / "wrong.vdl").write_text("edition 2026\ndesign wrong { fleet: fleet { pupils = 3 } }\n")
    files = [TRIPS, "designs/east.vdl", "wrong.vdl"]
    alone = [vdl("check", file, "--format", "json").json() for file in files]
    for order in permutations(range(len(files))):
        together = vdl("check", *[files[i] for i in order], "--format", "json").json()
        designs = [design for i in order for design in alone[i]["designs"]]
        assert sorted(together["designs"], key=dumps) == sorted(designs, key=dumps)
        assert sorted(together["diagnostics"], key=dumps) == sorted((d for one in alone for d in one["diagnostics"]), key=dumps)


# ------------------------------------------------------------------------------ what is accepted, and what is left out
ACCEPTING = """edition 2026
design west "West" {
  fleet: fleet { pupils = 140 pupils, seats = 40 pupils/bus }
  hint: fleet { pupils = 40 pupils }
  require warning often: hint.trips >= 2
  waive fleet.few "the fourth is rented"
  waive open often "nobody knows yet"
  expect four: fleet.buses == 4 buses @ assumed "a guess"
  expect more: fleet.pupils == 140 pupils @ assumed "a guess"
  scenario growth {
    fleet.pupils = 900 pupils
    waive hint.few "for later"
    expect many: fleet.buses == 23 buses @ assumed "a guess"
  }
}
document short "Short" { section "Verdict" { show verdict } }
"""


def test_terminal_machine_and_document_count_the_same_exceptions(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text(ACCEPTING)
    last = vdl("check", "west.vdl").out.splitlines()[-1]
    assert "; 1 design holds, with 2 accepted exceptions; rules: 3 hold, 1 waived, 1 not evaluated;" in last
    assert last.endswith("; open points: 1 accepted")
    found = vdl("check", "west.vdl", "--format", "json").json()["designs"][0]
    assert (found["verdict"], found["accepted"]) == ("holds", 2)
    vdl("build", "west.vdl", "--format", "md")
    told = (town / "west.md").read_text()
    assert "Holds, with 2 accepted exceptions" in told
    assert "5 limits with figures hold, 2 accepted exceptions: 1 that fails + 1 not evaluated." in told


@pytest.mark.parametrize(("layers", "told", "figures", "waivers"), [
    ((), "", [], []),
    (("--set", "fleet.pupils = 139 pupils"), "3 expectations are not compared, since --set changes",
     ["four", "more", "growth.many"], []),
    (("--set", "fleet.pupils = 39 pupils"),
     "3 expectations are not compared and 1 waiver that accepts nothing is no error, since --set changes",
     ["four", "more", "growth.many"], ["fleet.few"]),
    (("--set", "hint.trips = 2"), "and 1 waiver that accepts nothing is no error, since --set changes",
     ["four", "more", "growth.many"], ["often"]),
    (("--scenario", "growth", "--set", "fleet.pupils = 800 pupils"),
     "3 expectations are not compared and 1 waiver that accepts nothing is no error, since scenario growth and --set change",
     ["four", "more", "growth.many"], ["hint.few"]),
])  # fmt: skip
def test_what_is_not_judged_of_a_changed_design_is_said(
    vdl: Vdl, town: Path, layers: tuple[str, ...], told: str, figures: list[str], waivers: list[str]
) -> None:
    (town / "west.vdl").write_text(ACCEPTING)
    for command in ("check", "size"):
        ran = vdl(command, "west.vdl", *layers)
        assert (ran.code, told in ran.out, "since" in ran.out) == (0, True, bool(told)), ran.out
    found = vdl("check", "west.vdl", *layers, "--format", "json").json()["designs"][0]
    assert found["left_out"] == {"expectations": figures, "waivers": waivers}
    vdl("build", "west.vdl", *layers, "--format", "md", "--out", "out")
    (report,) = (town / "out").glob("*.md")
    assert told in report.read_text()


def test_a_scenario_judges_what_it_says_itself(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text(ACCEPTING)
    ran = vdl("check", "west.vdl", "--scenario", "growth")
    assert "error[waiver-unused]" in ran.out and "expectations: 1 agrees" in ran.out
    assert "note: design `west`: 2 expectations are not compared, since scenario growth changes the design\n" in ran.out


def test_rules_that_do_not_apply_are_not_counted(vdl: Vdl, town: Path) -> None:
    """A library has many, which say nothing of the design."""
    text = "edition 2026\ndesign d {\n  a: Number = 1\n  require one: a <= 2 when a > 1\n%s}\n"
    (town / "designs" / "apart.vdl").write_text(text % "")
    assert vdl("check", "designs/apart.vdl").out == "0 errors in 1 file; 1 design holds, and nothing is judged in it\n"
    (town / "designs" / "apart.vdl").write_text(text % "  require two: a <= 2\n")
    assert vdl("check", "designs/apart.vdl").out == "0 errors in 1 file; 1 design holds; rules: 1 holds\n"
    assert "1 holds, 1 does not apply (--all)" in vdl("size", "designs/apart.vdl").out
@pytest.mark.parametrize("form", ["human", "json"])
def test_however_many_processes_check_a_folder_the_same_is_printed(vdl: Vdl, town: Path, form: str) -> None:
    north = (town / TRIPS).read_text()
    for number in range(23):
        wrong = "design cold { walk: Length = 3 kg }\n" if number % 5 == 1 else ""
        (town / "designs" / f"more_{number}.vdl").write_text(north + wrong)
    (town / "designs" / "no.vdl").write_text("edition 2026\ndesign a { x: Nope = 3 }\n")
    ran = {jobs: vdl("check", "designs", "--format", form, *jobs) for jobs in ((), ("--jobs", "1"), ("--jobs", "3"))}
    assert len(set(ran.values())) == 1 and ran[()].code == 1
    one = {jobs: vdl("check", "designs", "--design", "north", *jobs) for jobs in (("--jobs", "1"), ("--jobs", "3"))}
    assert len(set(one.values())) == 1


def test_a_number_of_processes_is_one(vdl: Vdl) -> None:
    ran = vdl("check", "designs", "--jobs", "0")
    assert ran.code == 2 and "is not a number of processes" in ran.err


DRAWN = """edition 2026
axis term kept { spring, autumn }
kind line { trips: Number }
design d { a: line { trips = { spring: 3 } } }
design e { b: line { trips = 4 } }
document board "Board" { section "Trips" { for x in all line { text "{x.title}: {x.trips at autumn}" } } }
"""


def test_what_keeps_an_authors_document_from_being_built_is_found(vdl: Vdl, town: Path) -> None:
    (town / "drawn.vdl").write_text(DRAWN)
    ran = vdl("check", "drawn.vdl")
    assert (ran.code, ran.out.count("error[missing-label]")) == (1, 1)
    assert ran.out.splitlines()[-1].startswith("1 error in 1 file; 2 designs")
    assert vdl("check", "drawn.vdl", "--design", "e").code == 0
    assert "missing-label" in vdl("check", "drawn.vdl", "--format", "json").out
    (town / "drawn.vdl").write_text(DRAWN.replace("spring: 3", "spring: 3, autumn: 2"))
    assert vdl("check", "drawn.vdl").code == 0


def test_a_document_of_one_design_is_no_fault_of_the_others(vdl: Vdl, town: Path) -> None:
    read = DRAWN.replace('for x in all line { text "{x.title}: {x.trips at autumn}" }', 'text "{e.b.trips}"')
    (town / "drawn.vdl").write_text(read.replace("spring: 3", "spring: 3, autumn: 2"))
    ran = vdl("check", "drawn.vdl")
    assert (ran.code, ran.err) == (0, ""), ran.out


WRITTEN = """\
text "{x.trips at autumn}"
section "{x.trips at autumn}" { text "A" }
callout warning "{x.trips at autumn}" { text "A" }
callout info "A" { text "{x.trips at autumn}" }
facts { "{x.trips at autumn}": 1 }
facts { "A": x.trips at autumn }
cover { text "{x.trips at autumn}" }
if x.trips at autumn > 1 { text "A" }
if 1 > 2 { text "A" } else { text "{x.trips at autumn}" }
for y in [x] if y.trips at autumn > 1 { text "A" }
for y in [x] { text "{y.trips at autumn}" }
working x.late
inputs x.late_ones
table "{x.trips at autumn}" for y in [x] { "A": 1 }
table for y in [x] { "A": y.trips at autumn }
table for y in [x] { "{x.trips at autumn}": 1 }
table for y in [x] if y.trips at autumn > 1 { "A": 1 }
table for y in [x] { group "{y.trips at autumn}", "A": 1 }
table for y in [x] { "A": 1, total "A": x.trips at autumn }
table for y in [x] { for z in [x] { "{z.title}": z.trips at autumn } }
table bill for y in [x] { "A": y.trips at autumn }
table for y in [x] { "A": row * (y.trips at autumn) }
table for y in [x] { merge some by y.trips at autumn, "A": size(some) }
table file "a.csv" for y in [x] { "A": y.trips at autumn }
table file "a/b.csv" for y in [x] { "A": 1 }
chart "{x.trips at autumn}" for y in [x] { "A": "a", bar "B": 2 }
chart for y in [x] { "A": "{y.trips at autumn}", bar "B": 2 }
chart for y in [x] { "A": "a", bar "B": y.trips at autumn }
chart for y in [x] { "A": "a", bar "{y.trips at autumn}": 2 }
chart for y in [x] { "A": "a", for z in [y] { bar "B": z.trips at autumn } }
chart piled for y in [x] { "A": "a", bar "B": y.trips at autumn, times "N": 2, mark "M": 3 }
diagram { box x "{x.trips at autumn}" }
diagram { box x "A" "{x.trips at autumn}" }
diagram "{x.trips at autumn}" { box x "A" }
diagram { for y in [x] { box y "{y.trips at autumn}" } }
diagram { box x "A" { box x.late_ones "{x.trips at autumn}" } }
diagram { box x "A", link x to first([y for y in [x] if y.trips at autumn > 1]) }
""".splitlines()


@pytest.mark.parametrize("item", WRITTEN)
def test_a_fault_is_found_wherever_it_stands_in_a_document(vdl: Vdl, town: Path, item: str) -> None:
    text = f"""edition 2026
axis term kept {{ spring, autumn }}
kind late {{ trips: Number }}
kind line {{ trips: Number, let late: Number = trips at autumn, late_ones: late {{ trips = late }} }}
design d {{ a: line {{ trips = {{ spring: 3 }} }} }}
document board "Board" {{ for x in all line {{ {item} }} }}
"""
    (town / "drawn.vdl").write_text(text)
    ran = vdl("check", "drawn.vdl")
    slug = "missing-label" if "autumn" in item or "late" in item else "not-a-file-name"
    assert (ran.code, ran.err, ran.out.count(f"error[{slug}]")) == (1, "", 1), ran.out
    if slug == "missing-label":
        (town / "drawn.vdl").write_text(text.replace("spring: 3", "spring: 3, autumn: 2"))
        assert vdl("check", "drawn.vdl").code == 0, vdl("check", "drawn.vdl").out


@pytest.mark.parametrize(("number", "said"), [(5, "`e`\n"), (9, "`e` and 4 more\n"), (150, "`e` and more\n")])
def test_of_many_figures_that_a_rule_lacks_the_first_are_named_and_the_others_counted(
    vdl: Vdl, town: Path, number: int, said: str
) -> None:  # fmt: skip
    names = [chr(ord("a") + at) if at < 5 else f"more_{at}" for at in range(number)]
    fields = "\n".join([f"  {name}: Length?" for name in names])
    (town / "silent.vdl").write_text(f"edition 2026\ndesign d {{\n{fields}\n  require most: {' + '.join(names)} <= 9 km\n}}\n")
    assert f"not stated: `a`, `b`, `c`, `d`, {said}" in vdl("check", "silent.vdl").out
