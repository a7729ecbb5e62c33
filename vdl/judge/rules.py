"""Rules and the bounds of given counts."""

from __future__ import annotations

from vdl.graph.cells import COMPARISONS, BoundEntry, Formula, Op
from vdl.graph.design import RuleEntry
from vdl.judge.doubts import NOWHERE, Applying, in_doubt, settled
from vdl.judge.records import Margin, Outcome, Sides, Verdict
from vdl.semantics.units import Exact, divide, size_of
from vdl.solve import BoundValue, CountValue, Evaluation
from vdl.text.bounds import apart
from vdl.text.source import Span
from vdl.values import (
    NOT_STATED,
    MissingLabel,
    Number,
    Part,
    Place,
    Scalar,
    Value,
    Varying,
    at_places,
    bound_of,
    broadcast,
    exactly,
    high,
    is_exact,
    is_number,
    low,
    on_numbers,
    part_at,
    placed,
    where,
)


def judge_rule(evaluation: Evaluation, rule: RuleEntry, *, closely: bool = False) -> Verdict:
    """The verdict over one rule, before waivers. What arithmetic on the ends of ranges can't tell fails for a part (`part`);
    looked at `closely`, only what is known to fail does, and what is not known is not evaluated, and said to be `unknown`."""
    evaluation.at, evaluation.rule = rule.instance, rule.path
    evaluation.compared = None
    value = _where_it_applies(evaluation, rule.condition, rule.when)
    unknown = False
    if closely and in_doubt(value):
        value = settled(evaluation, lambda: _where_it_applies(evaluation, rule.condition, rule.when), value)
        unknown = bool(in_doubt(value))
    outcome, places = _over(value, closely=closely)
    span = Span(rule.source, rule.node.condition.start, rule.node.condition.end)
    if len(places) > 1 and not evaluation.spend(len(places), span):
        outcome, places = "not-evaluated", ()
    sides, compare, condition = None, None, rule.condition
    if outcome != "not-applicable" and isinstance(condition, Op) and condition.op in COMPARISONS:
        left, right = _sides(evaluation, condition)
        applies = evaluation.evaluate(rule.when) if rule.when is not None else True
        sides = Sides(_there(left, applies), condition.op, _there(right, applies), _there(applies, applies))
        compare = condition
    return told(Verdict(
        rule.path, rule.severity, outcome, rule.text, span, rule.cites, places, sides=sides, rule=rule, compare=compare,
        unknown=unknown,
    ))  # fmt: skip


def _sides(evaluation: Evaluation, condition: Op) -> tuple[Value, Value]:
    """The two sides of a comparison that was judged, which most often are known from that."""
    if evaluation.compared is not None and evaluation.compared[0] is condition:
        return evaluation.compared[1:]
    return evaluation.branch(condition.args[0])[0], evaluation.branch(condition.args[1])[0]


Places = tuple[tuple[Place, Outcome], ...]


def met(evaluation: Evaluation, condition: Formula, when: Formula | None) -> tuple[Outcome, Places]:
    """Whether a condition is met where it applies, and the places at which it is not (or not known)."""
    return _over(_where_it_applies(evaluation, condition, when))


def _where_it_applies(evaluation: Evaluation, condition: Formula, when: Formula | None) -> Value:
    """What a condition is, and `NOWHERE` where it does not apply."""
    if when is None:
        return evaluation.evaluate(condition)
    applies = evaluation.evaluate(when)
    if applies is False or (isinstance(applies, Varying) and all([one is False for one in applies.cells.values()])):
        return NOWHERE
    value, said = evaluation.branch(condition)
    try:
        value = broadcast(_applied, [applies, value])
    except MissingLabel:
        return NOT_STATED
    evaluation.taken(said, value)
    return value


def _applied(applies: Scalar, value: Scalar) -> Scalar:
    """What a condition is at a label. What may not apply, and what fails only where it may not hold, hang together."""
    if not isinstance(applies, Part):
        return where(applies, value, NOWHERE)
    if isinstance(value, Part):
        return Part(applies.unknowns | value.unknowns)
    return Applying(applies.unknowns) if value is False and not applies.sure else value


def _outcome(value: Scalar, *, closely: bool) -> Outcome:
    if isinstance(value, Applying) and not closely:
        return "fails"
    if isinstance(value, Part):
        return "part" if value.sure or not closely else "not-evaluated"
    return "holds" if value is True else "fails" if value is False else "not-evaluated"


