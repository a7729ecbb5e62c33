"""Dimensions, units and axes, worked out over all files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import LoadedFile
from vdl.resolve.state import ResolveState
from vdl.resolve.written import BUILT_IN_TYPES, read_unit
from vdl.semantics.types import Axis
from vdl.semantics.units import NUMBER, Dimension, Exact, Unit, combine, divide, too_high, too_long
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import POWERS, RESULT_DIGITS
from vdl.text.source import Source, Span


def declare(state: ResolveState, files: Iterable[LoadedFile]) -> None:
    """Fill in the units, dimensions, axes and labels of all files."""
    definitions = _Definitions(state)
    labels: dict[tuple[str, str], Span] = {}
    for file in files:
        for item in file.tree.items:
            if isinstance(item, s.DimensionDef):
                definitions.base(item, file.source)
            elif isinstance(item, s.UnitDef):
                for name in item.names:
                    if not definitions.taken(name, file.source):
                        definitions.units[name.name] = item, file.source
            elif isinstance(item, s.AxisDef):
                _axis(state, item, file.source, labels)
    for file in files:
        for item in file.tree.items:
            if isinstance(item, s.DerivedDef) and not definitions.taken(item.name, file.source):
                definitions.derived[item.name.name] = item, file.source
    definitions.work_out()
    for file in files:
        for item in file.tree.items:
            if isinstance(item, s.DisplayDef):
                _display(state, item, file.source)


def _axis(state: ResolveState, item: s.AxisDef, source: Source, places: dict[tuple[str, str], Span]) -> None:
    """An axis, or more labels of one; `places` are those of the labels so far."""
    name = item.name.name
    axis = state.axes.get(name) or Axis(name, False, [], Span(source, item.name.start, item.name.end), {})
    axis = state.axes[name] = axis._replace(kept=axis.kept or item.kept)
    for label in item.labels:
        span = Span(source, label.start, label.end)
        before = places.setdefault((name, label.name), span)
        if before is not span:
            state.diagnostics.append(errors.label_taken(span, label.name, before))
            continue
        axis.labels.append(label.name)
        axis.places.setdefault(source.path, span)
        state.labels.setdefault(label.name, []).append(name)


def _display(state: ResolveState, item: s.DisplayDef, source: Source) -> None:
    units, name = state.names.units, item.name.name
    if name in units.broken:
        return
    dimension = units.dimensions.get(name)
    if dimension is None:
        known = state.diagnostics.among(source, units.dimensions)
        state.diagnostics.append(errors.unknown_type(Span(source, item.name.start, item.name.end), name, known))
        return
    unit = read_unit(units, item.unit, source, state.diagnostics)
    if unit is not None and unit.dimension != dimension:
        span = Span(source, item.unit.start, item.unit.end)
        message = f"{item.unit.text} is a unit of {units.name(unit.dimension)}, not of {name}"
        state.diagnostics.append(errors.unit_mismatch(span, message, units.name(unit.dimension)))
    elif unit is not None:
        units.display[dimension] = unit


class _Definitions:
    """What units and dimensions are made of, while they are worked out."""

    def __init__(self, state: ResolveState) -> None:
        self.state = state
        self.diagnostics = state.diagnostics
        self.known = state.names.units
        self.units: dict[str, tuple[s.UnitDef, Source]] = {}
        self.derived: dict[str, tuple[s.DerivedDef, Source]] = {}
        self.spans: dict[str, Span] = {}
        self.done: set[str] = set()

    def taken(self, name: s.Ident, source: Source) -> bool:
        """Whether another unit or dimension has that name, which is said."""
        span = Span(source, name.start, name.end)
        before = self.spans.get(name.name)
        if before is not None or name.name in BUILT_IN_TYPES:
            self.diagnostics.append(errors.unit_taken(span, name.name, before))
            return True
        self.spans[name.name] = span
        return False

    def base(self, item: s.DimensionDef, source: Source) -> None:
        """A dimension of its own, with its units."""
        if self.taken(item.name, source):
            return
        name = item.name.name
        dimension = self.known.dimensions[name] = ((name, 1),)
        if item.counted:
            self.known.counted.add(name)
        singular = item.units[0].name
        plural = item.units[1].name if len(item.units) > 1 else singular
        unit = self.known.base_units[name] = Unit(singular, plural, 1, dimension)
        for ident in item.units:
            if not self.taken(ident, source):
                self.known.names[ident.name] = unit

    def work_out(self) -> None:
        """All derived dimensions and units, wherever in the text what they need is defined."""
        for name in self.derived:
            self._in_turn(name, self._dimension_needs, self._derive)
        for name in self.units:
            self._in_turn(name, self._unit_needs, self._unit)

    def _in_turn(self, name: str, needs: Callable[[str], list[str]], work_out: Callable[[str], None]) -> None:
        """Work out what a definition needs before the definition itself, without recursion: chains can be long.

        A definition that is waited for already is not waited for again, so every one is put on the pile
        once and taken from it once; in a circle the one that closes it finds the other missing, and says so.
        """
        if name in self.done:
            return
        pile = [(name, iter(needs(name)))]
        waiting = {name}
        while pile:
            last, rest = pile[-1]
            below = next((n for n in rest if n not in waiting and n not in self.done), None)
            if below is not None:
                waiting.add(below)
                pile.append((below, iter(needs(below))))
                continue
            pile.pop()
            if last not in self.done:
                self.done.add(last)
                work_out(last)

    # -------------------------------------------------------------------------- derived dimensions
    def _dimension_needs(self, name: str) -> list[str]:
        return [word for word in _words(self.derived[name][0]) if word in self.derived]

    def _derive(self, name: str) -> None:
        item, source = self.derived[name]
        span = Span(source, item.name.start, item.name.end)
        dimension = NUMBER
        sign = 1
        for word in _words(item):
            if word in "*/":
                sign = 1 if word == "*" else -1
                continue
            one = self.known.dimensions.get(word)
            if one is not None:
                dimension = combine(dimension, one, sign)
            elif word in self.derived and word not in self.known.broken:
                self.diagnostics.append(errors.circular_unit(span, name))
            elif word not in self.known.broken:
                at = _place(source.text, word, item.name.end)
                known = self.diagnostics.among(source, chain(self.known.dimensions, self.derived))
                self.diagnostics.append(errors.unknown_type(Span(source, at, at + len(word)), word, known))
            if too_high(dimension):
                self.diagnostics.append(errors.too_many_powers(span, POWERS))
            if one is None or too_high(dimension):
                self.known.broken.add(name)
                return
        self.known.dimensions[name] = dimension

    # -------------------------------------------------------------------------- units
    def _unit_needs(self, name: str) -> list[str]:
        parts: list[str] = []
        work: list[s.Expr] = [self.units[name][0].value]
        while work:
            expr = work.pop()
            if isinstance(expr, s.Binary):
                work += [expr.right, expr.left]
            elif isinstance(expr, s.Number) and expr.unit is not None:
                parts += [part for part in expr.unit.text.split("/") if part in self.units]
        return parts

    def _unit(self, name: str) -> None:
        item, source = self.units[name]
        span = Span(source, item.start, item.end)
        own = [n.name for n in item.names if self.units.get(n.name, (None,))[0] is item]  # a name may be taken
        self.done.update(own)
        try:
            factor, dimension = self._constant(item.value, source)
            if factor <= 0:
                raise _Unusable(errors.unit_not_positive(span, name))
        except _Unusable as unusable:
            if unusable.diagnostic is not None:
                self.diagnostics.append(unusable.diagnostic)
            self.known.broken.update(own)
            return
        singular = item.names[0].name
        plural = item.names[1].name if len(item.names) > 1 else singular
        self.known.names.update(dict.fromkeys(own, Unit(singular, plural, factor, dimension)))
        self.state.unit_cites[singular] = (item.cites, source)

    def _constant(self, expr: s.Expr, source: Source) -> tuple[Exact, Dimension]:
        """What a unit is made of, in base units. Raises _Unusable."""
        span = Span(source, expr.start, expr.end)
        if isinstance(expr, s.Number):
            return self._literal(expr, source)
        if not isinstance(expr, s.Binary) or expr.op not in "*/":
            raise _Unusable(errors.not_a_unit(span))
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
        span = Span(source, expr.unit.start, expr.unit.end)
        for index, part in enumerate(expr.unit.text.split("/")):
            unit = self.known.names.get(part)
            if unit is None:
                raise _Unusable(self._missing(part, span))
            factor = factor * unit.factor if index == 0 else divide(factor, unit.factor)
            dimension = combine(dimension, unit.dimension, 1 if index == 0 else -1)
            _within(factor, dimension, span)
        return factor, dimension

    def _missing(self, part: str, span: Span) -> Diagnostic | None:
        if part in self.known.broken:
            return None
        if part in self.units:
            return errors.circular_unit(span, part)
        known = self.diagnostics.among(span.source, chain(self.known.names, self.units))
        return errors.unknown_unit(span, part, known)


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


def _place(text: str, word: str, start: int) -> int:
    """Where a word stands as one from an offset on, outside of comments."""
    return next(found.start() for found in re.finditer(r"//[^\n]*|\w+", text[start:]) if found[0] == word) + start


def _words(item: s.DerivedDef) -> list[str]:
    """The names and signs of the right side of a derived dimension."""
    return item.text.replace("/", " / ").replace("*", " * ").split()
