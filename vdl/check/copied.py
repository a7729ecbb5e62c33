"""Formulas that were copied from a like object, or a like `let`, and still read what is named after that."""

from __future__ import annotations

from collections.abc import Mapping, Set

from vdl import errors
from vdl import syntax as s
from vdl.check.factor_left_out import factors_left_out
from vdl.check.formulas import (
    Formulas,
    Likes,
    Made,
    Words,
    alike,
    are_like,
    beginning,
    beginnings,
    formulas_of,
    is_named_after,
    like_but_for,
    likes_of,
    may_stand_for,
    words_of,
)
from vdl.check.in_parallel import copied_in_parallel
from vdl.check.labelled import copied_at_labels
from vdl.check.odd_one_out import odd_ones_out
from vdl.check.of_others import factors_of_others, mixed_with_others
from vdl.check.one_left_out import one_left_out
from vdl.check.other_operator import other_operators
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Kind, Member


def check_copied(state: CheckState, body: Kind) -> None:
    """Ask about formulas of a body that read a name which is another's, as those of like objects and lets show.

    They are each formula in `salt` that reads `flour_kg`, as that of `flour` does which fills the same, where nothing in `salt`
    reads `salt_kg`, nor anything else that is named so; and those of `labelled`, `in_parallel`, `odd_one_out`,
    `of_others`, `one_left_out`, `factor_left_out` and `other_operator`.
    """
    if body.source.is_library:
        return
    formulas = formulas_of(body)
    likes = likes_of(formulas.made), likes_of(formulas.figures)
    asked = set[s.Name]()
    for words, one in formulas.made.items():
        ever = beginnings(one.names())
        for filled, read in one.read.items():
            here = beginnings([node.name for node in read])
            for node in read:
                found = _copied(words, one, filled, node, (here, ever), formulas, likes)
                if found is None:
                    continue
                asked.add(node)
                other, meant = found
                path, like = (each.path(filled) for each in (one, other))
                span, place = Scope(body, one.member.source).span(node), _place(body, other, filled, node.name)
                state.diagnostics.append(errors.copied_name(span, node.name, path, like, meant.name, one.member.name, place))
    state.diagnostics += copied_at_labels(formulas)
    state.diagnostics += copied_in_parallel(formulas, asked)
    odd = [*odd_ones_out(formulas, asked), *factors_of_others(formulas, asked)]
    known = {one.span for one in odd}
    state.diagnostics += [*odd, *[one for one in mixed_with_others(formulas, asked) if one.span not in known]]
    state.diagnostics += one_left_out(formulas)
    state.diagnostics += factors_left_out(formulas, state.names.axes)
    state.diagnostics += other_operators(formulas)


def _copied(
    words: Words, one: Made, filled: str, name: s.Name, read: tuple[Set[str], Set[str]], formulas: Formulas,
    likes: tuple[Likes, Likes],
) -> tuple[Made, Member] | None:  # fmt: skip
    """What a formula was copied from, and what it reads there under the name that fits; None where it is its own. `read` is how
    the words begin of all that the formula reads, and of all that its object does."""
    made, body = formulas.made, formulas.body
    named = words_of(name.name)
    for at, own in enumerate(words):
        if beginning(own) in read[0]:
            continue  # something that is named after it
        reads_its_own = beginning(own) in read[1]
        for place, theirs in enumerate(named):
            meant = _at_its_name(formulas, likes[1], (*named[:place], own, *named[place + 1 :]), place, words, at)
            if meant is None or not may_stand_for(body.lookup(name.name), meant, any_dimension=one.member.form == "let"):
                meant = formulas.figures.get((own, *named))  # `salt` and `sea_salt` of `salt_sacks` and `sea_sacks`
            for other in _others(made, likes[0], words, at, theirs) if meant is not None and not are_like(own, theirs) else ():
                if meant is None or meant is one.member or not alike(one.member, other.member):
                    continue
                if _stands_before(one.member, other.member) and not (len(words) == 1 and _is_unread(body, meant)):
                    continue  # its name says that it was copied from there, and its place that it was not
                if reads_its_own and not _is_the_same(one, other, filled, theirs):
                    continue
                reads_it = any(each.name == name.name for each in other.read.get(filled, ()))
                if reads_it and may_stand_for(body.lookup(name.name), meant, any_dimension=one.member.form == "let"):
                    return other, meant
    return None


def _others(made: Mapping[Words, Made], likes: Likes, words: Words, at: int, theirs: str) -> list[Made]:
    """What has the same name but for one word, and is called so there, or much so."""
    exact = made.get((*words[:at], theirs, *words[at + 1 :]))
    if exact is not None:
        return [exact]
    return [made[each] for each in like_but_for(likes, (*words[:at], theirs, *words[at + 1 :]), at)]


def _at_its_name(
    formulas: Formulas, likes: Likes, wanted: Words, place: int, words: Words, at: int
) -> Member | None:  # fmt: skip
    """The figure of that name; else the only one that is called much so, `planners_no` of `planning`, where nothing else is named
    as that."""
    if wanted in formulas.figures:
        return formulas.figures[wanted]
    alike = like_but_for(likes, wanted, place)
    if len(alike) != 1 or (*words[:at], alike[0][place], *words[at + 1 :]) in formulas.made:
        return None
    return formulas.figures[alike[0]]


def _is_the_same(one: Made, other: Made, filled: str, theirs: str) -> bool:
    """Whether the formulas are the same, letter by letter, where what they fill does not say that it is of the other."""
    of_theirs = any(is_named_after(theirs, each) for each in filled.split("."))
    return one.member.form == "object" and not of_theirs and one.texts[filled] == other.texts.get(filled)


def _stands_before(one: Member, other: Member) -> bool:
    """Whether one stands above the other: then most likely it was not copied from that."""
    nodes = one.node, other.node
    return one.source is other.source and nodes[0] is not None and nodes[1] is not None and nodes[0].start < nodes[1].start


def _is_unread(body: Kind, meant: Member) -> bool:
    """Whether no text of a body reads something that it declares: then that lacks where it should stand."""
    return not any(
        isinstance(node, s.Name) and node.name == meant.name and node is not getattr(meant.node, "name", None)
        for part, _, _, _ in body.bodies for node in s.walk(part)
    )  # fmt: skip


def _place(body: Kind, other: Made, filled: str, name: str) -> errors.Places:
    node = next(one for one in other.read[filled] if one.name == name)
    return [(Scope(body, other.member.source).span(node), "as it is read here")]


__all__ = ["check_copied"]
