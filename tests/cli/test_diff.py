"""`vdl diff`: what changed between two texts of designs, and why."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .conftest import Ran, Vdl

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
Git = Callable[..., str]

LIBRARY = """edition 2026
dimension Length: m
counted Bus: bus, buses
counted Pupil: pupil, pupils
axis year kept { y1, y2, y3 }
source maker "Data sheet" { publisher = "The maker", date = 2023-05 }
kind model { seats: Pupil/Bus, each: Number = 1 }
kind fleet {
  pupils: Pupil
  model: model
  reserve: Pupil in 0 pupils.. = 0 pupils
  count buses: Bus
  bound by_seats: buses >= (pupils + reserve) / model.seats
  let paid = buses / (1 bus) * model.each
  require few: buses <= 6 buses "at most six buses"
}
kind route { pupils: Pupil, let each = pupils / 2 }
"""
MODELS = """edition 2026
small: model { seats = 20 pupils/bus @ maker "page 1" }
large: model { seats = 50 pupils/bus, each = 2 }
"""
TRIPS = """edition 2026
import models
design north "North" {
  fleet: fleet {
    pupils = 90 pupils @ maker "page 2"
    model = models.small
  }
  west: route { pupils = 30 pupils }
}
"""


@pytest.fixture
def git(town: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    """A repository with one commit, in which the command runs; the library is outside of what changes."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(town))

    def run(*words: str) -> str:
        who = ["-c", "user.name=A", "-c", "user.email=a@b.c", "-c", "protocol.file.allow=always"]
        done = subprocess.run(["git", *who, *words], capture_output=True, check=True)
        return os.fsdecode(done.stdout).strip()

    (town / "lib/prelude/units.vdl").write_text(LIBRARY)
    for name in ("trips.vdl", "east.vdl"):
        (town / "designs" / name).unlink()
    (town / "designs/trips.vdl").write_text(TRIPS)
    (town / "designs/models.vdl").write_text(MODELS)
    run("init", "-q", "-b", "main")
    run("add", "-A")
    run("commit", "-q", "-m", "one")
    return run


def write(old: str, new: str, file: str = "designs/trips.vdl") -> None:
    text = Path(file).read_text()
    assert old in text
    Path(file).write_text(text.replace(old, new))


def only(ran: Ran) -> Any:
    """The one design that is told of."""
    assert ran.err == "" or ran.code == 1, ran.err
    (found,) = ran.json()["designs"]
    return found


def told(design: Any, *sections: str) -> list[str]:
    def words(side: Any) -> str:
        return "-" if side is None else side["text"]

    found = [one for one in design["changes"] if one["section"] in sections]
    return [f"{one['name']}: {words(one['before'])} -> {words(one['after'])}" for one in found]


# ------------------------------------------------------------------------------ what changed, and why
def test_the_comment_says_what_is_bought_and_because_of_what(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "130 pupils")
    ran = vdl("diff", "main", "designs", "--format", "md")
    assert ran.code == 0 and ran.err == ""
    lines = ran.out.splitlines()
    said = "fleet.pupils 90 -\\> 130 pupils: 2 more buses; the design no longer holds: fleet.few fails"
    assert lines[0] == f"### ✗ designs/trips.vdl: north: {said}"
    said = ("✗ fails `fleet.few` (std:prelude/units.vdl:15): 7 buses, must be at most 6 buses; 1 bus over (16.67 %)"
            " (before: holds); at most six buses")  # fmt: skip
    assert said in lines
    assert "| `fleet.buses` | 5 buses | 7 buses | +2, by seats (6.5) |" in lines
    assert "because `fleet.pupils` 90 -\\> 130 pupils (designs/trips.vdl:5)" in lines
    assert "| `fleet.buses` | `fleet.pupils -> fleet.buses` |" in lines
    assert lines[-1].startswith("from main (`") and lines[-1].endswith("each side at its revision")


@pytest.mark.parametrize("format", ["human", "md", "html", "json"])
def test_what_has_no_effect_says_so_with_the_number_of_values(git: Git, vdl: Vdl, format: str) -> None:
    text = TRIPS.replace("design north", "// all of it\ndesign north").replace("90 pupils @", "90.0 pupils   @")
    Path("designs/trips.vdl").write_text(text)
    ran = vdl("diff", "HEAD", "--format", format, "--exit-code")
    assert ran.code == 0
    assert "no effect: 7 values compared" in ran.out
    said = "text of designs/trips.vdl changed (comments, order, spelling), no value of the design"
    assert said in " ".join(ran.out.split())


def test_what_has_no_effect_names_the_files_and_what_of_them_is_another_text(git: Git, vdl: Vdl) -> None:
    write("edition 2026\n", "edition 2026\n// all of it\n")
    lines = Path("designs/models.vdl").read_text().splitlines()
    Path("designs/models.vdl").write_text("\n".join([lines[0], lines[2], lines[1]]) + "\n")
    said = "text of designs/models.vdl and designs/trips.vdl changed (comments, order, spelling), no value of the design"
    said = f"no effect: 7 values compared; {said}; the design holds, as before"
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")) == said
    write("each = 2", "each = 3", "designs/models.vdl")
    said = said.replace("(comments, order, spelling)", "(comments, order, spelling, or what the design does not read)")
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")) == said


def test_the_exit_code_says_on_request_whether_there_is_an_effect(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "91 pupils")
    assert vdl("diff", "HEAD").code == 0
    assert vdl("diff", "HEAD", "--exit-code").code == 1
    write("91 pupils", "90 pupils")
    assert vdl("diff", "HEAD", "--exit-code").code == 0


def test_each_edit_alone_all_together_and_what_is_no_input(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "180 pupils")
    write("models.small", "models.large")
    write("  west", "  extra: fleet { pupils = 10 pupils, model = models.small }\n  west")
    design = only(vdl("diff", "main", "designs/trips.vdl", "--format", "json"))
    assert [(one["sort"], one["name"], one["where"]) for one in design["edits"]] == [
        ("input", "fleet.pupils", "designs/trips.vdl:5"), ("object", "fleet.model", "designs/trips.vdl:6"),
        ("added", "extra", "designs/trips.vdl:8"),
    ]  # fmt: skip
    cause = next(one for one in design["causes"] if one["count"] == "fleet.buses")
    assert [(one["name"], one["more"]) for one in cause["parts"]] == [("fleet.pupils", "4"), ("fleet.model", "-3")]
    assert (cause["together"], cause["rest"]) == ("-2", None)  # 180 / 50 are 4 buses: 1 fewer than 5
    assert told(design, "models") == ["fleet.model: models.small -> models.large", "extra.model: - -> models.small"]


def test_what_is_new_or_gone_counts_in_the_headline_and_what_only_passes_on_does_not(git: Git, vdl: Vdl) -> None:
    spare = "kind spared: fleet { count owned: Bus, bound spare_too: owned >= buses + 1 bus }\n"
    write("design north", f"{spare}design north")
    write("  west", "  extra: spared { pupils = 30 pupils, model = models.small }\n  west")
    git("commit", "-q", "-am", "two")
    write("extra: spared { pupils = 30", "more: spared { pupils = 70")
    ran = vdl("diff", "HEAD", "designs")
    assert ": 2 more buses\n" in " ".join(ran.out.split(" "))  # five instead of three
    bought = ran.out.partition("Headroom")[0]
    assert "more.owned" in bought and "more.buses" not in bought
    assert "because of a new object, more: spared" in ran.out and "because of an object that is gone, extra: spared" in ran.out


