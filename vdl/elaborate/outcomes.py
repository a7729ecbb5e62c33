"""What became of rules, bounds and questions, as formulas: expectations and documents read them."""

from __future__ import annotations

from vdl import syntax as s
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import NO_LOCALS, POISON, Cell, Const, Env, Formula, Instance, Made, Op
from vdl.semantics.types import ANY, BOOLEAN, Member
from vdl.values import NOT_STATED


def rule(el: Elaboration, member: Member, instance: Instance) -> Cell:
    """Whether a rule of an object holds; not stated where it does not apply."""
    node = member.node
    assert isinstance(node, s.Require)
    env = Env(instance, NO_LOCALS, member.source)
    condition = el.formula(node.condition, env)
    when = el.formula(node.when, env) if node.when is not None else None
    return _cell(instance, member, _where_it_applies(condition, when, member))


def bound(el: Elaboration, count: Made, name: str) -> Made:
    """Whether a count is as large as one of its bounds asks for; not stated where that does not apply."""
    if not isinstance(count, Cell) or count.instance is None:
        return count if isinstance(count, Const) else POISON
    el.complete(count)
    el.bound(count)
    entry = next((entry for entry in count.bounds if entry.name == name), None)
    member = count.instance.kind.lookup(name)
    if entry is None or member is None:
        return POISON
    condition = Op(entry.op, (count, entry.value), entry.node, entry.source)
    cell = _cell(count.instance, member, _where_it_applies(condition, entry.when, member))
    return el.outcomes.setdefault((count, name), cell)


def answer(el: Elaboration, member: Member, instance: Instance) -> Cell:
    """What a question came to: known once the design is solved, and not stated until then."""
    node = member.node
    assert isinstance(node, s.Ask)
    value = el.answering(member) if el.answering is not None else NOT_STATED
    cell = Cell(instance, member.name, "let", el.types.types.get(node, ANY), member.source, node)
    cell.formula = Const(value, node, member.source)
    el.asked_for.append(cell)
    return cell


def _cell(instance: Instance, member: Member, formula: Formula) -> Cell:
    cell = Cell(instance, member.name, "part", BOOLEAN, member.source, member.node)
    cell.formula = formula
    return cell


def _where_it_applies(condition: Formula, when: Formula | None, member: Member) -> Formula:
    if when is None:
        return condition
    return Op("if", (when, condition, Const(NOT_STATED, member.node, member.source)), member.node, member.source)
