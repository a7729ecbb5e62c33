"""Diagrams: that boxes stand where what they hang on says, within each other, and that it is all said in words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.diagrams import diagram_svg
from vdl.render.formats.markdown import markdown
from vdl.render.html import html
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


def test_nothing_overlaps_or_leaves_the_page() -> None:
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
