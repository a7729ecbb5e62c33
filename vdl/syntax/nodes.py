"""How the records of a tree are made, what they have in common, and the small parts that stand in all of them.

Type checkers see frozen records; at run time they are slotted classes without the cost of
guarded assignment, since a large design has a million of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from types import CodeType, FunctionType
from typing import TypeVar, dataclass_transform

T = TypeVar("T")
Exact = int | Fraction


@dataclass_transform(frozen_default=True)
def node(cls: type[T]) -> type[T]:
    """Make a slotted record of the annotated fields of `cls` and what it is made from, in order."""
    own = tuple(cls.__dict__.get("__annotations__", {}))
    fields = (*getattr(cls.__bases__[0], "__match_args__", ()), *own)
    members = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    members.update(__slots__=own, __init__=_maker(fields), __match_args__=fields)
    made: type[T] = type(cls.__name__, cls.__bases__, members)
    return made


def _maker(fields: tuple[str, ...]) -> FunctionType:
    """A function that sets the fields of a record; renamed from one of as many fields, since compiling takes long."""
    code = _pattern(len(fields)).replace(co_varnames=("self", *fields), co_names=fields)
    return FunctionType(code, {}, "__init__")


@cache
def _pattern(fields: int) -> CodeType:
    names = [f"field{n}" for n in range(fields)]
    scope: dict[str, FunctionType] = {}
    exec(f"def __init__(self, {', '.join(names)}): {'; '.join(f'self.{n} = {n}' for n in names)}", scope)
    return scope["__init__"].__code__


@node
class Node:
    """What stands in a file from `start` up to `end`, counted in characters."""

    start: int
    end: int


@node
class Expr(Node):
    """What has a value."""

    depth: int
    """Nesting below this node; 0 for a leaf."""


@node
class Statement(Node):
    """What stands in a body. `cites` are the citations behind it, `@ source "where"`, or those at the end of its line: these
    lie beyond its end, and are the same nodes in all statements that they cover."""

    cites: tuple[Cite, ...]


@node
class DocItem(Node):
    """What stands in a document."""


@node
class Ident(Node):
    """A name where it is given or declared: `n` in `let n = 3`."""

    name: str


@node
class UnitName(Node):
    """`kg`, `kg/box` or `%` behind a number or after `as`."""

    text: str


@node
class Path(Node):
    """Names with dots between them: `std.crates`, `o.n`."""

    names: tuple[str, ...]

    def __str__(self) -> str:
        return ".".join(self.names)


@node
class Loop(Node):
    """`x in all crate`, one of those behind `for`."""

    name: str
    items: Expr


@node
class Cite(Node):
    """`@ survey "page 3"`: `source` is the path, `where` the text in quotes or ""."""

    source: Path
    where: str


@node
class TypeRef(Node):
    """What a member is declared to be: `Weight`, `Weight/Box`, `list of crate`, `labels of season`.

    `form` is "path", "unit" (of `Weight/Box`), "list" or "labels"; `text` what is written behind the words of the form.
    """

    form: str
    text: str
    path: Path | None


@node
class Body(Node):
    """`{ ... }` with statements in it."""

    statements: tuple[Statement, ...]


def children(node: Node) -> Iterator[Node]:
    """The nodes directly in a node, in the order of its fields."""
    for name in node.__match_args__:
        value = getattr(node, name)
        if isinstance(value, Node):
            yield value
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Node):
                    yield item


def walk(node: Node) -> Iterator[Node]:
    """A node and all that are in it, each before what is in itself; as deep as they may be."""
    waiting = [node]
    while waiting:
        node = waiting.pop()
        yield node
        waiting += reversed(list(children(node)))
