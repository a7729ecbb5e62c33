"""Dimensions, units and axes, worked out over all files."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import LoadedFile, Program
from vdl.resolve.names import BUILT_IN, Names
from vdl.semantics.types import (
    Axis,
    Member,
)  # fmt: skip
from vdl.semantics.units import NUMBER, Dimension, Exact, Unit, combine, divide
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span


class Measures:
    """The state of the pass, and what is measured in what."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.names = Names(program)
        self.found: list[Diagnostic] = []
        self.extensions: list[tuple[s.Extension, Source]] = []
        self.unit_defs: dict[str, tuple[s.UnitDef, Source]] = {}
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
        units = self.names.units
        derived = [(item, f.source) for f in files for item in f.tree.items if isinstance(item, s.DerivedDef)]
        waiting = derived
        while waiting:
            left = [(item, source) for item, source in waiting if not self._derive(item, source)]
            if len(left) == len(waiting):
                for item, source in left:
                    span = Span(source, item.name.start, item.name.end)
                    self.found.append(errors.circular_unit(span, item.name.name))
                    units.dimensions[item.name.name] = NUMBER
                break
            waiting = left
        for name in list(self.unit_defs):
            self._unit(name, [])
        for file in files:
            for other in file.tree.items:
                if isinstance(other, s.DisplayDef):
                    self._display(file.source, other)

    def _derive(self, item: s.DerivedDef, source: Source) -> bool:
        words = item.text.replace("/", " / ").replace("*", " * ").split()
        dimension = NUMBER
        sign = 1
        for word in words:
            if word in "*/":
                sign = 1 if word == "*" else -1
                continue
            known = self.names.units.dimensions.get(word)
            if known is None:
                return False
            dimension = combine(dimension, known, sign)
        if not self._taken(source, item.name):
            self.names.units.dimensions[item.name.name] = dimension
        return True

    def _unit(self, name: str, ring: list[str]) -> Unit | None:
        units = self.names.units
        if name in units.names:
            return units.names[name]
        if name not in self.unit_defs or name in ring:
            return None
        item, source = self.unit_defs[name]
        worked = self._constant(item.value, source, [*ring, name])
        if worked is None:
            span = Span(source, item.start, item.end)
            if not any(d.span is not None and d.span.start >= item.start and d.span.source is source
                       and d.span.end <= item.end for d in self.found):  # fmt: skip
                self.found.append(errors.circular_unit(span, name))
            worked = (1, NUMBER)
        elif worked[0] <= 0:
            self.found.append(errors.unit_not_positive(Span(source, item.start, item.end), name))
            worked = (1, worked[1])
        singular = item.names[0].name
        plural = item.names[1].name if len(item.names) > 1 else singular
        unit = Unit(singular, plural, *worked)
        for ident in item.names:
            units.names[ident.name] = unit
        self.names.unit_cites[singular] = (item.cites, source)
        return unit

    def _constant(self, expr: s.Expr, source: Source, ring: list[str]) -> tuple[Exact, Dimension] | None:
        if isinstance(expr, s.Number):
            if expr.unit is None:
                return expr.value, NUMBER
            factor: Exact = expr.value
            dimension = NUMBER
            for index, part in enumerate(expr.unit.text.split("/")):
                unit = self._unit(part, ring)
                if unit is None:
                    if part not in self.unit_defs:
                        span = Span(source, expr.unit.start, expr.unit.end)
                        self.found.append(errors.unknown_unit(span, part, [*self.names.units.names, *self.unit_defs]))
                    return None
                factor = factor * unit.factor if index == 0 else divide(factor, unit.factor)
                dimension = combine(dimension, unit.dimension, 1 if index == 0 else -1)
            return factor, dimension
        if isinstance(expr, s.Binary) and expr.op in "*/":
            left = self._constant(expr.left, source, ring)
            right = self._constant(expr.right, source, ring)
            if left is None or right is None or (expr.op == "/" and right[0] == 0):
                return None
            if expr.op == "*":
                return left[0] * right[0], combine(left[1], right[1])
            return divide(left[0], right[0]), combine(left[1], right[1], -1)
        return None

    def _display(self, source: Source, item: s.DisplayDef) -> None:
        units = self.names.units
        dimension = units.dimensions.get(item.name.name)
        span = Span(source, item.name.start, item.name.end)
        if dimension is None:
            self.found.append(errors.unknown_type(span, item.name.name, units.dimensions))
            return
        unit = units.read(item.unit.text)
        where = Span(source, item.unit.start, item.unit.end)
        if isinstance(unit, str):
            self.found.append(errors.unknown_unit(where, unit, units.names))
        elif unit.dimension != dimension:
            message = f"{item.unit.text} is a unit of {units.name(unit.dimension)}, not of {item.name.name}"
            self.found.append(errors.unit_mismatch(where, message))
        else:
            units.display[dimension] = unit
