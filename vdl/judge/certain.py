"""What is certain of quantities by how they are worked out, whatever the figures are: a sum is no less than one of its parts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Union

from vdl.graph.cells import Cell, Const, Formula, Instance, Op
from vdl.graph.details import Along, At, ByLabel
from vdl.graph.items import Items
from vdl.graph.order import parts
from vdl.semantics.units import Exact
from vdl.values import NOT_STATED, Value, Varying, high, is_number, low, scalars

End = Union[Exact, None]
"""An end of what a quantity can be; None where nothing is certain."""

_STEPS = 2_000
"""Steps of one proof: what takes longer is not certain."""

_NAMES = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*"
"""Names in a text, with their paths."""

_WITHOUT_SIGN = frozenset(["peak", "lowest", "at", "running_max", "as", "ceil", "floor", "round"])
"""Operations whose value has no other sign than what they are made of."""


class Certain:
    """Proves that one formula is never more than another, or the same, for all figures that inputs may be.

    Inputs and counts stand for any number that they may be, and nothing that limits a count is used but that it keeps what was
    there before. What is written in one
    object, or in the design, is for what is there: with `opens` derived values are looked into, and lists have the items that
    they have. A quantity is itself only where a text names it by its own path, and not where two references lead to it, which
    may lead to two tomorrow. `values` say which labels there are. What is not stated is judged nowhere, so nothing is claimed.
    """

    def __init__(self, values: Mapping[Cell, Value], *, opens: bool) -> None:
        self._values, self.opens = values, opens
        self._named: set[str] = set()
        """The paths that the texts which were read may name."""
        self.keeping: Cell | None = None
        """A count that keeps what was there before, where a proof needs that."""
        self._left = _STEPS
        self._ends: dict[Formula, tuple[End, End]] = {}

    def read(self, text: str, instance: Instance | None) -> None:
        """Reads a text of an object, whose names are those of its members, and of what it stands in."""
        names = re.findall(_NAMES, text)
        while instance is not None:
            self._named.update([instance.path_of(name) for name in names])
            instance = instance.owner

    # -------------------------------------------------------------------------- ends
    def low(self, formula: Formula) -> End:
        return self._between(formula)[0]

    def high(self, formula: Formula) -> End:
        return self._between(formula)[1]

    def not_negative(self, formula: Formula) -> bool:
        end = self.low(formula)
        return end is not None and end >= 0

    def _between(self, formula: Formula) -> tuple[End, End]:
        if isinstance(formula, Const):
            numbers = [one for _, one in scalars(formula.value)]
            if formula.value is NOT_STATED or not all(map(is_number, numbers)):
                return (0, None) if formula.value is NOT_STATED else (None, None)
            stated = [one for one in numbers if is_number(one)]
            ends = min(map(low, stated)), max(map(high, stated))
            return _signs(ends) if formula.made_of else ends
        if formula not in self._ends:
            self._ends[formula] = None, None  # of a circle nothing is known
            self._left -= 1
            if self._left > 0:
                self._ends[formula] = self._of_cell(formula) if isinstance(formula, Cell) else self._of_operation(formula)
        return self._ends[formula]

    def _of_cell(self, cell: Cell) -> tuple[End, End]:
        if cell.form == "count":
            return 0, None
        if cell.form == "input":
            if cell.domain is None:
                return None, None
            return _signs(cell.domain.numbers[:2]) if cell.domain.made_of() else (cell.domain.low, cell.domain.high)
        opened = self._inside(cell)
        if opened is None:
            return None, None
        if isinstance(opened, Const):  # a figure that has a name may be another one tomorrow; its sign is what is relied on
            return _signs(self._between(opened))
        return self._between(opened)

    def _where(self, condition: Formula, then: Formula) -> tuple[End, End]:
        """The ends of what is taken only where a condition holds, such as that something is more than 0."""
        conditions = [condition]
        known: dict[Formula, tuple[End, End]] = {}
        for one in conditions:  # grows while it is read
            if isinstance(one, Op) and one.op == "and":
                conditions += one.args
            elif isinstance(one, Op) and one.op in (">", ">=") and self.not_negative(one.args[1]):
                known[one.args[0]] = 0, None
        before, self._ends = self._ends, {**self._ends, **known}
        found = self._between(then)
        self._ends = before
        return found

    def _of_operation(self, op: Op) -> tuple[End, End]:
        if op.op == "if":
            ends = [(None, None), self._where(op.args[0], op.args[1]), self._between(op.args[2])]
        else:
            ends = [self._between(arg) for arg in op.args]
        lows, highs = [end[0] for end in ends], [end[1] for end in ends]
        if op.op in ("if", "keyed"):
            lows, highs = lows[1:], highs[1:]
        if op.op in ("max", "sum") and not op.args:
            return (0, 0) if op.op == "sum" and self.opens else (None, None)
        if op.op == "max" and not op.leaves_out:
            return max([end for end in lows if end is not None], default=None), _most(highs)
        if op.op == "min" and not op.leaves_out:
            return _least(lows), min([end for end in highs if end is not None], default=None)
        if op.op in ("if", "else", "map", "keyed", "max", "min"):
            return _least(lows), _most(highs)
        if op.op in _WITHOUT_SIGN:
            return (0 if _positive(lows[:1]) else None), (highs[0] if op.op in ("peak", "lowest", "at", "as") else None)
        if op.op in ("+", "sum") and (op.op == "+" or self.opens):
            return _total(lows), _total(highs)
        if op.op == "-":
            return _difference(lows[0], highs[1]), _difference(highs[0], lows[1])
        if op.op == "/" and _positive(lows[1:]) and self.at_most(*op.args):
            return (0 if _positive(lows) else None), 1
        if op.op in ("*", "/", "running_sum", "previous", "^"):
            return (0 if _positive(lows) else None), None
        if op.op == "grow":
            return (0 if _positive(lows[:1]) and lows[1] is not None and lows[1] >= -1 else None), None
        return (0 if op.op == "abs" else None), None

    # -------------------------------------------------------------------------- two of them
    def same(self, a: Formula, b: Formula) -> bool:
        """Whether two formulas are the same operations on the same quantities."""
        self._left -= 1
        if self._left <= 0:
            return False
        if isinstance(a, Cell) and a is b:
            return a.form == "part" or a.path in self._named
        if isinstance(a, Op) and isinstance(b, Op):
            alike = a.op == b.op and len(a.args) == len(b.args) and bool(a.args) and _detail(a) == _detail(b)
            return alike and all(map(self.same, a.args, b.args))
        if isinstance(a, Const) and isinstance(b, Const):
            return a.made_of == b.made_of and _exact(a) is not None and _exact(a) == _exact(b)
        inside = self._inside(a)
        if inside is not None and not isinstance(inside, Const) and self.same(inside, b):
            return True
        inside = self._inside(b)
        return inside is not None and not isinstance(inside, Const) and self.same(a, inside)

    def at_most(self, a: Formula, b: Formula) -> bool:
        """Whether one is never more than the other, at each label."""
        self._left -= 1
        if self._left <= 0:
            return False
        least, most = self.low(b), self.high(a)
        if (isinstance(a, Const) or isinstance(b, Const)) and least is not None and most is not None and most <= least:
            return True
        if self.same(a, b):
            return True
        if isinstance(a, Op) and self._from_above(a, b):
            return True
        if isinstance(b, Op) and self._from_below(a, b):
            return True
        inside = self._inside(b)
        if inside is not None and not isinstance(inside, Const) and self.at_most(a, inside):
            return True
        inside = self._inside(a)
        return inside is not None and not isinstance(inside, Const) and self.at_most(inside, b)

    def _from_above(self, a: Op, b: Formula) -> bool:
        """Whether an operation is at most what something of it is at most."""
        if a.op == "min" or (a.op == "floor" and self.not_negative(a.args[0])):
            return any(self.at_most(arg, b) for arg in (a.args if a.op == "min" else a.args[:1])) and not a.leaves_out
        if a.op == "max":
            return not isinstance(a.detail, Items) and all(self.at_most(arg, b) for arg in a.args)
        if a.op in ("if", "else", "map"):
            return all(self.at_most(arg, b) for arg in (a.args[1:] if a.op == "if" else a.args))
        if a.op in ("as", "lowest"):
            return self.at_most(a.args[0], b)
        if a.op in ("peak", "at") and isinstance(b, Op) and b.op == "peak":
            return self.at_most(a.args[0], b.args[0])
        if a.op == "at" and isinstance(b, Op) and b.op == "at" and self._kept(a, b):
            return True
        if a.op == "at" and isinstance(b, Op) and b.op == "at" and a.detail == b.detail:
            return self.at_most(a.args[0], b.args[0])
        if a.op == "at" and self._over_labels(b) is not None:
            return self.at_most(a.args[0], b)
        if a.op == "-":
            return self.not_negative(a.args[1]) and self.at_most(a.args[0], b)
        if a.op in ("*", "/") and isinstance(b, Op) and b.op == a.op and self.same(a.args[1], b.args[1]):
            return self.not_negative(a.args[1]) and self.at_most(a.args[0], b.args[0])
        if a.op == "*":
            return any(
                self.not_negative(one) and (end := self.high(times)) is not None and end <= 1 and self.at_most(one, b)
                for one, times in (a.args, a.args[::-1])
            )
        if a.op == "+" and isinstance(b, Op) and b.op == "+":
            return self.at_most(a.args[0], b.args[0]) and self.at_most(a.args[1], b.args[1])
        return False

    def _kept(self, a: Op, b: Op) -> bool:
        """Whether two operations take a count at a label and at a later one, and it keeps what was there before."""
        count, first, last = a.args[0], a.detail, b.detail
        if not isinstance(count, Cell) or not isinstance(first, At) or not isinstance(last, At) or first.axis != last.axis:
            return False
        order = _keeps(count)
        if not (order and order.axis == first.axis and first.single and last.single and self.same(count, b.args[0])):
            return False
        if order.labels.index(first.labels[0]) > order.labels.index(last.labels[0]):
            return False
        self.keeping = count
        return True

    def _from_below(self, a: Formula, b: Op) -> bool:
        """Whether an operation is at least what something of it is at least."""
        summed = self._over_labels(b)
        if summed is not None and self.not_negative(summed) and self.at_most(a, summed):
            return True
        if b.leaves_out:  # what is left out may be the one
            return any(self.same(a, arg) for arg in b.args) and (b.op == "max" or self._adds_up(a, b))
        if b.op == "max":
            return any(self.at_most(a, arg) for arg in b.args)
        if b.op == "min":
            return not isinstance(b.detail, Items) and all(self.at_most(a, arg) for arg in b.args)
        if b.op in ("if", "else", "map"):
            return all(self.at_most(a, arg) for arg in (b.args[1:] if b.op == "if" else b.args))
        if b.op in ("as", "peak", "ceil", "running_max"):
            return self.at_most(a, b.args[0])
        if b.op == "+" or b.op == "sum":
            return self._adds_up(a, b)
        if b.op == "*":
            return any(
                self.not_negative(one) and (end := self.low(times)) is not None and end >= 1 and self.at_most(a, one)
                for one, times in (b.args, b.args[::-1])
            )
        if b.op == "running_sum":
            return self.not_negative(b.args[0]) and self.at_most(a, b.args[0])
        return False

    def _adds_up(self, a: Formula, b: Op) -> bool:
        """Whether something is at most one part of a sum whose other parts are not negative."""
        if b.op not in ("+", "sum") or (b.op == "sum" and not self.opens):
            return False
        one = next((arg for arg in b.args if self.at_most(a, arg)), None)
        return one is not None and all(arg is one or self.not_negative(arg) for arg in b.args)

    def _over_labels(self, formula: Formula) -> Formula | None:
        """What is added up over all labels of an axis, in one number for all of them."""
        seen = 0
        while isinstance(formula, Cell) and seen < _DEEP:
            inside = self._inside(formula)
            if inside is None:
                return None
            formula, seen = inside, seen + 1
        if not isinstance(formula, Op):
            return None
        if formula.op == "at" and isinstance(formula.detail, At) and formula.detail.single:
            return self._at_the_last(formula.args[0], formula.detail)
        if formula.op != "sum" or not formula.args or not self.opens:
            return None
        picked = [
            (arg.args[0], arg.detail) for arg in formula.args
            if isinstance(arg, Op) and arg.op == "at" and isinstance(arg.detail, At) and arg.detail.single
        ]  # fmt: skip
        of, first = picked[0] if picked else (None, None)
        if not isinstance(of, Cell) or first is None or len(picked) < len(formula.args):
            return None
        value = self._values.get(of)
        labels = {at.labels[0] for _, at in picked}
        every = isinstance(value, Varying) and first.axis in value.axes and set(value.labels(first.axis)) <= labels
        return of if every and all(self.same(one, of) for one, _ in picked) else None

    def _at_the_last(self, formula: Formula, at: At) -> Formula | None:
        inside = formula if isinstance(formula, Op) else self._inside(formula)
        if not isinstance(inside, Op) or inside.op != "running_sum" or not isinstance(inside.detail, Along):
            return None
        return inside.args[0] if (at.axis, at.labels[-1]) == (inside.detail.axis, inside.detail.labels[-1]) else None

    def _inside(self, formula: Formula) -> Formula | None:
        """The formula of what is derived, where it may be looked into."""
        if not isinstance(formula, Cell) or formula.form in ("input", "count"):
            return None
        if not self.opens and formula.form != "part":
            return None
        self.read(formula.span().text, formula.instance)
        return formula.formula


_DEEP = 20


def _keeps(count: Cell) -> Along | None:
    """Along which axis a count is never less than it was before, by a bound of its own; None where it may be less."""
    for bound in count.bounds if count.is_solved else ():
        value = bound.value
        if isinstance(value, Op) and value.op == "-" and _is_unused(value.args[1]):
            value = value.args[0]
        if bound.severity == "warning" or not _is_previous(value, count):
            continue
        when = bound.when
        positive = isinstance(when, Op) and when.op == ">" and _is_previous(when.args[0], count) and _is_zero(when.args[1])
        if when is None or positive:
            assert isinstance(value, Op) and isinstance(value.detail, Along)
            return value.detail
    return None


def _is_previous(formula: Formula, count: Cell) -> bool:
    return isinstance(formula, Op) and formula.op == "previous" and formula.args[0] is count and isinstance(formula.detail, Along)


def _is_unused(formula: Formula) -> bool:
    """Whether something is nothing, and that by the library's word alone."""
    if isinstance(formula, Cell) and formula.form == "input" and formula.origin in ("default", "library"):
        return formula.formula is not None and _is_zero(formula.formula)
    return _is_zero(formula)


