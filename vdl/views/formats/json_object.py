"""For machines: nodes in the order of computation, edges by name."""

from __future__ import annotations

import json

from vdl.text.safe import escaped
from vdl.views import Picture, View

SCHEMA = 1


def json_object(picture: Picture) -> str:
    nodes = []
    for cell in picture.cells():
        span = cell.span()
        line, column = span.source.place(span.start)
        nodes.append(
            {
                "name": picture.name(cell),
                "form": cell.form,
                "origin": cell.origin,
                "value": picture.value(cell),
                "file": span.source.path,
                "line": line,
                "column": column,
            }
        )
    edges = [{"from": picture.name(a), "to": picture.name(b)} for a, b in picture.edges()]
    made = {"schema": SCHEMA, "design": picture.title, "nodes": nodes, "edges": edges}
    return escaped(json.dumps(made, ensure_ascii=False, indent=2))


VIEW = View("json", "for programs", json_object)
