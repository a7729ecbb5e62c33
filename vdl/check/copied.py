"""Formulas that were copied from a like object, or a like `let`, and still read what is named after that."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.records import NamedTuple
from vdl.semantics.types import Kind, Member, Quantity

Words = tuple[str, ...]


class _Made(NamedTuple):
    """What a body declares with formulas: an object or a let, and what each formula reads of that body, by what it fills."""

    member: Member
    read: Mapping[str, Sequence[s.Name]]

    def names(self) -> set[str]:
        return {one.name for those in self.read.values() for one in those}


def check_copied(state: CheckState, body: Kind) -> None:
    """Ask about each formula in `salt` that reads `flour_kg`, as that of `flour` does which fills the same, where nothing in
    `salt` reads `salt_kg`, nor anything else that is named so."""
    if body.source.is_library:
        return
    made = {_words(name): one for name, member in body.members.items() if (one := _made(body, member)) is not None}
    figures: dict[Words, Member] = {}
    for layer in body.chain():
        for name, member in layer.members.items() if not layer.source.is_library else ():
            figures.setdefault(_words(name), member)
    for words, one in made.items():
        for filled, node in [(filled, node) for filled, read in one.read.items() for node in read]:
            found = _copied(words, one, filled, node, made, figures, body)
            if found is not None:
                other, meant = found
                path, like = (".".join([each.member.name, *([filled] if filled else [])]) for each in (one, other))
                span, place = Scope(body, one.member.source).span(node), _place(body, other, filled, node.name)
                state.diagnostics.append(errors.copied_name(span, node.name, path, like, meant.name, one.member.name, place))


def _copied(
    words: Words, one: _Made, filled: str, name: s.Name, made: Mapping[Words, _Made], figures: Mapping[Words, Member], body: Kind
) -> tuple[_Made, Member] | None:  # fmt: skip
    """What a formula was copied from, and what it reads there under the name that fits; None where it is its own."""
    named, known = _words(name.name), one.names()
    for at, own in enumerate(words):
        if any(own in _words(each) for each in known):
            continue  # something that is named after it
        for place, theirs in enumerate(named):
            other = made.get((*words[:at], theirs, *words[at + 1 :])) if theirs != own else None
            meant = figures.get((*named[:place], own, *named[place + 1 :]))
            if other is None or meant is None or meant is one.member or not _alike(one.member, other.member):
                continue
            reads_it = any(each.name == name.name for each in other.read.get(filled, ()))
            if _stands_before(one.member, other.member):
                continue  # its name says that it was copied from there, and its place that it was not
            if reads_it and _may_stand_for(body.lookup(name.name), meant, any_dimension=one.member.form == "let"):
                return other, meant
    return None


def _made(body: Kind, member: Member) -> _Made | None:
    if isinstance(member.node, s.Let) and member.form == "let" and member.node.value is not None:
        return _Made(member, {"": _read(body, None, member.node.value)})
    if isinstance(member.node, s.Object) and member.kind is not None:
        return _Made(member, {path: _read(body, member.kind, value) for path, value in _fills(member.node)})
    return None


def _fills(node: s.Object, above: str = "") -> Iterator[tuple[str, s.Expr]]:
    """What an object fills, also in those that it holds."""
    for one in node.body.statements:
        if isinstance(one, s.Fill):
            yield f"{above}{one.path}", one.value
        elif isinstance(one, s.Object):
            yield from _fills(one, f"{above}{one.name.name}.")


def _read(body: Kind, inner: Kind | None, expr: s.Expr) -> list[s.Name]:
    """The names in an expression that stand for what a body declares, and not for what the object has itself."""
    names = [one for one in s.walk(expr) if isinstance(one, s.Name) and body.lookup(one.name) is not None]
    return [one for one in names if inner is None or inner.lookup(one.name) is None]


def _stands_before(one: Member, other: Member) -> bool:
    """Whether one stands above the other: then most likely it was not copied from that."""
    nodes = one.node, other.node
    return one.source is other.source and nodes[0] is not None and nodes[1] is not None and nodes[0].start < nodes[1].start


def _alike(one: Member, other: Member) -> bool:
    """Whether two are of one kind, or both are lets."""
    kinds = [each.kind.named() if each.kind is not None else None for each in (one, other)]
    return one.form == other.form and kinds[0] is kinds[1]


def _may_stand_for(read: Member | None, meant: Member, *, any_dimension: bool) -> bool:
    """Whether one could stand where another is read; a let has the dimension of what stands there."""
    if read is None or read is meant:
        return False
    if read.form == meant.form == "object":
        return _alike(read, meant)
    if not {read.form, meant.form} <= {"input", "let"}:
        return False
    dimensions = [one.type.dimension for one in (read, meant) if isinstance(one.type, Quantity)]
    return len(dimensions) > 1 and (any_dimension or dimensions[0] == dimensions[1])


def _place(body: Kind, other: _Made, filled: str, name: str) -> errors.Places:
    node = next(one for one in other.read[filled] if one.name == name)
    return [(Scope(body, other.member.source).span(node), "as it is read here")]


def _words(name: str) -> Words:
    """The words of a name, of one or of several: `judges_no` and `judge_no` have the same."""
    return tuple([one.removesuffix("s") for one in name.split("_")])


__all__ = ["check_copied"]
