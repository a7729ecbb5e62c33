"""Where an expression stands, and words for what is found there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from vdl import syntax as s
from vdl.semantics.types import Kind, Member, MemberForm, Type
from vdl.text.source import Source, Span

SHARED = ("placed", "placed_on", "path", "pass")
"""The words of the language that kinds declare for placements; see the language reference."""

OWN_WORDS = ("name", "full_name", "owner_name", "title", "full_title", "owner_title", "doc")
"""Texts that every object has unless its kind declares a member of that name."""

VALUES: tuple[MemberForm, ...] = ("input", "let", "count", "object")
"""The forms of members that can be read as values."""


JUDGED: tuple[MemberForm, ...] = ("rule", "ask")
"""The forms of members that can be read once a design is judged; of bounds see `judged`."""


NAMED, LISTED = 3, 12
"""What is named of much that may be meant, and what is listed."""


class Scope:
    """Where an expression stands: the kind whose body it is in, and the names of loops and parameters.

    `defining` is the member whose definition it is: a member does not mean itself. In a document there is more to call.
    `judges` is whether it is read once the design is judged, as in documents and expectations. `wanted` tells
    whether an object of a kind is what a name or a path must stand for; what is said of one that is not known hangs on it.
    Of a name that only begins a path, `behind` tells that of the whole path.
    """

    __slots__ = ("behind", "defining", "document", "judges", "kind", "locals", "source", "wanted")

    def __init__(
        self, kind: Kind | None, source: Source, defining: str = "", locals_: dict[str, Type] | None = None,
        document: bool = False, judges: bool = False, wanted: Callable[[Kind], bool] | None = None,
        behind: Callable[[Kind], bool] | None = None,
    ) -> None:  # fmt: skip
        self.kind = kind
        self.source = source
        self.defining = defining
        self.locals = locals_ or {}
        self.document = document
        self.judges = judges or document
        self.wanted = wanted
        self.behind = behind

    def with_locals(self, more: dict[str, Type]) -> Scope:
        return Scope(self.kind, self.source, self.defining, {**self.locals, **more}, self.document, self.judges)

    def wanting(self, wanted: Callable[[Kind], bool] | None) -> Scope:
        """The same for an expression of which an object of some kind is wanted, or anything."""
        if wanted is self.wanted:
            return self
        return Scope(self.kind, self.source, self.defining, self.locals, self.document, self.judges, wanted)

    def before_a_dot(self) -> Scope:
        """The same for an expression behind which a name stands."""
        behind = self.wanted or self.behind
        if behind is None:
            return self
        return Scope(self.kind, self.source, self.defining, self.locals, self.document, self.judges, None, behind)

    def span(self, node: s.Node) -> Span:
        return Span(self.source, node.start, node.end)

    def kinds(self) -> tuple[Kind, ...]:
        """The bodies whose members are seen from here, the nearest first."""
        return self.kind.around if self.kind is not None else ()


def name_span(expr: s.Name | s.Attribute, scope: Scope) -> Span:
    """Where a name stands; of what is read after a dot, the one behind it."""
    return Span(scope.source, expr.name_start, expr.end)


def parts(node: s.Node) -> Iterable[s.Expr]:
    """The expressions directly in an expression."""
    for child in s.children(node):
        if isinstance(child, s.Expr):
            yield child
        elif isinstance(child, (s.Loop, s.Entry)):
            yield from parts(child)


def member_names(kind: Kind, *forms: MemberForm) -> Iterator[str]:
    """The names of a kind's members of some forms; nothing is looked at before they are gone through."""
    for name, member in kind.all_members().items():
        if member.form in forms:
            yield name


def text_of(expr: s.Expr) -> str:
    if isinstance(expr, s.Name):
        return expr.name
    if isinstance(expr, s.Attribute):
        return f"{text_of(expr.base)}.{expr.name}"
    return "this"


def kind_words(kind: Kind) -> str:
    """A kind in words, as the owner of a member: "`a` (goods)"."""
    return f"`{kind.name}` ({kind.named().name})" if kind.form == "object" else f"`{kind.name}`"


def place_words(scope: Scope) -> str:
    return f" in `{scope.kind.name}`" if scope.kind is not None and scope.kind.form != "file" else ""


FORM_WORDS: dict[MemberForm, str] = {
    "let": "a derived value (`let`)", "function": "a function", "bound": "a bound", "rule": "a rule",
    "object": "a nested object", "place": "a placement", "expect": "an expectation", "ask": "a question",
    "scenario": "a scenario", "input": "an input", "count": "a count",
}  # fmt: skip


def function_of(member: Member) -> s.Function:
    assert isinstance(member.node, s.Function)
    return member.node
