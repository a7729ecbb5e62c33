"""What a design states for a limit that could not be judged, while nothing else has used it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from vdl.graph.cells import Cell, Const, Formula, Instance, Op
from vdl.graph.design import Graph
from vdl.graph.filled import filled, stated_beside
from vdl.graph.order import parts
from vdl.judge.records import Judged, OpenPoint
from vdl.judge.standing import is_sized
from vdl.records import NamedTuple
from vdl.solve import Solution
from vdl.text.phrases import phrase
from vdl.values import FAULT, NOT_STATED, Value, anywhere, scalars


class _Judging(NamedTuple):
    """A limit or a rule: what it is called, what it was made of, and what it is made of but nobody could judge."""

    name: str
    judged: tuple[Formula | None, ...]
    silent: tuple[Formula | None, ...]


def unused(graph: Graph, solution: Solution, judged: Judged) -> list[OpenPoint]:
    """Inputs that the design fills, that are meant for a limit of a sized count that nobody could judge, and that no evaluated
    bound or rule, no expectation and no question has used; and those that only a formula would use of which the design
    states the result itself, so that it says the same thing twice.

    What no bound would ever read describes the system and promises nothing. A count that is not sized, and a rule that could
    not be evaluated, are points of their own; of a sum that is stated by some and not by others that is said already.
    """
    def stated(cell: Cell) -> bool:
        return solution.values.get(cell) is not NOT_STATED  # what is silent has used nothing; what nobody computed may have

    judgings = list(_judgings(judged))
    used = _reached([*[f for one in judgings for f in one.judged], *_others(graph, judged)], stated)
    limits = [(one, _half_stated(one.silent, solution.values)) for one in judgings if any(one.silent)]
    told = _reached([formula for one, half_stated in limits if half_stated for formula in one.silent])
    silent = [(_reached(one.silent) - told, one) for one, half_stated in limits if not half_stated]
    meant: dict[Cell, _Judging] = {}
    for found, one in sorted(silent, key=lambda pair: len(pair[0])):  # it is meant for the limit that is made of least
        for reached in found - used:
            meant.setdefault(reached, one)
    looked_at = used | meant.keys()
    points: list[OpenPoint] = []
    for instance in graph.instances:
        for _, assignment, made in filled(instance):
            cell = made if isinstance(made, Cell) else None
            if cell is None or cell.form != "input" or cell not in meant or assignment.layer == "library":
                continue
            if any(one is not NOT_STATED for _, one in scalars(solution.values.get(cell, NOT_STATED))):
                by = meant[cell]
                text = phrase("`{name}` is stated, and `{by}`, which would use it, could not be judged",
                              name=cell.path, by=by.name)  # fmt: skip
                points.append(OpenPoint("unused", cell.path, text, assignment.span(), needs=by.silent))
        points += _worked_out_from(instance, looked_at)
    return points


def _worked_out_from(instance: Instance, used: set[Cell]) -> Iterable[OpenPoint]:
    """What an object states for a formula only whose result it states as well."""
    for name, assignment, result in stated_beside(instance):
        cell = instance.slots.get(name)
        if isinstance(cell, Cell) and cell.form == "input" and cell not in used:
            beside = instance.path_of(result)
            text = phrase("`{name}` is stated and not used: `{made}`, which it makes, is stated as well",
                          name=cell.path, made=beside)  # fmt: skip
            hint = phrase("take one of `{name}` and `{made}` out", name=name, made=result)
            yield OpenPoint("unused", cell.path, text, assignment.span(), hint=hint)


def _judgings(judged: Judged) -> Iterable[_Judging]:
    for count in judged.counts:
        for bound in count.bounds:
            name, formulas = f"{count.cell.path}.{bound.entry.name}", (bound.entry.value, bound.entry.when)
            if bound.value is not None and anywhere(bound.value, FAULT):  # what is wrong with it is said already
                yield _Judging(name, formulas, ())
            elif bound.value is None:
                yield _Judging(name, (bound.entry.when,), ())
            elif bound.required is None:
                yield _Judging(name, (), formulas if is_sized(count) else ())
            else:
                yield _Judging(name, formulas, ())
    for rule in judged.rules:
        if rule.rule is None:
            continue
        formulas = (rule.rule.condition, rule.rule.when)
        if rule.outcome != "not-evaluated":
            yield _Judging(rule.name, formulas if rule.outcome != "not-applicable" else (rule.rule.when,), ())


def _others(graph: Graph, judged: Judged) -> Iterable[Formula | None]:
    """What else has used inputs: figures that were compared, questions, and what the structure hangs on."""
    for expectation in judged.expectations:
        if expectation.outcome != "not-evaluated":
            yield from (expectation.entry.left, expectation.entry.right)
    yield from graph.compared_below
    for ask in graph.asks:
        yield from (ask.cell, ask.condition)
    for sweep in graph.sweeps:
        yield from (sweep.cell, sweep.value)
    for decision in graph.decisions:
        yield decision.condition
    for choice in graph.choices:
        yield choice.objective


def _reached(formulas: Iterable[Formula | None], into: Callable[[Cell], bool] = lambda cell: True) -> set[Cell]:
    """All cells that formulas are made of, and those are which one goes `into`. Who asks whether something is stated has
    not used it."""
    return {part for part in parts(formulas, into, lambda op: op.op != "given") if isinstance(part, Cell)}


def _half_stated(formulas: Iterable[Formula | None], values: Mapping[Cell, Value]) -> bool:
    """Whether what is silent of formulas is a sum of which some items are stated."""
    for part in parts(formulas, lambda cell: _is_silent(cell, values) is True):
        if isinstance(part, Op) and part.op == "sum" and not part.leaves_out:
            silent = {_is_silent(arg, values) for arg in part.args}
            if True in silent and False in silent:
                return True
    return False


def _is_silent(formula: Formula, values: Mapping[Cell, Value]) -> bool | None:
    """Whether something is not stated, at some label at least; None of what has no name."""
    if isinstance(formula, Op):
        return None
    return anywhere(formula.value if isinstance(formula, Const) else values.get(formula, NOT_STATED), NOT_STATED)
