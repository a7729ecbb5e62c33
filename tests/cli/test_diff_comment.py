"""`vdl diff --format md`: what somebody who has not seen the change reads of it."""

from __future__ import annotations

from pathlib import Path

from .conftest import Vdl
from .test_diff import Git, git, headline, write

__all__ = ["git"]


def shown(vdl: Vdl) -> str:
    """What of the comment stands above its fold."""
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert ran.code == 0, ran.err
    return ran.out.partition("<details>")[0]


# ------------------------------------------------------------------------------ what has no effect
def test_other_digests_of_files_are_no_other_document(git: Git, vdl: Vdl) -> None:
    Path("designs/told.vdl").write_text('edition 2026\ndocument told "Told" { section "Made" { show provenance } }\n')
    write("import models", "import models\nimport told")
    git("add", "-A")
    git("commit", "-q", "-m", "two")
    write("each = 2", "each = 3", "designs/models.vdl")  # of a model that nothing reads
    ran = vdl("diff", "HEAD", "designs/trips.vdl", "--format", "md", "--document", "told.told")
    assert headline(ran).startswith("no effect: 7 values compared; text of designs/models.vdl changed"), ran.out


def test_another_text_of_a_document_names_its_title(git: Git, vdl: Vdl) -> None:
    sections = '  section "Buses" { text "{north.fleet.buses} are hired" }\n'
    write("design north", f'document told "Told" {{\n{sections}}}\ndesign north')
    git("commit", "-q", "-am", "two")
    write("are hired", "are bought")
    ran = vdl("diff", "HEAD", "designs", "--document", "told")
    assert "no number changes: 7 values compared; what its document says does under Buses" in " ".join(ran.out.split())


def test_what_is_written_otherwise_and_comes_to_the_same_is_named(git: Git, vdl: Vdl) -> None:
    write("axis year", "dimension Mass: g\nunit kg = 1000 g\nkind bag { weight: Mass }\naxis year", "lib/prelude/units.vdl")
    write("kind model {", "kind model { load: Mass = 1 kg,", "lib/prelude/units.vdl")
    write('"at most six buses"', '"at most six buses"\n  require light: model.load <= 9 kg', "lib/prelude/units.vdl")
    write("  west", "  a: bag { weight = 2 kg }\n  b: bag { weight = 2 kg }\n  west")
    write("small: model {", "small: model { load = 3 kg,", "designs/models.vdl")
    git("commit", "-q", "-am", "two")
    write("2 kg", "2_000 g")
    write("load = 3 kg", "load = 3000 g", "designs/models.vdl")
    out = shown(vdl)
    assert "; text of designs/models.vdl and designs/trips.vdl changed" in out and "no effect" in out, out
    assert "written otherwise, and the same: `a.weight` 2 kg -\\> 2,000 g (designs/trips.vdl:8)\n" in out
    assert "`models.small.load` 3 kg -\\> 3000 g (designs/models.vdl:2)\n" in out


def test_what_several_designs_say_alike_stands_once(git: Git, vdl: Vdl) -> None:
    more = Path("designs/trips.vdl").read_text()
    Path("designs/trips.vdl").write_text(f'{more}design south "South" from north {{ east: route {{ pupils = 5 pupils }} }}\n')
    git("commit", "-q", "-am", "two")
    write("90 pupils", "130 pupils")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    said = "fleet.pupils 90 -\\> 130 pupils: 2 more buses; the design no longer holds"
    assert f"### ✗ designs/trips.vdl: north and south: {said}" in out
    assert out.count("because `fleet.pupils`") == 1 and out.count("<details>") == 1
    assert vdl("diff", "HEAD", "designs").out.count(": 2 more buses") == 1
    write("130 pupils", "90 pupils")
    write("page 2", "page 3")
    assert "north and south: no number changes: 9 and 11 values compared; 1 assumption or source is another" in shown(vdl)


