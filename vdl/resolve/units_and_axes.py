"""Dimensions, units and axes, worked out over all files."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import LoadedFile
from vdl.resolve.factors import Stating, Unusable
from vdl.resolve.state import ResolveState
from vdl.resolve.written import BUILT_IN_TYPES, read_unit
from vdl.semantics.types import Axis
from vdl.semantics.units import NUMBER, ONE, Dimension, Unit, combine, divide, is_code, too_high, too_long, unit_words
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import POWERS, RESULT_DIGITS
from vdl.text.phrases import of
from vdl.text.source import Source, Span


def declare(state: ResolveState, files: Iterable[LoadedFile]) -> None:
    """Fill in the units, dimensions, axes and labels of all files."""
    files = list(files)
    definitions = _Definitions(state, files)
    labels: dict[tuple[str, str], Span] = {}
    for file in files:
        for item in file.tree.items:
            if isinstance(item, s.DimensionDef):
                definitions.base(item, file.source)
            elif isinstance(item, s.OpenUnit):
                definitions.open_unit(item, file.source)
            elif isinstance(item, s.UnitDef):
                definitions.unit(item, file.source)
            elif isinstance(item, s.AxisDef):
                _axis(state, item, file.source, labels)
    for file in files:
        for item in file.tree.items:
            if isinstance(item, s.DerivedDef) and not definitions.taken(item.name, file.source):
                definitions.derived[item.name.name] = item, file.source
    definitions.work_out()
    displays = [(item, file.source) for file in files for item in file.tree.items if isinstance(item, s.DisplayDef)]
    _display_all(state, displays)


def _axis(state: ResolveState, item: s.AxisDef, source: Source, places: dict[tuple[str, str], Span]) -> None:
    """An axis, or more labels of one; `places` are those of the labels so far."""
    name = item.name.name
    axis = state.axes.get(name) or Axis(name, False, [], Span(source, item.name.start, item.name.end), {})
    axis = state.axes[name] = axis._replace(kept=axis.kept or item.kept)
    for label in item.labels:
        span = Span(source, label.start, label.end)
        before = places.setdefault((name, label.name), span)
        if before is not span:
            swapped = source.is_library and not before.source.is_library  # the line to change is the author's
            state.diagnostics.append(errors.label_taken(*((before, label.name, span) if swapped else (span, label.name, before))))
            continue
        axis.labels.append(of(label.name, source.is_library, "label"))
        axis.places.setdefault(source.path, span)
        state.labels.setdefault(label.name, []).append(name)


def _display_all(state: ResolveState, items: Iterable[tuple[s.DisplayDef, Source]]) -> None:
    """The units in which dimensions are shown: what the entry says, else another file of the user's, else the library."""
    found: dict[Dimension, list[tuple[int, Unit, s.DisplayDef, Source]]] = {}
    for item, source in items:
        shown = _display(state, item, source)
        if shown is not None:
            rank = 2 if source.path == state.program.entry else 0 if source.is_library else 1
            found.setdefault(shown[0], []).append((rank, shown[1], item, source))
    for dimension, all_ in found.items():
        top = max(rank for rank, *_ in all_)
        _, unit, first, of = next(one for one in all_ if one[0] == top)
        for rank, other, item, source in all_:
            if rank != top:
                continue
            if rank and other != unit:
                before = Span(of, first.start, first.end)
                state.diagnostics.append(errors.display_twice(Span(source, item.start, item.end), item.name.name, before))
            state.names.units.display[dimension] = other
        if top:
            state.names.units.chosen.add(dimension)


def _display(state: ResolveState, item: s.DisplayDef, source: Source) -> tuple[Dimension, Unit] | None:
    """What a statement says of a dimension; None where it can't be so, which is said."""
    units, name = state.names.units, item.name.name
    if name in units.broken:
        return None
    dimension = units.dimensions.get(name)
    if dimension is None:
        known = state.diagnostics.among(source, units.dimensions)
        state.diagnostics.append(errors.unknown_type(Span(source, item.name.start, item.name.end), name, known))
        return None
    unit = read_unit(units, item.unit, source, state.diagnostics)
    if unit is not None and unit.dimension != dimension:
        span = Span(source, item.unit.start, item.unit.end)
        message = f"{item.unit.text} is a unit of {units.name(unit.dimension)}, not of {name}"
        state.diagnostics.append(errors.unit_mismatch(span, message, units.name(unit.dimension)))
        return None
    return None if unit is None else (dimension, unit)


