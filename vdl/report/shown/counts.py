"""`show counts`: what is bought, what decides it, and what would decide next."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.page import Page, spaced
from vdl.report.printing import figure
from vdl.semantics.units import Unit
from vdl.solve import BoundValue
from vdl.words import values as show
from vdl.words.verdicts import asked, bound_at


def blocks(page: Page) -> list[m.Block]:
    columns = (m.Column("Count"), m.Column("Number", numeric=True), m.Column("Decided by"), m.Column("Next"))
    rows = []
    for count in page.judged.counts:
        unit = show.unit_of_cell(count.cell, page.units)
        stated = [b for b in count.bounds if b.required is not None]
        deciding = next((b for b in stated if b.decides), None)
        others = sorted((b for b in stated if b is not deciding), key=lambda b: b.rank() or (0, False), reverse=True)
        decided = "given" if count.given else _asks_for(deciding, unit) if deciding is not None else "nothing asks for any"
        rows.append(
            m.Row(((m.Code(count.cell.path),), (figure(count.value, unit, strong=True),), (m.Text(decided),),
                   (m.Text("; ".join([_asks_for(b, unit) for b in others[:3]])),)))
        )  # fmt: skip
    return [m.Table("", columns, tuple(rows))] if rows else []


def _asks_for(bound: BoundValue, unit: Unit) -> str:
    """ "by weight 1.91 carts at winter" """
    at = f" at {bound_at(bound)}" if bound.place else ""
    return f"{spaced(bound.entry.name)} {asked(bound, unit)}{at}"
