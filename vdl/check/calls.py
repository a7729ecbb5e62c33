"""Calls of functions, and changed copies of objects."""

from __future__ import annotations

from collections.abc import Container, Iterator
from functools import partial
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.builtins import BUILTINS
from vdl.check.added_twice import check_named_twice
from vdl.check.assignability import fits, lets_in, no_member, proportion, quoted
from vdl.check.binding import name
from vdl.check.call_typing import Typing
from vdl.check.citations import cites
from vdl.check.inference import type_of
from vdl.check.labels import along, label_set
from vdl.check.literals import unit_of
from vdl.check.paths import Filled, member_at, owner_of
from vdl.check.scope import FORM_WORDS, NAMED, Scope, function_of, kind_words, member_names, name_span, text_of
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, TEXT, Labels, ListOf, Member, Object, Quantity, Type
from vdl.text.diagnostics import several
from vdl.text.source import Span
from vdl.text.written import written as as_written


def call(state: CheckState, expr: s.Call, scope: Scope) -> Type:
    type_ = state.types[expr.function] = _called(state, expr, scope)
    return type_


def _called(state: CheckState, expr: s.Call, scope: Scope) -> Type:
    function = expr.function
    if isinstance(function, s.Name):
        member = _function(state, function, scope)
        if member is not None:
            return _apply(state, member, expr, scope)
        if function.name in BUILTINS:
            state.bindings[function] = ("builtin", function.name)
            return _built_in(state, function.name, expr, scope)
        from vdl.check.elsewhere import elsewhere  # only where something is wrong

        known = set(state.diagnostics.among(scope.source, chain(BUILTINS, _functions(state, scope))))
        others = elsewhere(state, function.name, scope, ("function",))
        span, two = scope.span(function), _two_of(function.name, known)
        if two is None:
            said = errors.unknown_name(span, function.name, known, " as a function", elsewhere=others)
        else:
            said = errors.names_run_together(span, function.name, *two)
        state.diagnostics.append(said)
    elif isinstance(function, s.Attribute):
        member = _method(state, function, scope)
        if member is not None:
            return _apply(state, member, expr, scope)
    else:
        state.diagnostics.append(errors.wrong_type(scope.span(function), "a value", "a function"))
    for argument in expr.arguments:
        state.expr(argument, scope)
    return ANY


def _function(state: CheckState, expr: s.Name, scope: Scope) -> Member | None:
    """The function that a name stands for, if it stands for one."""
    for level, kind in enumerate(scope.kinds()):
        member = kind.lookup(expr.name)
        if member is not None and member.form == "function":
            state.bindings[expr] = ("member", level)
            return member
    symbol = state.names.find(scope.source.path, expr.name)
    if isinstance(symbol, Member) and symbol.form == "function":
        state.bindings[expr] = ("file", symbol)
        return symbol
    return None


def _two_of(name: str, known: Container[str]) -> tuple[str, str] | None:
    """The two functions whose names a word is made of, if it is."""
    parts = ((name[:at], name[at:]) for at in range(1, min(len(name), _LONGEST)))
    return next(((one, other) for one, other in parts if one in known and other in known), None)


_LONGEST = 100
"""Letters of a word in which the names of functions are looked for."""


def _functions(state: CheckState, scope: Scope) -> Iterator[str]:
    for kind in scope.kinds():
        yield from member_names(kind, "function")
    for known in state.names.visible(scope.source.path):
        symbol = state.names.find(scope.source.path, known)
        if isinstance(symbol, Member) and symbol.form == "function":
            yield known


def _method(state: CheckState, function: s.Attribute, scope: Scope) -> Member | None:
    """The function of an object or of an imported file; None where there is none, which is said."""
    base = function.base
    if isinstance(base, s.Name):
        type_ = state.types[base] = name(state, base, scope, function.name)
        binding = state.bindings.get(base)
        if binding is not None and binding[0] == "module":
            return _of_module(state, function, binding[1], scope)
    else:
        type_ = state.expr(base, scope)
    called = state.object(base, type_, scope)
    if called is None:
        return None
    member = called.kind.lookup(function.name)
    if member is not None and member.form == "function":
        return member
    known = member_names(called.kind, "function")
    no_member(state, called.kind, name_span(function, scope), function.name, kind_words(called.kind), known, "function ")
    return None


def _of_module(state: CheckState, function: s.Attribute, file: str, scope: Scope) -> Member | None:
    declared = state.names.scopes.get(file, {})
    symbol = declared.get(function.name)
    if isinstance(symbol, Member) and symbol.form == "function":
        state.bindings[function] = ("file", symbol)
        return symbol
    functions = (n for n, x in declared.items() if isinstance(x, Member) and x.form == "function")
    among = state.diagnostics.among(scope.source, functions)
    span = name_span(function, scope)
    state.diagnostics.append(errors.unknown_name(span, function.name, among, " as a function"))
    return None


