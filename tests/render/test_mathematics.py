"""Worked calculations as mathematics: one tree, and the same numbers and signs in browsers, on paper and in plain text."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from html import unescape

import pytest

from tests.examples import reports
from vdl.render.html import html
from vdl.render.mathml import calculation, on_paper
from vdl.render.typeset import signs, typeset
from vdl.report.formula import (
    Called,
    Chain,
    Fenced,
    Formula,
    Fraction,
    Over,
    Power,
    Prefixed,
    Quantity,
    Reading,
    Written,
    in_line,
    linear,
    shown,
)
from vdl.report.model import Report, Section, Step, Working, every_block

from .sample import SAMPLE


def q(name: str, value: str) -> Quantity:
    return Quantity(name, name, value)


LOAD, ROOM, SHARE = q("load", "2,118.75 kg"), q("room", "2,539.52 kg/cart"), q("share", "15 %")
CARTS = Fraction(LOAD, Chain("×", (ROOM, Chain("−", (Written("1"), SHARE)))))


@pytest.mark.parametrize(
    ("formula", "names", "numbers"),
    [
        (CARTS, "load / (room × (1 − share))", "2,118.75 kg / (2,539.52 kg/cart × (1 − 15 %))"),
        (Fenced("⌈", CARTS, "⌉"), "⌈load / (room × (1 − share))⌉", "⌈2,118.75 kg / (2,539.52 kg/cart × (1 − 15 %))⌉"),
        (Chain("−", (LOAD, Chain("+", (LOAD, ROOM)))), "load − (load + room)", "2,118.75 kg − (2,118.75 kg + 2,539.52 kg/cart)"),
        (Chain("−", (LOAD, Chain("−", (LOAD, ROOM)))), "load − (load − room)", "2,118.75 kg − (2,118.75 kg − 2,539.52 kg/cart)"),
        (Fraction(Chain("+", (LOAD, LOAD)), Fraction(LOAD, ROOM)), "(load + load) / (load / room)",
         "(2,118.75 kg + 2,118.75 kg) / (2,118.75 kg / 2,539.52 kg/cart)"),
        (Power(SHARE, Written("2")), "share^2", "(15 %)^2"),
        (Prefixed("−", Chain("+", (SHARE, SHARE))), "−(share + share)", "−(15 % + 15 %)"),
        (Prefixed("not", Chain("and", (LOAD, ROOM))), "not (load and room)", "not (2,118.75 kg and 2,539.52 kg/cart)"),
        (Chain("≤", (Chain("≤", (LOAD, ROOM)), SHARE)), "(load ≤ room) ≤ share", "(2,118.75 kg ≤ 2,539.52 kg/cart) ≤ 15 %"),
        (Called("max", (LOAD, ROOM)), "max(load, room)", "max(2,118.75 kg, 2,539.52 kg/cart)"),
        (Over("Σ", "A; B", LOAD, Chain("+", (LOAD, ROOM)), (LOAD, ROOM)), "Σ[A; B] load", "2,118.75 kg + 2,539.52 kg/cart"),
    ],
)  # fmt: skip
def test_one_tree_is_read_in_names_and_in_numbers(formula: Formula, names: str, numbers: str) -> None:
    assert in_line(formula, "names") == names
    assert in_line(formula, "numbers") == numbers
    readings: tuple[tuple[Reading, str], ...] = (("names", names), ("numbers", numbers))
    for reading, text in readings:
        step = Step("", "", "", "", tree=formula)
        assert bare(text) in bare(said(calculation(step)))
        assert bare(linear(shown(formula, reading))) == bare(text)


def said(made: str) -> str:
    """The text of mathematics, with the strokes of its fractions and the brackets that only a line needs."""
    made = made.replace('</mrow><mrow class="under">', " / ")
    return unescape(re.sub(r"<[^>]*>", "", made))


def bare(text: str) -> str:
    """Numbers, names and signs without what only holds them together: blanks, brackets of plain text and signs of powers."""
    return re.sub(r"[\s\[\]()^\u200b]", "", text)


def test_a_fraction_is_stacked_where_it_has_room_and_has_a_stroke_where_not() -> None:
    made = calculation(Step("", "", "", "1 cart", tree=CARTS))
    assert made.count("<mfrac>") == 2 and "<mo" in made
    wide = Fraction(Chain("+", tuple([q(f"load of the cart number {at}", "1 kg") for at in range(9)])), ROOM)
    made = calculation(Step("", "", "", "1 cart", tree=wide))
    assert "<mfrac>" not in made
    assert made.count("<math>") > 9  # each of which may stand on a line of its own
    inner = Fraction(Fraction(LOAD, ROOM), SHARE)
    assert calculation(Step("", "", "", "", tree=inner)).count("<mfrac>") == 2


def test_a_long_row_of_numbers_may_go_on_in_the_next_line_before_an_operator() -> None:
    made = calculation(Step("", "", "", "", tree=Written("running_max({1 long cart} + running_sum(0 long carts) - 2 carts)")))
    assert made.count("<math>") == 3 and bare(said(made)).endswith("+running_sum0longcarts-2carts")


def test_a_long_name_of_a_function_may_stand_above_the_long_figures_in_it() -> None:
    given = Called("largest so far", (Written("{y2027, y2028: 44; y2029: 48; y2030: 52}"),))
    first, *rest = re.findall("<math>(.*?)</math>", calculation(Step("", "", "", "", tree=given)))
    assert bare(said(first)) == "largestsofar" and len(rest) == 1


def test_what_is_said_twice_is_said_once() -> None:
    assert said(calculation(Step("", "", "", "2 kg", name="load", tree=Written("2 kg")))).replace("\u00a0", " ") == "load =2 kg"
    assert said(calculation(Step("", "", "", "2 kg", tree=q("load", "2 kg")))).replace("\u00a0", " ") == "load =2 kg"


def test_a_name_of_the_design_never_becomes_a_tag() -> None:
    evil = '</mi></math><script>x</script>"'
    tree = Chain("+", (q(evil, evil), Written(evil), Over("Σ", evil, q(evil, evil), Written(evil), ())))
    worked = Working(evil, (Step(evil, "", "", evil, tree=tree, name=evil),), ())
    page = html(replace(SAMPLE, sections=(Section("1", "S", "s", (worked,)),)))
    assert "<script>x" not in page and "<script>x" not in on_paper(page)


def test_on_paper_only_what_is_set_otherwise_is_in_tags() -> None:
    names = Chain("+", (q("load of the long carts", "1 kg"), q("rest", "2 kg")))
    paper = on_paper(str(calculation(Step("", "", "", "3 kg", name="load that all of the carts have", tree=names))))
    assert paper == (
        '<span class="math"><span class="mi">load that all of the carts have</span> \u00a0=\u00a0'
        '<span class="mi">load\u00a0of\u00a0the\u00a0long\u00a0carts</span>'
        ' \u00a0+\u00a0<span class="mi">rest</span> \u00a0=\u00a01\u00a0kg\u00a0+\u00a02\u00a0kg'
        " \u00a0=\u00a03\u00a0kg</span>"
    )
    stacked = on_paper(str(calculation(Step("", "", "", "", tree=Fraction(LOAD, ROOM)))))
    assert stacked.count('<span class="kept"><span class="mfrac"><span class="over">') == 1 and stacked.count(" / ") == 2
    dashed = on_paper(str(calculation(Step("", "", "", "", name="two-way", tree=Written("2 kg")))))
    assert '<span class="kept"><span class="mi">two-way</span></span>' in dashed, "no line ends behind its dash"


@cache
def pages() -> tuple[tuple[Report, str], ...]:
    """The documents of the examples, and their HTML."""
    return tuple([(report, html(report)) for report in reports()])


def steps(report: Report) -> list[Step]:
    return [step for block in every_block(report.sections) if isinstance(block, Working) for step in block.steps]


def test_browsers_and_paper_have_the_same_numbers_and_signs_and_so_has_plain_text() -> None:
    seen = 0
    for report, page in pages():
        for step in [typeset(step, kept=True) for step in steps(report) if step.tree is not None]:
            assert step.tree is not None
            in_browsers = calculation(step)
            paper = on_paper(str(in_browsers))
            assert bare(said(in_browsers)) == bare(unescape(re.sub(r"<[^>]*>", "", paper)))
            assert "<m" not in paper and str(in_browsers) in page
            for text in (step.formula, step.numbers, step.result, step.name):
                assert bare(signs(text)) in bare(signs(said(in_browsers))), text
            seen += 1
    assert seen > 200


def test_every_count_has_a_calculation_that_is_led_to() -> None:
    for report, page in pages():
        worked = {path for block in every_block(report.sections) if isinstance(block, Working)
                  for path in (block.path, *[path for _, path in block.also])}  # fmt: skip
        counts = report.findings()["counts"]
        assert isinstance(counts, list)
        for count in counts:
            assert isinstance(count, dict) and count["name"] in worked, count
        for path in re.findall(r'href="#(w-[^"]+)"', page):
            assert f'id="{path}"' in page
        assert len(re.findall(r'id="(w-[^"]+)"', page)) == len(set(re.findall(r'id="(w-[^"]+)"', page)))


def test_no_calculation_says_the_same_as_another_and_no_derivation_stands_twice() -> None:
    for report in reports():
        paths = [step.path for step in steps(report) if step.path]
        assert len(paths) == len(set(paths))
