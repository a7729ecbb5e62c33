"""What a design rests on that nobody published: what is marked as assumed, figures without a source, defaults."""

from __future__ import annotations

from collections.abc import Container, Iterator

from vdl.graph.cells import Cell, Const
from vdl.graph.order import cell_needs, reads
from vdl.judge.assumptions import Assumption, assumptions, of_scenario
from vdl.records import NamedTuple
from vdl.report.inputs import worded
from vdl.report.page import Page
from vdl.report.ranked import ranks_of_objects
from vdl.report.titles import quantity, quantity_of, spaced
from vdl.semantics.types import TEXT, Quantity
from vdl.semantics.units import Exact, Unit, divide
from vdl.solve import CountValue
from vdl.text.phrases import joined, phrase
from vdl.values import FAULT, NOT_STATED, high, is_number, scalars
from vdl.words import values as show
from vdl.words.deciding import at_any_label


class Figure(NamedTuple):
    """What is assumed, and why; who is to confirm it, and until when, as far as that is said."""

    what: str
    why: str
    owner: str = ""
    until: str = ""


AssumedFigures = dict[Figure, list[str]]
"""The objects that assume each figure."""
DefaultsInUse = dict[tuple[str, str, str], list[str]]
"""(name, value, meaning) to the objects that use the default."""


def assumed(page: Page) -> tuple[AssumedFigures, DefaultsInUse]:
    """Every default that entered a result, and all that is marked as assumed, of what was computed so far:
    by the design and by its document. A default that is marked as assumed is told with the reason, and not a second time."""
    figures: AssumedFigures = {}
    defaults: DefaultsInUse = {}
    told: set[Cell | None] = set()
    for one in _told(page):
        told.add(one.cell)
        figures.setdefault(one.figure, []).append(one.of)
    for cell in _entered(page):
        if cell.origin == "default" and isinstance(cell.formula, Const) and cell.instance is not None and cell not in told:
            defaults.setdefault((quantity(cell), _words(page, cell), cell.doc()), []).append(cell.instance.path)
    return figures, defaults


class Weighed(NamedTuple):
    """A figure that is assumed, the objects that assume it, and what of it is bought hangs on it, in words: "16 carts"; "" where
    no count does."""

    figure: Figure
    where: list[str]
    hangs: str


def in_scenarios(page: Page) -> dict[Figure, list[str]]:
    """What the scenarios of a design assume that are not on top of it and somebody is to confirm, and which of them do."""
    on = {kind.name for kind in page.solved.design.layers() if kind.form == "scenario"}
    found: dict[Figure, list[str]] = {}
    for name, member in page.solved.design.all_members().items():
        for one in of_scenario(member.kind) if member.kind is not None and member.form == "scenario" and name not in on else ():
            said = page.titles.member(one.name)
            what = joined(" = ", (said, page.titles.written(one.text))) if one.form == "figure" else one.text or said
            for _, why, owner, until in one.reasons():
                if owner or until:
                    found.setdefault(Figure(what, why, owner, until), []).append(name)
    return found


def by_weight(page: Page, figures: AssumedFigures) -> list[Weighed]:
    """The figures, first those that decide counts: of these, what decides counts of objects that weigh more, and then what
    decides more pieces. A figure of a bound that is not the deciding one moves nothing by a little."""
    of = {cell: key for cell, key in _figures(page) if key in figures}
    ranks, rest = ranks_of_objects(page)
    found: dict[Figure, dict[str, tuple[int, Exact, Unit]]] = {}
    for count in page.judged.counts:
        owner = count.cell.path.rpartition(".")[0]
        number = max([high(one) for _, one in scalars(count.value) if is_number(one)], default=0)
        unit = show.unit_of_cell(count.cell, page.units)
        for key in {of[cell] for cell in _deciding_cells(page, count) if cell in of}:
            before = found.setdefault(key, {}).get(owner)
            if before is None or number > before[1]:
                found[key][owner] = ranks.get(owner, rest), number, unit
    weights = {key: _weight(list(of_objects.values())) for key, of_objects in found.items()}
    none = (rest + 1, 0, "")
    order = sorted(figures, key=lambda key: (weights.get(key, none)[:2], key))
    return [Weighed(key, figures[key], weights.get(key, none)[2]) for key in order]


def _weight(counts: list[tuple[int, Exact, Unit]]) -> tuple[int, Exact, str]:
    """The rank of what weighs most, how many pieces there are of that, as a negative number, and these in words."""
    best = min(rank for rank, _, _ in counts)
    pieces: dict[str, tuple[Exact, Unit]] = {}
    for rank, number, unit in counts:
        if rank == best:
            pieces[unit.plural] = pieces.get(unit.plural, (0, unit))[0] + number, unit
    most, unit = max(pieces.values(), key=lambda pair: divide(pair[0], pair[1].factor))
    return best, -divide(most, unit.factor), show.scalar(most, unit)


def _deciding_cells(page: Page, count: CountValue) -> set[Cell]:
    """What a count is computed from by the bounds that decide it, and by those that decide the counts in it."""
    solved = page.solved.solution.counts
    seen: set[Cell] = set()
    waiting = [count.cell]
    while waiting:
        cell = waiting.pop()
        if cell in seen:
            continue
        seen.add(cell)
        other = solved.get(cell)
        if other is None:
            waiting += cell_needs(cell)
        elif not other.given:
            waiting += reads(*[bound.entry.value for bound in at_any_label(other)])
    return seen


