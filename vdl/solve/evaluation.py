"""Values of formulas over the values of cells, and of ranges that pull both ways."""

from __future__ import annotations

from collections.abc import Container, Mapping
from fractions import Fraction

from vdl import errors
from vdl.graph.cells import BoundEntry, Cell, Formula, Op
from vdl.semantics.units import too_long
from vdl.solve.operations import OPERATIONS, Combine
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CORNER_BUDGET, CORNERS, LABEL_WORK, LABELS, RESULT_DIGITS
from vdl.text.source import Span
from vdl.values import (
    FAULT,
    FRACTIONAL,
    MissingLabel,
    Number,
    Opposed,
    Range,
    Scalar,
    TooManyLabels,
    Value,
    Varying,
    broadcast,
    hull,
    is_number,
    loosened,
    on_numbers,
    scalars,
)


class Evaluation:
    """Evaluates formulas over the values of cells, which it reads and never writes.

    Cells in `fixed` keep their value also while ranges are tried at their ends: their formula is not what it is from.
    """

    def __init__(self, values: Mapping[Cell, Value], fixed: Container[Cell] = ()) -> None:
        self.values = values
        self.fixed = fixed
        self.diagnostics: list[Diagnostic] = []
        self.bound: tuple[Cell, BoundEntry] | None = None
        """The bound that is being computed, for what is said."""
        self.deferred: list[Diagnostic] | None = None
        """What is wrong with branches that may not be taken."""
        self._reported: set[tuple[object, ...]] = set()
        self._pins: dict[str, str] = {}
        """Unknowns held at one end."""
        self._pinned: dict[tuple[Cell, tuple[tuple[str, str], ...]], Value] = {}
        self._corners_left = CORNER_BUDGET
        self._labels_left = LABEL_WORK

    def evaluate(self, formula: Formula | None) -> Value:
        """The value of a formula; FAULT where something is wrong with it (and has been said)."""
        if isinstance(formula, Op):
            return self._operate(formula)
        if isinstance(formula, Cell):
            return self._of_cell(formula) if self._pins else self.values.get(formula, FAULT)
        if formula is None:
            return FAULT
        value = formula.value
        if self._pins and isinstance(value, (Range, Varying)):
            return broadcast(self._pin, [value])
        return value

    def forget_corners(self) -> None:
        """Drop what was kept of cells at corners: their values have changed."""
        self._pinned.clear()

    def about(self) -> str:
        """What is being computed, in words, for notes of diagnostics; "" where it is not known."""
        return f"for `{self.bound[0].path}`, bound `{self.bound[1].name}`" if self.bound is not None else ""

    def say(self, diagnostic: Diagnostic) -> None:
        """Report, once; of a branch that may not be taken, later or never."""
        if self.deferred is not None:
            self.deferred.append(diagnostic)
            return
        span = diagnostic.span
        key = (diagnostic.slug, span and (id(span.source), span.start), diagnostic.notes)
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
            silent = [arg for arg in op.args if isinstance(arg, Cell) and self._lacks(arg, missing)]
            related = [(cell.span(), f"`{cell.path}` has none") for cell in silent]
            self.say(errors.missing_label(op.span(), missing.label, missing.axis, related))
            return FAULT
        except TooManyLabels:
            self.say(errors.too_many_labels(op.span(), LABELS))
            return FAULT
        if isinstance(value, Varying) and not self.spend(len(value.cells), op.span()):
            return FAULT
        return value

    def branch(self, formula: Formula) -> tuple[Value, list[Diagnostic]]:
        """The value of a formula that may not be taken, and what is wrong with it, which is not said yet."""
        outer, self.deferred = self.deferred, []
        value = self.evaluate(formula)
        said, self.deferred = self.deferred, outer
        return value, said

    def taken(self, said: list[Diagnostic], value: Value) -> None:
        """Say what is wrong with a branch that was taken; errors only where it has left something without a value."""
        faulty = any(one is FAULT for _, one in scalars(value))
        for diagnostic in said:
            if faulty or diagnostic.severity != "error":
                self.say(diagnostic)

    def spend(self, labels: int, span: Span) -> bool:
        """Count values at labels; False, which is said, where they are more than the limit of the language."""
        self._labels_left -= labels
        if self._labels_left < 0:
            outer, self.deferred = self.deferred, None  # whatever comes after it is not computed, taken or not
            self.say(errors.too_much_work(span, "values at labels", LABEL_WORK))
            self.deferred = outer
        return self._labels_left >= 0

    def _lacks(self, cell: Cell, missing: MissingLabel) -> bool:
        value = self.evaluate(cell)
        return isinstance(value, Varying) and missing.axis in value.axes and missing.label not in value.labels(missing.axis)

    def combine(self, op: Op, function: Combine) -> Value:
        """A binary operation on two formulas, with corners where ranges pull both ways."""
        left, right = self.evaluate(op.args[0]), self.evaluate(op.args[1])
        opposed: Opposed = set()

        @on_numbers
        def apply(a: Number, b: Number) -> Scalar:
            value, pulled = function(a, b)
            opposed.update(pulled)
            return value

        value = self.checked(op, broadcast(apply, [left, right]))
        return self._corners(op, function, value, opposed) if opposed else value

    def combine_all(self, op: Op, args: tuple[Formula, ...]) -> Value:
        """The sum of formulas pair by pair, so that each pair can be tried at its corners."""
        made: Formula = args[0]
        for arg in args[1:]:
            made = Op("+", (made, arg), op.node, op.source)
        return self.evaluate(made)

    def checked(self, op: Op, value: Value) -> Value:
        """The value, or a fault where it has more digits than the limit of the language."""
        for _, scalar in scalars(value):
            if _too_long(scalar):
                self.say(errors.number_too_large(op.span(), RESULT_DIGITS))
                return FAULT
        return value

    # ------------------------------------------------------------------ corners
    def _pin(self, value: Scalar) -> Scalar:
        """A written range at the end that its unknown is held at."""
        if not isinstance(value, Range):
            return value
        end = self._pins.get(next(iter(value.unknowns)))
        return value if end is None else value.low if end == "low" else value.high

    def _of_cell(self, cell: Cell) -> Value:
        """A cell's value with some unknowns held at one end."""
        value = self.values.get(cell, FAULT)
        depends: set[str] = set()
        for _, scalar in scalars(value):
            if isinstance(scalar, Range):
                depends |= scalar.unknowns.keys()
        pins = tuple(sorted((s, e) for s, e in self._pins.items() if s in depends))
        if not pins:
            return value
        if cell.form == "count" or cell in self.fixed:
            return broadcast(self._pin, [value]) if cell in self.fixed else value
        key = (cell, pins)
        if key not in self._pinned:
            outer, self._pins = self._pins, dict(pins)
            self._pinned[key] = self.evaluate(cell.formula)
            self._pins = outer
        return self._pinned[key]

    def _corners(self, op: Op, function: Combine, value: Value, opposed: Opposed) -> Value:
        """Try the unknowns that pull both ways at both ends, where that is exact; keep the enclosing range elsewhere."""
        ranges = [v for _, v in scalars(value) if isinstance(v, Range)]
        exact = sorted(s for s in opposed if all(v.unknowns.get(s, (0, 0))[1] <= FRACTIONAL for v in ranges))
        exact = [s for s in exact if s not in self._pins][:CORNERS]
        loose = bool(opposed - set(exact))
        self._corners_left -= 2 ** len(exact)
        if not exact or self._corners_left < 0:
            return broadcast(lambda v: loosened(v, opposed) if isinstance(v, Range) else v, [value])
        results = []
        outer = self._pins
        for corner in range(2 ** len(exact)):
            self._pins = {**outer, **{s: "high" if corner >> i & 1 else "low" for i, s in enumerate(exact)}}
            sides = [self.evaluate(op.args[0]), self.evaluate(op.args[1])]
            results.append(broadcast(on_numbers(lambda a, b: function(a, b)[0]), sides))
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
            return Range(joined.low, joined.high, unknowns, joined.tight)

        return broadcast(join, [value, *results])


_SHORT = 2**62
"""What has no more digits than this needs no closer look."""


def _too_long(value: Scalar) -> bool:
    """Whether a number has too many digits to go on with."""
    if isinstance(value, int):
        return not -_SHORT < value < _SHORT and too_long(value)
    ends = (value.low, value.high) if isinstance(value, Range) else (value,) if isinstance(value, Fraction) else ()
    return any(too_long(end) for end in ends)



