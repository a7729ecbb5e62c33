"""What several diagnostics say of one cause, in one."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.source import Span

_NAMED = 8
"""Sums, rules or counts that are named beside the first of them."""


def together(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sums that are not stated for want of what one object states are said once, where the first of them is."""
    found: list[Diagnostic] = []
    groups: dict[tuple[object, ...], list[Diagnostic]] = {}
    for said in diagnostics:
        if said.slug != "partly-stated" or said.span is None or not said.subject:
            found.append(said)
            continue
        group = groups.setdefault(said.span.key(), [])
        if not group:
            found.append(said)
        group.append(said)
    merged = {id(group[0]): _merged(group) for group in groups.values() if len(group) > 1}
    return [merged.get(id(said), said) for said in found]


def _merged(group: list[Diagnostic]) -> Diagnostic:
    """The one that needs most, with the names of the others."""
    said = max(group, key=lambda one: sum(note.count("`") for note in one.notes))
    others = sorted({one.subject for one in group} - {said.subject})
    if not others:
        return said
    verb = "is" if len(others) == 1 else "are"
    return said._replace(notes=(*said.notes, f"for the same reason {_named(others)} {verb} not stated"))


def of_each_line(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """What is open of several objects at one line of their kind is said once, of the first, with the names of the others."""
    groups: dict[object, list[Diagnostic]] = {}
    for at, said in enumerate(diagnostics):
        holder, _, name = said.subject.rpartition(".")
        places = None if said.span is None or not holder else (said.span.key(), *[place.key() for place, _ in said.related])
        same = said.message.replace(f"`{said.subject}`", "")
        groups.setdefault(at if places is None else (said.slug, said.severity, name, places, same), []).append(said)
    return [group[0] if len(group) == 1 else _with_names(group) for group in groups.values()]


def _with_names(group: list[Diagnostic]) -> Diagnostic:
    return group[0]._replace(notes=(*group[0].notes, f"so it is with {_named([one.subject for one in group[1:]])}"))


def told_once(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Without what follows from a figure of which it is said that it lets nothing fit: that a bound divides by nothing, or by
    less than nothing, which comes of that figure too, and that so much less than nothing is no whole number."""
    said = list(diagnostics)
    full = [one for one in said if one.slug == "fits-nowhere" and one.span is not None]
    figures = {one.span.key() for one in full if one.span is not None}
    places = {place.key() for one in full for place in _places(one)}

    def follows(one: Diagnostic) -> bool:
        found = {place.key() for place in _places(one)}
        if one.slug == "impossible-bound":
            return not figures.isdisjoint(found)
        return one.slug == "not-whole-things" and not places.isdisjoint(found)

    return [one for one in said if not follows(one)]


def _places(said: Diagnostic) -> list[Span]:
    return [place for place in (said.span, *[place for place, _ in said.related]) if place is not None]


def _named(names: list[str]) -> str:
    """ "`b.load` and `c.load`", "`b.load`, ... and 12 more" """
    more = len(names) - _NAMED
    return enumerated(names, "and") if more <= 0 else f"{', '.join([f'`{name}`' for name in names[:_NAMED]])} and {more:,} more"


__all__ = ["of_each_line", "together", "told_once"]