def test_designs_that_do_not_compile_for_one_reason_stand_once(git: Git, vdl: Vdl) -> None:
    more = Path("designs/trips.vdl").read_text()
    Path("designs/trips.vdl").write_text(f'{more}design south "South" from north {{ east: route {{ pupils = 5 pupils }} }}\n')
    git("commit", "-q", "-am", "two")
    write("models.small", "models.tiny")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert "north and south: does not compile after; nothing is compared" in out
    assert out.count("unknown name `tiny`; known here: ") == 1
    assert out.count("<summary>what it comes to before</summary>") == 1 and out.count("| `fleet.buses` | 5 buses |") == 1


# ------------------------------------------------------------------------------ objects that come and go
def test_a_new_object_says_what_it_refers_to_and_what_no_other_has(git: Git, vdl: Vdl) -> None:
    kind = "kind site { staff: Pupil, tours: fleet { pupils = staff, model = models.small, reserve = 4 pupils } }\n"
    write("design north", f"{kind}design north")
    write("  west", "  leeds: site { staff = 40 pupils }\n  west")
    git("commit", "-q", "-am", "two")
    hull = '  hull: site { staff = 25 pupils @ maker "page 9" }\n'
    write("  west", f"{hull}  yard: fleet {{ pupils = 1 pupil, model = models.large }}\n  west")
    out = shown(vdl)
    assert "**The new hull (site)**" in out
    assert "| `hull.tours.model` (designs/trips.vdl:3) | models.small |  |\n" in out
    assert "| `hull.staff` (designs/trips.vdl:10) | 25 pupils | Data sheet, page 9 |\n" in out
    assert "| 1 figure as leeds has it |  |  |\n" in out and "hull.tours.reserve" not in out
    assert "**The new yard (fleet)**" in out and "| `yard.model` (designs/trips.vdl:11) | models.large |  |\n" in out
    assert out.index("because of a new object") < out.index("**The new hull") < out.index("**Headroom of what is new")
    git("commit", "-q", "-am", "three")
    write(hull, "")
    out = shown(vdl)
    assert "**What is gone with hull (site)**" in out and "| `hull.tours.model` | models.small |  |\n" in out


def test_a_new_object_says_on_what_of_others_it_stands(git: Git, vdl: Vdl) -> None:
    kinds = "kind demand { load: Pupil }\nkind shelf { placed: list of demand, let all_of_it = sum(placed.load) }\n"
    write("kind route {", f"{kinds}kind route {{", "lib/prelude/units.vdl")
    write("  west", "  shelf: shelf {}\n  d: demand { load = 3 pupils }\n  place d on shelf\n  west")
    git("commit", "-q", "-am", "two")
    write("  west", "  more: demand { load = 4 pupils }\n  place more on shelf\n  west")
    assert "| `more placed on` | shelf |  |\n| `more.load` (designs/trips.vdl:11) | 4 pupils |  |\n" in shown(vdl)


# ------------------------------------------------------------------------------ what is bought, and money
MONEY = """dimension Money: USD
unit EUR: Money
axis year"""
BILL = """document told "Told" {
  cover {
    table bill "What it costs" for f in all fleet { "Name": f.name, "Spent": f.buses * 100 EUR/bus }
    table bill "Again" for f in all fleet { "Name": f.name, "In all": f.buses * 100 EUR/bus, "Late": f.buses * 10 EUR/bus }
  }
}
"""


def spend() -> None:
    """Have buses paid in the year they come, and what is spent by then judged."""
    write("axis year", MONEY, "lib/prelude/units.vdl")
    write("90 pupils @", "{ y1: 90, y2: 110, y3: 110 } pupils @")
    write("  west", "  let cost = (fleet.buses - previous(fleet.buses, 0 buses)) * 100 EUR/bus as EUR\n"
          "  let spent = running_sum(cost)\n  require paid: spent <= 9_000 EUR\n  west")  # fmt: skip


