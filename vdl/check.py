"""Types: every expression of the program gets its dimension or kind before anything is computed.

Library and user code are treated alike, functions included. What the expressions mean is recorded
in tables keyed by node: `bindings` (what a name stands for) and `types` (where later passes ask).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.diagnostics import Diagnostic
from vdl.resolve import Names
from vdl.source import Source, Span
from vdl.types import (
    ANY,
    BOOLEAN,
    COUNT,
    DATE,
    PLAIN_NUMBER,
    RATIO,
    TEXT,
    DocumentSymbol,
    Kind,
    Labels,
    ListOf,
    Member,
    Module,
    Object,
    Quantity,
    SourceSymbol,
    Type,
    describe,
)  # fmt: skip
from vdl.units import NUMBER, combine

Binding = tuple[str, Any]
"""("local", name) | ("member", levels up) | ("file", Member or Kind) | ("module", file) | ("label", (axis, label))
| ("axis", name) | ("builtin", name)"""

SHARED = ("placed", "placed_on", "path", "pass")
"""The words of the language that kinds declare for placements; see the language reference."""

OWN_WORDS = ("name", "full_name", "owner_name", "doc")
"""Texts that every object has unless its kind declares a member of that name."""


class Types:
    """The outcome of this pass."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.bindings: dict[s.Node, Binding] = {}
        self.types: dict[s.Node, Type] = {}
        self.entry_checked = False


class Scope:
    """Where an expression stands: the kind whose body it is in, and the names of loops and parameters."""

    __slots__ = ("document", "kind", "locals", "own", "source")

    def __init__(self, kind: Kind | None, source: Source, own: str = "", locals_: dict[str, Type] | None = None,
                 document: bool = False) -> None:  # fmt: skip
        self.kind = kind
        self.source = source
        self.own = own
        self.locals = locals_ or {}
        self.document = document

    def with_locals(self, more: dict[str, Type]) -> Scope:
        return Scope(self.kind, self.source, self.own, {**self.locals, **more}, self.document)

    def span(self, node: s.Node) -> Span:
        return Span(self.source, node.start, node.end)


def check(names: Names) -> tuple[Types, list[Diagnostic]]:
    """Check every body of every kind, every file's objects and constants, and every document."""
    checker = Checker(names)
    checker.run()
    return checker.out, checker.found


def check_expression(types: Types, expr: s.Expr, design: Kind, source: Source) -> tuple[Type, list[Diagnostic]]:
    """One expression as if it stood in the body of a design (for `eval` and `ask`)."""
    checker = Checker(types.names, types)
    return checker.expr(expr, Scope(design, source, document=True)), checker.found


def check_kind(types: Types, kind: Kind) -> list[Diagnostic]:
    """One more kind, made after the program was checked (layers given on the command line)."""
    checker = Checker(types.names, types)
    checker.kind(kind)
    return checker.found


