"""What is said of very many things names the first few and says how many more there are, wherever it stands."""

from __future__ import annotations

from tests.suite.case import AS_OF, TestWorld
from vdl.pipeline import compile
from vdl.render.html import html
from vdl.report.build import build
from vdl.report.model import Callout, Chart, Piles, Report, Working, every_block

DESIGN = """edition 2026
kind depot {
  load: Weight, high: Weight?
  let beams = load * 2
  let twice = beams * 3
  require light: load <= 10 kg "the floor bears ten"
}
design depots "Depots" {
EACH
  let all_loads = sum((all depot).load)
}
document drawn "Drawn" {
  section "One" { show limits, show findings }
  section "Two" { for d in all depot { working d.twice } }
  section "Three" {
    chart piled "Which?" for d in all depot { "Depot": d.title, bar "High": d.high, times "Number": 1, mark "Room": 10 kg }
    working depots.all_loads
  }
}
"""


def made(number: int, apart: int = 0) -> Report:
    """A report of so many depots; `apart` is how much the loads differ."""
    high = {0: ", high = 3 kg", 1: ", high = 3 kg"}
    each = [f'  d{at}: depot "Depot {at}" {{ load = {12 + apart * at} kg{high.get(at, "")} }}' for at in range(number)]
    world = TestWorld("suite/library", {"a.vdl": DESIGN.replace("EACH", "\n".join(each))})
    compilation = compile(world, "a.vdl", as_of=AS_OF, documents=True)
    return build(compilation, compilation.designs[0], "drawn")[0]


def test_a_limit_that_very_many_exceed_alike() -> None:
    blocks = list(every_block(made(20).sections))
    [chart] = [block for block in blocks if isinstance(block, Chart)]
    assert chart.rows[0].label.startswith("Depot 0; Depot 1; Depot 2; Depot 3; Depot 4; Depot 5; 14 more: the floor bears ten")
    [callout] = [block for block in blocks if isinstance(block, Callout)]
    assert callout.title.startswith("Depot 0; Depot 1; Depot 2; Depot 3; Depot 4; Depot 5; 14 more: ")
    assert "Depot 11: " in next(block for block in every_block(made(12).sections) if isinstance(block, Chart)).rows[0].label


def test_their_paths_are_cut_short_where_they_are_printed_alone() -> None:
    report = made(20)
    [callout] = [block for block in every_block(report.sections) if isinstance(block, Callout)]
    assert callout.path.count(", ") == 19
    page = html(report, on_paper=True).partition('<aside class="callout')[2].partition("</aside>")[0]
    assert "d5.light, …" in page and "d6.light" not in page


def test_a_calculation_of_very_many() -> None:
    report = made(20)
    working = next(block for block in every_block(report.sections) if isinstance(block, Working) and block.path == "d0.twice")
    titles = [working.title, *[title for title, _ in working.also if title]]
    assert titles == [*[f"Depot {at}: twice" for at in range(6)], "14 more"]
    assert {path for _, path in working.also} >= {f"d{at}.twice" for at in range(1, 20)}
    page = html(report)
    assert all(f'id="w-d{at}.twice"' in page for at in range(20)), "each is still a place that can be led to"


def test_things_that_lie_in_no_pile() -> None:
    [piles] = [block for block in every_block(made(20).sections) if isinstance(block, Piles)]
    assert [piece.name for piece in piles.apart][-2:] == ["Depot 7", "other things, of 12 sorts"]
    assert piles.apart[-1].number == 12


def test_a_sum_of_very_many_terms() -> None:
    def terms(number: int) -> str:
        steps = [step for block in every_block(made(number, 1).sections) if isinstance(block, Working) for step in block.steps]
        return next(step.formula for step in steps if step.note == "its terms:")

    assert terms(24).endswith("Depot 23 35 kg")
    assert terms(25).endswith("; Depot 5 17 kg; 19 more")
