"""`vdl diff --format md`, as somebody reads it who knows neither the design nor what was edited."""

from __future__ import annotations

from .conftest import Vdl
from .test_diff import Git, git, headline, write
from .test_diff_comment import shown, spend

__all__ = ["git"]

CALM = '  require warning calm: fleet.buses <= 4 buses "four are calm"\n  west'


# ------------------------------------------------------------------------------ whether it holds, and marks
def test_whether_the_design_holds_is_said_though_it_does_not_change(git: Git, vdl: Vdl) -> None:
    write("30 pupils }", "32 pupils }")
    assert "\nthe design holds, as before\n" in shown(vdl)
    git("checkout", "-q", "designs")
    write("  west", CALM)
    git("commit", "-q", "-am", "two")
    write("30 pupils }", "32 pupils }")
    out = shown(vdl)
    assert "\n▲ the design holds with 1 warning that fails, as before; untouched: `calm`: 5 buses \\<= 4 buses\n" in out, out
    git("checkout", "-q", "designs")
    write("  west", "  // so\n  west")
    head = headline(vdl("diff", "HEAD", "designs", "--format", "md"))
    assert head.startswith("no effect") and head.endswith("; the design holds with 1 warning that fails, as before"), head
    write("90 pupils", "130 pupils")
    write("<= 4 buses", "<= 5 buses")
    said = "1 rule and 1 warning fail (before: holds with 1 warning that fails); no prices are stated"
    assert f"\n✗ the design does not hold: {said}\n" in shown(vdl)


def test_what_is_accepted_is_no_better(git: Git, vdl: Vdl) -> None:
    write("90 pupils @", "{ y1: 90, y2: 110, y3: 130 } pupils @")
    write("axis year kept { y1, y2, y3 }", "axis year kept { y1, y2, y2028 }", "lib/prelude/units.vdl")
    write("y3: 130", "y2028: 130")
    git("commit", "-q", "-am", "two")
    write("  west", '  waive fleet.few "for a year" until 2027-06-30\n  west')
    out = shown(vdl)
    assert "✓" not in out and out.startswith("### designs/trips.vdl: north: "), out
    assert "1 failure is accepted; the design holds now by an exception\n" in out
    assert "◆ waived `fleet.few`" in out
    assert "7 buses, must be at most 6 buses at y2028; 1 bus over (16.67 %) (before: fails); accepted: " in out
    assert out.count("for a year") == 1
    assert "▲ the exception for `fleet.few` ends on 2027-06-30, before y2028, where it is needed\n" in out


def test_an_exception_ends_with_the_last_day_of_its_month(git: Git, vdl: Vdl) -> None:
    write("90 pupils @", "{ y1: 90, y2: 110, y3: 130 } pupils @")
    write("axis year kept { y1, y2, y3 }", "axis year kept { y1, y2, y2028 }", "lib/prelude/units.vdl")
    write("y3: 130", "y2028: 130")
    git("commit", "-q", "-am", "two")
    write("  west", '  waive fleet.few "for a year" until 2027-02\n  west')
    code, out, _ = vdl("diff", "HEAD", "designs/trips.vdl", day="2027-02-20")
    assert code == 0 and "ends on 2027-02, before y2028, where it is needed" in out, out


def test_an_accepted_warning_is_no_better_and_has_its_numbers(git: Git, vdl: Vdl) -> None:
    write("  west", CALM)
    git("commit", "-q", "-am", "two")
    write("  west", '  waive calm "for a year"\n  west')
    out = shown(vdl)
    assert "✓" not in out and "north: 1 failure is accepted; the design holds now by an exception\n" in out, out
    assert "◆ waived `calm` (designs/trips.vdl:8): " in out
    assert "5 buses, must be at most 4 buses; 1 bus over (25 %) (before: fails (warning)); accepted: " in out
    assert "open point" not in out


def test_what_holds_since_something_is_gone_has_no_tick_and_its_numbers(git: Git, vdl: Vdl) -> None:
    write("  west", '  more: route { pupils = 9 pupils }\n  require warning calm: size(all route) <= 1 "one"\n  west')
    git("commit", "-q", "-am", "two")
    write("  more: route { pupils = 9 pupils }\n", "")
    out = shown(vdl)
    assert out.startswith("### designs/trips.vdl: north: more (route) is gone: ") and "✓" not in out, out
    said = ("◆ holds `calm` (designs/trips.vdl:8): `size(all route) <= 1`, with 1 <= 1"
            " (before: fails (warning): 2, must be at most 1; 1 over)")  # fmt: skip
    assert said in (
        out.replace("\\", ""))  # fmt: skip


