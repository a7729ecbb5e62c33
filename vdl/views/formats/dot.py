"""For Graphviz. Inputs are boxes, counts double octagons, rules diamonds, what is derived ellipses."""

from __future__ import annotations

from vdl.text.safe import shown
from vdl.views import LABEL, Picture, View

_SHAPES = {"count": "doubleoctagon", "input": "box", "rule": "diamond"}


def dot(picture: Picture) -> str:
    cells = picture.cells()
    key = {cell: _quoted(_key(picture.name(cell), index)) for index, cell in enumerate(cells, 1)}
    lines = [f"digraph {_quoted(picture.title)} {{", "  rankdir=LR;", "  node [fontname=\"sans-serif\"];"]
    for cell in cells:
        label = _quoted(f"{shown(picture.name(cell), LABEL)}\n{shown(picture.text(cell), LABEL)}")
        lines.append(f"  {key[cell]} [label={label}, shape={_SHAPES.get(cell.form, 'ellipse')}];")
    lines += [f"  {key[a]} -> {key[b]};" for a, b in picture.edges()]
    return "\n".join([*lines, "}"])


def _key(name: str, index: int) -> str:
    """What a node is called: its quantity's name, or its number where that is too long to be drawn."""
    return name if len(name) <= LABEL else f"#{index}"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


VIEW = View("dot", "for Graphviz", dot)