def test_a_line_that_is_no_input_is_named(git: Git, vdl: Vdl) -> None:
    write("  west", "  let wanted = fleet.pupils / 3\n  more: fleet { pupils = wanted, model = models.small }\n  west")
    git("commit", "-q", "-am", "two")
    write("fleet.pupils / 3", "fleet.pupils / 1")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json"))
    assert [(one["sort"], one["name"], one["before"], one["after"]) for one in design["edits"]] == [
        ("formula", "wanted", "fleet.pupils / 3", "fleet.pupils / 1")
    ]
    (cause,) = design["causes"]
    assert (cause["count"], cause["parts"], cause["rest"]) == ("more.buses", [], "3")
    assert cause["others"][0]["path"] == ["wanted", "more.pupils", "more.buses"]
    out = vdl("diff", "HEAD", "designs/trips.vdl").out
    assert "because designs/trips.vdl:8 changed: the formula of wanted, fleet.pupils / 3 -> fleet.pupils / 1" in out


def test_a_rule_that_was_rewritten_is_its_own_reason(git: Git, vdl: Vdl) -> None:
    write("  west", '  require enough: fleet.buses >= 4 buses "four"\n  west')
    git("commit", "-q", "-am", "two")
    write(">= 4 buses", ">= 9 buses")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json"))
    assert told(design, "verdict", "rules") == [
        "verdict: holds -> does not hold", "enough: holds: 5 buses >= 4 buses"
        " -> fails: 5 buses, must be at least 9 buses; 4 buses short (44.44 %)",
    ]  # fmt: skip
    assert design["hangs_on"] == [{"name": "enough", "edit": 0, "path": ["enough"]}]


def test_more_than_thirty_edits_are_taken_by_object(git: Git, vdl: Vdl) -> None:
    objects = "".join([f"  r{i}: fleet {{ pupils = 10 pupils, model = models.small }}\n" for i in range(32)])
    write("  west", f"{objects}  west")
    git("commit", "-q", "-am", "two")
    write("pupils = 10 pupils", "pupils = 30 pupils")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json"))
    assert len(design["edits"]) == 32 and design["by_object"]
    last = next(one for one in design["causes"] if one["count"] == "r31.buses")
    parts = [(one["name"], one["edits"], one["more"]) for one in last["parts"]]
    assert parts == [("r31.pupils", [31], "1")]  # of "all others" it alone leads there


STORES = """
kind store {
  count boxes: Bus
  room   : Pupil
  bottles: Pupil = 0 pupils
  held   : Pupil
  let taken = held + reserve
  reserve: Pupil = 0 pupils
  bound by_room: boxes >= taken / (room / (1 bus))
  bound by_bottles: boxes >= (bottles + held) / (1000 pupils/bus)
}
kind class { pupils: Pupil, bags = pupils * 2, bags: Pupil, let all_bags = bags }
"""


def test_the_path_leads_through_what_decides_and_moved(git: Git, vdl: Vdl) -> None:
    write("kind route", f"{STORES}kind route", "lib/prelude/units.vdl")
    kept = "held = sum((all class in design).all_bags)"
    many = "".join([f"  c{i}: class {{ pupils = 10 pupils }}\n" for i in range(12)])
    write("  west", f"{many}  shed: store {{ room = 90 pupils, {kept} }}\n  west")
    git("commit", "-q", "-am", "two")
    write("c3: class { pupils = 10", "c3: class { pupils = 60")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json"))
    (cause,) = design["causes"]
    way = ["c3.pupils", "c3.bags", "c3.all_bags", "shed.held", "shed.taken", "shed.boxes"]
    assert [one["path"] for one in cause["parts"]] == [way]  # by_bottles reads what is held at once, and decides nothing


