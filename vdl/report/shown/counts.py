"""`show counts`: what is bought, what decides it and how much of it is used, what would decide next, and what nobody stated."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.formula import in_line
from vdl.report.formulas import formula_of
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.titles import Titles, spaced
from vdl.semantics.units import Exact, Unit, decimal, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.phrases import Number, joined, phrase
from vdl.values import FAULT, anywhere
from vdl.words import values as show
from vdl.words.deciding import Deciding, by_label, decided_by, deciding, standing_on, used
from vdl.words.verdicts import strictly

_HEADS = ("Count", "Number", "Decided by", "In use", "With one fewer", "Next limit")


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    rows = tuple([_row(page, titles, count) for count in page.judged.counts])
    columns = tuple([m.Column(phrase(head)) for head in _HEADS])
    note = _silent(page, titles)
    return [m.Table("", columns, rows, note=note)] if rows else []


def _row(page: Page, titles: Titles, count: CountValue) -> m.Row:
    unit = show.unit_of_cell(count.cell, page.units)
    found = deciding(count)
    by = by_label([(one.place, decided_by(one, count, page.solved.solution, spaced)) for one in found])
    by = joined(": ", filter(None, (by, _added(page, count, found))))
    if count.given and any(one.bounds for one in found):
        by = phrase("specified; {bound} asks for {most}", bound=by, most=_most(found, unit))
    by = phrase("specified") if count.given and not any(one.bounds for one in found) else by
    shares = [one for one in [used(each, count, page.solved.solution) for each in found] if one is not None]
    use = max((share for share, _ in shares), default=None)
    fewer = max((share for _, share in shares if share is not None), default=None)
    deciders = {id(bound) for one in found for bound in one.bounds}
    return m.Row((
        (m.Link(titles.member(count.cell.path), count.cell.path),), (figure(count.value, unit, strong=True),), (m.Text(by),),
        _share(use), _share(fewer), (m.Text(_next(count, deciders, unit)),),
    ))  # fmt: skip


def _added(page: Page, count: CountValue, found: list[Deciding]) -> str:
    """ "8 carts + 1 cart": of a count that adds something to another, the sum."""
    if count.given or len(found) != 1 or len(found[0].bounds) != 1:
        return ""
    (bound,) = found[0].bounds
    below = standing_on(bound, count, page.solved.solution)
    if below is None or below.value == count.value:
        return ""
    return in_line(formula_of(page, bound.entry.value, count.cell.instance, found[0].place), "numbers")


def _share(share: Exact | None) -> m.Prose:
    return (m.Value(show.share(share)),) if share is not None else ()


def _most(found: list[Deciding], unit: Unit) -> str:
    return show.scalar(max(one.asks for one in found if one.asks is not None), unit)


def _next(count: CountValue, deciders: set[int], unit: Unit) -> str:
    others = [bound for bound in count.bounds if id(bound) not in deciders and bound.most()]
    others.sort(key=lambda bound: bound.rank() or (-1, False), reverse=True)
    return _asks_for(others[0], unit) if others else ""


def _asks_for(bound: BoundValue, unit: Unit) -> str:
    """ "by weight, 1.91" """
    number = Number(decimal(divide(bound.most() or 0, unit.factor)))
    return joined(", ", (spaced(bound.entry.name, bound.entry.source), strictly(bound, number)))


def _silent(page: Page, titles: Titles) -> m.Prose:
    """The limits that nobody stated, in one sentence for each count."""
    said = []
    for count in page.judged.counts:
        names = [
            spaced(bound.entry.name, bound.entry.source) for bound in count.bounds
            if bound.value is not None and bound.most() is None and not anywhere(bound.value, FAULT)
        ]  # fmt: skip
        if names:
            said.append(joined(": ", (titles.member(count.cell.path), joined(", ", names))))
    return (m.Text(phrase("Not checked, since no figure is stated: {limits}.", limits=joined("; ", said))),) if said else ()
