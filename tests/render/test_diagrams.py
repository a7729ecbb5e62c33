"""Diagrams: that boxes stand where what they hang on says, within each other, and that it is all said in words."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest

from tests.examples import EXAMPLES, compiled
from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render import diagrams as diagrams_of
from vdl.render.diagrams import diagram_svg
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
from vdl.render.plain import told
from vdl.render.svg import WIDTH
from vdl.report.build import build
from vdl.report.model import Box, Diagram, Report, every_block

SVG = "{http://www.w3.org/2000/svg}"

DESIGN = """edition 2026
kind hall { near: hall?, tables: list of stand = all stand in design }
kind stand { by: hall?, later: stand? }
design fair "Fair" {
  north: hall "North <b>" { one: stand { later = two }, two: stand { by = south } }
  south: hall "South" { near = north }
  alone: stand { }
}
document plan "Plan" {
  section "One" {
    diagram "Where" {
      SHAPES
    }
  }
}
"""


def made(shapes: str) -> Report:
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("SHAPES", shapes)})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    assert not compilation.diagnostics
    report, said = build(compilation, compilation.designs[0])
    assert not said
    return report


def diagrams(shapes: str) -> list[Diagram]:
    return [block for block in every_block(made(shapes).sections) if isinstance(block, Diagram)]


WITHIN = 'for s in all stand in h { box s "{s.title}" }'
HALLS = f'for h in all hall {{ box h "{{h.title}}" "{{size(all stand in h)}} stands" {{ {WITHIN} }} }}'


def test_boxes_within_boxes_and_lines_between_them() -> None:
    [diagram] = diagrams(HALLS + "\n for s in all stand { link s to s.later, link s to s.by }")
    assert diagram == Diagram("Where", (
        Box("north", "North <b>", "2 stands", (Box("north.one", "one"), Box("north.two", "two"))),
        Box("south", "South", "0 stands"),
    ), (("north.one", "north.two"), ("north.two", "south")), number=1)  # fmt: skip


def test_a_list_is_a_chain_and_what_has_no_box_is_stood_for() -> None:
    [diagram] = diagrams('for h in all hall { box h "{h.title}", link h to h.tables to h.near }')
    assert diagram.links == (("south", "north"),)  # the stands of the north stand for the north; `alone` has no box


def test_no_object_has_two_boxes() -> None:
    [diagram] = diagrams(HALLS + '\n for h in all hall { box h "again" }')
    assert [box.title for box in diagram.boxes] == ["North <b>", "South"]


def test_nothing_is_left_of_a_diagram_without_boxes() -> None:
    assert not diagrams('for h in all hall if h.title == "nobody" { box h "{h.title}" }')
    assert not diagrams("for h in all hall { link h to h.near }")


def test_all_of_it_stands_in_words_too() -> None:
    report = made(HALLS + "\n for s in all stand { link s to s.by }")
    page, text = html(report), markdown(report)
    assert "<desc id=\"c1-d\">North &lt;b&gt; (2 stands): one, two; one; two; South (0 stands); two → South</desc>" in page
    assert "- two → South" in text and "North <b>" not in page


def boxes(diagram: Diagram) -> list[tuple[float, float, float, float]]:
    root = ElementTree.fromstring(str(diagram_svg(diagram, "1")))
    names = ("x", "y", "width", "height")
    return [tuple(float(rect.get(name) or 0) for name in names) for rect in root.iter(f"{SVG}rect")]  # type: ignore[misc]


def test_what_lines_lead_to_stands_to_the_right() -> None:
    a, b, c = (Box(key, key * 3) for key in "abc")
    places = boxes(Diagram("", (c, a, b), (("a", "b"), ("b", "c"))))
    by_x = sorted(range(3), key=lambda at: places[at][0])
    assert len({x for x, *_ in places}) == 3 and [places[at][1] for at in by_x] == [1.5] * 3


@pytest.mark.parametrize("links", [(("a", "b"), ("b", "a")), (("a", "b"), ("b", "c"), ("c", "a"))])
def test_a_circle_of_lines_is_drawn(links: tuple[tuple[str, str], ...]) -> None:
    diagram = Diagram("", tuple(Box(key, key) for key in "abc"), links)
    assert str(diagram_svg(diagram, "1")).count('class="line"') == 2 * len(links)  # a curve, and its ends


def test_nothing_overlaps_or_leaves_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagrams_of, "TALL", 99)
    inner = tuple(Box(f"a{at}", "word " * at + "w" * 60, "note") for at in range(7))
    diagram = Diagram("", (Box("a", "A" * 200, "n " * 90, inner), Box("b", "b"), Box("c", "c")), (("a3", "b"),))
    places = boxes(diagram)
    root = ElementTree.fromstring(str(diagram_svg(diagram, "1")))
    height = float(root.get("height") or 0)
    assert all(x >= 0 and y >= 0 and x + wide <= WIDTH + 0.1 and y + high <= height for x, y, wide, high in places)
    outer, *rest = places
    within, others = rest[:7], rest[7:]
    for x, y, wide, high in within:
        assert outer[0] < x and outer[1] < y and x + wide < outer[0] + outer[2] and y + high < outer[1] + outer[3]
    for group in (within, [outer, *others]):
        for at, one in enumerate(group):
            for other in group[at + 1:]:
                apart = one[0] + one[2] <= other[0] or other[0] + other[2] <= one[0]
                assert apart or one[1] + one[3] <= other[1] or other[1] + other[3] <= one[1]


def test_what_leads_to_the_same_is_one_box_where_there_is_much_of_it() -> None:
    many = tuple(Box(f"a{at}", f"Thing {at}", "5 m") for at in range(40))
    diagram = Diagram("", (*many, Box("b", "b"), Box("c", "c")), tuple([(one.key, "bc"[at % 2]) for at, one in enumerate(many)]))
    assert len(boxes(diagram)) == 4
    drawn = str(diagram_svg(diagram, "1"))
    words = " ".join(re.findall(">([^<]*)</text>", drawn))
    assert drawn.count('class="line"') == 4 and "Thing 10 (5 m); and 14 more" in words and "Thing 12" not in words
    assert "Thing 39 (5 m); " in drawn  # in its description each has a place of its own


def test_no_line_runs_through_a_box() -> None:
    """From the first column to the third, past five boxes of the second; within an outer box straight to its side."""
    middle = tuple(Box(f"m{at}", "word " * 9) for at in range(5))
    inner = tuple(Box(f"a{at}", f"a{at}") for at in range(4))
    diagram = Diagram("", (Box("a", "A", "", inner), *middle, Box("z", "z")), (
        *(("a1", f"m{at}") for at in range(5)), *((f"m{at}", "z") for at in range(5)), ("a0", "z"), ("a2", "z"), ("a", "z"),
    ))  # fmt: skip
    places = [place for place in boxes(diagram) if place[3] > 20]
    root = ElementTree.fromstring(str(diagram_svg(diagram, "1")))
    for each in root.iter(f"{SVG}path"):
        for x, y in passed(each.get("d") or ""):
            within = [one for one in places if one[0] + 1 < x < one[0] + one[2] - 1 and one[1] + 1 < y < one[1] + one[3] - 1]
            assert len(within) <= (x < places[0][0] + places[0][2]), (x, y)  # the outer box of where it begins


def passed(drawn: str) -> list[tuple[float, float]]:
    """Places along a path of moves, lines and curves."""
    x = y = 0.0
    found: list[tuple[float, float]] = []
    for sort, numbers in re.findall(r"([MCHL])([^MCHL]*)", drawn):
        given = [float(one) for one in re.findall(r"-?[\d.]+", numbers)]
        ends = [given[0], y] if sort == "H" else given[-2:]
        if sort == "C":
            for at in range(1, 20):
                t = at / 20
                found.append(tuple(  # type: ignore[arg-type]
                    (1 - t) ** 3 * start + 3 * t * (1 - t) ** 2 * one + 3 * t**2 * (1 - t) * two + t**3 * end
                    for start, one, two, end in ((x, given[0], given[2], given[4]), (y, given[1], given[3], given[5]))
                ))  # fmt: skip
        elif sort != "M":
            found += [(x + (ends[0] - x) * at / 20, y + (ends[1] - y) * at / 20) for at in range(1, 20)]
        x, y = ends
    return found


def test_what_lines_join_within_a_box_stands_in_columns_of_its_own() -> None:
    one = Box("one", "One", "", (Box("a", "A"), Box("b", "B", "", (Box("inner", "Inner"),))))
    two = Box("two", "Two", "", (Box("c", "C"), Box("d", "D")))
    svg = ElementTree.fromstring(str(diagram_svg(Diagram("", (one, two), (("a", "inner"), ("c", "d"))), "1")))
    places = [tuple([float(box.get(side, "")) for side in ("x", "y", "width", "height")]) for box in svg.iter(f"{SVG}rect")]
    first, second, *inside = places
    assert first[0] == second[0] and first[2] == second[2] > WIDTH * 0.9, "neither leads to the other: a frame below a frame"
    (a, b, inner, c, d) = inside
    assert a[0] + a[2] < b[0] < inner[0] and c[0] + c[2] < d[0]
    for frame, within in ((first, (a, b, inner)), (second, (c, d))):
        for box in within:
            assert frame[0] < box[0] and box[0] + box[2] < frame[0] + frame[2]
            assert frame[1] < box[1] and box[1] + box[3] < frame[1] + frame[3]
    assert len(list(svg.iter(f"{SVG}path"))) == 4, "a curve and an arrow of each line"


def test_frames_that_are_too_narrow_for_columns_and_lines_that_leave_them() -> None:
    """Nothing is lost where a line leads out of a frame, to a box around its start, or where frames stand in many columns."""
    chain = [Box(f"f{at}", f"F{at}", "", (Box(f"a{at}", "A"), Box(f"b{at}", "B"))) for at in range(5)]
    links = [(f"a{at}", f"b{at}") for at in range(5)] + [(f"b{at}", f"a{at + 1}") for at in range(4)]
    for width in (WIDTH, 270):
        svg = ElementTree.fromstring(str(diagram_svg(Diagram("", tuple(chain), tuple(links)), "1", width=width)))
        assert len(list(svg.iter(f"{SVG}rect"))) == 15
    svg = ElementTree.fromstring(str(diagram_svg(Diagram("", (chain[0],), (("a0", "b0"), ("a0", "f0"))), "1")))
    assert len(list(svg.iter(f"{SVG}rect"))) == 3


def test_boxes_of_one_title_are_told_apart_in_words() -> None:
    halls = [Box(key, title, "", (Box(f"{key}.door", "Door"),)) for key, title in (("n", "North"), ("s", "South"))]
    assert list(told(Diagram("", tuple(halls), (("n.door", "s.door"),))))[-1] == "North, Door → South, Door"


def test_lines_between_frames_below_each_other_run_where_no_box_stands() -> None:
    """A machine leads to a store in each frame, and the stores to each other: outside the frames, with an arrow at each end."""
    frames = [Box(key, key, "", (Box(f"{key}.m", "Machine", "8 of them"), Box(f"{key}.s", "Store"))) for key in ("n", "s")]
    links = (("n.m", "n.s"), ("s.m", "s.s"), ("n.s", "s.s"), ("s.s", "n.s"))
    root = ElementTree.fromstring(str(diagram_svg(Diagram("", tuple(frames), links), "1")))
    places = [tuple([float(box.get(side, "")) for side in ("x", "y", "width", "height")]) for box in root.iter(f"{SVG}rect")]
    edge = max(x + wide for x, _, wide, _ in places)
    machines = [place for place in places if place[2] < edge / 2]
    drawn = [each.get("d") or "" for each in root.iter(f"{SVG}path")]
    found = [place for path in drawn for place in passed(path)]
    for x, y in found:
        assert not [one for one in machines if one[0] + 1 < x < one[0] + one[2] - 1 and one[1] + 1 < y < one[1] + one[3] - 1]
    assert max(x for x, _ in found) > edge and max(x for x, _ in found) <= WIDTH
    assert sum(path.count("L") == 2 for path in drawn) == len(links), "each line ends in an arrow"


def test_the_architecture_shows_which_storage_keeps_copies_of_which() -> None:
    [path] = [one for one in EXAMPLES if one.parent.name == "neosapphire-horizon"]
    compilation = compiled(path)
    for name, copied in ("two_nodes", True), ("power_500", False):
        [solved] = [one for one in compilation.designs if one.name == name]
        report, _ = build(compilation, solved, "reference")
        every = [one for one in every_block(report.sections) if isinstance(one, Diagram)]
        [drawn] = [one for one in every if one.title == "What runs and lies where"]
        assert any("→ Second node" in line for line in told(drawn)) == copied
        assert ("is a copy that is kept there" in markdown(report)) == copied
