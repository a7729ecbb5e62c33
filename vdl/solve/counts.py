"""Cells in order, and counts: the smallest that no bound forbids, also in circles."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vdl import errors
from vdl.graph.cells import BoundEntry, Cell
from vdl.graph.order import cell_needs
from vdl.semantics.units import Exact, ceiling
from vdl.solve.formulas import Formulas
from vdl.solve.operations import span_of
from vdl.solve.records import BoundValue, CountValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import CIRCLE_WORK, COUNT, ROUNDS
from vdl.values import FAULT, NOT_STATED, MissingLabel, Part, Varying, broadcast, high, scalars


class Solver(Formulas):
    """Computes the cells of a graph, component by component."""

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
                self.out.counts[cell] = CountValue(cell, value, True, ())
            return
        if cell.form != "count":
            self.values[cell] = self.evaluate(cell.formula)
        elif cell.formula is not None:
            self.values[cell] = self.evaluate(cell.formula)
            self.out.counts[cell] = CountValue(cell, self.values[cell], True, ())
        else:
            self._count(cell)

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
        for round_ in range(min(ROUNDS, CIRCLE_WORK // len(cells))):
            self.values.update(value)
            self.pinned.clear()
            for cell in order:
                self.cell(cell)
            changed = False
            for cell in counts:
                bounds = [self._bound(cell, entry) for entry in cell.bounds]
                fallen = self._fallen(asked.get(cell, ()), bounds)
                if fallen is not None:
                    self.found.append(errors.not_monotone(span_of(fallen.node, fallen.source), ring, fallen.name))
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
        slow = self._endless(counts[0], ring, asked)
        self.found.append(slow._replace(message="these counts did not settle in the rounds they may take"))
        self._fault(cells)

    def _endless(self, cell: Cell, ring: list[str], asked: dict[Cell, tuple[BoundValue, ...]]) -> Diagnostic:
        related = [
            (span_of(bound.entry.node, bound.entry.source), f"asks for more of `{count.path}` the more there are")
            for count, bounds in asked.items()
            for bound in self._mark(list(bounds), None)
            if bound.binding
        ]
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


def _equal(a: Any, b: Any) -> bool:
    if a.__class__ is Varying or b.__class__ is Varying:
        return a.__class__ is b.__class__ and a.cells == b.cells
    return bool(a == b)
