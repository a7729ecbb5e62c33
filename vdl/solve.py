"""Values: every cell of a graph in order, counts as least fixed points, and the verdicts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from vdl import errors
from vdl.diagnostics import Diagnostic
from vdl.graph.cells import NOT_STATED, BoundEntry, Cell, Const, Formula, Graph, NotStated, Op
from vdl.graph.elaborate import Poison
from vdl.graph.order import cell_needs, components, needs
from vdl.limits import CORNER_BUDGET, CORNERS, COUNT, ROUNDS
from vdl.source import Span
from vdl.units import Exact, ceiling, divide, floor, nearest
from vdl.values import (
    FAULT,
    FRACTIONAL,
    PART,
    PART_LOOSE,
    Conflict,
    MissingLabel,
    Part,
    Range,
    Varying,
    absolute,
    add,
    broadcast,
    extreme,
    high,
    hull,
    low,
    make_range,
    monotone,
    multiply,
    negate,
    quotient,
    scalars,
    subtract,
)  # fmt: skip


class BoundValue(NamedTuple):
    """What one bound asks: the largest it comes to, and the label where it does."""

    entry: BoundEntry
    value: Any
    """The bound's own value, by label where it varies; NOT_STATED, FAULT, or None where `when` is false."""
    most: Any
    """The largest number asked for (by kept label where there are any), before rounding up; None if none."""
    label: str
    binding: bool


class CountValue(NamedTuple):
    cell: Cell
    value: Any
    """A whole number, or one for each kept label."""
    given: bool
    bounds: tuple[BoundValue, ...]


class Solution:
    """Values of all cells of a graph, and what each count was solved from."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self.values: dict[Cell, Any] = {}
        self.counts: dict[Cell, CountValue] = {}
        self.rounds: dict[Cell, int] = {}


def solve(
    graph: Graph, kept: frozenset[str], overrides: dict[Cell, Any] | None = None, only: set[Cell] | None = None,
    before: Solution | None = None,
) -> tuple[Solution, list[Diagnostic]]:
    """Compute a graph. `overrides` puts values in place of cells'; with `before` and `only`, cells outside
    `only` keep the values they had (for inverse questions)."""
    solver = Solver(graph, kept, overrides or {})
    if before is not None and only is not None:
        solver.values.update({c: v for c, v in before.values.items() if c not in only})
        solver.out.counts.update({c: v for c, v in before.counts.items() if c not in only})
    for component in graph.order:
        if before is not None and only is not None and component[0] not in only:
            continue
        solver.component(component)
    return solver.out, solver.found


class _Stop(Exception):
    """Evaluation of one formula can't go on; what is to be said has been said."""


