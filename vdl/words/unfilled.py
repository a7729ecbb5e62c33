"""Inputs that nobody filled, and of which a rule asks by way of `let`s that they be: `require not none_there`, where `none_there`
is `size(carts) == 0`."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.cells import Instance, Unstated
from vdl.graph.design import RuleEntry
from vdl.graph.items import Items
from vdl.semantics.types import Kind
from vdl.words.looked_at import chain

_PLACING = ("placed", "placed_on", "path")

_DEEP = 3
"""So many `let`s down a condition is read."""


def unfilled(rule: RuleEntry) -> list[str]:
    """The paths of the inputs of a rule's own object that would have to be filled for its condition to hold, or might be."""
    found = [_path(rule.instance, names) for names in _asked(rule.node.condition, rule.instance.kind, True, _DEEP)]
    return [path for path in dict.fromkeys(found) if path]


def _asked(expr: s.Expr, kind: Kind, holds: bool, deep: int) -> Iterator[list[str]]:
    """What would have to be given, or have items, for a condition to hold, or for it not to."""
    if isinstance(expr, s.Unary) and expr.op == "not":
        yield from _asked(expr.operand, kind, not holds, deep)
    elif isinstance(expr, s.Binary) and expr.op in ("and", "or"):
        yield from _asked(expr.left, kind, holds, deep)
        yield from _asked(expr.right, kind, holds, deep)
    elif isinstance(expr, s.Fallback):
        yield from _asked(expr.operand, kind, holds, deep)
    elif isinstance(expr, s.Given) and holds:
        yield chain(expr.operand)
    elif isinstance(expr, s.Compare):
        names = _counted(expr)
        if names and holds == (expr.op in (">", "!=")) and expr.op in (">", "!=", "=="):
            yield names
    elif isinstance(expr, s.Name) and deep:
        member = kind.lookup(expr.name)
        value = getattr(member.node, "value", None) if member is not None and member.form == "let" else None
        if isinstance(value, s.Expr):
            yield from _asked(value, kind, holds, deep - 1)


def _counted(compare: s.Compare) -> list[str]:
    """`carts` of `size(carts) == 0`; no names of what compares anything else."""
    call, zero = compare.left, compare.right
    is_size = isinstance(call, s.Call) and chain(call.function) == ["size"] and len(call.arguments) == 1
    if not isinstance(call, s.Call) or not is_size or not isinstance(zero, s.Number) or zero.value != 0:
        return []
    return chain(call.arguments[0])


def _path(instance: Instance, names: list[str]) -> str:
    """The path of an input of an object that nobody stated, or of a list in which nothing stands where nobody says what does; ""
    of anything else, and of what `place` fills."""
    if len(names) != 1 or names[0] in _PLACING:
        return ""
    member, made = instance.kind.lookup(names[0]), instance.slots.get(names[0])
    if member is None or member.form != "input":
        return ""
    default = member.node.default if isinstance(member.node, s.Field) else None
    is_empty = isinstance(made, Items) and not made and (default is None or isinstance(default, s.ListOf))
    return instance.path_of(names[0]) if is_empty or isinstance(made, Unstated) else ""


__all__ = ["unfilled"]
