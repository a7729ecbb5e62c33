"""What names stand for: members, things of the file, labels, functions."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.fitting import Fitting
from vdl.check.scope import OWN_WORDS, Scope, any_design, form_words, member_names, named, path_expr, where
from vdl.semantics.types import (
    ANY,
    TEXT,
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
from vdl.text.source import Source, Span


class Naming(Fitting):
    """Binds names: own members first, then the objects around, the file, its imports and the prelude."""

    def _path(self, kind: Kind, path: s.Path, source: Source) -> tuple[Member | None, Type]:
        """The member that a path below a body leads to through objects it owns."""
        where = kind
        span = Span(source, path.start, path.end)
        for index, name in enumerate(path.names):
            member = where.lookup(name)
            if member is None:
                known = member_names(where, "input", "object", "count")
                self._no_member(where, span, name, named(where), known)
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
        if name == "design" and found is None:
            self.bindings[expr] = ("design", None)
            return Object(any_design(scope.source))
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
        modules = self.names.importable(name) if before_dot else []
        known = self.found.among(scope.source, (n for n in self._visible(scope) if n != name))
        self.found.append(errors.unknown_name(scope.span(expr), name, known, where(scope), modules))
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

    def _visible(self, scope: Scope) -> Iterator[str]:
        """All names that can be read in a scope."""
        yield from scope.locals
        kind = scope.kind
        while kind is not None:
            yield from member_names(kind, "input", "let", "count", "object")
            kind = kind.scope if kind.form != "kind" else None
        yield from self.names.visible(scope.source.path)
        yield from self.names.labels

    def _sees(self, name: str, scope: Scope) -> bool:
        """Whether a name can be read in a scope."""
        if name in scope.locals or name in self.names.labels or self.names.find(scope.source.path, name) is not None:
            return True
        kind = scope.kind
        while kind is not None:
            member = kind.lookup(name)
            if member is not None and member.form in ("input", "let", "count", "object"):
                return True
            kind = kind.scope if kind.form != "kind" else None
        return False

    def _in_module(self, expr: s.Attribute, file: str, scope: Scope) -> Type:
        found = self.names.scopes.get(file, {}).get(expr.name)
        if isinstance(found, Member):
            return self._of_file(expr, found, scope)
        if file in self.names.program.broken:
            return ANY
        span = Span(scope.source, expr.end - len(expr.name), expr.end)
        known = (n for n, x in self.names.scopes.get(file, {}).items() if isinstance(x, Member))
        among = self.found.among(scope.source, known)
        self.found.append(errors.unknown_name(span, expr.name, among, f" in `{file}`"))
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
            known = member_names(type_.kind, "input", "let", "count", "object")
            self._no_member(type_.kind, span, expr.name, named(type_.kind), known)
            return ANY
        if member.form not in ("input", "let", "count", "object"):
            self.found.append(errors.wrong_type(span, form_words(member.form), "a value"))
            return ANY
        return self._read(self.type_of(member))

    def _label_or_field(self, path: s.Path, scope: Scope) -> str | None:
        """`winter`, `season.winter`, or a field of type labels; records what it is."""
        first = path.names[0]
        if len(path.names) == 1 and not self._sees(first, scope):
            return self._label(path, scope.source)
        if not (len(path.names) == 1 and first in self.names.labels and not self._is_field(first, scope)) and not (
            len(path.names) == 2 and first in self.names.axes
        ):
            expr = path_expr(path)
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
                known = self.found.among(source, self.names.axes[axis].labels)
                self.found.append(errors.unknown_label(span, label, known))
                return None
            self.bindings[path] = ("label", (axis, label))
            return axis
        axes = self.names.labels.get(str(path), [])
        if not axes:
            self.found.append(errors.unknown_label(span, str(path), self.found.among(source, self.names.labels)))
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
            known = self.found.among(scope.source, self.names.axes[axis].labels)
            self.found.append(errors.unknown_label(scope.span(expr), expr.name, known))
            return
        type_ = self.expr(expr, scope)
        if type_ != Labels(axis) and type_ is not ANY:
            words = describe(type_, self.units.name), f"labels of {axis}"
            self.found.append(errors.wrong_type(scope.span(expr), *words))


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

    def _functions(self, scope: Scope) -> Iterator[str]:
        kind = scope.kind
        while kind is not None:
            yield from member_names(kind, "function")
            kind = kind.scope if kind.form != "kind" else None
        for name in self.names.visible(scope.source.path):
            found = self.names.find(scope.source.path, name)
            if isinstance(found, Member) and found.form == "function":
                yield name

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
                functions = (n for n, x in inner.items() if isinstance(x, Member) and x.form == "function")
                among = self.found.among(scope.source, functions)
                self.found.append(errors.unknown_name(span, function.name, among, " as a function"))
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
            known = member_names(type_.kind, "function")
            self._no_member(type_.kind, span, function.name, named(type_.kind), known, "function ")
            return None
        return member
