"""The limits of a solved design: of what is bought and of rules, how much is used, what is exceeded first, then the nearest."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.compilation import Solved
from vdl.judge import Verdict
from vdl.judge.rules import told
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, Units, decimal, divide
from vdl.solve import CountValue, Solution
from vdl.values import MissingLabel, Scalar, at_place, broadcast, high, is_exact, is_number, low, place_text, placed
from vdl.words import values as show
from vdl.words.deciding import decided_by, deciding, is_of_whole
from vdl.words.verdicts import Words, short_of, strictly


class Limit(NamedTuple):
    """What is used of a limit, as a share of it: more than 1 where it does not suffice. `fewer` is the share of a count that is
    smaller by one; None of a rule, and of the last one."""

    name: str
    by: str
    use: Exact
    fewer: Exact | None
    is_count: bool
    figures: str


def limits(solved: Solved, units: Units) -> list[Limit]:
    """The limits that have figures, those of which most is used first. What is accepted is none."""
    words = Words(solved.types.types, units)
    found = [one for count in solved.judged.counts for one in _of_count(count, solved.solution, units)]
    found += [one for rule in solved.judged.rules for one in _of_rule(rule, words)]
    return sorted(found, key=lambda limit: -limit.use)


def _of_count(count: CountValue, solution: Solution, units: Units) -> Iterable[Limit]:
    unit = show.unit_of_cell(count.cell, units)
    for one in deciding(count):
        number = one.number
        if not one.bounds or one.asks is None or not isinstance(number, int) or number <= 0:
            continue
        if one.asks == number and is_of_whole(one, count, solution):  # all of it is used for no other reason
            continue
        at = f" at {place_text(one.place)}" if one.place else ""
        asks = strictly(one.bounds[0], decimal(divide(one.asks, unit.factor)))
        short = short_of(one.asks - number, one.bounds[0]) if count.given else 0
        lacking = f", {show.scalar(short, unit)} short" if short > 0 else ""
        yield Limit(
            f"{count.cell.path}{at}", decided_by(one, count, solution), divide(one.asks, number),
            divide(one.asks, number - 1) if number > 1 else None, True, f"{asks} of {show.scalar(number, unit)}{lacking}",
        )  # fmt: skip


def _of_rule(rule: Verdict, words: Words) -> Iterable[Limit]:
    """A rule that compares two numbers; of one that fails it is said by how much."""
    fails = rule.outcome in ("fails", "part")
    if not (fails or rule.outcome == "holds") or rule.sides is None or rule.of is not None:
        return
    left, op, right, applies = rule.sides
    if op not in ("<", "<=", ">", ">="):
        return

    def used(first: Scalar, second: Scalar, judged: Scalar) -> Scalar:
        if not is_number(first) or not is_number(second) or judged is False:
            return False
        taken, room = (first, second) if op in ("<", "<=") else (second, first)
        return divide(high(taken), low(room)) if low(room) > 0 and high(taken) >= 0 else False

    try:
        shares = [(place, share) for place, share in placed(broadcast(used, [left, right, applies])) if is_exact(share)]
    except MissingLabel:
        return
    if rule.failing and fails:  # elsewhere it holds, or is accepted
        shares = [(place, share) for place, share in shares if any(set(one) <= set(place) for one in rule.failing)]
    if not shares:
        return
    place, use = max(shares, key=lambda pair: pair[1])
    if not use:
        return
    sides = show.together([at_place(left, place), at_place(right, place)], words.unit(rule))
    everywhere = len(shares) > 1 and all(share == use for _, share in shares)
    at = f" at {place_text(place)}" if place and not everywhere else ""
    margin = words.margin(told(rule._replace(places=((place, rule.outcome),)))) if fails else ""
    figures = f"{sides[0]} {op} {sides[1]}{at}" + (f", {margin}" if margin else "")
    yield Limit(rule.name, "", use, None, False, figures)


__all__ = ["Limit", "limits"]
