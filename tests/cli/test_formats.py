"""`vdl check --format ...`: what editors, code hosts and servers of continuous integration read. Nothing in it is forged."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from vdl.errors import CATALOG, manual

from .conftest import EAST, Vdl

FORGED = "no]]>\n::error file=x::forged%0A<failure/> --> | @all `x` <img> [a](http://b) {0} $x$"
"""A text of a design that tries every format."""


@pytest.fixture
def forged(town: Path) -> str:
    """A design and a file name that try to forge what is printed."""
    text = FORGED.replace("\n", "\\n").replace("{", "{{").replace("}", "}}")
    (town / "designs" / "ev,il: 100%25::.vdl").write_text(
        f'edition 2026\ndesign evil "{text}" {{\n  fleet: fleet {{ pupils = 200 pupils }}\n'
        f'  require bad: fleet.buses <= 1 bus "{text}"\n  waive fleet.few "{text}" owner "{text}"\n}}\n'
    )
    return "designs/ev,il: 100%25::.vdl"


# ------------------------------------------------------------------------------ short
def test_short_is_a_line_for_each_finding(vdl: Vdl) -> None:
    ran = vdl("check", "designs", "--format", "short")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        "designs/east.vdl:3:3: error: rule `fleet.few` does not hold: at most two buses [rule-failed]",
        "designs/east.vdl:3:3: warning: rule `fleet.roomy` does not hold [rule-failed]",
        "designs/east.vdl:4:17: error: expectation `buses` differs [expectation-differs]",
    ]
    assert "warning" not in vdl("check", "designs", "--format", "short", "--quiet").out


def test_short_of_what_has_no_place_and_of_nothing(vdl: Vdl) -> None:
    assert vdl("check", "none.vdl", "--format", "short").out == "none.vdl: error: there is no file `none.vdl` [file-not-found]\n"
    ran = vdl("check", "designs/trips.vdl", "--format", "short", "--design", "north")
    assert (ran.code, ran.out) == (0, "")


def test_short_takes_one_line_whatever_stands_in_it(vdl: Vdl, forged: str) -> None:
    ran = vdl("check", forged, "--format", "short")
    assert not re.search(r"^\s*::", ran.out, re.MULTILINE)
    assert len(ran.out.splitlines()) == len(vdl("check", forged, "--format", "json").json()["diagnostics"])


# ------------------------------------------------------------------------------ GitHub
def annotations(out: str) -> list[tuple[str, dict[str, str], str]]:
    """The workflow commands of an output, read as GitHub reads them."""
    found = []
    for line in out.splitlines():
        if command := re.match(r"\s*::(\w+)(?: ([^:]*))?::(.*)$", line):
            properties = dict(part.split("=", 1) for part in (command[2] or "").split(",") if part)
            found.append((command[1], {name: unescaped(value) for name, value in properties.items()}, unescaped(command[3])))
    return found


def unescaped(text: str) -> str:
    for code, sign in (("%3A", ":"), ("%2C", ","), ("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        text = text.replace(code, sign)
    return text


def test_github_annotates_errors_first_and_ends_with_the_last_line(vdl: Vdl) -> None:
    ran = vdl("check", "designs", "--format", "github")
    found = annotations(ran.out)
    assert [name for name, _, _ in found] == ["error", "error", "warning"]
    differs = next(one for one in found if one[1]["title"] == "expectation-differs")
    assert differs[1] == {
        "file": "east.vdl", "title": "expectation-differs", "line": "4", "endLine": "4", "col": "17", "endColumn": "39",
    }  # fmt: skip
    assert differs[2].startswith("expectation `buses` differs\ncomputed 4 buses, published 3 buses\n")
    assert ran.out.splitlines()[-1].startswith("2 errors, 1 warning in 2 files; 3 designs")


def test_addresses_are_relative_to_the_root(vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (town / ".git").mkdir()
    assert annotations(vdl("check", "designs", "--format", "github").out)[0][1]["file"] == "designs/east.vdl"
    (town / "designs" / "lib").symlink_to(town / "lib")
    monkeypatch.chdir(town / "designs")
    assert annotations(vdl("check", "east.vdl", "--format", "github").out)[0][1]["file"] == "designs/east.vdl"
    ran = vdl("check", str(town / "designs" / "east.vdl"), "--format", "github", "--root", "../..")
    assert annotations(ran.out)[0][1]["file"] == f"{town.name}/designs/east.vdl"


def test_github_cannot_be_forged(vdl: Vdl, forged: str, town: Path) -> None:
    (town / ".git").mkdir()
    ran = vdl("check", forged, "--format", "github")
    found = annotations(ran.out)
    made = vdl("check", forged, "--format", "json").json()["diagnostics"]
    assert len(found) == len(made) == len(ran.out.splitlines()) - 1
    assert {properties["file"] for _, properties, _ in found} == {forged}
    assert not any("forged" in properties.get("title", "") for _, properties, _ in found)


def test_github_annotates_no_more_than_is_shown(vdl: Vdl, town: Path) -> None:
    rules = "".join([f"  require r{i}: fleet.buses <= 1 bus\n" for i in range(13)])
    (town / "many.vdl").write_text(f"edition 2026\ndesign many {{\n  fleet: fleet {{ pupils = 90 pupils }}\n{rules}}}\n")
    lines = vdl("check", "many.vdl", "--format", "github").out.splitlines()
    assert sum(line.startswith("::error ") for line in lines) == 10
    assert lines[-2] == "3 more findings are not annotated: GitHub shows 10 of each severity"
    assert lines[-1].startswith("13 errors")


def test_what_stands_on_the_command_line_has_no_file(vdl: Vdl) -> None:
    (found,) = annotations(vdl("check", "designs/trips.vdl", "--design", "north", "--set", "x = 1", "--format", "github").out)
    assert "file" not in found[1] and "line" not in found[1]


# ------------------------------------------------------------------------------ SARIF
def sarif(vdl: Vdl, *arguments: str) -> dict[str, Any]:
    made = vdl("check", *arguments, "--format", "sarif").json()
    assert (made["version"], len(made["runs"])) == ("2.1.0", 1)
    run: dict[str, Any] = made["runs"][0]
    return run


def test_sarif_has_rules_and_places(vdl: Vdl) -> None:
    run = sarif(vdl, "designs", "--manual", "https://vdl.example/docs/")
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["expectation-differs", "rule-failed"]
    assert rules[1]["help"]["text"] == manual("rule-failed")
    assert rules[1]["helpUri"] == "https://vdl.example/docs/reference/diagnostics.html#rule-failed"
    assert [result["level"] for result in run["results"]].count("error") == 2
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
        (location,) = result["locations"]
        place = location["physicalLocation"]
        assert place["artifactLocation"] == {"uri": "east.vdl", "uriBaseId": "ROOT"}
        assert "ROOT" in run["originalUriBaseIds"]
        region = place["region"]
        assert 1 <= region["startLine"] <= region["endLine"] and min(region["startColumn"], region["endColumn"]) >= 1
        assert location["logicalLocations"][0]["fullyQualifiedName"] in ("buses", "fleet.few", "fleet.roomy")
    assert "helpUri" not in sarif(vdl, "designs")["tool"]["driver"]["rules"][0]


def test_every_slug_has_what_a_rule_of_sarif_needs() -> None:
    from vdl.cli.formats.sarif import _rule

    for slug in CATALOG:
        rule: Any = _rule(slug, "")
        assert rule["shortDescription"]["text"].endswith(".") and rule["help"]["text"] == manual(slug), slug


def fingerprints(run: dict[str, Any]) -> list[str]:
    found = [result["partialFingerprints"]["vdlFinding/v1"] for result in run["results"]]
    assert len(set(found)) == len(found)
    assert found == [result["partialFingerprints"]["primaryLocationLineHash"] for result in run["results"]]
    return found


def test_fingerprints_outlive_what_is_edited_above(vdl: Vdl, town: Path) -> None:
    before = fingerprints(sarif(vdl, "designs/east.vdl"))
    (town / "designs/east.vdl").write_text(EAST.replace("design east", "\n// a remark\n\ndesign east"))
    assert fingerprints(sarif(vdl, "designs/east.vdl")) == before
    (town / "designs/east.vdl").write_text(EAST.replace("200 pupils", "300 pupils"))
    after = fingerprints(sarif(vdl, "designs/east.vdl"))
    assert len(set(after) & set(before)) == 1, "the line of the expectation is the same, the other is not"
    (town / "designs/west.vdl").write_text(EAST)
    assert not set(fingerprints(sarif(vdl, "designs/west.vdl"))) & set(before)


def test_sarif_of_a_library_elsewhere(vdl: Vdl, town: Path) -> None:
    (town / "lib/prelude/broken.vdl").write_text("edition 2026\nkind x { a: Nothing }\n")
    (result,) = sarif(vdl, "designs/east.vdl")["results"]
    where = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert where == {"uri": "prelude/broken.vdl", "uriBaseId": "LIBRARY"}
    (town / ".git").mkdir()
    (result,) = sarif(vdl, "designs/east.vdl")["results"]
    where = result["locations"][0]["physicalLocation"]["artifactLocation"]
    assert where == {"uri": "lib/prelude/broken.vdl", "uriBaseId": "ROOT"}


def test_sarif_messages_fill_in_nothing_and_link_nowhere(vdl: Vdl, forged: str) -> None:
    run = sarif(vdl, forged)
    texts = json.dumps([result["message"] for result in run["results"]])
    assert "forged" in texts and "](" not in texts
    assert "{0}" not in texts.replace("{{0}}", "")
    (uri,) = {result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for result in run["results"]}
    assert uri == "ev%2Cil%3A%20100%2525%3A%3A.vdl"


def test_sarif_of_what_has_no_place(vdl: Vdl) -> None:
    (result,) = sarif(vdl, "none.vdl")["results"]
    assert result["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "none.vdl", "uriBaseId": "ROOT"}}}]
    assert result["message"]["text"].startswith("there is no file `none.vdl`\nnone.vdl\nhelp: ")
    results = sarif(vdl, "designs/trips.vdl", "--scenario", "nothing")["results"]
    assert [result["locations"] for result in results] == [[], []]


# ------------------------------------------------------------------------------ JUnit
def junit(vdl: Vdl, *arguments: str) -> ElementTree.Element:
    made = ElementTree.fromstring(vdl("check", *arguments, "--format", "junit").out)
    for suite in made:
        for name, inner in (("failures", "failure"), ("errors", "error"), ("skipped", "skipped")):
            assert int(suite.get(name, "")) == len(suite.findall(f"testcase/{inner}"))
        assert int(suite.get("tests", "")) == len(suite.findall("testcase"))
    assert int(made.get("tests", "")) == len(made.findall("testsuite/testcase"))
    return made


def outcomes(made: ElementTree.Element, design: str) -> dict[str, tuple[str, str]]:
    """Of each case of a design its outcome and what is said of it."""
    found = {}
    for case in made.iterfind(f"testsuite/testcase[@classname='{design}']"):
        inner = case[0] if len(case) else None
        found[case.get("name", "")] = ("", "") if inner is None else (inner.tag, inner.get("message", ""))
    return found


def test_junit_has_a_suite_for_each_design(vdl: Vdl) -> None:
    made = junit(vdl, "designs")
    assert [suite.get("name") for suite in made] == [
        "east.vdl", "trips.vdl", "east.vdl: east", "trips.vdl: north", "trips.vdl: south",
    ]  # fmt: skip
    assert outcomes(made, "east") == {
        "fleet.few": ("failure", "fails: at most two buses"),
        "fleet.roomy": ("skipped", "open: fails: 200 pupils >= 210 pupils"),
        "buses": ("failure", "differs: computed 4 buses, published 3 buses"),
    }
    assert set(outcomes(made, "north").values()) == {("", "")}
    strict = outcomes(junit(vdl, "designs", "--strict"), "east")
    assert strict["fleet.roomy"][0] == "failure"


def test_junit_of_what_is_accepted_and_open(vdl: Vdl, town: Path) -> None:
    (town / "west.vdl").write_text("""edition 2026