def decides(page: Page, figures: AssumedFigures) -> dict[Figure, list[str]]:
    """The paths of the counts that hang on each figure by themselves, not through another count."""
    of: dict[Cell, Figure] = {cell: key for cell, key in _figures(page) if key in figures}
    found: dict[Figure, dict[str, None]] = {}
    for count in page.judged.counts:
        seen: set[Cell] = set()
        waiting = [*cell_needs(count.cell)]
        while waiting:
            cell = waiting.pop()
            if cell in seen or cell.form == "count":
                continue
            seen.add(cell)
            if cell in of:
                found.setdefault(of[cell], {}).setdefault(count.cell.path)
            waiting += cell_needs(cell)
    return {key: list(paths) for key, paths in found.items()}


def moves(page: Page, figures: Container[Figure]) -> dict[Figure, list[str]]:
    """The paths of the quantities at the end of all that is computed from each figure, in the order of their text: a cost, a
    time. What only says whether something is so is none, nor what comes to zero."""
    readers: dict[Cell, list[Cell]] = {}
    for cell in page.reading.values:
        for needed in cell_needs(cell):
            readers.setdefault(needed, []).append(cell)
    found: dict[Figure, set[str]] = {}
    for start, key in _figures(page):
        if key not in figures:
            continue
        seen: set[Cell] = set()
        waiting = [start]
        while waiting:
            cell = waiting.pop()
            if cell in seen:
                continue
            seen.add(cell)
            waiting += readers.get(cell, ())
            if cell is not start and cell not in readers and _is_told(page, cell):
                found.setdefault(key, set()).add(cell.path)
    return {key: sorted(paths) for key, paths in found.items()}


def _is_told(page: Page, cell: Cell) -> bool:
    """Whether it is a quantity of the design that is not nothing."""
    if cell.instance is None or cell.form == "part" or not isinstance(cell.type, Quantity):
        return False
    return any(is_number(one) and high(one) != 0 for _, one in scalars(page.reading.values[cell]))


_UNSOURCED = phrase("given without a source")


class _Told(NamedTuple):
    """Something that is assumed, the path of the object that has it, and the cell of a quantity."""

    figure: Figure
    of: str
    cell: Cell | None


def _figures(page: Page) -> Iterator[tuple[Cell, Figure]]:
    """Every quantity that is assumed, with what is said of it."""
    for one in _told(page):
        if one.cell is not None:
            yield one.cell, one.figure


def quantities(page: Page) -> frozenset[Figure]:
    """What is assumed of quantities, on which others may hang."""
    return frozenset(figure for _, figure in _figures(page))


def _told(page: Page) -> Iterator[_Told]:
    """All that is assumed, and every figure that has no source. Of the library that is what enters a result; thresholds of its
    rules are not what a design assumes, unless somebody is to confirm them."""
    reading = page.reading
    for one in _assumptions(page):
        entered = one.cell is not None and one.cell.form == "input"
        bare = (entered or not one.is_of_library) and one.type is not TEXT  # words are told where they stand, with their reason
        said = [reason for _, *reason in one.reasons() if bare or any(reason[1:])]
        what, cell = _what(page, one) if said else ("", None)  # of few: the words of all would take longer than all else here
        for why, owner, until in said if what else ():
            yield _Told(Figure(what, why, owner, until), one.of, cell)
    for cell in list(_entered(page)):
        unsourced = cell.origin in ("given", "override") and not cell.cites and isinstance(cell.formula, Const)
        if unsourced and not all(one in (0, 1) for _, one in scalars(reading.values[cell])):
            assert cell.instance is not None
            yield _Told(Figure(_named(page, cell), _UNSOURCED), cell.instance.path or cell.instance.name, cell)


def _assumptions(page: Page) -> list[Assumption]:
    reading = page.reading
    graph = page.solved.graph
    graph = graph._replace(called=tuple(dict.fromkeys([*graph.called, *reading.elaboration.called])))
    units = page.compilation.names.cited_units(reading.elaboration.written_in)
    return list(assumptions(graph, reading.values, page.judged, units))


def texts_left_out(page: Page) -> int:
    """How many texts the design assumes that nobody is to confirm: they are told where they stand, and not among the others."""
    texts = [one for one in _assumptions(page) if one.type is TEXT and not one.is_of_library and _what(page, one)[0]]
    return sum([not any(any(by) for _, _, *by in one.reasons()) for one in texts])


def _what(page: Page, one: Assumption) -> tuple[str, Cell | None]:
    """What is assumed, in words, and the cell of a quantity; "" of what is not stated."""
    if one.form != "figure" or one.instance is None:
        return one.text or spaced(one.last, one.source), None
    made = one.cell or page.reading.slot(one.instance, one.last)
    if isinstance(made, Cell):
        value = page.reading.value(made)
        return ("", None) if value is FAULT or value is NOT_STATED else (_named(page, made), made)
    words = worded(page, made)
    return joined(" = ", (quantity_of(one.instance, one.last), words)) if words else "", None


def _entered(page: Page) -> Iterator[Cell]:
    """The inputs that entered a result."""
    for cell, value in page.reading.values.items():
        if cell.instance is not None and value is not FAULT and value is not NOT_STATED and cell.form == "input":
            yield cell


def _words(page: Page, cell: Cell) -> str:
    return show.told(page.reading.values[cell], show.unit_of_cell(cell, page.units))


def _named(page: Page, cell: Cell) -> str:
    """ "width = 3 m", and "2 carts" of what is called as its unit."""
    unit, name, words = show.unit_of_cell(cell, page.units), quantity(cell), _words(page, cell)
    is_scalar = is_number(page.reading.values[cell])
    return words if is_scalar and name in (unit.singular, unit.plural) else joined(" = ", (name, words))
