"""`chart piled for ... { "Thing": x.title, bar "Height": x.height, times "Number": x.number, mark "Pile": 42 m }`: things of
several heights in piles that hold so much: the highest first, each in the first pile with room."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from vdl import syntax as s
from vdl.graph.cells import Env
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import model as m
from vdl.report.charts import drawings
from vdl.report.page import Page
from vdl.report.printing import Printed, expression, figure, plain, prose
from vdl.report.titles import few
from vdl.semantics.units import ONE, Exact, Unit, divide
from vdl.text.phrases import joined, phrase, within
from vdl.values import NOT_STATED, Value, high, is_number, scalars

MOST = 400
"""Piles that are drawn; how many there would be of more things is said, and they are told apart."""


class _Sort(NamedTuple):
    """Things of one sort. `size` and `of_one` are magnitudes without units; None where nothing is stated."""

    name: str
    number: int
    size: Exact | None
    of_one: tuple[Exact | None, ...]
    """What is added up of each pile."""


def piles(page: Page, item: s.Chart, env: Env) -> list[m.Block]:
    """The piles; none where there is nothing to pile up, or no size is stated."""
    found: dict[str, list[Printed]] = {"bar": [], "times": [], "mark": []}
    totals: dict[str, list[Printed]] = {}
    names: list[str] = []
    called = high_as = ""
    for inner in page.rounds(item.loops, item.when, env):
        label: list[str] = []
        first: dict[str, Printed] = {}
        for node, at in drawings(page, item.columns, inner):
            printed, head = expression(page, node.value, at), plain(prose(page, node.head, at)).strip()
            if not node.form:
                label.append(plain(printed.prose).strip())
            elif node.form == "total":
                totals.setdefault(head, [Printed(())] * len(names)).append(printed)
            else:
                first.setdefault(node.form, printed)
                called = called or head if node.form == "mark" else called
                high_as = high_as or head if node.form == "bar" else high_as
        names.append(joined(", ", filter(None, label)))
        for form, cells in found.items():
            cells.append(first.get(form, Printed(())))
        for cells in totals.values():
            cells += [Printed(())] * (len(names) - len(cells))
    sizes = bills.in_one_unit([*found["bar"], *found["mark"]], page.units, plain_number=False)
    unit = next((cell.unit for cell in sizes if cell.unit is not None), ONE)
    room = next((most for cell in found["mark"] if (most := _most(cell.value)) is not None), None)
    summed = {head: bills.in_one_unit(cells, page.units, plain_number=False) for head, cells in totals.items()}
    sorts = []
    for row, (name, times, bar) in enumerate(zip(names, found["times"], found["bar"])):
        of_one = tuple([_most(cells[row].value) for cells in summed.values()])
        sorts.append(_Sort(name, int(-(-(_most(times.value) or 0) // 1)), _most(bar.value), of_one))
    sorts = _together([one for one in sorts if one.number > 0])
    if room is None or room <= 0 or not any(one.size for one in sorts):
        return []
    units = {head: next((cell.unit for cell in cells if cell.unit is not None), ONE) for head, cells in summed.items()}
    title = plain(prose(page, item.title, env)) if item.title is not None else ""
    return [_made(title, (called, high_as), sorts, room, unit, units)]


def _together(sorts: Iterable[_Sort]) -> list[_Sort]:
    """Things of one name and one size as one sort."""
    found: dict[_Sort, int] = {}
    for one in sorts:
        of_one = one._replace(number=0)
        found[of_one] = found.get(of_one, 0) + one.number
    return [one._replace(number=number) for one, number in found.items()]


def _most(value: Value | None) -> Exact | None:
    """The most of a quantity, over its labels and its range; None where nothing is stated."""
    known = [high(one) for _, one in scalars(value) if is_number(one)] if value is not None else []
    return max(known) if known else None


def _made(title: str, words: tuple[str, str], sorts: Sequence[_Sort], room: Exact, unit: Unit, units: dict[str, Unit]) -> m.Piles:
    """`words` are what a pile is called, and how high things are."""
    called, high_as = words
    fitting = [one for one in sorts if one.size is not None and 0 < one.size <= room]
    laid = _packed(fitting, room)
    drawn: list[m.Pile] = []
    first = 1
    for content, alike in groupby(laid):
        number = len(list(alike))
        drawn.append(_pile(_label(called, first, number, alone=len(laid) == 1), content, fitting, room, unit, units))
        first += number
    apart = [one for one in sorts if one not in fitting] if laid else list(sorts)
    told = tuple(_few([_apart(one, unit, high_as) for one in apart]))
    return m.Piles(title, unit.plural, str(divide(room, unit.factor)), tuple(drawn), told)


def _few(apart: list[m.Piece]) -> list[m.Piece]:
    """Things that lie in no pile; of very many that are said alike the first few, and how many more things there are."""
    alike: dict[str, list[m.Piece]] = {}
    for one in apart:
        alike.setdefault(one.text, []).append(one)
    told: list[m.Piece] = []
    for words, pieces in alike.items():
        names, rest = few([one.name for one in pieces])
        told += pieces[: len(names)]
        if rest:
            more = sum([one.number for one in pieces[len(names) :]])
            told.append(m.Piece(phrase("other things, of {rest} sorts", rest=rest), more, "", words))
    return told


def _packed(sorts: Sequence[_Sort], room: Exact) -> list[tuple[tuple[int, int], ...]]:
    """Of each pile which sorts lie in it and how many of each, from below; none where there would be too many piles."""
    left: list[Exact] = []
    content: list[list[tuple[int, int]]] = []
    for at, sort in sorted(enumerate(sorts), key=lambda pair: -(pair[1].size or 0)):
        size, number = sort.size or 0, sort.number
        for pile, space in enumerate(left):
            here = min(number, int(space // size))
            if here:
                left[pile] -= here * size
                content[pile].append((at, here))
                number -= here
        each = int(room // size)
        while number > 0:
            if len(content) >= MOST:
                return []
            here = min(number, each)
            left.append(room - here * size)
            content.append([(at, here)])
            number -= here
    return [tuple(one) for one in content]


def _label(called: str, first: int, number: int, *, alone: bool) -> str:
    if alone:
        return called
    if number == 1:
        return joined(" ", (called, f"{first}"))
    return phrase("{called} {first} to {last}, each", called=called, first=first, last=first + number - 1)


def _pile(
    label: str, content: Iterable[tuple[int, int]], sorts: Sequence[_Sort], room: Exact, unit: Unit, units: dict[str, Unit]
) -> m.Pile:
    content = list(content)
    pieces = [_piece(sorts[at], number, unit) for at, number in content]
    taken = sum([(sorts[at].size or 0) * number for at, number in content], Fraction(0))
    notes = [phrase("{asked} of {number}", asked=figure(taken, unit.unnamed()).text, number=figure(room, unit).text)]
    for index, (head, of) in enumerate(units.items()):
        known = [(sorts[at].of_one[index], number) for at, number in content]
        stated = [one * number for one, number in known if one is not None]
        words = figure(sum(stated, Fraction(0)), of).text if stated else phrase("not stated")
        words = phrase("at least {figure}", figure=words) if stated and len(stated) < len(known) else words
        notes.append(joined(": ", (head, words)))
    return m.Pile(label, tuple(pieces), tuple(notes))


def _piece(sort: _Sort, number: int, unit: Unit) -> m.Piece:
    size = sort.size or 0
    return m.Piece(sort.name, number, str(divide(size, unit.factor)), figure(size * number, unit).text)


def _apart(sort: _Sort, unit: Unit, high: str) -> m.Piece:
    """What lies in no pile, and why: nothing is stated, or it is higher than any."""
    silent = joined(" ", filter(None, (within(high), figure(NOT_STATED, unit).text)))
    words = phrase("{size} each", size=figure(sort.size, unit).text) if sort.size is not None else silent
    return m.Piece(sort.name, sort.number, "", words)
