"""A design made with one combination of options, solved and judged."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vdl import errors
from vdl.check import Types
from vdl.elaborate.design import elaborate
from vdl.graph.cells import CellId
from vdl.graph.design import Choice, Graph
from vdl.judge import Judged, judge
from vdl.semantics.types import Kind
from vdl.solve import Evaluation, Solution, Solver
from vdl.text.diagnostics import Diagnostic
from vdl.values import NOT_STATED, Value, Varying, high, is_number


class Attempt(NamedTuple):
    """A design made with one combination of options, solved and judged."""

    graph: Graph
    solution: Solution
    judged: Judged
    faults: tuple[Diagnostic, ...]
    """What is wrong with the design itself, and keeps it from being sized."""
    said: tuple[Diagnostic, ...]
    """What is wrong with formulas that only judge it; verdicts are not among it."""
    objectives: tuple[Value, ...]

    @property
    def broken(self) -> bool:
        return any(d.severity == "error" for d in self.faults)

    @property
    def errors(self) -> int:
        return sum(d.severity == "error" for d in (*self.faults, *self.said))

    @property
    def failed(self) -> int:
        """How many rules fail."""
        return sum(r.outcome in ("fails", "part") and r.severity == "error" for r in self.judged.rules)

    def merit(self) -> tuple[object, ...]:
        """Fewest faults, then fewest failed rules, then the objectives at their worst ends."""
        known = [high(v) if is_number(v) else None for v in self.objectives]  # type: ignore[arg-type]
        return self.errors, self.failed, tuple([(v is None, v or 0) for v in known])


def attempt(
    types: Types, design: Kind, as_of: str, kept: frozenset[str], chosen: Mapping[str, int],
    inputs: Mapping[CellId, Value] | None = None,
) -> Attempt:  # fmt: skip
    """Elaborate, solve and judge; elaboration asks for the values on which the structure hangs, and goes on with them.

    `inputs` take the place of what the quantities have.
    """
    making = elaborate(types, design, chosen)
    solver = Solver(kept, inputs)
    try:
        question = next(making)
        while True:
            question = making.send(solver.answer(*question))
    except StopIteration as done:
        graph, diagnostics = done.value
    solution = solver.solve(graph)
    evaluation = Evaluation(solution.values)
    objectives = tuple([_objective(choice, evaluation) for choice in graph.choices])
    judged, said = judge(graph, solution, kept, as_of)
    faults = (*diagnostics, *solver.diagnostics, *evaluation.diagnostics)
    return Attempt(graph, solution, judged, faults, tuple(said), objectives)


def _objective(choice: Choice, evaluation: Evaluation) -> Value:
    """What a `choose` wants to be small: one number, or a range, of which the worst end counts."""
    value = evaluation.evaluate(choice.objective)
    if isinstance(value, Varying):
        evaluation.say(errors.objective_varies(choice.objective_span, value.axes))
        return NOT_STATED
    return value