class _Definitions:
    """What units and dimensions are made of, while they are worked out."""

    def __init__(self, state: ResolveState, files: Iterable[LoadedFile]) -> None:
        self.state = state
        self.diagnostics = state.diagnostics
        self.known = state.names.units
        self.units: dict[str, tuple[s.UnitDef, Source]] = {}
        self.open: dict[str, tuple[s.OpenUnit, Source]] = {}
        self.factors: list[tuple[s.UnitDef, Source]] = []
        """What is stated of open units."""
        items = [item for file in files for item in file.tree.items]
        self.opened = {item.dimension.name for item in items if isinstance(item, s.OpenUnit)}
        """The dimensions between whose units factors may be missing."""
        self.without = {name.name for item in items if isinstance(item, s.OpenUnit) for name in item.names}
        for item in items:
            if isinstance(item, s.DimensionDef) and item.name.name in self.opened and not item.counted:
                self.without.update(name.name for name in item.units)
        called = [(item.dimension.name, item.names) for item in items if isinstance(item, s.OpenUnit)]
        called += [(item.name.name, item.units) for item in items if isinstance(item, s.DimensionDef)]
        self.paid = {of for of, names in called if of in self.opened and any(is_code(name.name) for name in names)}
        """The dimensions in which things are paid: of their units without a factor one has the code of a currency."""
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
        made_of = ((singular, 1),) if singular in self.without else NUMBER
        unit = self.known.base_units[name] = Unit(*unit_words(singular, plural, source.is_library), 1, dimension, made_of,
                                                     name in self.paid)  # fmt: skip
        if made_of:
            self.known.open[singular] = unit
        for ident in item.units:
            if not self.taken(ident, source):
                self.known.names[ident.name] = unit

    def unit(self, item: s.UnitDef, source: Source) -> None:
        """A unit that is made of others; or the factor of one that has none."""
        if item.names[0].name in self.without:
            self.factors.append((item, source))
            return
        for name in item.names:
            if not self.taken(name, source):
                self.units[name.name] = item, source

    def open_unit(self, item: s.OpenUnit, source: Source) -> None:
        """A unit without a factor; to declare it twice in the same words says nothing new."""
        known = self.open.get(item.names[0].name)
        if known is not None and _words_of(known[0]) == _words_of(item):
            return
        for name in item.names:
            if not self.taken(name, source):
                self.open[name.name] = item, source

    def work_out(self) -> None:
        """All derived dimensions and units, wherever in the text what they need is defined."""
        for name in self.derived:
            self._in_turn(name, self._dimension_needs, self._derive)
        for name in self.open:
            self._open(name)
        for name in self.units:
            self._in_turn(name, self._unit_needs, self._unit)
        Stating(self.state, self._constant).all(self.factors)

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
        return [part.name for part in self.derived[name][0].names if part.name in self.derived]

    def _derive(self, name: str) -> None:
        item, source = self.derived[name]
        span = Span(source, item.name.start, item.name.end)
        dimension = NUMBER
        for part, sign in zip(item.names, ["*", *re.findall(r"[*/]", item.text)]):
            word = part.name
            one = self.known.dimensions.get(word)
            if one is not None:
                dimension = combine(dimension, one, 1 if sign == "*" else -1)
            elif word in self.derived and word not in self.known.broken:
                self.diagnostics.append(errors.circular_unit(span, name))
            elif word not in self.known.broken:
                known = self.diagnostics.among(source, chain(self.known.dimensions, self.derived))
                self.diagnostics.append(errors.unknown_type(Span(source, part.start, part.end), word, known))
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

    def _open(self, name: str) -> None:
        item, source = self.open[name]
        dimension, of = self.known.dimensions.get(item.dimension.name), item.dimension
        if dimension is None or of.name in self.known.counted:
            if name != item.names[0].name:
                pass  # said of the first name
            elif dimension is not None:
                self.diagnostics.append(errors.factor_needed(Span(source, of.start, of.end), name, of.name))
            elif of.name not in self.known.broken:
                known = self.diagnostics.among(source, self.known.dimensions)
                self.diagnostics.append(errors.unknown_type(Span(source, of.start, of.end), of.name, known))
            self.known.broken.add(name)
            return
        own = [n.name for n in item.names if self.open.get(n.name, (None,))[0] is item]  # a name may be taken
        singular, plural = own[0], own[-1] if len(own) < 2 else own[1]
        unit = self.known.open[singular] = Unit(
            *unit_words(singular, plural, source.is_library), 1, dimension, ((singular, 1),),
            item.dimension.name in self.paid,
        )  # fmt: skip
        self.known.names.update(dict.fromkeys(own, unit))
        self.state.unit_cites[singular] = (item.cites, source)

    def _unit(self, name: str) -> None:
        item, source = self.units[name]
        span = Span(source, item.start, item.end)
        own = [n.name for n in item.names if self.units.get(n.name, (None,))[0] is item]  # a name may be taken
        self.done.update(own)
        try:
            made = self._constant(item.value, source)
            if made.factor <= 0:
                raise Unusable(errors.unit_not_positive(span, name))
        except Unusable as unusable:
            if unusable.diagnostic is not None:
                self.diagnostics.append(unusable.diagnostic)
            self.known.broken.update(own)
            return
        singular = item.names[0].name
        plural = item.names[1].name if len(item.names) > 1 else singular
        words = unit_words(singular, plural, source.is_library)
        self.known.names.update(dict.fromkeys(own, made._replace(singular=words[0], plural=words[1])))
        self.state.unit_cites[singular] = (item.cites, source)

    def _constant(self, expr: s.Expr, source: Source) -> Unit:
        """What a unit is made of, as a unit without a name. Raises Unusable."""
        span = Span(source, expr.start, expr.end)
        if isinstance(expr, s.Number):
            return self._literal(expr, source)
        if not isinstance(expr, s.Binary) or expr.op not in "*/":
            raise Unusable(errors.not_a_unit(span))
        left, right = self._constant(expr.left, source), self._constant(expr.right, source)
        if expr.op == "/" and right.factor == 0:
            raise Unusable(errors.division_by_zero(Span(source, expr.right.start, expr.right.end), written=True))
        return _combined(left, right, 1 if expr.op == "*" else -1, span)

    def _literal(self, expr: s.Number, source: Source) -> Unit:
        """`60 s`, with a unit that may be a quotient of units. Raises Unusable."""
        made = ONE._replace(factor=expr.value)
        if expr.unit is None:
            return made
        for index, part in enumerate(expr.unit.parts):
            unit = self.known.names.get(part.name)
            if unit is None:
                raise Unusable(self._missing(part.name, Span(source, part.start, part.end)))
            made = _combined(made, unit, -1 if index else 1, Span(source, expr.unit.start, expr.unit.end))
        return made

    def _missing(self, part: str, span: Span) -> Diagnostic | None:
        if part in self.known.broken:
            return None
        if part in self.units:
            return errors.circular_unit(span, part)
        known = self.diagnostics.among(span.source, chain(self.known.names, self.units))
        return errors.unknown_unit(span, part, known, self.known.written_like(part), self.known.told_apart)


def _combined(one: Unit, other: Unit, sign: int, span: Span) -> Unit:
    """A product (sign 1) or a quotient (sign -1). Raises Unusable where it is beyond a limit."""
    factor = one.factor * other.factor if sign > 0 else divide(one.factor, other.factor)
    dimension = combine(one.dimension, other.dimension, sign)
    if too_long(factor):
        raise Unusable(errors.number_too_large(span, RESULT_DIGITS))
    if too_high(dimension):
        raise Unusable(errors.too_many_powers(span, POWERS))
    is_paid = one.is_paid or (sign > 0 and other.is_paid)
    return Unit("", "", factor, dimension, combine(one.made_of, other.made_of, sign), is_paid)


def _words_of(item: s.OpenUnit) -> tuple[str, ...]:
    return (*[name.name for name in item.names], item.dimension.name)
