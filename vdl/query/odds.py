"""How sure a design is: over many draws of its ranges, how often each number suffices, each rule holds, and what is how large."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate

from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const, Op
from vdl.graph.order import formulas_of, parts
from vdl.judge import Outcome
from vdl.judge.standing import Standing
from vdl.query.evaluate import read
from vdl.query.sweeps import Fault, Row, Shown
from vdl.records import NamedTuple
from vdl.semantics.types import BOOLEAN
from vdl.semantics.units import ONE, Exact, Unit
from vdl.text.bounds import Bound
from vdl.text.source import Span
from vdl.text.written import on_one_line, written
from vdl.values import NOT_STATED, Bounded, Place, Range, Scalar, bound_of, is_exact, placed, scalars

PERCENTILES = 5, 25, 50, 75, 95

HOLDS: tuple[Outcome, ...] = ("holds", "waived")
"""The outcomes of a rule that does not stand in the way."""


class Sufficing(NamedTuple):
    """A count, at a label where it is kept, with the numbers it came to and how many draws each suffices in. A draw in which
    the design can't be solved is in none of them."""

    path: str
    place: Place
    unit: Unit
    numbers: tuple[tuple[Exact, int], ...]
    missed: bool
    """Whether some draw sizes it by what is stated of a sum, and the rest may take more."""


class Held(NamedTuple):
    """A rule, how severe it is, and how often it came to what."""

    name: str
    severity: str
    outcomes: dict[Outcome, int]

    @property
    def holding(self) -> int:
        """In how many draws it holds, or is waived."""
        return sum(self.outcomes.get(one, 0) for one in HOLDS)

    @property
    def judged(self) -> int:
        """In how many draws it applies."""
        return sum(number for outcome, number in self.outcomes.items() if outcome != "not-applicable")


class Spread(NamedTuple):
    """A quantity, at a label where it varies: its least and largest values, and the least that are not passed in so many percent
    of the draws in which it has a number. All of them leave something out where that of one draw does."""

    text: str
    place: Place
    unit: Unit
    number: int
    least: Exact
    percentiles: tuple[Exact, ...]
    most: Exact


class Met(NamedTuple):
    """A condition that is looked at, at a label where it varies, in how many draws it holds, and in how many nobody knows."""

    text: str
    place: Place
    holding: int
    unknown: int


class Odds(NamedTuple):
    """What many draws of the ranges of a design came to."""

    number: int
    verdicts: dict[Standing, int]
    """Where the design can't be solved it fails."""
    unsolved: tuple[tuple[Fault, int], ...]
    """What keeps the design from being solved, as the first draw of its slug and place has it, and in how many draws it is the
    first reason."""
    failing: dict[str, int]
    """What fails besides rules where the design can be solved, and in how many draws."""
    counts: tuple[Sufficing, ...]
    options: dict[tuple[str, str], int]
    """Each `choose` and option, and in how many draws it is taken."""
    rules: tuple[Held, ...]
    quantities: tuple[Spread, ...]
    conditions: tuple[Met, ...]

    @property
    def solved(self) -> int:
        """In how many draws the design can be solved."""
        return self.number - sum(draws for _, draws in self.unsolved)


def unknowns(compilation: Compilation, solved: Solved, shown: Iterable[str]) -> dict[str, str]:
    """The ranges of a design and of what is looked at: what each is called, and how it is written. Those of one value by label
    are one."""
    found: dict[str, str] = {}
    graph = solved.graph
    formulas = [formula for component in graph.order for cell in component for formula in formulas_of(cell)]
    formulas += [formula for rule in graph.rules for formula in (rule.condition, rule.when) if formula is not None]
    for text in shown:
        reading, made, _, _ = read(compilation, solved, text, "--show")
        if isinstance(made, (Cell, Op, Const)):
            reading.value(made)
            formulas.append(made)
    for part in parts(formulas, lambda cell: True):
        if isinstance(part, Const) and part.node is not None and part.source is not None:
            for _, one in scalars(part.value):
                for name in one.unknowns if isinstance(one, Range) else ():
                    found.setdefault(name, on_one_line(written(Span(part.source, part.node.start, part.node.end))))
    return found


