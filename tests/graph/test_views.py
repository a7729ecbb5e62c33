"""The view through networkx is the compiler's own graph: same components, same order."""

from __future__ import annotations

import json
from pathlib import Path

import networkx as nx
import pytest

from tests.examples import SMALLER
from vdl import views
from vdl.cli import main
from vdl.compilation import Solved
from vdl.graph.cells import Cell
from vdl.graph.order import cell_needs
from vdl.pipeline import compile
from vdl.world import Disk, Memory

TOP = Path(__file__).resolve().parents[2]
RING = """edition 2026
design ring "Ring" {
  load: Number = 100
  count carts: Cart
  count tyres: Tyre
  bound by_load:  carts >= (load + tyres / 10 tyres) / 10 * 1 cart
  bound by_carts: tyres >= carts * 4 tyres/cart
  let spare = carts * 10 / 1 cart - load
  let far = spare * 2
  require enough: far >= 0
}
"""
UNITS = "edition 2026\ncounted Cart: cart, carts\ncounted Tyre: tyre, tyres\n"


def designs() -> list[Solved]:
    found = list(compile(Memory({"std:prelude/u.vdl": UNITS, "ring.vdl": RING}), "ring.vdl", as_of="2026-01-01").designs)
    for example in SMALLER:
        found += compile(Disk(), str(example), as_of="2026-01-01").designs
    return found


@pytest.fixture(scope="module")
def solved() -> list[Solved]:
    return designs()


def test_the_components_are_the_compilers(solved: list[Solved]) -> None:
    assert len(solved) > 4
    for design in solved:
        whole = views.to_networkx(design.graph)
        assert {frozenset(part) for part in nx.strongly_connected_components(whole)} == {
            frozenset(part) for part in design.graph.order
        }
    assert any(len(part) > 1 for part in solved[0].graph.order)


def test_the_order_is_topological(solved: list[Solved]) -> None:
    for design in solved:
        whole = views.to_networkx(design.graph)
        at = {cell: index for index, part in enumerate(design.graph.order) for cell in part}
        assert list(whole) == [cell for part in design.graph.order for cell in part]
        assert all(at[a] <= at[b] for a, b in whole.edges)


def test_what_is_around_a_quantity_is_what_a_walk_finds(solved: list[Solved]) -> None:
    for design in solved[:3]:
        whole = views.to_networkx(design.graph)
        for cell in list(whole)[-20:]:
            walked: set[Cell] = {cell}
            work = [cell]
            while work:
                new = [other for other in cell_needs(work.pop()) if other not in walked]
                walked.update(new)
                work += new
            assert set(views.around(whole, cell, descendants=False)) == walked


def test_names_are_unique(solved: list[Solved]) -> None:
    for design in solved:
        names = [name for _, name in views.to_networkx(design.graph).nodes(data="name")]
        assert len(set(names)) == len(names)


@pytest.fixture
def ring(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "lib/prelude").mkdir(parents=True)
    (tmp_path / "lib/prelude/u.vdl").write_text(UNITS)
    (tmp_path / "ring.vdl").write_text(RING)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: str) -> int:
    return main(["graph", "ring.vdl", *arguments, "--library", "lib", "--as-of", "2026-01-01"])


def test_dot(ring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("spare", "--descendants") == 0
    assert capsys.readouterr().out == """\
digraph "ring" {
  rankdir=LR;
  node [fontname="sans-serif"];
  "spare" [label="spare\\n10", shape=ellipse];
  "far" [label="far\\n20", shape=ellipse];
  "spare" -> "far";
}
"""


def test_mermaid(ring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("carts", "--ancestors", "--format", "mermaid") == 0
    assert capsys.readouterr().out == """\
flowchart LR
  n1["load = 100"]
  n2{{"carts = 11 carts"}}
  n3{{"tyres = 44 tyres"}}
  n1 --> n2
  n3 --> n2
  n2 --> n3
"""


def test_json(ring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--format", "json") == 0
    made = json.loads(capsys.readouterr().out)
    assert (made["schema"], made["design"]) == (2, "ring")
    assert {node["name"] for node in made["nodes"]} == {"load", "carts", "tyres", "spare", "far"}
    assert {"from": "spare", "to": "far"} in made["edges"]
    load = next(node for node in made["nodes"] if node["name"] == "load")
    assert (load["form"], load["file"], load["line"], load["value"]["exact"]) == ("input", "ring.vdl", 3, "100")


def test_a_name_that_is_no_quantity(ring: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run("lod") == 1
    assert "did you mean `load`?" in capsys.readouterr().err
    assert run("load + 1") == 1
    assert "expected the name of one quantity" in capsys.readouterr().err
