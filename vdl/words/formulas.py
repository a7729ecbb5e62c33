"""Formulas in words: as they stand in the text, and with the numbers put in.

`names` gives `load.weight / (cart.limit * (1 - margin))`, `numbers` the same line as
`2,118.75 kg / (2,539.52 kg/cart * (1 - 15 %))`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction

from vdl import syntax as s
from vdl.builtins import BUILTINS
from vdl.builtins.record import ATOM, FEW
from vdl.graph.cells import COMPARISONS, Cell, Const, Formula, Op
from vdl.graph.details import At, ByLabel, Keys
from vdl.graph.items import Items
from vdl.semantics.units import ONE, Unit, Units
from vdl.solve import Evaluation
from vdl.text.phrases import Joined, filled, joined, phrase
from vdl.text.source import Source, Span
from vdl.text.written import written
from vdl.values import FAULT, NOT_STATED, Place, Range, Value, Varying, high, is_exact, is_number, low
from vdl.words import values as show

FEW_LABELS = 8
"""So many labels of a value are written out; of more, only the lowest and highest value."""

_LEVELS = {"if": 0, "else": 1, "or": 2, "and": 3, "not": 4, "given": 5, "+": 6, "-": 6, "*": 7, "/": 7, "neg": 8, "^": 9}


def names(formula: Formula | None) -> str:
    """The formula as it stands in the text, on one line; a quantity's own name for a bare quantity."""
    if formula is None:
        return ""
    if isinstance(formula, Cell):
        return formula.path
    if isinstance(formula, Op):
        if isinstance(formula.detail, Items) and isinstance(formula.node, s.Field):
            items = list(formula.detail.names())
            return " + ".join(items) if len(items) <= FEW else f"sum of {len(items)} items"
        return text_of(formula.node, formula.source)
    if formula.node is not None and formula.source is not None and not isinstance(formula.node, s.Statement):
        return text_of(formula.node, formula.source)
    return Numbers({}, Units()).write(formula)[0]


def text_of(node: s.Node, source: Source) -> str:
    """A node as it is written: `written`."""
    return written(Span(source, node.start, node.end))


def numbers(
    formula: Formula | None, values: Mapping[Cell, Value], units: Units, place: Place = (), where: Value = True
) -> str:
    """The formula with the values of its quantities put in.

    `place` picks from values that vary along its axes; without it they are written by label, at those labels alone at which
    `where` is not false. Sums of more than four items say how many they are.
    """
    if formula is None:
        return ""
    writer = Numbers(values, units, place)
    if isinstance(where, Varying):
        left = [key for key, one in where.cells.items() if one is not False]
        writer.at = {axis: tuple(dict.fromkeys([key[i] for key in left])) for i, axis in enumerate(where.axes)} if left else {}
    return writer.write(formula)[0]


def reads(formula: Formula | None, values: Mapping[Cell, Value]) -> list[Cell | Const]:
    """What the numbers come from, in the order of the text: quantities, and inputs that nobody stated.

    Of `a if c else b` only what decides and the branch that is taken.
    """
    found: dict[Cell | Const, None] = {}
    writer = Numbers(values, Units())
    if formula is not None:
        writer.read(formula, found)
    return list(found)


def picked(value: Value, place: Mapping[str, str], at: Mapping[str, tuple[str, ...]]) -> Value:
    """The part of a value by label that lies at a place, and along other axes at some labels only."""
    if not isinstance(value, Varying) or not (place or at):
        return value
    wanted: list[set[str]] = []
    for axis in value.axes:
        known = set(value.labels(axis))
        chosen = known & set(at[axis]) if axis in at else known
        wanted.append(chosen & {place[axis]} or chosen if axis in place else chosen)
    cells = {k: v for k, v in value.cells.items() if all(label in some for label, some in zip(k, wanted))}
    if not cells:
        return value
    left = [i for i, axis in enumerate(value.axes) if len({k[i] for k in cells}) > 1]
    if not left:
        return next(iter(cells.values()))
    return Varying(tuple([value.axes[i] for i in left]), {tuple([k[i] for i in left]): v for k, v in cells.items()})


