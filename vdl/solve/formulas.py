"""Values of formulas, and of ranges that pull both ways."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from vdl import errors
from vdl.elaborate.settled import Poison
from vdl.graph.cells import BoundEntry, Cell, Const, Formula, Graph, Op
from vdl.solve.operations import OPERATIONS
from vdl.solve.records import Solution
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CORNER_BUDGET, CORNERS, LABELS, RESULT_DIGITS
from vdl.values import (
    FAULT,
    FRACTIONAL,
    NOT_STATED,
    Conflict,
    MissingLabel,
    Range,
    TooManyLabels,
    Varying,
    broadcast,
    hull,
    loosened,
    scalars,
)


class Formulas:
    """Evaluates formulas over the values of cells, with some ranges held at one end where that is asked for."""

    def __init__(self, graph: Graph, kept: frozenset[str], overrides: dict[Cell, Any]) -> None:
        self.graph = graph
        self.kept = kept
        self.overrides = overrides
        self.out = Solution(graph)
        self.values = self.out.values
        self.found: list[Diagnostic] = []
        self.said: set[tuple[str, int, int, tuple[str, ...]]] = set()
        self.pins: dict[str, str] = {}
        self.pinned: dict[tuple[Cell, tuple[tuple[str, str], ...]], Any] = {}
        self.budget = CORNER_BUDGET
        self.bound: tuple[Cell, BoundEntry] | None = None
        self.held: list[Diagnostic] | None = None
        """Diagnostics of branches that may not be taken."""

    def evaluate(self, formula: Formula | None) -> Any:
        """The value of a formula; FAULT where something is wrong with it (and has been said)."""
        if formula is None:
            return FAULT
        kind = formula.__class__
        if kind is Const:
            value = formula.value  # type: ignore[union-attr]
            if value.__class__ is Range:
                return self._pin(value)
            if value.__class__ is Varying and self.pins:
                return broadcast(lambda v: self._pin(v) if v.__class__ is Range else v, [value])
            return FAULT if value.__class__ is Poison else value
        if kind is Cell:
            return self._of_cell(formula) if self.pins else self.values.get(formula, FAULT)  # type: ignore[arg-type]
        return self._operate(formula)  # type: ignore[arg-type]

    def _pin(self, value: Range) -> Any:
        source = next(iter(value.sources))
        end = self.pins.get(source)
        return value if end is None else value.low if end == "low" else value.high

    def _of_cell(self, cell: Cell) -> Any:
        """A cell's value with some sources held at one end."""
        value = self.values.get(cell, FAULT)
        depends: set[str] = set()
        for _, scalar in scalars(value):
            if scalar.__class__ is Range:
                depends |= scalar.sources.keys()
        pins = tuple(sorted((s, e) for s, e in self.pins.items() if s in depends))
        if not pins or cell.form == "count" or cell in self.overrides:
            return value
        key = (cell, pins)
        if key not in self.pinned:
            outer, self.pins = self.pins, dict(pins)
            self.pinned[key] = self.evaluate(cell.formula)
            self.pins = outer
        return self.pinned[key]

    def _operate(self, op: Op) -> Any:
        try:
            return OPERATIONS[op.op](self, op)
        except MissingLabel as fault:
            silent = [arg for arg in op.args if isinstance(arg, Cell) and self._lacks(arg, fault)]
            related = [(cell.span(), f"`{cell.path}` has none") for cell in silent]
            self.say(errors.missing_label(op.span(), fault.label, fault.axis, related))
            return FAULT
        except TooManyLabels:
            self.say(errors.too_many_labels(op.span(), LABELS))
            return FAULT

    def _lacks(self, formula: Formula, fault: MissingLabel) -> bool:
        value = self.evaluate(formula)
        return value.__class__ is Varying and fault.axis in value.axes and fault.label not in value.labels(fault.axis)

    def about(self) -> str:
        """What is being computed, in words, for notes of diagnostics; "" where it is not known."""
        return f"for `{self.bound[0].path}`, bound `{self.bound[1].name}`" if self.bound is not None else ""

    def say(self, diagnostic: Diagnostic) -> None:
        if self.held is not None:
            self.held.append(diagnostic)
            return
        assert diagnostic.span is not None
        key = (diagnostic.slug, id(diagnostic.span.source), diagnostic.span.start, diagnostic.notes)
        if key not in self.said:
            self.said.add(key)
            self.found.append(diagnostic)

    def combine(self, op: Op, function: Callable[[Any, Any], tuple[Any, Conflict]]) -> Any:
        """A binary operation on two formulas, with corners where ranges pull both ways."""
        left, right = self.evaluate(op.args[0]), self.evaluate(op.args[1])
        conflict: Conflict = set()

        def apply(a: Any, b: Any) -> Any:
            if a is FAULT or b is FAULT:
                return FAULT
            if a is NOT_STATED or b is NOT_STATED:
                return NOT_STATED
            value, pulled = function(a, b)
            conflict.update(pulled)
            return value

        if left.__class__ is not Varying and right.__class__ is not Varying:
            value = apply(left, right)
        else:
            value = broadcast(apply, [left, right])
        if op.op in ("*", "/") and any(_digits(v) for _, v in scalars(value)):
            self.say(errors.number_too_large(op.span(), RESULT_DIGITS))
            return FAULT
        return self._corners(op, function, value, conflict) if conflict else value

    def _corners(self, op: Op, function: Callable[[Any, Any], tuple[Any, Conflict]], value: Any, conflict: Conflict) -> Any:
        """Try the sources that pull both ways at both ends, where that is exact; keep the enclosing range elsewhere."""
        exact = sorted(
            s for s in conflict
            if all(v.sources.get(s, (0, 0))[1] <= FRACTIONAL for _, v in scalars(value) if v.__class__ is Range)
        )  # fmt: skip
        exact = [s for s in exact if s not in self.pins][:CORNERS]
        loose = bool(conflict - set(exact))
        self.budget -= 2 ** len(exact)
        if not exact or self.budget < 0:
            return broadcast(lambda v: loosened(v, conflict), [value])
        results = []
        outer = self.pins
        for corner in range(2 ** len(exact)):
            ends = {s: "high" if corner >> i & 1 else "low" for i, s in enumerate(exact)}
            self.pins = {**outer, **ends}
            left, right = self.evaluate(op.args[0]), self.evaluate(op.args[1])

            def apply(a: Any, b: Any) -> Any:
                if a is FAULT or b is FAULT or a is NOT_STATED or b is NOT_STATED:
                    return a
                return function(a, b)[0]

            results.append(broadcast(apply, [left, right]))
        self.pins = outer

        def join(whole: Any, *corners: Any) -> Any:
            if whole.__class__ is not Range:
                return whole
            joined = hull(corners, is_tight=whole.tight and not loose)
            if joined.__class__ is not Range:
                return joined
            sources = {s: d for s, d in whole.sources.items()}
            for s in exact:
                sources[s] = (0, whole.sources[s][1]) if s in whole.sources else (0, FRACTIONAL)
            return Range(joined.low, joined.high, sources, joined.tight)

        return broadcast(join, [value, *results])


_BITS = RESULT_DIGITS * 3322 // 1000


def _digits(value: Any) -> bool:
    """Whether a number has too many digits to go on with."""
    ends = (value.low, value.high) if isinstance(value, Range) else (value,) if isinstance(value, (int, Fraction)) else ()
    return any(end.numerator.bit_length() > _BITS or end.denominator.bit_length() > _BITS for end in ends)
