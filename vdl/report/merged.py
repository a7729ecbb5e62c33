"""Sections that a loop makes of several objects, as one: what they say alike stands once, and their tables are one table with a
column of the objects. Where their shapes differ they stay as they are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vdl.report import model as m
from vdl.report.of_many import of_many
from vdl.report.printing import plain
from vdl.text.phrases import Joined, joined, phrase

_MOST = 6
"""So many objects share a section."""


def merged(rounds: Sequence[Sequence[m.Block]], names: Sequence[str]) -> list[m.Block]:
    """The blocks of all rounds of a loop, of which each is of the object with that name, as its title says it first."""
    apart = [block for blocks in rounds for block in blocks]
    sections = [blocks[0] for blocks in rounds if len(blocks) == 1 and isinstance(blocks[0], m.Section)]
    if len(rounds) > _MOST:
        return of_many(rounds, names, _MOST)
    if len(sections) < max(len(rounds), 2) or len(set(names)) < len(rounds):
        return apart
    own = _short(names)
    titles = [_without(section.title, name) for section, name in zip(sections, own)]
    if len(set(titles)) > 1 or titles[0] == sections[0].title:
        return apart
    blocks = _blocks([section.blocks for section in sections], own)
    if blocks is None:
        return apart
    title = joined("", (titles[0], " (", joined("; ", own), ")"))
    return [replace(sections[0], title=title, blocks=tuple(blocks))]


def _short(names: Sequence[str]) -> list[str]:
    """The names without what all of them end with: "north" and "south" of "north, carts" and "south, carts"."""
    parts = [name.split(", ") for name in names]
    while all(len(one) > 1 for one in parts) and len({one[-1] for one in parts}) == 1:
        parts = [one[:-1] for one in parts]
    return [", ".join(one) for one in parts]


def _without(text: str, name: str) -> str:
    return text[len(name) + 2 :] if text.startswith(f"{name}, ") else text


def _blocks(of: Sequence[Sequence[m.Block]], names: Sequence[str]) -> list[m.Block] | None:
    """The blocks at each place as one or several; None where they are not of one sort, or are no such as can share a place."""
    if len({len(blocks) for blocks in of}) > 1:
        return None
    made: list[m.Block] = []
    for together in zip(*of):
        found = _together(together, names)
        if found is None:
            return None
        made += found
    return made


def _together(blocks: Sequence[m.Block], names: Sequence[str]) -> list[m.Block] | None:
    first = blocks[0]
    if all(block == first for block in blocks):
        return [first]
    tables = [block for block in blocks if isinstance(block, m.Table)]
    if len(tables) == len(blocks):
        table = _table(tables, names)
        return [table] if table is not None else None
    facts = [block for block in blocks if isinstance(block, m.Facts)]
    if len(facts) == len(blocks):
        return _facts(facts, names)
    charts = [block for block in blocks if isinstance(block, m.Chart)]
    if len(charts) == len(blocks):
        return [replace(chart, title=joined(": ", (name, chart.title))) for chart, name in zip(charts, names)]
    return None


def _facts(facts: Sequence[m.Facts], names: Sequence[str]) -> list[m.Block] | None:
    """What is alike as a list, and what differs as a table with a column for each object."""
    labels = [label for label, _ in facts[0].items]
    if any([label for label, _ in one.items] != labels for one in facts):
        return None
    alike = [items[0] for items in zip(*[one.items for one in facts]) if all(item == items[0] for item in items)]
    rows = [
        m.Row(((m.Text(items[0][0]),), *[value for _, value in items])) for items in zip(*[one.items for one in facts])
        if any(item != items[0] for item in items)
    ]  # fmt: skip
    table = m.Table("", (m.Column(phrase("What")), *[m.Column(name) for name in names]), tuple(rows))
    return [*([m.Facts(tuple(alike))] if alike else []), *([table] if rows else [])]


def _table(tables: Sequence[m.Table], names: Sequence[str]) -> m.Table | None:
    """One table: with the figures of each object beside each other where only these differ, else the rows of each below those of
    the one before, behind its name."""
    first = tables[0]
    plainly = all(not one.bill and one.total is None and not one.subtotals for one in tables)
    note = _note([one.note for one in tables])
    if note is None:
        return None
    first = replace(first, note=note)
    heads = [(column.head, column.unit) for column in first.columns]
    if not plainly or any([(column.head, column.unit) for column in one.columns] != heads for one in tables):
        return None
    if len({one.caption for one in tables}) > 1 or any(row.group or row.path for one in tables for row in one.rows):
        return None
    rows = [[_named(row, name) for row in one.rows] for one, name in zip(tables, names)]
    labels = [plain(row.cells[0]) for row in rows[0]]
    differ = [at for at in range(1, len(heads)) if any(len({row.cells[at] for row in line}) > 1 for line in zip(*rows))]
    if all([plain(row.cells[0]) for row in one] == labels for one in rows):
        if not differ:
            return replace(first, rows=tuple(rows[0]))
        figures = [at for at in differ if any(isinstance(part, m.Value) for row in rows[0] for part in row.cells[at])]
        if len(figures) <= 1:
            return _beside(first, rows, names, figures[0] if figures else differ[0])
    column = m.Column(phrase("Of"))
    behind = [replace(row, cells=((m.Text(name),), *row.cells)) for one, name in zip(rows, names) for row in one]
    return replace(first, columns=(column, *first.columns), rows=tuple(behind))


def _note(notes: Sequence[m.Prose]) -> m.Prose | None:
    """What is said below one table of several: what is cited below any of them. None where they say other things."""
    words = {tuple([part for part in note if not isinstance(part, m.Cite)]) for note in notes if note}
    if len(words) > 1:
        return None
    cites = dict.fromkeys([part for note in notes for part in note if isinstance(part, m.Cite)])
    return (*next(iter(words), ()), *cites)


def _named(row: m.Row, name: str) -> m.Row:
    """A row whose first cell does not begin with the name that stands in the head or in front of it."""
    cell = row.cells[0]
    if len(cell) == 1 and isinstance(cell[0], m.Text):
        return replace(row, cells=((m.Text(_without(cell[0].text, name)),), *row.cells[1:]))
    return row


def _beside(table: m.Table, rows: Sequence[Sequence[m.Row]], names: Sequence[str], figure: int) -> m.Table:
    """A column of figures for each object; words of other columns that differ, one after the other."""
    columns = list(table.columns)
    columns[figure : figure + 1] = [replace(columns[figure], head=name, over="") for name in names]
    made = []
    for line in zip(*rows):
        cells: list[m.Prose] = []
        for at in range(len(table.columns)):
            each = [row.cells[at] for row in line]
            cells += each if at == figure else [_one_after_other(each)]
        made.append(replace(line[0], cells=tuple(cells)))
    return replace(table, columns=tuple(columns), rows=tuple(made))


def _one_after_other(cells: Sequence[m.Prose]) -> m.Prose:
    """What cells say, each thing once. Of derivations that differ in their numbers alone the names say enough: the numbers
    stand beside them."""
    named = {(_in_names(cell[0]), cell[1:]) for cell in cells} if all(cells) else set()
    if len(named) == 1 and len(set(cells)) > 1:
        [(words, rest)] = named
        if words:
            return (m.Text(words), *rest)
    said: list[m.Inline] = []
    for cell in dict.fromkeys(cells):
        said += [*([m.Text("; ")] if said else []), *cell]
    return tuple(said) if len(set(cells)) > 1 else cells[0]


def _in_names(part: m.Inline) -> str:
    """Of "weight × share = 352 kg × 90 %" what stands before the numbers; "" of what is no derivation."""
    if type(part) is not m.Text:
        return ""
    if isinstance(part.text, Joined):
        return part.text.pieces[0] if len(part.text.pieces) == _NAMES_AND_NUMBERS and part.text.pieces[1] == " = " else ""
    return part.text.partition(" = ")[0] if " = " in part.text else ""


_NAMES_AND_NUMBERS = 3
"""Pieces of a derivation that is told in both, with what stands between them."""

__all__ = ["merged"]
