"""Statements of bodies."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.expressions import Expressions
from vdl.check.scope import Scope, form_words, member_names, parts, text_of
from vdl.semantics.types import (
    ANY,
    Kind,
    ListOf,
    Member,
    Object,
    Quantity,
    Type,
    describe,
)  # fmt: skip
from vdl.text.source import Source, Span


class Statements(Expressions):
    """One method for each statement."""

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


    def _bound(self, node: s.Bound, scope: Scope) -> None:
        kind = scope.kind
        assert kind is not None
        path = node.count
        span = scope.span(path)
        count = kind.lookup(path.names[0]) if len(path.names) == 1 else None
        if count is None or count.form != "count":
            self._no_member(kind, span, str(path), f"`{kind.name}`", member_names(kind, "count"), "count ")
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
                words = describe(items, self.units.name), f"`{accepted.name}` is what `{text_of(node.target)}` takes"
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
        return any(self._uses_design(part) for part in parts(expr))

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
                self._no_member(where, span, name, f"`{where.name}`", member_names(where, "rule", "object", "count"))
                return
            rest = names[index + 1 :]
            if not rest:
                if member.form != "rule":
                    self.found.append(errors.wrong_type(span, form_words(member.form), "a rule"))
                return
            if member.form == "count" and len(rest) == 1:
                bound = where.lookup(rest[0])
                if bound is None or bound.form != "bound":
                    known = self.found.among(source, member_names(where, "bound"))
                    self.found.append(errors.unknown_field(span, rest[0], f"count `{name}`", known))
                return
            type_ = self.type_of(member)
            if not isinstance(type_, Object):
                self.found.append(errors.wrong_type(span, form_words(member.form), "an object with rules"))
                return
            where = type_.kind

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
                errors.not_fillable(scope.span(node.path), str(node.path), form_words(member.form), member.span())
            )
            self.expr(node.value, scope)
            return
        self._fits(node.value, type_, scope, member)
        counted = isinstance(type_, Quantity) and self.units.counts_things(type_.dimension)
        if counted and isinstance(node.value, s.Unary) and isinstance(node.value.operand, s.Number):
            self.found.append(errors.negative_count(scope.span(node.value)))
