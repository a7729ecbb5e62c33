"""What names stand for: own members first, then the objects around, the file, its imports and the prelude."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import conforms, read
from vdl.check.inference import type_of
from vdl.check.judged import bound, outcome
from vdl.check.labels import declared, qualified
from vdl.check.scope import (
    FORM_WORDS,
    JUDGED,
    OWN_WORDS,
    VALUES,
    Scope,
    function_of,
    name_span,
)
from vdl.check.state import CheckState
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
)
from vdl.text.diagnostics import enumerated
from vdl.text.source import Source
from vdl.text.written import written as as_written


# ------------------------------------------------------------------------------ names
def name(state: CheckState, expr: s.Name, scope: Scope, then: str = "") -> Type:
    """The type of what a name stands for; where another name stands behind a dot, `then`, it stands for no quantity."""
    for look_up in _LOOKUPS:
        type_ = look_up(state, expr, scope, then)
        if type_ is not None:
            return type_
    from vdl.check.unknown_names import unknown  # only where something is wrong

    return unknown(state, expr, scope, then)


def _local(state: CheckState, expr: s.Name, scope: Scope, then: str) -> Type | None:
    type_ = scope.locals.get(expr.name)
    if type_ is not None:
        state.bindings[expr] = ("local", expr.name)
    return type_


def _member(state: CheckState, expr: s.Name, scope: Scope, then: str) -> Type | None:
    for level, kind in enumerate(scope.kinds()):
        member = kind.lookup(expr.name)
        if level == 0:
            if member is None and expr.name in OWN_WORDS and kind.form != "file":
                state.bindings[expr] = ("member", 0)
                return TEXT
            if expr.name == scope.defining:
                continue
        if member is not None and scope.judges and member.form in JUDGED and not then:
            state.bindings[expr] = ("member", level)
            return outcome(state, expr, member, scope)
        if member is None or not (member.form in VALUES or member.form == "function"):
            continue
        type_ = type_of(state, member)
        if then and isinstance(type_, Quantity):
            continue
        state.bindings[expr] = ("member", level)
        state.read[member].append(expr)
        _shadows(state, expr, kind, member, scope)
        return _value(state, expr, member, type_, scope)
    return None


def further_out(state: CheckState, name: str, bodies: Iterable[Kind], source: Source) -> Iterator[Member]:
    """What a name means in these bodies, the nearest first, and at the top of the file."""
    of_file = state.names.find(source.path, name)
    for one in (*[body.members.get(name) for body in bodies], of_file if isinstance(of_file, Member) else None):
        if one is not None and one.form in VALUES:
            yield one


def _shadows(state: CheckState, expr: s.Name, kind: Kind, member: Member, scope: Scope) -> None:
    """Say where an inherited member takes a name that the text around the object also declares: an error where one is as good
    as the other, and the object's body does not say that it means its own."""
    if kind.form != "object" or member.owner is kind or member.owner.form != "kind":
        return
    around = next(further_out(state, expr.name, kind.around[1:], scope.source), None)
    if around is None or around.source.is_library:
        return
    filled = [filling.node.value for filling in kind.fillings if filling.path == (expr.name,)]
    if any(isinstance(value, s.Name) and value.name == expr.name for value in filled):
        return  # both are the same

    state.hidden[expr] = around

    def say() -> None:  # when all types are known
        alike = not filled and conforms(state, type_of(state, member), type_of(state, around))
        span, of = scope.span(expr), kind.named().name
        why = "is of another type" if expr in state.misread else ""
        if not why and scope.defining and _is_made_of(kind, member, scope.defining):
            why = f"is worked out from `{scope.defining}`"
        said = errors.shadowed_name(span, expr.name, of, member.span(), around.span(), certain=not alike, why=why)
        state.diagnostics.append(said)

    state.later.append(say)


def _is_made_of(kind: Kind, member: Member, name: str) -> bool:
    """Whether the formula of a derived value, or of one that it reads, names a member of the same object."""
    waiting = [member]
    for one in waiting:  # grows while it is read
        value = getattr(one.node, "value", None) if one.form == "let" else None
        names = {part.name for part in s.walk(value) if isinstance(part, s.Name)} if isinstance(value, s.Expr) else set()
        if name in names:
            return True
        read = [kind.lookup(other) for other in sorted(names)]
        waiting += [other for other in read if other is not None and other.form == "let" and other not in waiting]
    return False


def _of_the_file(state: CheckState, expr: s.Name, scope: Scope, then: str) -> Type | None:
    symbol = state.names.find(scope.source.path, expr.name)
    if isinstance(symbol, Member):
        return of_file(state, expr, symbol, scope)
    if isinstance(symbol, Module):
        state.bindings[expr] = ("module", symbol.file)
        if not then:
            help_ = f"what stands in it is `{expr.name}.NAME`"
            state.diagnostics.append(errors.wrong_type(scope.span(expr), "an imported file", "a value", help=help_))
        return ANY
    if symbol is state.names.design:
        state.bindings[expr] = ("design", None)
        return Object(state.names.design)
    if isinstance(symbol, Kind) and symbol.form == "design" and scope.document:
        state.bindings[expr] = ("design", symbol)
        return Object(symbol)
    return None


