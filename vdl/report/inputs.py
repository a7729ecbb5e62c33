"""`inputs OBJECT`: what the design fills in for an object, with its citations."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Assignment, Cell, Instance, Items, LabelSet
from vdl.graph.filled import filled
from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.report.derived import derived
from vdl.report.page import Page
from vdl.report.printing import figure
from vdl.report.references import Cites
from vdl.report.titles import spaced
from vdl.values import FAULT
from vdl.words import values as show


def blocks(page: Page, instance: Instance) -> list[m.Block]:
    rows = [m.Row(((m.Text(one.name),), (one.value,), (m.Text(one.doc),), one.source)) for one in inputs_of(page, instance)]
    columns: tuple[m.Column, ...] = (m.Column("Input"), m.Column("Value"), m.Column("Meaning"), m.Column("Source"))
    if rows and not any(row.cells[2] != (m.Text(""),) for row in rows):
        columns = (columns[0], columns[1], columns[3])
        rows = [m.Row((row.cells[0], row.cells[1], row.cells[3])) for row in rows]
    return [m.Table("", columns, tuple(rows))] if rows else []


class Input(NamedTuple):
    """An input that the design fills: its name in words, its value, what it means, and where it comes from."""

    name: str
    value: m.Value
    doc: str
    source: m.Prose
    is_quantity: bool


def inputs_of(page: Page, instance: Instance) -> Iterator[Input]:
    """What the design fills in for an object, and in what it holds, in the order in which its kind declares it."""
    order = list(instance.kind.all_members())
    for names, assignment, _ in sorted(filled(instance), key=lambda found: order.index(found[0][0])):
        holder = page.reading.within(instance, names[:-1])
        member = holder.kind.lookup(names[-1]) if holder is not None else None
        if holder is None or member is None or member.form != "input" or assignment.layer == "library":
            continue
        value = _value(page, holder, member.name)
        if value is not None:
            where = _where(page, holder, member.name, assignment)
            is_quantity = isinstance(page.reading.slot(holder, member.name), Cell)
            yield Input(spaced(".".join(names)), value, member.doc(), where, is_quantity)


def _where(page: Page, instance: Instance, name: str, assignment: Assignment) -> m.Prose:
    """Where a figure comes from: citations, assumptions, and the layer where it is no plain fill."""
    cites = [(c, assignment.env.source) for c in assignment.cites]
    cell = page.reading.slot(instance, name)
    if not cites and isinstance(cell, Cell) and isinstance(cell.formula, Cell):
        cites = list(cell.formula.cites)  # it only passes on another figure
    where = sourced(page, cites)
    if isinstance(cell, Cell) and (how := derived(page, cell)):
        where = (*how, *([m.Text("; ")] if where else []), *where)
    if assignment.layer not in ("given", "override"):
        where = (*where, m.Text(f" ({assignment.layer})"))
    return where


def sourced(page: Page, cites: Cites) -> m.Prose:
    """Citations, and the reasons of what is assumed."""
    where: tuple[m.Inline, ...] = page.references.cite(cites)
    for reason in page.references.assumed(cites):
        where = (*where, m.Text(f"{'; ' if where else ''}assumed: {reason}"))
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
