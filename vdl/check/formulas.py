"""What the formulas of a body read, by what they fill, and what names say of one another: what checks of slips in writing ask."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set

from vdl import syntax as s
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Member, Quantity

Words = tuple[str, ...]

_LIKE = 5
"""Letters with which two words begin that are of one thing."""


class Made(NamedTuple):
    """What a body declares with formulas: an object or a let, and what each formula reads of that body, by what it fills."""

    member: Member
    values: Mapping[str, s.Expr]
    read: Mapping[str, Sequence[s.Name]]
    texts: Mapping[str, str]

    def names(self) -> set[str]:
        return {one.name for those in self.read.values() for one in those}

    def path(self, filled: str) -> str:
        """What one of the formulas is for: `salt.load`; a let is its own."""
        return f"{self.member.name}.{filled}" if filled else self.member.name


class Formulas(NamedTuple):
    """What a body makes with formulas, and all that it and what it builds on declare, by the words of the names."""

    body: Kind
    made: Mapping[Words, Made]
    figures: Mapping[Words, Member]


Likes = Mapping[tuple[int, Words, str], Sequence[Words]]
"""Names by a place in them, their other words, and how the word there begins."""


def likes_of(names: Iterable[Words]) -> Likes:
    found: dict[tuple[int, Words, str], list[Words]] = {}
    for words in names:
        for at in range(len(words)):
            found.setdefault(_likeness(words, at), []).append(words)
    return found


def like_but_for(likes: Likes, words: Words, at: int) -> Sequence[Words]:
    """The names that are the same but for one word, which is much so."""
    return likes.get(_likeness(words, at), ())


def _likeness(words: Words, at: int) -> tuple[int, Words, str]:
    return at, (*words[:at], *words[at + 1 :]), beginning(words[at])


def is_named_after(word: str, name: str) -> bool:
    return any(are_like(word, one) for one in words_of(name))


def are_like(one: str, other: str) -> bool:
    """Whether two words are the same, or begin with as many letters: "planning" and "planners"."""
    return one == other or (len(one) >= _LIKE and one[:_LIKE] == other[:_LIKE])


def beginning(word: str) -> str:
    """How a word begins: two are of one thing where they begin alike."""
    return word[:_LIKE]


def beginnings(names: Iterable[str]) -> Set[str]:
    return {beginning(word) for name in names for word in words_of(name)}


def formulas_of(body: Kind) -> Formulas:
    made = {words_of(name): one for name, member in body.members.items() if (one := _made_with(body, member)) is not None}
    figures: dict[Words, Member] = {}
    for layer in body.chain():
        for name, member in layer.members.items() if not layer.source.is_library else ():
            figures.setdefault(words_of(name), member)
    return Formulas(body, made, figures)


def _made_with(body: Kind, member: Member) -> Made | None:
    if isinstance(member.node, s.Let) and member.form == "let" and member.node.value is not None:
        value = member.node.value
        return Made(member, {"": value}, {"": read_in(body, None, value)}, {})
    if isinstance(member.node, s.Object) and member.kind is not None:
        filled = dict(_fills(member.node))
        texts = {path: written(member, value) for path, value in filled.items()}
        return Made(member, filled, {path: read_in(body, member.kind, value) for path, value in filled.items()}, texts)
    return None


def by_what_they_fill(formulas: Formulas) -> Iterator[tuple[Kind, str, Sequence[Made]]]:
    """What several objects of a kind fill in one body: the kind, what it is, and these objects."""
    found: dict[tuple[Kind, str], list[Made]] = {}
    for one in formulas.made.values():
        if one.member.form == "object" and one.member.kind is not None:
            for filled in one.values:
                found.setdefault((one.member.kind.named(), filled), []).append(one)
    for (kind, filled), ones in found.items():
        if len(ones) > 1:
            yield kind, filled, ones


def written(member: Member, value: s.Expr) -> str:
    """A part of what a member is made with, on one line."""
    return " ".join(member.source.text[value.start : value.end].split())


def without_names(one: Made, filled: str) -> str:
    """A formula with nothing in place of the names that it reads of the body."""
    value, text, pieces = one.values[filled], one.member.source.text, list[str]()
    at = value.start
    for name in in_order(one.read[filled]):
        pieces.append(text[at : name.start])
        at = name.end
    return " ".join("\0".join([*pieces, text[at : value.end]]).split())


def operands(expr: s.Binary) -> tuple[list[s.Binary], list[s.Expr]]:
    """The operations that are one after the other, and all that they join: `a`, `b` and `c` in `a + (b + c)`, in their order."""
    operations: list[s.Binary] = []
    found: list[s.Expr] = []
    waiting: list[s.Expr] = [expr]
    while waiting:
        part = waiting.pop()
        if isinstance(part, s.Binary) and part.op == expr.op:
            operations.append(part)
            waiting += [part.right, part.left]
        else:
            found.append(part)
    return operations, found


def in_order(names: Iterable[s.Name]) -> list[s.Name]:
    """Names in the order of the text."""
    return sorted(names, key=lambda name: name.start)


def _fills(node: s.Object, above: str = "") -> Iterator[tuple[str, s.Expr]]:
    """What an object fills, also in those that it holds."""
    for one in node.body.statements:
        if isinstance(one, s.Fill):
            yield f"{above}{one.path}", one.value
        elif isinstance(one, s.Object):
            yield from _fills(one, f"{above}{one.name.name}.")


def read_in(body: Kind, inner: Kind | None, expr: s.Expr) -> list[s.Name]:
    """The names in an expression that stand for what a body declares, and not for what the object has itself."""
    names = [one for one in s.walk(expr) if isinstance(one, s.Name) and body.lookup(one.name) is not None]
    return [one for one in names if inner is None or inner.lookup(one.name) is None]


def made_of(members: Mapping[str, Member], first: str) -> set[str]:
    """A name, and those that the definitions of names of its body read on the way to it."""
    found = {first}
    waiting = [first]
    while waiting:
        member = members.get(waiting.pop())
        value = member.node.value if member is not None and isinstance(member.node, s.Let) else None
        read = {one.name for one in s.walk(value) if isinstance(one, s.Name)} - found if value is not None else set()
        found |= read
        waiting += read
    return found


def alike(one: Member, other: Member) -> bool:
    """Whether two are of one kind, or both are lets."""
    kinds = [each.kind.named() if each.kind is not None else None for each in (one, other)]
    return one.form == other.form and kinds[0] is kinds[1]


def may_stand_for(read: Member | None, meant: Member, *, any_dimension: bool) -> bool:
    """Whether one could stand where another is read; a let has the dimension of what stands there."""
    if read is None or read is meant:
        return False
    if read.form == meant.form == "object":
        return alike(read, meant)
    if not {read.form, meant.form} <= {"input", "let"}:
        return False
    dimensions = [one.type.dimension for one in (read, meant) if isinstance(one.type, Quantity)]
    return len(dimensions) > 1 and (any_dimension or dimensions[0] == dimensions[1])


def words_of(name: str) -> Words:
    """The words of a name, of one or of several: `judges_no` and `judge_no` have the same."""
    return tuple([one.removesuffix("s") for one in name.split("_")])


__all__ = [
    "Formulas", "Likes", "Made", "Words", "alike", "are_like", "beginning", "beginnings", "by_what_they_fill", "formulas_of",
    "in_order", "is_named_after", "like_but_for", "likes_of", "made_of", "may_stand_for", "operands", "read_in", "without_names",
    "words_of", "written",
]  # fmt: skip
