"""Numbers that are put into a calculation come to its result, as a reader gets it who knows of units what everybody knows:
that 1 GB is 1,000 MB and an hour 3,600 seconds, and not how many GB 2.36 GiB are."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fractions import Fraction as Number
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.examples import EXAMPLES, compiled, designs, report
from vdl.pipeline import compile
from vdl.report.build import build
from vdl.report.formula import Called, Chain, Either, Formula, Fraction, Over, Prefixed, Quantity, Written
from vdl.report.model import Report, Step, Working, every_block
from vdl.semantics.units import Unit, Units
from vdl.world import Disk

GUIDE = Path(__file__).parents[2] / "docs" / "guide" / "first-design.md"


class Untold(Exception):
    """Of a formula that is not reckoned here: one that rounds, or words."""


class Read(NamedTuple):
    """What a reader gets, between these two, and how much one of it is."""

    low: Number
    high: Number
    scale: Number


SECONDS = (1, 60, 3_600, 86_400, 31_536_000)


def at_sight(ratio: Number) -> bool:
    """Whether one unit is a whole number of the other, or differs by thousands and by units of time."""
    by_time = [ratio * thousands * Number(a, b) for thousands in (1, 1_000, Number(1, 1_000)) for a in SECONDS for b in SECONDS]
    return ratio.numerator == 1 or ratio.denominator == 1 or 1 in by_time


def printed(text: str, units: Units) -> Read:
    found = re.fullmatch(r"([−-]?[\d,]+(?:\.(\d+))?)(?: (.+))?", text)
    unit = units.read(str(found[3])) if found and found[3] else None
    if found is None or (found[3] and not isinstance(unit, Unit)):
        raise Untold
    number = Number(found[1].replace(",", "").replace("−", "-"))
    rounded = Number(1, 2) / 10 ** len(found[2] or "") if found[2] or abs(number) >= 1000 else Number(0)
    part = Number(1, 100) if found[3] == "%" else Number(1)
    scale = Number(unit.factor) if isinstance(unit, Unit) and found[3] != "%" else Number(1)
    return Read((number - rounded) * part, (number + rounded) * part, scale)


def got(tree: Formula, units: Units) -> Read:
    match tree:
        case Quantity():
            return printed(tree.value, units)
        case Written():
            return printed(tree.text, units)
        case Either():
            return got(tree.numbers, units)
        case Over():
            return got(tree.parts, units)
        case Prefixed(sign="−"):
            inner = got(tree.inner, units)
            return Read(-inner.high, -inner.low, inner.scale)
        case Fraction():
            top, bottom = got(tree.top, units), got(tree.bottom, units)
            if bottom.low <= 0 <= bottom.high:
                raise Untold
            ends = [a / b for a in top[:2] for b in bottom[:2]]
            return Read(min(ends), max(ends), top.scale / bottom.scale)
        case Chain(sign="×"):
            made = Read(Number(1), Number(1), Number(1))
            for part in [got(part, units) for part in tree.parts]:
                ends = [a * b for a in made[:2] for b in part[:2]]
                made = Read(min(ends), max(ends), made.scale * part.scale)
            return made
        case Chain(sign="="):
            first, last = [got(part, units) for part in tree.parts]
            ratio = first.scale / last.scale
            slack = abs(last.low) / 1000
            assert first.low * ratio - slack <= last.high and last.low <= first.high * ratio + slack
            return last
        case Chain(sign="+" | "−") | Called(name="max" | "min"):
            parts = [got(part, units) for part in (tree.parts if isinstance(tree, Chain) else tree.arguments)]
            parts = [part for part in parts if part[:2] != (0, 0)] or parts[:1]
            scale = parts[0].scale
            assert all(at_sight(part.scale / scale) for part in parts), "numbers of two sorts of units are added"
            alike = [Read(part.low * part.scale / scale, part.high * part.scale / scale, scale) for part in parts]
            if isinstance(tree, Called):
                take = max if tree.name == "max" else min
                if len(parts) < len(tree.arguments):  # a zero has no unit
                    alike.append(Read(Number(0), Number(0), scale))
                return Read(take(part.low for part in alike), take(part.high for part in alike), scale)
            if tree.sign == "+":
                return Read(sum(part.low for part in alike), sum(part.high for part in alike), scale)
            low, high = (sum(part.low for part in alike[1:]), sum(part.high for part in alike[1:]))
            return Read(alike[0].low - high, alike[0].high - low, scale)
    raise Untold


def first_design() -> str:
    """The design that the guide begins with."""
    typed = re.findall(r"```text\n(edition 2026  // office.vdl\n.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    return str(typed[1]).replace("= 2 GiB\n", "= 2 GiB/desktop\n")  # a mistake that the page mends


def steps(made: Report) -> Iterator[Step]:
    for block in every_block(made.sections):
        if isinstance(block, Working):
            yield from [step for step in block.steps if not isinstance(step.tree, Quantity | None)]


def reckoned(made: Report, units: Units) -> int:
    """How many calculations of a document come out; fails at the first that does not."""
    number = 0
    for step in steps(made):
        assert step.tree is not None
        try:
            found, result = got(step.tree, units), printed(step.result, units)
        except Untold:
            continue
        except AssertionError as error:
            raise AssertionError(f"{step.numbers} = {step.result}") from error
        if result[:2] != (0, 0):
            ratio = found.scale / result.scale
            told = isinstance(step.tree, Either) and isinstance(step.tree.numbers, Chain) and step.tree.numbers.sign == "="
            assert told or at_sight(ratio), f"{step.numbers} = {step.result}"
            slack = abs(result.high) / 1000
            assert found.low * ratio - slack <= result.high, f"{step.numbers} = {step.result}"
            assert result.low <= found.high * ratio + slack, f"{step.numbers} = {step.result}"
        number += 1
    return number


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.parent.name)
def test_numbers_come_out_in_each_example(path: Path) -> None:
    units = compiled(path).names.units
    assert sum(reckoned(report(path, design), units) for design in designs(path)) > 20


def test_numbers_come_out_in_the_first_design_of_the_guide(tmp_path: Path) -> None:
    file = tmp_path / "leeds.vdl"
    file.write_text(first_design(), encoding="utf-8")
    compilation = compile(Disk(), str(file), as_of="2026-06-01", documents=True)
    made, _ = build(compilation, compilation.designs[0])
    assert reckoned(made, compilation.names.units) > 10
    said = [f"{step.numbers} = {step.result}" for step in steps(made)]
    assert "40 GiB/image × 1 image × 1 = 40 GiB = 42.95 GB" in said


def test_what_is_added_stands_in_units_that_are_alike(tmp_path: Path) -> None:
    file = tmp_path / "leeds.vdl"
    file.write_text(first_design(), encoding="utf-8")
    compilation = compile(Disk(), str(file), as_of="2026-06-01", documents=True)
    made, _ = build(compilation, compilation.designs[0])
    said = [step.numbers for step in steps(made) if "2.147 GB/desktop +" in step.numbers]
    assert said and all("(3 GiB/desktop = 3.221 GB/desktop)" in one for one in said)