def _apply(state: CheckState, member: Member, expr: s.Call, scope: Scope) -> Type:
    """The type of a call of a function that is declared in the language."""
    if state.function is not None:
        state.calls.setdefault(state.function, set()).add(member)
    params = function_of(member).params
    if len(params) != len(expr.arguments):
        wanted = several(len(params), "value")
        help_ = f"write `{text_of(expr.function)}({', '.join([param.name for param in params])})`"
        number, place = len(expr.arguments), member.span()
        state.diagnostics.append(errors.wrong_arguments(scope.span(expr), member.name, wanted, number, help_, place))
    for param, argument in zip(params, expr.arguments):
        expected = state.types[param]
        if isinstance(expected, Labels):
            label_set(state, argument, expected, scope)
            continue
        found = state.expr(argument, scope)
        declared = partial(Span, member.source, param.start, param.end)
        fits(state, argument, found, expected, scope, declared)
    return type_of(state, member)


def _built_in(state: CheckState, called: str, expr: s.Call, scope: Scope) -> Type:
    """The type of a call of a function that the compiler knows."""
    function = BUILTINS[called]
    least, most = function.least, function.most
    if called in ("min", "max"):
        check_named_twice(state, expr, called, scope)
    values = expr.arguments[:most] if function.along else expr.arguments
    if function.of_none:
        state.may_be_empty.update(values)
    types = [state.expr(argument, scope) for argument in values]
    if function.along and most is not None and most <= len(expr.arguments) <= most + 1:
        return function.type_of(Typing(state, scope), expr, types) if along(state, expr, most, scope) else ANY
    if function.along and most is not None:
        most += 1
    elif (most is not None and least <= len(types) <= most) or (most is None and least <= len(types)):
        return function.type_of(Typing(state, scope), expr, types)
    few = several(least, "value")
    to = "or" if most == least + 1 else "to"
    wanted = f"{least} or more values" if most is None else few if least == most else f"{least} {to} {most} values"
    found = len(expr.arguments)
    written = ", ".join([as_written(scope.span(argument)) for argument in expr.arguments])
    of_a_list = found > 1 and function.signature == f"{called}(list)"
    help_ = f"write the values as one list: `{called}([{written}])`" if of_a_list else ""
    state.diagnostics.append(errors.wrong_arguments(scope.span(expr), text_of(expr.function), wanted, found, help_))
    return ANY


# ------------------------------------------------------------------------------ copies and values that are wanted
def with_(state: CheckState, expr: s.With, scope: Scope) -> Type:
    """`base with { field = value }`"""
    type_ = state.expr(expr.base, scope)
    if type_ is not ANY and not isinstance(type_, Object):
        state.refuse(expr.base, type_, "an object", scope)
        return ANY
    filled: dict[tuple[str, ...], s.Path] = {}
    for statement in expr.body.statements:
        if isinstance(statement, s.Fill):
            before = filled.setdefault(statement.path.names, statement.path)
            if before is not statement.path:
                span = scope.span(statement.path)
                state.diagnostics.append(errors.duplicate_fill(span, str(statement.path), scope.span(before)))
        if not isinstance(type_, Object):
            if isinstance(statement, s.Fill):
                state.expr(statement.value, scope)
        elif isinstance(statement, s.Fill):
            if statement.cites:
                cites(state, statement.cites, scope.source)
            member, expected = member_at(state, type_.kind, statement.path, scope.source, value=statement.value, scope=scope)
            fill(state, statement, member, expected, scope, copied=True)
        else:
            span = scope.span(statement)
            state.diagnostics.append(errors.not_here(span, "this", "a `with` body", "only `field = value` can"))
    return type_


def fill(
    state: CheckState, statement: s.Fill, member: Member | None, expected: Type, scope: Scope, *, copied: bool = False
) -> None:
    """Check what is filled into a member; None is one that there is not, which was said."""
    if member is None:
        state.expr(statement.value, scope)
    elif member.form not in ("input", "count"):
        span = Span(scope.source, *statement.path.span_of(-1))
        filled = _filled(state, statement, member, scope, copied=copied)
        help_ = _figure_of_part(state, statement, filled, scope) or instead(member, statement.path)
        words = FORM_WORDS[member.form]
        state.diagnostics.append(errors.not_fillable(span, str(statement.path), words, member.span(), help_))
        state.expr(statement.value, scope)
    else:
        filled = _filled(state, statement, member, scope, copied=copied)
        given(state, statement.value, expected, scope, member, copied=copied, filled=filled)


