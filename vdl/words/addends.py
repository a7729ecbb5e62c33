"""Of a sum that is more than it may be: what makes most of it, and the figures of which that is made."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from vdl.graph.blame import nearest, of_library
from vdl.graph.cells import Cell, Formula, Op, lesser_first
from vdl.graph.design import RuleEntry
from vdl.graph.order import reads
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, Unit, divide
from vdl.semantics.units import nearest as nearest_whole
from vdl.solve import Evaluation, Solution
from vdl.text.bounds import together
from vdl.values import (
    NOT_STATED,
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
    on_numbers,
    placed,
    scalars,
)
from vdl.words import values as show
from vdl.words.deciding import listed
from vdl.words.figures import is_input

_MUCH = Fraction(1, 20)
"""A part of a sum that is told of is no less of it."""

_SEVERAL = 3
"""Items of a sum of which it is told which are most of it: two stand in the formula of the rule, or in the next one."""

_NAMED = 3

_PASSED = frozenset(["+", "-", "sum", "if", "else", "at", "map", "running_sum", "as", "max", "peak", "/"])
"""Operations through which an item of a sum is still one; of what is taken away, and of divisors, nothing is told."""


class Addend(NamedTuple):
    """A quantity that a sum adds up, how much less the sum is without it, and which part of all of it that is."""

    cell: Cell
    amount: Exact
    """As it is told: it may leave something out."""
    share: Exact
    whole: bool
    """Whether nothing is left out of any of them, so that it is the share of the whole."""


def addends(rule: RuleEntry, solution: Solution, figures: Mapping[Cell, Value]) -> list[Addend]:
    """What makes most of a sum that a rule compares as the side that is to be less, where it is farthest from that: the most
    first, and nothing of what is less than a twentieth of it. Sums of sums are taken apart. `figures` are the values of all
    quantities as they are told."""
    sides = lesser_first(rule.condition)
    if sides is None or not _adds(sides[0], set()):
        return []
    split = _Split()
    split.take(sides[0])
    if len(split.items) < _SEVERAL:
        return []
    read = {*split.items, *reads(*sides, *[cell.formula for cell in split.sums])}
    values = {cell: solution.values[cell] for cell in read if cell in solution.values}
    evaluation = Evaluation(values, draw=solution.draw)
    total = evaluation.evaluate(sides[0])
    place = _farthest(total, evaluation.evaluate(sides[1]))
    whole = _number(total, place) if place is not None else None
    if place is None or whole is None or whole <= 0:
        return []
    sides_told = {cell: together(*[bound_of(one) for _, one in scalars(figures.get(cell, NOT_STATED))])
                  for cell in (*split.items, *split.sums)}  # fmt: skip
    all_of_it = not any(sides_told.values())
    found = []
    for cell in split.items:
        without = dict(values)
        without[cell] = broadcast(_nothing, [values[cell]]) if cell in values else 0
        again = Evaluation(without, draw=solution.draw)
        for one in split.with_it(cell):
            without[one] = again.evaluate(one.formula)
        left = _number(again.evaluate(sides[0]), place)
        if left is not None and whole - left >= _MUCH * whole:
            amount = exactly(whole - left, sides_told[cell])
            found.append(Addend(cell, amount, divide(whole - left, whole), all_of_it))
    return sorted(found, key=lambda one: -one.amount)


def most_of(found: Sequence[Addend], unit: Unit) -> str:
    """ "of that, `sand.weight` is 40 kg (62 %) and `tiles.weight` 20 kg (31 %)"; of sums that leave something out nobody knows
    the share."""
    said = [
        f"`{one.cell.path}` is {show.scalar(one.amount, unit)}" + (f" ({nearest_whole(one.share * 100)} %)" if one.whole else "")
        for one in found[:_NAMED]
    ]
    return f"of that, {listed(said, _NAMED)}"


def figures_of_most(found: Sequence[Addend]) -> list[Cell]:
    """The figures of authors of which what makes most of a sum is worked out, not by way of counts: the cost of one before the
    number of what has it. What is in several addends stands first where these come to more."""
    shares: dict[Cell, Exact] = {}
    for one in found:
        for cell in _figures(one.cell):
            shares[cell] = shares.get(cell, 0) + one.share
    return sorted(shares, key=lambda cell: -shares[cell])


def divisors(rule: RuleEntry) -> list[Cell]:
    """What authors fill in by which such a sum is divided: `boxes` of what each costs."""
    sides = lesser_first(rule.condition)
    found: dict[Cell, None] = {}
    waiting = [sides[0]] if sides is not None else []
    seen: set[Cell] = set()
    while waiting:
        part = waiting.pop()
        if isinstance(part, Cell) and part not in seen and part.form == "let" and part.formula is not None:
            seen.add(part)
            waiting.append(part.formula)
        elif isinstance(part, Op) and part.op == "/":
            below = nearest(reads(part.args[1]), is_input)
            found.update({cell: None for cell in below if is_input(cell) and not of_library(cell.span())})
        elif isinstance(part, Op) and part.op in ("if", "else", "at", "as"):
            waiting += part.args[1:] if part.op == "if" else part.args[:1]
    return list(found)


def _figures(addend: Cell) -> Iterator[Cell]:
    def ends(cell: Cell) -> bool:
        return is_input(cell) or cell.form == "count"

    for cell in nearest([addend], ends):
        if is_input(cell) and not reads(cell.formula):
            yield cell


class _Split:
    """The items of a sum and of the sums among them, and these sums, what others are worked out from first."""

    def __init__(self) -> None:
        self.items: dict[Cell, None] = {}
        self.sums: dict[Cell, int] = {}
        """Each with how many were found before it."""
        self._within: dict[Cell, list[Cell]] = {}
        """The sums that read an item or another sum."""

    def with_it(self, item: Cell) -> list[Cell]:
        """The sums that an item is in, also by way of others, what others are worked out from first."""
        found: set[Cell] = set()
        waiting = [item]
        while waiting:
            further = [one for one in self._within.get(waiting.pop(), ()) if one not in found]
            found.update(further)
            waiting += further
        return sorted(found, key=self.sums.__getitem__)

    def take(self, formula: Formula) -> None:
        if isinstance(formula, Cell):
            if formula in self.sums or formula in self.items:
                return
            if formula.formula is not None and _adds(formula, set()):
                self.take(formula.formula)
                self.sums[formula] = len(self.sums)
                for read in reads(formula.formula):
                    self._within.setdefault(read, []).append(formula)
            else:
                self.items[formula] = None
        elif isinstance(formula, Op):
            for part in _parts(formula):
                self.take(part)


def _parts(op: Op) -> Sequence[Formula]:
    """The operands of which what an operation comes to is a sum; of a product those that are written out as one."""
    if op.op == "*":
        return [arg for arg in op.args if isinstance(arg, Op) and _adds(arg, set())]
    if op.op not in _PASSED:
        return ()
    return op.args[:1] if op.op in ("-", "/") else op.args[1:] if op.op == "if" else op.args


def _adds(formula: Formula | None, within: set[Cell]) -> bool:
    """Whether it adds up several quantities."""
    if isinstance(formula, Cell):
        if formula in within or formula.form == "count" or (is_input(formula) and not reads(formula.formula)):
            return False
        return _adds(formula.formula, {*within, formula})
    if not isinstance(formula, Op):
        return False
    if formula.op in ("sum", "+") and len([arg for arg in formula.args if reads(arg)]) > 1:
        return True
    return any(_adds(part, within) for part in _parts(formula))


def _farthest(less: Value, more: Value) -> Place | None:
    """The label at which what is to be less is farthest from that; None where that is not known."""
    gaps = broadcast(on_numbers(lambda a, b: high(a) - low(b)), [less, more])
    known = [(gap, place) for place, gap in placed(gaps) if is_exact(gap)]
    return max(known, key=lambda one: one[0])[1] if known else None


def _number(value: Value, place: Place) -> Exact | None:
    found = at_place(value, place)
    return high(found) if is_number(found) else None


def _nothing(one: Scalar) -> Scalar:
    return 0 if is_number(one) else one


__all__ = ["Addend", "addends", "divisors", "figures_of_most", "most_of"]
