"""What would have to be stated for a bound to say something: the ways to that, each a set of inputs, and no input that would
not help by itself or with the others of its set."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import product

from vdl import syntax as s
from vdl.builtins.packable import other_of
from vdl.graph.blame import nearest, read_by
from vdl.graph.cells import Cell, Const, Formula, Instance, NoneStated, Op, Things, Unstated
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.items import Items
from vdl.graph.order import parts
from vdl.solve import BoundValue, Evaluation, Solution
from vdl.text.diagnostics import enumerated
from vdl.values import FAULT, NOT_STATED, Value, anywhere, scalars
from vdl.words.looked_at import chain
from vdl.words.stand_ins import StandIns

Ways = tuple[tuple[str, ...], ...]
"""Paths of inputs, any of which will do: with the others of its set. Of what is stated one way, of nothing; none of what nobody
can state."""

_STATED: Ways = ((),)
_NONE: Ways = ()

_MOST = 12
"""Ways that are followed, those of the fewest inputs."""

_TOLD = 3
"""Ways that are told."""


def referred(graph: Graph) -> dict[Instance, str]:
    """Objects that the design refers to and does not hold, such as catalog entries, by the first input by name; or, where no
    input does, by the first let of an author's."""
    found: dict[Instance, str] = {}
    by_let: dict[Instance, str] = {}
    held = set(graph.instances)
    for instance in graph.instances:
        for name, made in instance.slots.items():
            if isinstance(made, Instance) and made not in held:
                names = found if name in instance.assigned else by_let if _is_let(instance, name) else None
                if names is not None:
                    path = instance.path_of(name)
                    names[made] = min(path, names.get(made, path))
    return {**by_let, **found}


def _is_let(instance: Instance, name: str) -> bool:
    """Whether an author declares a let of a name in an object."""
    member = instance.kind.lookup(name)
    return member is not None and member.form == "let" and not member.source.is_library


def called(instance: Instance, referred: Mapping[Instance, str], *names: str) -> str:
    """What the design calls an object, or what one holds: its path, which begins for a catalog entry with the input that refers
    to it."""
    around: Instance | None = instance
    behind = list(names)
    while around is not None:
        if around in referred:
            return ".".join([referred[around], *behind])
        behind.insert(0, around.name)
        around = around.owner
    return ".".join([*([instance.path] if instance.path else []), *names])


def is_named(instance: Instance, graph: Graph, referred: Mapping[Instance, str]) -> bool:
    """Whether the design comes to an object by a path, so that it can accept what is asked about it."""
    around: Instance | None = instance
    while around is not None and around not in referred:
        around = around.owner
    return around is not None or instance.top() is graph.root


