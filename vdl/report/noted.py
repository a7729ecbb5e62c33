"""What stands below a table: where its figures are published, and of a bill why something is 0 and what is rounded."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.graph.cells import Cell, Op
from vdl.report import model as m
from vdl.report import precision
from vdl.report.page import Page
from vdl.report.printing import Printed
from vdl.text.phrases import phrase

_CITED = 6
"""Citations below a table; the others are counted."""


def sources(page: Page, columns: Iterable[list[Printed]]) -> m.Prose:
    """Where the figures of a table are published that the design states: what it works out has a derivation elsewhere."""
    found = _cited(page, [cell for cells in columns for cell in cells])
    if not found:
        return ()
    return (m.Text(phrase("Sources: ")), *_few(found))


def of_bill(page: Page, columns: list[list[Printed]], whole: Iterable[tuple[str, list[Printed]]]) -> m.Prose:
    """Why something is stated as 0, such as a figure that is part of another one, whose offers the other prices are of, and that
    amounts are rounded. `whole` are the columns, each under its head, that are no part of a figure by label: what is paid in some
    years alone is 0 in the others."""
    said: list[m.Inline] = []
    for head, cells in whole:
        cells = [_whole(cell) for cell in cells]
        nothing = _cited(page, [cell for cell in cells if cell.value == 0])
        paid = _cited(page, [cell for cell in cells if cell.value != 0 and cell.unit is not None and cell.unit.is_paid])
        for words, cites in ((phrase("{head}, where it is 0: ", head=head), nothing), (phrase("{head}: ", head=head), paid)):
            said += [*([m.Text(" ")] if said else []), m.Text(words), *_few(cites)] if cites else []
    rounded = precision.note(page, columns)
    return (*said, *([m.Text(" ")] if said and rounded else []), *rounded)


def _few(cites: list[m.Cite]) -> m.Prose:
    more = len(cites) - _CITED
    return (*cites[:_CITED], *((m.Text(phrase(", and {rest} more", rest=more)),) if more > 0 else ()))


def _cited(page: Page, cells: Iterable[Printed]) -> list[m.Cite]:
    """The sources of the inputs that cells print, where the design fills them; each once."""
    stated = [_stated(cell) for cell in cells]
    return list(dict.fromkeys([cite for one in stated if one is not None for cite in page.references.cite(one.cites)]))


def _whole(cell: Printed) -> Printed:
    """What one label is shown of, as what is stated for all of them: the same offer says it."""
    of = cell.formula
    while isinstance(of, Op) and of.op == "at":
        of = of.args[0]
    return cell._replace(formula=of)


def _stated(cell: Printed) -> Cell | None:
    of = cell.formula
    while isinstance(of, Cell) and isinstance(of.formula, Cell) and not of.cites:
        of = of.formula
    return of if isinstance(of, Cell) and of.form == "input" and of.origin in ("given", "override") else None


__all__ = ["of_bill", "sources"]
