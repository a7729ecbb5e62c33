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

_LIKE = 5
"""Letters with which two words begin that are of one thing."""


class _Made(NamedTuple):
    """What a body declares with formulas: an object or a let, and what each formula reads of that body, by what it fills."""

    member: Member
    read: Mapping[str, Sequence[s.Name]]
    texts: Mapping[str, str]

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
    named, here = _words(name.name), {each.name for each in one.read[filled]}
    for at, own in enumerate(words):
        if any(_is_named_after(own, each) for each in here):
            continue  # something that is named after it
        reads_its_own = any(_is_named_after(own, each) for each in one.names())
        for place, theirs in enumerate(named):
            meant = _at_its_name(figures, (*named[:place], own, *named[place + 1 :]), place, made, words, at)
            for other in _others(made, words, at, theirs) if meant is not None and not _like(own, theirs) else ():
                if meant is None or meant is one.member or not _alike(one.member, other.member):
                    continue
                if _stands_before(one.member, other.member):
                    continue  # its name says that it was copied from there, and its place that it was not
                if reads_its_own and not _is_the_same(one, other, filled, theirs):
                    continue
                reads_it = any(each.name == name.name for each in other.read.get(filled, ()))
                if reads_it and _may_stand_for(body.lookup(name.name), meant, any_dimension=one.member.form == "let"):
                    return other, meant
    return None


def _others(made: Mapping[Words, _Made], words: Words, at: int, theirs: str) -> list[_Made]:
    """What has the same name but for one word, and is called so there, or much so."""
    exact = made.get((*words[:at], theirs, *words[at + 1 :]))
    if exact is not None:
        return [exact]
    return [
        one for each, one in made.items()
        if len(each) == len(words) and each[:at] == words[:at] and each[at + 1 :] == words[at + 1 :] and _like(each[at], theirs)
    ]  # fmt: skip


def _at_its_name(
    figures: Mapping[Words, Member], wanted: Words, place: int, made: Mapping[Words, _Made], words: Words, at: int
) -> Member | None:  # fmt: skip
    """The figure of that name; else the only one that is called much so, `planners_no` of `planning`, where nothing else is named
    as that."""
    if wanted in figures:
        return figures[wanted]
    alike = [
        each for each in figures
        if len(each) == len(wanted) and each[:place] == wanted[:place] and each[place + 1 :] == wanted[place + 1 :]
        and _like(each[place], wanted[place])
    ]  # fmt: skip
    if len(alike) != 1 or (*words[:at], alike[0][place], *words[at + 1 :]) in made:
        return None
    return figures[alike[0]]


def _is_the_same(one: _Made, other: _Made, filled: str, theirs: str) -> bool:
    """Whether the formulas are the same, letter by letter, where what they fill does not say that it is of the other."""
    of_theirs = any(_is_named_after(theirs, each) for each in filled.split("."))
    return one.member.form == "object" and not of_theirs and one.texts[filled] == other.texts.get(filled)


def _is_named_after(word: str, name: str) -> bool:
    return any(_like(word, one) for one in _words(name))


def _like(one: str, other: str) -> bool:
    """Whether two words are the same, or begin with as many letters: "planning" and "planners"."""
    return one == other or (len(one) >= _LIKE and one[:_LIKE] == other[:_LIKE])


def _made(body: Kind, member: Member) -> _Made | None:
    if isinstance(member.node, s.Let) and member.form == "let" and member.node.value is not None:
        return _Made(member, {"": _read(body, None, member.node.value)}, {})
    if isinstance(member.node, s.Object) and member.kind is not None:
        filled = dict(_fills(member.node))
        texts = {path: " ".join(member.source.text[value.start : value.end].split()) for path, value in filled.items()}
        return _Made(member, {path: _read(body, member.kind, value) for path, value in filled.items()}, texts)
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
