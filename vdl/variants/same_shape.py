"""Scenarios that give some inputs of a design other numbers and change nothing else: whether such a one can be solved is found
out in the graph of the design, by solving it once more."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.compilation import Solved
from vdl.elaborate.design import FORMS
from vdl.elaborate.state import Elaboration
from vdl.graph.apart import for_question
from vdl.graph.cells import NO_LOCALS, Cell, Const, Env, Formula, Instance
from vdl.graph.design import Graph
from vdl.graph.identity import CellId, cell_id
from vdl.judge import judge
from vdl.semantics.types import Filling, Kind
from vdl.solve import Evaluation, Solver
from vdl.solve.inputs import first_violation
from vdl.values import Value, is_exact, is_number, scalars

_LITERALS = (s.Number, s.LabelMap, s.Unary, s.Truth)
"""What numbers are written with. A range would be another unknown in the scenario."""


def is_solved(solved: Solved, scenario: Kind, as_of: str) -> bool:
    """Whether a design in which nothing is wrong is solved with one of its scenarios, too, without what expectations and
    questions read. False where its graph does not tell: it may have another shape there, or something may be wrong."""
    values = _moved(solved, scenario)
    if values is None:
        return False
    graph = for_question(solved.graph, "", "")
    kept = solved.types.names.kept_axes()
    solver = Solver(kept, values)
    solution = solver.solve(graph)
    evaluation = Evaluation(solution.values)
    if any(evaluation.evaluate(one.condition) != one.taken for one in graph.decisions):
        return False
    _, said = judge(graph, solution, kept, as_of)
    return not any(d.severity == "error" for d in (*solver.diagnostics, *evaluation.diagnostics, *said))


def _moved(solved: Solved, scenario: Kind) -> dict[CellId, Value] | None:
    """The values that a scenario gives to inputs; None where it does more than that, or where more may hang on these."""
    graph = solved.graph
    if scenario.members or graph.choices or graph.measured or solved.solution.draw is not None:
        return None
    if len({filling.path for filling in scenario.fillings}) < len(scenario.fillings) or any(_looks_at_names(graph)):
        return None
    making = Elaboration(solved.types, FORMS, solved.design, {}, graph, solved.solution.values)
    found: dict[CellId, Value] = {}
    for filling in scenario.fillings:
        cell = _input(graph, filling)
        if cell is None or cell not in solved.solution.values or not _is_a_literal(filling.node.value):
            return None
        made = making.formula(filling.node.value, Env(graph.root, NO_LOCALS, filling.source))
        if not (_is_number(made) and _is_stated(cell.formula)) or making.diagnostics or making.measured:
            return None
        assert isinstance(made, Const)
        if cell.domain is not None and first_violation(cell.domain, made.value) is not None:
            return None
        found[cell_id(cell)] = made.value
    return found


def _input(graph: Graph, filling: Filling) -> Cell | None:
    """The input that is filled, of an object that the design owns."""
    held: Instance = graph.root
    *owners, name = filling.path
    for owner in owners:
        member, made = held.kind.lookup(owner), held.slots.get(owner)
        if member is None or member.form != "object" or not isinstance(made, Instance) or made.base is not None or made.parts:
            return None
        held = made
    cell = held.slots.get(name)
    return cell if isinstance(cell, Cell) and cell.form == "input" and not filling.extension else None


def _is_a_literal(expr: s.Expr) -> bool:
    return all(isinstance(node, _LITERALS) for node in s.walk(expr) if isinstance(node, s.Expr))


def _is_number(made: Formula) -> bool:
    """Whether it is a number, or a truth, at each label."""
    return type(made) is Const and all(is_exact(one) or isinstance(one, bool) for _, one in scalars(made.value))


def _is_stated(formula: Formula | None) -> bool:
    """Whether it is a value that stands in the text, a range perhaps."""
    return type(formula) is Const and all(is_number(one) or isinstance(one, bool) for _, one in scalars(formula.value))


def _looks_at_names(graph: Graph) -> Iterator[bool]:
    """Of each question whether the points that it looks at are written with names: they are decided like structure."""
    for entry in graph.questions:
        values = entry.node.values if isinstance(entry.node, s.Sweep) else None
        for expr in (entry.node.step, values):
            yield expr is not None and any(isinstance(node, (s.Name, s.Attribute)) for node in s.walk(expr))