class Checker:
    def __init__(self, names: Names, out: Types | None = None) -> None:
        self.names = names
        self.units = names.units
        self.out = out or Types(names)
        self.found: list[Diagnostic] = []
        self.bindings = self.out.bindings
        self.types = self.out.types
        self.inferring: list[Member] = []
        self.calls: dict[Member, set[Member]] = {}
        self.function: Member | None = None
        self.dispatch: dict[type, Callable[[Any, Scope], Type]] = {
            s.Number: self._number, s.Range: self._range, s.String: lambda e, sc: TEXT, s.Date: lambda e, sc: DATE,
            s.Truth: lambda e, sc: BOOLEAN, s.Name: self._name, s.SlashName: self._slash, s.Attribute: self._attribute,
            s.Select: self._select, s.Call: self._call, s.With: self._with, s.ListOf: self._list,
            s.Comprehension: self._comprehension, s.LabelMap: self._map, s.All: self._all, s.Choose: self._choose,
            s.Unary: self._unary, s.Binary: self._binary, s.Compare: self._compare, s.Given: self._given,
            s.Convert: self._convert, s.Conditional: self._conditional, s.Fallback: self._fallback,
        }  # fmt: skip

    # ---------------------------------------------------------------- the whole program
    def run(self) -> None:
        for top in self.names.files.values():
            for member in top.members.values():
                self.member(member, Scope(None, member.source, member.name))
        for kind in self.names.kinds:
            self.kind(kind)
        for scope in self.names.scopes.values():
            for symbol in scope.values():
                if isinstance(symbol, DocumentSymbol):
                    self._document(symbol)
        for cites, source in self.names.unit_cites.values():
            self._cites(cites, source)
        self._recursion()
        self.out.entry_checked = True

    def kind(self, kind: Kind) -> None:
        self._cites(kind.cites, kind.source)
        for member in kind.members.values():
            self.member(member, Scope(kind, member.source, member.name))
        for filling in kind.fillings:
            self._filling(kind, filling.node, filling.source)
        for waive, source in kind.waivers:
            self._waiver(kind, waive, source)

    def member(self, member: Member, scope: Scope) -> None:
        node = member.node
        form = member.form
        if form != "object":
            self._cites(node.cites, member.source)
        if form == "input":
            declared = self.type_of(member)
            if node.default is not None:
                self._fits(node.default, declared, scope, member)
            before = scope.kind.parent.lookup(member.name) if scope.kind is not None and scope.kind.parent else None
            if before is not None:
                self._narrows(member, before, declared)
        elif form == "let":
            type_ = self.type_of(member)
            if node.type is not None:
                self._fits(node.value, type_, scope, member)
            before = scope.kind.parent.lookup(member.name) if scope.kind is not None and scope.kind.parent else None
            if before is not None:
                self._same(type_, self.type_of(before), node.value, scope, before)
        elif form == "function":
            outer, self.function = self.function, member
            declared = self.type_of(member)
            locals_ = {p.name: self._param(p, member) for p in node.params}
            inner = scope.with_locals(locals_)
            if node.type is not None:
                self._fits(node.value, declared, inner, member)
            self.function = outer
        elif form == "count":
            type_ = self.type_of(member)
            if not (isinstance(type_, Quantity) and self.units.counts_things(type_.dimension)) and type_ is not ANY:
                span = Span(member.source, node.type.start, node.type.end)
                self.found.append(errors.wrong_type(span, describe(type_, self.units.name), "a counted thing"))
        elif form == "bound":
            self._bound(node, scope)
        elif form == "rule":
            self._condition(node.condition, scope)
            if node.when is not None:
                self._condition(node.when, scope)
        elif form == "place":
            self._place(node, scope)
        elif form == "expect":
            self._expect(node, scope)
        elif form == "ask":
            self._ask(node, scope)

    # ---------------------------------------------------------------- types of members
    def type_of(self, member: Member) -> Type:
        if member.type is not None:
            return member.type
        if member.form == "object":
            assert member.kind is not None
            member.type = Object(member.kind)
        elif member.form in ("let", "function"):
            member.type = self._inferred(member)
        else:
            member.type = BOOLEAN if member.form in ("rule", "bound") else ANY
        return member.type

    def _inferred(self, member: Member) -> Type:
        if member in self.inferring:
            ring = self.inferring[self.inferring.index(member) :]
            names = [m.name for m in ring]
            if member.form == "function" or any(m.form == "function" for m in ring):
                self.found.append(errors.circular_function(member.span(), [*names, member.name]))
            else:
                related = [(m.span(), "needs the next") for m in ring[1:]]
                self.found.append(errors.circular_definition(member.span(), [*names, member.name], related))
            return ANY
        self.inferring.append(member)
        owner = member.owner if member.owner.form != "file" else None
        scope = Scope(owner, member.source, member.name)
        if member.form == "function":
            outer, self.function = self.function, member
            scope = scope.with_locals({p.name: self._param(p, member) for p in member.node.params})
            type_ = self.expr(member.node.value, scope)
            self.function = outer
        else:
            type_ = self.expr(member.node.value, scope)
        self.inferring.pop()
        return type_

    def _param(self, param: s.Param, member: Member) -> Type:
        found = self.types.get(param)
        if found is None:
            from vdl.resolve import _Resolver

            resolver = _Resolver.__new__(_Resolver)
            resolver.names, resolver.found = self.names, self.found
            found = self.types[param] = resolver.type_of(param.type, member.source)
        return found

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

    def _recursion(self) -> None:
        """Functions that reach themselves through calls."""
        done: set[Member] = set()
        for start in sorted(self.calls, key=lambda m: m.span().key()):
            path: list[Member] = []

            def visit(member: Member, path: list[Member] = path) -> None:
                if member in path:
                    ring = [m.name for m in path[path.index(member) :]]
                    self.found.append(errors.circular_function(member.span(), [*ring, member.name]))
                    done.update(path)
                    return
                if member in done:
                    return
                path.append(member)
                for called in sorted(self.calls.get(member, ()), key=lambda m: m.span().key()):
                    visit(called)
                path.pop()
                done.add(member)

            visit(start)

    # ---------------------------------------------------------------- statements
    def _condition(self, expr: s.Expr, scope: Scope) -> None:
        type_ = self.expr(expr, scope)
        if type_ is not BOOLEAN and type_ is not ANY:
            self.found.append(errors.wrong_type(scope.span(expr), describe(type_, self.units.name), "a condition"))

    def _bound(self, node: s.Bound, scope: Scope) -> None:
        kind = scope.kind
        assert kind is not None
        path = node.count
        span = scope.span(path)
        count = kind.lookup(path.names[0]) if len(path.names) == 1 else None
        if count is None or count.form != "count":
            known = [n for n, m in kind.all_members().items() if m.form == "count"]
            self._no_member(kind, span, str(path), f"`{kind.name}`", known, "count ")
            self.expr(node.value, scope)
        else:
            self._fits(node.value, self.type_of(count), Scope(kind, scope.source, ""), count)
        if node.when is not None:
            self._condition(node.when, scope)

    def _place(self, node: s.Place, scope: Scope) -> None:
        inner = Scope(scope.kind, scope.source)
        target = self.expr(node.target, inner)
        accepted = self._accepted(target, node.target, inner, stage=False)
        for stage in node.stages:
            self._accepted(self.expr(stage, inner), stage, inner, stage=True)
        for demand in node.demands:
            type_ = self.expr(demand, inner)
            items = type_.item if isinstance(type_, ListOf) else type_
            if items is ANY:
                continue
            if not isinstance(items, Object):
                self.found.append(
                    errors.wrong_type(inner.span(demand), describe(items, self.units.name), "an object to place")
                )
            elif accepted is not None and not items.kind.is_a(accepted):
                words = describe(items, self.units.name), f"`{accepted.name}` is what `{_text(node.target)}` takes"
                self.found.append(errors.wrong_kind(inner.span(demand), words[0], f"an object of kind `{accepted.name}`",
                                                    [(inner.span(node.target), words[1])]))  # fmt: skip

    def _accepted(self, type_: Type, node: s.Expr, scope: Scope, *, stage: bool) -> Kind | None:
        """The kind of what a target or a stage takes."""
        if type_ is ANY:
            return None
        if not isinstance(type_, Object):
            self.found.append(errors.wrong_type(scope.span(node), describe(type_, self.units.name), "an object"))
            return None
        placed = type_.kind.lookup("placed")
        if placed is None or not isinstance(self.type_of(placed), ListOf):
            what = f"`{type_.kind.name}` has no `placed : list of ...`, so nothing can be placed on it"
            self.found.append(errors.not_placeable(scope.span(node), what))
            return None
        if stage:
            passing = type_.kind.lookup("pass")
            if passing is None or passing.form != "function":
                what = f"`{type_.kind.name}` has no function `pass`, so it is no stage on the way"
                self.found.append(errors.not_placeable(scope.span(node), what))
        item = self.type_of(placed).item  # type: ignore[union-attr]
        return item.kind if isinstance(item, Object) else None

    def _expect(self, node: s.Expect, scope: Scope) -> None:
        inner = Scope(scope.kind, scope.source)
        if not isinstance(node.condition, s.Compare):
            self._condition(node.condition, inner)
            self.found.append(errors.not_a_comparison(inner.span(node.condition)))
            return
        before = len(self.found)
        self._condition(node.condition, inner)
        if node.within is not None:
            tolerance = self.expr(node.within, inner)
            computed = self.types.get(node.condition.left, ANY)
            relative = isinstance(node.within, s.Number) and node.within.unit is not None and node.within.unit.text == "%"
            if not relative and isinstance(tolerance, Quantity) and isinstance(computed, Quantity):
                if tolerance.dimension != computed.dimension:
                    self._mismatch(node.within, tolerance, computed, inner)
            elif not isinstance(tolerance, Quantity) and tolerance is not ANY:
                words = describe(tolerance, self.units.name), "a tolerance"
                self.found.append(errors.wrong_type(inner.span(node.within), *words))
        if len(self.found) == before and not self._uses_design(node.condition.left):
            self.found.append(errors.expectation_of_nothing(inner.span(node.condition.left)))

    def _uses_design(self, expr: s.Expr) -> bool:
        if isinstance(expr, s.Name):
            return self.bindings.get(expr, ("", 0))[0] == "member"
        if isinstance(expr, s.All):
            return True
        return any(self._uses_design(part) for part in _parts(expr))

    def _ask(self, node: s.Ask, scope: Scope) -> None:
        kind = scope.kind
        assert kind is not None
        member, type_ = self._path(kind, node.path, scope.source)
        if member is not None:
            if member.form not in ("input", "count"):
                what = f"a {member.form}"
                self.found.append(errors.not_fillable(scope.span(node.path), str(node.path), what, member.span()))
            elif not isinstance(type_, Quantity):
                words = describe(type_, self.units.name), "a quantity"
                self.found.append(errors.wrong_type(scope.span(node.path), *words))
            elif node.step is not None:
                self._fits(node.step, type_, Scope(kind, scope.source), member)
            elif not self.units.countable(type_.dimension):
                dimension = self.units.name(type_.dimension)
                self.found.append(errors.step_needed(scope.span(node.path), "ask", dimension))
        self._condition(node.condition, Scope(kind, scope.source))
        for path in node.ignoring:
            self._rule_path(kind, path, scope.source)

    def _waiver(self, kind: Kind, node: s.Waive, source: Source) -> None:
        self._cites(node.cites, source)
        self._rule_path(kind, node.path, source)
        for label in node.labels:
            self._label(label, source)

    def _rule_path(self, kind: Kind, path: s.Path, source: Source) -> None:
        """`object.rule`, or `object.count.bound` of a given count."""
        where: Kind | None = kind
        names = list(path.names)
        span = Span(source, path.start, path.end)
        for index, name in enumerate(names):
            assert where is not None
            member = where.lookup(name)
            if member is None:
                known = [n for n, m in where.all_members().items() if m.form in ("rule", "object", "count")]
                self._no_member(where, span, name, f"`{where.name}`", known)
                return
            rest = names[index + 1 :]
            if not rest:
                if member.form != "rule":
                    self.found.append(errors.wrong_type(span, _form(member.form), "a rule"))
                return
            if member.form == "count" and len(rest) == 1:
                bound = where.lookup(rest[0])
                if bound is None or bound.form != "bound":
                    known = [n for n, m in where.all_members().items() if m.form == "bound"]
                    self.found.append(errors.unknown_field(span, rest[0], f"count `{name}`", known))
                return
            type_ = self.type_of(member)
            if not isinstance(type_, Object):
                self.found.append(errors.wrong_type(span, _form(member.form), "an object with rules"))
                return
            where = type_.kind

    def _path(self, kind: Kind, path: s.Path, source: Source) -> tuple[Member | None, Type]:
        """The member that a path below a body leads to through objects it owns."""
        where = kind
        span = Span(source, path.start, path.end)
        for index, name in enumerate(path.names):
            member = where.lookup(name)
            if member is None:
                known = [n for n, m in where.all_members().items() if m.form in ("input", "object", "count")]
                self._no_member(where, span, name, _named(where), known)
                return None, ANY
            if index == len(path.names) - 1:
                return member, self.type_of(member)
            if member.form != "object" or member.kind is None:
                if self.type_of(member) is not ANY:
                    what = "not an object of this design"
                    self.found.append(errors.not_fillable(span, name, what, member.span()))
                return None, ANY
            where = member.kind
        raise AssertionError("an empty path")

    def _filling(self, kind: Kind, node: s.Fill, source: Source) -> None:
        self._cites(node.cites, source)
        own = node.path.names[0] if len(node.path.names) == 1 else ""
        scope = Scope(kind, source, own)
        member, type_ = self._path(kind, node.path, source)
        if member is None:
            self.expr(node.value, scope)
            return
        if member.form not in ("input", "count"):
            self.found.append(
                errors.not_fillable(scope.span(node.path), str(node.path), _form(member.form), member.span())
            )
            self.expr(node.value, scope)
            return
        self._fits(node.value, type_, scope, member)

    def _no_member(self, kind: Kind, span: Span, name: str, owner: str, known: Iterable[str], what: str = "") -> None:
        """Complain of a member that a kind does not have, unless not all of its members are known."""
        if not kind.broken():
            self.found.append(errors.unknown_field(span, name, owner, known, what))

    def _fits(self, expr: s.Expr, wanted: Type, scope: Scope, member: Member | None) -> None:
        """Check an expression that must give a value of a type."""
        if isinstance(wanted, Labels):
            self._label_set(expr, wanted.axis, scope)
            return
        got = self.expr(expr, scope)
        related = [(member.span(), "declared here")] if member is not None else []
        self.fits(expr, got, wanted, scope, related)

    def fits(self, expr: s.Expr, got: Type, wanted: Type, scope: Scope, related: Sequence[tuple[Span, str]] = ()) -> None:
        if self._conforms(got, wanted):
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
        help_ = self._factor_help(got, wanted)
        self.found.append(errors.unit_mismatch(scope.span(expr), message, name(got.dimension), related, help=help_))

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

    # ---------------------------------------------------------------- expressions
    def expr(self, expr: s.Expr, scope: Scope) -> Type:
        return self.dispatch[expr.__class__](expr, scope)

    def _unit(self, unit: s.UnitName | None, scope: Scope) -> Quantity:
        if unit is None:
            return PLAIN_NUMBER
        found = self.units.read(unit.text)
        if isinstance(found, str):
            self.found.append(errors.unknown_unit(scope.span(unit), found, self.units.names))
            return Quantity((("?", 1),))
        return RATIO if unit.text == "%" else Quantity(found.dimension)

    def _number(self, expr: s.Number, scope: Scope) -> Type:
        type_ = self._unit(expr.unit, scope)
        return ANY if type_.dimension == (("?", 1),) else type_

    def _range(self, expr: s.Range, scope: Scope) -> Type:
        type_ = self._unit(expr.unit, scope)
        if expr.low > expr.high:
            self.found.append(errors.range_backwards(scope.span(expr)))
        return ANY if type_.dimension == (("?", 1),) else type_

    def _slash(self, expr: s.SlashName, scope: Scope) -> Type:
        self.found.append(errors.slash_needs_spaces(scope.span(expr), expr.text))
        return ANY

    def _name(self, expr: s.Name, scope: Scope, before_dot: bool = False) -> Type:
        name = expr.name
        if name in scope.locals:
            self.bindings[expr] = ("local", name)
            return scope.locals[name]
        kind, level = scope.kind, 0
        while kind is not None:
            member = kind.lookup(name)
            if member is not None and not (level == 0 and name == scope.own):
                type_ = self.type_of(member)
                usable = member.form in ("input", "let", "count", "object", "function")
                if usable and not (before_dot and isinstance(type_, Quantity)):
                    self.bindings[expr] = ("member", level)
                    if level == 0:
                        self._shadows(expr, kind, member, scope)
                    if member.form == "function":
                        self.found.append(errors.wrong_type(scope.span(expr), "a function", "a value"))
                        return ANY
                    return self._read(type_)
            if level == 0 and name in OWN_WORDS and member is None and kind.form != "file":
                self.bindings[expr] = ("member", 0)
                return TEXT
            kind = kind.scope if kind.form != "kind" else None
            level += 1
        found = self.names.find(scope.source.path, name)
        if isinstance(found, Member):
            return self._of_file(expr, found, scope)
        if isinstance(found, Module):
            self.bindings[expr] = ("module", found.file)
            if not before_dot:
                self.found.append(errors.wrong_type(scope.span(expr), "an imported file", "a value"))
            return ANY
        if name in self.names.labels:
            axes = self.names.labels[name]
            self.bindings[expr] = ("label", (axes[0], name))
            return Labels(axes[0])
        if isinstance(found, (Kind, SourceSymbol)):
            what = "a source" if isinstance(found, SourceSymbol) else f"a {found.form}"
            self.found.append(errors.wrong_type(scope.span(expr), what, "a value"))
            return ANY
        kind = scope.kind
        while kind is not None:
            if kind.broken():
                return ANY
            kind = kind.scope
        self.found.append(errors.unknown_name(scope.span(expr), name, self._visible(scope), _where(scope)))
        return ANY

    def _of_file(self, expr: s.Name | s.Attribute, member: Member, scope: Scope) -> Type:
        """An object or a constant that stands at the top of a file."""
        self.bindings[expr] = ("file", member)
        if member.form == "function":
            self.found.append(errors.wrong_type(scope.span(expr), "a function", "a value"))
            return ANY
        return self._read(self.type_of(member))

    def _shadows(self, expr: s.Name, kind: Kind, member: Member, scope: Scope) -> None:
        """Warn where an inherited member takes a name that the text around the object also declares."""
        if kind.form != "object" or member.owner is kind or member.owner.form != "kind":
            return
        outer = kind.scope
        while outer is not None:
            around = outer.members.get(expr.name)
            if around is not None and around.form in ("input", "let", "count", "object"):
                self.found.append(errors.shadowed_name(scope.span(expr), expr.name, member.span(), around.span()))
                return
            outer = outer.scope if outer.form != "kind" else None

    @staticmethod
    def _read(type_: Type) -> Type:
        """A field of type Count reads as a plain number."""
        return PLAIN_NUMBER if type_ is COUNT else type_

    def _visible(self, scope: Scope) -> list[str]:
        known = list(scope.locals)
        kind = scope.kind
        while kind is not None:
            known += [n for n, m in kind.all_members().items() if m.form in ("input", "let", "count", "object")]
            kind = kind.scope if kind.form != "kind" else None
        return known + self.names.visible(scope.source.path) + list(self.names.labels)

    def _attribute(self, expr: s.Attribute, scope: Scope) -> Type:
        base = expr.base
        if isinstance(base, s.Name):
            type_ = self._name(base, scope, before_dot=True)
            binding = self.bindings.get(base)
            if binding is not None and binding[0] == "module":
                return self._in_module(expr, binding[1], scope)
        else:
            type_ = self.expr(base, scope)
        return self._member_type(expr, type_, scope)

    def _in_module(self, expr: s.Attribute, file: str, scope: Scope) -> Type:
        found = self.names.scopes.get(file, {}).get(expr.name)
        if isinstance(found, Member):
            return self._of_file(expr, found, scope)
        if file in self.names.program.broken:
            return ANY
        span = Span(scope.source, expr.end - len(expr.name), expr.end)
        known = [n for n, x in self.names.scopes.get(file, {}).items() if isinstance(x, Member)]
        self.found.append(errors.unknown_name(span, expr.name, known, f" in `{file}`"))
        return ANY

    def _member_type(self, expr: s.Attribute, type_: Type, scope: Scope) -> Type:
        if type_ is ANY:
            return ANY
        if isinstance(type_, ListOf):
            return ListOf(self._member_type(expr, type_.item, scope))
        span = Span(scope.source, expr.end - len(expr.name), expr.end)
        if not isinstance(type_, Object):
            self.found.append(errors.wrong_type(scope.span(expr.base), describe(type_, self.units.name), "an object"))
            return ANY
        member = type_.kind.lookup(expr.name)
        if member is None:
            if expr.name in OWN_WORDS:
                return TEXT
            known = [n for n, m in type_.kind.all_members().items() if m.form in ("input", "let", "count", "object")]
            self._no_member(type_.kind, span, expr.name, _named(type_.kind), known)
            return ANY
        if member.form not in ("input", "let", "count", "object"):
            self.found.append(errors.wrong_type(span, _form(member.form), "a value"))
            return ANY
        return self._read(self.type_of(member))

    def _select(self, expr: s.Select, scope: Scope) -> Type:
        type_ = self.expr(expr.base, scope)
        for path in expr.labels:
            if self._label_or_field(path, scope) is None:
                return ANY
        if not isinstance(type_, Quantity) and type_ not in (BOOLEAN, ANY):
            words = describe(type_, self.units.name), "a quantity that varies by label"
            self.found.append(errors.wrong_type(scope.span(expr.base), *words))
            return ANY
        return type_

    def _label_or_field(self, path: s.Path, scope: Scope) -> str | None:
        """`steady`, `phase.steady`, or a field of type labels; records what it is."""
        first = path.names[0]
        if len(path.names) == 1 and first not in self._visible(scope):
            return self._label(path, scope.source)
        if not (len(path.names) == 1 and first in self.names.labels and not self._is_field(first, scope)) and not (
            len(path.names) == 2 and first in self.names.axes
        ):
            expr = _path_expr(path)
            type_ = self.expr(expr, scope)
            self.bindings[path] = ("field", expr)
            if isinstance(type_, Labels):
                return type_.axis
            if type_ is not ANY:
                words = describe(type_, self.units.name), "a label"
                self.found.append(errors.wrong_type(scope.span(path), *words))
            return None
        return self._label(path, scope.source)

    def _is_field(self, name: str, scope: Scope) -> bool:
        kind = scope.kind
        while kind is not None:
            member = kind.lookup(name)
            if member is not None and isinstance(self.type_of(member), Labels):
                return True
            kind = kind.scope if kind.form != "kind" else None
        return False

    def _label(self, path: s.Path, source: Source) -> str | None:
        span = Span(source, path.start, path.end)
        if len(path.names) == 2 and path.names[0] in self.names.axes:
            axis, label = path.names
            if label not in self.names.axes[axis].labels:
                self.found.append(errors.unknown_label(span, label, self.names.axes[axis].labels))
                return None
            self.bindings[path] = ("label", (axis, label))
            return axis
        axes = self.names.labels.get(str(path), [])
        if not axes:
            self.found.append(errors.unknown_label(span, str(path), self.names.labels))
            return None
        if len(axes) > 1:
            self.found.append(errors.ambiguous_label(span, str(path), axes))
        self.bindings[path] = ("label", (axes[0], str(path)))
        return axes[0]

    def _label_set(self, expr: s.Expr, axis: str, scope: Scope) -> None:
        if isinstance(expr, s.ListOf):
            for item in expr.items:
                self._label_set(item, axis, scope)
            return
        if isinstance(expr, s.Name) and expr.name in self.names.axes[axis].labels:
            self.bindings[expr] = ("label", (axis, expr.name))
            return
        if isinstance(expr, s.Name) and not self._is_field(expr.name, scope):
            self.found.append(errors.unknown_label(scope.span(expr), expr.name, self.names.axes[axis].labels))
            return
        type_ = self.expr(expr, scope)
        if type_ != Labels(axis) and type_ is not ANY:
            words = describe(type_, self.units.name), f"labels of {axis}"
            self.found.append(errors.wrong_type(scope.span(expr), *words))

    # ---------------------------------------------------------------- calls
    def _call(self, expr: s.Call, scope: Scope) -> Type:
        function = expr.function
        if isinstance(function, s.Name):
            found = self._function(function, scope)
            if found is not None:
                return self._apply(found, expr, scope)
            if function.name in _BUILT_INS:
                self.bindings[function] = ("builtin", function.name)
                return _BUILT_INS[function.name](self, expr, scope)
            known = [*_BUILT_INS, *self._functions(scope)]
            self.found.append(errors.unknown_name(scope.span(function), function.name, known, " as a function"))
        elif isinstance(function, s.Attribute):
            member = self._method(function, scope)
            if member is not None:
                return self._apply(member, expr, scope)
        else:
            self.found.append(errors.wrong_type(scope.span(function), "a value", "a function"))
        for argument in expr.arguments:
            self.expr(argument, scope)
        return ANY

    def _function(self, name: s.Name, scope: Scope) -> Member | None:
        kind, level = scope.kind, 0
        while kind is not None:
            member = kind.lookup(name.name)
            if member is not None and member.form == "function":
                self.bindings[name] = ("member", level)
                return member
            kind = kind.scope if kind.form != "kind" else None
            level += 1
        found = self.names.find(scope.source.path, name.name)
        if isinstance(found, Member) and found.form == "function":
            self.bindings[name] = ("file", found)
            return found
        return None

    def _functions(self, scope: Scope) -> list[str]:
        known = []
        kind = scope.kind
        while kind is not None:
            known += [n for n, m in kind.all_members().items() if m.form == "function"]
            kind = kind.scope if kind.form != "kind" else None
        for name in self.names.visible(scope.source.path):
            found = self.names.find(scope.source.path, name)
            if isinstance(found, Member) and found.form == "function":
                known.append(name)
        return known

    def _method(self, function: s.Attribute, scope: Scope) -> Member | None:
        base = function.base
        type_: Type
        if isinstance(base, s.Name):
            type_ = self._name(base, scope, before_dot=True)
            binding = self.bindings.get(base)
            if binding is not None and binding[0] == "module":
                found = self.names.scopes.get(binding[1], {}).get(function.name)
                if isinstance(found, Member) and found.form == "function":
                    self.bindings[function] = ("file", found)
                    return found
                span = Span(scope.source, function.end - len(function.name), function.end)
                inner = self.names.scopes.get(binding[1], {})
                known = [n for n, x in inner.items() if isinstance(x, Member) and x.form == "function"]
                self.found.append(errors.unknown_name(span, function.name, known, " as a function"))
                return None
        else:
            type_ = self.expr(base, scope)
        if type_ is ANY:
            return None
        span = Span(scope.source, function.end - len(function.name), function.end)
        if not isinstance(type_, Object):
            self.found.append(errors.wrong_type(scope.span(base), describe(type_, self.units.name), "an object"))
            return None
        member = type_.kind.lookup(function.name)
        if member is None or member.form != "function":
            known = [n for n, m in type_.kind.all_members().items() if m.form == "function"]
            self._no_member(type_.kind, span, function.name, _named(type_.kind), known, "function ")
            return None
        return member

    def _apply(self, member: Member, expr: s.Call, scope: Scope) -> Type:
        if self.function is not None:
            self.calls.setdefault(self.function, set()).add(member)
        params = member.node.params
        if len(params) != len(expr.arguments):
            wanted = f"{len(params)} value{'' if len(params) == 1 else 's'}"
            self.found.append(errors.wrong_arguments(scope.span(expr), member.name, wanted))
        for param, argument in zip(params, expr.arguments):
            got = self.expr(argument, scope)
            declared = self._param(param, member)
            self.fits(argument, got, declared, scope, [(Span(member.source, param.start, param.end), "declared here")])
        result = self.type_of(member)
        if isinstance(result, Object) and len(params) == 1 and params[0].name and isinstance(member.node.value, s.Name):
            return result
        return result

    def _with(self, expr: s.With, scope: Scope) -> Type:
        type_ = self.expr(expr.base, scope)
        if type_ is ANY:
            for st in expr.body.statements:
                if isinstance(st, s.Fill):
                    self.expr(st.value, scope)
            return ANY
        if not isinstance(type_, Object):
            self.found.append(errors.wrong_type(scope.span(expr.base), describe(type_, self.units.name), "an object"))
            return ANY
        for st in expr.body.statements:
            if not isinstance(st, s.Fill):
                self.found.append(errors.not_here(scope.span(st), "this", "a `with` body, which only fills"))
                continue
            self._cites(st.cites, scope.source)
            member, wanted = self._path(type_.kind, st.path, scope.source)
            if member is None:
                self.expr(st.value, scope)
            elif member.form not in ("input", "count"):
                span = scope.span(st.path)
                self.found.append(errors.not_fillable(span, str(st.path), _form(member.form), member.span()))
            else:
                self._fits(st.value, wanted, scope, member)
        return type_

    # ---------------------------------------------------------------- lists
    def _list(self, expr: s.ListOf, scope: Scope) -> Type:
        items = [self.expr(item, scope) for item in expr.items]
        if not items:
            return ListOf(ANY)
        joined = items[0]
        for item, type_ in zip(expr.items[1:], items[1:]):
            joined = self._join(joined, type_, expr.items[0], item, scope)
        return ListOf(joined)

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

    def loops(self, loops: Iterable[s.Loop], scope: Scope) -> Scope:
        for loop in loops:
            type_ = self.expr(loop.items, scope)
            item: Type = ANY
            if isinstance(type_, ListOf):
                item = type_.item
            elif type_ is not ANY:
                self.found.append(errors.wrong_type(scope.span(loop.items), describe(type_, self.units.name), "a list"))
            scope = scope.with_locals({loop.name: item})
        return scope

    def _comprehension(self, expr: s.Comprehension, scope: Scope) -> Type:
        inner = self.loops(expr.loops, scope)
        if expr.when is not None:
            self._condition(expr.when, inner)
        return ListOf(self.expr(expr.item, inner))

    def _all(self, expr: s.All, scope: Scope) -> Type:
        if expr.within is None and len(expr.kind.names) == 1 and expr.kind.names[0] in self.names.axes:
            self.bindings[expr] = ("axis", expr.kind.names[0])
            return Labels(expr.kind.names[0])
        found = self.names.find_path(scope.source.path, expr.kind)
        if not isinstance(found, Kind) or found.form != "kind":
            known = [n for n in self.names.visible(scope.source.path) if isinstance(self.names.find(scope.source.path, n), Kind)]
            self.found.append(errors.unknown_kind(scope.span(expr.kind), str(expr.kind), known))
            return ANY
        self.bindings[expr] = ("kind", found)
        if expr.within is not None:
            within = _path_expr(expr.within)
            self.bindings[expr.within] = ("field", within)
            type_ = self.expr(within, scope)
            if not isinstance(type_, Object) and type_ is not ANY:
                words = describe(type_, self.units.name), "an object"
                self.found.append(errors.wrong_type(scope.span(expr.within), *words))
        return ListOf(Object(found))

    def _map(self, expr: s.LabelMap, scope: Scope) -> Type:
        axes: dict[str, None] = {}
        seen: set[str] = set()
        joined: Type = ANY
        first = expr.entries[0].value
        candidates: set[str] | None = None
        for entry in expr.entries:
            type_ = self.expr(entry.value, scope)
            joined = self._join(joined, type_, first, entry.value, scope)
            if entry.label is None:
                continue
            span = scope.span(entry.label)
            if entry.label.name in seen:
                self.found.append(errors.unit_taken(span, entry.label.name, None))
            seen.add(entry.label.name)
            known = self.names.labels.get(entry.label.name)
            if known is None:
                self.found.append(errors.unknown_label(span, entry.label.name, self.names.labels))
                continue
            candidates = set(known) if candidates is None else candidates & set(known)
            axes.setdefault(known[0], None)
        if candidates is not None and not candidates:
            self.found.append(errors.mixed_labels(scope.span(expr), list(axes)))
        elif candidates:
            axis = next(a for a in self.names.axes if a in candidates)
            self.bindings[expr] = ("axis", axis)
        if expr.unit is None:
            return joined
        unit = self._unit(expr.unit, scope)
        if unit.dimension == (("?", 1),):
            return ANY
        if isinstance(joined, Quantity) and joined.dimension != NUMBER:
            self._mismatch(first, joined, PLAIN_NUMBER, scope)
        return unit

    # ---------------------------------------------------------------- operators
    def _quantity(self, expr: s.Expr, scope: Scope) -> Quantity | None:
        type_ = self.expr(expr, scope)
        if isinstance(type_, Quantity):
            return type_
        if type_ is not ANY:
            self.found.append(errors.wrong_type(scope.span(expr), describe(type_, self.units.name), "a quantity"))
        return None

    def _unary(self, expr: s.Unary, scope: Scope) -> Type:
        if expr.op == "not":
            self._condition(expr.operand, scope)
            return BOOLEAN
        return self._quantity(expr.operand, scope) or ANY

    def _binary(self, expr: s.Binary, scope: Scope) -> Type:
        op = expr.op
        if op == "and" or op == "or":
            self._condition(expr.left, scope)
            self._condition(expr.right, scope)
            return BOOLEAN
        a = self._quantity(expr.left, scope)
        b = self._quantity(expr.right, scope)
        if a is None or b is None:
            return ANY
        if op == "*":
            dimension = combine(a.dimension, b.dimension)
            return Quantity(dimension, not dimension and a.ratio and b.ratio)
        if op == "/":
            return Quantity(combine(a.dimension, b.dimension, -1))
        if a.dimension == b.dimension:
            return Quantity(a.dimension, a.ratio or b.ratio, a.shown or b.shown)
        self._unequal(expr, a, b, "add" if op == "+" else "subtract", scope)
        return ANY

    def _unequal(self, expr: s.Binary | s.Compare, a: Quantity, b: Quantity, verb: str, scope: Scope) -> None:
        for side, other in ((expr.right, a), (expr.left, b)):
            if isinstance(side, (s.Number, s.Range)) and side.unit is None:
                self._missing_unit(side, other, scope)
                return
        name = self.units.name
        message = f"cannot {verb} {name(a.dimension)} and {name(b.dimension)}"
        related = [(scope.span(expr.left), name(a.dimension))]
        help_ = self._factor_help(b, a)
        if help_:
            help_ = [f"{help_[0]} on the right side"]
        self.found.append(errors.unit_mismatch(scope.span(expr.right), message, name(b.dimension), related, help=help_))

    def _compare(self, expr: s.Compare, scope: Scope) -> Type:
        a = self.expr(expr.left, scope)
        b = self.expr(expr.right, scope)
        self.types[expr.left] = a
        self.types[expr.right] = b
        if a is ANY or b is ANY:
            return BOOLEAN
        if isinstance(a, Quantity) and isinstance(b, Quantity):
            if a.dimension != b.dimension:
                self._unequal(expr, a, b, "compare", scope)
            return BOOLEAN
        if type(a) is not type(b) or (isinstance(a, Plain_) and a != b) or (expr.op not in ("==", "!=") and a is not DATE):
            words = describe(b, self.units.name), describe(a, self.units.name)
            self.found.append(errors.wrong_type(scope.span(expr.right), *words))
        return BOOLEAN

    def _given(self, expr: s.Given, scope: Scope) -> Type:
        self.expr(expr.operand, scope)
        return BOOLEAN

    def _convert(self, expr: s.Convert, scope: Scope) -> Type:
        type_ = self._quantity(expr.operand, scope)
        unit = self.units.read(expr.unit.text)
        if isinstance(unit, str):
            self.found.append(errors.unknown_unit(scope.span(expr.unit), unit, self.units.names))
            return type_ or ANY
        if type_ is None:
            return ANY
        if unit.dimension != type_.dimension:
            self._mismatch(expr.operand, type_, Quantity(unit.dimension), scope)
            return type_
        return Quantity(type_.dimension, expr.unit.text == "%", unit)

    def _conditional(self, expr: s.Conditional, scope: Scope) -> Type:
        self._condition(expr.condition, scope)
        a = self.expr(expr.then, scope)
        return self._join(a, self.expr(expr.other, scope), expr.then, expr.other, scope)

    def _fallback(self, expr: s.Fallback, scope: Scope) -> Type:
        a = self.expr(expr.operand, scope)
        return self._join(a, self.expr(expr.other, scope), expr.operand, expr.other, scope)

    def _choose(self, expr: s.Choose, scope: Scope) -> Type:
        items = [self.expr(item, scope) for item in expr.options]
        joined = items[0]
        for item, type_ in zip(expr.options[1:], items[1:]):
            joined = self._join(joined, type_, expr.options[0], item, scope)
        top = scope.kind
        while top is not None and top.scope is not None:
            top = top.scope
        self._quantity(expr.objective, Scope(top, scope.source))
        return joined

    # ---------------------------------------------------------------- citations
    def _cites(self, cites: Iterable[s.Cite], source: Source) -> None:
        for cite in cites:
            if cite.source.names == ("assumed",):
                continue
            if self.names.source_of(source.path, cite) is None:
                scope = self.names.scopes[source.path]
                known = [n for n, x in scope.items() if isinstance(x, SourceSymbol)]
                span = Span(source, cite.source.start, cite.source.end)
                self.found.append(errors.unknown_source(span, str(cite.source), [*known, "assumed"]))

    # ---------------------------------------------------------------- documents
    def _document(self, symbol: DocumentSymbol) -> None:
        scope = Scope(Kind(symbol.name, "file", symbol.node, symbol.source, None), symbol.source, document=True)
        scope.locals = {"design": Object(self._any_design(symbol.source))}
        self.doc_items(symbol.node.items, scope)

    def _any_design(self, source: Source) -> Kind:
        """What a document knows of the design it will print: its name and title."""
        kind = Kind("design", "design", s.Node(0, 0), source, None)
        for name in ("title",):
            member = kind.members[name] = Member(name, "let", s.Node(0, 0), kind, source)
            member.type = TEXT
        return kind

    def doc_items(self, items: Iterable[s.DocItem], scope: Scope) -> None:
        for item in items:
            if isinstance(item, s.Section):
                self._prose(item.title, scope)
                self.doc_items(item.items, scope)
            elif isinstance(item, s.Text):
                self._prose(item.prose, scope)
            elif isinstance(item, s.Table):
                if item.title is not None:
                    self._prose(item.title, scope)
                inner = self.loops(item.loops, scope)
                if item.when is not None:
                    self._condition(item.when, inner)
                for column in item.columns:
                    where = scope if column.total else inner
                    self._column(column, where)
            elif isinstance(item, s.Facts):
                for row in item.rows:
                    self._column(row, scope)
            elif isinstance(item, s.DocFor):
                inner = self.loops(item.loops, scope)
                if item.when is not None:
                    self._condition(item.when, inner)
                self.doc_items(item.items, inner)
            elif isinstance(item, s.DocIf):
                self._condition(item.condition, scope)
                self.doc_items(item.items, scope)
                self.doc_items(item.other, scope)
            elif isinstance(item, s.Working):
                self.types[item.value] = self.expr(item.value, scope)
                if not isinstance(item.value, (s.Attribute, s.Name)):
                    words = "an expression", "a named quantity, such as `pool.count`"
                    self.found.append(errors.wrong_type(scope.span(item.value), *words))
            elif isinstance(item, s.Cover):
                self.doc_items(item.items, scope)
            elif isinstance(item, s.Include):
                if not isinstance(self.names.find_path(scope.source.path, item.document), DocumentSymbol):
                    known = [n for n in self.names.visible(scope.source.path)
                             if isinstance(self.names.find(scope.source.path, n), DocumentSymbol)]  # fmt: skip
                    self.found.append(errors.unknown_name(scope.span(item.document), str(item.document), known, " as a document"))
            elif isinstance(item, s.Inputs):
                type_ = self.expr(item.value, scope)
                if not isinstance(type_, Object) and type_ is not ANY:
                    words = describe(type_, self.units.name), "an object"
                    self.found.append(errors.wrong_type(scope.span(item.value), *words))
            elif isinstance(item, s.Show):
                if item.what.name not in SHOWN:
                    self.found.append(errors.unknown_document_part(scope.span(item.what), item.what.name, SHOWN))
            elif isinstance(item, s.Callout):
                self._prose(item.title, scope)
                self.doc_items(item.items, scope)

    def _column(self, column: s.Column, scope: Scope) -> None:
        if isinstance(column.value, s.Prose):
            self._prose(column.value, scope)
        else:
            self.types[column.value] = self.expr(column.value, scope)

    def _prose(self, prose: s.Prose, scope: Scope) -> None:
        for part in prose.parts:
            if isinstance(part, s.Expr):
                self.types[part] = self.expr(part, scope)