def test_a_choice_that_comes_out_otherwise_is_named_with_what_turned_it(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid")
    git("commit", "-q", "-am", "two")
    write("90 pupils", "20 pupils")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json"))
    assert told(design, "models", "counts") == [
        "fleet.model: models.large -> models.small", "fleet.buses: 2 buses -> 1 bus",
    ]  # fmt: skip
    assert [(one["name"], one["more"]) for one in design["causes"][0]["parts"]] == [("fleet.pupils", "-1")]


def test_a_figure_of_an_import_changes_at_its_own_revision(git: Git, vdl: Vdl) -> None:
    write("20 pupils/bus", "30 pupils/bus", "designs/models.vdl")
    git("commit", "-q", "-am", "two")
    design = only(vdl("diff", "HEAD~1..HEAD", "designs/trips.vdl", "--format", "json"))
    assert told(design, "counts", "assumptions") == [
        "fleet.buses: 5 buses -> 3 buses", "models.small.seats: 20 pupils/bus -> 30 pupils/bus",
    ]  # fmt: skip
    assert [one["where"] for one in design["edits"]] == ["designs/models.vdl:2"]
    assert [one["path"] for one in design["causes"][0]["parts"]] == [["models.small.seats", "fleet.buses"]]


def test_the_librarys_own_figures_where_it_lies_in_the_repository(git: Git, vdl: Vdl) -> None:
    write("buses <= 6 buses", "buses <= 4 buses", "lib/prelude/units.vdl")
    ran = vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json")
    assert ran.json()["library"] == "the repository's own, each side at its revision"
    assert told(only(ran), "rules") == [
        "fleet.few: holds: 5 buses <= 6 buses -> fails: 5 buses, must be at most 4 buses; 1 bus over (25 %)",
    ]
    write("buses <= 4 buses", "buses <= 6 buses", "lib/prelude/units.vdl")


def test_small_changes_are_folded_and_verdicts_never(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "120 pupils")
    git("commit", "-q", "-am", "two")
    write("120 pupils", "121 pupils")
    out = vdl("diff", "HEAD", "designs", "--min-change", "50%").out
    assert "fleet.few fails" in " ".join(out.split()) and "What is bought" not in out
    assert vdl("diff", "HEAD", "--min-change", "much").code == 2


def test_a_name_that_changed_is_seen_or_said(git: Git, vdl: Vdl) -> None:
    write("west:", "far_west:")
    ran = vdl("diff", "HEAD", "designs")
    assert "no effect: 7 values compared; 1 name changed" in ran.out and "renamed west to far_west" in ran.out
    write("30 pupils", "40 pupils")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--renamed", "west=far_west", "--format", "json"))
    assert told(design, "inputs") == ["far_west.pupils: 30 pupils -> 40 pupils"]
    assert [(one["sort"], one["name"]) for one in design["edits"]] == [("input", "far_west.pupils")]
    assert vdl("diff", "HEAD", "--renamed", "west").code == 2


def test_a_design_that_moved_to_another_file_or_got_another_name(git: Git, vdl: Vdl) -> None:
    git("mv", "designs/trips.vdl", "designs/tours.vdl")
    write("design north", "design cold", "designs/tours.vdl")
    out = vdl("diff", "HEAD", "designs").out
    assert "designs/tours.vdl: cold: new: holds" in out and "designs/trips.vdl: north: removed: holds" in out
    write("design cold", "design north", "designs/tours.vdl")
    out = vdl("diff", "HEAD", "designs").out
    assert "designs/tours.vdl: north (was designs/trips.vdl: north): no effect: 7 values compared" in out
    git("mv", "designs/tours.vdl", "designs/trips.vdl")
    write("design north", "design cold")
    assert "designs/trips.vdl: cold (was north): no effect: 7 values compared" in vdl("diff", "HEAD", "designs").out


def test_a_new_design_and_one_that_is_gone(git: Git, vdl: Vdl) -> None:
    Path("designs/more.vdl").write_text(TRIPS.replace("north", "south").replace("90", "40"))
    Path("designs/trips.vdl").unlink()
    designs = vdl("diff", "HEAD", "designs", "--format", "json").json()["designs"]
    assert [(one["name"], one["state"], one["headline"]) for one in designs] == [
        ("south", "added", "new: holds"), ("north", "removed", "removed: holds"),
    ]  # fmt: skip


def test_a_side_that_does_not_compile_says_so_and_how_far_it_goes(git: Git, vdl: Vdl) -> None:
    write("models.small", "models.tiny")
    ran = vdl("diff", "HEAD", "designs")
    assert ran.code == 1 and "[unknown-name]" in ran.err
    assert "north: does not compile after; nothing is compared" in ran.out
    assert "fleet.buses  5 buses" in vdl("diff", "HEAD", "designs", "--all").out
    git("commit", "-q", "-am", "broken")
    write("models.tiny", "models.small")
    assert vdl("diff", "HEAD", "designs").code == 0  # it is the old side that was wrong


def test_what_can_be_known_is_compared_though_the_design_is_not_solved(git: Git, vdl: Vdl) -> None:
    write("    pupils = 90 pupils @ maker \"page 2\"\n", "")
    write("30 pupils", "40 pupils")
    ran = vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json")
    design = only(ran)
    assert ran.code == 1 and design["state"] == "broken"
    assert "can't be solved after, and is compared as far as it goes" in design["headline"]
    assert told(design, "inputs") == ["west.pupils: 30 pupils -> 40 pupils", "fleet.pupils: 90 pupils -> -"]


def test_nothing_of_a_design_is_a_mention_a_link_or_a_tag(git: Git, vdl: Vdl) -> None:
    write('"page 2"', '"@all see https://evil.example #12 <img src=x> | [a](b) </details>"')
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    line = next(line for line in out.splitlines() if "fleet.pupils" in line)
    assert "`@all`" in line and "`https://evil.example`" in line and "`#12`" in line
    assert "<img" not in line and "</details>" not in line and "\\[a\\](b)" in line
    assert line.count(" | ") == 2 + 0 and "\\|" in line
    html = vdl("diff", "HEAD", "designs", "--format", "html").out
    assert "<img src=x>" not in html and "&lt;img src=x&gt;" in html


def test_a_value_by_label_says_where_it_changed(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "{ y1: 90, y2: 100, y3: 130 } pupils")
    git("commit", "-q", "-am", "two")
    write("y2: 100", "y2: 125")
    ran = vdl("diff", "HEAD", "designs")
    assert "pupils: 2 more buses at y2\n" in ran.out
    assert "because fleet.pupils y2 100 pupils -> y2 125 pupils (designs/trips.vdl:5)" in ran.out
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert told(design, "counts", "new") == [
        "fleet.buses: 5 buses -> 7 buses", "fleet.buses: 0 buses -> 2 buses", "fleet.buses: 2 buses -> 0 buses",
    ]  # fmt: skip
    assert [one["at"] for one in design["causes"]] == [{"year": "y2"}]


def test_questions_are_answered_where_that_is_asked_for(git: Git, vdl: Vdl) -> None:
    write("  west", "  ask most: largest fleet.pupils where fleet.buses <= 6 buses\n  west")
    git("commit", "-q", "-am", "two")
    write("models.small", "models.large")
    assert told(only(vdl("diff", "HEAD", "designs", "--format", "json")), "asks") == []
    design = only(vdl("diff", "HEAD", "designs", "--asks", "--format", "json"))
    assert told(design, "asks") == ["most: 120 pupils -> 300 pupils"]


def test_the_page_has_the_old_and_the_new_document_side_by_side(git: Git, vdl: Vdl) -> None:
    sections = '  section "Buses" { text "{north.fleet.buses} are hired" }\n  section "Alike" { text "x" }\n'
    write("design north", f'document told "Told" {{\n{sections}}}\ndesign north')
    git("commit", "-q", "-am", "two")
    write("90 pupils", "110 pupils")
    page = vdl("diff", "HEAD", "designs", "--format", "html").out
    beside = page[page.index('<div class="beside">') :]
    assert beside.count('<div class="beside">') == 1 and beside.count('<div class="side">') == 2
    said = beside.replace("\u00a0", " ").replace("\u2060", "")
    assert "5 buses are hired" in said and "6 buses are hired" in said
    assert "\\u{" not in page


def test_a_scenario_that_changed_is_compared_on_top_of_its_design(git: Git, vdl: Vdl) -> None:
    write("  west", '  scenario growth "More" {\n    fleet.pupils = 100 pupils\n  }\n  west')
    git("commit", "-q", "-am", "two")
    write("100 pupils\n", "119 pupils  // all\n")
    base, growth = vdl("diff", "HEAD", "designs", "--format", "json").json()["designs"]
    assert (base["name"], base["has_effect"], growth["name"]) == ("north", False, "north, scenario growth")
    assert told(growth, "counts") == ["fleet.buses: 5 buses -> 6 buses"]
    assert [(one["name"], one["more"]) for one in growth["causes"][0]["parts"]] == [("fleet.pupils", "1")]
    write("119 pupils", "100 pupils")
    assert [one["name"] for one in vdl("diff", "HEAD", "designs", "--format", "json").json()["designs"]] == ["north"]
    write("scenario growth", "scenario boom")
    states = [(one["name"], one["state"]) for one in vdl("diff", "HEAD", "designs", "--format", "json").json()["designs"]]
    assert states == [("north", "changed"), ("north, scenario boom", "added"), ("north, scenario growth", "removed")]


def test_a_question_that_is_another_one_is_no_change_without_effect(git: Git, vdl: Vdl) -> None:
    write("  west", "  ask most: largest fleet.pupils where fleet.buses <= 6 buses\n  west")
    git("commit", "-q", "-am", "two")
    write("<= 6 buses", "<= 9 buses")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert design["headline"].startswith("no number changes") and len(told(design, "asks")) == 1


def test_an_unknown_design_is_named(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "91 pupils")
    ran = vdl("diff", "HEAD", "designs", "--design", "nort")
    assert ran.code == 1 and "did you mean `north`?" in ran.err


# ------------------------------------------------------------------------------ what is compared with what
def test_two_files_and_two_folders(git: Git, vdl: Vdl) -> None:
    Path("other").mkdir()
    Path("other/models.vdl").write_text(MODELS)
    Path("other/trips.vdl").write_text(TRIPS.replace("90", "110"))
    for sides in (("designs", "other"), ("designs/trips.vdl", "other/trips.vdl")):
        design = only(vdl("diff", *sides, "--format", "json"))
        assert told(design, "counts") == ["fleet.buses: 5 buses -> 6 buses"]
    assert vdl("diff", "designs", "other/trips.vdl").code == 2
    assert vdl("diff", "designs/trips.vdl").code == 2
    ran = vdl("diff", "designs/trips.vdl", "other/none.vdl")
    assert ran.code == 1 and "[file-not-found]" in ran.err


def test_from_where_two_revisions_parted(git: Git, vdl: Vdl) -> None:
    git("checkout", "-q", "-b", "branch")
    write("90 pupils", "110 pupils")
    git("commit", "-q", "-am", "more")
    git("checkout", "-q", "main")
    write("30 pupils", "50 pupils")
    git("commit", "-q", "-am", "other")
    found = only(vdl("diff", "main...branch", "--format", "json"))
    assert told(found, "inputs") == ["fleet.pupils: 90 pupils -> 110 pupils"]
    for words in (["main..branch"], ["main", "branch"], ["main", "branch", "designs"], ["..branch", "designs/trips.vdl"]):
        both = only(vdl("diff", *words, "--format", "json"))
        assert told(both, "inputs") == ["fleet.pupils: 90 pupils -> 110 pupils", "west.pupils: 50 pupils -> 30 pupils"]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (["nothing"], 1, "[unknown-revision]: `nothing` is neither a revision nor a file or folder"),
        (["nothing..main"], 1, "[unknown-revision]: `nothing` is no revision of this repository"),
        (["main", "none.vdl"], 1, "[nowhere]: there is no such file or folder"),
        (["main", "empty"], 1, "[no-design]"),
        (["both"], 2, "`both` is a revision and a path: write `./both` for the path"),
        (["main..main", "designs", "lib"], 2, "one path at most"),
        (["main", "main", "designs", "lib"], 2, "the most that can be named"),
        (["designs", "main"], 2, "`designs` is a path"),
        (["main", "both.vdl"], 1, "[merge-conflict]: a merge has left a conflict here"),
        (["main", "binary.vdl"], 1, "[nul-byte]"),
        (["main", "pointer.vdl"], 1, "[lfs-pointer]"),
    ],
)
def test_bad_input_is_named(git: Git, vdl: Vdl, words: list[str], code: int, said: str) -> None:
    git("branch", "both")
    Path("both").write_text("x")
    Path("empty").mkdir()
    Path("empty/x").write_text("x")
    Path("both.vdl").write_text("edition 2026\ndesign d \"D\" {\n<<<<<<< ours\n=======\n>>>>>>> theirs\n}\n")
    Path("binary.vdl").write_bytes(b"\0design d")
    Path("pointer.vdl").write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n")
    ran = vdl("diff", *words)
    assert ran.code == code and said in ran.err + ran.out


