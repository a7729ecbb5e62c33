"""How the records of a tree are made, what they have in common, and the small parts that stand in all of them.

Type checkers see frozen records; at run time they are slotted classes without the cost of
guarded assignment, since a large design has a million of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import accumulate
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


def quotient(start: int, text: str) -> tuple[Ident, ...]:
    """The names of `kg/box`, where that is a word of the text."""
    found: list[Ident] = []
    for name in text.split("/"):
        found.append(Ident(start, start + len(name), name))
        start += len(name) + 1
    return tuple(found)


@node
class UnitName(Node):
    """`kg`, `kg/box` or `%` behind a number or after `as`."""

    text: str

    @property
    def parts(self) -> tuple[Ident, ...]:
        """The names in it."""
        return quotient(self.start, self.text)


@node
class Path(Node):
    """Names with dots between them: `std.crates`, `o.n`.

    `apart` is where each of them begins; () where nothing but dots stands between them, which is nearly always.
    """

    names: tuple[str, ...]
    apart: tuple[int, ...]

    def __str__(self) -> str:
        return ".".join(self.names)

    @property
    def starts(self) -> tuple[int, ...]:
        """Where each of the names begins."""
        if self.apart:
            return self.apart
        ends = accumulate([len(name) + 1 for name in self.names], initial=self.start)
        return tuple(ends)[:-1]

    def span_of(self, index: int) -> tuple[int, int]:
        """Where one of the names stands; a negative index counts from the end."""
        start = self.starts[index]
        return start, start + len(self.names[index])

    def first(self, count: int) -> Path:
        """The path of its first names."""
        return Path(self.start, self.span_of(count - 1)[1], self.names[:count], self.apart[:count])


@node
class Loop(Node):
    """`x in all crate`, one of those behind `for`."""

    name: str
    items: Expr


@node
class Date(Expr):
    """`2026-05` or `2026-05-31`, as it is written."""

    text: str


class Owned:
    """What may say who answers for it, and until when: `owner "whose" until 2027-01-01`; what is left out is empty."""

    __slots__ = ()
    owner: str
    ends: Date | None

    @property
    def until(self) -> str:
        """The day, month or year with which it ends; "" where nothing says so."""
        return self.ends.text if self.ends is not None else ""


@node
class Cite(Node, Owned):
    """`@ survey "page 3"`: `source` is the path, `where` the text in quotes or "". What is `@ assumed "why"` may be owned."""

    source: Path
    where: str
    owner: str
    ends: Date | None


@node
class TypeRef(Node):
    """What a member is declared to be: `Weight`, `Weight/Box`, `list of crate`, `labels of season`.

    `form` is "path", "unit" (of `Weight/Box`), "list" or "labels"; `text` what is written behind the words of the form.
    """

    form: str
    text: str
    path: Path | None

    @property
    def parts(self) -> tuple[Ident, ...]:
        """The names in one of the form "unit"; none of others, which have a path."""
        return quotient(self.start, self.text) if self.form == "unit" else ()


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
