"""What there is to say of a built-in function: one record, from which every pass reads its part."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from vdl import syntax as s
from vdl.graph.cells import Cell, Const, Env, Formula, Instance, Made, Op, Scale
from vdl.graph.details import Along
from vdl.graph.items import Items
from vdl.records import NamedTuple
from vdl.semantics.types import ANY, Labels, ListOf, Quantity, SourceSymbol, Type
from vdl.semantics.units import Units
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span
from vdl.values import Opposed, Scalar, Value


class Typing(Protocol):
    """What a built-in function sees of checking, in one place of the text."""

    @property
    def units(self) -> Units: ...

    @property
    def document(self) -> bool:
        """Whether it stands in a document."""

    def span(self, node: s.Node) -> Span: ...

    def say(self, diagnostic: Diagnostic) -> None: ...

    def refuse(self, node: s.Node, found: Type, expected: str, help: str = "") -> None:
        """Say that something of another type is expected."""

    def fits(self, expr: s.Expr, found: Type, expected: Type) -> None:
        """Say where an expression is not of the type that is expected."""

    def join(self, a: Type, b: Type, left: s.Expr, right: s.Expr) -> Type:
        """The type that two expressions fit; ANY where there is none, which is said."""


TypeFunction = Callable[[Typing, s.Call, list[Type]], Type]
"""From the types of the arguments, whose number was checked, to that of the result; ANY where something is wrong."""


class NameTable(Protocol):
    def source_of(self, file: str, cite: s.Cite) -> SourceSymbol | None:
        """What is cited in a file; None of an assumption."""


class TypeTable(Protocol):
    @property
    def names(self) -> NameTable: ...

    @property
    def types(self) -> Mapping[s.Node, Type]: ...


class Elaborating(Protocol):
    """What a built-in function sees of elaboration."""

    @property
    def types(self) -> TypeTable: ...

    @property
    def units(self) -> Units: ...

    @property
    def unnamed(self) -> frozenset[str]: ...

    @property
    def rows(self) -> Mapping[Instance, str]:
        """What the bills of a document so far call the row of an object."""

    @property
    def missing(self) -> list[Items]:
        """The lists that lack what is not stated of them."""

    def along(self, call: s.Call) -> Along:
        """The axis that a call follows, with its labels."""

    def expr(self, expr: s.Expr, env: Env) -> Made: ...

    def formula(self, expr: s.Expr, env: Env) -> Formula: ...

    def items_of(self, items: Items, node: s.Node, source: Source) -> Items | Const:
        """The items of a list on which structure hangs; of `stated(list)` those that are, if any is."""

    def complete(self, cell: Cell) -> None: ...

    def decided(self, formula: Formula, span: Span) -> Value: ...

    def decider(self, count: Cell) -> str: ...

    def say(self, diagnostic: Diagnostic) -> None: ...

    def numbered(self, thing: object, after: str = "") -> str: ...


class Evaluating(Protocol):
    """What a built-in function sees of the computing of values."""

    @property
    def spans(self) -> int:
        """Over how many steps a question moves an input; 0 where none does."""

    @property
    def values(self) -> Mapping[Cell, Value]: ...

    def evaluate(self, formula: Formula | None) -> Value: ...

    def combine_all(
        self, op: Op, args: Sequence[Formula], values: list[Value], function: Callable[..., tuple[Scalar, Opposed]]
    ) -> Value: ...

    def checked(self, op: Op, value: Value) -> Value: ...

    def say(self, diagnostic: Diagnostic) -> None: ...

    def about(self) -> str: ...

    def spend_packing(self, span: Span) -> Callable[[int], bool]:
        """Counts steps of packing; False, which is said, where they are more than the limit of the language."""


class Writing(Protocol):
    """What a built-in function sees of the writing of formulas with their numbers."""

    def write(self, formula: Formula) -> tuple[str, int]: ...

    def inside(self, formula: Formula, level: int) -> str: ...

    def value_of(self, formula: Formula) -> Value: ...

    def here(self, formula: Formula) -> Value:
        """The value of a formula at the labels that are written about."""

    def at_every_label(self, formula: Formula) -> str: ...


class Measuring(Protocol):
    """What a built-in function sees of measuring which units a value is made of."""

    def of(self, formula: Formula) -> Scale | None: ...

    def alike(self, formulas: Sequence[Formula], span: Span) -> Scale | None:
        """What all of some formulas are made of, which must be the same."""

    def plain(self, formula: Formula, span: Span) -> None:
        """Say where a formula is made of open units and must not be."""


class Builtin(NamedTuple):
    """A built-in function.

    It takes `least` to `most` values (None: any number). `elaborate` makes what a call of it is. Where that is an
    operation of the function's own name, `evaluate` gives the operation's value and `write` puts it into words, with how
    tightly they bind; without `write` it is `name(a, b)`. `signature` and `doc` stand in the language reference.
    """

    name: str
    signature: str
    doc: str
    least: int
    most: int | None
    type_of: TypeFunction
    elaborate: Callable[[Elaborating, s.Call, Env], Made]
    evaluate: Callable[[Evaluating, Op], Value] | None = None
    write: Callable[[Writing, Op], tuple[str, int]] | None = None
    along: bool = False
    """Whether it follows the labels of a kept axis, which one more argument may name."""
    of_none: bool = False
    """Whether it says something of a list without items, such as the labels of an axis that has none."""
    scale: Callable[[Measuring, Op], Scale | None] | None = None
    """What open units the operation's value is made of; without it all its arguments and its value are made of the same."""


# ------------------------------------------------------------------------------ what several of them ask of a value
def quantity(typing: Typing, call: s.Call, types: list[Type]) -> Type:
    """The type of the first argument, which must be a quantity."""
    if isinstance(types[0], Quantity):
        return types[0]
    if types[0] is not ANY:
        typing.refuse(call.arguments[0], types[0], "a quantity")
    return ANY


def a_list(typing: Typing, call: s.Call, types: list[Type]) -> ListOf | None:
    """The type of the one argument, which must be a list, or labels; None if it is none."""
    given = types[0]
    if isinstance(given, Labels) and not given.one:
        return ListOf(given._replace(one=True))
    if isinstance(given, ListOf):
        return given
    if given is not ANY:
        typing.refuse(call.arguments[0], given, "a list")
    return None


def name_of(call: s.Call) -> str:
    """The name of the built-in function that is called."""
    assert isinstance(call.function, s.Name)
    return call.function.name


ATOM = 10
"""What binds so tightly that it never needs brackets."""

FEW = 4
"""So many items of a sum, of `max` or of `min` are written out; of more, only how many they are."""
