"""Formulas that read a name with another end than those of like objects which fill the same, where the one with their end is
declared, too: `editors_today` beside `layout_there` and `editors_there`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import (
    Formulas,
    Made,
    Words,
    by_what_they_fill,
    in_order,
    is_named_after,
    made_of,
    may_stand_for,
    without_names,
    words_of,
)
from vdl.check.scope import Scope
from vdl.records import NamedTuple
from vdl.semantics.types import Member
from vdl.text.diagnostics import Diagnostic

_MANY = 2
"""How many others have to read the common end."""


class _Read(NamedTuple):
    """A name that a formula of an object reads, and its words: backwards, where names begin with what is their end here."""

    one: Made
    filled: str
    name: s.Name
    words: Words


class _Odd(NamedTuple):
    """Who reads what is `of` something with another end than the common one, which the others have."""

    read: _Read
    of: Words
    end: Words
    common: Words
    others: Sequence[_Read]
    backwards: bool

    def named(self, formulas: Formulas, of: Words, end: Words) -> Member | None:
        return formulas.figures.get(_turned((*of, *end), self.backwards))


def odd_ones_out(formulas: Formulas, asked: Collection[s.Name]) -> Iterator[Diagnostic]:
    """What is asked of the names that formulas read, but for those that have been asked about."""
    known = set(asked)
    for backwards in (False, True):
        for same in _alike_but_for_names(formulas, backwards):
            for odd in _odd_ones(formulas, same, backwards) if len(same) > 1 else ():
                meant = odd.named(formulas, odd.of, odd.common)
                if meant is not None and odd.read.name not in known and _is_odd(formulas, odd, meant):
                    known.add(odd.read.name)
                    yield _asked(formulas, odd, meant)


def _asked(formulas: Formulas, odd: _Odd, meant: Member) -> Diagnostic:
    span, *spans = [Scope(formulas.body, each.one.member.source).span(each.name) for each in (odd.read, *odd.others[:_MANY])]
    one, name = odd.read.one, odd.read.name.name
    place = [(each, "as it is read here") for each in spans]
    return errors.odd_one_out(span, name, one.path(odd.read.filled), meant.name, one.member.name, place)


def _alike_but_for_names(formulas: Formulas, backwards: bool) -> Iterator[list[_Read]]:
    """The names at each place of formulas that are the same but for names, and fill the same of objects of one kind."""
    for _, filled, ones in by_what_they_fill(formulas):
        found: dict[tuple[str, int], list[_Read]] = {}
        for one in ones:
            names = in_order(one.read[filled])
            text = without_names(one, filled) if names else ""
            for at, name in enumerate(names):
                found.setdefault((text, at), []).append(_Read(one, filled, name, _turned(words_of(name.name), backwards)))
        yield from found.values()


def _odd_ones(formulas: Formulas, same: Sequence[_Read], backwards: bool) -> Iterator[_Odd]:
    """Those that alone have another end than the others, where half of them or more have the same one and what has neither is of
    nothing that is declared with that."""
    ends = Counter(read.words[cut:] for read in same for cut in range(1, len(read.words)))
    for common, number in ends.items():
        if number < len(same) - number:
            continue
        others = [read for read in same if read.words[-len(common) :] == common]
        found = [
            _Odd(read, read.words[:cut], read.words[cut:], common, others, backwards)
            for read in same if read.words[-len(common) :] != common
            for cut in range(1, len(read.words)) if _turned((*read.words[:cut], *common), backwards) in formulas.figures
        ]  # fmt: skip
        if len(found) == 1:
            yield found[0]


def _is_odd(formulas: Formulas, odd: _Odd, meant: Member) -> bool:
    """Whether what is read is a slip: names with both ends are there, and nothing says that this one is of its own."""
    read, others = odd.read, odd.others
    owned = {each.words[: -len(odd.common)] for each in others}
    if odd.of in owned or not any(of and odd.named(formulas, of, odd.end) is not None for of in owned):
        return False
    if any(is_named_after(word, read.one.member.name) for word in odd.end):
        return False  # it is of what the end says
    if not may_stand_for(formulas.body.lookup(read.name.name), meant, any_dimension=False) or _is_read(formulas, odd, meant):
        return False
    after = all(
        any(is_named_after(word, each.one.member.name) for word in of)
        for each, of in ((read, odd.of), *[(each, each.words[: -len(odd.common)]) for each in others])
    )
    return (len(others) >= _MANY and (after or not odd.backwards)) or (after and _is_everywhere(formulas, odd))


def _is_read(formulas: Formulas, odd: _Odd, meant: Member) -> bool:
    """Whether the name with the common end is read, too, and so not forgotten: where the same is filled; or anywhere, where
    neither of the two is worked out from the other, and they may be parts of one whole."""
    members, name = formulas.body.all_members(), odd.read.name.name
    worked_out = name in made_of(members, meant.name) or meant.name in made_of(members, name)
    return any(
        each.name == meant.name
        for one in formulas.made.values() if one.member.form == "object"
        for filled, read in one.read.items() if not worked_out or filled == odd.read.filled
        for each in read
    )  # fmt: skip


def _is_everywhere(formulas: Formulas, odd: _Odd) -> bool:
    """Whether formulas of two other objects or more read the common end, and none the other one, but to work out what else is
    declared of the same."""
    having = set[str]()
    for one in formulas.made.values():
        own = _turned(words_of(one.member.name), odd.backwards)
        for node in (node for names in one.read.values() for node in names if node is not odd.read.name):
            words = _turned(words_of(node.name), odd.backwards)
            for end, instead in ((odd.common, odd.end), (odd.end, odd.common)):
                of = words[: -len(end)]
                if not of or words[-len(end) :] != end or odd.named(formulas, of, instead) is None:
                    continue
                if end == odd.common and one.member.form == "object":
                    having.add(one.member.name)
                elif end == odd.end and (one.member.form == "object" or own[: len(of)] != of):
                    return False
    return len(having - {odd.read.one.member.name}) >= _MANY


def _turned(words: Words, backwards: bool) -> Words:
    return tuple(reversed(words)) if backwards else words


__all__ = ["odd_ones_out"]
