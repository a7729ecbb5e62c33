"""A flowchart for Mermaid. Inputs are boxes, counts hexagons, rules rhombs, what is derived has round ends."""

from __future__ import annotations

from vdl.text.safe import shown
from vdl.views import LABEL, Picture, View

_SHAPES = {"count": ("{{", "}}"), "input": ("[", "]"), "rule": ("{", "}")}
_WRITTEN = str.maketrans({"#": "#35;", '"': "#quot;", "<": "#lt;", ">": "#gt;"})


def mermaid(picture: Picture) -> str:
    cells = picture.cells()
    key = {cell: f"n{index}" for index, cell in enumerate(cells, 1)}
    lines = ["flowchart LR"]
    for cell in cells:
        before, after = _SHAPES.get(cell.form, ("([", "])"))
        text = f"{shown(picture.name(cell), LABEL)} = {shown(picture.text(cell), LABEL)}".translate(_WRITTEN)
        lines.append(f'  {key[cell]}{before}"{text}"{after}')
    lines += [f"  {key[a]} --> {key[b]}" for a, b in picture.edges()]
    return "\n".join(lines)


VIEW = View("mermaid", "a flowchart for Mermaid", mermaid)
