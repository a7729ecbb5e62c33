"""What a solved design is asked about the figures that its authors write, and about the words beside them: likely slips."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.graph.design import Graph
from vdl.semantics.types import Axis
from vdl.semantics.units import Units
from vdl.slips.before_growth import before_growth
from vdl.slips.multiplied_twice import multiplied_twice
from vdl.slips.part_of_a_count import part_of_a_count
from vdl.slips.plausible import plausible
from vdl.slips.rounded_share import rounded_share
from vdl.slips.swapped import swapped
from vdl.slips.text_and_figure import text_and_figure
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic


def slips(graph: Graph, solution: Solution, units: Units, axes: Iterable[Axis]) -> tuple[Diagnostic, ...]:
    """All that a design is asked; `flattened`, of which its scenarios are asked, is looked for with each of them."""
    axes = tuple(axes)
    return (
        *plausible(graph, solution, units, axes), *multiplied_twice(graph, axes), *before_growth(graph, solution, axes),
        *rounded_share(graph, solution), *part_of_a_count(graph, solution, units), *swapped(graph),
        *text_and_figure(graph, solution, units, axes),
    )  # fmt: skip


__all__ = ["slips"]
