"""What says the same of several things, said once: calculations of a section, and rows of a table."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import replace

from vdl.report import model as m
from vdl.report.likewise import likewise
from vdl.report.printing import plain
from vdl.report.titles import few
from vdl.text.phrases import phrase


def calculations(blocks: Iterable[m.Block]) -> list[m.Block]:
    """Blocks in their order; calculations that differ in nothing but what they are of stand once, with all the titles."""
    made: list[m.Block] = []
    places: dict[Hashable, int] = {}
    for block in blocks:
        key = _key(block) if isinstance(block, m.Working) and block.path else None
        first = made[places[key]] if key in places else None
        if isinstance(block, m.Working) and isinstance(first, m.Working):
            made[places[key]] = _with(first, block)
            continue
        if key is not None:
            places[key] = len(made)
        made.append(block)
    return [likewise(_of_few(block)) if isinstance(block, m.Working) else block for block in made]


def _of_few(working: m.Working) -> m.Working:
    """A calculation with the titles of what it is of; of very many the first few, and how many more there are."""
    named = [pair for pair in working.also if pair[0]]
    first, rest = few([working.title, *[title for title, _ in named]])
    if not rest:
        return working
    said = named[: len(first) - 1]
    led = [(title if (title, path) in said else "", path) for title, path in working.also]
    return replace(working, also=(*led, (phrase("{rest} more", rest=rest), "")))


def _with(first: m.Working, other: m.Working) -> m.Working:
    """A calculation that is that of another thing, too; it leads to where either has its parts from."""
    more = other.elsewhere if other.elsewhere != first.elsewhere else ()
    between = (m.Text("; "),) if more else ()
    led = [("", step.path) for step in other.steps if step.path]
    return replace(first, also=(*first.also, (other.title, other.path), *led, *other.also),
                   elsewhere=(*first.elsewhere, *between, *more))  # fmt: skip


def _key(working: m.Working) -> Hashable:
    """What is said in a calculation, without the titles of what it is of, and of what that lies in."""
    owner, between, name = working.title.rpartition(": ")

    parts = owner.split(", ")
    owners = [", ".join(parts[:to]) for to in range(len(parts), 0, -1)] if between else []

    def said(text: str) -> str:
        for one in owners:
            text = text.replace(one, "…")
        return text

    steps = [
        (step.label, said(step.formula), step.numbers, step.result, step.decides, step.note, step.cites, said(step.name))
        for step in working.steps
    ]  # fmt: skip
    elsewhere = [said(part.text) for part in working.elsewhere if isinstance(part, m.Text)]
    return (name, tuple(steps), working.outcome, working.doc, working.note, tuple(elsewhere))


def rows(table: m.Table) -> m.Table:
    """The table with one row for those that differ in their first cell alone, which says of figures that they are of each.

    Rows that are added up, or lead to something by their names, stay as they are; so do those that say nothing but a name.
    """
    fixed = table.bill or table.total is not None or table.subtotals or any(row.path or row.decides for row in table.rows)
    if fixed or len(table.columns) < _NAME_AND_MORE or table.columns[0].numeric:
        return table
    found: dict[tuple[str, tuple[m.Prose, ...]], list[m.Row]] = {}
    for row in table.rows:
        found.setdefault((row.group, tuple(map(_said, row.cells[1:]))), []).append(row)
    if len(found) == len(table.rows):
        return table
    return replace(table, rows=tuple([made for same in found.values() for made in _one(same)]))


_NAME_AND_MORE = 2


def _said(prose: m.Prose) -> m.Prose:
    """What a reader sees: words that lead to several calculations are the same words."""
    return tuple([m.Text(part.text) if isinstance(part, m.Link) else part for part in prose])


def _one(found: list[m.Row]) -> list[m.Row]:
    first, *others = found
    if not others or not all(plain(row.cells[0]).strip() for row in found) or not any(map(plain, first.cells[1:])):
        return found
    names: list[m.Inline] = list(first.cells[0])
    for row in others:
        if row.cells[0] != first.cells[0]:
            names += [m.Text("; "), *row.cells[0]]
    if len(names) > len(first.cells[0]) and any(isinstance(part, m.Value) for cell in first.cells[1:] for part in cell):
        names.append(m.Text(phrase(" (each)")))
    return [replace(first, cells=(tuple(names), *first.cells[1:]))]
