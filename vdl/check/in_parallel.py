"""Lines that were copied from one of two like objects into the other, and name what all else in the first one is named after, or
what stands in the body of the first."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence

from vdl import errors
from vdl import syntax as s
from vdl.check.formulas import (
    Formulas,
    Made,
    alike,
    by_what_they_fill,
    in_order,
    is_named_after,
    may_stand_for,
    without_names,
    words_of,
)
from vdl.check.scope import Scope
from vdl.semantics.types import Member, Quantity
from vdl.text.diagnostics import Diagnostic

_FEW = 5
"""So many objects may have one line; what more have is for all."""


def copied_in_parallel(formulas: Formulas, asked: Container[s.Name]) -> Iterator[Diagnostic]:
    """What is asked of `second { load = south_kg, holds = [north] }` beside `first { load = north_kg, holds = [north] }` and
    `south`, and of `south { row { load = north.kg } }` beside `north { row { load = kg } }`."""
    for filled, ones in _with_one_line(formulas):
        for one, other in ((one, other) for one in ones for other in ones if one is not other):
            found = _meant(formulas, one, other, filled)
            if found is not None and found[0] not in asked:
                node, meant = found
                place = [(Scope(formulas.body, other.member.source).span(_same(other, filled, node)), "as it is read here")]
                span = Scope(formulas.body, one.member.source).span(node)
                paths = one.path(filled), other.path(filled)
                yield errors.copied_name(span, node.name, *paths, meant.name, one.member.name, place)
                break
    for one in formulas.made.values():
        for filled, value in one.values.items() if one.member.form == "object" else ():
            found_there = _of_the_other(formulas, one, filled, value)
            if found_there is not None:
                attribute, other = found_there
                span = Scope(formulas.body, one.member.source).span(attribute)
                there = Scope(formulas.body, other.member.source).span(other.values[filled])
                paths, name = (one.path(filled), other.path(filled)), attribute.name
                read = f"{other.member.name}.{name}"
                own = filled.rpartition(".")[0] or one.member.name
                yield errors.copied_name(span, read, *paths, name, own.replace(".", "_"), [(there, "so it stands here")])


def _with_one_line(formulas: Formulas) -> Iterator[tuple[str, Sequence[Made]]]:
    """What several objects of a kind fill with the same text, in which they read something, and these objects."""
    for _, filled, ones in by_what_they_fill(formulas):
        same: dict[str, list[Made]] = {}
        for one in ones:
            if one.read[filled]:
                same.setdefault(one.texts[filled], []).append(one)
        for those in same.values():
            if 1 < len(those) <= _FEW:
                yield filled, those


def _same(other: Made, filled: str, node: s.Name) -> s.Name:
    return next(one for one in other.read[filled] if one.name == node.name)


def _meant(formulas: Formulas, one: Made, other: Made, filled: str) -> tuple[s.Name, Member] | None:
    """The name in a line that two objects have, and what is meant in one of them: in all other lines that are alike, that reads
    what is named after another word."""
    change = _change(one, other, filled)
    if change is None:
        return None
    theirs, own = change
    for node in one.read[filled]:
        words = words_of(node.name)
        meant = formulas.figures.get(tuple([own if word == theirs else word for word in words]))
        if theirs not in words or meant is None or meant is one.member:
            continue
        if any(is_named_after(theirs, part) for part in filled.split(".")):
            continue  # which says that it is of the other
        if not may_stand_for(formulas.body.lookup(node.name), meant, any_dimension=False):
            continue
        read_there = (each for each in formulas.made.values() if alike(each.member, one.member))
        if not any(name.name == meant.name for each in read_there for name in each.read.get(filled, ())):
            return node, meant
    return None


def _change(one: Made, other: Made, filled: str) -> tuple[str, str] | None:
    """The word after which everything is named that one of two objects reads, and that of the other, as lines that are the same
    but for names show; None where they show several, or a word of either stands in the other object."""
    found = set[tuple[str, str]]()
    for path, read in one.read.items():
        if path == filled or not read or len(read) != len(other.read.get(path, ())):
            continue
        if without_names(one, path) != without_names(other, path):
            continue
        for mine, yours in zip(in_order(read), in_order(other.read[path])):
            words = words_of(yours.name), words_of(mine.name)
            differing = [pair for pair in zip(*words) if pair[0] != pair[1]]
            if mine.name != yours.name and (len(differing) != 1 or len(words[0]) != len(words[1])):
                return None
            found.update(differing)
    if len(found) != 1:
        return None
    theirs, own = next(iter(found))
    if theirs in words_of(one.member.name) or own in words_of(other.member.name):
        return None
    here = {word for path, read in one.read.items() if path != filled for name in read for word in words_of(name.name)}
    there = {word for read in other.read.values() for name in read for word in words_of(name.name)}
    return (theirs, own) if theirs not in here and own not in there else None


def _of_the_other(formulas: Formulas, one: Made, filled: str, value: s.Expr) -> tuple[s.Attribute, Made] | None:
    """What a line in the body of an object reads of a like one, and that one: the only thing that it reads there, which it has
    itself and does not read for the same, while the other one fills the same with its own."""
    read = one.read[filled]
    attributes = [node for node in s.walk(value) if isinstance(node, s.Attribute) and node.base in read]
    if len(read) != 1 or len(attributes) != 1:
        return None
    other = formulas.made.get(words_of(read[0].name))
    if other is None or other is one or other.member.name != read[0].name or not alike(one.member, other.member):
        return None
    attribute = attributes[0]
    kinds = one.member.kind, other.member.kind
    members = [kind.lookup(attribute.name) if kind is not None else None for kind in kinds]
    if not _is_its_own(*members) or sum(name.name == read[0].name for names in one.read.values() for name in names) != 1:
        return None
    plain = re.sub(rf"\b{read[0].name}\s*\.\s*", "", one.texts[filled])
    if other.texts.get(filled) not in (plain, one.texts[filled]) or "." not in filled:
        return None
    last = filled.rpartition(".")[2]
    beside = [text for path, text in one.texts.items() if path != filled and path.rpartition(".")[2] == last]
    return None if any(re.search(rf"\b{attribute.name}\b", text) for text in beside) else (attribute, other)


def _is_its_own(mine: Member | None, yours: Member | None) -> bool:
    """Whether two like objects have something of their own that could stand for each other."""
    if mine is None or yours is None or mine.form != yours.form:
        return False
    if mine.form == "object":
        return alike(mine, yours)
    if not isinstance(mine.type, Quantity) or not isinstance(yours.type, Quantity):
        return False
    return mine.type.dimension == yours.type.dimension


__all__ = ["copied_in_parallel"]