def test_a_path_that_one_side_has_not_is_new(git: Git, vdl: Vdl) -> None:
    Path("late.vdl").write_text(TRIPS.replace("import models", 'import "designs/models.vdl"'))
    ran = vdl("diff", "main", "late.vdl")
    assert ran.code == 0 and "late.vdl: north: new: holds" in ran.out


def test_a_shallow_clone_says_what_to_fetch(git: Git, vdl: Vdl, town: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    git("checkout", "-q", "-b", "branch")
    write("90 pupils", "110 pupils")
    git("commit", "-q", "-am", "more")
    git("checkout", "-q", "main")
    write("30 pupils", "50 pupils")
    git("commit", "-q", "-am", "other")
    git("clone", "-q", "--depth", "1", "--no-single-branch", f"file://{town}", "shallow")
    monkeypatch.chdir("shallow")
    ran = vdl("diff", "main...origin/branch", "designs")
    assert ran.code == 1 and "[shallow-clone]" in ran.err and "git fetch --unshallow" in ran.err
    assert vdl("diff", "main..origin/branch", "designs").code == 0


def test_what_git_has_not_got_is_named(git: Git, vdl: Vdl, monkeypatch: pytest.MonkeyPatch) -> None:
    git("submodule", "add", "-q", "./.", "part")
    git("commit", "-q", "-m", "part")
    ran = vdl("diff", "HEAD", "part")
    assert ran.code == 1 and "[in-submodule]" in ran.err
    object = git("rev-parse", "HEAD:designs/models.vdl")
    Path(".git/objects", object[:2], object[2:]).unlink()
    ran = vdl("diff", "HEAD", "designs/trips.vdl")
    assert ran.code == 0 and "git has not got the contents of `designs/models.vdl`" in ran.out
    git("checkout", "-q", "--orphan", "alone")
    git("rm", "-q", "-r", "-f", "--cached", "designs")
    git("commit", "-q", "-m", "alone")
    ran = vdl("diff", "main...alone")
    assert ran.code == 1 and "[no-merge-base]" in ran.err
    monkeypatch.setenv("PATH", "")
    ran = vdl("diff", "main", "alone")
    assert ran.code == 1 and "[no-git]" in ran.err


def test_outside_of_a_repository(vdl: Vdl, monkeypatch: pytest.MonkeyPatch, town: Path) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(town.parent))
    ran = vdl("diff", "main", "designs")
    assert ran.code == 1 and "[not-a-repository]" in ran.err
    ran = vdl("diff", "old.vdl", "designs/trips.vdl")
    assert ran.code == 1 and "[file-not-found]" in ran.err


def test_the_same_inputs_give_the_same_bytes(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "130 pupils")
    for format in ("human", "md", "html", "json"):
        first, second = (vdl("diff", "main", "--format", format).out for _ in range(2))
        assert first == second


