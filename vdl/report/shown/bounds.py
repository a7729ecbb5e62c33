"""`show bounds`: which limit decides each count, and how far behind it the others are, each as a share of the number."""

from __future__ import annotations

from dataclasses import replace

from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.page import Page
from vdl.report.titles import spaced
from vdl.semantics.units import PERCENT, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.phrases import joined, phrase
from vdl.values import is_exact, scalars
from vdl.words import values as show

_CAN_BE_SHOWN = 2
"""Limits with figures that a count has at least, for there to be anything to compare."""


def blocks(page: Page) -> list[m.Block]:
    alike: dict[tuple[m.Bars, ...], list[str]] = {}
    for count in page.judged.counts:
        if found := _of_count(page, count):
            key = tuple([replace(row, group=row.group.rpartition(", ")[2]) for row in found])
            alike.setdefault(key, []).append(found[0].group)
    rows = [replace(row, group=joined("; ", groups)) for of, groups in alike.items() for row in of]
    return [m.Chart(phrase("Which limit decides each number?"), PERCENT.plural, tuple(rows))] if rows else []


def _of_count(page: Page, count: CountValue) -> list[m.Bars]:
    bounds = [bound for bound in count.bounds if bound.most_claimed()]
    number = max([one for _, one in scalars(count.value) if is_exact(one)], default=0)
    if len(bounds) < _CAN_BE_SHOWN or number <= 0 or all(bound.most_claimed() == number for bound in bounds):
        return []
    unit = show.unit_of_cell(count.cell, page.units)
    group = joined(", ", (page.titles.member(count.cell.path), show.told(count.value, unit)))
    ranked = sorted(bounds, key=lambda bound: bound.rank() or (-1, False), reverse=True)

    def bar(bound: BoundValue) -> m.Drawn:
        asks = bound.most_claimed() or 0  # before any rounding up: what orders them, and so decides
        return share(divide(asks, number), show.scalar(asks, unit))

    return [m.Bars(spaced(bound.entry.name, bound.entry.source), (bar(bound),), (WHOLE,), group) for bound in ranked]