class Needed:
    """What bounds of one design need."""

    def __init__(self, graph: Graph, solution: Solution) -> None:
        self._graph = graph
        self._values = solution.values
        self._evaluation = Evaluation(solution.values, draw=solution.draw)
        self._known: dict[Cell, Ways] = {}
        self._called: list[tuple[str, str]] | None = None
        self._stand_ins = StandIns(graph)

    def words(self, bounds: Iterable[BoundValue]) -> list[str]:
        """Of each bound that may apply and states nothing what it needs: "`by_load` needs `a.x` and `a.y`, or `b.z`"."""
        return [f"`{bound.entry.name}` needs {told}" for bound in bounds if (told := self.told(bound))]

    def told(self, bound: BoundValue) -> str:
        """What one bound needs; \"\" of what does not apply, states something or can't be had."""
        if bound.value is None:
            return ""  # it does not apply, whatever it would ask for
        formulas = [bound.entry.value] if bound.entry.when is None else [bound.entry.when, bound.entry.value]
        ways = _all([self._of(formula) for formula in formulas])
        return in_words([self._named(way) for way in ways[:_TOLD] if way])

    def told_of(self, silent: Sequence[Cell]) -> str:
        """What would have to be stated for some quantities to be, themselves where they are inputs, or what they are worked out
        from: "`a.x`, or `a.y` and `a.z`"; "" where nobody can say."""
        ways = _all([self._of(cell) for cell in silent])
        if all(cell.form == "input" for cell in silent):
            ways = _fewest([tuple([cell.path for cell in silent]), *(ways if len(silent) == 1 else ())])
        return in_words([self._named(way) for way in ways[:_TOLD] if way])

    def told_by(self, one: Instance, count: Cell, bounds: Iterable[BoundValue]) -> str:
        """What an object would have to state for some of these bounds of a count to have it; "" where what they read of it is not
        known."""
        formulas = [bound.entry.value for bound in bounds]
        read = nearest(read_by(formulas), lambda cell: cell.instance is one)
        lacking: list[Formula] = [cell for cell in read if cell.instance is one and self._is_silent(cell)]
        for part in parts(formulas, lambda cell: cell.instance is count.instance):
            items = part.detail if isinstance(part, Op) and isinstance(part.detail, Items) else None
            if items is not None and items.member and any(left is one for left in items.left_out):
                made = one.follow([items.member])
                lacking += [made] if isinstance(made, (Cell, Unstated)) else []
        ways = _fewest([way for cell in lacking for way in self._of(cell)])
        own = [way for way in ways if way and all(path.startswith(f"{one.path}.") for path in way)]
        return in_words(own[:_TOLD]) if own else ""

    def met(self, rule: RuleEntry) -> list[tuple[str, ...]]:
        """The ways to have a rule met by stating what it asks for, the shortest first; none where stating is not enough."""
        ops = [part for part in parts([rule.condition], lambda cell: False) if isinstance(part, Op) and part.op == "given"]
        asked: dict[s.Node, Formula] = {op.node: op.args[0] for op in ops if op.node is not None}
        return [way for way in self._met(rule.node.condition, rule.instance, asked) or () if way][:_TOLD]

    def _met(self, condition: s.Expr, instance: Instance, asked: Mapping[s.Node, Formula]) -> Ways | None:
        """The ways to have a condition met; None of a part of one that does not ask whether something is stated. It is read as
        it is written: no formula is kept of what is known not to be stated."""
        if isinstance(condition, s.Binary) and condition.op in ("and", "or"):
            sides = [self._met(side, instance, asked) for side in (condition.left, condition.right)]
            known = [ways for ways in sides if ways is not None]
            if condition.op == "and":
                return _all(known) if known else None
            return _fewest([way for ways in known for way in ways]) if known else None
        turned = isinstance(condition, s.Unary) and condition.op == "not"
        given = condition.operand if isinstance(condition, s.Unary) and turned else condition
        if not isinstance(given, s.Given):
            return None
        made = asked.get(given) or instance.follow(chain(given.operand))
        if not isinstance(made, (Unstated, Cell, Op)):
            return None
        ways = self._of(made)
        return ways if not turned else _NONE if ways == _STATED else _STATED

    def _named(self, way: Iterable[str]) -> list[str]:
        """What the design calls the inputs of a way: one of a catalog entry by the input of the design that refers to it, one of
        what stands for something by those that would name another."""
        return list(dict.fromkeys([self._name(path) for path in self._stand_ins.to_name(way)]))

    def _name(self, path: str) -> str:
        if self._called is None:
            self._called = [(f"{one.path}.", name) for one, name in referred(self._graph).items() if one.path]
        return next((f"{name}.{path[len(own):]}" for own, name in self._called if path.startswith(own)), path)

    def _of(self, formula: Formula) -> Ways:
        """The ways to have a formula stated."""
        if isinstance(formula, Cell):
            if formula not in self._known:
                self._known[formula] = _NONE  # in a circle nothing can be said
                self._known[formula] = self._of_cell(formula)
            return self._known[formula]
        if isinstance(formula, Op):
            return self._of_op(formula)
        if isinstance(formula, Unstated):
            is_input = isinstance(formula.node, s.Field) and not formula.path.endswith(".placed_on")
            return ((formula.path,),) if is_input else _NONE
        if isinstance(formula, NoneStated):
            return _fewest([way for item in formula.items if isinstance(item, (Cell, Op, Const)) for way in self._of(item)])
        return _NONE if isinstance(formula, Const) and formula.value is NOT_STATED else _STATED

    def _of_cell(self, cell: Cell) -> Ways:
        if self._is_stated(self._values.get(cell, NOT_STATED)):
            return _STATED
        beneath = self._of(cell.formula) if cell.formula is not None else _NONE
        # What a kind works out for its parent is stated by what the kind asks for, unless nobody can state that.
        instead = cell.form == "input" and (cell.origin == "default" or (cell.origin == "library" and not beneath))
        return _fewest([(cell.path,), *beneath]) if instead else beneath

    def _of_op(self, op: Op) -> Ways:
        if self._is_stated(self._evaluation.branch(op)[0]):
            return _STATED
        if op.op == "if":
            condition = self._evaluation.branch(op.args[0])[0]
            taken, other = op.args[1:] if condition is True else op.args[:0:-1]
            if isinstance(condition, bool):
                return _fewest([*self._of(taken), *_all([self._turned(op.args[0]), self._of(other)])])
            outcomes = {one for _, one in scalars(condition)}
            if outcomes <= {True, False}:  # at some labels the one, at others the other
                return _all([self._of(arg) for arg, outcome in zip(op.args[1:], (True, False)) if outcome in outcomes])
            return _all([self._of(op.args[0]), _fewest([*self._of(taken), *self._of(other)])])
        if op.op == "else" or op.leaves_out:
            return _fewest([way for arg in op.args for way in self._of(arg)])
        args = op.args[: other_of(op) + 1] if isinstance(op.detail, Things) and op.op == "packed" else op.args
        ways = _all([self._of(arg) for arg in args])
        return _NONE if ways == _STATED else ways  # all of it is stated, and it is not: 0 / 0

    def _turned(self, condition: Formula) -> Ways:
        """The ways to have something stated of which a condition asks whether it is."""
        asks = isinstance(condition, Op) and condition.op == "given" and self._evaluation.branch(condition)[0] is False
        return self._of(condition.args[0]) if isinstance(condition, Op) and asks else _NONE

    def _is_silent(self, cell: Cell) -> bool:
        return not self._is_stated(self._values.get(cell, NOT_STATED))

    @staticmethod
    def _is_stated(value: Value) -> bool:
        return not anywhere(value, NOT_STATED) and value is not FAULT


def in_words(ways: Sequence[Sequence[str]]) -> str:
    """ "`a.x` and `a.y`, or `b.z`", "`a.x`, `a.y` or `b.z`" """
    if ways and all(len(way) == 1 for way in ways):
        return enumerated([path for way in ways for path in way], "or")
    return ", or ".join([enumerated(way, "and") for way in ways])


def _all(parts: Iterable[Ways]) -> Ways:
    """The ways to have all of some things stated."""
    found = _STATED
    for ways in parts:
        if ways != _STATED:
            found = _fewest([tuple(dict.fromkeys((*one, *other))) for one, other in product(found, ways)])
    return found


def _fewest(ways: Iterable[tuple[str, ...]]) -> Ways:
    """Those of some ways that ask for no more than another one does, those of the fewest inputs first."""
    kept: list[tuple[str, ...]] = []
    for way in sorted(dict.fromkeys(ways), key=len):
        if not any(set(other) <= set(way) for other in kept):
            kept.append(way)
    return tuple(kept[:_MOST])


__all__ = ["Needed", "called", "in_words", "is_named", "referred"]
