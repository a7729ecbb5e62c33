"""Values: every cell of a graph in order, counts as least fixed points."""

from __future__ import annotations

from typing import Any

from vdl.graph.cells import Cell, Graph
from vdl.solve.counts import Solver
from vdl.solve.evaluator import Evaluator
from vdl.solve.records import BoundValue, CountValue, Solution
from vdl.text.diagnostics import Diagnostic

__all__ = ["BoundValue", "CountValue", "Evaluator", "Solution", "Solver", "solve"]


def solve(
    graph: Graph, kept: frozenset[str], overrides: dict[Cell, Any] | None = None, only: set[Cell] | None = None,
    before: Solution | None = None,
) -> tuple[Solution, list[Diagnostic]]:
    """Compute a graph. `overrides` puts values in place of cells'; with `before` and `only`, cells outside
    `only` keep the values they had (for inverse questions)."""
    solver = Solver(graph, kept, overrides or {})
    if before is not None and only is not None:
        solver.values.update({c: v for c, v in before.values.items() if c not in only})
        solver.out.counts.update({c: v for c, v in before.counts.items() if c not in only})
    for component in graph.order:
        if before is not None and only is not None and component[0] not in only:
            continue
        solver.component(component)
    return solver.out, solver.found
