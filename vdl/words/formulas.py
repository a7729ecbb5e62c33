"""Formulas in words: as they stand in the text, and with the numbers put in.

`names` gives `load.weight / (cart.limit * (1 - margin))`, `numbers` the same line as
`2,118.75 kg / (2,539.52 kg/cart * (1 - 15 %))`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, cast

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Formula, Graph, Op
from vdl.semantics.units import ONE, Exact, Unit, Units
from vdl.solve import Solver
from vdl.text.source import Source
from vdl.values import FAULT, NOT_STATED, Range, Varying, high, low
from vdl.words import values as show

FEW = 4
"""So many items of a sum are written out; of more, only how many they are."""

FEW_LABELS = 8
"""So many labels of a value are written out; of more, only the lowest and highest value."""

_ATOM = 9
_LEVELS = {"if": 0, "else": 1, "or": 2, "and": 3, "not": 4, "given": 5, "+": 6, "-": 6, "*": 7, "/": 7, "neg": 8}
_COMPARISONS = frozenset(["==", "!=", "<", "<=", ">", ">="])
_FUNCTIONS = frozenset(["ceil", "floor", "round", "abs", "peak", "lowest", "max", "min"])


def names(formula: Formula | None) -> str:
    """The formula as it stands in the text, on one line; a quantity's own name for a bare quantity."""
    if formula is None:
        return ""
    if isinstance(formula, Cell):
        return formula.path
    if isinstance(formula, Op):
        if formula.op in ("sum", "sum_stated") and isinstance(formula.node, s.Field):
            items = list(formula.extra.names())
            return " + ".join(items) if len(items) <= FEW else f"sum of {len(items)} items"
        return text_of(formula.node, formula.source)
    if formula.node is not None and formula.source is not None and not isinstance(formula.node, s.Statement):
        return text_of(formula.node, formula.source)
    return _Numbers({}, Units()).write(formula)[0]


def text_of(node: s.Node, source: Source) -> str:
    """A piece of a source on one line, without comments, with the brackets at its ends that belong to it."""
    text, start, end = source.text, node.start, node.end
    missing, opened = 0, 0
    for mark in re.findall(r"[()]", _STRING.sub("", text[start:end])):
        if mark == "(":
            opened += 1
        elif opened:
            opened -= 1
        else:
            missing += 1
    while missing and text[:start].rstrip().endswith("("):
        start = text.rindex("(", 0, start)
        missing -= 1
    while opened and text[end:].lstrip().startswith(")"):
        end = text.index(")", end) + 1
        opened -= 1
    return " ".join(_STRING.sub(lambda m: m[0] if m[0].startswith('"') else " ", text[start:end]).split())


_STRING = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*')
"""What brackets mean nothing in: texts and comments."""


def numbers(formula: Formula | None, values: Mapping[Cell, Any], units: Units, label: str = "") -> str:
    """The formula with the values of its quantities put in.

    `label` ("winter", or several: "winter, y2026") picks from values that vary along those labels' axes; without it
    they are written by label. Sums of more than four items say how many they are.
    """
    if formula is None:
        return ""
    return _Numbers(values, units, label).write(formula)[0]


def reads(formula: Formula | None, values: Mapping[Cell, Any]) -> list[Cell | Const]:
    """What the numbers come from, in the order of the text: quantities, and inputs that nobody stated.

    Of `a if c else b` only what decides and the branch that is taken.
    """
    found: dict[Cell | Const, None] = {}
    writer = _Numbers(values, Units())
    if formula is not None:
        writer.read(formula, found)
    return list(found)


def picked(value: Any, label: str) -> Any:
    """The value at the labels it has among those named; unchanged along other axes."""
    return _pick(value, _labels(label), {})


def _labels(label: str) -> frozenset[str]:
    return frozenset(part.strip() for part in re.split("[,/]", label) if part.strip())


