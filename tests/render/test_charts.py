"""Charts: that what is drawn is what the design comes to, to scale, and that it is said in words."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from xml.etree import ElementTree

import pytest

import vdl.render
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.query.evaluate import evaluate
from vdl.render.charts import chart_svg, charts_svg
from vdl.render.formats.markdown import markdown
from vdl.render.glyphs import boxed
from vdl.render.html import html
from vdl.render.measure import length
from vdl.render.scale import Scale
from vdl.render.svg import NARROW, PAGE, SIZE, WIDTH, broken, round_numbers
from vdl.report.build import build
from vdl.report.model import Bars, Chart, Drawn, Report, every_block
from vdl.text.safe import printable

DESIGN = """edition 2026
kind depot { load: Weight?, room: Weight? }
design depots "Depots" {
  north: depot "North"     { load = { winter: 20..35, spring: 12, summer: 12 } kg, room = 50 kg }
  south: depot "South <b>" { load = 8000 grams }
  empty: depot             { }
}
document drawn "Drawn" {
  section "One" {
    CHART
  }
}
"""
SWATCH = 9
SVG = "{http://www.w3.org/2000/svg}"


def made(chart: str) -> Report:
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("CHART", chart)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.diagnostics
    report, said = build(compilation, compilation.designs[0])
    assert not said
    return report


def charts(chart: str) -> list[Chart]:
    return [block for block in every_block(made(chart).sections) if isinstance(block, Chart)]


def drawing(chart: Chart) -> ElementTree.Element:
    return ElementTree.fromstring(str(chart_svg(chart, "1")))


def test_a_row_for_each_round_and_label_in_one_unit() -> None:
    [chart] = charts('chart "Full?" for d in all depot { "Depot": d.title, bar "Load": d.load, mark "Room": d.room }')
    assert (chart.title, chart.unit, chart.stacked) == ("Full?", "kg", False)
    room = Drawn("Room", "50", "50", "50")
    silent = Drawn("Room", "not stated")
    assert chart.rows == (
        Bars("winter", (Drawn("Load", "20..35", "20", "35"),), (room,), "North"),
        Bars("spring", (Drawn("Load", "12", "12", "12"),), (room,), "North"),
        Bars("summer", (Drawn("Load", "12", "12", "12"),), (room,), "North"),
        Bars("South <b>", (Drawn("Load", "8", "8", "8"),), (silent,)),
        Bars("empty", (Drawn("Load", "not stated"),), (silent,)),
    )


def test_bars_for_each_round_of_what_the_row_knows() -> None:
    others = 'for e in all depot if e.title != d.title { bar "{e.name}": e.load }'
    [chart] = charts(f"chart stacked for d in [depots.north] {{ {others} }}")
    assert chart.rows == (Bars("", (Drawn("south", "8,000", "8000", "8000"), Drawn("empty", "not stated")),),)


def test_nothing_is_left_of_a_chart_of_silence() -> None:
    assert not charts('chart for d in all depot if d.name == "empty" { bar "Load": d.load }')
    assert not charts('chart for d in all depot if d.name == "nobody" { bar "Load": d.load }')


def test_ends_of_bars_are_what_eval_prints() -> None:
    [chart] = charts('chart for d in all depot { "Depot": d.name, bar "Load": d.load }')
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("CHART", 'text "nothing"')})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    for row in chart.rows:
        name, at = (row.group, f" at {row.label}") if row.group else (row.label, "")
        said, _ = evaluate(compilation, compilation.designs[0], f"{name.partition(' ')[0].lower()}.load{at} as kg")
        assert said is not None and said.words.removesuffix(" kg") == row.bars[0].text


@pytest.mark.parametrize("stacked", [False, True])
def test_lengths_are_to_scale(stacked: bool) -> None:
    bars = (Drawn("a", "10..20", "10", "20"), Drawn("b", "30", "30", "30"))
    chart = Chart("T", "kg", (Bars("Row", bars, (Drawn("most", "80", "80", "80"),)),), stacked)
    rects = [(each.get("class", ""), float(each.get("width") or 0)) for each in drawing(chart).iter(f"{SVG}rect")]
    lengths = [width for name, width in rects if name in ("accent", "shade-1") and width != SWATCH]
    assert lengths == pytest.approx([WIDTH * 10 / 80, WIDTH * 30 / 80], abs=0.1)
    assert [name for name, _ in rects if name.startswith("beyond")] == ["beyond accent"]
    tick, *_ = [each for each in drawing(chart).iter(f"{SVG}path") if each.get("class") == "tick"]
    assert tick.get("d", "").startswith(f"M{WIDTH - 0.75:g} ")


def test_all_of_it_stands_in_words_too() -> None:
    report = made('chart "Full?" for d in all depot { "Depot": d.title, bar "Load": d.load, mark "Room": d.room }')
    page, text = html(report), markdown(report)
    described = re.search(r"<desc[^>]*>([^<]*)</desc>", page)
    assert described is not None and described[1].startswith("North, winter: Load 20–35, Room 50; North, spring: Load 12")
    assert "South &lt;b&gt;" in page and "South <b>" not in page
    assert "North:\n\n- winter: Load 20–35, Room 50\n" in text
    assert page.count('role="img"') == page.count("<title id=") == 1


def test_long_names_and_many_marks_stay_within() -> None:
    marks = tuple([Drawn(f"mark {at}", f"{at}", f"{at}", f"{at}") for at in range(1, 9)])
    chart = Chart("", "", (Bars("word " * 60 + "w" * 300, (Drawn("", "9" * 30, "8", "8"),), marks),))
    root = drawing(chart)
    height = float(root.get("height") or 0)
    for each in root.iter(f"{SVG}text"):
        assert 0 <= float(each.get("x") or 0) <= WIDTH and 0 < float(each.get("y") or 0) <= height
    assert len([each for each in root.iter(f"{SVG}path") if each.get("class") == "tick"]) == 8


def test_less_than_nothing_begins_at_zero() -> None:
    chart = Chart("", "", (Bars("a", (Drawn("", "-5", "-5", "-5"),)), Bars("b", (Drawn("", "15", "15", "15"),))))
    rects = [each for each in drawing(chart).iter(f"{SVG}rect") if each.get("class") == "accent"]
    places = [(float(each.get("x") or 0), float(each.get("width") or 0)) for each in rects]
    assert places == [(0, WIDTH / 4), (WIDTH / 4, pytest.approx(WIDTH * 3 / 4))]


@pytest.mark.parametrize(("most", "words"), [
    ("80", ["0", "20", "40", "60", "80 kg"]), ("11462", ["0", "2,000", "4,000", "6,000", "8,000", "10,000 kg"]),
    ("3/2", ["0", "0.5", "1", "1.5 kg"]), ("1/30", ["0", "0.01", "0.02", "0.03 kg"]),
    ("100", ["0", "20", "40", "60", "80", "100 kg"]), ("6", ["0", "1", "2", "3", "4", "5", "6 kg"]),
])  # fmt: skip
def test_an_axis_has_round_numbers_and_the_unit(most: str, words: list[str]) -> None:
    chart = Chart("T", "kg", (Bars("Row", (Drawn("a", "", most, most),)),))
    assert [each.text for each in drawing(chart).iter(f"{SVG}text") if each.get("class") == "muted axis"] == words[::-1]


def test_what_is_not_stated_is_hatched() -> None:
    def hatched(bar: Drawn, *, stacked: bool) -> int:
        chart = Chart("T", "kg", (Bars("Row", (Drawn("a", "5", "5", "5"), bar)),), stacked)
        return len([each for each in drawing(chart).iter(f"{SVG}path") if each.get("class") == "hatch"])

    for stacked in (False, True):
        assert hatched(Drawn("b", "not stated"), stacked=stacked) == 1
        assert hatched(Drawn("b", "3", "3", "3"), stacked=stacked) == 0


def test_a_quantity_at_several_values_of_another_is_drawn_along_an_axis() -> None:
    rows = tuple([Bars(f"{at} desks", (Drawn("", f"{y}", f"{y}", f"{y}"),), at=f"{at}") for at, y in ((10, 1), (20, 1), (40, 2))])
    chart = Chart("When?", "rooms", rows, along="desks")
    root = drawing(chart)
    dots = [(float(each.get("cx") or 0), float(each.get("cy") or 0)) for each in root.iter(f"{SVG}circle")]
    assert len(dots) == 3 and dots[0][1] == dots[1][1] > dots[2][1]
    assert (dots[2][0] - dots[1][0]) == pytest.approx(2 * (dots[1][0] - dots[0][0]), abs=0.05)
    lines = [each.get("class") for each in root.iter(f"{SVG}path") if each.get("class", "").startswith("run")]
    assert lines == ["run", "run jump"]  # between 20 and 40 nobody knows where it rises
    words = [each.text for each in root.iter(f"{SVG}text")]
    assert "40 desks" in words and "rooms" in words and "0.5" not in words
    assert "10 desks: 1; 20 desks: 1; 40 desks: 2" in str(chart_svg(chart, "1"))


def test_every_axis_has_some_round_numbers_and_few() -> None:
    for most in range(1, 700):
        for steps in (5, 6):
            numbers = round_numbers(Fraction(0), Fraction(most, 7), steps)
            assert 3 <= len(numbers) <= steps + 1 and numbers[0] == 0 and numbers[-1] <= Fraction(most, 7)


def rows_of(count: int, label: str = "row") -> tuple[Bars, ...]:
    return tuple([Bars(f"{label} {at}", (Drawn("", f"{at + 1} kg", f"{at + 1}", f"{at + 1}"),)) for at in range(count)])


@pytest.mark.parametrize("count", range(1, 10))
def test_no_two_of_nine_segments_look_alike(count: int) -> None:
    """By colour or by strokes; what is nothing, or not stated, takes no colour from the others."""
    bars = [Drawn(f"s{at}", "5", "5", "5") for at in range(count)]
    silent = [Drawn("none", "0", "0", "0"), Drawn("unknown", "not stated")]
    root = drawing(Chart("T", "kg", (Bars("", (*bars[:1], *silent, *bars[1:])),), stacked=True))
    segments = [each for each in root.iter(f"{SVG}rect") if each.get("class") != "rail" and each.get("width") != f"{SWATCH}"]
    stroked = [each.get("d", "").split("l")[0] for each in root.iter(f"{SVG}path") if each.get("class") == "strokes"]
    feet = [f"M{float(each.get('x') or 0):.4g} {int(each.get('y') or 0) + SWATCH}" for each in segments]
    looks = {(each.get("class"), foot in stroked) for each, foot in zip(segments, feet, strict=True)}
    assert len(looks) == len(segments) == count


@pytest.mark.parametrize("most", ["1/30", "7", "12345", "123456789", "2500"])
@pytest.mark.parametrize("unit", ["%", "a unit of many words that takes much of the room there is", "w" * 60])
def test_no_number_of_an_axis_is_left_out(most: str, unit: str) -> None:
    root = drawing(Chart("T", unit, (Bars("Row", (Drawn("a", "", most, most),)),)))
    numbers = [each for each in root.iter(f"{SVG}text") if each.get("class") == "muted axis"]
    [axis] = [each.get("d", "") for each in root.iter(f"{SVG}path") if each.get("class") == "axis"]
    assert axis.count("v4") == len(numbers) >= 1


def test_names_of_many_rows_stand_beside_their_bars() -> None:
    few, many, long = (drawing(Chart("T", "kg", given)) for given in (rows_of(2), rows_of(3), rows_of(3, "word " * 30)))
    places = [
        [float(each.get("x") or 0) for each in root.iter(f"{SVG}rect") if each.get("class") == "accent"]
        for root in (few, many, long)
    ]
    assert set(places[0]) == set(places[2]) == {0} and min(places[1]) > 0
    assert float(many.get("height") or 0) <= float(few.get("height") or 0)


def test_on_paper_charts_are_as_wide_as_what_stands_in_them() -> None:
    def sort(chart: Chart) -> str:
        assert charts_svg(chart, "1").sort == ""
        return charts_svg(chart, "1", room=PAGE).sort

    grouped = tuple([replace(row, group=f"g{at // 4}") for at, row in enumerate(rows_of(12))])
    assert charts_svg(Chart("T", "kg", rows_of(2)), "1", room=NARROW).width == NARROW
    assert [sort(Chart("T", "kg", rows)) for rows in (rows_of(2), rows_of(6), grouped)] == [" half", " wide", " paired"]
    told = "What is looked at, of which thing, and how near it comes to what it may be at most, " * 3
    assert sort(Chart("T", "kg", rows_of(6, told))) == " wide", "names of a few lines take less room so than over their bars"


def test_a_mark_of_each_row_is_told_behind_what_its_bar_comes_to() -> None:
    """Rows that are each held to a number of their own take one line each; where all have one mark, it is named once below."""
    def marked(*rooms: int) -> str:
        marks = [(Drawn("there are", f"{room}", f"{room}", f"{room}"),) for room in rooms]
        rows = [replace(row, marks=mark) for row, mark in zip(rows_of(4), marks, strict=True)]
        return str(chart_svg(Chart("T", "kg", tuple(rows)), "1"))

    assert "2 kg; there are 7" in marked(8, 7, 6, 5) and ">there are 7<" not in marked(8, 7, 6, 5)
    assert marked(8, 8, 8, 8).count(">there are 8<") == 1


def test_a_long_group_is_drawn_in_pieces_and_named_once() -> None:
    rows = tuple([replace(row, group="Exceeded") for row in rows_of(25)])
    made = charts_svg(Chart("T", "kg", rows), "1", room=PAGE)
    assert len(made) == 3 and [str(piece).count(">Exceeded<") for piece in made] == [1, 0, 0]
    assert [str(piece).count('class="axis"') for piece in made] == [1, 0, 1], "a page may end between"


def test_marks_that_pieces_share_are_named_once_below_the_last() -> None:
    def named(*groups: str) -> list[int]:
        room = (Drawn("there are", "30", "30", "30"),)
        rows = [replace(row, marks=room, group=group) for group in groups for row in rows_of(15)]
        return [str(piece).count(">there are 30<") for piece in charts_svg(Chart("T", "kg", tuple(rows)), "1", room=PAGE)]

    assert named("") == [0, 1]
    assert named("One", "Other") == [0, 1, 0, 1], "below the bars of each group"


def test_a_mark_is_seen_on_a_dark_bar_and_does_not_touch_the_words_above() -> None:
    chart = Chart("T", "kg", (Bars("Row", (Drawn("", "11,462", "80", "80"),), (Drawn("most", "40", "40", "40"),)),))
    paths = {each.get("class"): each for each in drawing(chart).iter(f"{SVG}path")}
    [words] = [float(each.get("y") or 0) for each in drawing(chart).iter(f"{SVG}text") if each.text == "11,462"]
    tick = re.match(r"M([\d.]+) (\d+)v", paths["tick"].get("d", ""))
    assert tick is not None and float(tick[2]) - words >= 4
    assert paths["halo"].get("d", "").startswith(f"M{tick[1]} ")
    assert float(paths["halo"].get("stroke-width", "")) > float(paths["tick"].get("stroke-width", ""))


def test_letters_of_drawings_can_be_read_on_a_telephone() -> None:
    """Of 390 pixels what the margins leave, in those of the style sheet there."""
    sheet = (Path(vdl.render.__file__).parent / "theme" / "screen.css").read_text("utf-8")
    found = re.search(r"\(max-width: 44rem\) \{\s*html \{ font-size: (\d+)px \}\s*body \{ padding: \S+ ([\d.]+)rem", sheet)
    assert found is not None
    room = 390 - 2 * float(found[1]) * float(found[2])
    assert room / WIDTH * SIZE >= 10.5


def test_a_bar_far_beyond_its_mark_is_broken_and_leaves_the_others_their_length() -> None:
    whole = Drawn("", "", "100", "100")

    def lengths(*shares: str, marks: tuple[Drawn, ...] = (whole,)) -> tuple[list[float], int]:
        rows = tuple([Bars(f"limit {share}", (Drawn("", f"{share} %", share, share),), marks) for share in shares])
        drawn = str(chart_svg(Chart("How close?", "% of what there is", rows), "1"))
        assert all(f"{share} %" in drawn for share in shares)
        found = re.findall(r'<rect class="accent"[^>]* width="([\d.]+)"', drawn)
        return [float(width) for width in found], drawn.count('class="gap"')

    (near, close, far), gaps = lengths("90", "110", "2000")
    assert gaps == 1 and near > far * 0.6 and near < close < far
    (near, far), gaps = lengths("90", "250")
    assert gaps == 0 and 0.3 < near / far < 0.4, "what is exceeded by little is drawn to scale"
    _, gaps = lengths("90", "2000", marks=())
    assert gaps == 0, "a large figure is no limit that is exceeded"


def test_room_that_is_left_looks_alike_whatever_stands_before_it() -> None:
    def fills(*bars: Drawn) -> list[dict[str, str]]:
        drawn = drawing(Chart("T", "kg", (Bars("Row", bars),), stacked=True)).iter(f"{SVG}rect")
        return [one.attrib for one in drawn if one.get("width") == str(SWATCH) or one.get("width") == str(SWATCH - 1)]

    load, more = Drawn("a", "5", "5", "5"), Drawn("b", "4", "4", "4")
    kept, left = Drawn("Kept", "3", "3", "3", "kept"), Drawn("Left", "2", "2", "2", "open")
    few, many = fills(load, kept, left), fills(load, more, more, more, kept, left)
    assert [one["fill"] for one in few[-2:]] == [one["fill"] for one in many[-2:]]
    assert few[-1]["stroke-dasharray"] == many[-1]["stroke-dasharray"]
    assert "stroke-dasharray" not in few[0]


def test_what_a_design_calls_room_is_drawn_as_such() -> None:
    bars = 'bar "Load": 20 kg, bar kept "Spare": 5 kg, bar open "Left": 25 kg'
    [chart] = charts(f'chart stacked for d in [depots.north] {{ "D": d.title, {bars} }}')
    assert [bar.room for row in chart.rows for bar in row.bars] == ["", "kept", "open"]


def test_names_of_segments_stand_beside_their_swatches_whichever_way_they_are_written() -> None:
    chart = Chart("T", "kg", (Bars("Row", (Drawn("שלום", "5", "5", "5"), Drawn("Load", "4", "4", "4"))),), stacked=True)
    names = [one for one in drawing(chart).iter(f"{SVG}text") if one.text in ("שלום", "Load")]
    assert len(names) == 2 and all(float(one.get("x", "")) > SWATCH for one in names)


def test_a_word_too_long_for_a_drawing_is_broken_with_a_hyphen_behind_a_vowel() -> None:
    assert broken("Management VLAN", 55) == ["Manage-", "ment", "VLAN"]
    assert "-" not in "".join(broken("store.another_array_of_things", 60)), "a name has the letters that it has"
    assert broken("管理網路基礎設施網路", 40) == ["管理網", "路基礎", "設施網", "路"]
    assert all(broken("word word", 1)), "something stands on each line, however little room there is"


@pytest.mark.parametrize("sign", ["\x0e", "\u202e", "漢", "\U0001f600", "Ｗ", "\u0e01", "\u200b"])
def test_names_are_as_wide_as_what_is_set_in_the_place_of_their_signs(sign: str) -> None:
    """Of a control character its number, on paper a box for what the fonts lack, and in a browser what takes a square: no name
    runs into its bar."""
    assert length(sign * 30) >= min(length(boxed(printable(sign * 30))), 30 * length("■")) - 1e-9
    assert length(sign) == 0 or length(sign) >= length("■")
    rows = tuple(Bars(f"{sign * 30} Storage {at}", (Drawn("", "3", "3", "3"),)) for at in range(5))
    scale = Scale(Chart("t", "", rows), PAGE)
    for row in rows:
        assert not scale.beside or all(length(line) * SIZE <= scale.left for line in broken(row.label, scale.left - 8))


def test_labels_of_several_axes_are_said_in_words() -> None:
    design = """edition 2026
axis year kept { FY27, FY28 }
axis part_of_day kept { log_on, noon }
kind box { weight: Number = { FY27: 3, FY28: 4 }, times: Number = { log_on: 1, noon: 2 } }
design d "D" { a: box { } }
document drawn "Drawn" { section "One" { chart "C" for b in all box { "": b.name, bar "Load": b.weight * b.times } } }
"""
    compilation = compile(TestWorld("suite/library", {"a.vdl": design}), "a.vdl", as_of=AS_OF, documents=True)
    report, _ = build(compilation, compilation.designs[0])
    [chart] = [block for block in every_block(report.sections) if isinstance(block, Chart)]
    assert {row.label for row in chart.rows} == {"log on, FY27", "log on, FY28", "noon, FY27", "noon, FY28"}
