"""Expectations that read the answers to questions: they are judged once these are known."""

from __future__ import annotations

from vdl.check import Types
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell
from vdl.graph.order import reads
from vdl.judge import Answer
from vdl.judge.expectations import judge_expectation
from vdl.query.questions import answer
from vdl.semantics.types import Kind
from vdl.solve import Plan
from vdl.text.diagnostics import failed
from vdl.values import NOT_STATED, Value
from vdl.variants import Attempt


def answered(types: Types, design: Kind, made: Attempt, as_of: str) -> Attempt:
    """A design with what its questions came to, as far as its expectations read that, and these judged anew."""
    graph = made.graph
    if not graph.answers or failed([*made.faults, *made.said]):
        return made
    compilation = Compilation(types.names.program, types.names, types, (), (), as_of)
    solved = Solved(design, design.name, types, graph, made.solution, made.judged, (), ())
    values: dict[Cell, Value] = {}
    for cell in graph.answers:
        entry = next((ask for ask in graph.asks if ask.node is cell.node), None)
        values[cell] = certain(answer(compilation, solved, entry)) if entry is not None else NOT_STATED
    read = reads(*[side for entry in graph.expects for side in (entry.left, entry.right, entry.within)])
    plan = Plan(graph, compilation.kept, made.solution, list(graph.answers), read)
    solver = plan.solve(values)
    expectations = tuple([judge_expectation(solver.evaluation, entry) for entry in graph.expects])
    solution = made.solution._replace(values={**made.solution.values, **solver.values})
    judged = made.judged._replace(expectations=expectations)
    return made._replace(solution=solution, judged=judged, said=(*made.said, *solver.diagnostics))


def certain(found: Answer) -> Value:
    """The value that answers a question; not stated where it has none, or where not every step on the way was judged."""
    return NOT_STATED if found.value is None or found.unsearched is not None else found.value