class Solver:
    def __init__(self, graph: Graph, kept: frozenset[str], overrides: dict[Cell, Any]) -> None:
        self.graph = graph
        self.kept = kept
        self.overrides = overrides
        self.out = Solution(graph)
        self.values = self.out.values
        self.found: list[Diagnostic] = []
        self.said: set[tuple[str, int, int]] = set()
        self.pins: dict[str, str] = {}
        self.pinned: dict[tuple[Cell, tuple[tuple[str, str], ...]], Any] = {}
        self.budget = CORNER_BUDGET
        self.bound: tuple[Cell, BoundEntry] | None = None
        self.ends: dict[str, tuple[Exact, Exact]] = {}

    # ---------------------------------------------------------------- order
    def component(self, cells: tuple[Cell, ...]) -> None:
        if len(cells) == 1 and cells[0] not in cell_needs(cells[0]):
            self.cell(cells[0])
            return
        self._circle(cells)

    def cell(self, cell: Cell) -> None:
        if cell in self.overrides:
            value = self.overrides[cell]
            self.values[cell] = value
            if cell.form == "count":
                self.out.counts[cell] = CountValue(cell, value, True, self._given_bounds(cell))
            return
        if cell.form != "count":
            self.values[cell] = self.evaluate(cell.formula)
        elif cell.formula is not None:
            self.values[cell] = self.evaluate(cell.formula)
            self.out.counts[cell] = CountValue(cell, self.values[cell], True, ())
        else:
            self._count(cell)

    def _given_bounds(self, cell: Cell) -> tuple[BoundValue, ...]:
        return ()

    def _count(self, cell: Cell) -> None:
        bounds = [self._bound(cell, entry) for entry in cell.bounds]
        value = self._smallest(bounds)
        self.values[cell] = value
        self.out.counts[cell] = CountValue(cell, value, False, self._mark(bounds, value))

    def judge_given(self, cell: Cell) -> CountValue:
        """The bounds of a given count, which judge it; evaluated after everything else is known."""
        bounds = tuple(self._bound(cell, entry) for entry in cell.bounds)
        value = self.values.get(cell)
        return CountValue(cell, value, True, self._mark(list(bounds), None))

    def _bound(self, cell: Cell, entry: BoundEntry) -> BoundValue:
        self.bound = (cell, entry)
        value = self.evaluate(entry.value)
        if entry.when is not None:
            when = self.evaluate(entry.when)
            if when is False:
                self.bound = None
                return BoundValue(entry, None, None, "", False)
            if when is not True:
                value = self._where(when, value)
        self.bound = None
        most, label = self._most(value)
        return BoundValue(entry, value, most, label, False)

    def _where(self, when: Any, value: Any) -> Any:
        """The value where a condition holds; conditions not stated leave it not stated."""

        def pick(condition: Any, v: Any) -> Any:
            if condition is True or isinstance(condition, Part):
                return v
            return 0 if condition is False else condition

        return broadcast(pick, [when, value])

    def _most(self, value: Any) -> tuple[Any, str]:
        """The largest over all labels (for each combination of kept labels), and where it is."""
        if value is NOT_STATED or value is FAULT:
            return None, ""
        if value.__class__ is not Varying:
            return high(value), ""
        kept = [i for i, axis in enumerate(value.axes) if axis in self.kept]
        best: dict[tuple[str, ...], tuple[Exact, tuple[str, ...]]] = {}
        for key, scalar in value.cells.items():
            if scalar is NOT_STATED or scalar is FAULT:
                continue
            group = tuple([key[i] for i in kept])
            number = high(scalar)
            if group not in best or number > best[group][0]:
                best[group] = (number, key)
        if not best:
            return None, ""
        if not kept:
            number, key = best[()]
            return number, ", ".join(key)
        top = max(best.values(), key=lambda b: b[0])
        axes = tuple([value.axes[i] for i in kept])
        cells = {(*group,): b[0] for group, b in best.items()}
        return Varying(axes, cells), ", ".join(top[1])

    def _smallest(self, bounds: Iterable[BoundValue]) -> Any:
        asked = [b.most for b in bounds if b.most is not None]
        if any(b.value is FAULT for b in bounds):
            return FAULT
        if not asked:
            return 0
        try:
            largest = broadcast(lambda *v: max(0, *[ceiling(x) for x in v]), asked)
        except MissingLabel:
            return FAULT
        return largest

    @staticmethod
    def _mark(bounds: list[BoundValue], value: Any) -> tuple[BoundValue, ...]:
        """Mark the bound that decides: the one that asks for most; of equal ones the first in the text."""
        tops = [max([x for _, x in scalars(b.most)], default=None) if b.most is not None else None for b in bounds]
        known = [t for t in tops if t is not None]
        if not known:
            return tuple(bounds)
        top = max(known)
        if value is not None and top <= 0:
            return tuple(bounds)
        at = tops.index(top)
        return tuple([b._replace(binding=i == at) for i, b in enumerate(bounds)])

    # ---------------------------------------------------------------- circles
    def _circle(self, cells: tuple[Cell, ...]) -> None:
        counts = [c for c in cells if c.form == "count" and c.formula is None and c not in self.overrides]
        inside = set(cells)
        ring = [c.path for c in cells if c.form in ("count", "input", "let")]
        rest = [c for c in cells if c not in counts]
        order = self._cut(rest, set(counts), inside)
        if order is None:
            return
        value: dict[Cell, Any] = {c: 0 for c in counts}
        asked: dict[Cell, tuple[BoundValue, ...]] = {}
        for round_ in range(ROUNDS):
            self.values.update(value)
            self.pinned.clear()
            for cell in order:
                self.cell(cell)
            changed = False
            for cell in counts:
                bounds = [self._bound(cell, entry) for entry in cell.bounds]
                fallen = self._fallen(asked.get(cell, ()), bounds)
                if fallen is not None:
                    self.found.append(errors.not_monotone(_span(fallen.node, fallen.source), ring, fallen.name))
                    self._fault(cells)
                    return
                asked[cell] = tuple(bounds)
                new = self._smallest(bounds)
                if new is FAULT:
                    self._fault(cells)
                    return
                if not _equal(new, value[cell]):
                    changed = True
                    value[cell] = new
                    if any(x > COUNT for _, x in scalars(new)):
                        self.found.append(self._endless(cell, ring, asked))
                        self._fault(cells)
                        return
            if round_ == 300 and changed and not self._bounded(counts, order, value):
                self.found.append(self._endless(counts[0], ring, asked))
                self._fault(cells)
                return
            if not changed:
                for cell in counts:
                    self.out.counts[cell] = CountValue(cell, value[cell], False, self._mark(list(asked[cell]), value[cell]))
                    self.out.rounds[cell] = round_ + 1
                return
        self.found.append(self._endless(counts[0], ring, asked))
        self._fault(cells)

    def _endless(self, cell: Cell, ring: list[str], asked: dict[Cell, tuple[BoundValue, ...]]) -> Diagnostic:
        driving = [(count, bound.entry) for count, bounds in asked.items() for bound in self._mark(list(bounds), None) if bound.binding]
        related = [(_span(e.node, e.source), f"asks for more of `{count.path}` the more there are") for count, e in driving]
        return errors.does_not_settle(cell.span(), ring, related)

    def _fault(self, cells: Iterable[Cell]) -> None:
        for cell in cells:
            self.values[cell] = FAULT
            if cell.form == "count":
                self.out.counts[cell] = CountValue(cell, FAULT, False, ())

    def _cut(self, rest: list[Cell], counts: set[Cell], inside: set[Cell]) -> list[Cell] | None:
        """The other cells of a circle in order, once its counts are taken as known; None if a circle is left."""
        order: list[Cell] = []
        state: dict[Cell, int] = {c: 2 for c in counts}

        def visit(start: Cell) -> list[Cell] | None:
            work: list[tuple[Cell, list[Cell], int]] = [(start, cell_needs(start), 0)]
            state[start] = 1
            path = [start]
            while work:
                cell, below, at = work.pop()
                while at < len(below):
                    other = below[at]
                    at += 1
                    if other not in inside or state.get(other) == 2:
                        continue
                    if state.get(other) == 1:
                        return path[path.index(other) :]
                    state[other] = 1
                    path.append(other)
                    work.append((cell, below, at))
                    work.append((other, cell_needs(other), 0))
                    break
                else:
                    state[cell] = 2
                    path.pop()
                    order.append(cell)
            return None

        for cell in rest:
            if state.get(cell) is None:
                ring = visit(cell)
                if ring is not None:
                    first = min(ring, key=lambda c: c.span().key())
                    at = ring.index(first)
                    ring = ring[at:] + ring[:at]
                    names = [c.path for c in ring if c.form != "part"]
                    related = [(c.span(), f"`{c.path}`") for c in ring[1:] if c.form != "part"]
                    self.found.append(errors.circular_definition(first.span(), [*names, names[0]], related))
                    self._fault(inside)
                    return None
        return order

    @staticmethod
    def _fallen(before: tuple[BoundValue, ...], now: list[BoundValue]) -> BoundEntry | None:
        for old, new in zip(before, now):
            if old.most is None or new.most is None:
                continue
            for (_, a), (_, b) in zip(scalars(old.most), scalars(new.most)):
                if b < a:
                    return new.entry
        return None

    def _bounded(self, counts: list[Cell], order: list[Cell], value: dict[Cell, Any]) -> bool:
        """Whether some larger numbers satisfy all bounds, so that the slow climb has an end."""
        saved = dict(self.values)
        trial = {c: broadcast(lambda v: v + 1, [v]) for c, v in value.items()}
        found = False
        for _ in range(60):
            trial = {c: broadcast(lambda v: 2 * v, [v]) for c, v in trial.items()}
            self.values.update(trial)
            for cell in order:
                self.cell(cell)
            asked = {c: self._smallest([self._bound(c, e) for e in c.bounds]) for c in counts}
            if FAULT in asked.values():
                break
            if all(all(a <= t for (_, a), (_, t) in zip(scalars(asked[c]), scalars(trial[c]))) for c in counts):
                found = True
                break
        self.values.clear()
        self.values.update(saved)
        return found

    # ---------------------------------------------------------------- formulas
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
        self.ends.setdefault(source, (value.low, value.high))
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
            return _OPERATIONS[op.op](self, op)
        except MissingLabel as fault:
            silent = [arg for arg in op.args if isinstance(arg, Cell) and self._lacks(arg, fault)]
            related = [(cell.span(), f"`{cell.path}` has none") for cell in silent]
            self._say(errors.missing_label(op.span(), fault.label, fault.axis, related))
            return FAULT
        except _Stop:
            return FAULT

    def _lacks(self, formula: Formula, fault: MissingLabel) -> bool:
        value = self.evaluate(formula)
        return value.__class__ is Varying and fault.axis in value.axes and fault.label not in value.labels(fault.axis)

    def _say(self, diagnostic: Diagnostic) -> None:
        assert diagnostic.span is not None
        key = (diagnostic.slug, id(diagnostic.span.source), diagnostic.span.start)
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
        return self._corners(op, function, value, conflict) if conflict else value

    def _corners(self, op: Op, function: Callable[[Any, Any], tuple[Any, Conflict]], value: Any, conflict: Conflict) -> Any:
        """Try the sources that pull both ways at both ends, where that is exact; keep the enclosure elsewhere."""
        exact = sorted(
            s for s in conflict
            if all(v.sources.get(s, (0, 0))[1] <= FRACTIONAL for _, v in scalars(value) if v.__class__ is Range)
        )  # fmt: skip
        exact = [s for s in exact if s not in self.pins][:CORNERS]
        loose = bool(conflict - set(exact))
        self.budget -= 2 ** len(exact)
        if not exact or self.budget < 0:
            return broadcast(lambda v: _loosened(v, conflict), [value])
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


