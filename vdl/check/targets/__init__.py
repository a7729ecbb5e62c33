"""What each name of a text stands for, and where that is declared. For those who look at a text: a check does without.

All of it is read off the tables of names and types, so nothing is decided here a second time: `bindings` say what a name
in an expression is, the type of what stands before a dot whose member comes behind it, and kinds what they hold.
"""

from __future__ import annotations

from vdl import syntax as s
from vdl.check.state import Types
from vdl.check.targets import documents, expressions, items, statements
from vdl.check.targets.walk import Form, Forms, Place, Target, Targets, Walk


def targets(types: Types, *files: str) -> Targets:
    """What the names in some files of a program stand for; without names of files, in all of them."""
    walk = Walk(types, _FORMS)
    for file in types.names.program.files.values():
        if not files or file.name in files:
            walk.look(file.tree, Place(file.source, None, {}))
    return walk.found


_DECLARING = statements.declaring()

_FORMS: Forms = {
    s.Import: items.import_, s.SourceDef: items.source, s.AxisDef: items.axis,
    s.DimensionDef: items.measures("name", "units"), s.DerivedDef: items.measures("name", "names"),
    s.UnitDef: items.measures("names"), s.OpenUnit: items.measures("names", "dimension"), s.DisplayDef: items.measures("name"),
    s.KindDef: items.in_file("kind", "parent"), s.DesignDef: items.in_file("kind", "base"),
    s.Extension: items.in_file("kind", "path"), s.DocumentDef: items.in_file("document"),
    s.UnitName: items.unit_name, s.TypeRef: items.type_, s.Cite: statements.cite,
    s.Field: _DECLARING, s.Let: _DECLARING, s.Count: _DECLARING, s.Require: _DECLARING, s.Place: _DECLARING,
    s.Expect: _DECLARING, s.Scenario: _DECLARING, s.Object: statements.declaring(kinds="kind"),
    s.Bound: statements.declaring("count"), s.Ask: statements.declaring("path", "ignoring"),
    s.Sweep: statements.declaring("path"),
    s.Function: statements.function, s.Fill: statements.below, s.Refine: statements.below, s.Waive: statements.waive,
    s.Show: documents.show, s.Include: documents.include, s.Table: documents.table, s.Chart: documents.chart,
    s.DrawnFor: documents.drawings, s.ShapesFor: documents.shapes_for, s.DocFor: documents.looping,
    s.Comprehension: documents.looping, s.Name: expressions.named, s.Attribute: expressions.attribute,
    s.Select: expressions.select, s.LabelMap: expressions.label_map, s.All: expressions.all_, s.Nearest: expressions.nearest,
    s.With: expressions.with_, s.Choose: expressions.choose,
}  # fmt: skip

__all__ = ["Form", "Target", "Targets", "targets"]
