"""Where a figure comes from that the design works out: its derivation on one line, with the citations of what it is made of."""

from __future__ import annotations

from vdl.graph.cells import Cell, Op
from vdl.graph.order import reads
from vdl.report import model as m
from vdl.report.formula import in_line, quantities
from vdl.report.formulas import formula_of
from vdl.report.page import Page
from vdl.text.phrases import joined

_LONG = 160
"""Characters of a derivation that is told in names and in numbers; a longer one only in numbers."""


def derived(page: Page, cell: Cell) -> m.Prose:
    """ "weight × share = 352 kg × 90 % [4.1]" of a figure that is worked out from others; nothing of one that is stated."""
    while isinstance(cell.formula, Cell):
        cell = cell.formula
    if not isinstance(cell.formula, Op):
        return ()
    tree = formula_of(page, cell.formula, cell.instance)
    if not quantities(tree):
        return ()
    names, numbers = in_line(tree, "names"), in_line(tree, "numbers")
    words = joined(" = ", (names, numbers)) if names != numbers and len(names) + len(numbers) <= _LONG else numbers
    cites = [cite for of in reads(cell.formula) for cite in of.cites]
    return (m.Text(words), *page.references.cite(cites)[:_CITES])


_CITES = 4
"""Citations of what a figure is made of."""
