"""`chart for ... { bar "Head": value }`: bars on one scale, a row for each round of its loops and each label of its values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl import syntax as s
from vdl.graph.cells import Env
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import model as m
from vdl.report.bars import drawn
from vdl.report.page import Page
from vdl.report.printing import Printed, plain, prose, short
from vdl.report.titles import place_in_words
from vdl.semantics.units import ONE, Unit
from vdl.text.phrases import joined


class _Part(NamedTuple):
    """A bar or a mark that is drawn, by the name it has in its round."""

    node: s.Drawn
    name: str
    printed: Printed


class _Round(NamedTuple):
    """One round of the loops: what it is called, and what is drawn for it."""

    label: str
    parts: list[_Part]


def chart(page: Page, item: s.Chart, env: Env) -> list[m.Block]:
    """The chart; none where nothing that it draws is stated."""
    rounds = [_round(page, item, inner) for inner in page.rounds(item.loops, item.when, env)]
    rounds = _in_one_unit(page, rounds)
    unit = next((part.printed.unit for one in rounds for part in one.parts if part.printed.unit is not None), ONE)
    rows = tuple([row for one in rounds for row in _rows(one, unit)])
    if not any(bar.most for row in rows for bar in row.bars):
        return []
    title = plain(prose(page, item.title, env)) if item.title is not None else ""
    return [m.Chart(title, unit.plural, rows, item.form == "stacked")]


def _round(page: Page, item: s.Chart, env: Env) -> _Round:
    names: list[str] = []
    parts: list[_Part] = []
    for node, inner in drawings(page, item.columns, env):
        printed = short(page, node.value, inner)
        if node.form:
            parts.append(_Part(node, plain(prose(page, node.head, inner)).strip(), printed))
        else:
            names.append(plain(printed.prose).strip())
    return _Round(joined(", ", filter(None, names)), parts)


def drawings(page: Page, columns: Iterable[s.Drawn | s.DrawnFor], env: Env) -> Iterator[tuple[s.Drawn, Env]]:
    """What is drawn, each with the names of the rounds that it is made in."""
    for column in columns:
        if isinstance(column, s.DrawnFor):
            for inner in page.rounds(column.loops, column.when, env):
                yield from drawings(page, column.columns, inner)
        else:
            yield column, env


def _in_one_unit(page: Page, rounds: Sequence[_Round]) -> list[_Round]:
    """The same with every value in one unit, as the columns of a bill are."""
    parts = [part for one in rounds for part in one.parts]
    types = page.compilation.types.types
    bare = all(bills.is_plain_number(types.get(part.node.value)) for part in parts if isinstance(part.node.value, s.Expr))
    cells = iter(bills.in_one_unit([part.printed for part in parts], page.units, plain_number=bare))
    return [one._replace(parts=[part._replace(printed=next(cells)) for part in one.parts]) for one in rounds]


def _rows(one: _Round, unit: Unit) -> Iterator[m.Bars]:
    """The rows of a round: one, or one for each label of what varies."""
    places = bills.places([part.printed for part in one.parts])
    for place in places:
        words = place_in_words(place)
        bars: list[m.Drawn] = []
        marks: list[m.Drawn] = []
        for part in one.parts:
            value = bills.part_of(part.printed, bills.Part(place)).value
            made = drawn(part.name, value, unit, rounded=part.printed.rounded, room=part.node.room)
            (bars if part.node.form == "bar" else marks).append(made)
        yield m.Bars(words or one.label, tuple(bars), tuple(marks), one.label if words else "")
