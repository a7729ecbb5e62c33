"""`show packings`: where whole things are packed, what each container holds, how much room is left, and what the last is for."""

from __future__ import annotations

from vdl.graph.cells import Instance
from vdl.report import model as m
from vdl.report.page import Page
from vdl.semantics.units import ONE
from vdl.text.phrases import counted, joined, phrase
from vdl.words import values as show
from vdl.words.packings import Alike, Packing, packing

_HEADS = ("How many", "What each holds", "Room left on each")

_FEW = 8
"""Rows of each count; what lies in the others is counted."""


def blocks(page: Page) -> list[m.Block]:
    rows: list[m.Row] = []
    alike: dict[str, list[str]] = {}
    for count in page.judged.counts:
        found = packing(count, page.reading.values, page.units) if not count.given else None
        if found is not None and found.total > 1:
            name = page.titles.member(count.cell.path)
            name = phrase("{name} at {labels}", name=name, labels=found.place) if found.place else name
            rows += _rows(page, found, name)
            alike.setdefault(_why(page, found), []).append(name)
    told = [joined(": ", (joined("; ", names), why)) for why, names in alike.items()]
    if not rows:
        return []
    columns = tuple([m.Column(phrase(head)) for head in _HEADS])
    table = m.Table(phrase("How whole things fill what is bought"), columns, tuple(rows))
    return [table, *[m.Paragraph((m.Text(one),)) for one in told]]


def _rows(page: Page, found: Packing, name: str) -> list[m.Row]:
    rows = []
    for one in found.alike[:_FEW]:
        cells = show.scalar(one.containers, found.unit), _held(page, found, one), one.left
        rows.append(m.Row(tuple([(m.Text(cell),) for cell in cells]), group=name))
    if more := sum(one.containers for one in found.alike[_FEW:]):
        rows.append(m.Row(((m.Text(phrase("{number} more", number=show.scalar(more, found.unit))),), (), ()), group=name))
    return rows


def _held(page: Page, found: Packing, one: Alike) -> str:
    """ "51 × boxes; 1 × crates" """
    held = [joined(" × ", (counted(number), _called(page, found, thing))) for thing, number in one.holds]
    return joined("; ", held)


def _called(page: Page, found: Packing, thing: int) -> str:
    """A sort of things by the object that it is of, else by its size."""
    of = found.detail.of
    if thing < len(of) and isinstance(holder := of[thing], Instance):
        return page.titles.instance(holder)
    return show.scalar(found.sizes[thing], found.detail.size or ONE)


def _why(page: Page, found: Packing) -> str:
    """Why there is a last one: what lies in it had no room on the others."""
    given = {"parts": show.scalar(found.split, found.unit), "whole": show.scalar(found.total, found.unit)}
    filled = phrase("what could be split would fill {parts}, what is whole takes {whole}.", **given)
    last = phrase("The last one is there for {held}: the others have no room for it.", held=_held(page, found, found.alike[-1]))
    not_known = phrase("The largest go first; whether another order takes fewer is not known.")
    return joined(" ", (filled, last, phrase("No arrangement takes fewer.") if found.fewest else not_known))