def _is_zero(formula: Formula) -> bool:
    return isinstance(formula, Const) and formula.value == 0


def is_figure(formula: Formula) -> bool:
    """Whether all that a formula is made of are written figures, of which nothing is an input or a count."""
    return not any(isinstance(part, Cell) and part.form in ("input", "count") for part in parts([formula], lambda cell: True))


def _detail(op: Op) -> object:
    """What two operations must have in common besides their arguments."""
    if isinstance(op.detail, Items):
        return op.detail.stated
    return op.detail if isinstance(op.detail, (At, Along, ByLabel)) else None


def _exact(const: Const) -> Exact | None:
    ends = (low(const.value), high(const.value)) if is_number(const.value) else (None, None)
    return ends[0] if ends[0] == ends[1] else None


def _signs(ends: tuple[End, End]) -> tuple[End, End]:
    """Only whether something is not negative, or not positive: its figure may be in another unit, or be another one tomorrow."""
    least, most = ends
    return (0 if least is not None and least >= 0 else None), (0 if most is not None and most <= 0 else None)


def _least(ends: list[End]) -> End:
    known = [end for end in ends if end is not None]
    return min(known) if known and len(known) == len(ends) else None


def _most(ends: list[End]) -> End:
    known = [end for end in ends if end is not None]
    return max(known) if known and len(known) == len(ends) else None


def _total(ends: list[End]) -> End:
    known = [end for end in ends if end is not None]
    return sum(known) if len(known) == len(ends) else None


def _difference(a: End, b: End) -> End:
    return None if a is None or b is None else a - b


def _positive(ends: list[End]) -> bool:
    return all(end is not None and end >= 0 for end in ends)


__all__ = ["Certain", "is_figure"]
