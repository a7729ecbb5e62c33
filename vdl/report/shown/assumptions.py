"""`show assumptions`: stated factors between units, every default that entered a result, and every figure that is marked
as assumed."""

from __future__ import annotations

from vdl.report import model as m
from vdl.report.assumed import assumed
from vdl.report.inputs import sourced
from vdl.report.page import Page


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _tables(page))


def _tables(page: Page) -> list[m.Block]:
    found: list[m.Block] = []
    factors = page.compilation.factors(page.reading.elaboration.written_in)
    if factors:
        rows = tuple([
            m.Row(((m.Value(f"1 {stated.unit}"),), (m.Value(stated.value),), sourced(page, cites))) for stated, cites in factors
        ])  # fmt: skip
        found.append(m.Table("Units in other units", (m.Column("Unit"), m.Column("Taken as"), m.Column("Source")), rows))
    figures, defaults = assumed(page)
    if figures:
        heads = (m.Column("Assumed"), m.Column("Of"), m.Column("Why"))
        rows = tuple([
            m.Row(((m.Text(what),), _of(where), (m.Text(why),))) for (what, why), where in sorted(figures.items())
        ])  # fmt: skip
        found.append(m.Table("Figures without a published source", heads, rows))
    if defaults:
        columns = (m.Column("Default"), m.Column("Value"), m.Column("Of"), m.Column("Meaning"))
        rows = tuple([
            m.Row(((m.Text(name),), (m.Value(words),), _of(where), (m.Text(doc),)))
            for (name, words, doc), where in sorted(defaults.items())
        ])  # fmt: skip
        found.append(m.Table("Defaults in use", columns, rows))
    return found


def _of(paths: list[str]) -> m.Prose:
    """The objects that have something; the design itself has no path."""
    unique = sorted(set(paths))
    if unique == [""]:
        return (m.Text("the design"),)
    return (m.Code(", ".join(unique[:4]) + (f" and {len(unique) - 4} more" if len(unique) > 4 else "")),)
