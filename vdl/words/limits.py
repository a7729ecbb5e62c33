"""The limits of a solved design: of what is bought and of rules, how much is used; what fails first, then the nearest."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Literal

from vdl.compilation import Solved
from vdl.graph.cells import Cell, Formula, Op
from vdl.judge import Verdict
from vdl.judge.records import FAILING
from vdl.judge.rules import told
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, Unit, Units, decimal, divide
from vdl.solve import CountValue, Evaluation, Solution
from vdl.text.bounds import BOUNDS, apart
from vdl.text.phrases import Number, joined, phrase
from vdl.text.source import Source
from vdl.values import (
    MissingLabel,
    Place,
    Scalar,
    Value,
    at_place,
    bound_of,
    broadcast,
    exactly,
    high,
    is_exact,
    is_number,
    low,
    place_text,
    placed,
)
from vdl.words import values as show
from vdl.words.deciding import Deciding, as_named, decided_by, deciding, divided, growing, used
from vdl.words.itself import is_against_itself
from vdl.words.verdicts import Words, short_of, strictly

Standing = Literal["fails", "warning", "accepted", "holds"]
"""How a limit stands: what fails, and what the design accepts of that, is beyond it."""


class Limit(NamedTuple):
    """What is used of a limit, as a share of it: more than 1 where it does not suffice. `fewer` is the share of a count that is
    smaller by one; None of a rule, and of the last one."""

    name: str
    by: str
    use: Exact
    fewer: Exact | None
    is_count: bool
    figures: str
    place: str = ""
    """The labels at which it is one; "" where it is so at all of them."""
    nearest: str = ""
    """The labels at which a rule is nearest to it; "" where it is as near at all of them, and of counts."""
    spare: str = ""
    """What is left of a rule that holds, there: "14,570 kg to spare"; "" of one that fails and of counts."""

    @property
    def is_met(self) -> bool:
        """Whether all of it is used, and no more; of what leaves something out nobody knows."""
        return self.use == 1 and bound_of(self.use) is None

    @property
    def path(self) -> str:
        """What it is of, without the labels: no name of the language holds a blank."""
        return self.name.partition(" ")[0]


def limits(solved: Solved, units: Units) -> list[Limit]:
    """The limits that have figures: errors that fail, then warnings that do, then the others; of each those of which most is used
    first. A rule whose failure is accepted is none; a given count that is accepted as it is stands among the others."""
    return [limit for _, limit in limits_left(solved, units)]


def limits_left(solved: Solved, units: Units) -> list[tuple[Standing, Limit]]:
    """The same, with how each stands but for what is accepted."""
    kept: list[tuple[Standing, Limit]]
    kept = [("holds" if one == "accepted" else one, limit) for one, limit in standing_limits(solved, units)
            if one != "accepted" or limit.is_count]  # fmt: skip
    return sorted(kept, key=lambda pair: (ORDER.index(pair[0]), -pair[1].use))


def standing_limits(
    solved: Solved, units: Units, said: Callable[[str, Source], str] = as_named
) -> list[tuple[Standing, Limit]]:
    """The limits with how each stands: what fails, then warnings that do, what is accepted of both, and the others; of each those
    of which most is used first. A rule that is only listed is none: nothing stops at it; nor is one that holds a quantity against
    itself. `said` is how names of bounds are put
    into words."""
    words = Words(solved.types.types, units)
    rules = [rule for rule in solved.judged.rules if rule.severity != "info"]
    failing = {rule.name: _standing(rule) for rule in rules if rule.of is not None}
    found = [one for count in solved.judged.counts for one in _of_count(count, solved.solution, units, failing, said)]
    values = solved.solution.values
    itself = {one.name for one in rules if one.rule is not None and one.outcome == "holds"
              and is_against_itself(one.rule.condition, values)}  # fmt: skip
    found += [one for rule in rules if rule.name not in itself for one in _of_rule(rule, words, values)]
    return sorted(found, key=lambda pair: (ORDER.index(pair[0]), -pair[1].use))


ORDER: tuple[Standing, ...] = ("fails", "warning", "accepted", "holds")
"""What limits are ordered by."""


def _standing(rule: Verdict) -> Standing:
    if rule.outcome == "waived":
        return "accepted"
    if rule.outcome not in ("fails", "part"):
        return "holds"
    return "warning" if rule.severity == "warning" else "fails"


def _of_count(
    count: CountValue, solution: Solution, units: Units, failing: Mapping[str, Standing], said: Callable[[str, Source], str]
) -> Iterable[tuple[Standing, Limit]]:
    """`failing` is how the bounds of given counts stand, by name."""
    unit = show.unit_of_cell(count.cell, units)
    most: Exact = 0
    for found in deciding(count):
        one = growing(found, count)
        grows = one.asks is not None and one.asks > most
        most = one.asks if grows and one.asks is not None else most
        number, shares = one.number, used(one, count, solution)
        if shares is None and (one is found or grows) and (whole := _of_whole(one, count, solution, unit, said)) is not None:
            yield "holds", whole
        if shares is None or one.asks is None or not isinstance(number, int) or (one is not found and not grows):
            continue
        at = f" at {place_text(one.place)}" if one.place else ""
        side = bound_of(one.asks)
        figure = decimal(divide(one.asks, unit.factor))
        asks = strictly(one.bounds[0], phrase(BOUNDS[side], figure=Number(figure)) if side is not None else Number(figure))
        short = exactly(short_of(one.asks - number, one.bounds[0]) if count.given else 0, side)
        standings = [failing.get(f"{count.cell.path}.{bound.entry.name}", "holds") for bound in one.bounds] if short > 0 else []
        standing = min(standings, key=ORDER.index, default=ORDER[-1])
        lacking = ", " + phrase("{figure} short", figure=show.scalar(short, unit)) + _marked(standing) if short > 0 else ""
        yield standing, Limit(
            f"{count.cell.path}{at}", decided_by(one, count, solution, said), *shares, True,
            phrase("{asked} of {number}", asked=asks, number=show.scalar(number, unit)) + lacking, place_text(one.place),
        )  # fmt: skip


def _of_whole(
    found: Deciding, count: CountValue, solution: Solution, unit: Unit, said: Callable[[str, Source], str]
) -> Limit | None:
    """How near a count is to its limit whose number is that of whole things: by what asks for most and could be split."""
    part = divided(found, count, solution)
    if part is None or part.by is None:
        return None
    at = f" at {place_text(found.place)}" if found.place else ""
    asks = strictly(part.by, Number(decimal(divide(part.asks, unit.factor))))
    number = show.scalar(found.asks or 0, unit)
    figures = phrase("{asked} of {number}; {bounds} asks for all of them", asked=asks, number=number,
                     bounds=decided_by(found, count, solution, said))  # fmt: skip
    name = said(part.by.entry.name, part.by.entry.source)
    return Limit(f"{count.cell.path}{at}", name, part.share, None, True, figures, place_text(found.place))


def _marked(standing: Standing) -> str:
    return phrase(" (warning)") if standing == "warning" else ""


def _of_rule(rule: Verdict, words: Words, values: Mapping[Cell, Value]) -> Iterable[tuple[Standing, Limit]]:
    """A rule that compares two numbers; of one that fails it is said by how much."""
    fails = rule.outcome in FAILING
    if not (fails or rule.outcome == "holds") or rule.sides is None or rule.of is not None:
        return
    left, op, right, _ = rule.sides
    shares = shares_used(rule)
    if rule.failing and fails:  # elsewhere it holds, or is accepted
        shares = [(place, share) for place, share in shares if any(set(one) <= set(place) for one in rule.failing)]
    if not shares:
        return
    place, use = max(shares, key=lambda pair: pair[1])
    if not use:
        return
    sides = show.together([at_place(left, place), at_place(right, place)], words.unit(rule))
    everywhere = len(shares) > 1 and all(share == use for _, share in shares)
    nearest = place_text(place) if place and not everywhere else place_text(_of_extremes(rule, values))
    at = phrase(" at {labels}", labels=nearest) if nearest else ""
    standing = _standing(rule)
    here = ((place, rule.outcome),)
    margin = words.short(told(rule._replace(places=here, accepted=here)))
    short, spare = (margin, "") if fails else ("", margin)
    figures = joined("", (joined(" ", (sides[0], op, sides[1])), at, ", " + short if short else "", _marked(standing)))
    yield standing, Limit(rule.name, "", use, None, False, figures, nearest=nearest, spare=spare)


def _of_extremes(rule: Verdict, values: Mapping[Cell, Value]) -> Place:
    """Of a rule about the largest or the smallest value over all labels where that is there first; nowhere of any other rule, and
    where it is the same at all of them."""
    evaluation = Evaluation(values)
    for side in rule.compare.args if rule.compare is not None else ():
        formula: Formula | None = side
        while isinstance(formula, Cell):
            formula = formula.formula
        if isinstance(formula, Op) and formula.op in ("peak", "lowest"):
            there, extreme = placed(evaluation.evaluate(formula.args[0])), evaluation.evaluate(formula)
            is_there = [(place, one == extreme) for place, one in there]
            if not all(found for _, found in is_there):
                return next((place for place, found in is_there if found), ())
    return ()


def shares_used(rule: Verdict) -> list[tuple[Place, Exact]]:
    """How much of its limit a rule that compares two numbers has used wherever it applies; nothing of any other rule."""
    if rule.sides is None or rule.sides[1] not in ("<", "<=", ">", ">="):
        return []
    left, op, right, applies = rule.sides

    def taken_of(first: Scalar, second: Scalar, judged: Scalar) -> Scalar:
        if not is_number(first) or not is_number(second) or judged is False:
            return False
        taken, room = (first, second) if op in ("<", "<=") else (second, first)
        if low(room) <= 0 or high(taken) < 0:
            return False
        return exactly(divide(high(taken), low(room)), apart(bound_of(taken), bound_of(room)))

    try:
        return [(place, share) for place, share in placed(broadcast(taken_of, [left, right, applies])) if is_exact(share)]
    except MissingLabel:
        return []


__all__ = ["ORDER", "Limit", "Standing", "limits", "limits_left", "shares_used", "standing_limits"]
