"""`show deciding_scenarios`: scenarios with the rows that weigh most; `show further_scenarios` has all rows."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.shown.scenarios import drawn, only_changes, tables
from vdl.semantics.units import Exact, divide
from vdl.snapshot.compared import Row
from vdl.snapshot.records import ShownValue
from vdl.text.phrases import counted, phrase
from vdl.values import is_exact

_ROWS = 10
"""Rows that stand in a chapter, beside those that say whether a design holds."""

_MORE = 4
"""A table of no more rows beside those stays whole."""

_FAILING, _SUMS = 4, 3
"""So many of them say what fails, and so many what bills come to in all, at most."""


def blocks(page: Page) -> list[m.Block]:
    made = drawn(page)
    for short, whole in _both(page):
        said = phrase("Of {number} rows these weigh most; the appendix has all.", number=counted(len(whole.rows)))
        made.append(replace(short, note=(m.Text(said),)) if _is_long(short, whole) else whole)
    return made


def further(page: Page) -> list[m.Block]:
    """The tables of which only some rows stand there, with all of them, and of these what changes."""
    return [only_changes(whole) for short, whole in _both(page) if _is_long(short, whole)]


def _both(page: Page) -> Iterable[tuple[m.Table, m.Table]]:
    """Each table with the rows that weigh most, and with all."""
    return zip(tables(page, _weightiest), tables(page))


def _is_long(short: m.Table, whole: m.Table) -> bool:
    return len(whole.rows) > len(short.rows) + _MORE


def _weightiest(rows: list[Row]) -> list[Row]:
    """Whether designs hold; what fails; what bills come to in all; and of the counts those that change most, each where it does
    so most. They stay in their order."""
    kept = [row for row in rows if row.section == "verdict"]
    most = _ROWS + len(kept)
    kept += [row for row in rows if row.fails][:_FAILING]
    kept += [row for row in rows if row.section == "bill" and not row.at][:_SUMS]
    counts = {row.name: row for row in sorted([row for row in rows if row.section == "counts"], key=_moved)}
    kept += sorted(counts.values(), key=_moved, reverse=True)[: max(most - len(kept), 0)]
    chosen = set(map(id, kept))
    return [row for row in rows if id(row) in chosen]


def _moved(row: Row) -> Exact:
    """How far a number is moved at most, as a share of what it is without."""
    first, *others = [cell.value if isinstance(cell, ShownValue) and is_exact(cell.value) else None for cell in row.cells]
    if first is None:
        return 0
    shares: list[Exact] = [divide(other, first) - 1 if first else 1 for other in others if other is not None]
    return max([max(share, -share) for share in shares], default=0)
