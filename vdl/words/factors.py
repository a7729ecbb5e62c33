"""Which stated factors between units a design uses."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.compilation import Compilation
from vdl.graph.cells import Cites
from vdl.semantics.factors import StatedFactor


def in_use(compilation: Compilation, written_in: Iterable[str]) -> list[tuple[StatedFactor, Cites]]:
    """The stated factors that turn some of these units into others, or into those that values are shown in; each with its
    citations."""
    names = compilation.names
    units, factors = names.units, names.factors
    used = set(written_in)
    for name in factors.open_in(used):
        shown = units.display.get(units.open[name].dimension)
        if shown is not None:
            used.add(shown.plural)
    found = []
    for stated in factors.in_use(used):
        cites, source = names.unit_cites[stated.key]
        found.append((stated, tuple([(cite, source) for cite in cites])))
    return found


__all__ = ["in_use"]
