"""Amounts in a currency in a column of a table: all of them with as many digits as the largest of them."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import Printed, with_value
from vdl.text.phrases import phrase
from vdl.words import amounts
from vdl.words.rounded import is_written


def in_one(cells: list[Printed], *, added_up: bool) -> list[Printed]:
    """The cells of a column, in which amounts have as many digits as the largest, or what they come to; those that somebody
    wrote, such as prices, stay as they are."""
    units = {cell.unit for cell in cells if cell.unit is not None}
    if len(units) != 1:
        return cells
    [unit] = units
    places = amounts.places([cell.value for cell in cells if cell.value is not None], unit, added_up=added_up)
    return [_with(cell, places) for cell in cells] if places is not None else cells


def below(total: Printed, cells: Iterable[Printed]) -> Printed:
    """What stands below a column, in its digits."""
    return _with(total, 0) if any(cell.places == 0 for cell in cells) else total


def note(page: Page, columns: Iterable[Iterable[Printed]]) -> m.Prose:
    """That amounts are rounded, said once in a document."""
    for cells in columns:
        for cell in cells:
            if page.has_rounded or cell.places is None or cell.value is None or cell.unit is None:
                continue
            if amounts.is_rounded(cell.value, cell.unit):
                page.has_rounded = True
                key = "Large amounts are shown as whole {unit}; sums are those of exact amounts."
                return (m.Text(phrase(key, unit=cell.unit.plural)),)
    return ()


def _with(cell: Printed, places: int) -> Printed:
    if cell.value is None or cell.unit is None or cell.says_nothing or (cell.formula is not None and is_written(cell.formula)):
        return cell
    return with_value(cell._replace(places=places), cell.value)


__all__ = ["below", "in_one", "note"]
