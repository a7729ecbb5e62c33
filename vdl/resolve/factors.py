"""What is stated of units that have no factor by themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from vdl import errors
from vdl import syntax as s
from vdl.resolve.state import ResolveState
from vdl.semantics.factors import KNOWN, StatedFactor
from vdl.semantics.units import Dimension, Unit, combine, divide, too_long
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import RESULT_DIGITS
from vdl.text.source import Source, Span


class Unusable(Exception):
    """A unit can't be made of what it is defined as; without a diagnostic because that has been said elsewhere."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        self.diagnostic = diagnostic


class Stating:
    """Takes the stated factors of open units down, and turns all units into those that stand for what is linked.

    `constant` gives what an expression is made of, as a unit, and raises Unusable.
    """

    def __init__(self, state: ResolveState, constant: Callable[[s.Expr, Source], Unit]) -> None:
        self.state = state
        self.constant = constant
        self.known = state.names.units
        self.factors = state.names.factors

    def all(self, items: Iterable[tuple[s.UnitDef, Source]]) -> None:
        self.factors.parts.update({
            name: frozenset(part for part, _ in unit.made_of) for name, unit in self.known.names.items() if unit.made_of
        })  # fmt: skip
        for item, source in items:
            try:
                self._state(item, source)
            except Unusable as unusable:
                if unusable.diagnostic is not None:
                    self.state.diagnostics.append(unusable.diagnostic)
        if self.factors.stated:
            for table in (self.known.names, self.known.base_units, self.known.open):
                table.update({name: self._turned(unit) for name, unit in table.items() if unit.made_of})

    def _state(self, item: s.UnitDef, source: Source) -> None:
        unit = self.known.names.get(item.names[0].name)
        if unit is None:  # what is wrong with it has been said
            return
        span = Span(source, item.start, item.end)
        for name in item.names[1:]:
            if self.known.names.get(name.name) is not unit:
                where = Span(source, name.start, name.end)
                raise Unusable(errors.not_here(where, f"`{name.name}`", f"the factor of `{unit.singular}`",
                                               "a unit gets its names where it is declared"))  # fmt: skip
        value = Span(source, item.value.start, item.value.end)
        made = self.constant(item.value, source)
        if made.factor <= 0:
            raise Unusable(errors.unit_not_positive(span, unit.singular))
        if made.dimension != unit.dimension:
            of, found = self.known.name(unit.dimension), self.known.name(made.dimension)
            raise Unusable(errors.unit_mismatch(value, f"`{unit.singular}` is a unit of {of}, and this is {found}", found))
        other = KNOWN if not made.made_of else made.made_of[0][0]
        if made.made_of not in ((), ((other, 1),)):
            raise Unusable(errors.not_a_unit(value))
        if other == unit.singular:
            raise Unusable(errors.circular_unit(value, unit.singular))
        stated = StatedFactor(unit.singular, other, value.text, span)
        before = self.factors.state(stated, made.factor)
        if before:
            raise Unusable(errors.factor_known(span, unit.singular, other, [one.span for one in before]))
        if too_long(self.factors.root(unit.singular)[1]):
            raise Unusable(errors.number_too_large(value, RESULT_DIGITS))
        self.state.unit_cites[stated.key] = (item.cites, source)

    def _turned(self, unit: Unit) -> Unit:
        """A unit as made of those that stand for all that are linked with them."""
        factor = unit.factor
        made_of: Dimension = ()
        for name, power in unit.made_of:
            root, times = self.factors.root(name)
            for _ in range(abs(power)):
                factor = factor * times if power > 0 else divide(factor, times)
                made_of = made_of if root == KNOWN else combine(made_of, ((root, 1),), 1 if power > 0 else -1)
        return unit._replace(factor=factor, made_of=made_of)


__all__ = ["Stating", "Unusable"]