design west "West" {
  fleet: fleet { pupils = 140 pupils, seats = 40 pupils/bus }
  hint: fleet { pupils = 40 pupils }
  require often: hint.trips >= 2
  require seldom: hint.trips >= 3 "seldom enough"
  waive fleet.few "the fourth is rented" owner "depot" until 2026-06-30
  waive open often "nobody knows yet"
}
""")
    found = outcomes(junit(vdl, "west.vdl"), "west")
    assert found["fleet.few"] == ("skipped", "waived: the fourth is rented, by depot, until 2026-06-30")
    assert found["often"][0] == "skipped" and found["often"][1].startswith("accepted: ")
    assert found["seldom"] == ("skipped", "open: not evaluated: seldom enough")
    strict = outcomes(junit(vdl, "west.vdl", "--strict"), "west")
    assert (strict["seldom"][0], strict["often"][0], strict["fleet.few"][0]) == ("failure", "skipped", "skipped")


def test_junit_of_files_with_errors(vdl: Vdl, town: Path) -> None:
    (town / "wrong.vdl").write_text("edition 2026\ndesign wrong { fleet: fleet { pupils = 3 } }\n")
    made = junit(vdl, "wrong.vdl", "none.vdl", "designs/trips.vdl")
    errors = {case.get("classname"): case[0].get("type") for case in made.iterfind("testsuite/testcase[error]")}
    assert errors == {"wrong.vdl": "missing-unit", "none.vdl": "file-not-found"}
    assert outcomes(made, "designs/trips.vdl") == {"can be read": ("", "")}


def test_junit_cannot_be_forged(vdl: Vdl, forged: str) -> None:
    found = outcomes(junit(vdl, forged), "evil")
    assert found["bad"][0] == "failure" and "forged%0A<failure/>" in found["bad"][1]
    assert sum(outcome == "failure" for outcome, _ in found.values()) == 1


# ------------------------------------------------------------------------------ the summary
def test_a_summary_is_put_at_the_end_of_a_file(vdl: Vdl, town: Path) -> None:
    (town / "summary.md").write_text("before\n")
    ran = vdl("check", "designs", "--summary", "summary.md")
    assert ran.out == vdl("check", "designs").out
    text = (town / "summary.md").read_text()
    assert text.startswith("before\n### vdl check\n\n2 errors, 1 warning in 2 files; ")
    assert "| east.vdl: east | does not hold | 2 fail | 1 differs | 1 |\n" in text
    told = "expectation \\`buses\\` differs (computed 4 buses, published 3 buses) `expectation-differs`"
    assert f"| error | east.vdl:4 | {told} |\n" in text


def test_a_summary_cannot_be_forged(vdl: Vdl, town: Path, forged: str) -> None:
    vdl("check", forged, "--summary", "summary.md", "--format", "json")
    text = (town / "summary.md").read_text()
    assert "forged" in text and "@all" not in text
    assert not re.search(r"(?<!\\)(<|\[|`x)", text)
    for line in text.splitlines():
        if "forged" in line:
            assert line.startswith("| ") and len(re.findall(r"(?<!\\)\|", line)) in (4, 6)


@pytest.mark.parametrize("path", ["none/summary.md", "designs", "pipe", "x\0y"])
def test_a_summary_that_cannot_be_written(vdl: Vdl, town: Path, path: str) -> None:
    os.mkfifo(town / "pipe")
    ran = vdl("check", "designs/trips.vdl", "--design", "north", "--summary", path)
    assert ran.code == 1
    assert "error[not-written]" in ran.out and ran.out.splitlines()[-1].startswith("1 error in 1 file")


@pytest.mark.parametrize("manual", ["x", "ftp://x", "https://x y", "javascript:alert(1)", "https://x/#a"])
def test_the_manual_is_a_web_site(vdl: Vdl, manual: str) -> None:
    assert vdl("check", "designs", "--manual", manual).code == 2
