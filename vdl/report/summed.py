"""Of sums that show only some of their terms, all terms: nobody could check them otherwise."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from vdl.report import model as m
from vdl.report.formula import Called, Chain, Either, Fenced, Formula, Fraction, Over, Power, Prefixed, in_line
from vdl.text.phrases import joined, phrase

_MOST, _FIRST = 24, 6
"""So many terms are told; what has more is no calculation that anybody follows, and the first few show what they are."""


def with_terms(steps: Iterable[m.Step]) -> tuple[m.Step, ...]:
    """Steps, behind each the terms of its sums that are not all there, by what they are of."""
    made: list[m.Step] = []
    for step in steps:
        made.append(step)
        made += [_told(one) for one in dict.fromkeys(_left_out(step.tree))]
    return tuple(made)


def _told(sum_of: Over) -> m.Step:
    alike: dict[str, list[str]] = {}
    for title, term in zip(sum_of.titles, sum_of.terms):
        alike.setdefault(in_line(term, "numbers"), []).append(title)
    said = [_term(titles, number) for number, titles in alike.items()]
    shown = said if len(said) <= _MOST else said[:_FIRST]
    more = [phrase("{rest} more", rest=len(said) - len(shown))] if len(shown) < len(said) else []
    return m.Step("", joined("; ", [*shown, *more]), "", "", note=phrase("its terms:"), follows_up=True)


def _term(titles: list[str], number: str) -> str:
    of = joined("; ", titles)
    return phrase("{things}: each {number}", things=of, number=number) if len(titles) > 1 else joined(" ", (of, number))


def _left_out(tree: Formula | None) -> Iterator[Over]:
    """The sums in a formula whose terms are not all shown."""
    if isinstance(tree, Over):
        if tree.titles:
            yield tree
        return
    for part in _within(tree):
        yield from _left_out(part)


def _within(tree: Formula | None) -> Sequence[Formula]:
    match tree:
        case Chain():
            return tree.parts
        case Called():
            return tree.arguments
        case Fraction():
            return tree.top, tree.bottom
        case Power():
            return tree.base, tree.exponent
        case Prefixed() | Fenced():
            return (tree.inner,)
        case Either():
            return (tree.names,)
        case _:
            return ()