# ------------------------------------------------------------------------------ headroom and ways
def test_headroom_is_told_of_the_label_with_the_least(git: Git, vdl: Vdl) -> None:
    write("90 pupils @", "{ y1: 82, y2: 84, y3: 88 } pupils @")
    git("commit", "-q", "-am", "two")
    write("y3: 88", "y3: 95")
    out = shown(vdl)
    assert "| `fleet.buses at y3` | 12 % | 5 % | by\\_seats: 4.75 of 5 buses |\n" in out, out


def test_the_least_headroom_is_shown_though_it_grew(git: Git, vdl: Vdl) -> None:
    write("  west", "  require tight: west.pupils <= 30 pupils\n  require wide: fleet.pupils <= 200 pupils\n  west")
    git("commit", "-q", "-am", "two")
    write("30 pupils }", "29 pupils }")
    write("90 pupils @", "92 pupils @")
    out = shown(vdl)
    assert "| `tight` | 0 % | 3.333 % | 29 pupils \\<= 30 pupils |" in out and "| `wide` | 55 % | 54 % |" in out, out


def test_only_what_is_new_is_headroom_of_what_is_new(git: Git, vdl: Vdl) -> None:
    write("  west", "  require kind: west.pupils == 30 pupils\n  west")
    git("commit", "-q", "-am", "two")
    write("west.pupils == 30", "west.pupils <= 31")
    out = shown(vdl)
    assert "Headroom of what is new" not in out and "**Headroom told anew, the least first**" in out, out


def test_the_way_to_a_count_leads_through_the_bound_that_decides_now(git: Git, vdl: Vdl) -> None:
    write("  bound by_seats", "  let halls = ceil(pupils / (100 pupils)) * 6 buses\n  bound by_halls: buses >= halls\n"
          "  bound by_seats", "lib/prelude/units.vdl")  # fmt: skip
    write("90 pupils @", "100 pupils @")
    write("20 pupils/bus", "17 pupils/bus", "designs/models.vdl")
    git("commit", "-q", "-am", "two")  # both ask for six
    write("100 pupils @", "110 pupils @")
    assert "| `fleet.buses` | `fleet.pupils -> fleet.halls -> fleet.buses` |" in shown(vdl)


# ------------------------------------------------------------------------------ what was edited, and its source
def test_the_headline_names_the_edits_where_they_are_few(git: Git, vdl: Vdl) -> None:
    write("90 pupils @", "110 pupils @")
    head = headline(vdl("diff", "HEAD", "designs", "--format", "md")).replace("\\", "")
    assert head == "fleet.pupils 90 -> 110 pupils: 1 more bus", head
    write("model = models.small", "model = models.large")
    head = headline(vdl("diff", "HEAD", "designs", "--format", "md")).replace("\\", "")
    assert head.startswith("fleet.pupils 90 -> 110 pupils: fleet.model is models.large, was models.small; "), head


def test_an_unchanged_source_is_a_question_and_once_for_all_figures(git: Git, vdl: Vdl) -> None:
    write("seats = 20 pupils/bus @", "seats = 21 pupils/bus, each = 2 @", "designs/models.vdl")
    write("90 pupils", "95 pupils")
    out = shown(vdl)
    assert "\n◆ source unchanged: Data sheet, page 2; does it state the new `fleet.pupils`?\n" in out, out
    assert "\n◆ source unchanged: Data sheet, page 1; does it state the new `models.small.seats`?\n" in out


# ------------------------------------------------------------------------------ money, and what stands twice
def test_money_is_said_as_it_is_spent(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "110 pupils")
    assert "the design holds, as before; no prices are stated\n" in shown(vdl)
    git("checkout", "-q", "designs")
    spend()
    git("commit", "-q", "-am", "two")
    write("y2: 110, y3: 110", "y2: 130, y3: 130")
    assert ": 1 more bus from y2 on, +100 EUR in all by y3" in shown(vdl)
    git("checkout", "-q", "designs")
    write("30 pupils }", "32 pupils }")
    assert "the design holds, as before; no sum of money changes\n" in shown(vdl)


def test_what_fails_is_named_once_and_marks_are_explained(git: Git, vdl: Vdl) -> None:
    write("90 pupils", "130 pupils")
    ran = vdl("diff", "HEAD", "designs", "--format", "md")
    assert headline(ran).endswith(": 2 more buses; the design no longer holds: fleet.few fails")
    assert ran.out.splitlines()[-3] == "✗ worse, or fails; ◆ another, or a question"


def test_what_has_no_effect_stands_last(git: Git, vdl: Vdl) -> None:
    write("design north", 'design a "A" {}\ndesign north')
    git("commit", "-q", "-am", "two")
    write("90 pupils", "110 pupils")
    out = vdl("diff", "HEAD", "designs", "--format", "md").out
    assert out.index("1 more bus") < out.index("a: no effect")
