"""What a document says of scenarios is what comes of the design with each of them."""

from __future__ import annotations

import pytest

from tests.suite.case import AS_OF, TestWorld
from vdl.compilation import Compilation
from vdl.pipeline import compile
from vdl.report import model as m
from vdl.report.build import build
from vdl.report.printing import plain
from vdl.text.diagnostics import Diagnostic

DESIGN = """edition 2026
document board "For the board" {
  section "Scenarios" { show scenarios }
  section "Bill" {
    table bill "Carts" for f in all fleet { "Of": f.name, "Number": f.carts, total "Number" }
  }
}
document shared "With a share that nobody has" {
  section "Bill" { table bill "Shares" for f in all fleet { "Of": f.name, "Each": 12 kg / (f.carts - 4 carts), total "Each" } }
  section "Scenarios" { show scenarios }
}
document short "Without them" { text "Nothing." }
design d {
  a: goods { weight = 10 kg, boxes = 1 box }
  f: fleet { cart = small }
  place a on f
  require light: a.weight <= 700 kg
  scenario heavy "Much more" { a.weight = 250 kg }
  scenario many { a.boxes = 40 boxes }
  scenario worse { a.weight = 900 kg }
  MORE
}
"""


def compiled(more: str = "", scenarios: list[str] | None = None, sets: list[str] | None = None) -> Compilation:
    world = TestWorld(texts={"d.vdl": DESIGN.replace("MORE", more)})
    return compile(world, "d.vdl", as_of=AS_OF, scenarios=scenarios or [], sets=sets or [], documents=True)


def made(compilation: Compilation, document: str = "board") -> tuple[list[m.Table], list[Diagnostic]]:
    report, diagnostics = build(compilation, compilation.designs[0], document)
    section = next((one for one in report.sections if one.title == "Scenarios"), None)
    return [block for block in (section.blocks if section is not None else ()) if isinstance(block, m.Table)], diagnostics


def words(prose: m.Prose) -> str:
    return "".join([one.word if isinstance(one, m.Verdict) else plain((one,)) for one in prose])


def cells(table: m.Table) -> dict[str, list[str]]:
    return {words(row.cells[0]): [words(cell) for cell in row.cells[1:]] for row in table.rows}


def carts(*scenarios: str) -> str:
    """What the design comes to with these scenarios on."""
    counts = compiled(scenarios=list(scenarios)).designs[0].judged.counts
    return next(str(count.value) for count in counts if count.cell.path == "f.carts")


def test_scenarios_stand_beside_the_design() -> None:
    (names, found), diagnostics = made(compiled())
    assert not diagnostics
    assert cells(names) == {"Much more": ["heavy"], "many": ["many"], "worse": ["worse"]}
    assert [column.head for column in found.columns] == ["What", "As it stands", "Much more", "many", "worse"]
    assert cells(found) == {
        "verdict": ["holds", "holds", "holds", "does not hold"],
        "open points": ["0", "0", "0", "0"],
        "f: needed (carts)": ["1", "3 (+2)", "4 (+3)", "9 (+8)"],
        "f: carts": ["1", "3 (+2)", "4 (+3)", "9 (+8)"],
        "Carts: Number (carts)": ["1", "3 (+2)", "4 (+3)", "9 (+8)"],
        "light": ["holds: 10 kg <= 700 kg", "holds: 250 kg <= 700 kg", "holds: 10 kg <= 700 kg",
                  "fails: 900 kg, must be at most 700 kg; 200 kg over (28.57 %)"],
    }
    assert [carts(name) for name in ("heavy", "many", "worse")] == ["3", "4", "9"]


def test_those_that_are_on_lie_below_the_others() -> None:
    (names, found), _ = made(compiled(scenarios=["heavy"]))
    assert list(cells(names)) == ["Much more", "many", "worse"]
    assert [column.head for column in found.columns] == ["What", "As it stands", "many", "worse"]
    assert cells(found)["f: carts"] == [carts("heavy"), f"{carts('heavy', 'many')} (+1)", "–"]
    assert cells(found)["verdict"][2] == "not solved: two scenarios fill `a.weight` differently"
    (_, found), _ = made(compiled(scenarios=["heavy"], sets=["a.boxes = 60 boxes"]))
    assert cells(found)["verdict"][1] == "holds" and "Carts: Number (carts)" not in cells(found), "--set lies on top"


def test_many_scenarios_are_several_tables() -> None:
    (_, *found), _ = made(compiled("scenario four { a.boxes = 5 boxes }"))
    assert [[column.head for column in table.columns[1:]] for table in found] == [
        ["As it stands", "Much more", "many", "worse"], ["As it stands", "four"],
    ]  # fmt: skip


def test_one_that_can_not_be_solved_says_so_and_leaves_the_others() -> None:
    (_, found, last), diagnostics = made(compiled("scenario none { f.cart = small with { limit = 0 kg/cart } }"))
    assert not diagnostics and cells(found)["f: carts"][1] == "3 (+2)"
    assert cells(last)["verdict"][1].startswith("not solved: ")
    assert cells(last)["verdict"][0] == "open points", "a scenario of it can't be solved"


def test_a_fault_in_a_bill_of_a_scenario_is_one_of_the_document() -> None:
    compilation = compiled()
    assert not made(compilation)[1]
    _, (wrong,) = made(compilation, "shared")
    assert (wrong.slug, wrong.notes[-1]) == ("division-by-zero", "in scenario `many`")


def test_a_document_that_shows_none_solves_none(monkeypatch: pytest.MonkeyPatch) -> None:
    compilation = compiled()
    import vdl.report.beside as shown

    asked: list[str] = []
    solve = shown.beside
    monkeypatch.setattr(shown, "beside", lambda *given: (asked.append(given[1]), solve(*given))[1])
    made(compilation, "short")
    assert not asked
    made(compilation)
    assert len(asked) == 3
