"""`inputs OBJECT`: what the design fills in for an object, with its citations."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Assignment, Cell, Const, Instance, LabelSet
from vdl.graph.filled import filled
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.report import by_label
from vdl.report import model as m
from vdl.report.derived import derived
from vdl.report.owners import answering
from vdl.report.page import Page
from vdl.report.printing import Printed, figure, plain
from vdl.report.references import Cites
from vdl.report.titles import marked, spaced
from vdl.text.phrases import Day, joined, phrase
from vdl.values import FAULT
from vdl.words import values as show

_HEADS = ("Input", "Value", "Meaning", "Source")


def blocks(page: Page, instance: Instance) -> list[m.Block]:
    rows: list[m.Row] = []
    apart: list[by_label.Line] = []
    for one in inputs_of(page, instance):
        name, doc = (m.Text(one.name),), marked(one.doc)
        if one.cell is not None and by_label.places([cell := _printed(page, one.cell)]):
            apart.append(by_label.Line((), one.name, cell, (doc, one.source)))
        else:
            rows.append(m.Row((name, (one.value,), doc, one.source)))
    page.spelled |= by_label.told(apart)
    columns: tuple[m.Column, ...] = (*[m.Column(phrase(head)) for head in _HEADS],)
    if rows and not any(plain(row.cells[2]) for row in rows):
        columns = (columns[0], columns[1], columns[3])
        rows = [m.Row((row.cells[0], row.cells[1], row.cells[3])) for row in rows]
    found: list[m.Block] = [m.Table("", columns, tuple(rows))] if rows else []
    return [*found, *_by_label(apart)]


class Input(NamedTuple):
    """An input that the design fills: its name in words, its value, what it means, where it comes from, and the cell of a
    quantity."""

    name: str
    value: m.Value
    doc: str
    source: m.Prose
    cell: Cell | None


def inputs_of(page: Page, instance: Instance) -> Iterator[Input]:
    """What the design fills in for an object, and in what it holds, in the order in which its kind declares it."""
    order = list(instance.kind.all_members())
    for names, assignment, _ in sorted(filled(instance), key=lambda found: order.index(found[0][0])):
        holder = page.reading.within(instance, names[:-1])
        member = holder.kind.lookup(names[-1]) if holder is not None else None
        if holder is None or member is None or member.form != "input" or assignment.layer == "library":
            continue
        made = page.reading.slot(holder, member.name)
        value = _value(page, made)
        if value is not None:
            where = _where(page, holder, member.name, assignment)
            name = spaced(".".join(names), member.source)
            yield Input(name, value, member.doc(), where, made if isinstance(made, Cell) else None)


def _by_label(lines: list[by_label.Line]) -> list[m.Block]:
    """What differs from label to label: a table for each row of labels, without meanings where nobody wrote any."""
    found: dict[str, list[by_label.Line]] = {}
    for line in lines:
        found.setdefault(by_label.axis(by_label.places([line.cell])), []).append(line)
    tables: list[m.Block] = []
    for axis, some in found.items():
        told = any(plain(line.behind[0]) for line in some)
        some = [line if told else line._replace(behind=line.behind[1:]) for line in some]
        parts, behind = by_label.places([line.cell for line in some]), [phrase(head) for head in _HEADS[2 if told else 3:]]
        if parts:
            tables.append(by_label.table(phrase("By {axis}", axis=axis), (), phrase("Input"), some, parts, behind))
    return tables


def _printed(page: Page, cell: Cell) -> Printed:
    value, unit = page.reading.value(cell), show.unit_of_cell(cell, page.units)
    return Printed((figure(value, unit),), value, unit, cell)


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
        where = (*where, m.Text(joined("", (" (", phrase(assignment.layer), ")"))))
    return where


def sourced(page: Page, cites: Cites) -> m.Prose:
    """Citations, and of what is assumed the reasons, who is to confirm it and until when."""
    where: tuple[m.Inline, ...] = page.references.cite(cites)
    for cite in page.references.assumed(cites):
        said = joined("; ", filter(None, (phrase("assumed: {reason}", reason=cite.where), answering(cite.owner, cite.until))))
        where = (*where, m.Text(joined("", ("; " if where else "", said))))
    return where


def _value(page: Page, made: object) -> m.Value | None:
    if isinstance(made, Cell):
        value = page.reading.value(made)
        return None if value is FAULT else figure(value, show.unit_of_cell(made, page.units))
    words = worded(page, made)
    return m.Value(words) if words else None


def worded(page: Page, made: object) -> str:
    """What is no quantity, in words: a text, a day, an object by its model or title, a list; "" of anything else."""
    if isinstance(made, str):
        return made
    if isinstance(made, Const):
        return Day(made.value) if isinstance(made.value, str) else ""
    if isinstance(made, Instance):
        model = page.reading.slot(made, "model") if made.kind.lookup("model") is not None else None
        return model if isinstance(model, str) else page.titles.instance(made) or spaced(made.name)
    if isinstance(made, (Items, LabelSet)):
        return joined(", ", [_item(page, item) for item in made])
    return ""


def _item(page: Page, item: object) -> str:
    """One of a list in words: an object, a label, a quantity."""
    if isinstance(item, Instance):
        return worded(page, item)
    path = getattr(item, "path", "")
    return page.titles.member(path) if path else spaced(str(item))
