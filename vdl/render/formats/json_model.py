"""The report as JSON: what scripts look for by name, and the model of the report, for machines that read documents.

`bill`, `counts`, `rules`, `expectations` and `assumptions` stand at the top, described in docs/reference/json.md. In `report`
every value of the model is an object with its fields by name. Where the model allows several kinds (blocks and inline items),
`kind` names the class in lower case: "paragraph", "value" ... Tuples are lists; the items of `Facts` are objects with `label`
and `value`. Keys are sorted, lists keep the order of the report.
"""

from __future__ import annotations

import dataclasses

from vdl.render import Format
from vdl.render.bill_rows import figure, heads, rows, words
from vdl.report.model import Column, Facts, Prose, Report, Table, Value
from vdl.text.machine import Json, document

_ELSEWHERE = frozenset(("brand", "components", "findings", "holders", "summary", "tree", "words"))
"""Fields of a report that are no part of its pages, and those that others say in text."""


def json_text(report: Report) -> str:
    """The whole report, indented, in UTF-8, with a newline at the end; what can't be seen is escaped."""
    bill: list[Json] = [_bill(table) for table in report.bill()]
    return document(bill=bill, **report.findings(), report=_tree(report)) + "\n"


def _bill(table: Table) -> dict[str, Json]:
    names = heads(table)
    made: list[Json] = []
    for sort, row in rows(table):
        cells = zip(names, table.columns, row.cells)
        made.append({"sort": sort, "group": row.group, "cells": {name: _cell(column, cell) for name, column, cell in cells}})
    units: dict[str, Json] = {name: column.unit for name, column in zip(names, table.columns) if column.numeric}
    return {"title": table.caption, "units": units, "rows": made}


def _cell(column: Column, cell: Prose) -> Json:
    """A number as an object, words as a text; null where nothing is stated."""
    found = figure(cell)
    if found is not None:
        bound: dict[str, Json] = {"bound": found.bound} if found.bound is not None else {}
        return {"exact": found.exact, "decimal": found.decimal, "unit": column.unit, "text": found.text, **bound}
    return words(cell, numeric=column.numeric) or None


def _tree(value: object) -> Json:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple):
        return [_tree(item) for item in value]
    if isinstance(value, Facts):
        items: list[Json] = [{"label": label, "value": _tree(prose)} for label, prose in value.items]
        return {"items": items, "kind": "facts"}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields: dict[str, Json] = {"kind": type(value).__name__.lower()}
        for field in dataclasses.fields(value):
            found = getattr(value, field.name)
            if field.name not in _ELSEWHERE and not (isinstance(value, Value) and found is None):
                fields[field.name] = _tree(found)
        return dict(sorted(fields.items()))
    raise TypeError(f"not a value of the report model: {type(value).__name__}")


FORMAT = Format("json", ".json", "application/json", lambda report: json_text(report).encode())
