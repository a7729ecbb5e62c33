"""Whether one type fits where another is wanted, and what to say where it does not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope, Types
from vdl.resolve import Names
from vdl.semantics.types import (
    ANY,
    BOOLEAN,
    COUNT,
    PLAIN_NUMBER,
    Kind,
    ListOf,
    Member,
    Object,
    Quantity,
    SourceSymbol,
    Type,
    describe,
)  # fmt: skip
from vdl.semantics.units import combine
from vdl.text.source import Source, Span


class Fitting:
    """The state of the pass, and how types fit."""

    def __init__(self, names: Names, out: Types | None = None) -> None:
        self.names = names
        self.units = names.units
        self.out = out or Types(names)
        self.found = errors.Reports()
        self.bindings = self.out.bindings
        self.types = self.out.types
        self.inferring: list[Member] = []
        self.calls: dict[Member, set[Member]] = {}
        self.function: Member | None = None

    def expr(self, expr: s.Expr, scope: Scope) -> Type:
        """The type of an expression; ANY where something is wrong with it, which has been said."""
        raise NotImplementedError

    def inferred(self, member: Member) -> Type:
        """The type of a derived value or a function that declares none."""
        raise NotImplementedError

    def type_of(self, member: Member) -> Type:
        if member.type is not None:
            return member.type
        if member.form == "object":
            assert member.kind is not None
            member.type = Object(member.kind)
        elif member.form in ("let", "function"):
            member.type = self.inferred(member)
        else:
            member.type = BOOLEAN if member.form in ("rule", "bound") else ANY
        return member.type

    def _narrows(self, member: Member, before: Member, declared: Type) -> None:
        wider = self.type_of(before)
        fits = declared == wider or wider is ANY or declared is ANY
        if isinstance(declared, Quantity) and isinstance(wider, Quantity):
            fits = declared.dimension == wider.dimension
        if isinstance(declared, Object) and isinstance(wider, Object):
            fits = declared.kind.is_a(wider.kind)
        if not fits:
            words = describe(declared, self.units.name), describe(wider, self.units.name)
            self.found.append(errors.wrong_type(member.span(), *words, [(before.span(), "declared here")]))

    def _same(self, type_: Type, before: Type, node: s.Expr, scope: Scope, member: Member) -> None:
        if not self._conforms(type_, before):
            words = describe(type_, self.units.name), describe(before, self.units.name)
            self.found.append(errors.wrong_type(scope.span(node), *words, [(member.span(), "declared here")]))

    def _no_member(self, kind: Kind, span: Span, name: str, owner: str, known: Iterable[str], what: str = "") -> None:
        """Complain of a member that a kind does not have, unless not all of its members are known."""
        if not kind.broken():
            self.found.append(errors.unknown_field(span, name, owner, self.found.among(span.source, known), what))

    def fits(self, expr: s.Expr, got: Type, wanted: Type, scope: Scope, related: Sequence[tuple[Span, str]] = ()) -> None:
        if self._conforms(got, wanted):
            if isinstance(wanted, Quantity) and wanted.ratio:
                self._percent(expr, scope)
            if wanted is not COUNT and isinstance(wanted, Quantity) and isinstance(expr, (s.Number, s.Range)):
                self._whole(expr, wanted, scope)
            return
        span = scope.span(expr)
        name = self.units.name
        if isinstance(got, Quantity) and isinstance(wanted, Quantity):
            if isinstance(expr, (s.Number, s.Range)) and expr.unit is None:
                self._missing_unit(expr, wanted, scope)
            else:
                self._mismatch(expr, got, wanted, scope, related)
        elif isinstance(got, Object) and isinstance(wanted, Object):
            self.found.append(errors.wrong_kind(span, describe(got, name), describe(wanted, name), related))
        else:
            self.found.append(errors.wrong_type(span, describe(got, name), describe(wanted, name), related))

    def _conforms(self, got: Type, wanted: Type) -> bool:
        if got is ANY or wanted is ANY or got == wanted:
            return True
        if isinstance(got, Quantity):
            if wanted is COUNT:
                return not got.dimension or self.units.counts_things(got.dimension)
            return isinstance(wanted, Quantity) and got.dimension == wanted.dimension
        if isinstance(got, Object) and isinstance(wanted, Object):
            return got.kind.is_a(wanted.kind)
        if isinstance(got, ListOf) and isinstance(wanted, ListOf):
            return self._conforms(got.item, wanted.item)
        return False

    def _percent(self, expr: s.Expr, scope: Scope) -> None:
        """A bare number above 1 for a ratio is most likely meant in percent."""
        if isinstance(expr, s.LabelMap) and expr.unit is None:
            for entry in expr.entries:
                self._percent(entry.value, scope)
        elif isinstance(expr, (s.Number, s.Range)) and expr.unit is None:
            highest = expr.value if isinstance(expr, s.Number) else expr.high
            if highest > 1:
                self.found.append(errors.missing_unit(scope.span(expr), "a ratio", scope.span(expr).text, ["%"]))

    def _whole(self, expr: s.Number | s.Range, wanted: Quantity, scope: Scope) -> None:
        if not self.units.counts_things(wanted.dimension) or expr.unit is None:
            return
        unit = self.units.read(expr.unit.text)
        values = [expr.value] if isinstance(expr, s.Number) else [expr.low, expr.high]
        if not isinstance(unit, str) and any((v * unit.factor).denominator != 1 for v in values):
            self.found.append(errors.not_whole(scope.span(expr), scope.span(expr).text))

    def _missing_unit(self, expr: s.Expr, wanted: Quantity, scope: Scope) -> None:
        text = scope.span(expr).text
        shown = wanted.shown or self.units.shown(wanted.dimension)
        units = [shown.plural]
        if len(wanted.dimension) == 1:
            others = [u.plural for u in self.units.names.values() if u.dimension == wanted.dimension and u != shown]
            units += sorted(set(others) - {shown.plural})[:3]
        self.found.append(errors.missing_unit(scope.span(expr), self.units.name(wanted.dimension), text, units))

    def _mismatch(
        self, expr: s.Expr, got: Quantity, wanted: Quantity, scope: Scope, related: Sequence[tuple[Span, str]] = ()
    ) -> None:
        name = self.units.name
        message = f"this is {name(got.dimension)}, and {name(wanted.dimension)} is wanted"
        help_ = self._per_help(expr, got, wanted, scope) or self._factor_help(got, wanted)
        self.found.append(errors.unit_mismatch(scope.span(expr), message, name(got.dimension), related, help=help_))

    def _per_help(self, expr: s.Expr, got: Quantity, wanted: Quantity, scope: Scope) -> list[str]:
        """`4 kg` where `4 kg/box` is wanted: the unit as it would have to be written."""
        missing = combine(wanted.dimension, got.dimension, -1)
        if not isinstance(expr, (s.Number, s.Range)) or expr.unit is None or any(p != -1 for _, p in missing):
            return []
        units = "".join(f"/{self.units.base_units[name].singular}" for name, _ in missing if name in self.units.base_units)
        return [f"did you mean `{scope.span(expr).text}{units}`?"]

    def _factor_help(self, got: Quantity, wanted: Quantity) -> list[str]:
        """Which single factor would make the one dimension the other."""
        factor = combine(wanted.dimension, got.dimension, -1)
        up = [(n, p) for n, p in factor if p > 0]
        down = [(n, p) for n, p in factor if p < 0]
        name = self.units.name
        if factor and not down:
            return [f"multiply by a quantity of {name(tuple(up))}"]
        if factor and not up:
            return [f"divide by a quantity of {name(tuple((n, -p) for n, p in down))}"]
        return []


    @staticmethod
    def _read(type_: Type) -> Type:
        """A field of type Count reads as a plain number."""
        return PLAIN_NUMBER if type_ is COUNT else type_

    def _join(self, a: Type, b: Type, left: s.Expr, right: s.Expr, scope: Scope) -> Type:
        """The type that both fit, for branches and items of lists."""
        if a is ANY or a == b:
            return b
        if b is ANY:
            return a
        if isinstance(a, Quantity) and isinstance(b, Quantity):
            if a.dimension == b.dimension:
                return Quantity(a.dimension, a.ratio or b.ratio, a.shown or b.shown)
            if isinstance(right, s.Number) and right.unit is None:
                self._missing_unit(right, a, scope)
            elif isinstance(left, s.Number) and left.unit is None:
                self._missing_unit(left, b, scope)
            else:
                self._mismatch(right, b, a, scope)
            return ANY
        if isinstance(a, Object) and isinstance(b, Object):
            for kind in a.kind.chain():
                if b.kind.is_a(kind):
                    return Object(kind)
        if isinstance(a, ListOf) and isinstance(b, ListOf):
            return ListOf(self._join(a.item, b.item, left, right, scope))
        words = describe(b, self.units.name), describe(a, self.units.name)
        self.found.append(errors.wrong_type(scope.span(right), *words))
        return ANY

    def _cites(self, cites: Iterable[s.Cite], source: Source) -> None:
        for cite in cites:
            if cite.source.names == ("assumed",):
                continue
            if self.names.source_of(source.path, cite) is None:
                scope = self.names.scopes[source.path]
                declared = (n for n, x in scope.items() if isinstance(x, SourceSymbol))
                span = Span(source, cite.source.start, cite.source.end)
                known = self.found.among(source, chain(("assumed",), declared))
                self.found.append(errors.unknown_source(span, str(cite.source), known))
