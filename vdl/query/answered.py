"""Expectations that read the answers to questions: they are judged once these are known.

A question may take long, so it is answered where somebody wants to know: `check`, `size` and documents judge every
expectation, `explain` the one it is asked about, and the others none. A `Reading` answers what an expression reads.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from vdl.check import Types
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell
from vdl.graph.design import AskEntry, ExpectEntry, Graph
from vdl.graph.order import and_needed, reads
from vdl.judge import Answer
from vdl.judge.expectations import judge_expectation
from vdl.query.questions import answer
from vdl.semantics.types import Kind
from vdl.solve import Plan
from vdl.text.diagnostics import failed
from vdl.values import NOT_STATED, Value
from vdl.variants import Attempt


def answered(types: Types, design: Kind, made: Attempt, as_of: str, wanted: Collection[str] | None) -> Attempt:
    """A design with what its questions came to, as far as its expectations read that, and these judged anew.

    `wanted` are the names of the expectations that are judged so, None all of them; others that read answers are left out.
    """
    graph = made.graph
    kept = types.names.kept_axes()
    read = [cell for entry in graph.expects for cell in _sides(entry)]
    plan = Plan(graph, kept, made.solution, list(graph.answers), read)
    left_out = {
        entry.name for entry in graph.expects
        if wanted is not None and entry.name not in wanted and any(cell in plan.moved for cell in _sides(entry))
    }  # fmt: skip
    entries = [entry for entry in graph.expects if entry.name not in left_out]
    judged = made.judged
    judged = judged._replace(expectations=tuple([one for one in judged.expectations if one.entry.name not in left_out]))
    asked = answers_read([cell for entry in entries for cell in _sides(entry)], graph.answers)
    if not asked or failed([*made.faults, *made.said]):
        return made._replace(judged=judged)
    compilation = Compilation(types.names.program, types.names, types, (), (), as_of)
    solved = Solved(design, design.name, types, graph, made.solution, made.judged, (), ())
    found: list[Answer] = []
    values: dict[Cell, Value] = {cell: NOT_STATED for cell in graph.answers}
    for cell in asked:
        question = question_of(graph, cell.node)
        if question is not None:
            found.append(answer(compilation, solved, question))
            values[cell] = certain(found[-1])
    solver = plan.solve(values)
    judged = judged._replace(expectations=tuple([judge_expectation(solver.evaluation, entry) for entry in entries]))
    solution = made.solution._replace(values={**made.solution.values, **solver.values})
    said = (*made.said, *solver.diagnostics)
    return made._replace(solution=solution, judged=judged, said=said, answers=tuple(found))


def _sides(entry: ExpectEntry) -> list[Cell]:
    """What an expectation reads."""
    return reads(entry.left, entry.right, entry.within)


def answers_read(cells: Iterable[Cell], answers: Iterable[Cell]) -> list[Cell]:
    """Those of some answers that are among cells, or that these are computed from."""
    seen = and_needed(cells)
    return [cell for cell in answers if cell in seen]


def question_of(graph: Graph, node: object) -> AskEntry | None:
    """The question of a design that stands there; None where the design does not ask it."""
    return next((entry for entry in graph.asks if entry.node is node), None)


def certain(found: Answer) -> Value:
    """The value that answers a question; not stated where it has none, where not every step on the way was judged, or where it is
    one by what is stated alone."""
    return NOT_STATED if found.value is None or found.unsearched is not None or found.missed else found.value