def _loosened(value: Any, conflict: Conflict) -> Any:
    if value.__class__ is not Range or not (conflict & value.sources.keys()):
        return value
    return Range(value.low, value.high, value.sources, False)


def _equal(a: Any, b: Any) -> bool:
    if a.__class__ is Varying or b.__class__ is Varying:
        return a.__class__ is b.__class__ and a.cells == b.cells
    return bool(a == b)


def _span(node: Any, source: Any) -> Span:
    return Span(source, node.start, node.end)


# ------------------------------------------------------------------------------ operations
def _arithmetic(function: Callable[[Any, Any], tuple[Any, Conflict]]) -> Callable[[Solver, Op], Any]:
    return lambda solver, op: solver.combine(op, function)


def _division(solver: Solver, op: Op) -> Any:
    def over(a: Any, b: Any) -> tuple[Any, Conflict]:
        if low(b) <= 0 <= high(b):
            if high(b) == low(b) == 0 and low(a) == high(a) == 0:
                return NOT_STATED, set()
            node = op.node.right if hasattr(op.node, "right") else op.node
            notes = ["the divisor is a range that includes zero"] if b.__class__ is Range else []
            read: list[Cell] = []
            needs(op.args[1], read)
            related = [(cell.span(), f"`{cell.path}`") for cell in read if solver.values.get(cell) == 0][:3]
            if solver.bound is not None:
                cell, entry = solver.bound
                solver._say(errors.impossible_bound(_span(node, op.source), cell.path, entry.name, notes, related))
            else:
                solver._say(errors.division_by_zero(_span(node, op.source), notes, related))
            raise _Stop
        return quotient(a, b)

    return solver.combine(op, over)


