"""The report model as JSON, for machines that read documents.

Every value of the model is an object with its fields by name. Where the model allows several
kinds (blocks and inline items), `kind` names the class in lower case: "paragraph", "value" ...
Tuples are lists; the items of `Facts` are objects with `label` and `value`. Keys are sorted,
lists keep the order of the report. `schema` is raised when a reader would have to change.
"""

from __future__ import annotations

import dataclasses
import json
from typing import TypeAlias

from vdl.render import Format
from vdl.report.model import Facts, Report
from vdl.text.safe import escaped

SCHEMA = 1

Json: TypeAlias = "bool | int | str | list[Json] | dict[str, Json] | None"


def json_text(report: Report) -> str:
    """The whole report, indented, in UTF-8, with a newline at the end; what can't be seen is escaped."""
    whole: Json = {"schema": SCHEMA, "report": _tree(report)}
    return escaped(json.dumps(whole, ensure_ascii=False, indent=2, sort_keys=True)) + "\n"


def _tree(value: object) -> Json:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, tuple):
        return [_tree(item) for item in value]
    if isinstance(value, Facts):
        items: list[Json] = [{"label": label, "value": _tree(prose)} for label, prose in value.items]
        return {"kind": "facts", "items": items}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields: dict[str, Json] = {"kind": type(value).__name__.lower()}
        for field in dataclasses.fields(value):
            fields[field.name] = _tree(getattr(value, field.name))
        return fields
    raise TypeError(f"not a value of the report model: {type(value).__name__}")


FORMAT = Format("json", ".json", "application/json", lambda report: json_text(report).encode())
