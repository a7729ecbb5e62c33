"""Types of expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.check.builtins import BUILT_INS
from vdl.check.naming import Naming
from vdl.check.scope import Scope, Types, form_words, path_expr
from vdl.resolve import Names, read_unit, type_of
from vdl.semantics.types import (
    ANY,
    BOOLEAN,
    DATE,
    PLAIN_NUMBER,
    RATIO,
    TEXT,
    Kind,
    Labels,
    ListOf,
    Member,
    Object,
    Plain,
    Quantity,
    Type,
    describe,
)  # fmt: skip
from vdl.semantics.units import NUMBER, combine, too_high
from vdl.text.limits import POWERS
from vdl.text.source import Span


class Expressions(Naming):
    """One method for each form of expression."""

    def __init__(self, names: Names, out: Types | None = None) -> None:
        super().__init__(names, out)
        self.dispatch: dict[type, Callable[[Any, Scope], Type]] = {
            s.Number: self._number, s.Range: self._range, s.String: lambda e, sc: TEXT, s.Date: lambda e, sc: DATE,
            s.Truth: lambda e, sc: BOOLEAN, s.Name: self._name, s.SlashName: self._slash, s.Attribute: self._attribute,
            s.Select: self._select, s.Call: self._call, s.With: self._with, s.ListOf: self._list,
            s.Comprehension: self._comprehension, s.LabelMap: self._map, s.All: self._all, s.Choose: self._choose,
            s.Unary: self._unary, s.Binary: self._binary, s.Compare: self._compare, s.Given: self._given,
            s.Convert: self._convert, s.Conditional: self._conditional, s.Fallback: self._fallback,
        }  # fmt: skip


    def inferred(self, member: Member) -> Type:
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
            found = self.types[param] = type_of(self.names, param.type, member.source, self.found)
        return found

    def _condition(self, expr: s.Expr, scope: Scope) -> None:
        type_ = self.expr(expr, scope)
        if type_ is not BOOLEAN and type_ is not ANY:
            self.found.append(errors.wrong_type(scope.span(expr), describe(type_, self.units.name), "a condition"))

    def _fits(self, expr: s.Expr, wanted: Type, scope: Scope, member: Member | None) -> None:
        """Check an expression that must give a value of a type."""
        if isinstance(wanted, Labels):
            self._label_set(expr, wanted.axis, scope)
            return
        got = self.expr(expr, scope)
        related = [(member.span(), "declared here")] if member is not None else []
        self.fits(expr, got, wanted, scope, related)

    def expr(self, expr: s.Expr, scope: Scope) -> Type:
        return self.dispatch[expr.__class__](expr, scope)

    def _unit(self, unit: s.UnitName | None, scope: Scope) -> Quantity:
        if unit is None:
            return PLAIN_NUMBER
        found = read_unit(self.units, unit, scope.source, self.found)
        if found is None:
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

    def _call(self, expr: s.Call, scope: Scope) -> Type:
        function = expr.function
        if isinstance(function, s.Name):
            found = self._function(function, scope)
            if found is not None:
                return self._apply(found, expr, scope)
            if function.name in BUILT_INS:
                self.bindings[function] = ("builtin", function.name)
                return BUILT_INS[function.name](self, expr, scope)
            names = self.found.among(scope.source, chain(BUILT_INS, self._functions(scope)))
            self.found.append(errors.unknown_name(scope.span(function), function.name, names, " as a function"))
        elif isinstance(function, s.Attribute):
            member = self._method(function, scope)
            if member is not None:
                return self._apply(member, expr, scope)
        else:
            self.found.append(errors.wrong_type(scope.span(function), "a value", "a function"))
        for argument in expr.arguments:
            self.expr(argument, scope)
        return ANY

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
                self.found.append(errors.not_fillable(span, str(st.path), form_words(member.form), member.span()))
            else:
                self._fits(st.value, wanted, scope, member)
        return type_


    def _list(self, expr: s.ListOf, scope: Scope) -> Type:
        items = [self.expr(item, scope) for item in expr.items]
        if not items:
            return ListOf(ANY)
        joined = items[0]
        for item, type_ in zip(expr.items[1:], items[1:]):
            joined = self._join(joined, type_, expr.items[0], item, scope)
        return ListOf(joined)

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
            file = scope.source.path
            known = (n for n in self.names.visible(file) if isinstance(self.names.find(file, n), Kind))
            among = self.found.among(scope.source, known)
            self.found.append(errors.unknown_kind(scope.span(expr.kind), str(expr.kind), among))
            return ANY
        self.bindings[expr] = ("kind", found)
        if expr.within is not None:
            within = path_expr(expr.within)
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
                self.found.append(errors.unknown_label(span, entry.label.name, self.found.among(scope.source, self.names.labels)))
                continue
            candidates = set(known) if candidates is None else candidates & set(known)
            axes.setdefault(known[0], None)
        if candidates is not None and not candidates:
            self.found.append(errors.mixed_labels(scope.span(expr), list(axes)))
        elif candidates:
            axis = next(a for a in self.names.axes if a in candidates)
            self.bindings[expr] = ("axis", axis)
            left_out = [label for label in self.names.axes[axis].labels if label not in seen]
            if self.names.axes[axis].kept and left_out and all(entry.label is not None for entry in expr.entries):
                self.found.append(errors.label_left_out(scope.span(expr), axis, left_out))
        if expr.unit is None:
            return joined
        unit = self._unit(expr.unit, scope)
        if unit.dimension == (("?", 1),):
            return ANY
        if isinstance(joined, Quantity) and joined.dimension != NUMBER:
            self._mismatch(first, joined, PLAIN_NUMBER, scope)
        return unit


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
        if op in "*/":
            dimension = combine(a.dimension, b.dimension, 1 if op == "*" else -1)
            if too_high(dimension):
                self.found.append(errors.too_many_powers(scope.span(expr), POWERS))
                return ANY
            return Quantity(dimension, op == "*" and not dimension and a.ratio and b.ratio)
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
        if type(a) is not type(b) or (isinstance(a, Plain) and a != b) or (expr.op not in ("==", "!=") and a is not DATE):
            words = describe(b, self.units.name), describe(a, self.units.name)
            self.found.append(errors.wrong_type(scope.span(expr.right), *words))
        return BOOLEAN

    def _given(self, expr: s.Given, scope: Scope) -> Type:
        self.expr(expr.operand, scope)
        return BOOLEAN

    def _convert(self, expr: s.Convert, scope: Scope) -> Type:
        type_ = self._quantity(expr.operand, scope)
        unit = read_unit(self.units, expr.unit, scope.source, self.found)
        if unit is None:
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