def _compared(test: Callable[[Exact], bool], equal: bool = False) -> Callable[[Solver, Op], Any]:
    """A comparison, by the sign of the difference, so that correlated ranges are judged rightly."""

    def compare(solver: Solver, op: Op) -> Any:
        left, right = solver.evaluate(op.args[0]), solver.evaluate(op.args[1])
        plain = [v for side in (left, right) for _, v in scalars(side)]
        if any(v.__class__ is str or v.__class__ is bool for v in plain):
            return broadcast(lambda a, b: _same(a, b, op.op), [left, right])
        if not any(v.__class__ is Range for v in plain):
            def points(a: Any, b: Any) -> Any:
                if a is FAULT or b is FAULT:
                    return FAULT
                if a is NOT_STATED or b is NOT_STATED:
                    return NOT_STATED
                return test(a - b)

            return broadcast(points, [left, right])
        difference = solver.combine(op, subtract)

        def judge(d: Any) -> Any:
            if d is FAULT or d is NOT_STATED:
                return d
            if d.__class__ is not Range:
                return test(d)
            if op.op in ("==", "!="):
                inside = d.low <= 0 <= d.high
                verdict = inside if d.tight or not inside else PART_LOOSE
                return verdict if op.op == "==" else (not inside)
            ends = test(d.low), test(d.high)
            if ends[0] == ends[1]:
                return ends[0]
            return PART if d.tight else PART_LOOSE

        return broadcast(judge, [difference])

    return compare


