"""Rules that fail in several objects: a rule of the author's kind is told once, with these objects; one of the library once of
the objects of one line of the author's, or of several that name each other, for the same figures; so are given counts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vdl.errors.report import of_objects, rules_named
from vdl.graph.blame import of_library
from vdl.judge import Verdict
from vdl.text.diagnostics import STATED, Diagnostic
from vdl.text.source import Span

Said = tuple[Verdict, Diagnostic]
"""A rule, and what is said of it."""


def merged(failures: Iterable[Said]) -> list[Said]:
    """Failures of one rule of an author's, at its line; of one of the library that name the same places, as one line of a kind
    makes several objects, and as two that may not both be so name each other; and those at one line of the author's that hang on
    a figure in common. The first, with the names of the others and what they come to."""
    groups: dict[object, list[Said]] = {}
    for at, (rule, said) in enumerate(failures):
        groups.setdefault(_reason(rule, said) or at, []).append((rule, said))
    lines: dict[object, list[list[Said]]] = {}
    for at, group in enumerate(groups.values()):
        lines.setdefault(_line(group) or at, []).append(group)
    return [_one(group) for line in lines.values() for group in _in_common(line)]


def _reason(rule: Verdict, said: Diagnostic) -> object:
    """The rule and the places that are named with it; None where it stands alone."""
    node = _statement(rule)
    if node is None or rule.waivers or said.span is None:
        return None
    if rule.rule is not None and not said.message.startswith(f"rule `{rule.name}`"):
        return None  # several that one statement would meet
    if rule.rule is not None and not of_library(rule.span):
        own = said.span.key() == rule.span.key() and _object(said) is not None
        return (id(node), rule.severity, said.slug) if own else None
    places = frozenset([said.span.key(), *[place.key() for place, _ in said.related]])
    return (id(node), rule.severity, said.slug, places) if said.slug in _SLUGS else None


def _line(group: Sequence[Said]) -> object:
    """The author's line, with the rule of the library that fails there; None of a rule of the author's."""
    (rule, said), node = group[0], _statement(group[0][0])
    if node is None or _reason(rule, said) is None or said.span is None or (rule.rule is not None and not of_library(rule.span)):
        return None
    spans = {one.span.key() for _, one in group if one.span is not None}
    return (id(node), rule.severity, said.slug, said.span.key()) if len(spans) == 1 else None


def _statement(rule: Verdict) -> object:
    """What judges: the statement of the rule, or the bound of a given count."""
    return rule.rule.node if rule.rule is not None else rule.bound.entry.node if rule.bound is not None else None


def _in_common(groups: list[list[Said]]) -> Iterator[list[Said]]:
    """Of failures at one line, those together that hang on a figure in common; given counts, whose line is the figure, all."""
    while len(groups) > 1:
        stated = Counter([place for group in groups for place in _stated(group)])
        shared, most = min(stated.items(), key=lambda one: (-one[1], one[0]), default=(None, 0))
        given = groups[0][0][0].of is not None
        if most < 2 and not given:
            break
        together = [group for group in groups if given or shared in _stated(group)]
        yield [one for group in together for one in group]
        groups = [group for group in groups if group not in together]
    yield from groups


def _stated(group: Sequence[Said]) -> set[tuple[str, int, int]]:
    return {place.key() for place, label in group[0][1].related if label == STATED}


def _one(group: list[Said]) -> Said:
    if len(group) == 1:
        return group[0]
    if group[0][0].of is not None:
        return _of_counts(group)
    (rule, said), others = group[0], group[1:]
    names = [one.name for one, _ in group]
    which, is_one = rules_named(names)
    verb = {} if is_one else {"does": "do", "holds": "hold", "is": "are"}
    rest = said.message.removeprefix(f"rule `{rule.name}`").lstrip(", ")
    if said.slug == "missed-far":
        rest = rest.replace("is only noted, is", "are only noted, are") if not is_one else rest
        message = f"{which.rstrip(',')}, {rest}"
    else:
        first, _, rest = rest.partition(" ")
        message = f"{which} {verb.get(first, first)} {rest}"
    if not of_library(rule.span):
        related = (*said.related, *_objects(others))
        return rule, said._replace(message=message, related=related, notes=(*said.notes, *_figures(group)))
    if len(group) > _NAMED or len({_reason(*one) for one in group}) > 1:
        return rule, said._replace(message=message, notes=(*said.notes, *_figures(group)))
    notes = [f"`{one.name}` fails for the same reason" + (f": {other.label}" if other.label else "") for one, other in others]
    return rule, said._replace(message=message, notes=(*said.notes, *notes))


def _of_counts(group: list[Said]) -> Said:
    """Of counts that one line gives and that are too small, the one that lacks most, with the names of the others."""
    rule, said = min(group, key=lambda one: one[0].margin.room if one[0].margin is not None else 0)
    names = [one.name.rpartition(".")[0] for one, _ in group]
    which = of_objects(names, "counts") if len(names) > _NAMED else ", ".join([f"`{name}`" for name in names])
    bound = rule.name.rpartition(".")[2]
    message = f"{which}{',' if len(names) > _NAMED else ''} are smaller than their bound `{bound}` asks"
    first = [(rule, said), *[one for one in group if one[0] is not rule]]
    return rule, said._replace(message=message, notes=(*said.notes, *_figures(first)))


def _object(said: Diagnostic) -> Span | None:
    """The object that is named with a rule of its kind."""
    return next((place for place, label in said.related if label == OBJECT), None)


def _objects(others: Iterable[Said]) -> list[tuple[Span, str]]:
    """The objects of further failures, each line once."""
    places = {place.key(): place for _, said in others if (place := _object(said)) is not None}
    return [(place, "and of this one") for place in list(places.values())[:_NAMED]]


def _figures(group: list[Said]) -> list[str]:
    """What each of several comes to; what else is said is of the first."""
    (rule, said), others = group[0], group[1:]
    differ = any(other.label != said.label for _, other in others)
    found = [f"`{one.name}`: {other.label}" for one, other in others[:_NAMED] if other.label and differ]
    return [*found, f"all else that is said here is of `{rule.name}`"]


_SLUGS = frozenset(["rule-failed", "missed-far", "given-count-short"])
"""Slugs of rules of the library, and of bounds, that are told together."""

_NAMED = 8
"""Objects that are named."""

OBJECT = "of this object"
"""What stands at an object beside the line of its kind."""

__all__ = ["merged"]
