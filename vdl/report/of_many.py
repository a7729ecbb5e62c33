"""Sections that a loop makes of many objects of one shape, as one: what all of them have alike stands once, and what differs in a
table with a row for each object.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Sequence
from dataclasses import replace

from vdl.report import model as m
from vdl.report.printing import plain
from vdl.text.phrases import joined, phrase

_COLUMNS = 8
"""So many figures that differ have room beside each other."""
_SAID = 6
"""So many names stand in a title."""
_NUMBER = re.compile(r"[-−]?[\d.,]+(?:–[\d.,]+)?(?=\s|$)")


def of_many(rounds: Sequence[Sequence[m.Block]], names: Sequence[str], more_than: int) -> list[m.Block]:
    """The blocks of all rounds, each of the object with that name. Sections of one shape stand in the place of the first, as one,
    where there are more of them."""
    alike: dict[Hashable, list[int]] = {}
    for at, (blocks, name) in enumerate(zip(rounds, names)):
        shape = _shape(blocks[0], name) if len(blocks) == 1 and isinstance(blocks[0], m.Section) else None
        alike.setdefault(at if shape is None else shape, []).append(at)
    made = {at: list(blocks) for at, blocks in enumerate(rounds)}
    for together in alike.values():
        sections = [block for at in together for block in rounds[at] if isinstance(block, m.Section)]
        if len(together) > more_than and (one := _one(sections, [names[at] for at in together])) is not None:
            made.update({at: [] for at in together})
            made[together[0]] = [one]
    return [block for at in sorted(made) for block in made[at]]


def _shape(section: m.Section, name: str) -> Hashable:
    """What sections have alike that differ in figures and words; None where that can't stand in a table."""
    title = _rest(section.title, name)
    shapes = [_shape_of(block, name) for block in section.blocks]
    return None if title is None or None in shapes else (title, *shapes)


def _rest(title: str, name: str) -> str | None:
    """What of a title stands behind the name; None where it does not begin with that."""
    return title[len(name) :] if title == name or title.startswith((f"{name}, ", f"{name}: ")) else None


def _shape_of(block: m.Block, name: str) -> Hashable:
    match block:
        case m.Paragraph():
            return "words"
        case m.Facts():
            return tuple([label for label, _ in block.items])
        case m.Table():
            if block.bill or block.total is not None or block.subtotals or any(row.group or row.path for row in block.rows):
                return None
            heads = tuple([(column.head, column.unit) for column in block.columns])
            labels = tuple([plain(row.cells[0]) for row in block.rows])
            return (_caption(block, name), heads, labels) if len(set(labels)) == len(labels) else None
        case _:
            return None


def _caption(table: m.Table, name: str) -> str:
    rest = _rest(table.caption, name)
    return table.caption if rest is None else rest


class _Differing:
    """What differs from object to object: columns of a table, and from where each object has it."""

    def __init__(self, number: int) -> None:
        self.columns: list[m.Column] = []
        self.cells: list[list[m.Prose]] = []
        self.cites: list[dict[m.Cite, None]] = [{} for _ in range(number)]

    def add(self, head: str, cells: Sequence[m.Prose], unit: str = "") -> None:
        """A column; `unit` is the one that stood in the head of what the cells are from."""
        column, printed = _figures(head, cells)
        self.columns.append(replace(column, unit=column.unit or unit))
        self.cells.append(printed)

    def table(self, names: Sequence[str]) -> m.Table:
        columns, cells = list(self.columns), list(self.cells)
        if any(self.cites):
            columns.append(m.Column(phrase("Source")))
            cells.append([tuple(each) for each in self.cites])
        rows = [m.Row(((m.Text(name),), *[column[at] for column in cells])) for at, name in enumerate(names)]
        return m.Table("", (m.Column(phrase("Of")), *columns), tuple(rows))


def _figures(head: str, cells: Sequence[m.Prose]) -> tuple[m.Column, list[m.Prose]]:
    """A column of figures of one unit, which stands in its head; of other things as they are."""
    values = [cell[0] if len(cell) == 1 else None for cell in cells]
    figures = [value for value in values if isinstance(value, m.Value) and _NUMBER.match(value.text)]
    units = {value.unit for value in figures}
    if len(figures) < len(cells) or len(units) > 1:
        return m.Column(head), list(cells)
    bare: list[m.Prose] = [(replace(value, text=_NUMBER.findall(value.text)[0]),) for value in figures]
    return m.Column(head, figures[0].unit, numeric=True), bare


def _one(sections: Sequence[m.Section], names: Sequence[str]) -> m.Section | None:
    differing = _Differing(len(sections))
    blocks: list[m.Block] = []
    for together in zip(*[section.blocks for section in sections]):
        first = together[0]
        if all(block == first for block in together):
            blocks.append(first)
        elif isinstance(first, m.Paragraph):
            differing.add(phrase("What it is for"), [one.prose for one in together if isinstance(one, m.Paragraph)])
        elif isinstance(first, m.Facts):
            blocks += _facts([one for one in together if isinstance(one, m.Facts)], differing)
        else:
            tables = [one for one in together if isinstance(one, m.Table)]
            blocks += _table(tables, _caption(first, names[0]) if isinstance(first, m.Table) else "", differing)
    if len(differing.columns) > _COLUMNS:
        return None
    more = len(names) - _SAID
    said = joined("; ", [*names[:_SAID], *([phrase("{rest} more", rest=more)] if more > 0 else [])])
    rest = sections[0].title[len(names[0]) :]
    title = joined("", (said, rest)) if rest else said
    return replace(sections[0], title=title, blocks=(*([differing.table(names)] if differing.columns else []), *blocks))


def _facts(facts: Sequence[m.Facts], differing: _Differing) -> list[m.Block]:
    alike = []
    for items in zip(*[one.items for one in facts]):
        if all(item == items[0] for item in items):
            alike.append(items[0])
        else:
            differing.add(items[0][0], [value for _, value in items])
    return [m.Facts(tuple(alike))] if alike else []


def _table(tables: Sequence[m.Table], caption: str, differing: _Differing) -> list[m.Block]:
    """What is alike as it is. Of a row in which one column of figures differs, or words alone, that goes to a table of all
    objects, with what is cited for it."""
    first, alike = tables[0], []
    for rows in zip(*[table.rows for table in tables]):
        differ = [at for at in range(1, len(first.columns)) if len({row.cells[at] for row in rows}) > 1]
        bare = [at for at in differ if any(not isinstance(part, m.Cite) for row in rows for part in row.cells[at])]
        if not differ:
            alike.append(rows[0])
            continue
        label = plain(rows[0].cells[0])
        for at in bare:
            head = label if len(bare) == 1 else joined(", ", (label, first.columns[at].head))
            differing.add(head, [tuple([part for part in row.cells[at] if not isinstance(part, m.Cite)]) for row in rows],
                          first.columns[at].unit)  # fmt: skip
        for cites, row in zip(differing.cites, rows):
            cites.update({part: None for at in differ for part in row.cells[at] if isinstance(part, m.Cite)})
    notes = dict.fromkeys([part for table in tables for part in table.note])
    note = first.note if len({table.note for table in tables}) == 1 else tuple(notes)
    return [replace(first, caption=caption, rows=tuple(alike), note=note)] if alike else []


__all__ = ["of_many"]
