"""What a design rests on that nobody published: figures marked as assumed, figures without a source, defaults."""

from __future__ import annotations

from vdl.graph.cells import Cell, Const
from vdl.report.page import Page
from vdl.report.titles import spaced
from vdl.text.phrases import joined, phrase
from vdl.values import FAULT, NOT_STATED, scalars
from vdl.words import values as show

AssumedFigures = dict[tuple[str, str], list[str]]
"""(what, why) to the objects that assume it."""
DefaultsInUse = dict[tuple[str, str, str], list[str]]
"""(name, value, meaning) to the objects that use the default."""


def assumed(page: Page) -> tuple[AssumedFigures, DefaultsInUse]:
    """Every default that entered a result, and every figure that is marked as assumed, of all that was computed so far:
    by the design and by its document."""
    figures: AssumedFigures = {}
    defaults: DefaultsInUse = {}
    for cell, value in page.reading.values.items():
        if cell.instance is None or value is FAULT or value is NOT_STATED or cell.form != "input":
            continue
        words = show.text(value, show.unit_of_cell(cell, page.units))
        for reason in page.references.assumed(cell.cites):
            figures.setdefault((joined(" = ", (_name(cell), words)), reason), []).append(cell.instance.path)
        unsourced = cell.origin in ("given", "override") and not cell.cites and isinstance(cell.formula, Const)
        if unsourced and not all(one in (0, 1) for _, one in scalars(value)):
            key = (joined(" = ", (_name(cell), words)), phrase("given without a source"))
            figures.setdefault(key, []).append(cell.instance.path or cell.instance.name)
        if cell.origin == "default" and isinstance(cell.formula, Const):
            defaults.setdefault((_name(cell), words, cell.doc()), []).append(cell.instance.path)
    return figures, defaults


def _name(cell: Cell) -> str:
    """The name of a member, whose kind may be one of the library."""
    member = cell.instance.kind.lookup(cell.name) if cell.instance is not None else None
    return spaced(cell.name, member.source if member is not None else None)
