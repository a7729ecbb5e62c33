"""Values of formulas over the values of cells, and of ranges that pull both ways."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import TYPE_CHECKING

from vdl import errors
from vdl.graph.blame import around, led
from vdl.graph.cells import BoundEntry, Cell, Const, Formula, Instance, Op
from vdl.semantics.units import too_long
from vdl.solve.operations import OPERATIONS, Combine, CombineAll
from vdl.solve.pins import WHOLE, Pins, Stretch, apart, is_whole, pinned
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CORNER_BUDGET, CORNERS, LABEL_WORK, LABELS, PACKING_WORK, RESULT_DIGITS
from vdl.text.source import Span
from vdl.values import (
    FAULT,
    FRACTIONAL,
    NOT_STATED,
    MissingLabel,
    Opposed,
    Part,
    Range,
    Scalar,
    TooManyLabels,
    Value,
    Varying,
    anywhere,
    broadcast,
    enclosing,
    hull,
    is_exact,
    is_number,
    loosened,
    on_numbers,
    scalars,
)

if TYPE_CHECKING:
    from vdl.values.draws import Draw

Lasting = dict[Op, Value | None]
"""Operations that have the same value in each of several evaluations: that value, once one of them has computed it."""


class Evaluation:
    """Evaluates formulas over the values of cells, which it reads and never writes.

    Cells in `fixed` keep their value also while ranges are tried at their ends: their formula is not what it is from. With a
    `draw`, every range that is written in a formula is the number that is drawn for it. What is `lasting` is computed once for
    all evaluations that share it.
    """

    def __init__(
        self, values: Mapping[Cell, Value], fixed: Container[Cell] = (), draw: Draw | None = None, lasting: Lasting | None = None
    ) -> None:
        self.values = values
        self.fixed = fixed
        self.draw = draw
        self.lasting = lasting or {}
        self.spans = 0  # over how many steps a question moves an input
        self.of_whole = False
        """Whether what is computed is an input that may be whole only."""
        self.diagnostics: list[Diagnostic] = []
        self.order: Sequence[Sequence[Cell]] = ()  # of the design, also of what has no value yet, where that is known
        self.bound: tuple[Cell, BoundEntry] | None = None
        """The bound that is being computed, for what is said."""
        self.rule = ""
        """The path of the rule that is being judged, likewise."""
        self.cell: Cell | None = None
        """The quantity that is being computed, likewise."""
        self.at: Instance | None = None
        """The object whose rule is being judged, likewise."""
        self.compared: tuple[Op, Value, Value] | None = None
        """The comparison that came last, and its two sides."""
        self.deferred: list[Diagnostic] | None = None
        """What is wrong with branches that may not be taken."""
        self.remarks = 0
        """How often something was said, also what had been said before."""
        self._reported: set[tuple[object, ...]] = set()
        self._pins: Pins = {}
        """Unknowns held at a part of their ranges, mostly at one end."""
        self._pinned: dict[tuple[Cell, tuple[tuple[str, Stretch], ...]], Value] = {}
        self._holding = False
        """Whether ranges are held at parts, for what the design itself does not ask for."""
        self.impossible: list[Pins] = []
        """Points at which an input that may be whole only is not."""
        self._corners_left = CORNER_BUDGET
        self._labels_left = LABEL_WORK
        self._packing_left = PACKING_WORK

    def evaluate(self, formula: Formula | None) -> Value:
        """The value of a formula; FAULT where something is wrong with it (and has been said)."""
        if formula.__class__ is Op:
            return self._last(formula) if formula in self.lasting else self._operate(formula)
        if formula.__class__ is Cell:
            return self._of_cell(formula) if self._pins else self.values.get(formula, FAULT)
        if not isinstance(formula, Const):
            return FAULT
        value = formula.value
        if (self.draw is not None or self._pins) and isinstance(value, (Range, Varying)):
            return broadcast(self._drawn if self.draw is not None else self._pin, [value])
        return value

    @property
    def exhausted(self) -> bool:
        """Whether a limit was passed, from where on values say less than they would."""
        return self._labels_left < 0 or self._corners_left < 0

    def go_on_from(self, other: Evaluation) -> None:
        """Have as much left to spend as another one."""
        self._corners_left, self._labels_left, self._packing_left = other._corners_left, other._labels_left, other._packing_left

    def forget_corners(self) -> None:
        """Drop what was kept of cells at corners: their values have changed."""
        self._pinned.clear()
        self.impossible.clear()

    @contextmanager
    def trial(self) -> Iterator[list[Diagnostic]]:
        """Evaluate without saying what is wrong, which is given instead; what ranges cost is given back."""
        outer, left = self.deferred, self._corners_left
        said: list[Diagnostic] = []
        self.deferred = said
        try:
            yield said
        finally:
            self.deferred, self._corners_left = outer, left
            self.bound = None

    @contextmanager
    def held(self, pins: Pins) -> Iterator[None]:
        """Evaluate with unknowns held at parts of their ranges. Nothing is said, and nothing is counted for the limits."""
        outer, left, compared = self._pins, (self._labels_left, self._packing_left), self.compared
        self._pins, self._holding = pins, True
        try:
            with self.trial():
                yield
        finally:
            self._pins, self._holding, self.compared = outer, False, compared
            self._labels_left, self._packing_left = left

    def about(self) -> str:
        """The path of the bound, the quantity or the rule that is being computed; "" where none is."""
        if self.bound is not None:
            return f"{self.bound[0].path}.{self.bound[1].name}"
        return self.cell.path if self.cell is not None and self.cell.form != "part" else self.rule

    def say(self, diagnostic: Diagnostic) -> None:
        """Report, once, at a line of the author's; of a branch that may not be taken, later or never."""
        where = diagnostic.span
        diagnostic = led(diagnostic, around(self.at), "of this object")
        if self.deferred is not None:
            self.deferred.append(diagnostic)
            return
        self.remarks += 1
        key = (diagnostic.slug, *[span and (id(span.source), span.start) for span in (where, diagnostic.span)], diagnostic.notes)
        if key not in self._reported:
            self._reported.add(key)
            self.diagnostics.append(diagnostic)

    # ------------------------------------------------------------------ operations
    def _operate(self, op: Op) -> Value:
        if self._labels_left < 0:
            return FAULT
        try:
            value = OPERATIONS[op.op](self, op)
        except MissingLabel as missing:
            from vdl.solve.faults import at_the_choice, no_label  # long, and for what is wrong only

            sides = [(arg, self.evaluate(arg)) for arg in op.args]
            said = no_label(op.span(), sides, missing, self.values, self.order)
            self.say(at_the_choice(said, op, self.at, sides[0][1], missing))
            return FAULT
        except TooManyLabels:
            self.say(errors.too_many_labels(op.span(), LABELS))
            return FAULT
        if isinstance(value, Varying) and not self.spend(len(value.cells), op.span()):
            return FAULT
        return value

    def _last(self, op: Op) -> Value:
        """The value of an operation that is lasting. Where something is said of it, it is to be said each time."""
        if self._pins:
            return self._operate(op)
        value = self.lasting[op]
        if value is None:
            said = self.remarks, self.deferred and len(self.deferred)
            value = self._operate(op)
            if said == (self.remarks, self.deferred and len(self.deferred)) and not self.exhausted:
                self.lasting[op] = value
        return value

    def branch(self, formula: Formula) -> tuple[Value, list[Diagnostic]]:
        """The value of a formula that may not be taken, and what is wrong with it, which is not said yet."""
        outer, self.deferred = self.deferred, []
        value = self.evaluate(formula)
        said, self.deferred = self.deferred, outer
        return value, said

    def taken(self, said: list[Diagnostic], value: Value) -> None:
        """Say what is wrong with a branch that was taken; errors only where it has left something without a value."""
        if not said:
            return
        faulty = anywhere(value, FAULT)
        for diagnostic in said:
            if faulty or diagnostic.severity != "error":
                self.say(diagnostic)

    def spend(self, labels: int, span: Span) -> bool:
        """Count values at labels; False, which is said, where they are more than the limit of the language."""
        self._labels_left -= labels
        if self._labels_left < 0 and not self._holding:
            outer, self.deferred = self.deferred, None  # whatever comes after it is not computed, taken or not
            self.say(errors.too_much_work(span, "values at labels", LABEL_WORK))
            self.deferred = outer
        return self._labels_left >= 0

    def spend_packing(self, span: Span) -> Callable[[int], bool]:
        """Counts steps of packing; False, which is said, where they are more than the limit of the language."""

        def spend(steps: int) -> bool:
            self._packing_left -= steps
            if self._packing_left < 0:
                self.say(errors.too_much_work(span, "steps of packing", PACKING_WORK))
            return self._packing_left >= 0

        return spend

    def combine(self, op: Op, function: Combine) -> Value:
        """A binary operation on two formulas, with corners where ranges pull both ways."""
        a, b = self.evaluate(op.args[0]), self.evaluate(op.args[1])
        if is_exact(a) and is_exact(b):  # as most are
            return self.checked(op, function(a, b)[0])
        return self.combined(op, function, [a, b])

    def combined(self, op: Op, function: Combine, values: list[Value]) -> Value:
        """The same of two formulas that have been evaluated."""
        value, opposed = self._combined(op, function, values)
        return self._corners(op, op.args, function, value, opposed) if opposed else value

    def combine_all(self, op: Op, args: Sequence[Formula], values: list[Value], function: CombineAll) -> Value:
        """An operation on any number of formulas in any order, such as a sum, with corners for all of them at once.

        Formulas that are the same count as multiples of one. Where more unknowns pull both ways than are tried at once,
        those that share none of them are taken by themselves, and others half by half.
        """
        value, opposed = self._combined(op, function, values)
        if not opposed:
            return value
        known = dict(zip(args, values))
        once: list[tuple[Formula, Value]] = []
        for arg, times in Counter(args).items():
            multiple = Op("*", (Const(times), arg), op.node, op.source)
            once.append((arg, known[arg]) if times == 1 else (multiple, self.evaluate(multiple)))
        return self._all(op, once, function)

    def _all(self, op: Op, args: Sequence[tuple[Formula, Value]], function: CombineAll) -> Value:
        """The operation on formulas with their values."""
        if len(args) == 1:
            return args[0][1]
        value, opposed = self._combined(op, function, [value for _, value in args])
        if len(opposed) > CORNERS and len(args) > 2:
            groups = apart([value for _, value in args], opposed)
            if len(groups) == 1:
                groups = [range(len(args) // 2), range(len(args) // 2, len(args))]
            parts = [self._all(op, [args[i] for i in group], function) for group in groups]
            value, opposed = self._combined(op, function, parts)
        return self._corners(op, [formula for formula, _ in args], function, value, opposed) if opposed else value

    def _combined(self, op: Op, function: CombineAll, values: list[Value]) -> tuple[Value, Opposed]:
        """The operation on the ends of ranges, and the unknowns that pull both ways."""
        opposed: Opposed = set()

        def apply(*items: Scalar) -> Scalar:
            silent = False
            for item in items:
                if item is FAULT:
                    return FAULT
                if item is NOT_STATED:
                    silent = True
            if silent:
                items = tuple([item for item in items if item is not NOT_STATED]) if leaves_out else ()
                if not items:
                    return NOT_STATED
            value, pulled = function(*items)
            if pulled:
                opposed.update(pulled)
            return value

        leaves_out = op.leaves_out
        return self.checked(op, broadcast(apply, values)), opposed

    def checked(self, op: Op, value: Value) -> Value:
        """The value, or a fault where it has more digits than the limit of the language."""
        for scalar in value.cells.values() if isinstance(value, Varying) else (value,):
            if _too_long(scalar):
                self.say(errors.number_too_large(op.span(), RESULT_DIGITS))
                return FAULT
        return value

    # ------------------------------------------------------------------ corners
    def _pin(self, value: Scalar) -> Scalar:
        """A written range at the part of it that its unknown is held at."""
        return pinned(value, self._pins) if isinstance(value, Range) else value

    def _drawn(self, value: Scalar) -> Scalar:
        """The number that is drawn for a written range."""
        if self.draw is None or not isinstance(value, Range):
            return value
        return self.draw.whole_of(value) if self.of_whole else self.draw.of(value)

    def _of_cell(self, cell: Cell) -> Value:
        """A cell's value with some unknowns held at one end."""
        value = self.values.get(cell, FAULT)
        depends: set[str] = set()
        for _, scalar in scalars(value):
            if isinstance(scalar, (Range, Part)):
                depends.update(scalar.unknowns)
        pins = tuple(sorted((s, e) for s, e in self._pins.items() if s in depends))
        if not pins:
            return value
        if cell.form == "count" or cell in self.fixed:
            return broadcast(self._pin, [value]) if cell in self.fixed else value
        key = (cell, pins)
        if key not in self._pinned:
            outer, self._pins = self._pins, dict(pins)
            self._pinned[key] = made = self.evaluate(cell.formula)
            self._pins = outer
            if cell.domain is not None and cell.domain.whole and not is_whole(made):
                self.impossible.append(dict(pins))
        return self._pinned[key]

    def _corners(self, op: Op, args: Sequence[Formula], function: CombineAll, value: Value, opposed: Opposed) -> Value:
        """Try the unknowns that pull both ways at both ends, where that is exact; keep the enclosing range elsewhere."""
        ranges = [v for _, v in scalars(value) if isinstance(v, Range)]
        exact = sorted(s for s in opposed if all(v.unknowns.get(s, (0, 0))[1] <= FRACTIONAL for v in ranges))
        within = {s: self._pins.get(s, WHOLE) for s in exact}
        exact = [s for s in exact if within[s][0] != within[s][1]][:CORNERS]
        loose = bool(opposed - set(exact))
        self._corners_left -= 2 ** len(exact) * (1 + len(args) * len(list(scalars(value))) // _AT_ONCE)
        if not exact or self._corners_left < 0:
            return broadcast(lambda v: loosened(v, opposed) if isinstance(v, Range) else v, [value])
        results = []
        outer = self._pins
        for corner in range(2 ** len(exact)):
            self._pins = {**outer, **{s: (within[s][corner >> i & 1],) * 2 for i, s in enumerate(exact)}}
            sides = [self.evaluate(arg) for arg in args]
            results.append(broadcast(_stated(lambda *numbers: function(*numbers)[0], leave_out=op.leaves_out), sides))
        self._pins = outer

        def join(whole: Scalar, *corners: Scalar) -> Scalar:
            if not isinstance(whole, Range):
                return whole
            ends = [corner for corner in corners if is_number(corner)]
            if len(ends) < len(corners):
                return loosened(whole, opposed)
            joined = hull(ends, tight=whole.tight and not loose)
            if not isinstance(joined, Range):
                return joined
            unknowns = dict(whole.unknowns)
            for s in exact:
                unknowns[s] = (0, unknowns[s][1] if s in unknowns else FRACTIONAL)
            return enclosing(max(joined.low, whole.low), min(joined.high, whole.high), unknowns, joined.tight)

        return broadcast(join, [value, *results])


_AT_ONCE = 64
"""Values that are computed at a corner and count as one."""


def _stated(function: Callable[..., Scalar], *, leave_out: bool) -> Callable[..., Scalar]:
    """A function of numbers made one of scalars, which takes those that are stated or is itself not stated."""
    lifted = on_numbers(function)
    if not leave_out:
        return lifted

    def of_stated(*items: Scalar) -> Scalar:
        stated = [item for item in items if item is not NOT_STATED]
        return lifted(*stated) if stated else NOT_STATED

    return of_stated


_SHORT = 2**62
"""What has no more digits than this needs no closer look."""


def _too_long(value: Scalar) -> bool:
    """Whether a number has too many digits to go on with."""
    if isinstance(value, int):
        return not -_SHORT < value < _SHORT and too_long(value)
    if isinstance(value, Range):
        return too_long(value.low) or too_long(value.high)
    return isinstance(value, Fraction) and too_long(value)