def test_a_sum_of_one_row_of_the_bills_stands_once(git: Git, vdl: Vdl) -> None:
    write("axis year", MONEY, "lib/prelude/units.vdl")
    write("design north", f"{BILL}design north")
    write("  west", "  let spent = fleet.buses * 100 EUR/bus as EUR\n  west")
    git("commit", "-q", "-am", "two")
    write("90 pupils", "110 pupils")
    out = shown(vdl)
    assert out.count("| 500 EUR | 600 EUR |") == 1 and "| What it costs: fleet: Spent | 500 EUR |" in out, out
    assert "| fleet: Late | 50 EUR | 60 EUR |" in out or "| Again: fleet: Late | 50 EUR | 60 EUR |" in out
    assert "**Money**" in out and out.index("**What is bought**") < out.index("**Money**") < out.index("because")


# ------------------------------------------------------------------------------ verdicts and causes
def test_what_is_said_alike_of_several_rules_stands_once_with_what_they_compare(git: Git, vdl: Vdl) -> None:
    rule = '  require warning calm: size(all route) == 1 "one way"\n'
    write("kind fleet {", f"kind fleet {{\n{rule.replace('all route', 'all route in design')}", "lib/prelude/units.vdl")
    write("  west", "  south: fleet { pupils = 9 pupils, model = models.small }\n  west")
    git("commit", "-q", "-am", "two")
    write("  west", "  east: route { pupils = 1 pupil }\n  west")
    rule = "`size(all route in design) == 1`, with 2, must be exactly 1"
    said = f"`fleet.calm`, `south.calm` (std:prelude/units.vdl:9): {rule} (before: holds); one way"
    out = shown(vdl)
    assert f"✗ fails (warning) {said}\n" in out, out
    assert "2 open points more (fleet.calm, south.calm); the design holds with open points" in out


def test_a_waiver_in_vain_is_told_once_and_one_that_is_written_anew_has_its_line(git: Git, vdl: Vdl) -> None:
    write("  west", '  waive fleet.few "for a year" until 2099-06-30\n  west')
    write("90 pupils", "130 pupils")
    git("commit", "-q", "-am", "two")
    write("2099-06-30", "2099-12-31")
    out = shown(vdl)
    assert "values compared; 1 accepted exception is another\n" in out
    assert "| `fleet.few` (designs/trips.vdl:8) | for a year; until 2099-06-30 | for a year; until 2099-12-31 |" in out


def test_what_a_model_has_by_itself_is_said_where_it_is_filled_anew(git: Git, vdl: Vdl) -> None:
    write("model = models.small", "model = models.small with { seats = 22 pupils/bus }")
    out = shown(vdl)
    assert "north: fleet.model is models.small with { seats = 22 pupils/bus }, was models.small\n" in out
    assert "(designs/trips.vdl:6); models.small has seats 20 pupils/bus\n" in out
    assert "**Headroom that grew, the least first**" in out


def test_what_follows_is_shown_where_nothing_that_is_bought_does(git: Git, vdl: Vdl) -> None:
    write("30 pupils }", "32 pupils }")
    out = shown(vdl)
    assert "**What follows, though nothing that is bought**" in out
    assert "| `west.each` | 15 pupils | 16 pupils | +1 (+6.7 %) |" in out


def test_a_source_that_changed_itself_is_not_called_unchanged(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "95 pupils")
    write("2023-05", "2024-05", "lib/prelude/units.vdl")
    assert "; source: Data sheet, page 2 (date 2023-05 -\\> date 2024-05)\n" in shown(vdl)


def test_what_is_worked_out_is_no_assumption_that_moved(git: Git, vdl: Vdl) -> None:
    write("model = models.small", 'model = models.small\n    reserve = pupils / 5 @ assumed "a fifth"')
    git("commit", "-q", "-am", "two")
    write("90 pupils", "95 pupils")
    assert "Assumptions" not in shown(vdl)


