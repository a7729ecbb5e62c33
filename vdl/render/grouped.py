"""Tables whose rows all lie in a few large things, row for row: the name of each of these stands once above its rows.

What a design calls "North, carts" is "carts" below "North". Only pages say it so: outputs for machines keep whole names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from vdl.report import model as m

SPARED = 2
"""So many names fewer are said, or they are all the same."""


def grouped(report: m.Report) -> m.Report:
    if not report.holders:
        return report
    longest = sorted(report.holders, key=len, reverse=True)
    return replace(report, sections=tuple([_section(one, longest) for one in report.sections]))


def _section(section: m.Section, holders: Sequence[str]) -> m.Section:
    return replace(section, blocks=tuple([_block(block, holders) for block in section.blocks]))


def _block(block: m.Block, holders: Sequence[str]) -> m.Block:
    if isinstance(block, m.Section):
        return _section(block, holders)
    if isinstance(block, m.Table):
        return _table(block, holders)
    return block


def _table(table: m.Table, holders: Sequence[str]) -> m.Table:
    if any(row.group for row in table.rows):
        return replace(table, rows=tuple([_below(row, holder) if (holder := _of(row.group, holders)) else row
                                          for row in table.rows]))  # fmt: skip
    of = [_holder(row.cells[0], holders) for row in table.rows if row.cells]
    names = list(dict.fromkeys(of))
    spared = len(of) - len(names)
    if "" in names or len(of) < len(table.rows) or (spared < SPARED and not (len(names) == 1 and spared)) or table.subtotals:
        return table
    rows = [replace(_below(row, name), group=name) for name in names for row, one in zip(table.rows, of) if one == name]
    return replace(table, rows=tuple(rows))


def _of(group: str, holders: Sequence[str]) -> str:
    """What holds the rows of a group that has a name already."""
    return next((one for one in holders if group == one or group.startswith(f"{one}, ")), "")


def _holder(cell: m.Prose, holders: Sequence[str]) -> str:
    """What all lies in that a cell names; "" where that is not one thing."""
    if not cell or not isinstance(cell[0], m.Text):
        return ""
    found = {_of(name, holders) if _is_within(name, holders) else "" for name in _names(cell)}
    return found.pop() if len(found) == 1 else ""


def _is_within(name: str, holders: Sequence[str]) -> bool:
    holder = _of(name, holders)
    return bool(holder) and name.startswith(f"{holder}, ")


def _names(cell: m.Prose) -> list[str]:
    """The things that the words of a cell name."""
    return [name for part in cell if isinstance(part, m.Text) for name in part.text.split("; ") if ", " in name]


def _below(row: m.Row, holder: str) -> m.Row:
    return replace(row, cells=tuple([tuple([_short(part, holder) for part in cell]) for cell in row.cells]))


def _short(part: m.Inline, holder: str) -> m.Inline:
    if not isinstance(part, m.Text) or f"{holder}, " not in part.text:
        return part
    return replace(part, text=re.sub(rf"(^|; |× ){re.escape(holder)}, ", r"\1", part.text))
