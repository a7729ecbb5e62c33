"""Rules that fail in several objects of one line of the author's, or in several that name each other, for the same figures: said
once."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.graph.blame import of_library
from vdl.judge import Verdict
from vdl.text.diagnostics import Diagnostic

Said = tuple[Verdict, Diagnostic]
"""A rule, and what is said of it."""


def merged(failures: Iterable[Said]) -> list[Said]:
    """Failures of one rule of the library that name the same places, as one line of a kind makes several objects, and as two
    that may not both be so name each other: the first, with the names of the others and what they come to."""
    groups: dict[object, list[Said]] = {}
    for at, (rule, said) in enumerate(failures):
        groups.setdefault(_reason(rule, said) or at, []).append((rule, said))
    return [_one(group) for group in groups.values()]


def _reason(rule: Verdict, said: Diagnostic) -> object:
    """The rule and the places that are named with it; None where it stands alone."""
    alone = rule.rule is None or rule.waivers or said.slug != "rule-failed" or said.span is None or not of_library(rule.span)
    if alone or rule.rule is None or said.span is None or not said.message.startswith(f"rule `{rule.name}` "):
        return None
    places = frozenset([said.span.key(), *[place.key() for place, _ in said.related]])
    return id(rule.rule.node), rule.severity, places


def _one(group: list[Said]) -> Said:
    (rule, said), others = group[0], group[1:]
    if not others:
        return group[0]
    names = ", ".join([f"`{one.name}`" for one, _ in group])
    message = said.message.replace(f"rule `{rule.name}` does", f"rules {names} do", 1)
    notes = [f"`{one.name}` fails for the same reason" + (f": {other.label}" if other.label else "") for one, other in others]
    return rule, said._replace(message=message, notes=(*said.notes, *notes))


__all__ = ["merged"]
