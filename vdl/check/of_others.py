"""Factors of other things: `salt_load = 4 kg * flour_growth`, where `rice_load` takes `growth` and `flour` its own, or where
`salt_load = salt_now * flour_growth` beside `salt_growth`."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import Formulas, Made, Words, in_order, is_named_after, made_of, may_stand_for, without_names, words_of
from vdl.check.scope import Scope
from vdl.text.diagnostics import Diagnostic

_NUMBER = r"\d[\d_.,]*"


def factors_of_others(formulas: Formulas, asked: Collection[s.Name]) -> Iterator[Diagnostic]:
    """What is asked of lets that are called alike, and are the same but for their numbers and for one name, which in one of them
    is called after something else that is declared and reads it."""
    known = set(asked)
    for one, other in _alike(formulas):
        names = [in_order(each.read[""]) for each in (one, other)]
        differ = [(a, b) for a, b in zip(*names) if a.name != b.name]
        if len(names[0]) != len(names[1]) or len(differ) != 1:
            continue
        for read, meant, odd, like in ((*differ[0], one, other), (*reversed(differ[0]), other, one)):
            if read not in known and _is_of_another(formulas, read.name, meant.name, odd):
                known.add(read)
                span = Scope(formulas.body, odd.member.source).span(read)
                place = Scope(formulas.body, like.member.source).span(meant), "as it is read here"
                yield errors.odd_one_out(span, read.name, odd.member.name, meant.name, like.member.name, [place])


def mixed_with_others(formulas: Formulas, asked: Collection[s.Name]) -> Iterator[Diagnostic]:
    """What is asked of names that are of another thing than what they fill, beside a name that is of this, where one that has
    both its thing and their end is declared, too."""
    for one in formulas.made.values():
        for filled, names in one.read.items():
            for read in in_order(names):
                found = _mixed(formulas, one, filled, read) if read not in asked else None
                if found is not None:
                    beside, meant = found
                    scope, name = Scope(formulas.body, one.member.source), one.member.name
                    place, path = (scope.span(beside), "of the other"), one.path(filled)
                    yield errors.odd_one_out(scope.span(read), read.name, path, meant, name, [place], beside=beside.name)


def _mixed(formulas: Formulas, one: Made, filled: str, read: s.Name) -> tuple[s.Name, str] | None:
    """The name beside one that is of another thing, which is of what is filled, and the name that is meant there."""
    of, *end = words_of(read.name)
    if not end or is_named_after(of, one.member.name) or not _is_a_thing(formulas, of, read.name):
        return None
    for beside in in_order(one.read[filled]):
        own, *rest = words_of(beside.name)
        meant = formulas.figures.get((own, *end))
        if not rest or own == of or meant is None or meant is one.member or not is_named_after(own, one.member.name):
            continue
        members = formulas.body.all_members()
        worked_out = read.name in made_of(members, meant.name) or meant.name in made_of(members, read.name)
        if not worked_out and meant.name not in one.names() and may_stand_for(members.get(read.name), meant, any_dimension=False):
            return beside, meant.name
    return None


def _is_a_thing(formulas: Formulas, word: str, name: str) -> bool:
    """Whether something else is called after it, too."""
    return any(words[0] == word and member.name != name for words, member in formulas.figures.items())


def _alike(formulas: Formulas) -> Iterator[tuple[Made, Made]]:
    """Two lets whose names begin or end with the same word, and whose formulas are the same but for names and numbers."""
    found: dict[tuple[int, str, str], list[Made]] = {}
    for words, one in formulas.made.items():
        if one.member.form == "let" and len(words) > 1 and one.read[""]:
            text = re.sub(_NUMBER, "0", without_names(one, ""))
            for end in (0, -1):
                found.setdefault((end, words[end], text), []).append(one)
    for likes in found.values():
        if len(likes) == 2:  # of more, others show which is the odd one
            yield from combinations(likes, 2)


def _is_of_another(formulas: Formulas, read: str, meant: str, odd: Made) -> bool:
    """Whether a name is called after something that stands beside and reads it, and is not what reads it here, while the other
    one is of the same sort and is called after neither."""
    of, instead = _apart(words_of(read), words_of(meant))
    if not of or not instead or any(is_named_after(word, odd.member.name) for word in of):
        return False
    named = [each for words, each in formulas.made.items() if words == of and each is not odd]
    if not any(read in each.names() for each in named):
        return False
    return may_stand_for(formulas.body.lookup(read), formulas.figures[words_of(meant)], any_dimension=False)


def _apart(one: Words, other: Words) -> tuple[Words, Sequence[str]]:
    """The words of two names before the end that they have in common; nothing where they have none."""
    at = 0
    while at < min(len(one), len(other)) and one[-1 - at] == other[-1 - at]:
        at += 1
    return (one[:-at], other[:-at]) if at else ((), ())


__all__ = ["factors_of_others", "mixed_with_others"]
