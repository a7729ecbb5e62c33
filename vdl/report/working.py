"""Worked calculations: how a count or a derived value came about, step by step."""

from __future__ import annotations

from fractions import Fraction

from vdl.graph.cells import Cell, Cites, Const, Formula, Op
from vdl.graph.order import parts, reads
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import spaced
from vdl.semantics.units import PERCENT, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.phrases import joined, phrase
from vdl.text.source import Source
from vdl.values import FAULT, NOT_STATED, Place, anywhere, at_place
from vdl.words import formulas as written
from vdl.words import values as show
from vdl.words.verdicts import asked, bound_at, first_at


def working(page: Page, cell: Cell) -> m.Working | None:
    """The worked calculation of a cell; None where there is nothing to work out."""
    reading = page.reading
    value = reading.value(cell)
    while cell.form != "count" and isinstance(cell.formula, Cell):
        cell = cell.formula
    if cell.form == "count":
        count = reading.count(cell)
        return _count(page, count) if count is not None else None
    if cell.formula is None or value is FAULT:
        return None
    unit = show.unit_of_cell(cell, page.units)
    shown = show.text(reading.value(cell), unit)
    step = m.Step("", written.names(cell.formula), written.numbers(cell.formula, reading.values, page.units), shown,
                  cites=_cites(page, cell.formula, cell.cites))  # fmt: skip
    return m.Working(page.titles.member(cell.path), (step,), (), cell.doc(), "", cell.path)


def _count(page: Page, count: CountValue) -> m.Working:
    cell = count.cell
    unit = show.unit_of_cell(cell, page.units)
    steps: list[m.Step] = []
    silent: list[str] = []
    for bound in count.bounds:
        if bound.value is None and bound.entry.source.is_library:
            continue  # of all that a library kind has, what does not apply here is no part of the working
        if bound.value is not None and bound.required is None:
            silent.append(_unchecked(page, bound))
            continue
        steps.append(_bound(page, bound, count))
        if bound.decides:
            steps += _where(page, bound.entry.value, bound.place)
    words: list[m.Inline] = [figure(count.value, unit, strong=True)]
    if count.given:
        words.append(m.Text(phrase(", given")))
        words += page.references.cite(cell.cites)
    else:
        words += [m.Text(joined("", (", ", _label(bound)))) for bound in count.bounds if bound.decides]
    words += _in_use(count)
    words += [m.Text(joined("", ("; ", first_at(first, unit)))) for first in count.firsts[:_FEW]]
    rounds = page.solved.solution.rounds.get(cell)
    if rounds is not None and rounds > 1:
        words.append(m.Text(phrase("; solved together with what depends on it, in {rounds} rounds", rounds=rounds)))
    note = phrase("Not checked, since no figure is stated: {limits}.", limits=joined("; ", silent)) if silent else ""
    return m.Working(page.titles.member(cell.path), tuple(steps), tuple(words), cell.doc(), note, cell.path)


def _unchecked(page: Page, bound: BoundValue) -> str:
    """ "by weight (cart room)": a limit that nobody stated, with the figures that it lacks."""
    lacking = [spaced(name, source) for name, source in _silent(page, bound.lacking()).items()]
    name = spaced(bound.entry.name, bound.entry.source)
    return joined("", (name, " (", joined(", ", lacking), ")")) if lacking else name


def _in_use(count: CountValue) -> list[m.Inline]:
    """How much of what is bought is in use, and what it would be with one fewer."""
    numbers = [b.required for b in count.bounds if isinstance(b.required, (int, Fraction))]
    if not numbers or not isinstance(count.value, int) or count.value <= 0 or max(numbers) <= 0:
        return []
    shares = [show.scalar(divide(max(numbers), n), PERCENT) for n in (count.value, count.value - 1) if n > 0]
    if len(shares) == 1:
        return [m.Text(phrase("; {share} in use", share=shares[0]))]
    return [m.Text(phrase("; {share} in use, {fewer} with one fewer", share=shares[0], fewer=shares[1]))]


def _label(bound: BoundValue) -> str:
    name = spaced(bound.entry.name, bound.entry.source)
    return name + phrase(" at {labels}", labels=bound_at(bound)) if bound.place else name


def _bound(page: Page, bound: BoundValue, count: CountValue) -> m.Step:
    entry = bound.entry
    name = spaced(entry.name, entry.source)
    formula = written.names(entry.value)
    cites = _cites(page, entry.value, entry.cites)
    if bound.value is None:
        return m.Step(name, formula, "", phrase("does not apply"), note=phrase("its condition does not hold"), cites=cites)
    numbers = written.numbers(entry.value, page.reading.values, page.units, bound.place)
    result = asked(bound, show.unit_of_cell(count.cell, page.units))
    return m.Step(name, formula, numbers, result, bound.decides, _at(bound), cites)


def _at(bound: BoundValue) -> str:
    return phrase("at {labels}", labels=bound_at(bound)) if bound.place else ""


def _where(page: Page, formula: Formula, place: Place) -> list[m.Step]:
    """How the derived values that a deciding formula reads came about, nearest first, a few of them."""
    steps: list[m.Step] = []
    seen: set[Cell] = set()
    waiting = written.reads(formula, page.reading.values)
    while waiting and len(steps) < _FEW:
        cell = waiting.pop(0)
        if isinstance(cell, Const) or cell in seen or cell.form in ("count", "part") or not isinstance(cell.formula, Op):
            continue
        seen.add(cell)
        value = page.reading.values.get(cell, FAULT)
        if value is FAULT or value is NOT_STATED:
            continue
        numbers = written.numbers(cell.formula, page.reading.values, page.units, place)
        shown = show.text(at_place(value, place), show.unit_of_cell(cell, page.units))
        steps.append(m.Step("", f"{cell.path} = {written.names(cell.formula)}", numbers, shown, note=phrase("where"),
                            cites=_cites(page, cell.formula, cell.cites), follows_up=True))  # fmt: skip
        waiting += written.reads(cell.formula, page.reading.values)
    return steps


_FEW = 4


def _cites(page: Page, formula: Formula, own: Cites) -> tuple[m.Cite, ...]:
    """The citations of a formula, then those of the given figures it reads."""
    cites = list(own)
    for cell in reads(formula):
        cites += cell.cites
    return page.references.cite(cites)[:6]


def _silent(page: Page, formula: Formula) -> dict[str, Source | None]:
    """The inputs whose silence keeps a formula from having a value, and where they are read."""
    found: dict[str, Source | None] = {}
    for part in parts([formula], lambda cell: anywhere(page.reading.values.get(cell, FAULT), NOT_STATED)):
        name = getattr(getattr(part.node, "name", None), "name", "")
        if isinstance(part, Const) and part.value is NOT_STATED and name:
            found.setdefault(name, part.source)
            if len(found) == _FEW:
                break
    return found