# ------------------------------------------------------------------------------ choices
def test_a_choice_that_falls_otherwise_names_the_option_that_moved_it(git: Git, vdl: Vdl) -> None:
    """Also where the figure that was edited is looked up on one side only, since the other takes another option."""
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid")
    git("commit", "-q", "-am", "choose")
    write("each = 2", "each = 5", "designs/models.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    said = "north: models.large.each 2 -\\> 5: fleet.model is models.small, was models.large; 3 more buses"
    assert said in ran.out
    assert "because `models.large.each` 2 -\\> 5 (designs/models.vdl:3), an option of `fleet.model`" in ran.out
    assert "| `models.small` | 5 | 5, taken |" in ran.out and "| `models.large` | 4, taken | 10 |" in ran.out
    assert "`models.large.each -> fleet.model -> fleet.buses`" in ran.out


def test_a_question_about_what_only_got_another_name_is_the_same(git: Git, vdl: Vdl) -> None:
    write("  west", "  ask most: largest fleet.pupils where fleet.buses <= 6 buses\n  west")
    git("commit", "-q", "-am", "ask")
    write("fleet: fleet {", "coaches: fleet {")
    write("largest fleet.pupils where fleet.buses", "largest coaches.pupils where coaches.buses")
    ran = vdl("diff", "HEAD", "designs")
    assert "no effect" in ran.out and "Questions" not in ran.out


# ------------------------------------------------------------------------------ verdicts
def test_a_warning_has_its_numbers_its_labels_and_for_which_part(git: Git, vdl: Vdl) -> None:
    write("  west", '  require warning room: fleet.buses <= 5 buses "room in the yard"\n  west')
    write("90 pupils", "{ y1: 90, y2: 90, y3: 90 } pupils")
    git("commit", "-q", "-am", "two")
    write("y2: 90", "y2: 120")
    out = vdl("diff", "HEAD", "designs").out
    said = "fails (warning) room (designs/trips.vdl:8): 6 buses, must be at most 5 buses at y2; 1 bus over (20 %) (before: holds)"
    assert said in " ".join(out.split())
    git("checkout", "-q", "designs")
    write("{ y1: 90, y2: 90, y3: 90 } pupils", "90..120 pupils")
    write("fleet.buses <= 5 buses", "fleet.pupils <= 100 pupils")
    out = " ".join(vdl("diff", "HEAD", "designs").out.split())
    said = ("holds for part of the range (warning) room (designs/trips.vdl:8): "
            "90..120 pupils, must be at most 100 pupils; 20 pupils over (20 %) (before: holds)")  # fmt: skip
    assert said in out, out


def test_a_design_that_no_longer_holds_says_which_figures_fell_out(git: Git, vdl: Vdl) -> None:
    figures = ('  expect few "Few": fleet.buses == 5 buses\n  expect least "Least": fleet.pupils > 80 pupils\n'
               '  expect told "Told": fleet.buses == 9 buses differs "it was a guess"\n')  # fmt: skip
    write("  west", f"{figures}  west")
    git("commit", "-q", "-am", "two")
    write("90 pupils", "110 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    said = "fleet.pupils 90 -\\> 110 pupils: 1 more bus; the design no longer holds: 1 published figure to renew"
    assert ran.out.startswith(f"### ✗ designs/trips.vdl: north: {said}\n")
    assert "\n✗ 1 published figure differs: `few`\n" in ran.out


def test_the_headline_counts_what_is_not_evaluated_and_what_waives_nothing(git: Git, vdl: Vdl) -> None:
    write("kind route { pupils: Pupil", "kind route { pupils: Pupil?", "lib/prelude/units.vdl")
    rule = '  require most: west.pupils <= 90 pupils "most"\n  waive fleet.few "for a year"\n'
    write("  west", f"{rule}  west")
    write("90 pupils @", "130 pupils @")
    git("commit", "-q", "-am", "two")
    write("130 pupils", "100 pupils")
    write("west: route { pupils = 30 pupils }", "west: route {}")
    ran = vdl("diff", "HEAD", "designs")
    head = " ".join(ran.out.split())
    assert "1 rule is not evaluated; the design no longer holds: a waiver accepts nothing any" in head


def test_a_published_figure_keeps_its_operator_and_one_that_differs_as_stated_is_folded(git: Git, vdl: Vdl) -> None:
    figures = ('  expect least "Least": fleet.pupils > 80 pupils\n'
               '  expect told "Told": fleet.buses == fleet.pupils / (10 pupils/bus) differs "a guess"\n')  # fmt: skip
    write("  west", f"{figures}  west")
    git("commit", "-q", "-am", "two")
    write("90 pupils", "75 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    shown, _, folded = ran.out.replace("\\", "").partition("<details>")
    assert "| `least` | agrees: 90 pupils > 80 pupils | differs: 75 pupils > 80 pupils |" in shown
    assert "`told`" not in shown and "published 9 buses" in folded


def test_the_headline_names_every_reason_why_a_design_no_longer_holds(git: Git, vdl: Vdl) -> None:
    rules = "".join([f"  require r{i}: fleet.buses <= {i} buses\n" for i in (5, 6, 7)])
    figures = '  expect few "Few": fleet.buses == 5 buses\n  expect told "Told": fleet.pupils == 90 pupils\n'
    write("  west", f"{rules}  require warning r4: fleet.buses <= 5 buses\n{figures}  west")
    git("commit", "-q", "-am", "two")
    write("90 pupils @", "190 pupils @")
    said = "the design no longer holds: r5, r6, r7 and 1 more fail, 2 published figures to renew"
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")).replace("\\", "").endswith(said)


def test_a_rule_is_shown_in_the_unit_that_its_author_wrote(git: Git, vdl: Vdl) -> None:
    write("axis year", "dimension Rate: L\nunit l: Rate\nunit hl = 100 l\ndisplay Rate in l\naxis year", "lib/prelude/units.vdl")
    write("  west", "  room: Rate\n  room = 3 hl\n  let taken = fleet.pupils * 2 l/pupil\n"
          '  require fits: taken <= room "it fits"\n  west')  # fmt: skip
    git("commit", "-q", "-am", "two")
    write("90 pupils", "160 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    said = "fails `fits` (designs/trips.vdl:11): 3.2 hl, must be at most 3 hl; 0.2 hl over (6.667 %) (before: holds); it fits"
    assert said in ran.out, ran.out


# ------------------------------------------------------------------------------ sources
def test_who_is_to_confirm_an_assumption_and_by_when_is_told(git: Git, vdl: Vdl) -> None:
    write('@ maker "page 2"', '@ assumed "as said" owner "Ann" until 2099-03')
    git("commit", "-q", "-am", "two")
    write("2099-03", "2099-06-30")
    design = only(vdl("diff", "HEAD", "designs/trips.vdl", "--format", "json"))
    words = "90 pupils, assumed: as said, Ann, until"
    assert told(design, "assumptions") == [f"fleet.pupils: {words} 2099-03 -> {words} 2099-06-30"]


def test_a_new_object_shows_what_it_assumes_and_its_typed_inputs_first(git: Git, vdl: Vdl) -> None:
    new = 'extra: fleet { reserve = pupils, pupils = 10 pupils @ assumed "as in the west", model = models.small }'
    write("  west", f"  {new}\n  west")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    shown, _, folded = out.partition("<details>")
    assert "**The new extra (fleet)**\n" in shown
    assert "| `extra.pupils` (designs/trips.vdl:8) | 10 pupils | assumed: as in the west |" in shown
    assert "| `extra.model` (designs/trips.vdl:8) | models.small |  |" in shown
    assert folded.index("`extra.pupils`") < folded.index("`extra.reserve`")


def test_an_edited_figure_says_that_its_source_stayed(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "95 pupils")
    write("20 pupils/bus", "21 pupils/bus", "designs/models.vdl")
    write("each = 2", "each = 3", "designs/models.vdl")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "because `fleet.pupils` 90 -\\> 95 pupils (designs/trips.vdl:5)\n" in out
    assert "source unchanged: Data sheet, page 2; " in out and "source unchanged: Data sheet, page 1; " in out
    assert "figures that changed" not in out and "that moved" not in out  # the lines of the edits say it
    write('@ maker "page 2"', '@ maker "page 3"')
    assert "**Assumptions and sources that moved**\n" in vdl("diff", "HEAD", "designs", "--format", "md").out


def test_the_source_that_stayed_is_said_of_options_and_of_objects_too(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid")
    write("each = 2 }", 'each = 2 @ maker "prices" }', "designs/models.vdl")
    git("commit", "-q", "-am", "choose")
    write("each = 2", "each = 5", "designs/models.vdl")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "(designs/models.vdl:3), an option of `fleet.model`\n\n◆ source unchanged: Data sheet, prices; " in out
    write('"prices"', '"new prices"', "designs/models.vdl")
    assert "source unchanged" not in vdl("diff", "HEAD", "designs", "--format", "md").out
    git("checkout", "-q", "designs")
    write("choose [models.small, models.large] minimizing fleet.paid", 'models.small @ maker "order"')
    git("commit", "-q", "-am", "small")
    write("model = models.small", "model = models.large")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "models.small -\\> models.large (designs/trips.vdl:6)\n\n◆ source unchanged: Data sheet, order; " in out


def test_an_edit_that_changes_nothing_by_itself_says_so(git: Git, vdl: Vdl) -> None:
    write("  west", "  yard: Bus\n  yard = 20 buses\n  require stand: fleet.buses <= yard\n  west")
    git("commit", "-q", "-am", "yard")
    write("90 pupils", "110 pupils")
    write("20 buses", "30 buses")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "because `yard` 20 -\\> 30 buses (designs/trips.vdl:9); changes nothing by itself\n" in ran.out, ran.out
    assert "because `fleet.pupils` 90 -\\> 110 pupils (designs/trips.vdl:5)\n" in ran.out
    assert [one["idle"] for one in only(vdl("diff", "HEAD", "designs", "--format", "json"))["edits"]] == ["", "always"]
    write("30 buses", "19 buses")  # one less, and nothing of it either
    write("110 pupils", "390 pupils")  # 20 buses: with 19 that is one too many
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "20 -\\> 19 buses (designs/trips.vdl:9); changes nothing by itself, but does with the others\n" in ran.out, ran.out


# ------------------------------------------------------------------------------ bills
def write_bill(loop: str, columns: str, before: str = "") -> None:
    """A document of the design with a bill in euros, and what stands before the design."""
    write("axis year", "dimension Money: USD\nunit EUR: Money\naxis year", "lib/prelude/units.vdl")
    bill = f'document told "Told" {{ section "Bill" {{\n  table bill for f in {loop} {{ "Name": f.name, {columns} }}\n}} }}\n'
    write("design north", f"{bill}{before}design north")


def test_a_total_stands_once_and_its_change_in_the_headline(git: Git, vdl: Vdl) -> None:
    write_bill("all fleet", '"Cost": f.buses * 100 EUR/bus, total "Cost": sum(f.buses * 100 EUR/bus for f in all fleet)')
    write("  west", "  let hire = fleet.buses * 100 EUR/bus as EUR\n  let late = fleet.buses * 10 EUR/bus as EUR\n"
          '  require paid: hire + late <= 900 EUR "paid"\n  west')
    git("commit", "-q", "-am", "two")
    write("90 pupils", "110 pupils")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "Wrong" not in out, out
    assert out.partition("\n")[0].endswith("pupils: 1 more bus, +100 EUR")
    assert out.count("| 500 EUR | 600 EUR |") == 1 and out.count("| 50 EUR | 60 EUR |") == 1, out


def test_a_total_that_leaves_out_lines_is_at_least_that(git: Git, vdl: Vdl) -> None:
    write_bill("all priced", '"Cost": f.price, total "Cost"', before="kind priced { price: Money? }\n")
    write("  west", "  hired: priced { price = 500 EUR }\n  late: priced {}\n  west")
    git("commit", "-q", "-am", "two")
    write("500 EUR", "600 EUR")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "| at least 500 EUR | at least 600 EUR |" in out, out


def test_figures_that_only_another_option_reads_are_dropped(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid")
    git("commit", "-q", "-am", "choose")
    write("each = 2", "each = 5", "designs/models.vdl")
    assert "**Figures of catalogs**" not in vdl("diff", "HEAD", "designs", "--format", "md").out
    git("checkout", "-q", "designs")
    write("model = choose [models.small, models.large] minimizing fleet.paid", "model = models.large")
    git("commit", "-q", "-am", "large")
    write("model = models.large", "model = models.small")
    assert "**Figures of catalogs**" in vdl("diff", "HEAD", "designs", "--format", "md").out


def test_what_messages_write_as_code_is_code_and_other_designs_are_untouched(git: Git, vdl: Vdl) -> None:
    Path("designs/other.vdl").write_text('edition 2026\ndesign south "South" {}\n')
    git("add", "-A")
    git("commit", "-q", "-m", "two")
    write("  west", '  waive fleet.few "for a year"\n  west')
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "✗ wrong: `fleet.few` does not fail" in out and "\\`" not in out
    assert "\n1 other design: untouched by this change\n" in out
    page = vdl("diff", "HEAD", "designs", "--format", "html").out.replace("\u2060", "")
    assert '<code class="kept">fleet.few</code> does not fail' in page


def test_an_edited_citation_and_a_rename_name_their_lines(git: Git, vdl: Vdl) -> None:
    write("page 2", "page 7")
    write("west:", "far_west:")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "renamed `west` to `far_west` (designs/trips.vdl:8)" in out
    assert "| `fleet.pupils` (designs/trips.vdl:5) | 90 pupils, Data sheet, page 2 |" in out


# ------------------------------------------------------------------------------ what must never be silent
def headline(ran: Ran) -> str:
    """What became of the one design, in a line."""
    (line,) = [line for line in ran.out.splitlines() if line.startswith("### ")]
    return line.partition("north: ")[2]


def test_words_of_an_entry_of_a_catalog_are_told_and_count(git: Git, vdl: Vdl) -> None:
    write("kind model { seats", "kind model { make: Text = \"\", seats", "lib/prelude/units.vdl")
    write("small: model { seats", "small: model { make = \"Old\", seats", "designs/models.vdl")
    git("commit", "-q", "-am", "makes")
    write('"Old"', '"New"', "designs/models.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md", "--exit-code")
    assert ran.code == 1 and headline(ran).startswith("no number changes")
    assert headline(ran).endswith("; 1 entry of a catalog is another") and ran.out.count("models.small.make") == 2
    assert "because `models.small.make` \"Old\" -\\> \"New\" (designs/models.vdl:2)" in ran.out
    assert told(only(vdl("diff", "HEAD", "designs", "--format", "json")), "assumptions") == ['models.small.make: "Old" -> "New"']


def test_another_date_of_a_source_is_told_and_counts(git: Git, vdl: Vdl) -> None:
    write("date = 2023-05", "date = 2020-05", "lib/prelude/units.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md", "--exit-code")
    assert ran.code == 1 and headline(ran).startswith("no number changes")
    assert "| `source maker` | date 2023-05 | date 2020-05 |" in ran.out


def test_another_citation_of_an_option_that_is_not_taken_is_told(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing -1 * fleet.paid")
    write("seats = 50 pupils/bus", 'seats = 50 pupils/bus @ maker "page 7"', "designs/models.vdl")
    git("commit", "-q", "-am", "choose")
    write("page 7", "page 8", "designs/models.vdl")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert told(design, "assumptions") == ["models.large.seats: Data sheet, page 7 -> Data sheet, page 8"]


def test_a_rule_that_is_only_a_warning_now_is_told_and_counts(git: Git, vdl: Vdl) -> None:
    write("require few", "require warning few", "lib/prelude/units.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md", "--exit-code")
    assert ran.code == 1 and headline(ran) == "the rule fleet.few is another: 1 rule is no longer an error"
    assert "holds (warning) `fleet.few` (std:prelude/units.vdl:15): 5 buses \\<= 6 buses (before: holds (error))" in ran.out


def test_a_waived_failure_that_grew_is_told(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "130 pupils")
    write("  west:", '  waive fleet.few "one more"\n  west:')
    git("commit", "-q", "-am", "waived")
    write("130 pupils", "150 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "1 accepted failure grew" in headline(ran)
    now = "8 buses, must be at most 6 buses; 2 buses over (33.33 %)"
    before = "7 buses, must be at most 6 buses; 1 bus over (16.67 %)"
    grew = f"waived `fleet.few` (std:prelude/units.vdl:15): {now} (before: {before})"
    assert f'{grew}; accepted, when it was 7 buses: "one more", designs/trips.vdl:8\n' in ran.out
    assert "at most six buses" not in ran.out


def test_a_waiver_says_why_who_until_when_and_where(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "130 pupils")
    git("commit", "-q", "-am", "fails")
    write("  west:", '  waive fleet.few "one is hired" owner "Head of buses" until 2099-06-30\n  west:')
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    said = 'accepted: "one is hired", Head of buses, until 2099-06-30, designs/trips.vdl:8\n'
    assert f"(before: fails); {said}" in ran.out, ran.out


def test_the_headline_says_what_is_no_longer_judged_and_what_is_newly_accepted(git: Git, vdl: Vdl) -> None:
    write('  require few: buses <= 6 buses "at most six buses"\n', "", "lib/prelude/units.vdl")
    said = "the rule fleet.few is another: 1 rule is no longer judged"
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")) == said
    git("checkout", "-q", "lib")
    write("90 pupils", "130 pupils")
    git("commit", "-q", "-am", "more")
    write("  west:", '  waive fleet.few "one more"\n  west:')
    assert "1 failure is accepted" in headline(vdl("diff", "HEAD", "designs", "--format", "md"))


# ------------------------------------------------------------------------------ files by other names
def test_the_same_files_in_another_place_and_under_another_name_are_the_same(git: Git, vdl: Vdl) -> None:
    shutil.copytree("designs", "copy")
    ran = vdl("diff", "designs", "copy", "--exit-code")
    assert ran.code == 0 and "no effect" in ran.out
    write("import models", "import models\nmine: model { seats = 30 pupils/bus }")
    write("model = models.small", "model = mine")
    shutil.copy("designs/trips.vdl", "designs/trips2.vdl")
    ran = vdl("diff", "designs/trips.vdl", "designs/trips2.vdl", "--exit-code")
    assert ran.code == 0 and "no effect" in ran.out
    git("checkout", "-q", "designs")
    Path("designs/trips2.vdl").unlink()
    git("mv", "designs/models.vdl", "designs/stock.vdl")
    write("models", "stock")
    ran = vdl("diff", "HEAD", "designs", "--exit-code")
    assert ran.code == 0 and "no effect" in ran.out
    write("20 pupils/bus", "30 pupils/bus", "designs/stock.vdl")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert told(design, "assumptions") == ["stock.small.seats: 20 pupils/bus -> 30 pupils/bus"]
    (cause,) = design["causes"]
    assert [(one["name"], one["more"]) for one in cause["parts"]] == [("stock.small.seats", "-2")]


def test_an_import_under_another_name_is_the_same(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid")
    git("commit", "-q", "-am", "choose")
    write("import models", "import models as stock")
    write("models.", "stock.")
    ran = vdl("diff", "HEAD", "designs", "--exit-code")
    assert ran.code == 0 and "no effect" in ran.out and "because" not in ran.out


def test_an_entry_of_a_catalog_that_only_got_another_name_is_recognised(git: Git, vdl: Vdl) -> None:
    write("small", "little", "designs/models.vdl")
    write("small", "little")
    ran = vdl("diff", "HEAD", "designs", "--exit-code")
    assert ran.code == 0 and "no effect" in ran.out and "renamed models.small to models.little" in ran.out


# ------------------------------------------------------------------------------ causes at the lines that were edited
def test_what_is_not_looked_at_any_more_was_not_edited(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing -1 * fleet.paid")
    git("commit", "-q", "-am", "choose")
    write("[models.small, models.large]", "[models.small]")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert [(one["sort"], one["name"]) for one in design["edits"]] == [("object", "fleet.model")]
    assert told(design, "details") == ["fleet.model chosen among: models.small, models.large -> models.small"]


def test_a_number_spelled_otherwise_is_no_edit(git: Git, vdl: Vdl) -> None:
    write("<= 6 buses", "<= 6.0 buses", "lib/prelude/units.vdl")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert (design["edits"], design["changes"]) == ([], [])


def test_a_name_that_changed_in_a_kind_is_no_edit_of_what_reads_it(git: Git, vdl: Vdl) -> None:
    trip = """kind trip {
  one: model { seats = 4 pupils/bus }
  out: fleet { pupils = 4 pupils, model = one }
  let twice = out.buses * 2
}
"""
    lines = LIBRARY + trip
    Path("lib/prelude/units.vdl").write_text(lines)
    write("  west:", "  there: trip {}\n  back: trip {}\n  west:")
    git("commit", "-q", "-am", "trips")
    Path("lib/prelude/units.vdl").write_text(lines.replace("out:", "away:").replace("out.buses", "away.buses"))
    runs = [vdl("diff", "HEAD", "designs") for _ in range(2)]
    assert runs[0].out == runs[1].out and "no effect" in runs[0].out and "because" not in runs[0].out
    assert "renamed back.out to back.away (designs/trips.vdl:9)\nrenamed there.out to there.away" in runs[0].out


def test_a_choice_that_is_replaced_by_what_it_took_and_one_by_another_figure(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.buses")
    git("commit", "-q", "-am", "choose")
    write("choose [models.small, models.large] minimizing fleet.buses", "models.large")
    ran = vdl("diff", "HEAD", "designs", "--exit-code")
    assert ran.code == 1 and "gone" not in ran.out and ran.out.count("because") == 1
    git("checkout", "-q", "designs")
    write("minimizing fleet.buses", "minimizing 2 * fleet.buses")
    ran = vdl("diff", "HEAD", "designs", "--exit-code")
    assert ran.code == 1 and ran.out.count("because") == 1


# ------------------------------------------------------------------------------ numbers of the headline, and ways to counts
def test_what_is_not_known_is_not_fewer(git: Git, vdl: Vdl) -> None:
    write("seats: Pupil/Bus,", "seats: Pupil/Bus?,", "lib/prelude/units.vdl")
    git("commit", "-q", "-am", "seats may be open")
    write("seats = 20 pupils/bus @", "each = 1 @", "designs/models.vdl")
    line = headline(vdl("diff", "HEAD", "designs", "--format", "md"))
    assert "fewer" not in line and "1 count is not known" in line


def test_the_headline_names_every_label_and_the_sum_that_holds_the_others(git: Git, vdl: Vdl) -> None:
    write("pupils = 90 pupils @ maker", "pupils = { y1: 20, y2: 60, y3: 60 } pupils @ maker")
    git("commit", "-q", "-am", "years")
    write("y2: 60, y3: 60", "y2: 80, y3: 80")
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")).endswith(": 1 more bus from y2 on")


def test_no_way_leads_through_what_says_nothing(git: Git, vdl: Vdl) -> None:
    lines = LIBRARY.replace("  count buses", "  stops: Pupil?\n  let by_stops = stops * pupils / (1 pupil)\n"
                            "  let load = max(stated([pupils, by_stops]))\n  count buses").replace(
                            ">= (pupils + reserve)", ">= (load + reserve)")  # fmt: skip
    Path("lib/prelude/units.vdl").write_text(lines)
    git("commit", "-q", "-am", "stops")
    write("90 pupils", "130 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "`fleet.pupils -> fleet.load -> fleet.buses`" in ran.out


def test_one_line_in_a_kind_is_each_objects_own_cause(git: Git, vdl: Vdl) -> None:
    write("  west", "  east: trip { model = models.small }\n  south: trip { model = models.small }\n  west")
    write("design north", 'kind trip: fleet { pupils = 50 pupils @ maker "page 3" }\ndesign north')
    git("commit", "-q", "-am", "trips")
    write("50 pupils", "70 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "`south.pupils -> south.buses`" in ran.out and "east.pupils -> south" not in ran.out
    assert "because `east.pupils` and 1 more of that name 50 -\\> 70 pupils" in ran.out
    assert "source unchanged: Data sheet, page 3" in ran.out


def test_the_limits_of_a_new_object_are_told(git: Git, vdl: Vdl) -> None:
    write("  west", "  more: fleet { pupils = 110 pupils, model = models.small }\n  west")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "**Headroom of what is new, the least first**" in ran.out
    assert "| `more.few` | 0 % | 6 buses \\<= 6 buses |" in ran.out


@pytest.mark.parametrize(("pair", "said"), [
    ("nothing=fleet", "there is no name before the change `nothing`"),
    ("fleet=nowhere", "there is no name after the change `nowhere`"),
])  # fmt: skip
def test_names_that_are_said_to_be_others_have_to_be_there(git: Git, vdl: Vdl, pair: str, said: str) -> None:
    write("90 pupils", "91 pupils")
    ran = vdl("diff", "HEAD", "designs", "--renamed", pair)
    assert ran.code == 1 and said in ran.err


# ------------------------------------------------------------------------------ what else must be told
def test_the_new_revision_is_held_to_its_own_lock(git: Git, vdl: Vdl) -> None:
    Path("vdl.lock").write_text("garbage")
    write("90 pupils", "91 pupils")
    git("add", "-A")
    git("commit", "-q", "-m", "bad lock")
    ran = vdl("diff", "HEAD~1..HEAD", "designs")
    assert ran.code == 1 and "the lock file can't be read" in ran.out
    git("rm", "-q", "vdl.lock")
    git("commit", "-q", "-m", "no lock")
    assert vdl("diff", "HEAD~1..HEAD", "designs").code == 0
    ran = vdl("diff", "HEAD~1..HEAD", "designs", "--frozen")
    assert ran.code == 1 and "there is no lock file" in ran.out


def test_a_figure_that_is_stated_no_more_is_named(git: Git, vdl: Vdl) -> None:
    write("each: Number = 1", "each: Number?", "lib/prelude/units.vdl")
    write("let paid = buses / (1 bus) * model.each", "let paid = buses / (1 bus) * model.each\n  require paying: paid <= 90",
          "lib/prelude/units.vdl")  # fmt: skip
    write("small: model { seats = 20 pupils/bus", "small: model { each = 1_000, seats = 20 pupils/bus", "designs/models.vdl")
    git("commit", "-q", "-am", "prices")
    write("each = 1_000, ", "", "designs/models.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "because `models.small.each` 1,000 -\\> not stated (before: designs/models.vdl:2)" in ran.out


def test_a_formula_of_a_kind_is_the_cause_for_each_of_its_objects(git: Git, vdl: Vdl) -> None:
    write("  west", "  east: fleet { pupils = 50 pupils, model = models.small }\n  west")
    git("commit", "-q", "-am", "two")
    write(">= (pupils + reserve)", ">= (2 * pupils + reserve)", "lib/prelude/units.vdl")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert {one["count"]: [other["path"] for other in one["others"]] for one in design["causes"]} == {
        "fleet.buses": [["fleet.buses.by_seats", "fleet.buses"]], "east.buses": [["east.buses.by_seats", "east.buses"]],
    }  # fmt: skip


def test_what_decides_beneath_is_said(git: Git, vdl: Vdl) -> None:
    spare = "kind spared: fleet { count owned: Bus, bound with_spare: owned >= buses + 1 bus }\n"
    write("design north", f"{spare}design north")
    write("fleet: fleet", "fleet: spared")
    git("commit", "-q", "-am", "spared")
    write("90 pupils", "101 pupils")
    assert "+1, by seats, then by with spare (7)" in vdl("diff", "HEAD", "designs", "--format", "md").out


def test_what_is_said_and_cited_of_a_rule_or_a_figure_has_its_line(git: Git, vdl: Vdl) -> None:
    write("  west", '  expect told "Told": fleet.buses == 9 buses @ maker "page 4" differs "it was a guess"\n'
          '  expect near "Near": fleet.buses == 5 buses within 10 %\n  west')  # fmt: skip
    git("commit", "-q", "-am", "told")
    write("within 10 %", "within 20 %")
    write("it was a guess", "nobody knows")
    write("at most six buses", "six buses at most", "lib/prelude/units.vdl")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "| `told` (designs/trips.vdl:8) | it was a guess | nobody knows |" in out
    assert "| `near` (designs/trips.vdl:9) | within 10 % | within 20 % |" in out
    assert "| `fleet.few` (std:prelude/units.vdl:15) | at most six buses | six buses at most |" in out


def test_another_text_of_a_document_is_told(git: Git, vdl: Vdl) -> None:
    sections = '  section "Buses" { text "{north.fleet.buses} are hired" }\n'
    write("design north", f'document told "Told" {{\n{sections}}}\ndesign north')
    git("commit", "-q", "-am", "two")
    write("are hired", "are bought")
    ran = vdl("diff", "HEAD", "designs", "--document", "told", "--exit-code")
    assert ran.code == 1 and "no number changes: 7 values compared; what its document says does" in ran.out


def test_a_folder_that_became_another_repository_is_named(git: Git, vdl: Vdl) -> None:
    Path("part").mkdir()
    shutil.copy("designs/models.vdl", "part/models.vdl")
    shutil.copy("designs/trips.vdl", "part/trips.vdl")
    git("add", "-A")
    git("commit", "-q", "-m", "part")
    git("rm", "-q", "-r", "part")
    git("submodule", "add", "-q", "./.", "part")
    ran = vdl("diff", "HEAD", ".")
    assert ran.code == 1 and "[in-submodule]" in ran.err
    git("commit", "-q", "-m", "linked")
    ran = vdl("diff", "HEAD~1", "HEAD")
    assert ran.code == 1 and "[in-submodule]" in ran.err


def test_what_is_no_longer_judged_is_not_mended(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "130 pupils")
    git("commit", "-q", "-am", "fails")
    write('few: buses <= 6 buses "', 'few: buses <= 6 buses when pupils > 900 pupils "', "lib/prelude/units.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "1 rule is no longer judged" in headline(ran) and "no longer fails" not in headline(ran)
    assert "`buses <= 6 buses` -\\> `buses <= 6 buses when pupils > 900 pupils`" in ran.out


def test_bits_of_the_telling(git: Git, vdl: Vdl) -> None:
    write("import models", "import models\ndesign south \"South\" {}")
    git("commit", "-q", "-am", "south")
    assert "\n2 designs: untouched by this change\n" in vdl("diff", "HEAD", "HEAD").out
    git("checkout", "-q", "HEAD~1")
    write("  west", '  waive fleet.few "for a year"\n  west')
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "so there is nothing to waive (designs/trips.vdl:8)" in ran.out
    ran = vdl("diff", "HEAD", "designs", "--document", "nosuch")
    assert ran.err.count("there is no document `nosuch`") == 1


def test_a_choice_that_falls_otherwise_says_what_turned_it_though_no_count_changed(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid * fleet.pupils / (1 pupil)")
    write("seats = 50 pupils/bus, each = 2", "seats = 20 pupils/bus, each = 2", "designs/models.vdl")
    git("commit", "-q", "-am", "choose")
    write("each = 2", "each = 0.5", "designs/models.vdl")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert ": fleet.model is models.large, was models.small" in headline(ran)
    assert "| `fleet.model` | `models.large.each -> fleet.model` |" in ran.out
    git("checkout", "-q", "designs")
    write("each: Number = 1 }", "each: Number = 1, far: Number = 1 }", "lib/prelude/units.vdl")
    write("let paid = buses / (1 bus) * model.each", "longest: Number = 1\n  let paid = (buses / (1 bus) * model.each) * "
          "(model.far if longest > 5 else 1)", "lib/prelude/units.vdl")  # fmt: skip
    write("each = 2", "each = 2, far = 0.1", "designs/models.vdl")
    git("commit", "-q", "-am", "far")
    write("pupils = 90", "longest = 9\n    pupils = 90")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert "| `fleet.model` | `fleet.longest -> fleet.paid -> fleet.model` |" in ran.out


def test_what_follows_from_a_choice_is_folded_and_a_figure_reads_alike_on_both_sides(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = choose [models.small, models.large] minimizing fleet.paid")
    write("  west", "  near: fleet { pupils = 5 pupils, model = fleet.model }\n  west")
    write("each = 2", "each = 1_000", "designs/models.vdl")
    git("commit", "-q", "-am", "choose")
    write("each = 1_000", "each = 0.1", "designs/models.vdl")
    git("commit", "-q", "-am", "cheaper")
    ran = vdl("diff", "HEAD", "HEAD~1", "designs", "--format", "md")
    assert "| `models.large.each` | 0.1 | 1,000 |" in ran.out


def test_a_renamed_entry_of_a_catalog_names_its_own_line(git: Git, vdl: Vdl) -> None:
    write("small", "little", "designs/models.vdl")
    write("small", "little")
    assert "renamed models.small to models.little (designs/models.vdl:2)" in vdl("diff", "HEAD", "designs").out


def test_a_figure_that_nothing_reads_is_told_where_it_changed(git: Git, vdl: Vdl) -> None:
    write("  west", "  let spare = fleet.buses * 20 pupils / (1 bus) - fleet.pupils\n  west")
    git("commit", "-q", "-am", "spare")
    write("90 pupils", "95 pupils")
    design = only(vdl("diff", "HEAD", "designs", "--format", "json"))
    assert told(design, "values") == ["spare: 10 pupils -> 5 pupils"]