SHOWN = (
    "verdict", "findings", "rules", "expectations", "restatements", "assumptions", "references", "files", "counts",
    "asks", "placements", "sources", "scenarios",
)  # fmt: skip
"""What a document can `show` that only the compiler knows."""


# ------------------------------------------------------------------------------ built-in functions
def _arguments(checker: Checker, expr: s.Call, scope: Scope, least: int, most: int) -> list[Type] | None:
    types = [checker.expr(a, scope) for a in expr.arguments]
    if least <= len(types) <= most:
        return types
    wanted = f"{least} value{'' if least == 1 else 's'}" if least == most else f"{least} or more values"
    if most - least == 1:
        wanted = f"{least} or {most} values"
    checker.found.append(errors.wrong_arguments(scope.span(expr), _text(expr.function), wanted))
    return None


def _sum(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 1)
    if types is None or types[0] is ANY:
        return ANY
    if not isinstance(types[0], ListOf):
        words = describe(types[0], checker.units.name), "a list"
        checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
        return ANY
    item = types[0].item
    if isinstance(item, (Quantity, Object)) or item is ANY:
        checker.types[expr] = item
        return item
    words = f"a list ({describe(item, checker.units.name)})", "a list of quantities or objects"
    checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
    return ANY


def _extreme(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 10_000)
    if types is None:
        return ANY
    if len(types) == 1 and isinstance(types[0], ListOf):
        types = [types[0].item]
    joined = types[0]
    for argument, type_ in zip(expr.arguments[1:], types[1:]):
        joined = checker._join(joined, type_, expr.arguments[0], argument, scope)
    if not isinstance(joined, Quantity) and joined is not ANY:
        words = describe(joined, checker.units.name), "quantities"
        checker.found.append(errors.wrong_type(scope.span(expr), *words))
        return ANY
    return joined


