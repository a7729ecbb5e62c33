"""Formulas in words: names, and numbers put in."""

import pytest

from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell
from vdl.pipeline import compile
from vdl.words.formulas import names, numbers
from vdl.world import Memory

LIBRARY = """edition 2026
dimension Load: kg
unit t = 1000 kg
counted Bus: bus, buses
axis season { summer, winter }
"""
DESIGN = """edition 2026
kind part { weight: Load? }
design trips {
  a: part { weight = 25 kg }
  b: part { weight = 150 kg }
  c: part {}
  load: Load = 12 t
  share: Ratio = 15 %
  wave: Load = { summer: 1..2, winter: 4 } t
  spare: Load?
  let after = load
    * (1 - share)  // not all of it
  let odd = load / (2 * (load - wave at summer)) - (1 - share)
  let both = sum([a.weight, b.weight])
  let many = 2 * sum([a.weight, b.weight, a.weight, b.weight, load])
  let some = sum(stated((all part).weight))
  let top = peak(wave) + ceil(load, 5 t)
  let wanted = (spare else load) * 2
  let taken = load if share > 10 % else wave
  let mapped = load + wave if false else -load
  let grown = { summer: load / 1 kg * 2, winter: 1 } t
  let light = load < 5 t
  let cheap = (not light) == (share < 20 %)
  let parted = load  // a "word" about it
    * 2
  count buses: Bus
  bound by_load: buses >= wave / (5 t/bus)
  require shown: after >= 0 t and odd <= 1 and both >= 0 t and many >= 0 t and some >= 0 t and top >= 0 t
  require truths: cheap and parted >= 0 t
  require also: wanted >= 0 t and taken >= 0 t and mapped <= 0 t and grown >= 0 t
}
"""


@pytest.fixture(scope="module")
def compilation() -> Compilation:
    world = Memory({"std:prelude/units.vdl": LIBRARY, "trips.vdl": DESIGN})
    compilation = compile(world, "trips.vdl", as_of="2026-01-01")
    assert not compilation.diagnostics, compilation.diagnostics
    return compilation


@pytest.fixture(scope="module")
def solved(compilation: Compilation) -> Solved:
    return compilation.designs[0]


def cell_of(solved: Solved, name: str) -> Cell:
    cell = solved.graph.root.slots[name]
    assert isinstance(cell, Cell)
    return cell


CASES = {
    "after": ("load * (1 - share)", "12 t * (1 - 15 %)"),
    "odd": (
        "load / (2 * (load - wave at summer)) - (1 - share)",
        "12 t / (2 * (12 t - 1..2 t)) - (1 - 15 %)",
    ),
    "both": ("sum([a.weight, b.weight])", "25 kg + 150 kg"),
    "many": ("2 * sum([a.weight, b.weight, a.weight, b.weight, load])", "2 * sum of 5 items"),
    "some": ("sum(stated((all part).weight))", "25 kg + 150 kg"),
    "top": ("peak(wave) + ceil(load, 5 t)", "peak(summer 1..2; winter 4 t) + ceil(12 t, 5 t)"),
    "wanted": ("(spare else load) * 2", "12 t * 2"),
    "taken": ("load if share > 10 % else wave", "12 t"),
    "mapped": ("-load", "-12 t"),
    "cheap": ("(not light) == (share < 20 %)", "(not false) == (15 % < 20 %)"),
    "parted": ("load * 2", "12 t * 2"),
    "grown": ("{ summer: load / 1 kg * 2, winter: 1 } t", "{summer 12 t / 1 kg * 2 * 1 t; winter 1 t}"),
}


@pytest.mark.parametrize("name", CASES)
def test_names_and_numbers(solved: Solved, name: str) -> None:
    cell = cell_of(solved, name)
    units = solved.types.names.units
    assert (names(cell.formula), numbers(cell.formula, solved.solution.values, units)) == CASES[name]


def test_a_label_picks_the_value_that_matters(solved: Solved) -> None:
    bound = cell_of(solved, "buses").bounds[0].value
    units = solved.types.names.units
    assert numbers(bound, solved.solution.values, units) == "{summer 1..2; winter 4 t} / 5 t/bus"
    assert numbers(bound, solved.solution.values, units, (("season", "winter"),)) == "4 t / 5 t/bus"
    assert numbers(bound, solved.solution.values, units, (("year", "y2026"), ("season", "winter"))) == "4 t / 5 t/bus"


def test_a_label_of_another_axis_picks_nothing(solved: Solved) -> None:
    bound = cell_of(solved, "buses").bounds[0].value
    units = solved.types.names.units
    assert numbers(bound, solved.solution.values, units, (("side", "winter"),)) == "{summer 1..2; winter 4 t} / 5 t/bus"
