"""What a design rests on that nobody published: figures marked as assumed, figures without a source, defaults."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Cell, Const, Formula
from vdl.graph.order import cell_needs, reads
from vdl.report.page import Page
from vdl.report.ranked import ranked
from vdl.report.titles import quantity, spaced
from vdl.text.phrases import joined, phrase
from vdl.values import FAULT, NOT_STATED, scalars
from vdl.words import values as show
from vdl.words.limits import limits_left

Figure = tuple[str, str]
"""What is assumed, and why."""

AssumedFigures = dict[Figure, list[str]]
"""The objects that assume each figure."""
DefaultsInUse = dict[tuple[str, str, str], list[str]]
"""(name, value, meaning) to the objects that use the default."""


def assumed(page: Page) -> tuple[AssumedFigures, DefaultsInUse]:
    """Every default that entered a result, and every figure that is marked as assumed, of all that was computed so far:
    by the design and by its document."""
    figures: AssumedFigures = {}
    defaults: DefaultsInUse = {}
    for cell, key in _figures(page):
        assert cell.instance is not None
        figures.setdefault(key, []).append(cell.instance.path or (cell.instance.name if key[1] == _UNSOURCED else ""))
    for cell in _entered(page):
        if cell.origin == "default" and isinstance(cell.formula, Const) and cell.instance is not None:
            defaults.setdefault((quantity(cell), _words(page, cell), cell.doc()), []).append(cell.instance.path)
    return figures, defaults


def by_weight(page: Page, figures: AssumedFigures) -> list[tuple[Figure, list[str]]]:
    """The figures with the objects that assume them: first those that a count hangs on, of these
    those that the nearest limit does; of equal ones by name."""
    cells: dict[Figure, list[Cell]] = {}
    for cell, key in _figures(page):
        cells.setdefault(key, []).append(cell)
    ranks: dict[Cell, int] = {}
    for rank, formulas in enumerate(_limiting(page)):
        waiting = reads(*formulas)
        while waiting:
            cell = waiting.pop()
            if cell not in ranks:  # what hangs on it was met with it
                ranks[cell] = rank
                waiting += cell_needs(cell)
    last, moved = len(ranks), decides(page, figures)
    order = {key: min([ranks.get(cell, last) for cell in of]) for key, of in cells.items()}
    return sorted(figures.items(), key=lambda pair: (pair[0] not in moved, order.get(pair[0], last), pair[0]))


def decides(page: Page, figures: AssumedFigures) -> dict[Figure, list[str]]:
    """The paths of the counts that hang on each figure by themselves, not through another count."""
    of: dict[Cell, Figure] = {cell: key for cell, key in _figures(page) if key in figures}
    found: dict[Figure, dict[str, None]] = {}
    for count in page.judged.counts:
        seen: set[Cell] = set()
        waiting = cell_needs(count.cell)
        while waiting:
            cell = waiting.pop()
            if cell in seen or cell.form == "count":
                continue
            seen.add(cell)
            if cell in of:
                found.setdefault(of[cell], {}).setdefault(count.cell.path)
            waiting += cell_needs(cell)
    return {key: list(paths) for key, paths in found.items()}


def _limiting(page: Page) -> Iterator[list[Formula]]:
    """What each limit is computed from, the nearest first."""
    counts = {count.cell.path: count.cell for count in page.judged.counts}
    rules = {rule.name: rule.rule.condition for rule in page.judged.rules if rule.rule is not None}
    for _, limit in ranked(page, limits_left(page.solved, page.units)):
        if limit.use != 1 and limit.is_count and limit.path in counts:
            yield [bound.value for bound in counts[limit.path].bounds if spaced(bound.name) == spaced(limit.by)]
        elif limit.use != 1 and not limit.is_count and limit.path in rules:
            yield [rules[limit.path]]


_UNSOURCED = phrase("given without a source")


def _figures(page: Page) -> Iterator[tuple[Cell, Figure]]:
    """Every figure that is assumed, with what is said of it."""
    for cell in _entered(page):
        reasons = page.references.assumed(cell.cites)
        unsourced = cell.origin in ("given", "override") and not cell.cites and isinstance(cell.formula, Const)
        if unsourced and not all(one in (0, 1) for _, one in scalars(page.reading.values[cell])):
            reasons = [*reasons, _UNSOURCED]
        if reasons:  # as of few: the words of all would take longer than everything else here
            what = joined(" = ", (quantity(cell), _words(page, cell)))
            for reason in reasons:
                yield cell, (what, reason)


def _entered(page: Page) -> Iterator[Cell]:
    """The inputs that entered a result."""
    for cell, value in page.reading.values.items():
        if cell.instance is not None and value is not FAULT and value is not NOT_STATED and cell.form == "input":
            yield cell


def _words(page: Page, cell: Cell) -> str:
    return show.text(page.reading.values[cell], show.unit_of_cell(cell, page.units))