def _filled(state: CheckState, statement: s.Fill, member: Member, scope: Scope, *, copied: bool) -> Filled | None:
    """What a statement fills; None in a copy, where no path leads to what is beside it."""
    owner = owner_of(state, scope.kind, statement.path) if scope.kind is not None and not copied else None
    return Filled(member, owner, statement.path.names[:-1]) if owner is not None else None


def _figure_of_part(state: CheckState, statement: s.Fill, filled: Filled | None, scope: Scope) -> str:
    """Which field takes a figure that was given to a nested object; "" where that is not clear."""
    written = unit_of(statement.value)
    unit = state.units.read(written.text) if written is not None and filled is not None else ""
    if isinstance(unit, str) or filled is None or filled.member.form != "object":
        return ""
    from vdl.check.meant import inside, takers  # only where something is wrong

    names = takers(state, filled, unit) or [name for name in (inside(state, filled, unit),) if name]
    texts = [f"`{name} = {as_written(scope.span(statement.value))}`" for name in names]
    return f"did you mean {' or '.join(texts)}?" if texts else ""


def instead(member: Member, path: s.Path) -> str:
    """How to change what can't be filled."""
    around = ".".join(path.names[:-1])
    if member.form == "object":
        return f"to change it, write `{path} {{ ... }}`"
    if member.form == "let":
        again = f"let {member.name} = ..."
        instead = f"{around} {{ {again} }}" if around else again
        own = f", make `{figure}` in it an input and fill that" if (figure := _figure(member)) else ""
        return f"fill what it is made of{_made_of(member, around)}{own}, or replace it: `{instead}`"
    return ""


def _figure(member: Member) -> str:
    """The one amount in the formula of an author's derived value, such as `900 items`; "" where there is none, or several."""
    if not isinstance(member.node, s.Let) or member.node.value is None or member.source.is_library:
        return ""
    found = [
        Span(member.source, part.start, part.end).text for part in s.walk(member.node.value)
        if isinstance(part, s.Number) and part.unit is not None and part.unit.text != "%" and "/" not in part.unit.text
    ]  # fmt: skip
    return found[0] if len(found) == 1 else ""


def _made_of(member: Member, around: str) -> str:
    """The inputs beside a derived value that its formula names, as they would be filled."""
    if not isinstance(member.node, s.Let) or member.node.value is None:
        return ""
    named = [part.name for part in s.walk(member.node.value) if isinstance(part, s.Name)]
    found = [one for name in dict.fromkeys(named) if (one := member.owner.lookup(name)) is not None and one.form == "input"]
    paths = [f"`{around}.{one.name}`" if around else f"`{one.name}`" for one in found[:NAMED]]
    return f" ({', '.join(paths)})" if paths else ""


def given(
    state: CheckState, expr: s.Expr, expected: Type, scope: Scope, member: Member, *, copied: bool = False,
    filled: Filled | None = None,
) -> None:  # fmt: skip
    """Check what an input or a count is given: it must fit, and be what it may be. An input of a copy may be a share."""
    wanted(state, expr, expected, scope, member, filled)
    lets_in(state, member, expr, scope, whole=not copied or member.form == "count")


def wanted(
    state: CheckState, expr: s.Expr, expected: Type, scope: Scope, member: Member | None, filled: Filled | None = None
) -> None:
    """Check an expression that must give a value of a type."""
    if isinstance(expected, Labels):
        label_set(state, expr, expected, scope)
        return
    if isinstance(expr, s.Proportion):
        proportion(state, expr, expected, scope)
        return
    one = expected.item if isinstance(expected, ListOf) and isinstance(expr, s.ListOf) else expected
    named = all(isinstance(part, (s.Name, s.Attribute)) for part in (expr.items if isinstance(expr, s.ListOf) else (expr,)))
    kind = one.kind if isinstance(one, Object) and named else None
    said = len(state.diagnostics)
    if isinstance(one, Quantity):
        state.wanted[expr] = one
    found = state.expr(expr, scope.wanting(lambda one: one.may_be(kind)) if kind is not None else scope)
    if expected is TEXT and isinstance(expr, s.Name):
        quoted(state, expr, said)
    if found is ANY and isinstance(expr, s.Binary) and isinstance(expected, Quantity) and len(state.diagnostics) > said:
        from vdl.check.summed_for import summed_for  # only where something is wrong

        summed_for(state, expr, expected, scope, said, filled)
    fits(state, expr, found, expected, scope, member.span if member is not None else None, filled, member)
