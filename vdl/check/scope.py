"""Where an expression stands, and what this pass finds out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from vdl import syntax as s
from vdl.resolve import Names
from vdl.semantics.types import (
    TEXT,
    Kind,
    Member,
    Type,
)  # fmt: skip
from vdl.text.source import Source, Span

Binding = tuple[str, Any]
"""("local", name) | ("member", levels up) | ("file", Member or Kind) | ("module", file) | ("label", (axis, label))
| ("axis", name) | ("builtin", name)"""

SHARED = ("placed", "placed_on", "path", "pass")
"""The words of the language that kinds declare for placements; see the language reference."""

OWN_WORDS = ("name", "full_name", "owner_name", "title", "full_title", "owner_title", "doc")
"""Texts that every object has unless its kind declares a member of that name."""


class Types:
    """The outcome of this pass."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.bindings: dict[s.Node, Binding] = {}
        self.types: dict[s.Node, Type] = {}


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


def member_names(kind: Kind, *forms: str) -> Iterator[str]:
    """The names of a kind's members of some forms."""
    return (name for name, member in kind.all_members().items() if member.form in forms)


def path_expr(path: s.Path) -> s.Expr:
    expr: s.Expr = s.Name(path.start, path.start + len(path.names[0]), 0, path.names[0])
    for depth, name in enumerate(path.names[1:]):
        expr = s.Attribute(path.start, path.end, depth + 1, expr, name)
    return expr


def parts(expr: s.Node) -> Iterable[s.Expr]:
    for name in expr.__match_args__:
        value = getattr(expr, name)
        if isinstance(value, s.Expr):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, s.Expr):
                    yield item
                elif isinstance(item, (s.Loop, s.Entry)):
                    yield from parts(item)


def text_of(expr: s.Expr) -> str:
    if isinstance(expr, s.Name):
        return expr.name
    if isinstance(expr, s.Attribute):
        return f"{text_of(expr.base)}.{expr.name}"
    return "this"


def named(kind: Kind) -> str:
    if kind.form == "object":
        return f"`{kind.name}` ({kind.named().name})"
    return f"`{kind.name}`"


def where(scope: Scope) -> str:
    return f" in `{scope.kind.name}`" if scope.kind is not None and scope.kind.form != "file" else ""


def form_words(form: str) -> str:
    words = {"let": "a derived value (`let`)", "function": "a function", "bound": "a bound", "rule": "a rule",
             "object": "a nested object", "place": "a placement", "expect": "an expectation", "ask": "a question",
             "scenario": "a scenario", "input": "an input", "count": "a count"}  # fmt: skip
    return words[form]


def any_design(source: Source) -> Kind:
    """What is known of a design without naming one: its name and title."""
    kind = Kind("design", "design", s.Node(0, 0), source, None)
    for name in ("title",):
        member = kind.members[name] = Member(name, "let", s.Node(0, 0), kind, source)
        member.type = TEXT
    return kind
