"""Which open units a value is made of, and that what is added, compared or put in one place is made of the same.

Dimensions are proved before anything is computed; whether a figure is in crowns or in guilders hangs on who filled it, so
that is looked at in the formulas of one design. A zero is made of no unit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vdl import errors
from vdl.builtins import BUILTINS
from vdl.graph.cells import COMPARISONS, PLAIN, POISON, Cell, Const, Formula, Op, Scale
from vdl.graph.details import Keys
from vdl.graph.order import cell_needs
from vdl.semantics.depth_first import depth_first
from vdl.semantics.units import NUMBER, Dimension, Unit, Units, combine
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span
from vdl.values import FAULT, NOT_STATED, scalars

_CONDITIONS = frozenset(["and", "or", "not", "given"])


class Measure:
    """Measures formulas. `say` is told of what can't be added or compared; each missing factor once."""

    def __init__(self, units: Units, say: Callable[[Diagnostic], None] = lambda diagnostic: None) -> None:
        self.units = units
        self.say = say
        self.clashed = False
        """Whether something was found that can't be added or compared."""
        self.asked: set[Cell] = set()
        """What a question will give other values: where it is zero, it is made of what it is written in."""
        self._missing: set[frozenset[Dimension]] = set()
        self._figures: dict[Dimension, set[Const]] = {}
        """What is written in some open units, by these."""

    def cells(self, order: Iterable[tuple[Cell, ...]]) -> None:
        """Measure cells, each after what it needs. What can't be computed is a fault from then on."""
        for component in order:
            inside = set(component)

            def within(cell: Cell, inside: set[Cell] = inside) -> list[tuple[None, Cell]]:
                return [(None, need) for need in cell_needs(cell) if need in inside and need.form != "count"]

            counts = [cell for cell in component if cell.form == "count"]
            others = [cell for cell in component if cell.form != "count"]
            for cell in (*depth_first(others, within, lambda arrow, ring: None), *counts):
                self._cell(cell)

    def _cell(self, cell: Cell) -> None:
        outer, self.clashed = self.clashed, False
        if cell.form == "count":
            self._count(cell)
        else:
            self._quantity(cell)
        if self.clashed and not cell.is_solved:
            cell.formula = POISON
        self.clashed = outer or self.clashed

    def _quantity(self, cell: Cell) -> None:
        cell.scale = self.of(cell.formula) if cell.formula is not None else None
        if cell.scale is None and cell in self.asked:
            cell.scale = _as_written(cell)
        domain, scale = cell.domain, cell.scale
        if domain is None or scale is None:
            return
        ends = domain.made_of()
        if ends is not None and scale.made_of != ends:
            self._clash(cell.span(), scale, Scale(ends))
        cell.domain = domain.beside(self.units.shown(domain.unit.dimension, scale.made_of))

    def _count(self, cell: Cell) -> None:
        cell.scale = PLAIN
        if cell.formula is not None:
            self.plain(cell.formula, cell.span())
        for bound in cell.bounds if cell.is_solved else ():
            self.bound(bound.value, bound.when, bound.span())

    def bound(self, value: Formula, when: Formula | None, span: Span) -> None:
        """What a count has to be at least is a plain number of things."""
        self.plain(value, span)
        if when is not None:
            self.of(when)

    def of(self, formula: Formula) -> Scale | None:
        """What a formula is made of; None of a zero, and of what is not known."""
        if isinstance(formula, Cell):
            return formula.scale
        if isinstance(formula, Const):
            found = [one for _, one in scalars(formula.value)]
            silent = all(one is NOT_STATED or one is FAULT or one == 0 for one in found)
            if formula.made_of and not silent:
                self._figures.setdefault(formula.made_of, set()).add(formula)
            return None if silent else Scale(formula.made_of, formula) if formula.made_of else PLAIN
        op = formula.op
        if op in BUILTINS:
            scale = BUILTINS[op].scale
            return self.alike(formula.args, formula.span()) if scale is None else scale(self, formula)
        if op in ("*", "/", "^"):
            return self._product(formula)
        if op in COMPARISONS:
            self.alike(formula.args, formula.span())
            return PLAIN
        if op in _CONDITIONS:
            for arg in formula.args:
                self.of(arg)
            return PLAIN
        if isinstance(formula.detail, Unit):  # `x as unit`
            self.made_of(formula.args[0], formula.detail.made_of, formula.span())
        if op in ("if", "keyed"):
            return self._chosen(formula)
        return self.alike(formula.args, formula.span())

    def _product(self, op: Op) -> Scale | None:
        first, other = [self.of(arg) for arg in op.args]
        if op.op == "^":
            exponent = op.args[1].value if isinstance(op.args[1], Const) else 0
            times = int(exponent) if isinstance(exponent, int) else 0
            powers = tuple([(name, power * times) for name, power in first.made_of]) if first is not None else ()
            return None if first is None else first._replace(made_of=powers if times else NUMBER)
        if first is None or other is None:
            return None
        made_of = combine(first.made_of, other.made_of, 1 if op.op == "*" else -1)
        return Scale(made_of, first.figure or other.figure)

    def _chosen(self, op: Op) -> Scale | None:
        """One of several by a condition, or by the key in which a quantity lies."""
        by = self.of(op.args[0])
        if isinstance(op.detail, Keys) and by is not None and by.made_of != op.detail.unit.made_of:
            self._clash(op.span(), by, Scale(op.detail.unit.made_of))
        return self.alike(op.args[1:], op.span())

    def alike(self, formulas: Sequence[Formula], span: Span) -> Scale | None:
        """What all of some formulas are made of, which must be the same; it is said at `span` where it is not."""
        common: Scale | None = None
        for formula in formulas:
            found = self.of(formula)
            if found is None:
                continue
            if common is None:
                common = found
            elif found.made_of != common.made_of:
                self._clash(span, common, found)
                return None
        return common

    def plain(self, formula: Formula, span: Span) -> None:
        """Say where a formula is made of open units and must not be."""
        self.made_of(formula, NUMBER, span)

    def made_of(self, formula: Formula, wanted: Dimension, span: Span) -> None:
        """Say where a formula is made of other open units than those that are wanted."""
        found = self.of(formula)
        if found is not None and found.made_of != wanted:
            self._clash(span, found, Scale(wanted))

    def _clash(self, span: Span, one: Scale, other: Scale) -> None:
        """Say that a factor is missing: at the line of the design, which may have brought the units together elsewhere."""
        self.clashed = True
        missing = frozenset([one.made_of, other.made_of])
        if missing in self._missing:
            return
        self._missing.add(missing)
        odd = self._odd_one(one, other)
        places = [(span, "here they meet")]
        for scale in (other, one) if odd is None else (odd, *[scale for scale in (one, other) if scale is not odd]):
            node, source = (scale.figure.node, scale.figure.source) if scale.figure is not None else (None, None)
            if node is not None and source is not None:
                place, name = Span(source, node.start, node.end), in_words(scale.made_of)
                places.append((place, f"{'in' if name in place.text else 'which makes it'} {name}"))
        if odd is not None:
            if odd is other:
                one, other = odd, one
            rest = len(self._figures[other.made_of])
            place, told = places.pop(1)
            places.insert(0, (place, f"{told}, and {rest} others in {in_words(other.made_of)}"))
        at = next((i for i, (place, _) in enumerate(places) if not place.source.is_library), 0)
        where, label = places.pop(at)
        places = [(place, told) for place, told in places if place != where]
        instead = in_words(other.made_of) if odd is not None else ""
        self.say(no_factor(self.units, where, one.made_of, other.made_of, label, places, instead))

    def _odd_one(self, one: Scale, other: Scale) -> Scale | None:
        """The one of two in which fewer figures are written, if an author wrote that one; None where neither stands out."""
        number = {scale: len(self._figures.get(scale.made_of, ())) for scale in (one, other)}
        odd, most = sorted(number, key=lambda scale: number[scale])
        figure = odd.figure
        if figure is None or figure.source is None or figure.source.is_library:
            return None
        return odd if 0 < number[odd] < number[most] and figure in self._figures[odd.made_of] else None


def _as_written(cell: Cell) -> Scale:
    """What a zero is written in."""
    formula: Formula | None = cell
    while isinstance(formula, Cell):
        formula = formula.formula
    return Scale(formula.made_of, formula) if isinstance(formula, Const) else PLAIN


def no_factor(
    units: Units, span: Span, one: Dimension, other: Dimension, label: str = "here they meet", related: errors.Places = (),
    instead: str = "",
) -> Diagnostic:  # fmt: skip
    """What to say of what is made of different open units; `instead` is what most figures are in, if that is one."""
    left = combine(one, other, -1)
    pairs = [
        (name, units.open[below].plural) for name, power in left for below, less in left
        if power > 0 > less and units.open[name].dimension == units.open[below].dimension
    ]  # fmt: skip
    return errors.no_factor(span, in_words(one), in_words(other), pairs[0] if pairs else None, label, related, instead)


def in_words(made_of: Dimension) -> str:
    """Open units in words: "crown", "crown/guilder"."""
    above = [name for name, power in made_of for _ in range(power)]
    below = [name for name, power in made_of for _ in range(-power)]
    return "/".join(["*".join(above) or "1", *below]) if made_of else ""


__all__ = ["Measure", "no_factor"]
