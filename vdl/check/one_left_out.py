"""Sums that by their name are all of something, or no other sum than of that, or that several formulas have, and that leave out
one of its like."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import Formulas, Made, Words, made_of, operands, words_of
from vdl.check.scope import Scope
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Member, Quantity
from vdl.text.diagnostics import Diagnostic

_ALL = frozenset([
    "all", "altogether", "entire", "every", "everybody", "everyone", "everything", "sum", "total", "whole",
])  # fmt: skip
"""Words that say of a sum that it is of all there are."""

_BESIDE = frozenset(["in", "of", "the", "them", "there", "together"])
"""Words that say nothing of which."""


class _Sum(NamedTuple):
    """A sum of like terms: who reads it, what of it, the terms, and what is left out."""

    one: Made
    filled: str
    expr: s.Binary
    terms: frozenset[str]
    left: str
    field: Words
    """The words of what is added up of each."""
    says: Words
    """The words of what it adds up, beside which a name says nothing of which."""


def one_left_out(formulas: Formulas) -> Iterator[Diagnostic]:
    """What is asked of `let total = north.staff + south.staff` beside `east` of the same kind, whose staff nothing of the body
    reads."""
    body = formulas.body
    likes = _Likes(formulas)
    sums = [one for each in formulas.made.values() for one in _sums(likes, each)]
    reads = _read(body) if sums else frozenset()
    stands = Counter((one.terms, one.left) for one in sums)
    seen: set[tuple[frozenset[str], str]] = set()
    for one in sums:
        key = one.terms, one.left
        if key in seen or one.left in reads or not (_says_all(likes, one) or ("." in one.left and stands[key] > 1)):
            continue
        seen.add(key)
        span, left = Scope(body, one.one.member.source).span(one.expr), body.lookup(one.left.partition(".")[0])
        place = [(left.span(), "and this one")] if left is not None else []
        yield errors.one_left_out(span, one.one.path(one.filled), _texts(one, span.source.text), one.left, place)


def _texts(one: _Sum, text: str) -> list[str]:
    return [text[term.start : term.end] for term in operands(one.expr)[1]]


class _Likes:
    """The objects of a body by their kinds, and the names with which several of a kind fill the same."""

    def __init__(self, formulas: Formulas) -> None:
        self.members = formulas.body.all_members()
        self.made = {one.member.name: one for one in formulas.made.values()}
        self.of: dict[Kind, list[Made]] = {}
        self.filling: dict[tuple[Kind, str], dict[str, str]] = {}
        for one in self.made.values():
            if one.member.form == "object" and one.member.kind is not None:
                kind = one.member.kind.named()
                self.of.setdefault(kind, []).append(one)
                for filled, value in one.values.items():
                    if isinstance(value, s.Name):
                        self.filling.setdefault((kind, filled), {})[value.name] = one.member.name

    def filled_alike(self, name: str) -> Iterator[tuple[Kind, Mapping[str, str]]]:
        """The names with which like objects fill what one of them fills with this."""
        for (kind, _), by_name in self.filling.items():
            if name in by_name and len(by_name) == len(self.of[kind]):
                yield kind, by_name


def _sums(likes: _Likes, one: Made) -> Iterator[_Sum]:
    for filled, value in one.values.items():
        added = [node for node in s.walk(value) if isinstance(node, s.Binary) and node.op == "+"]
        inner = {id(part) for node in added for part in (node.left, node.right)}
        read = {name.name for name in one.read[filled]}
        for node in added:
            terms = operands(node)[1] if id(node) not in inner else []
            attributes = [term for term in terms if isinstance(term, s.Attribute)]
            paths = [(term.base.name, term.name) for term in attributes if isinstance(term.base, s.Name)]
            names = [term.name for term in terms if isinstance(term, s.Name) and term.name in read]
            if paths and len(paths) == len(terms):
                found = _of_paths(likes, one, paths)
            elif names and len(names) == len(terms):
                found = _of_names(likes, one, names)
            else:
                continue
            yield from [_Sum(one, filled, node, *each) for each in found]


_Like = tuple[frozenset[str], str, Words, Words]
"""What a sum adds up, what it leaves out, the words of what is added up, and those that say nothing of which."""


def _of_paths(likes: _Likes, one: Made, paths: Sequence[tuple[str, str]]) -> Iterator[_Like]:
    """Of a sum of one thing of several objects of one kind, where the body has one more of these."""
    names, fields = {name for name, _ in paths}, {field for _, field in paths}
    objects = [each for name in sorted(names) if (each := likes.made.get(name)) is not None and each.member.form == "object"]
    kinds = {each.member.kind.named() for each in objects if each.member.kind is not None}
    if len(fields) > 1 or len(kinds) != 1 or len(objects) != len(paths):
        return
    (field,), (kind,) = fields, kinds
    like = likes.of[kind]
    left = [each for each in like if each.member.name not in names] if len(like) == len(objects) + 1 else []
    if len(left) != 1 or one in like or (all(field in each.values for each in objects) and field not in left[0].values):
        return
    says = (*words_of(field), *words_of(kind.name), *_counted(kind.lookup(field)))
    yield frozenset(f"{name}.{field}" for name in names), f"{left[0].member.name}.{field}", words_of(field), says


def _of_names(likes: _Likes, one: Made, names: Sequence[str]) -> Iterator[_Like]:
    """Of a sum of figures with one end, each of which fills the same of another object of a kind, where one more such object is
    filled with one more of these."""
    for kind, by_name in likes.filled_alike(names[0]):
        left = [name for name in by_name if name not in names]
        ends = {words_of(name)[1:] for name in by_name}
        if len(left) != 1 or len(by_name) != len(names) + 1 or len(ends) != 1 or () in ends:
            continue
        if any(left[0] in made_of(likes.members, name) for name in (one.member.name, *names)):
            continue
        says = (*next(iter(ends)), *words_of(kind.name), *_counted(likes.members.get(left[0])))
        yield frozenset(names), left[0], next(iter(ends)), says


def _counted(member: Member | None) -> Words:
    """The words of what something is measured in."""
    if member is None or not isinstance(member.type, Quantity):
        return ()
    return tuple([word for name, _ in member.type.dimension for word in words_of(name.lower())])


def _says_all(likes: _Likes, one: _Sum) -> bool:
    """Whether a let is called as what it adds up, or as the sum of all, and no other word of its name says of which; or it fills
    what is called so of the only object of a kind, which names none of those that it adds up besides."""
    if one.one.values[one.filled] is not one.expr:
        return False
    name = one.filled.rpartition(".")[2] or one.one.member.name
    if not all(word in _ALL or word in _BESIDE or word in one.says for word in words_of(name)):
        return False
    if not one.filled:
        return True
    kind = one.one.member.kind
    alone = kind is not None and len(likes.of[kind.named()]) == 1
    bases = {term.partition(".")[0] for term in one.terms}
    others = [name.name for filled, names in one.one.read.items() if filled != one.filled for name in names]
    return alone and words_of(name) == one.field and not bases.intersection(others)


def _read(body: Kind) -> frozenset[str]:
    """The paths of two names that the texts of a body read, and the names that its lets and rules do."""
    found: set[str] = set()
    for part, _, _, _ in body.bodies:
        for node in s.walk(part):
            if isinstance(node, s.Attribute) and isinstance(node.base, s.Name):
                found.add(f"{node.base.name}.{node.name}")
            elif isinstance(node, (s.Let, s.Require)):
                found |= {each.name for each in s.walk(node) if isinstance(each, s.Name)}
    return frozenset(found)


__all__ = ["one_left_out"]
