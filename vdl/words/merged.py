"""Rules that fail in several objects: a rule of the author's kind is told once, with these objects; one of the library once of
the objects of one line of the author's, or of several that name each other, for the same figures."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.graph.blame import of_library
from vdl.judge import Verdict
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span

Said = tuple[Verdict, Diagnostic]
"""A rule, and what is said of it."""


def merged(failures: Iterable[Said]) -> list[Said]:
    """Failures of one rule of an author's, at its line; and of one of the library that name the same places, as one line of a
    kind makes several objects, and as two that may not both be so name each other. The first, with the names of the others and
    what they come to."""
    groups: dict[object, list[Said]] = {}
    for at, (rule, said) in enumerate(failures):
        groups.setdefault(_reason(rule, said) or at, []).append((rule, said))
    return [_one(group) for group in groups.values()]


def _reason(rule: Verdict, said: Diagnostic) -> object:
    """The rule and the places that are named with it; None where it stands alone."""
    if rule.rule is None or rule.waivers or said.span is None or not said.message.startswith(f"rule `{rule.name}` "):
        return None
    if not of_library(rule.span):
        own = said.span.key() == rule.span.key() and _object(said) is not None
        return (id(rule.rule.node), rule.severity, said.slug) if own else None
    if said.slug != "rule-failed":
        return None
    places = frozenset([said.span.key(), *[place.key() for place, _ in said.related]])
    return id(rule.rule.node), rule.severity, places


def _one(group: list[Said]) -> Said:
    (rule, said), others = group[0], group[1:]
    if not others:
        return group[0]
    names = ", ".join([f"`{one.name}`" for one, _ in group[:_NAMED]])
    more = f" and {len(group) - _NAMED:,} more" if len(group) > _NAMED else ""
    verb = {"does": "do", "holds": "hold"}
    first, _, rest = said.message.removeprefix(f"rule `{rule.name}` ").partition(" ")
    message = f"rules {names}{more} {verb.get(first, first)} {rest}"
    if not of_library(rule.span):
        related = (*said.related, *_objects(others))
        return rule, said._replace(message=message, related=related, notes=(*said.notes, *_figures(group)))
    notes = [f"`{one.name}` fails for the same reason" + (f": {other.label}" if other.label else "") for one, other in others]
    return rule, said._replace(message=message, notes=(*said.notes, *notes))


def _object(said: Diagnostic) -> Span | None:
    """The object that is named with a rule of its kind."""
    return next((place for place, label in said.related if label == OBJECT), None)


def _objects(others: Iterable[Said]) -> list[tuple[Span, str]]:
    """The objects of further failures, each line once."""
    places = {place.key(): place for _, said in others if (place := _object(said)) is not None}
    return [(place, "and of this one") for place in list(places.values())[:_NAMED]]


def _figures(group: list[Said]) -> list[str]:
    """What each of several comes to; what else is said is of the first."""
    (rule, _), others = group[0], group[1:]
    found = [f"`{one.name}`: {other.label}" for one, other in others[:_NAMED] if other.label]
    return [*found, f"all else that is said here is of `{rule.name}`"]


_NAMED = 8
"""Objects that are named."""

OBJECT = "of this object"
"""What stands at an object beside the line of its kind."""

__all__ = ["merged"]