def _rounding(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 2)
    if types is None or not isinstance(types[0], Quantity):
        if types is not None and types[0] is not ANY:
            words = describe(types[0], checker.units.name), "a quantity"
            checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
        return ANY
    if len(types) == 2:
        checker.fits(expr.arguments[1], types[1], types[0], scope)
    elif types[0].dimension and not checker.units.countable(types[0].dimension):
        name = checker.units.name(types[0].dimension)
        checker.found.append(errors.step_needed(scope.span(expr), _text(expr.function), name))
    return types[0]


def _same_quantity(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 1)
    if types is None or types[0] is ANY:
        return ANY
    if not isinstance(types[0], Quantity):
        words = describe(types[0], checker.units.name), "a quantity"
        checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
        return ANY
    return types[0]


def _bare_number(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    type_ = _same_quantity(checker, expr, scope)
    if isinstance(type_, Quantity) and type_.dimension and not checker.units.countable(type_.dimension):
        words = describe(type_, checker.units.name), "a quantity of counted things"
        checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
    return PLAIN_NUMBER


def _of_list(result: Callable[[ListOf], Type]) -> Callable[[Checker, s.Call, Scope], Type]:
    def function(checker: Checker, expr: s.Call, scope: Scope) -> Type:
        types = _arguments(checker, expr, scope, 1, 1)
        if types is None or types[0] is ANY:
            return ANY
        if not isinstance(types[0], ListOf):
            words = describe(types[0], checker.units.name), "a list"
            checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
            return ANY
        return result(types[0])

    return function


def _decided_by(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    types = _arguments(checker, expr, scope, 1, 1)
    if not scope.document:
        checker.found.append(errors.only_in_documents(scope.span(expr), "decided_by"))
    if types is not None and not isinstance(types[0], Quantity) and types[0] is not ANY:
        words = describe(types[0], checker.units.name), "a quantity"
        checker.found.append(errors.wrong_type(scope.span(expr.arguments[0]), *words))
    return TEXT


def _each(checker: Checker, expr: s.Call, scope: Scope) -> Type:
    _same_quantity(checker, expr, scope)
    if not scope.document:
        checker.found.append(errors.only_in_documents(scope.span(expr), "each"))
    return ListOf(PLAIN_NUMBER)


_BUILT_INS: dict[str, Callable[[Checker, s.Call, Scope], Type]] = {
    "sum": _sum, "max": _extreme, "min": _extreme, "ceil": _rounding, "floor": _rounding, "round": _rounding,
    "abs": _same_quantity, "peak": _same_quantity, "lowest": _same_quantity, "number": _bare_number,
    "size": _of_list(lambda t: PLAIN_NUMBER), "first": _of_list(lambda t: t.item), "stated": _of_list(lambda t: t),
    "each": _each, "decided_by": _decided_by,
}  # fmt: skip


# ------------------------------------------------------------------------------ small helpers
Plain_ = type(TEXT)


def _path_expr(path: s.Path) -> s.Expr:
    expr: s.Expr = s.Name(path.start, path.start + len(path.names[0]), 0, path.names[0])
    for depth, name in enumerate(path.names[1:]):
        expr = s.Attribute(path.start, path.end, depth + 1, expr, name)
    return expr


def _parts(expr: s.Node) -> Iterable[s.Expr]:
    for name in expr.__match_args__:
        value = getattr(expr, name)
        if isinstance(value, s.Expr):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, s.Expr):
                    yield item
                elif isinstance(item, (s.Loop, s.Entry)):
                    yield from _parts(item)


def _text(expr: s.Expr) -> str:
    if isinstance(expr, s.Name):
        return expr.name
    if isinstance(expr, s.Attribute):
        return f"{_text(expr.base)}.{expr.name}"
    return "this"


def _named(kind: Kind) -> str:
    if kind.form == "object":
        return f"`{kind.name}` ({kind.named().name})"
    return f"`{kind.name}`"


def _where(scope: Scope) -> str:
    return f" in `{scope.kind.name}`" if scope.kind is not None and scope.kind.form != "file" else ""


def _form(form: str) -> str:
    words = {"let": "a derived value (`let`)", "function": "a function", "bound": "a bound", "rule": "a rule",
             "object": "a nested object", "place": "a placement", "expect": "an expectation", "ask": "a question",
             "scenario": "a scenario", "input": "an input", "count": "a count"}  # fmt: skip
    return words[form]