def _over(value: Value, *, closely: bool = False) -> tuple[Outcome, Places]:
    """The outcome of a condition over all its places, and those where it does not hold; the others need no record."""
    if not isinstance(value, Varying):
        left: Places = () if value is True or value is NOWHERE else (((), _outcome(value, closely=closely)),)
        return ("not-applicable" if value is NOWHERE else worst(left)), left
    shared: dict[tuple[str, str], tuple[str, str]] = {}  # what many places have in common is kept once
    left = tuple([
        (tuple([shared.setdefault(pair, pair) for pair in zip(value.axes, key)]), _outcome(v, closely=closely))
        for key, v in value.cells.items() if v is not True and v is not NOWHERE
    ])  # fmt: skip
    if not left and all(v is NOWHERE for v in value.cells.values()):
        return "not-applicable", ()
    return worst(left), left


def worst(places: Places) -> Outcome:
    """The outcome over several places, of which those where it holds are left out."""
    found = {outcome for _, outcome in places}
    ranks: tuple[Outcome, ...] = ("fails", "part", "not-evaluated")
    return next((outcome for outcome in ranks if outcome in found), "holds")


def _there(value: Value, applies: Value) -> Value:
    """What it is at the labels at which a rule applies."""
    if not isinstance(applies, Varying):
        return value
    return part_at(value, [place for place, one in placed(applies) if one is not False])


def judge_bound(count: CountValue, bound: BoundValue) -> Verdict:
    """The verdict over a bound of a given count, as if it were a rule: given >= asked for, or > of a strict one."""
    cell, entry = count.cell, bound.entry
    verdict = Verdict(f"{cell.path}.{entry.name}", entry.severity, "not-evaluated", entry.text, cell.span(), entry.cites,
                      of=count, bound=bound)  # fmt: skip
    if bound.required is None:
        return verdict
    try:
        enough = broadcast(on_numbers(lambda given, asked: admits(entry, low(given), high(asked))), [count.value, bound.required])
    except MissingLabel:
        return verdict
    outcome, places = _over(enough)
    if bound.value is not None:  # a label that states nothing has not been judged
        places += tuple([(place, "not-evaluated") for place, one in placed(bound.value) if place and one is NOT_STATED])
        outcome = worst(places)
    asks = bound.asks()
    assert asks is not None
    given = part_at(count.value, [place for place, _ in placed(asks) if place])
    return told(verdict._replace(outcome=outcome, places=places, sides=Sides(given, entry.op, asks)))


def admits(entry: BoundEntry, given: Exact, asked: Exact) -> bool:
    """Whether a bound that asks for one number admits another."""
    return given > asked if entry.op == ">" else given >= asked


def told(verdict: Verdict) -> Verdict:
    """The verdict with its margin, over the places at which it fails."""
    sides = verdict.sides
    if sides is None:
        return verdict
    return verdict._replace(margin=_margin(sides, verdict.failing if verdict.outcome in ("fails", "part", "waived") else ()))


def _margin(sides: Sides, places: tuple[Place, ...]) -> Margin | None:
    if sides.op not in ("<", "<=", ">", ">="):
        return None
    below = sides.op in ("<", "<=")
    left, right, applies = [at_places(one, places) for one in (sides.left, sides.right, sides.applies)]
    if isinstance(left, Varying) and is_exact(right) and all(map(is_exact, left.cells.values())):
        left = (max if below else min)(filter(is_exact, left.cells.values()))  # the closest one
    closest: tuple[Exact, Number] | None = None

    @on_numbers
    def look(a: Number, b: Number, _: Scalar) -> Scalar:
        nonlocal closest
        if is_number(a) and is_number(b):
            more, less = (b, a) if below else (a, b)
            room = low(more) - high(less)
            if closest is None or room < closest[0]:
                closest = exactly(room, apart(bound_of(more), bound_of(less))), b
        return 0

    try:
        broadcast(look, [left, right, applies])
    except MissingLabel:
        return None
    if closest is None:
        return None
    room, right = closest
    margin, base = Margin(room, None), size_of(high(right))
    if not base:
        return margin
    of_right = "neither" if bound_of(right) is not None else bound_of(margin.size)
    return margin._replace(share=exactly(divide(size_of(room), base), of_right))


__all__ = ["admits", "judge_bound", "judge_rule", "met", "told"]
