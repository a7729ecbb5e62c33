"""Bars of the same parts have one legend, which says what each part comes to in each of them; bars that are alike are one."""

from __future__ import annotations

from xml.etree import ElementTree

from vdl.render.charts import charts_svg
from vdl.render.svg import PAGE, Pieces
from vdl.report.model import Bars, Chart, Drawn

SVG = "{http://www.w3.org/2000/svg}"
SWATCH = ("9", "8")


def drawn(*rows: Bars, room: int = PAGE) -> Pieces:
    return charts_svg(Chart("Filled", "kg", rows, stacked=True), "1", room=room)


def row(label: str, *figures: str, names: str = "abcdefgh") -> Bars:
    return Bars(label, tuple([Drawn(f"part {name}", one, one, one) for name, one in zip(names, figures)]))


def words(pieces: Pieces) -> list[str]:
    return [one.text or "" for piece in pieces for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}text")]


def swatches(pieces: Pieces) -> int:
    rects = [one for piece in pieces for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}rect")]
    return len([one for one in rects if one.get("width") in SWATCH and one.get("height") in SWATCH])


def test_each_part_is_named_once_with_its_figure_in_each_bar() -> None:
    pieces = drawn(row("FY27", "10", "20"), row("FY28", "11", "22"))
    [piece] = pieces
    said = words(pieces)
    assert swatches(pieces) == 2 and said.count("part a") == said.count("part b") == 1
    texts = list(ElementTree.fromstring(str(piece)).iter(f"{SVG}text"))
    places = {one.text: (one.get("x"), one.get("y")) for one in texts if one.get("text-anchor") == "end"}
    assert places["10"][0] == places["20"][0] == places["FY27"][0] != places["22"][0] == places["FY28"][0]
    assert places["10"][1] == places["11"][1] != places["20"][1]


def test_a_part_has_one_shade_in_all_bars_also_where_it_is_nothing_in_the_first() -> None:
    [piece] = drawn(row("FY27", "0", "20"), row("FY28", "11", "22"))
    bars = [one for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}rect") if one.get("class") != "rail"]
    shades = {one.get("class"): [] for one in bars if one.get("width") not in SWATCH}
    for one in bars:
        if one.get("width") not in SWATCH:
            shades[one.get("class")].append(float(one.get("width") or 0))
    assert sorted(map(len, shades.values())) == [1, 2]


def test_bars_that_are_alike_are_one_with_the_labels_of_all() -> None:
    assert "FY27–FY29" in words(drawn(row("FY27", "1"), row("FY28", "1"), row("FY29", "1")))
    assert "boot, login" in words(drawn(row("boot", "1"), row("login", "1"), row("steady", "2")))
    assert "FY27, FY28" in words(drawn(row("FY27", "1"), row("FY28", "1"), row("FY29", "2")))


def test_bars_of_other_parts_have_their_own() -> None:
    pieces = drawn(row("FY27", "10", "20"), row("FY28", "11", "22", names="xy"))
    assert swatches(pieces) == 4 and {"part a", "part x"} <= set(words(pieces))


def test_figures_that_have_no_room_beside_each_other_stand_below_each_bar() -> None:
    rows = [row(f"year {at}", f"{at}0000000000", "20") for at in range(1, 10)]
    assert swatches(drawn(*rows)) == 18


def test_labels_stand_beside_bars_and_the_scale_between_these_and_the_legend() -> None:
    [piece] = drawn(row("FY27", "10", "20"), row("FY28", "11", "22"))
    texts = {one.text: float(one.get("y") or 0) for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}text")}
    bars = [one for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}rect") if one.get("class") == "rail"]
    tops = [float(one.get("y") or 0) for one in bars]
    assert min(float(one.get("x") or 0) for one in bars) > 0
    assert tops[0] < 15 < tops[1], "a bar takes one line with its label"
    assert tops[1] < texts["30 kg"] < texts["part a"]

    [piece] = drawn(row("The years to come until they end", "10", "20"), row("FY28", "11", "22"))
    rails = [one for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}rect") if one.get("class") == "rail"]
    assert {one.get("x") for one in rails} == {"0"}, "a long label stands above its bar"


def test_the_scale_stands_right_below_the_bar_that_has_a_legend_of_its_own() -> None:
    [piece] = drawn(row("One", "10", "20"))
    places = {one.text: float(one.get("y") or 0) for one in ElementTree.fromstring(str(piece)).iter(f"{SVG}text")}
    assert places["30 kg"] < places["part a"] < places["part b"]
