"""`show counts`: what is bought, what decides it and how much of it is used, what would decide next, and what nobody stated."""

from __future__ import annotations

from vdl.graph.cells import BoundEntry, Cell
from vdl.graph.order import reads
from vdl.records import NamedTuple
from vdl.report import bills
from vdl.report import by_label as label_columns
from vdl.report import model as m
from vdl.report.formula import in_line
from vdl.report.formulas import formula_of
from vdl.report.page import Page
from vdl.report.printing import Printed, figure
from vdl.report.titles import Titles, marked, one_behind_another, place_in_words, quantity, spaced
from vdl.semantics.units import Exact, Unit, decimal, divide
from vdl.solve import BoundValue, CountValue
from vdl.text.phrases import Number, joined, phrase
from vdl.values import FAULT, Place, anywhere, at_place, placed
from vdl.words import values as show
from vdl.words.deciding import Deciding, by_label, decided_by, deciding, divided, growing, none_asked_for, standing_on, used
from vdl.words.rounded import in_use
from vdl.words.runs import in_runs
from vdl.words.verdicts import strictly

_NUMBER = "Number"
_HEADS = ("Count", _NUMBER, "What decides", "In use", "With one fewer", "Next limit")


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    below = {count.cell: one for count in page.judged.counts if (one := _taken_as_it_is(page, count)) is not None}
    covered = {one.cell for one in below.values()}
    counted = [count for count in page.judged.counts if count.cell not in covered]
    idle = [count for count in counted if none_asked_for(count)]
    shown = [count for count in counted if count not in idle] or counted
    parts = _parts(page, shown)
    rows = tuple([_row(page, titles, count, below.get(count.cell), parts) for count in shown])
    columns = tuple([column for head in _HEADS for column in _columns(head, parts)])
    note = joined(" ", filter(None, (_none_of(titles, idle if len(shown) < len(counted) else []), _circular(page))))
    return [m.Table("", columns, rows, note=marked(note)), *page.later(lambda: _silent(page))] if rows else []


def _none_of(titles: Titles, idle: list[CountValue]) -> str:
    """What stands below the table in place of such rows."""
    named = one_behind_another([titles.member(count.cell.path) for count in idle])
    return phrase("0, since nothing asks for any: {counts}.", counts=named) if idle else ""


def _taken_as_it_is(page: Page, count: CountValue) -> CountValue | None:
    """The count that another takes over, adding nothing: the row of that other one says all of it."""
    found = deciding(count)
    if count.given or len(found) != 1 or len(found[0].bounds) != 1:
        return None
    below = standing_on(found[0].bounds[0], count, page.solved.solution)
    alike = below is not None and below.value == count.value and below.cell.instance is count.cell.instance
    return below if alike and below is not None and any(below.cell is one.cell for one in page.judged.counts) else None


def _parts(page: Page, counts: list[CountValue]) -> list[bills.Part]:
    """The labels whose numbers have a column each; none where several axes differ, or no number does."""
    cells = [Printed((), count.value, show.unit_of_cell(count.cell, page.units)) for count in counts]
    parts = label_columns.places(cells)
    return parts if label_columns.are_whole(cells, parts) else []


def _columns(head: str, parts: list[bills.Part]) -> list[m.Column]:
    name = phrase(head)
    if head != _NUMBER or not parts:
        return [m.Column(name)]
    return [m.Column(joined(", ", (name, label_columns.label(part.place))), numeric=True, over=name) for part in parts]


def _row(page: Page, titles: Titles, count: CountValue, taken: CountValue | None, parts: list[bills.Part]) -> m.Row:
    unit = show.unit_of_cell(count.cell, page.units)
    found = deciding(count)
    by = by_label([(one.place, decided_by(one, count, page.solved.solution, spaced)) for one in found], in_runs, ": ")
    by = joined(": ", filter(None, (by, _added(page, count, found))))
    if count.given and any(one.bounds for one in found):
        by = phrase("specified; {bound} asks for {most}", bound=by, most=_most(found, unit))
    by = phrase("specified") if count.given and not any(one.bounds for one in found) else by
    deciders = {id(bound) for one in (found if taken is None else deciding(taken)) for bound in one.bounds}
    name = titles.member(count.cell.path)
    words: m.Prose = (m.Link(name, count.cell.path),)
    if parts and unit.plural.casefold() not in name.rpartition(": ")[2].casefold():
        words = (*words, m.Text(joined("", (", ", unit.plural))))
    numbers = [(figure(at_place(count.value, part.place), unit, strong=True, bare=True),) for part in parts]
    return m.Row((
        words, *(numbers or [(figure(count.value, unit, strong=True),)]), (m.Text(by),),
        *_used(page, count, found), (m.Text(_next(taken or count, deciders, unit)),),
    ))  # fmt: skip


