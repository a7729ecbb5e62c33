"""What is not judged of a design that scenarios or options change, in words."""

from __future__ import annotations

from vdl.compilation import Solved
from vdl.text.diagnostics import several


def left_out(solved: Solved) -> str:
    """ "12 expectations are not compared, since --set changes the design"; "" where all is judged."""
    figures, waivers = solved.left_out
    parts = [several(len(figures), "expectation is", "expectations are") + " not compared"] if figures else []
    if waivers:
        idle = several(len(waivers), "waiver that accepts nothing is", "waivers that accept nothing are")
        parts.append(f"{idle} no error")
    layers = [f"scenario {name}" for name in solved.layers] + (["--set"] if solved.options else [])
    changes = "changes" if len(layers) == 1 else "change"
    return f"{' and '.join(parts)}, since {' and '.join(layers)} {changes} the design" if parts else ""


__all__ = ["left_out"]