def _same(a: Any, b: Any, op: str) -> Any:
    if a is FAULT or b is FAULT:
        return FAULT
    if a is NOT_STATED or b is NOT_STATED:
        return NOT_STATED
    return {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}[op]


def _logic(solver: Solver, op: Op) -> Any:
    left, right = solver.evaluate(op.args[0]), solver.evaluate(op.args[1])
    deciding = op.op == "or"

    def both(a: Any, b: Any) -> Any:
        if a is FAULT or b is FAULT:
            return FAULT
        if a is deciding or b is deciding:
            return deciding
        if a is NOT_STATED or b is NOT_STATED:
            return NOT_STATED
        if isinstance(a, Part) or isinstance(b, Part):
            if isinstance(a, Part) and isinstance(b, Part):
                return PART_LOOSE
            return a if isinstance(a, Part) else b
        return not deciding

    return broadcast(both, [left, right])


def _not(solver: Solver, op: Op) -> Any:
    return broadcast(lambda a: (not a) if a is True or a is False else a, [solver.evaluate(op.args[0])])


def _conditional(solver: Solver, op: Op) -> Any:
    condition = solver.evaluate(op.args[0])
    if condition is True:
        return solver.evaluate(op.args[1])
    if condition is False:
        return solver.evaluate(op.args[2])
    then, other = solver.evaluate(op.args[1]), solver.evaluate(op.args[2])

    def pick(c: Any, a: Any, b: Any) -> Any:
        if c is True:
            return a
        if c is False:
            return b
        if isinstance(c, Part):
            if a is NOT_STATED or b is NOT_STATED or a is FAULT or b is FAULT:
                return a if a is FAULT or a is NOT_STATED else b
            if a.__class__ is bool or isinstance(a, Part):
                return a if a is b else PART_LOOSE
            joined = hull([a, b], is_tight=False)
            if joined.__class__ is not Range:
                return joined
            sources = {s: (0, 2) for s in joined.sources}
            return Range(joined.low, joined.high, sources, False)
        return c

    return broadcast(pick, [condition, then, other])


def _otherwise(solver: Solver, op: Op) -> Any:
    first = solver.evaluate(op.args[0])
    if first is not NOT_STATED and first.__class__ is not Varying:
        return first
    return broadcast(lambda a, b: b if a is NOT_STATED else a, [first, solver.evaluate(op.args[1])])


def _is_given(solver: Solver, op: Op) -> Any:
    return broadcast(lambda a: a if a is FAULT else a is not NOT_STATED, [solver.evaluate(op.args[0])])


def _selected(solver: Solver, op: Op) -> Any:
    """The value at labels. One label leaves no axis; several leave the axis with fewer labels."""
    value = solver.evaluate(op.args[0])
    axis, wanted, single, every = op.extra
    if value.__class__ is not Varying or axis not in value.axes:
        return value
    at = value.axes.index(axis)
    known = value.labels(axis)
    for label in wanted:
        if label not in known and not every:
            raise MissingLabel(axis, label)
    if single:
        axes = value.axes[:at] + value.axes[at + 1 :]
        cells = {k[:at] + k[at + 1 :]: v for k, v in value.cells.items() if k[at] == wanted[0]}
        return cells[()] if not axes else Varying(axes, cells)
    return Varying(value.axes, {k: v for k, v in value.cells.items() if k[at] in wanted})


