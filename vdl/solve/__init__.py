"""Values: every cell of a graph in order, counts as the smallest numbers that no bound forbids."""

from vdl.solve.evaluation import Evaluation, Lasting
from vdl.solve.inputs import How, amount, complaint, first_violation
from vdl.solve.plan import Plan, moved_by, touched
from vdl.solve.records import BoundValue, CountValue, First, Solution
from vdl.solve.solver import Solver, judge_given

__all__ = [
    "BoundValue", "CountValue", "Evaluation", "First", "How", "Lasting", "Plan", "Solution", "Solver", "amount",
    "complaint", "first_violation", "judge_given", "moved_by", "touched",
]  # fmt: skip
