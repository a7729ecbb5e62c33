"""Dimensions, units and axes, worked out over all files."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import LoadedFile, Program
from vdl.resolve.names import BUILT_IN, Names
from vdl.semantics.types import (
    Axis,
    Member,
)  # fmt: skip
from vdl.semantics.units import NUMBER, Dimension, Exact, Unit, Units, combine, divide, too_high, too_long
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import POWERS, RESULT_DIGITS
from vdl.text.source import Source, Span


class Measures:
    """The state of the pass, and what is measured in what."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = Names(program)
        self.found = errors.Reports()
        self.extensions: list[tuple[s.Extension, Source]] = []
        self.unit_defs: dict[str, tuple[s.UnitDef, Source]] = {}
        self.derived: dict[str, tuple[s.DerivedDef, Source]] = {}
        self.worked_out: set[str] = set()
        self.spans: dict[str, Span] = {}
        self.extended: set[Member] = set()
        """Members that `on` blocks declare."""
        self.endless: set[str] = set()

    def _taken(self, source: Source, name: s.Ident) -> bool:
        span = Span(source, name.start, name.end)
        before = self.spans.get(name.name)
        if before is not None or name.name in BUILT_IN:
            self.found.append(errors.unit_taken(span, name.name, before))
            return True
        self.spans[name.name] = span
        return False

    def _measures(self, file: LoadedFile) -> None:
        units = self.names.units
        for item in file.tree.items:
            if isinstance(item, s.DimensionDef):
                if self._taken(file.source, item.name):
                    continue
                dimension: Dimension = ((item.name.name, 1),)
                units.dimensions[item.name.name] = dimension
                if item.counted:
                    units.counted.add(item.name.name)
                singular = item.units[0].name
                plural = item.units[1].name if len(item.units) > 1 else singular
                unit = Unit(singular, plural, 1, dimension)
                units.base_units[item.name.name] = unit
                for name in item.units:
                    if not self._taken(file.source, name):
                        units.names[name.name] = unit
            elif isinstance(item, s.UnitDef):
                for name in item.names:
                    if not self._taken(file.source, name):
                        self.unit_defs[name.name] = (item, file.source)
            elif isinstance(item, s.AxisDef):
                self._axis(file.source, item)

    def _axis(self, source: Source, item: s.AxisDef) -> None:
        axis = self.names.axes.get(item.name.name)
        if axis is None:
            span = Span(source, item.name.start, item.name.end)
            axis = self.names.axes[item.name.name] = Axis(item.name.name, item.kept, [], span)
        for label in item.labels:
            if label.name in axis.labels:
                self.found.append(errors.unit_taken(Span(source, label.start, label.end), label.name, axis.span))
                continue
            axis.labels.append(label.name)
            self.names.labels.setdefault(label.name, []).append(axis.name)

    def _work_out_units(self, files: list[LoadedFile]) -> None:
        for file in files:
            for item in file.tree.items:
                if isinstance(item, s.DerivedDef) and not self._taken(file.source, item.name):
                    self.derived[item.name.name] = item, file.source
        for name in self.derived:
            self._in_turn(name, self._dimension_needs, self._derive)
        for name in self.unit_defs:
            self._in_turn(name, self._unit_needs, self._unit)
        for file in files:
            for other in file.tree.items:
                if isinstance(other, s.DisplayDef):
                    self._display(file.source, other)

    def _in_turn(self, name: str, needs: Callable[[str], list[str]], work_out: Callable[[str], None]) -> None:
        """Work out what a definition needs before the definition itself, without recursion: chains can be long.

        A definition that is waited for already is not waited for again, so every one is put on the pile
        once and taken off once; in a circle the one that closes it finds the other missing, and says so.
        """
        if name in self.worked_out:
            return
        pile = [(name, iter(needs(name)))]
        waiting = {name}
        while pile:
            last, rest = pile[-1]
            below = next((n for n in rest if n not in waiting and n not in self.worked_out), None)
            if below is not None:
                waiting.add(below)
                pile.append((below, iter(needs(below))))
                continue
            pile.pop()
            if last not in self.worked_out:
                self.worked_out.add(last)
                work_out(last)

    def _dimension_needs(self, name: str) -> list[str]:
        return [word for word in _words(self.derived[name][0]) if word in self.derived]

    def _derive(self, name: str) -> None:
        item, source = self.derived[name]
        units = self.names.units
        span = Span(source, item.name.start, item.name.end)
        dimension = NUMBER
        sign = 1
        for word in _words(item):
            if word in "*/":
                sign = 1 if word == "*" else -1
                continue
            known = units.dimensions.get(word)
            if known is not None:
                dimension = combine(dimension, known, sign)
            elif word not in units.broken:
                self.found.append(errors.circular_unit(span, name))
            if too_high(dimension):
                self.found.append(errors.too_many_powers(span, POWERS))
            if known is None or too_high(dimension):
                units.broken.add(name)
                return
        units.dimensions[name] = dimension

    def _unit_needs(self, name: str) -> list[str]:
        found: list[str] = []
        work: list[s.Expr] = [self.unit_defs[name][0].value]
        while work:
            expr = work.pop()
            if isinstance(expr, s.Binary):
                work += [expr.right, expr.left]
            elif isinstance(expr, s.Number) and expr.unit is not None:
                found += [part for part in expr.unit.text.split("/") if part in self.unit_defs]
        return found

    def _unit(self, name: str) -> None:
        units = self.names.units
        item, source = self.unit_defs[name]
        span = Span(source, item.start, item.end)
        own = [n.name for n in item.names if self.unit_defs.get(n.name, (None,))[0] is item]  # a name may be taken
        self.worked_out.update(own)
        try:
            factor, dimension = self._constant(item.value, source)
            if factor <= 0:
                raise _Unusable(errors.unit_not_positive(span, name))
        except _Unusable as unusable:
            if unusable.diagnostic is not None:
                self.found.append(unusable.diagnostic)
            units.broken.update(own)
            return
        singular = item.names[0].name
        plural = item.names[1].name if len(item.names) > 1 else singular
        units.names.update(dict.fromkeys(own, Unit(singular, plural, factor, dimension)))
        self.names.unit_cites[singular] = (item.cites, source)

    def _constant(self, expr: s.Expr, source: Source) -> tuple[Exact, Dimension]:
        """What a unit is made of, in base units. Raises _Unusable."""
        span = Span(source, expr.start, expr.end)
        if isinstance(expr, s.Number):
            return self._literal(expr, source)
        if not isinstance(expr, s.Binary) or expr.op not in "*/":
            raise _Unusable(errors.circular_unit(span, span.text))
        left, left_dimension = self._constant(expr.left, source)
        right, right_dimension = self._constant(expr.right, source)
        if expr.op == "/" and right == 0:
            raise _Unusable(errors.division_by_zero(Span(source, expr.right.start, expr.right.end)))
        factor = left * right if expr.op == "*" else divide(left, right)
        dimension = combine(left_dimension, right_dimension, 1 if expr.op == "*" else -1)
        return _within(factor, dimension, span)

    def _literal(self, expr: s.Number, source: Source) -> tuple[Exact, Dimension]:
        """`60 s`, with a unit that may be a quotient of units. Raises _Unusable."""
        factor: Exact = expr.value
        dimension = NUMBER
        if expr.unit is None:
            return factor, dimension
        units = self.names.units
        span = Span(source, expr.unit.start, expr.unit.end)
        for index, part in enumerate(expr.unit.text.split("/")):
            unit = units.names.get(part)
            if unit is None:
                raise _Unusable(self._missing(part, span))
            factor = factor * unit.factor if index == 0 else divide(factor, unit.factor)
            dimension = combine(dimension, unit.dimension, 1 if index == 0 else -1)
            _within(factor, dimension, span)
        return factor, dimension

    def _missing(self, part: str, span: Span) -> Diagnostic | None:
        if part in self.names.units.broken:
            return None
        if part in self.unit_defs:
            return errors.circular_unit(span, part)
        known = self.found.among(span.source, chain(self.names.units.names, self.unit_defs))
        return errors.unknown_unit(span, part, known)

    def _display(self, source: Source, item: s.DisplayDef) -> None:
        units = self.names.units
        dimension = units.dimensions.get(item.name.name)
        span = Span(source, item.name.start, item.name.end)
        if item.name.name in units.broken:
            return
        if dimension is None:
            self.found.append(errors.unknown_type(span, item.name.name, self.found.among(source, units.dimensions)))
            return
        unit = read_unit(units, item.unit, source, self.found)
        where = Span(source, item.unit.start, item.unit.end)
        if unit is None:
            return
        if unit.dimension != dimension:
            message = f"{item.unit.text} is a unit of {units.name(unit.dimension)}, not of {item.name.name}"
            self.found.append(errors.unit_mismatch(where, message))
        else:
            units.display[dimension] = unit


