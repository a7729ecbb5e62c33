"""What a bound asks for before the rounding that stands at the end of its formula: of two that ask for the same whole number
the one decides that asks for more before it."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vdl.builtins import laid, piled
from vdl.graph.cells import Cell, Formula, Op
from vdl.semantics.units import Exact
from vdl.solve.counts import nothing, required
from vdl.solve.evaluation import Evaluation
from vdl.solve.records import BoundValue, least
from vdl.values import NOT_STATED, MissingLabel, Scalar, Value, broadcast, high, is_exact, is_number

_TAKEN = 8
"""Steps into a formula that are taken: names, branches and sums around what is rounded."""

_FILLED = {"packed": laid.filled, "piled": piled.filled}
"""What things would fill if each could be split, by the operation that keeps them whole."""


def unrounded(evaluation: Evaluation, bounds: Sequence[BoundValue], kept: Collection[str]) -> list[BoundValue]:
    """The bounds, with what those ask for that round up, where others ask for something, too."""
    asking = [bound for bound in bounds if bound.required is not None]
    if len(asking) < 2:
        return list(bounds)
    return [bound if bound.required is None else _unrounded(evaluation, bound, kept) for bound in bounds]


def _unrounded(evaluation: Evaluation, bound: BoundValue, kept: Collection[str]) -> BoundValue:
    if not _rounds(evaluation, bound.entry.value):
        return bound
    value, place = required(_before(evaluation, bound.entry.value, _TAKEN), kept, nothing(bound.entry))
    if value is None or bound.required is None:
        return bound
    try:
        before = broadcast(lambda one, asked: _taken(bound, one, asked), [value, bound.required])
    except MissingLabel:
        return bound
    return bound._replace(before=before, place=place if before == value else bound.place) if before != bound.required else bound


def _taken(bound: BoundValue, before: Scalar, asked: Scalar) -> Scalar:
    """What is asked for before rounding, where that is what makes the whole number: else things are whole, and leave room."""
    if not is_exact(before) or not is_exact(asked) or before > asked:
        return asked
    return before if least(bound.entry, before) == least(bound.entry, asked) else asked


def _rounds(evaluation: Evaluation, formula: Formula, steps: int = _TAKEN) -> bool:
    """Whether something is rounded up at the end of a formula."""
    if not steps:
        return False
    if isinstance(formula, Cell):
        made_of = formula.formula if formula.form != "count" and formula not in evaluation.fixed else None
        return made_of is not None and _rounds(evaluation, made_of, steps - 1)
    if not isinstance(formula, Op):
        return False
    if formula.op == "ceil" or formula.op in _FILLED:
        return True
    inner = formula.args[1:] if formula.op == "if" else formula.args if formula.op in ("+", "as") else ()
    return any(_rounds(evaluation, one, steps - 1) for one in inner)


def _before(evaluation: Evaluation, formula: Formula, steps: int) -> Value:
    """The value of a formula without what rounds it up at its end."""
    if not steps or not _rounds(evaluation, formula, steps):
        return evaluation.branch(formula)[0]
    if isinstance(formula, Cell):
        assert formula.formula is not None
        return _before(evaluation, formula.formula, steps - 1)
    assert isinstance(formula, Op)
    if formula.op == "ceil":
        return evaluation.branch(formula.args[0])[0]
    if formula.op in _FILLED:
        given = [evaluation.branch(one)[0] for one in formula.args]
        return broadcast(lambda *found: _filled(formula, found), given)
    if formula.op == "if":
        condition, then, other = formula.args
        decided = evaluation.branch(condition)[0]
        if decided is not True and decided is not False:
            return evaluation.branch(formula)[0]
        return _before(evaluation, then if decided else other, steps - 1)
    parts = [_before(evaluation, one, steps - 1) for one in formula.args]
    return broadcast(_sum, parts) if formula.op == "+" else parts[0]


def _filled(op: Op, found: Sequence[Scalar]) -> Scalar:
    needed = _FILLED[op.op](op, found)
    return NOT_STATED if needed is None else needed


def _sum(*found: Scalar) -> Scalar:
    numbers: list[Exact] = [high(one) for one in found if is_number(one)]
    return sum(numbers) if len(numbers) == len(found) else NOT_STATED


__all__ = ["unrounded"]