def _mapped(solver: Solver, op: Op) -> Any:
    """A value by label, made from one formula for each label."""
    axis, labels = op.extra
    parts = {label: solver.evaluate(arg) for label, arg in zip(labels, op.args)}
    axes = {axis}
    for part in parts.values():
        if part is FAULT:
            return FAULT
        if part.__class__ is Varying:
            axes |= set(part.axes)
    ordered = tuple(sorted(axes))
    cells: dict[tuple[str, ...], Any] = {}
    flat = {}
    for label, part in parts.items():
        if part.__class__ is Varying and axis in part.axes:
            at = part.axes.index(axis)
            rest = part.axes[:at] + part.axes[at + 1 :]
            own = {k[:at] + k[at + 1 :]: v for k, v in part.cells.items() if k[at] == label}
            part = own[()] if not rest else Varying(rest, own)
        flat[label] = part
    others = [p for p in flat.values() if p.__class__ is Varying]
    if not others:
        return Varying((axis,), {(label,): part for label, part in flat.items()})
    for label, part in flat.items():
        spread = broadcast(lambda first, *rest: first, [part, *others])
        for key, scalar in spread.cells.items():
            where = dict(zip(spread.axes, key))
            where[axis] = label
            cells[tuple([where[a] for a in ordered])] = scalar
    return Varying(ordered, cells)


def _total(solver: Solver, op: Op) -> Any:
    """The sum of a list; not stated (with a warning) where only some items are stated."""
    if not op.args:
        return 0
    values = [solver.evaluate(arg) for arg in op.args]
    silent = [i for i, v in enumerate(values) if v is NOT_STATED]
    if silent:
        if op.op == "sum_stated":
            values = [v for v in values if v is not NOT_STATED]
            if not values:
                return NOT_STATED
        else:
            if len(silent) < len(values):
                names = [_item_name(op, i) for i in silent]
                solver._say(errors.partly_stated(op.span(), f"`{_what(op)}`", names))
            return NOT_STATED
    if len(values) == 1:
        return values[0]
    conflict: Conflict = set()
    total = values[0]
    if all(v.__class__ is not Varying and v.__class__ is not Range and v is not FAULT for v in values):
        return sum(values[1:], total)
    for value in values[1:]:

        def plus(a: Any, b: Any) -> Any:
            if a is FAULT or b is FAULT:
                return FAULT
            if a is NOT_STATED or b is NOT_STATED:
                return NOT_STATED
            result, pulled = add(a, b)
            conflict.update(pulled)
            return result

        total = broadcast(plus, [total, value])
        if conflict:
            break
    if not conflict:
        return total
    # Ranges that pull both ways in one sum: pair by pair, so that each pair can be tried at its corners.
    args = op.args if not silent else tuple(a for i, a in enumerate(op.args) if i not in silent)
    made: Formula = args[0]
    for arg in args[1:]:
        made = Op("+", (made, arg), op.node, op.source)
    return solver.evaluate(made)


def _item_name(op: Op, index: int) -> str:
    if op.extra:
        return str(op.extra[index])
    arg = op.args[index]
    return arg.path if isinstance(arg, Cell) else "an item without a name"


def _what(op: Op) -> str:
    if op.extra:
        return str(op.extra[0]).rsplit(".", 1)[-1]
    return op.span().text


def _most_or_least(choose: Callable[..., Any]) -> Callable[[Solver, Op], Any]:
    def function(solver: Solver, op: Op) -> Any:
        values = [solver.evaluate(arg) for arg in op.args]
        if op.extra:
            values = [v for v in values if v is not NOT_STATED]
            if not values:
                return NOT_STATED
        total = values[0]
        for value in values[1:]:
            def pick(a: Any, b: Any) -> Any:
                if a is FAULT or b is FAULT:
                    return FAULT
                if a is NOT_STATED or b is NOT_STATED:
                    return NOT_STATED
                result, conflict = extreme(choose, a, b)
                return _loosened(result, conflict)

            total = broadcast(pick, [total, value])
        return total

    return function


def _rounded(function: Callable[[Exact, Exact], Exact]) -> Callable[[Solver, Op], Any]:
    def round_(solver: Solver, op: Op) -> Any:
        value, step = solver.evaluate(op.args[0]), solver.evaluate(op.args[1])

        def apply(a: Any, by: Any) -> Any:
            if a is FAULT or by is FAULT:
                return FAULT
            if a is NOT_STATED or by is NOT_STATED:
                return NOT_STATED
            if by.__class__ is Range or by <= 0:
                solver._say(errors.division_by_zero(op.span(), ["the step of a rounding is a number above zero"]))
                return FAULT
            return monotone(lambda x: function(x, by), a)

        return broadcast(apply, [value, step])

    return round_


