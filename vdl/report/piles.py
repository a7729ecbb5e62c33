"""`chart piled for ... { "Thing": x.title, bar "Height": x.height, times "Number": x.number, mark "Pile": 42 m }`: things of
several heights in piles that hold so much, each at the place that it says, or where there is room for it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import groupby

from vdl import syntax as s
from vdl.builtins.piling import Laid, Lying, Things, laid
from vdl.graph.cells import Env
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import model as m
from vdl.report.charts import drawings
from vdl.report.page import Page
from vdl.report.printing import Printed, expression, figure, plain, prose
from vdl.report.titles import few
from vdl.semantics.units import ONE, Exact, Unit, divide
from vdl.text.bounds import BOUNDS
from vdl.text.phrases import joined, phrase, within
from vdl.values import NOT_STATED, Value, high, is_number, scalars

MOST = 400
"""Piles that are drawn."""


class _Sort(NamedTuple):
    """Things of one sort. `size`, `of_one` and `at` are magnitudes without units; None where nothing is stated."""

    name: str
    number: int
    size: Exact | None
    of_one: tuple[Exact | None, ...]
    """What is added up of each pile."""
    at: Exact | None
    """Where the lowest of them lies."""


class _Scale(NamedTuple):
    """What all piles have in common: how high one may be, how much of that stays free, the unit of both; what a pile, a height,
    what stays free and a place are called; and by what name and in which unit something is added up of each, and how much of it
    one may have at most."""

    room: Exact
    kept: Exact
    unit: Unit
    called: dict[str, str]
    units: dict[str, Unit]
    limits: dict[str, Exact]


def piles(page: Page, item: s.Chart, env: Env) -> list[m.Block]:
    """The piles; none where there is nothing to pile up, or no size is stated."""
    found: dict[str, list[Printed]] = {"bar": [], "times": [], "mark": [], "kept": [], "at": []}
    totals: dict[str, list[Printed]] = {}
    limited: dict[str, Printed] = {}
    names: list[str] = []
    called = dict.fromkeys(found, "")
    summed_up = {one.written for one in s.walk(item) if isinstance(one, s.Drawn) and one.form == "total"}
    for inner in page.rounds(item.loops, item.when, env):
        label: list[str] = []
        first: dict[str, Printed] = {}
        for node, at in drawings(page, item.columns, inner):
            printed, head = expression(page, node.value, at), plain(prose(page, node.head, at)).strip()
            if not node.form:
                label.append(plain(printed.prose).strip())
            elif node.form == "total":
                totals.setdefault(head, [Printed(())] * len(names)).append(printed)
            elif node.form == "mark" and node.written in summed_up:
                limited.setdefault(head, printed)
            else:
                first.setdefault(node.room or node.form, printed)
                called[node.room or node.form] = called[node.room or node.form] or head
        names.append(joined(", ", filter(None, label)))
        for form, cells in found.items():
            cells.append(first.get(form, Printed(())))
        for cells in totals.values():
            cells += [Printed(())] * (len(names) - len(cells))
    sizes = bills.in_one_unit([*found["bar"], *found["mark"]], page.units, plain_number=False)
    unit = next((cell.unit for cell in sizes if cell.unit is not None), ONE)
    room, kept = (
        next((most for cell in found[form] if (most := _most(cell.value)) is not None), None) for form in ("mark", "kept")
    )
    summed = {head: bills.in_one_unit(cells, page.units, plain_number=False) for head, cells in totals.items()}
    sorts = []
    for row, (name, times, bar, place) in enumerate(zip(names, found["times"], found["bar"], found["at"])):
        of_one = tuple([_most(cells[row].value) for cells in summed.values()])
        sorts.append(_Sort(name, int(-(-(_most(times.value) or 0) // 1)), _most(bar.value), of_one, _most(place.value)))
    sorts = _together([one for one in sorts if one.number > 0])
    if room is None or room <= 0 or not any(one.size for one in sorts):
        return []
    units = {head: next((cell.unit for cell in cells if cell.unit is not None), ONE) for head, cells in summed.items()}
    title = plain(prose(page, item.title, env)) if item.title is not None else ""
    limits = {head: most for head, printed in limited.items() if (most := _most(printed.value)) is not None}
    counted = page.units.counts_things(unit.dimension) and unit.factor == 1
    return [_made(title, sorts, _Scale(room, kept or 0, unit, called, units, limits), counted=counted)]


def _together(sorts: Iterable[_Sort]) -> list[_Sort]:
    """Things of one name and one size as one sort, but for those that say where they lie."""
    found: dict[_Sort, int] = {}
    apart: list[_Sort] = []
    for one in sorts:
        if one.at is not None:
            apart.append(one)
            continue
        of_one = one._replace(number=0)
        found[of_one] = found.get(of_one, 0) + one.number
    return [*apart, *[one._replace(number=number) for one, number in found.items()]]


def _most(value: Value | None) -> Exact | None:
    """The most of a quantity, over its labels and its range; None where nothing is stated."""
    known = [high(one) for _, one in scalars(value) if is_number(one)] if value is not None else []
    return max(known) if known else None


def _made(title: str, sorts: Sequence[_Sort], scale: _Scale, *, counted: bool) -> m.Piles:
    free = scale.room - scale.kept
    fitting = {
        at: Things(one.size, one.number, one.at, _others(one, scale)) for at, one in enumerate(sorts)
        if one.size is not None and 0 < one.size <= (free if one.at is None else scale.room) and _beyond(one, scale) is None
    }  # fmt: skip
    found = laid(fitting, scale.room, free, _up_to(MOST), tuple(scale.limits.values())) or Laid([], set())
    stated = any(one.at is not None for one in sorts)
    drawn: list[m.Pile] = []
    first = 1
    for content, alike in groupby(found.piles):
        number = len(list(alike))
        label = _label(scale.called["mark"], first, number, alone=len(found.piles) == 1)
        drawn.append(_pile(label, content, sorts, scale, stated))
        first += number
    lying = fitting.keys() - found.nowhere if found.piles else ()
    told = tuple(_few([_apart(one, scale) for at, one in enumerate(sorts) if at not in lying]))
    room = str(divide(scale.room, scale.unit.factor))
    return m.Piles(title, scale.unit.plural, room, tuple(drawn), told, stated, counted)


def _others(sort: _Sort, scale: _Scale) -> tuple[Exact, ...]:
    """What one thing takes of each limit of a pile; nothing where that is not stated."""
    heads = list(scale.units)
    return tuple([sort.of_one[heads.index(head)] or 0 for head in scale.limits])


def _beyond(sort: _Sort, scale: _Scale) -> str | None:
    """The name of the first limit of which one thing alone takes more than a pile may have; None of what lies where it says."""
    over = [head for (head, most), takes in zip(scale.limits.items(), _others(sort, scale)) if takes > most]
    return over[0] if over and sort.at is None else None


def _up_to(most: int) -> Callable[[int], bool]:
    """Says whether so many more are still as many as may be, or fewer."""
    left = most

    def more(number: int) -> bool:
        nonlocal left
        left -= number
        return left >= 0

    return more


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


def _label(called: str, first: int, number: int, *, alone: bool) -> str:
    if alone:
        return called
    if number == 1:
        return joined(" ", (called, f"{first}"))
    return phrase("{called} {first} to {last}, each", called=called, first=first, last=first + number - 1)


def _pile(label: str, content: Sequence[Lying], sorts: Sequence[_Sort], scale: _Scale, stated: bool) -> m.Pile:
    """`stated` is whether any of all things says where it lies."""
    unit = scale.unit
    pieces = [_piece(sorts[one.sort], one, scale, stated) for one in content]
    taken = sum([one.number * one.size for one in content], Fraction(0))
    notes = [phrase("{asked} of {number}", asked=figure(taken, unit.unnamed()).text, number=figure(scale.room, unit).text)]
    if scale.kept > 0:
        notes.append(joined(": ", (scale.called["kept"], figure(scale.kept, unit).text)))
    for index, (head, of) in enumerate(scale.units.items()):
        known = [(sorts[one.sort].of_one[index], one.number) for one in content]
        summed = [one * number for one, number in known if one is not None]
        words = figure(sum(summed, Fraction(0)), of).text if summed or not known else phrase("not stated")
        words = phrase(BOUNDS["least"], figure=words) if summed and len(summed) < len(known) else words
        notes.append(joined(": ", (head, words)))
    return m.Pile(label, tuple(pieces), tuple(notes))


def _piece(sort: _Sort, lying: Lying, scale: _Scale, stated: bool) -> m.Piece:
    size, foot = (str(divide(one, scale.unit.factor)) for one in (lying.size, lying.foot))
    text = figure(lying.size * lying.number, scale.unit).text
    anywhere = stated and sort.at is None
    if anywhere:
        text = joined(", ", (text, _silent(scale.called["at"])))
    return m.Piece(sort.name, lying.number, size, text, foot, anywhere)


def _silent(head: str) -> str:
    return joined(" ", filter(None, (within(head), figure(NOT_STATED, ONE).text)))


def _apart(sort: _Sort, scale: _Scale) -> m.Piece:
    """What lies in no pile, and why: nothing is stated, it is higher than any, or something else lies where it is to lie."""
    if sort.size is None:
        words = _silent(scale.called["bar"])
    elif (head := _beyond(sort, scale)) is not None:
        of_one = sort.of_one[list(scale.units).index(head)]
        words = joined(": ", (within(head), phrase("{size} each", size=figure(of_one or 0, scale.units[head]).text)))
    elif sort.at is not None:
        words = phrase("no room at the place that is stated")
    else:
        words = phrase("{size} each", size=figure(sort.size, scale.unit).text)
    return m.Piece(sort.name, sort.number, "", words)