def _used(page: Page, count: CountValue, found: list[Deciding]) -> tuple[m.Prose, m.Prose]:
    """What is used of a count, at the label at which that is most, and of one fewer there. Of whole things, by what could be
    split; of what only stays as it was, by what is asked for then."""
    uses = [one for each in found if (one := _use(page, count, growing(each, count))) is not None]
    if not uses:
        return (), ()
    most = max(uses, key=lambda one: one.share)
    by = spaced(most.by.entry.name, most.by.entry.source) if most.by is not None else ""
    where = place_in_words(most.place) if len(found) > 1 and any(one.share != most.share for one in uses) else ""
    said = joined(", ", filter(None, (by, where)))
    is_last = all(each.number == 1 for each in found)
    fewer = _share(most.fewer) or (() if most.holds or is_last else (m.Text(phrase("does not fit")),))
    if fewer and most.added is not None:
        more, of = most.added
        added = quantity(of) if isinstance(of, Cell) else spaced(of.name, of.source)
        words = phrase("; {added}: {left} of {all}", added=added, left=more - 1, all=more)
        fewer = (*fewer, m.Text(words))
    return (*_share(most.share), *((m.Text(joined("", (" (", said, ")"))),) if said else ())), fewer


class _Use(NamedTuple):
    """What is used of a count at a label, and of one fewer. `holds`: whether one fewer would hold what is whole. `added` is what
    it has on top of another count: one fewer takes of that, and a share alone would read as if one fewer would do."""

    place: Place
    share: Exact
    fewer: Exact | None
    by: BoundValue | None
    holds: bool
    added: tuple[int, Cell | BoundEntry] | None = None


def _use(page: Page, count: CountValue, found: Deciding) -> _Use | None:
    if (shares := used(found, count, page.solved.solution)) is not None:
        return _Use(found.place, *shares, None, True)
    parted = divided(found, count, page.solved.solution)
    return _Use(found.place, parted.share, parted.fewer, parted.by, False, parted.added) if parted is not None else None


def _added(page: Page, count: CountValue, found: list[Deciding]) -> str:
    """ "8 carts + 1 cart": of a count that adds something to another, the sum."""
    if count.given or len(found) != 1 or len(found[0].bounds) != 1:
        return ""
    (bound,) = found[0].bounds
    below = standing_on(bound, count, page.solved.solution)
    if below is None or below.value == count.value:
        return ""
    return in_line(formula_of(page, bound.entry.value, count.cell.instance, found[0].place), "numbers")


def _share(share: Exact | None) -> m.Prose:
    return (m.Value(in_use(share)),) if share is not None else ()


def _most(found: list[Deciding], unit: Unit) -> str:
    return show.scalar(max(one.asks for one in found if one.asks is not None), unit)


def _next(count: CountValue, deciders: set[int], unit: Unit) -> str:
    others = [bound for bound in count.bounds if id(bound) not in deciders and bound.most()]
    others = [bound for bound in others if count.cell not in reads(bound.entry.value)]
    others.sort(key=lambda bound: bound.rank() or (-1, False), reverse=True)
    return _asks_for(others[0], unit) if others else ""


def _asks_for(bound: BoundValue, unit: Unit) -> str:
    """ "by weight, 1.91", "by weight, 1.91 (y2)" """
    most = bound.most_claimed() or 0
    number = Number(decimal(divide(most, unit.factor)))
    said = joined(", ", (spaced(bound.entry.name, bound.entry.source), strictly(bound, number)))
    by_place = list(placed(bound.claim)) if bound.claim is not None else []
    at = [place_in_words(place) for place, asked in by_place if place and asked == most]
    return joined("", (said, " (", at[0], ")")) if at and len(at) < len(by_place) else said


def _circular(page: Page) -> str:
    """The counts that were published, too, where the design says that what decides them was worked out from there: what comes out
    as published is no sign that either is right."""
    counts = {count.cell for count in page.judged.counts}
    said: dict[str, None] = {}
    for one in page.solved.expectations:
        if one.outcome != "restates":
            continue
        for cell in reads(one.entry.left, one.entry.right):
            if cell in counts:
                why = one.entry.node.restates or ""
                said.setdefault(joined("", (page.titles.member(cell.path), *((" (", why, ")") if why else ()))))
    if not said:
        return ""
    key = "Taken over from what was published, and so no check of it: {counts}."
    return phrase(key, counts=joined("; ", said))


def _silent(page: Page) -> list[m.Block]:
    """The limits that nobody stated, in one sentence for each count, unless the document lists them."""
    said: list[str] = []
    for count in () if page.unchecked else page.judged.counts:
        names = [
            spaced(bound.entry.name, bound.entry.source) for bound in count.bounds
            if bound.value is not None and bound.most() is None and not anywhere(bound.value, FAULT)
        ]  # fmt: skip
        if names:
            said.append(joined(": ", (page.titles.member(count.cell.path), joined(", ", names))))
    words = phrase("Not checked, since no figure is stated: {limits}.", limits=joined("; ", said))
    return [m.Paragraph(marked(words))] if said else []