def _over_labels(choose: Callable[..., Any]) -> Callable[[Solver, Op], Any]:
    """The largest or smallest over all labels, kept ones too; ends of ranges stay."""

    def function(solver: Solver, op: Op) -> Any:
        value = solver.evaluate(op.args[0])
        if value.__class__ is not Varying:
            return value
        best: Any = None
        for scalar in value.cells.values():
            if scalar is FAULT:
                return FAULT
            if scalar is NOT_STATED:
                continue
            if best is None:
                best = scalar
            else:
                result, conflict = extreme(choose, best, scalar)
                best = _loosened(result, conflict)
        return NOT_STATED if best is None else best

    return function


def _each_scalar(function: Callable[[Any], Any]) -> Callable[[Solver, Op], Any]:
    def apply(v: Any) -> Any:
        return v if v is NOT_STATED or v is FAULT else function(v)

    return lambda solver, op: broadcast(apply, [solver.evaluate(op.args[0])])


_OPERATIONS: dict[str, Callable[[Solver, Op], Any]] = {
    "+": _arithmetic(add), "-": _arithmetic(subtract), "*": _arithmetic(multiply), "/": _division,
    "neg": _each_scalar(negate), "abs": _each_scalar(absolute),
    "==": _compared(lambda d: d == 0), "!=": _compared(lambda d: d != 0), "<": _compared(lambda d: d < 0),
    "<=": _compared(lambda d: d <= 0), ">": _compared(lambda d: d > 0), ">=": _compared(lambda d: d >= 0),
    "and": _logic, "or": _logic, "not": _not, "if": _conditional, "else": _otherwise, "given": _is_given,
    "at": _selected, "map": _mapped, "sum": _total, "sum_stated": _total, "max": _most_or_least(max),
    "min": _most_or_least(min), "ceil": _rounded(ceiling), "floor": _rounded(floor), "round": _rounded(nearest),
    "peak": _over_labels(max), "lowest": _over_labels(min),
}  # fmt: skip


class Evaluator:
    """Values of formulas that come up while a design is elaborated, or after it was solved.

    Cells that have a value keep it; others are computed when they are first needed.
    """

    def __init__(
        self, graph: Graph, complete: Callable[[Cell], None], kept: frozenset[str], solution: Solution | None = None
    ) -> None:
        self.complete = complete
        self.solver = Solver(graph, kept, {})
        if solution is not None:
            self.solver.values.update(solution.values)
            self.solver.out.counts.update(solution.counts)

    def __call__(self, formula: Formula) -> Any:
        roots: list[Cell] = []
        needs(formula, roots)
        for component in components(roots, self.complete, self.solver.values):
            self.solver.component(component)
        return self.solver.evaluate(formula)

    def unsolved_count(self, formula: Formula) -> bool:
        """Whether a formula needs a count that has no value yet."""
        roots: list[Cell] = []
        needs(formula, roots)
        found = components(roots, self.complete, self.solver.values)
        return any(c.form == "count" and c.formula is None for component in found for c in component)

    def decider(self, count: Cell) -> str:
        """The bound that decided a count, in words: "by capacity".

        Where that bound only passes on another count ("load and spares"), the bound that decided that one.
        """
        seen: set[Cell] = set()
        words = ""
        current: Cell | None = count
        while current is not None and current not in seen:
            seen.add(current)
            solved = self.solver.out.counts.get(current)
            if solved is None:
                break
            if solved.given:
                return words or "given"
            bound = next((b for b in solved.bounds if b.binding), None)
            if bound is None:
                break
            words = bound.entry.name.replace("_", " ") + (f" at {bound.label}" if bound.label else "")
            read: list[Cell] = []
            needs(bound.entry.value, read)
            counts = [c for c in read if c.form == "count" and c.type == current.type]
            current = counts[0] if len(counts) == 1 else None
        return words

    @property
    def found(self) -> list[Diagnostic]:
        return self.solver.found


__all__ = ["BoundValue", "CountValue", "Evaluator", "NotStated", "Solution", "Solver", "divide", "make_range", "solve"]