class Numbers:
    """Writes formulas. Each part comes with how tightly it binds, so that brackets stand where they must."""

    def __init__(
        self, values: Mapping[Cell, Value], units: Units, place: Place = (), said: Callable[[Value, Unit], str] = show.text
    ) -> None:
        self.said = said
        self.values = values
        self.units = units
        self.place = dict(place)
        self.at: dict[str, tuple[str, ...]] = {}
        self.evaluation = Evaluation(values)

    def value_of(self, formula: Formula) -> Value:
        return self.evaluation.evaluate(formula)

    def here(self, formula: Formula) -> Value:
        return picked(self.value_of(formula), self.place, self.at)

    def write(self, formula: Formula) -> tuple[str, int]:
        if isinstance(formula, Cell):
            return self._value(self.values.get(formula, FAULT), show.unit_of_cell(formula, self.units))
        if isinstance(formula, Const):
            return self._constant(formula, None)
        op = formula.op
        if op in BUILTINS:
            return self._function(formula)
        if op == "as":
            return self.write(formula.args[0])
        if op == "at":
            return self._at(formula)
        if op == "map":
            return self._map(formula)
        if op in ("if", "else"):
            return self._branch(formula)
        if op == "keyed":
            return self._keyed(formula)
        if op in ("neg", "not"):
            level = _LEVELS[op]
            return f"{'-' if op == 'neg' else 'not '}{self.inside(formula.args[0], level)}", level
        if op == "^":
            base = self.inside(formula.args[0], ATOM)
            bare = " " in base and not base.startswith(("(", "{"))  # `2 kg`: not its unit alone
            return f"{f'({base})' if bare else base} ^ {self.write(formula.args[1])[0]}", _LEVELS[op]
        if op == "given":
            return f"{self.inside(formula.args[0], ATOM)} is given", _LEVELS[op]
        level = 5 if op in COMPARISONS else _LEVELS.get(op, 0)
        right = level + 1 if op in ("-", "/") or op in COMPARISONS else level
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
                first = self.value_of(args[0])
                if formula.op == "else" and first is not NOT_STATED and not isinstance(first, Varying):
                    args = args[:1]
                elif formula.op == "if" and (first is True or first is False):
                    args = (args[0], args[1] if first else args[2])
            for arg in args:
                self.read(arg, into)

    def _value(self, value: Value, unit: Unit) -> tuple[str, int]:
        value = picked(value, self.place, self.at)
        if not isinstance(value, Varying):
            return show.scalar(value, unit), ATOM
        if len(value.cells) <= FEW_LABELS:
            return joined("", ("{", self.said(value, unit), "}")), ATOM
        known = [v for v in value.cells.values() if isinstance(v, (int, Fraction, Range))]
        if not known:
            return phrase("not stated") if NOT_STATED in value.cells.values() else phrase("not known"), ATOM
        ends = show.together([min(low(v) for v in known), max(high(v) for v in known)], unit)
        over = joined(phrase(" and "), [filled(axis.replace("_", " "), {}, free=True) for axis in value.axes])
        return joined("", ("{", phrase("{first} to {last} by {axes}", first=ends[0], last=ends[1], axes=over), "}")), ATOM

    def _constant(self, const: Const, unit: Unit | None) -> tuple[str, int]:
        value = const.value
        if isinstance(value, str):
            return value if isinstance(const.node, s.Date) else f'"{value}"', ATOM
        written = show.literal_unit(const.node, self.units) or unit or ONE
        known = is_number(value) or isinstance(value, Varying) or value is NOT_STATED
        return self._value(value if known else FAULT, written)

    def _at(self, op: Op) -> tuple[str, int]:
        assert isinstance(op.detail, At)
        outer = self.at
        self.at = {**outer, op.detail.axis: op.detail.labels}
        written = self.write(op.args[0])
        self.at = outer
        return written

    def _keyed(self, op: Op) -> tuple[str, int]:
        """The value whose key is met, where one is; else the keys with what chooses."""
        assert isinstance(op.detail, Keys)
        by = picked(self.value_of(op.args[0]), self.place, self.at)
        at = op.detail.of(by) if is_exact(by) else None
        base = op.node.base if isinstance(op.node, s.Select) else None
        if at is not None:
            return self._entry(op.args[1 + at], show.literal_unit(base, self.units))
        keys = "" if base is None else text_of(base, op.source)
        return f"{keys} at {self.inside(op.args[0], ATOM)}", ATOM

    def _map(self, op: Op) -> tuple[str, int]:
        assert isinstance(op.detail, ByLabel)
        axis, labels = op.detail
        unit = show.literal_unit(op.node, self.units)
        known = {label: arg for label, arg in zip(labels, op.args) if label in self.at.get(axis, labels)}
        if self.place.get(axis) in known:
            known = {label: arg for label, arg in known.items() if label == self.place[axis]}
        written = {label: self._entry(arg, unit) for label, arg in known.items()}
        if len(written) == 1:
            return next(iter(written.values()))
        return f"{{{'; '.join(f'{label} {text}' for label, (text, _) in written.items())}}}", ATOM

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
        first = picked(self.value_of(op.args[0]), self.place, self.at)
        if op.op == "else":
            if first is NOT_STATED:
                return self.write(op.args[1])
            if not isinstance(first, Varying) or NOT_STATED not in first.cells.values():
                return self.write(op.args[0])
            return f"{self.inside(op.args[0], 2)} else {self.inside(op.args[1], 1)}", _LEVELS["else"]
        if first is True or first is False:
            return self.write(op.args[1] if first else op.args[2])
        condition, then, other = [self.inside(a, 1) for a in op.args]
        return f"{then} if {condition} else {other}", _LEVELS["if"]

    def _function(self, op: Op) -> tuple[str, int]:
        write = BUILTINS[op.op].write
        if write is not None:
            return write(self, op)
        return f"{op.op}({', '.join([self.write(arg)[0] for arg in op.args])})", ATOM

    def at_every_label(self, formula: Formula) -> str:
        """A formula at all labels, for functions over them; without the braces of a value that stands alone."""
        (place, at), self.place, self.at = (self.place, self.at), {}, {}
        inner = self.write(formula)[0]
        self.place, self.at = place, at
        alone = inner.startswith("{") and inner.count("{") == 1 and inner.endswith("}")
        if alone and isinstance(inner, Joined) and (inner.pieces[0], inner.pieces[-1]) == ("{", "}"):
            return joined("", inner.pieces[1:-1])
        return inner[1:-1] if alone else inner
