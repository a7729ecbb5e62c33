"""Expressions: what has a value."""

from __future__ import annotations

from vdl.syntax.nodes import Body, Exact, Expr, Loop, Node, Path, UnitName, node


@node
class Number(Expr):
    """`16 kg`: `unit` is what is written behind it, or None."""

    value: Exact
    unit: UnitName | None


@node
class Range(Expr):
    """`3..5 kg`, from the lowest to the highest; `3..4..5 kg` with what is most likely between them, else None."""

    low: Exact
    likely: Exact | None
    high: Exact
    unit: UnitName | None


@node
class String(Expr):
    """`"a text"`, without its quotes and escapes."""

    text: str


@node
class Truth(Expr):
    """`true` or `false`."""

    value: bool


@node
class Name(Expr):
    """`boxes`: a name that is read."""

    name: str

    @property
    def name_start(self) -> int:
        """Where the name begins; it ends with the node."""
        return self.start


@node
class SlashName(Expr):
    """`a/b` without spaces where a value is wanted: almost always a forgotten space."""

    text: str


@node
class Proportion(Expr):
    """`4:1` where a value is wanted, which hangs on the unit that is meant."""

    left: Exact
    right: Exact


@node
class Attribute(Expr):
    """`base.name`"""

    base: Expr
    name: str

    @property
    def name_start(self) -> int:
        """Where the name behind the dot begins; it ends with the node."""
        return self.end - len(self.name)


@node
class Select(Expr):
    """`base at labels`: `load at winter`, `load at (winter, day)`; or `base at (a * 2)`, `base at ceil(a)` with `by`."""

    base: Expr
    labels: tuple[Path, ...]
    by: tuple[Expr, ...]


@node
class Call(Expr):
    """`function(arguments)`: `max(a, b)`."""

    function: Expr
    arguments: tuple[Expr, ...]


@node
class With(Expr):
    """`base with { ... }`: a copy of an object with some of its inputs filled otherwise."""

    base: Expr
    body: Body


@node
class ListOf(Expr):
    """`[a, b, c]`"""

    items: tuple[Expr, ...]


@node
class Comprehension(Expr):
    """`x.n for x in all crate if x.n > 2`, in brackets or as what a function is given; with `, once by x.sort` the first of those
    of which that is the same."""

    item: Expr
    loops: tuple[Loop, ...]
    when: Expr | None
    by: Expr | None


@node
class LabelMap(Expr):
    """`{ winter: 18, else: 8 } kg`, `{ 3..5 kg: 1.5 }`; the entry without a label and a key is `else`."""

    entries: tuple[Entry, ...]
    unit: UnitName | None

    @property
    def is_keyed(self) -> bool:
        """Whether its keys are ranges of a quantity."""
        return any(entry.key is not None for entry in self.entries)


@node
class Entry(Node):
    """`winter: 18` or `season.winter: 18` in a value by label, `3..5 kg: 18` in one by a quantity.

    Without `label` and `key` it is that of `else`.
    """

    label: Path | None
    key: Extent | None
    value: Expr


@node
class Extent(Node):
    """`3..5 kg`, `6 kg..`, `0..<3 kg`, `4 kg`: numbers from the lowest to the highest, None where there is no end.

    An end that is `open` is left out.
    """

    low: Exact | None
    high: Exact | None
    low_open: bool
    high_open: bool
    unit: UnitName | None

    @property
    def lacks_end(self) -> bool:
        """Whether an end is left out that is not there."""
        return (self.low_open and self.low is None) or (self.high_open and self.high is None)


@node
class All(Expr):
    """`all crate`, `all crate in o`, or `all season` of an axis."""

    kind: Path
    within: Path | None


@node
class Nearest(Expr):
    """`nearest crate`: the object of a kind that lies closest around"""

    kind: Path


@node
class Choose(Expr):
    """`choose [a, b] minimizing cost`"""

    options: tuple[Expr, ...]
    objective: Expr


@node
class Unary(Expr):
    """`-x` or `not x`"""

    op: str
    operand: Expr


@node
class Binary(Expr):
    """`left + right`, and so with `-`, `*`, `/`, `and` and `or`."""

    op: str
    left: Expr
    right: Expr


@node
class Compare(Expr):
    """`left == right`, and so with `!=`, `<`, `<=`, `>` and `>=`."""

    op: str
    left: Expr
    right: Expr


@node
class Given(Expr):
    """`x is given`: whether the design states it."""

    operand: Expr


@node
class Convert(Expr):
    """`x as tonne`: the same value, shown in that unit."""

    operand: Expr
    unit: UnitName


@node
class Conditional(Expr):
    """`then if condition else other`"""

    then: Expr
    condition: Expr
    other: Expr


@node
class Fallback(Expr):
    """`a else b`: b where a is not stated."""

    operand: Expr
    other: Expr


def reading(path: Path) -> Expr:
    """A path as an expression that reads it."""
    first, *rest = path.names
    expr: Expr = Name(path.start, path.start + len(first), 0, first)
    for depth, (name, start) in enumerate(zip(rest, path.starts[1:]), 1):
        expr = Attribute(path.start, start + len(name), depth, expr, name)
    return expr
