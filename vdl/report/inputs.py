"""`inputs OBJECT`: what the design fills in for an object, with its citations."""

from __future__ import annotations

from vdl.graph.cells import Assignment, Cell, Instance, Items, LabelSet
from vdl.graph.filled import filled
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.references import Cites
from vdl.report.titles import spaced
from vdl.text.phrases import joined, phrase
from vdl.values import FAULT
from vdl.words import values as show

_HEADS = ("Input", "Value", "Meaning", "Source")


def blocks(page: Page, instance: Instance) -> list[m.Block]:
    rows = []
    order = list(instance.kind.all_members())
    for names, assignment, _ in sorted(filled(instance), key=lambda found: order.index(found[0][0])):
        holder = page.reading.within(instance, names[:-1])
        member = holder.kind.lookup(names[-1]) if holder is not None else None
        if holder is None or member is None or member.form != "input" or assignment.layer == "library":
            continue
        value = _value(page, holder, member.name)
        if value is None:
            continue
        where = _where(page, holder, member.name, assignment)
        rows.append(m.Row(((m.Text(spaced(".".join(names), member.source)),), (value,), (m.Text(member.doc()),), where)))
    columns: tuple[m.Column, ...] = (*[m.Column(phrase(head)) for head in _HEADS],)
    if rows and not any(row.cells[2] != (m.Text(""),) for row in rows):
        columns = (columns[0], columns[1], columns[3])
        rows = [m.Row((row.cells[0], row.cells[1], row.cells[3])) for row in rows]
    return [m.Table("", columns, tuple(rows))] if rows else []


def _where(page: Page, instance: Instance, name: str, assignment: Assignment) -> m.Prose:
    """Where a figure comes from: citations, assumptions, and the layer where it is no plain fill."""
    cites = [(c, assignment.env.source) for c in assignment.cites]
    cell = page.reading.slot(instance, name)
    if not cites and isinstance(cell, Cell) and isinstance(cell.formula, Cell):
        cites = list(cell.formula.cites)  # it only passes on another figure
    where = sourced(page, cites)
    if assignment.layer not in ("given", "override"):
        where = (*where, m.Text(joined("", (" (", phrase(assignment.layer), ")"))))
    return where


def sourced(page: Page, cites: Cites) -> m.Prose:
    """Citations, and the reasons of what is assumed."""
    where: tuple[m.Inline, ...] = page.references.cite(cites)
    for reason in page.references.assumed(cites):
        where = (*where, m.Text(("; " if where else "") + phrase("assumed: {reason}", reason=reason)))
    return where


def _value(page: Page, instance: Instance, name: str) -> m.Value | None:
    made = page.reading.slot(instance, name)
    if isinstance(made, str):
        return m.Value(made)
    if isinstance(made, Instance):
        model = page.reading.slot(made, "model") if made.kind.lookup("model") is not None else None
        return m.Value(model if isinstance(model, str) else made.path or made.name)
    if isinstance(made, Cell):
        value = page.reading.value(made)
        return None if value is FAULT else figure(value, show.unit_of_cell(made, page.units))
    if isinstance(made, (Items, LabelSet)):
        return m.Value(", ".join([str(getattr(item, "path", item)) for item in made])) if made else None
    return None