def _label(state: CheckState, expr: s.Name, scope: Scope, then: str) -> Type | None:
    axes = state.names.labels.get(expr.name)
    if axes is None:
        return None
    if len(axes) > 1:
        state.diagnostics.append(errors.ambiguous_label(scope.span(expr), expr.name, axes))
        return ANY
    state.bindings[expr] = ("label", (axes[0], declared(state, axes[0], expr.name)))
    return Labels(axes[0], one=True)


def _no_value(state: CheckState, expr: s.Name, scope: Scope, then: str) -> Type | None:
    symbol = state.names.find(scope.source.path, expr.name)
    if not isinstance(symbol, (Kind, SourceSymbol)):
        return None
    from vdl.check.elsewhere import elsewhere  # only where something is wrong
    from vdl.check.of_all import of_all

    what = "a source" if isinstance(symbol, SourceSymbol) else f"a {symbol.form}"
    help_ = ""
    if isinstance(symbol, Kind) and symbol.form == "kind":
        help_ = f"to declare an object, write `NAME: {expr.name} {{ ... }}`; to list all there are, `all {expr.name}`"
        paths = elsewhere(state, expr.name, scope) if scope.wanted is not None else []
        help_ = f"did you mean {enumerated(paths, 'or')}?" if paths else of_all(symbol, then, scope) or help_
    state.diagnostics.append(errors.wrong_type(scope.span(expr), what, "a value", help=help_))
    return ANY


_LOOKUPS: tuple[Callable[[CheckState, s.Name, Scope, str], Type | None], ...] = (
    _local, _member, _of_the_file, _label, _no_value,
)  # fmt: skip


def first_said(state: CheckState, file: str, module: str) -> bool:
    """Whether a module that a file does not import is met there for the first time: one import is missing, however often."""
    known = len(state.unimported)
    state.unimported.add((file, module))
    return len(state.unimported) > known


def _value(state: CheckState, expr: s.Name | s.Attribute, member: Member, type_: Type, scope: Scope) -> Type:
    if member.form == "function":
        return _not_called(state, expr, member, scope)
    return read(type_)


def _not_called(state: CheckState, expr: s.Name | s.Attribute, member: Member, scope: Scope) -> Type:
    """Say that a function stands where a value is wanted, and how it is called."""
    from vdl.syntax.calling import call_of  # only where something is wrong

    before = f"{as_written(scope.span(expr.base))}." if isinstance(expr, s.Attribute) else ""
    help_ = f"call it: {call_of(function_of(member), member.source.text, before)}"
    span = name_span(expr, scope) if isinstance(expr, s.Attribute) else scope.span(expr)
    declared = [(member.span(), "the function")]
    state.diagnostics.append(errors.wrong_type(span, "a function", "a value", declared, help_))
    return ANY


def of_file(state: CheckState, expr: s.Name | s.Attribute, member: Member, scope: Scope) -> Type:
    """An object or a constant that stands at the top of a file."""
    state.bindings[expr] = ("file", member)
    return _value(state, expr, member, type_of(state, member), scope)


# ------------------------------------------------------------------------------ after a dot
def attribute(state: CheckState, expr: s.Attribute, scope: Scope) -> Type:
    base = expr.base
    if not isinstance(base, s.Name):
        type_ = state.expr(base, scope.before_a_dot())
        of_count = bound(state, expr, scope)
        return _of_object(state, expr, type_, scope) if of_count is None else of_count
    of_count = bound(state, expr, scope)
    if of_count is not None:
        return of_count
    if base.name in state.names.axes:
        label = qualified(state, expr, scope)
        if label is not None:
            return label
    type_ = state.types[base] = name(state, base, scope.before_a_dot(), expr.name)
    binding = state.bindings.get(base)
    if binding is not None and binding[0] == "module":
        return _in_module(state, expr, binding[1], scope)
    return _of_object(state, expr, type_, scope)


def _in_module(state: CheckState, expr: s.Attribute, file: str, scope: Scope) -> Type:
    declared = state.names.scopes.get(file, {})
    symbol = declared.get(expr.name)
    if isinstance(symbol, Member):
        return of_file(state, expr, symbol, scope)
    if file not in state.names.program.broken:
        from vdl.check.nearby import at_hand_in_file  # only where something is wrong

        known = state.diagnostics.among(scope.source, (n for n, x in declared.items() if isinstance(x, Member)))
        span = name_span(expr, scope)
        here = at_hand_in_file(state, expr, scope)
        state.diagnostics.append(errors.unknown_name(span, expr.name, known, f" in `{file}`", answers=here))
    return ANY


def _of_object(state: CheckState, expr: s.Attribute, type_: Type, scope: Scope) -> Type:
    if isinstance(type_, ListOf):
        return ListOf(_of_object(state, expr, type_.item, scope))
    base = state.object(expr.base, type_, scope)
    if base is None:
        return ANY
    member = base.kind.lookup(expr.name)
    if member is None:
        if expr.name in OWN_WORDS:
            return TEXT
        from vdl.check.unknown_names import unknown_member  # only where something is wrong

        unknown_member(state, expr, base.kind, scope)
        return ANY
    if member.form in JUDGED:
        return outcome(state, expr, member, scope)
    if member.form == "function":
        return _not_called(state, expr, member, scope)
    if member.form not in VALUES:
        state.diagnostics.append(errors.wrong_type(name_span(expr, scope), FORM_WORDS[member.form], "a value"))
        return ANY
    if member.form == "count":
        state.counts[expr] = base.kind
    state.read[member].append(expr)
    return read(type_of(state, member))