def test_a_figure_that_a_design_declares_has_its_source(git: Git, vdl: Vdl) -> None:
    write("  west", '  growth: Number = 2 @ assumed "twice"\n  require calm: growth <= 3\n  west')
    git("commit", "-q", "-am", "two")
    write("= 2 @", "= 3 @")
    assert "because `growth` 2 -\\> 3 (designs/trips.vdl:8); assumed as before: twice\n" in shown(vdl)
    write("twice", "three times")
    assert "| `growth` (designs/trips.vdl:8) | 2, assumed: twice | 3, assumed: three times |" in shown(vdl)


def test_labels_that_change_alike_are_one_row_and_the_last_of_a_growing_sum_is_in_the_headline(git: Git, vdl: Vdl) -> None:
    spend()
    git("commit", "-q", "-am", "two")
    write("y2: 110, y3: 110", "y2: 130, y3: 130")
    out = shown(vdl)
    assert ": 1 more bus from y2 on, +100 EUR in all by y3; " in out
    assert "| `fleet.buses` at y2, y3 | 6 buses | 7 buses | +1 |\n" in out and "added" not in out


def test_words_labels_and_what_nobody_reads_are_edits_too(git: Git, vdl: Vdl) -> None:
    plan = 'kind plan { way: sort = fast, note: Text = "", spare: Pupil = 0 pupils }'
    write("kind route {", f"{plan}\nkind route {{", "lib/prelude/units.vdl")
    write("axis year", "axis sort { fast, slow }\naxis year", "lib/prelude/units.vdl")
    write("  west", '  plan: plan { way = fast, note = "as ever", spare = 4 pupils }\n  west')
    git("commit", "-q", "-am", "two")
    for old, new, words in [
        ("way = fast", "way = slow", "`plan.way` fast -\\> slow"),
        ("as ever", "as before", '`plan.note` "as ever" -\\> "as before"'),
        ("spare = 4", "spare = 5", "`plan.spare` 4 -\\> 5 pupils"),
    ]:  # fmt: skip
        write(old, new)
        assert f"because {words} (designs/trips.vdl:8)\n" in shown(vdl)
        git("checkout", "-q", "designs")
    write("as ever", "as before")
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")).endswith("values compared; 1 text is another")


def test_one_line_of_a_kind_stands_once_though_it_makes_several_objects(git: Git, vdl: Vdl) -> None:
    kinds = "kind demand { load: Pupil }\nkind shelf { placed: list of demand, let all_of_it = sum(placed.load) }\n"
    write("kind route {", f"{kinds}kind route {{", "lib/prelude/units.vdl")
    site = "kind site { a: shelf {}, b: shelf {}, d: demand { load = 3 pupils }, place d on a }\n"
    write("design north", f"{site.replace(', place', chr(10) + '  place')}design north")
    write("  west", "  one: site {}\n  two: site {}\n  west")
    git("commit", "-q", "-am", "two")
    write("place d on a", "place d on b")
    out = shown(vdl)
    assert out.count("because") == 1 and "`one.d placed on` and 1 more of that name, `one.a` -\\> `one.b`\n" in out, out
    assert out.startswith("### designs/trips.vdl: north: one.d is placed on one.b, was on one.a\n")
    git("checkout", "-q", "designs")
    write("b: shelf {}", "b: shelf {}, e: demand { load = 4 pupils }")
    out = shown(vdl)
    assert "because of a new object, `one.e`: demand and 1 more of that name (designs/trips.vdl:3)\n" in out
    assert "**The new one.e and 1 more of that name (demand)**" in out


def test_what_is_new_and_gone_alike_is_in_the_headline(git: Git, vdl: Vdl) -> None:
    write("fleet: fleet {", "tours: fleet {")
    write("90 pupils", "91 pupils")
    assert headline(vdl("diff", "HEAD", "designs", "--format", "md")) == "tours is new; fleet is gone"