def odds(rows: Sequence[Row], shown: Sequence[Shown]) -> Odds:
    """What draws came to, in their order."""
    verdicts = Counter([row.verdict for row in rows])
    rules: dict[str, Held] = {}
    options: Counter[tuple[str, str]] = Counter()
    failing: Counter[str] = Counter()
    counts: dict[tuple[str, Place], tuple[Unit, Counter[Exact]]] = {}
    faults: dict[tuple[str, str], tuple[Fault, int]] = {}
    missed: set[str] = set()
    for row in rows:
        if row.fault is not None:
            key = row.fault.slug, row.fault.where
            first, draws = faults.get(key, (row.fault, 0))
            faults[key] = first, draws + 1
        if row.drawn is None:
            continue
        named = {name for name, _, _ in row.drawn.rules}
        failing.update([name for name in row.failing if name not in named])
        options.update(row.options)
        missed |= row.drawn.missed
        for name, severity, outcome in row.drawn.rules:
            held = rules.setdefault(name, Held(name, severity, {}))
            held.outcomes[outcome] = held.outcomes.get(outcome, 0) + 1
        for path, value, unit in row.drawn.counts:
            for place, one in placed(value):
                if is_exact(one):
                    counts.setdefault((path, place), (unit, Counter()))[1][one] += 1
    return Odds(
        len(rows), dict(verdicts), tuple(sorted(faults.values(), key=lambda one: -one[1])), dict(failing),
        tuple([
            Sufficing(path, place, unit, _sufficing(found), path in missed) for (path, place), (unit, found) in counts.items()
        ]),
        dict(options), tuple(rules.values()), tuple(_spreads(rows, shown)),
        tuple(_met(rows, shown)),
    )  # fmt: skip


def _sufficing(found: Counter[Exact]) -> tuple[tuple[Exact, int], ...]:
    numbers = sorted(found)
    return tuple(zip(numbers, accumulate([found[number] for number in numbers])))


def _spreads(rows: Sequence[Row], shown: Sequence[Shown]) -> Iterator[Spread]:
    for at, one in enumerate(shown):
        values: dict[Place, list[Exact]] = {}
        bounds: dict[Place, set[Bound]] = {}
        unit: Unit | None = None
        for row in rows:
            if row.fault is None:
                unit = unit or row.shown[at].unit
                for place, scalar in placed(row.shown[at].value):
                    if is_exact(scalar):
                        values.setdefault(place, []).append(scalar)
                        if (bound := bound_of(scalar)) is not None:
                            bounds.setdefault(place, set()).add(bound)
        for place, found in values.items():
            numbers: list[Exact] = sorted(found)
            if sides := bounds.get(place):
                side = sides.pop() if len(sides) == 1 else "neither"
                numbers = [Bounded(number, side) for number in numbers]
            yield Spread(
                one.text, place, unit or ONE, len(numbers), numbers[0],
                tuple([numbers[-(-len(numbers) * percent // 100) - 1] for percent in PERCENTILES]), numbers[-1],
            )  # fmt: skip


def _met(rows: Sequence[Row], shown: Sequence[Shown]) -> Iterator[Met]:
    for at, one in enumerate(shown):
        met: dict[Place, Counter[Scalar]] = {}
        for row in rows:
            for place, scalar in placed(row.shown[at].value) if row.fault is None and one.type == BOOLEAN else ():
                met.setdefault(place, Counter())[scalar] += 1
        yield from [Met(one.text, place, found[True], found[NOT_STATED]) for place, found in met.items()]


__all__ = ["HOLDS", "PERCENTILES", "Held", "Met", "Odds", "Spread", "Sufficing", "odds", "unknowns"]
