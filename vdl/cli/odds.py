"""What `vdl sweep --sample` prints: how sure a design is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from vdl.cli.terminal import Painted, Screen
from vdl.query.odds import HOLDS, PERCENTILES, Held, Odds
from vdl.query.sweeps import Fault
from vdl.semantics.units import decimal, divide
from vdl.text.bounds import BOUNDS
from vdl.text.diagnostics import several
from vdl.text.machine import Json
from vdl.values import Place, bound_of, place_text
from vdl.words import values as show
from vdl.words.verdicts import RULES, STANDINGS

_NUMBERS = 10
"""Numbers of a count that people are shown; programs get all."""

_RANGES = 6
"""Ranges that are named."""

_LEVELS = 1, 5, 10, 25, 50, 75, 90, 95, 99, 100
"""Of more numbers, the first that suffices in so many percent."""


def say(screen: Screen, found: Odds, seed: int, ranges: Mapping[str, str]) -> None:
    """The odds, for people."""
    screen.tell(f"{several(found.number, 'draw')} with seed {seed} of {several(len(ranges), 'range')}: {_ranges(ranges)}")
    unsolved = found.number - found.solved
    stands = {**found.verdicts, "fails": found.verdicts.get("fails", 0) - unsolved}
    shares = {words[0]: _share(stands.get(one, 0), found.number) for one, words in STANDINGS.items()}
    shares = {"can't be solved": _share(unsolved, found.number), **shares}
    stand = [f"{words} in {share}" for words, share in shares.items() if share != "0 %"]
    screen.tell(Painted(f"the design {', '.join(stand[::-1])}", "strong"))
    _table(screen, ["why it can't be solved", "in", "at"], _unsolved(found), right=(1,))
    if unsolved and found.solved:
        screen.say()
        screen.tell(f"shares are of all draws: no number suffices where the design can't be solved; least, percentiles and most "
                    f"are of the {several(found.solved, 'draw')} in which it can")  # fmt: skip
    heads = ["quantity", "in", "least", *[f"{percent} %" for percent in PERCENTILES], "most", "of the draws"]
    _table(screen, ["count", "number", "suffices in"], _counts(found), right=(1, 2))
    _table(screen, ["choice", "option", "taken in"], _options(found), right=(2,))
    _table(screen, heads, _quantities(found), right=range(2, len(heads) - 1))
    unknown = any(one.unknown for one in found.conditions)
    _table(screen, ["condition", "holds in", *(["not known in"] if unknown else [])], _conditions(found, unknown), right=(1, 2))
    _table(screen, ["rule", "holds in", "otherwise"], _rules(found), right=(1,))
    if always := sum(rule.holding == rule.judged > 0 for rule in found.rules):
        screen.say()
        when = " wherever the design can be solved" if unsolved else ""
        screen.say(f"{several(always, 'rule')} always hold{'s' if always == 1 else ''}{when}")
    others = ([name, _share(number, found.number)] for name, number in found.failing.items())
    _table(screen, ["what else fails", "in"], others, right=(1,))


def _table(screen: Screen, heads: Sequence[str], rows: Iterable[list[str]], right: Iterable[int]) -> None:
    made = list(rows)
    if made:
        screen.say()
        screen.table(heads, made, right)


def _ranges(ranges: Mapping[str, str]) -> str:
    named = [f"{name} = {text}" for name, text in list(ranges.items())[:_RANGES]]
    return ", ".join([*named, *([f"{len(ranges) - _RANGES} more"] if len(ranges) > _RANGES else [])])


def _share(number: int, of: int) -> str:
    """A share of the draws, never rounded onto none or all of them: "93.4 %", "under 0.1 %"."""
    if number in (0, of):
        return "100 %" if number else "0 %"
    tenths = (2_000 * number + of) // (2 * of)
    if tenths in (0, 1_000):
        return "over 99.9 %" if tenths else "under 0.1 %"
    return f"{tenths // 10}.{tenths % 10} %"


def _named(text: str, place: Place) -> str:
    return f"{text} at {place_text(place)}" if place else text


def _unsolved(found: Odds) -> Iterator[list[str]]:
    for fault, draws in found.unsolved:
        yield [f"{fault.slug}: {fault.message}", _share(draws, found.number), fault.where]


def _counts(found: Odds) -> Iterator[list[str]]:
    for count in found.counts:
        numbers = count.numbers
        if len(numbers) > _NUMBERS:
            firsts = [next(one for one in numbers if one[1] * 100 >= level * numbers[-1][1]) for level in _LEVELS]
            numbers = tuple(dict.fromkeys(firsts))
        for at, (number, draws) in enumerate(numbers):
            name = "" if at else _named(count.path, count.place)
            share = _share(draws, found.number)
            yield [name, show.scalar(number, count.unit), BOUNDS["neither"].format(figure=share) if count.missed else share]


def _options(found: Odds) -> Iterator[list[str]]:
    for (choice, option), number in sorted(found.options.items(), key=lambda one: (one[0][0], -one[1], one[0][1])):
        yield [choice, option, _share(number, found.number)]


def _quantities(found: Odds) -> Iterator[list[str]]:
    for one in found.quantities:
        numbers = [one.least, *one.percentiles, one.most]
        bound = bound_of(one.least)
        name = BOUNDS[bound].format(figure=_named(one.text, one.place)) if bound is not None else _named(one.text, one.place)
        less = "" if one.number == found.number else f"in {_share(one.number, found.number)}"
        yield [name, one.unit.plural, *[decimal(divide(n, one.unit.factor)) for n in numbers], less]


def _conditions(found: Odds, unknown: bool) -> Iterator[list[str]]:
    for one in found.conditions:
        name, shares = _named(one.text, one.place), [one.holding, *([one.unknown] if unknown else [])]
        yield [name, *[_share(number, found.number) for number in shares]]


def _rules(found: Odds) -> Iterator[list[str]]:
    """The rules that do not hold in every draw, those first that hold in fewest."""
    for rule in sorted(found.rules, key=lambda rule: (rule.holding, rule.name)):
        if rule.holding < rule.judged and rule.severity != "info":
            others = [
                f"{RULES[outcome][0]} in {_share(rule.outcomes[outcome], found.number)}"
                for outcome in RULES if outcome in rule.outcomes and outcome not in HOLDS
            ]  # fmt: skip
            name = rule.name if rule.severity == "error" else f"{rule.name} ({rule.severity})"
            yield [name, _share(rule.holding, found.number), ", ".join(others)]


# ------------------------------------------------------------------------------ for programs
def as_object(found: Odds, seed: int, ranges: Mapping[str, str]) -> dict[str, Json]:
    """The odds, for programs: numbers of draws, not shares."""
    return {
        "number": found.number,
        "seed": seed,
        "ranges": dict(ranges),
        "verdicts": {one: found.verdicts.get(one, 0) for one in STANDINGS},
        "solved": found.solved,
        "unsolved": [{**fault_as_object(fault), "draws": draws} for fault, draws in found.unsolved],
        "counts": [
            {"count": one.path, **_where(one.place), "missed": one.missed, "suffices": [
                {"number": dict(show.as_object(number, one.unit)), "draws": draws} for number, draws in one.numbers
            ]} for one in found.counts
        ],
        "conditions": [
            {"condition": one.text, **_where(one.place), "draws": one.holding, "unknown": one.unknown} for one in found.conditions
        ],
        "options": [{"choice": choice, "option": option, "draws": draws} for (choice, option), draws in found.options.items()],
        "rules": [{"rule": one.name, "severity": one.severity, "draws": _counted(one)} for one in found.rules],
        "failing": dict(found.failing),
        "quantities": [
            {"quantity": one.text, **_where(one.place), "draws": one.number, "percentiles": {
                name: dict(show.as_object(number, one.unit))
                for name, number in zip(_HEADS, (one.least, *one.percentiles, one.most))
            }} for one in found.quantities
        ],
    }  # fmt: skip


def fault_as_object(fault: Fault) -> dict[str, Json]:
    """What keeps a design from being solved, for programs."""
    return {"slug": fault.slug, "message": fault.message, "file": fault.file, "line": fault.line, "column": fault.column}


def _counted(rule: Held) -> dict[str, Json]:
    return {outcome: number for outcome, number in rule.outcomes.items()}


_HEADS = "0", *map(str, PERCENTILES), "100"


def _where(place: Place) -> dict[str, Json]:
    return {"at": dict(place)} if place else {}

