"""The report model as JSON, for machines that read documents.

Every value of the model is an object with its fields by name. Where the model allows several
kinds (blocks and inline items), `kind` names the class in lower case: "paragraph", "value" ...
Tuples are lists; the items of `Facts` are objects with `label` and `value`. Keys are sorted,
lists keep the order of the report.
"""

from __future__ import annotations

import dataclasses

from vdl.render import Format
from vdl.report.model import Facts, Report
from vdl.text.machine import Json, document


def json_text(report: Report) -> str:
    """The whole report, indented, in UTF-8, with a newline at the end; what can't be seen is escaped."""
    return document(report=_tree(report)) + "\n"


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
            fields[field.name] = _tree(getattr(value, field.name))
        return dict(sorted(fields.items()))
    raise TypeError(f"not a value of the report model: {type(value).__name__}")


FORMAT = Format("json", ".json", "application/json", lambda report: json_text(report).encode())