class _Unusable(Exception):
    """A unit can't be made of what it is defined as; without a diagnostic because that has been said elsewhere."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic


def _within(factor: Exact, dimension: Dimension, span: Span) -> tuple[Exact, Dimension]:
    """Both as they are. Raises _Unusable where one is beyond its limit."""
    if too_long(factor):
        raise _Unusable(errors.number_too_large(span, RESULT_DIGITS))
    if too_high(dimension):
        raise _Unusable(errors.too_many_powers(span, POWERS))
    return factor, dimension


def _words(item: s.DerivedDef) -> list[str]:
    """The names and signs of the right side of a derived dimension."""
    return item.text.replace("/", " / ").replace("*", " * ").split()


def read_unit(units: Units, name: s.UnitName, source: Source, diagnostics: errors.Reports) -> Unit | None:
    """The unit that a text names; None where it names none, which is said."""
    unit = units.read(name.text)
    if not isinstance(unit, str):
        return unit
    span = Span(source, name.start, name.end)
    excess = units.excess(name.text)
    if excess == "digits":
        diagnostics.append(errors.number_too_large(span, RESULT_DIGITS))
    elif excess == "powers":
        diagnostics.append(errors.too_many_powers(span, POWERS))
    elif unit not in units.broken:
        diagnostics.append(errors.unknown_unit(span, unit, diagnostics.among(source, units.names)))
    return None