def _pick(value: Any, free: frozenset[str], at: Mapping[str, tuple[str, ...]]) -> Any:
    if value.__class__ is not Varying or not (free or at):
        return value
    wanted: list[frozenset[str]] = []
    for axis in value.axes:
        known = frozenset(value.labels(axis))
        chosen = known & frozenset(at[axis]) if axis in at else known
        wanted.append(chosen & free or chosen)
    cells = {k: v for k, v in value.cells.items() if all(label in some for label, some in zip(k, wanted))}
    if not cells:
        return value
    left = [i for i, axis in enumerate(value.axes) if len({k[i] for k in cells}) > 1]
    if not left:
        return next(iter(cells.values()))
    return Varying(tuple(value.axes[i] for i in left), {tuple(k[i] for i in left): v for k, v in cells.items()})


class _Numbers:
    """Writes formulas. Each part comes with how tightly it binds, so that brackets stand where they must."""

    def __init__(self, values: Mapping[Cell, Any], units: Units, label: str = "") -> None:
        self.values = values
        self.units = units
        self.free = _labels(label)
        self.at: dict[str, tuple[str, ...]] = {}
        self.solver = Solver(cast(Graph, None), frozenset(), {})
        self.solver.values = cast("dict[Cell, Any]", values)

    def write(self, formula: Formula) -> tuple[str, int]:
        if isinstance(formula, Cell):
            return self._value(self.values.get(formula, FAULT), show.unit_of_cell(formula, self.units))
        if isinstance(formula, Const):
            return self._constant(formula, None)
        op = formula.op
        if op == "at":
            return self._at(formula)
        if op in ("sum", "sum_stated"):
            return self._sum(formula)
        if op == "map":
            return self._map(formula)
        if op in ("if", "else"):
            return self._branch(formula)
        if op in _FUNCTIONS:
            return self._function(formula)
        if op in ("neg", "not"):
            level = _LEVELS[op]
            return f"{'-' if op == 'neg' else 'not '}{self.inside(formula.args[0], level)}", level
        if op == "given":
            return f"{self.inside(formula.args[0], _ATOM)} is given", _LEVELS[op]
        level = 5 if op in _COMPARISONS else _LEVELS.get(op, 0)
        right = level + 1 if op in ("-", "/") or op in _COMPARISONS else level
        return f"{self.inside(formula.args[0], level)} {op} {self.inside(formula.args[1], right)}", level

    def inside(self, formula: Formula, level: int) -> str:
        """A part of an operation, in brackets where it binds less."""
        text, own = self.write(formula)
        return text if own >= level else f"({text})"

    def read(self, formula: Formula, into: dict[Cell | Const, None]) -> None:
        """Collects what `reads` gives."""
        if isinstance(formula, Cell):
            into.setdefault(formula)
        elif isinstance(formula, Const):
            if formula.value is NOT_STATED and isinstance(formula.node, s.Field):
                into.setdefault(formula)
        else:
            args = formula.args
            if formula.op in ("if", "else"):
                first = self.solver.evaluate(args[0])
                if formula.op == "else" and first is not NOT_STATED and first.__class__ is not Varying:
                    args = args[:1]
                elif formula.op == "if" and (first is True or first is False):
                    args = (args[0], args[1] if first else args[2])
            for arg in args:
                self.read(arg, into)

    def _value(self, value: Any, unit: Unit) -> tuple[str, int]:
        value = _pick(value, self.free, self.at)
        if value.__class__ is not Varying:
            return show.scalar(value, unit), _ATOM
        if len(value.cells) <= FEW_LABELS:
            return f"{{{show.text(value, unit)}}}", _ATOM
        known = [v for v in value.cells.values() if v.__class__ in (Range, int, Fraction)]
        if not known:
            return "not stated" if NOT_STATED in value.cells.values() else "not known", _ATOM
        ends = show.together([min(low(v) for v in known), max(high(v) for v in known)], unit)
        return f"{{{ends[0]} to {ends[1]} by {' and '.join(value.axes)}}}", _ATOM

    def _constant(self, const: Const, unit: Unit | None) -> tuple[str, int]:
        value = const.value
        if isinstance(value, str):
            return value if isinstance(const.node, s.Date) else f'"{value}"', _ATOM
        node = const.node.operand if isinstance(const.node, s.Unary) else const.node
        written = show.literal_unit(node, self.units) or unit or ONE
        known = isinstance(value, (Exact, Range, Varying)) or value is NOT_STATED
        return self._value(value if known else FAULT, written)

    def _at(self, op: Op) -> tuple[str, int]:
        axis, wanted, _, _ = op.extra
        outer = self.at
        self.at = {**outer, axis: wanted}
        written = self.write(op.args[0])
        self.at = outer
        return written

    def _sum(self, op: Op) -> tuple[str, int]:
        args = op.args
        if op.op == "sum_stated":
            args = tuple(a for a in args if self.solver.evaluate(a) is not NOT_STATED)
        if not args:
            return "0", _ATOM
        if len(args) == 1:
            return self.write(args[0])
        if len(args) > FEW:
            return f"sum of {len(args)} items", _ATOM
        return " + ".join([self.inside(a, _LEVELS["+"]) for a in args]), _LEVELS["+"]

    def _map(self, op: Op) -> tuple[str, int]:
        axis, labels = op.extra
        unit = show.literal_unit(op.node, self.units)
        known = {label: arg for label, arg in zip(labels, op.args) if label in self.at.get(axis, labels)}
        if self.free & known.keys():
            known = {label: arg for label, arg in known.items() if label in self.free}
        written = {label: self._entry(arg, unit) for label, arg in known.items()}
        if len(written) == 1:
            return next(iter(written.values()))
        return f"{{{'; '.join(f'{label} {text}' for label, (text, _) in written.items())}}}", _ATOM

    def _entry(self, arg: Formula, unit: Unit | None) -> tuple[str, int]:
        """One entry of a value by label, whose unit stands behind the brackets in the text."""
        if isinstance(arg, Const):
            return self._constant(arg, unit)
        if unit is not None and isinstance(arg, Op) and arg.op == "*":
            factor = arg.args[1]
            if isinstance(factor, Const) and factor.node is None:
                level = _LEVELS["*"]
                return f"{self.inside(arg.args[0], level)} * 1 {unit.singular}", level
        return self.write(arg)

    def _branch(self, op: Op) -> tuple[str, int]:
        """Only the branch that is taken, where one is."""
        first = _pick(self.solver.evaluate(op.args[0]), self.free, self.at)
        if op.op == "else":
            if first is NOT_STATED:
                return self.write(op.args[1])
            if first.__class__ is not Varying or NOT_STATED not in first.cells.values():
                return self.write(op.args[0])
            return f"{self.inside(op.args[0], 2)} else {self.inside(op.args[1], 1)}", _LEVELS["else"]
        if first is True or first is False:
            return self.write(op.args[1] if first else op.args[2])
        condition, then, other = [self.inside(a, 1) for a in op.args]
        return f"{then} if {condition} else {other}", _LEVELS["if"]

    def _function(self, op: Op) -> tuple[str, int]:
        args = op.args
        if op.op in ("ceil", "floor", "round") and isinstance(args[1], Const) and args[1].node is None:
            args = args[:1]
        if op.op in ("max", "min") and op.extra:
            args = tuple(a for a in args if self.solver.evaluate(a) is not NOT_STATED)
        if len(args) > FEW:
            return f"{op.op} of {len(args)} items", _ATOM
        if op.op in ("peak", "lowest"):
            outer = self.free
            self.free = frozenset()
            inner = self.write(args[0])[0]
            self.free = outer
            alone = inner.startswith("{") and inner.count("{") == 1 and inner.endswith("}")
            return f"{op.op}({inner[1:-1] if alone else inner})", _ATOM
        if len(args) == 1 and op.op in ("max", "min"):
            return self.write(args[0])
        return f"{op.op}({', '.join([self.write(a)[0] for a in args])})", _ATOM
