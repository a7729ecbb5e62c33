"""What is not judged of a design that scenarios or options change, in words."""

from __future__ import annotations

from vdl.compilation import Solved
from vdl.text.diagnostics import several
from vdl.text.phrases import filled, joined, phrase


def left_out(solved: Solved) -> str:
    """ "12 expectations are not compared, since --set changes the design"; "" where all is judged."""
    figures, waivers = solved.left_out
    parts = [several(len(figures), "expectation is not compared", "expectations are not compared")] if figures else []
    if waivers:
        idle = ("waiver that accepts nothing is no error", "waivers that accept nothing are no error")
        parts.append(several(len(waivers), *idle))
    layers = [phrase("scenario {name}", name=name) for name in solved.layers] + (["--set"] if solved.options else [])
    given = {"parts": joined(phrase(" and "), parts), "layers": joined(phrase(" and "), layers)}
    key, many = "{parts}, since {layers} changes the design", "{parts}, since {layers} change the design"
    return filled(key, given, many, len(layers)) if parts else ""


__all__ = ["left_out"]
