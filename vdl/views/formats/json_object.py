"""For machines: nodes in the order of computation, edges by name."""

from __future__ import annotations

from vdl.text.machine import Json, document
from vdl.views import Picture, View


def json_object(picture: Picture) -> str:
    nodes: list[Json] = []
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
    edges: list[Json] = [{"from": picture.name(a), "to": picture.name(b)} for a, b in picture.edges()]
    return document(design=picture.title, nodes=nodes, edges=edges)


VIEW = View("json", "for programs", json_object)
