"""Values of formulas that come up beside the order of computation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vdl.graph.cells import Cell, Formula, Graph
from vdl.graph.order import components, needs
from vdl.solve.counts import Solver
from vdl.solve.records import Solution
from vdl.text.diagnostics import Diagnostic


class Evaluator:
    """Values of formulas that come up while a design is elaborated, or after it was solved.

    Cells that have a value keep it; others are computed when they are first needed.
    """

    def __init__(
        self, graph: Graph, complete: Callable[[Cell], None], kept: frozenset[str], solution: Solution | None = None
    ) -> None:
        self.complete = complete
        self.solver = Solver(graph, kept, {})
        if solution is not None:
            self.solver.out = solution
            self.solver.values = solution.values

    def __call__(self, formula: Formula) -> Any:
        roots: list[Cell] = []
        needs(formula, roots)
        for component in components(roots, self.complete, self.solver.values):
            self.solver.component(component)
        return self.solver.evaluate(formula)

    def unsolved_count(self, formula: Formula) -> bool:
        """Whether a formula needs a count that has no value yet."""
        roots: list[Cell] = []
        needs(formula, roots)
        found = components(roots, self.complete, self.solver.values)
        return any(c.form == "count" and c.formula is None for component in found for c in component)

    def decider(self, count: Cell) -> str:
        """The bound that decided a count, in words: "by weight".

        Where that bound only passes on another count ("load and reserve"), the bound that decided that one.
        """
        seen: set[Cell] = set()
        words = ""
        current: Cell | None = count
        while current is not None and current not in seen:
            seen.add(current)
            solved = self.solver.out.counts.get(current)
            if solved is None:
                break
            if solved.given:
                return words or "given"
            bound = next((b for b in solved.bounds if b.binding), None)
            if bound is None:
                break
            words = bound.entry.name.replace("_", " ") + (f" at {bound.label}" if bound.label else "")
            read: list[Cell] = []
            needs(bound.entry.value, read)
            counts = [c for c in read if c.form == "count" and c.type == current.type]
            current = counts[0] if len(counts) == 1 else None
        return words

    @property
    def found(self) -> list[Diagnostic]:
        return self.solver.found
