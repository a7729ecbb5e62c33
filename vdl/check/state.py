"""What the functions of this pass share, and what the pass finds out.

The functions of the pass call each other through `CheckState.expr`, so that no file of the room needs the one that
knows all forms of expressions.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, MutableMapping, Sequence
from typing import Any, Literal, TypeVar

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.records import NamedTuple
from vdl.resolve import Names
from vdl.resolve.addable import Adding, nothing
from vdl.semantics.types import ANY, Kind, Member, Object, Type, describe
from vdl.text.source import Source

K = TypeVar("K")
V = TypeVar("V")

Binding = (
    tuple[Literal["local"], str]  # the name of a loop or a parameter
    | tuple[Literal["member"], int]  # how many bodies further out its kind is
    | tuple[Literal["file"], Member]  # what stands at the top of a file
    | tuple[Literal["module"], str]  # a file
    | tuple[Literal["design"], Kind | None]  # the design itself, or one of its file that a document names
    | tuple[Literal["label"], tuple[str, str]]  # axis and label
    | tuple[Literal["axis"], str]
    | tuple[Literal["kind"], Kind]  # of `all KIND`
    | tuple[Literal["field"], s.Expr]  # a path that is read like an expression
    | tuple[Literal["builtin"], str]
    | tuple[Literal["bound"], str]  # of the count before the dot
)
"""What a name stands for."""


class Types(NamedTuple):
    """The outcome of this pass: tables beside the tree, which nobody writes to afterwards."""

    names: Names
    bindings: Mapping[s.Node, Binding]
    types: Mapping[s.Node, Type]
    """Of every expression of a program without errors, and of parameters and questions. What is called, `f` in `f(x)`, has the
    type of the call; the name of a file, before a dot, is of type ANY."""
    choices: Mapping[s.Node, tuple[Source, bool]]
    """Every `choose`: the text it stands in, and whether in a function."""
    read: Mapping[Member, Sequence[s.Node]]
    """What authors declare in bodies of designs, objects and kinds: the names that read it, or move it in a question."""

    @staticmethod
    def none(names: Names) -> Types:
        """Of a program that could not be checked."""
        return Types(names, {}, {}, {}, {})


class Overlay(MutableMapping[K, V]):
    """A table over another one, which it never writes to. Values are never None."""

    __slots__ = ("base", "own")

    def __init__(self, base: Mapping[K, V]) -> None:
        self.base: Mapping[K, V] = base.base if isinstance(base, Overlay) else base
        self.own: dict[K, V] = dict(base.own) if isinstance(base, Overlay) else {}

    def get(self, key: K, default: Any = None) -> Any:
        value = self.own.get(key)
        return self.base.get(key, default) if value is None else value

    def __getitem__(self, key: K) -> V:
        value = self.own.get(key)
        return self.base[key] if value is None else value

    def __setitem__(self, key: K, value: V) -> None:
        self.own[key] = value

    def __delitem__(self, key: K) -> None:
        raise TypeError("nothing is taken out of a table")

    def __iter__(self) -> Iterator[K]:
        yield from self.base
        yield from (key for key in self.own if key not in self.base)

    def __len__(self) -> int:
        return sum(1 for _ in self)


Form = Callable[["CheckState", Any, Scope], Type]
"""The type of one form of expression; ANY where something is wrong with it, which is said."""


class CheckState:
    """The tables while they are filled, and where the pass stands."""

    def __init__(
        self, names: Names, forms: Mapping[type[s.Expr], Form], base: Types | None = None,
        shown: Callable[[], Sequence[str]] = tuple, adding: Adding = nothing,
    ) -> None:  # fmt: skip
        self.names = names
        self.shown = shown
        self.adding = adding
        self.units = names.units
        self.forms = forms
        self.diagnostics = errors.Reports()
        self.unimported = set(names.unimported)
        """Files with modules that are used there and not imported, as far as that has been said."""
        self.unlabelled: set[tuple[str, str]] = set()
        """Files, with the shape of labels that they use and nobody declares, of which that has been said."""
        self.bindings: MutableMapping[s.Node, Binding] = {} if base is None else Overlay(base.bindings)
        self.types: MutableMapping[s.Node, Type] = dict(names.params) if base is None else Overlay(base.types)
        self.choices: MutableMapping[s.Node, tuple[Source, bool]] = {} if base is None else Overlay(base.choices)
        self._read_before = {} if base is None else base.read
        self.read: defaultdict[Member, list[s.Node]] = defaultdict(list)
        """Members, of kinds too, with the names that read them: to sort them out each time takes longer than to note them."""
        self.cited: set[s.Cite] = set()
        """Citations of sources that are not known, which has been said: one may cover several statements."""
        self.hidden: dict[s.Node, Member] = {}
        """Names that mean what the kind of an object declares, each with what the text around declares under the same name."""
        self.misread: set[s.Node] = set()
        """Those of them that are not what is wanted, where the hidden one is: nothing else is wrong there."""
        self.wanted: dict[s.Node, Type] = {}
        """What an expression is to be, where that is known before it is looked at: its branches are held against that."""
        self.may_be_empty: set[s.Node] = set()
        """Lists of which something is asked that empty ones answer, too."""
        self._titled: dict[s.DocumentDef, dict[str, list[s.Section]]] = {}
        """The sections of documents that others include, by their titles."""
        self.joined: set[s.Node] = set()
        """Sums, and conditions that `and` or `or` joins, that have been looked at as a whole, with what is a part of one."""
        self.counts: dict[s.Node, Kind] = {}
        """Counts that are read after a dot, where their bounds may be: the kind that declares them."""
        self.judged: set[s.Node] = set()
        """Where a rule, a bound or a question is read."""
        self.calls: dict[Member, set[Member]] = {}
        """Which functions a function calls."""
        self.later: list[Callable[[], None]] = []
        """What is looked at when all types are known, as no type hangs on it: the objectives of choices."""
        self.function: Member | None = None
        """The one whose body is looked at."""
        self.trail: list[Member] = []
        """Members whose types are being inferred, each because of the one before it; see `inference`."""
        self.position: dict[Member, int] = {}
        self.functions: list[int] = []
        """The positions of functions on the trail."""
        self.levels = 0

    def expr(self, expr: s.Expr, scope: Scope) -> Type:
        """The type of an expression, which is written down; ANY where something is wrong with it, which is said."""
        type_ = self.types[expr] = self.forms[expr.__class__](self, expr, scope)
        return type_

    def refuse(self, node: s.Node, found: Type, expected: str, scope: Scope, help: str = "") -> None:
        """Say that something of another type is expected."""
        words = describe(found, self.units.name)
        self.diagnostics.append(errors.wrong_type(scope.span(node), words, expected, help=help))

    def object(self, node: s.Node, found: Type, scope: Scope) -> Object | None:
        """The type of an object; None where it is another one, which is said, or not known."""
        if isinstance(found, Object):
            return found
        if found is not ANY:
            self.refuse(node, found, "an object", scope)
        return None

    def titled(self, document: s.DocumentDef) -> Mapping[str, Sequence[s.Section]]:
        """The sections of a document that can be included alone, by their titles."""
        known = self._titled.get(document)
        if known is None:
            known = self._titled[document] = s.titled(document)
        return known

    def outcome(self) -> Types:
        for task in self.later:
            task()
        return Types(self.names, self.bindings, self.types, self.choices, self._readings())

    def _readings(self) -> Mapping[Member, Sequence[s.Node]]:
        known = dict(self._read_before)
        for member, names in self.read.items():
            if member.owner.form in ("design", "object", "kind") and not member.source.is_library:
                known[member] = tuple(dict.fromkeys([*known.get(member, ()), *names]))  # some texts are looked at twice
        return known
