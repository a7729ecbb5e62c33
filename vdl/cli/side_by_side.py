"""Designs side by side, for people, for pull requests, for spreadsheets and for programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from vdl.cli.terminal import CELL, Screen
from vdl.records import NamedTuple
from vdl.semantics.units import Unit, divide, plain_decimal
from vdl.snapshot.beside import difference, texts
from vdl.snapshot.compared import ALWAYS, SECTIONS, Cell, Column, Row, rows, worth_showing
from vdl.snapshot.json import at, diagnostic, quantity
from vdl.snapshot.records import ShownValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.machine import Json, document
from vdl.text.markdown import in_cell
from vdl.text.painted import Painted, Piece
from vdl.text.safe import shown, width
from vdl.text.spreadsheet import lines
from vdl.values import Range, is_exact, place_text
from vdl.words import values as show


class Side(NamedTuple):
    """A column, and where it comes from. `errors` keep it from being solved, or its bills from being added up."""

    column: Column
    file: str
    design: str
    scenarios: tuple[str, ...]
    sets: tuple[str, ...]
    errors: tuple[Diagnostic, ...]


def _rows(sides: Sequence[Side], every: bool, *, of: Sequence[Side] = (), at_labels: bool = False) -> list[Row]:
    found = rows([side.column for side in sides], of=[side.column for side in of], at_labels=at_labels)
    return found if every else worth_showing(found, ALWAYS)


# ------------------------------------------------------------------------------ for people
def _human(screen: Screen, sides: Sequence[Side], every: bool) -> None:
    """Tables as wide as the terminal; each begins with the first column, which the others are measured against, and has the rows
    in which its own columns differ."""
    found = _rows(sides, every)
    cells = [texts(row) for row in found]
    wide = [_wanted([side.column.title, *[cell[i] for cell in cells]]) for i, side in enumerate(sides)]
    for number, group in enumerate(_groups(wide, max(map(_name_wanted, found)), screen.width)):
        if number:
            screen.say()
        _table(screen, [sides[i] for i in group], sides, every)


def _table(screen: Screen, sides: Sequence[Side], of: Sequence[Side], every: bool) -> None:
    made: list[list[Piece]] = []
    section = "verdict"
    for row in _rows(sides, every, of=of):
        if row.section != section:
            section = row.section
            made += [[""] * (len(sides) + 1), [Painted(SECTIONS[row.section], "strong"), *[""] * len(sides)]]
        made.append([row.label + row.in_unit, *[_painted(row, words) for words in texts(row)]])
    screen.table(["", *[shown(side.column.title, CELL) for side in sides]], made)


_NARROW, _WIDE, _NAME = 8, 20, 32
"""What a column takes at least, what it wants at most before its words are broken, and the same of the names of rows."""


def _wanted(texts: Sequence[str]) -> int:
    return min(max([_NARROW, *[width(shown(text, CELL)) for text in texts]]), _WIDE)


def _name_wanted(row: Row) -> int:
    return min(width(shown(row.label + row.in_unit, CELL)), _NAME)


def _groups(wide: Sequence[int], name: int, columns: int) -> Iterator[list[int]]:
    """Which columns stand in one table; the first stands in all of them."""
    group = [0]
    for index in range(1, len(wide)):
        if len(group) > 1 and name + sum(2 + wide[i] for i in [*group, index]) > columns:
            yield group
            group = [0]
        group.append(index)
    yield group


def _painted(row: Row, words: str) -> Piece:
    if row.section != "verdict" or row.name != "verdict":
        return words
    return Painted(words, "good" if words == "holds" else "open" if words.startswith("holds") else "bad")


# ------------------------------------------------------------------------------ for pull requests
def _markdown(screen: Screen, sides: Sequence[Side], every: bool) -> None:
    screen.text("\n".join(_markdown_lines(sides, _rows(sides, every))))


def _markdown_lines(sides: Sequence[Side], found: Sequence[Row]) -> Iterator[str]:
    def line(cells: Sequence[str]) -> str:
        return f"| {' | '.join(cells)} |"

    yield line(["", *[in_cell(side.column.title) for side in sides]])
    yield line(["---"] * (len(sides) + 1))
    section = "verdict"
    for row in found:
        if row.section != section:
            section = row.section
            yield line([f"**{SECTIONS[row.section]}**", *[""] * len(sides)])
        yield line([in_cell(cell) for cell in [row.label + row.in_unit, *texts(row)]])


# ------------------------------------------------------------------------------ for spreadsheets
def _csv(screen: Screen, sides: Sequence[Side], every: bool) -> None:
    screen.text(lines(_csv_rows(sides, _rows(sides, every, at_labels=True)), "\n").removesuffix("\n"))


def _csv_rows(sides: Sequence[Side], found: Sequence[Row]) -> Iterator[list[str]]:
    """Heads, then the rows. Numbers are plain decimals in the unit of their row; ranges have a row for each end."""
    yield ["section", "name", "at", "end", "unit", *[side.column.title for side in sides]]
    for row in found:
        begin = [SECTIONS[row.section], row.name, place_text(row.at)]
        ranges = any(isinstance(cell, ShownValue) and isinstance(cell.value, Range) for cell in row.cells)
        for end in ("least", "most") if ranges else ("",):
            yield [*begin, end, row.unit.plural, *[_plain(cell, row.unit, end) for cell in row.cells]]


def _plain(cell: Cell, unit: Unit, end: str) -> str:
    if not isinstance(cell, ShownValue):
        return cell or ""
    value = cell.value
    if isinstance(value, Range) and end:
        value = value.low if end == "least" else value.high
    return plain_decimal(divide(value, unit.factor)) if is_exact(value) and cell.unit == unit else show.text(value, cell.unit)


# ------------------------------------------------------------------------------ for programs
def _json(screen: Screen, sides: Sequence[Side], every: bool) -> None:
    found = _rows(sides, every, at_labels=True)
    screen.text(document(columns=[_column(side) for side in sides], rows=[_row(row) for row in found]))


def _column(side: Side) -> dict[str, Json]:
    found = side.column.found
    return {
        "title": side.column.title,
        "file": side.file,
        "design": side.design,
        "scenarios": list(side.scenarios),
        "sets": list(side.sets),
        "verdict": found.standing if found is not None else None,
        "errors": [diagnostic(one, [side.file]) for one in side.errors],
    }


def _row(row: Row) -> dict[str, Json]:
    return {
        "section": row.section,
        "name": row.name,
        "at": at(row.at),
        "unit": row.unit.plural,
        "differs": row.differs,
        "cells": [cell_object(row, i) for i in range(len(row.cells))],
    }


def cell_object(row: Row, i: int) -> Json:
    cell = row.cells[i]
    if not isinstance(cell, ShownValue):
        return dict(show.as_object(None, row.unit.unnamed(), cell)) if cell is not None else None
    more = difference(row, i)
    made: dict[str, Json] = dict(quantity(cell))
    if more is not None:
        low, high = [dict(show.as_object(end, row.unit)) for end in more]
        made["difference"] = low if low == high else {"low": low, "high": high}
    return made


FORMATS: Mapping[str, Callable[[Screen, Sequence[Side], bool], None]] = {
    "human": _human, "md": _markdown, "csv": _csv, "json": _json,
}  # fmt: skip
