"""Functions put in where they are called."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.builtins import BUILTINS
from vdl.elaborate.aside import TooMuch
from vdl.elaborate.names import around, label_set
from vdl.elaborate.sharing import part, shared
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Const, Env, Instance, Made, Op
from vdl.semantics.types import ANY, Labels, Member
from vdl.text.limits import CALL_DEPTH, CALLS
from vdl.text.source import Source, Span


def call(el: Elaboration, expr: s.Call, env: Env) -> Made:
    function = expr.function
    binding = el.bindings.get(function)
    if binding is not None and binding[0] == "builtin":
        return BUILTINS[binding[1]].elaborate(el, expr, env)
    arguments = [el.expr(a, env) for a in expr.arguments]
    if binding is not None and binding[0] == "file":
        return inline(el, binding[1], None, arguments, expr, env.source)
    if isinstance(function, s.Name):
        instance = around(env, binding[1]) if binding is not None and binding[0] == "member" else None
        member = instance.kind.lookup(function.name) if instance is not None else None
        return inline(el, member, instance, arguments, expr, env.source) if member is not None else POISON
    assert isinstance(function, s.Attribute)
    base = el.expr(function.base, env)
    if not isinstance(base, Instance):
        return base if isinstance(base, Const) else POISON
    member = base.kind.lookup(function.name)
    return inline(el, member, base, arguments, expr, env.source) if member is not None else POISON


def inline(
    el: Elaboration, member: Member, instance: Instance | None, arguments: list[Made], node: s.Node, source: Source
) -> Made:
    """The body of a function with its parameters put in. A formula that is an argument becomes a cell of its own."""
    span = Span(source, node.start, node.end)
    el.spend("calls of functions", CALLS, span)
    if len(el.calls) >= CALL_DEPTH:
        raise TooMuch(errors.too_much_work(span, "functions that call each other", CALL_DEPTH))
    function = member.node
    assert isinstance(function, s.Function)
    if function.cites:
        el.called[member] = None
    locals_: dict[str, Made] = {}
    for param, argument in zip(function.params, arguments):
        type_ = el.types.types.get(param, ANY)
        if isinstance(type_, Labels) and not type_.one:
            argument = label_set(argument, type_.axis)
        if isinstance(argument, Op):
            argument = part(el, argument, param, type_, node, source)
        locals_[param.name] = shared(el, argument, param.name, type_, node, source)
    el.calls.append(node)
    try:
        made = el.expr(function.value, Env(instance, locals_, member.source))
    finally:
        el.calls.pop()
    if isinstance(made, Instance) and made.base is not None and instance is not None and made.base in arguments:
        made.path = f"{made.base.path} after {instance.path}"
    return made
