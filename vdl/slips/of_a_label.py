"""Words of objects, and of entries that they name, that say another label than is filled: "box and week" of `paid = once`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Assignment, Instance, Label
from vdl.graph.design import Graph
from vdl.records import NamedTuple
from vdl.semantics.types import Axis
from vdl.semantics.units import Exact, Unit, divide
from vdl.slips.titled import texts
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.words.needed import called, is_named, referred
from vdl.words.said import SaidUnits

_EACH = frozenset(("each", "every", "per", "a", "by"))
"""Before a unit of time in a label: what it is of comes in each of them, `each_week`."""

_IN_EACH = (
    r"(?i)(?:\b(?:per|each|every|and(?: an?| per| each)?)[ \u00a0]|/ ?|(?:^|, )an? |(?P<before>[\w\u20ac$\u00a3]+)[ \u00a0]an? )"
    r"(?P<unit>[a-z]+)\b(?! of\b| \d)"
)
"""A unit of time of which each one is meant: "per week", "a box and week", "3 kg a week"; not "a week of lessons"."""

_FOR_ONE = r"(?i)(?:^|, )(?P<words>(?:one|1)[ \u00a0](?P<unit>[a-z]+))(?=[,;)]|\Z)"
"""What lasts for one of them and then comes again: "crate, one box, one year", with nothing else between the commas."""

_PER = r"(?i)(?:^|, |[a-z] )(?P<words>(?:per|each|every)[ \u00a0](?P<unit>[a-z]+))(?=[,;)]|\Z)"
"""What comes in each of them, at the end of what a text says between its commas: "crate, per month"."""

_AT_A_TIME = frozenset("in within after for before until till over of during by than at to from every only".split())
"""Before "a week" these say how long something takes, or when it is."""

_ADJECTIVES = {"annual": "year", "annually": "year", "yearly": "year", "monthly": "month", "weekly": "week", "daily": "day"}
_ADJECTIVE = rf"(?i)\b({'|'.join(_ADJECTIVES)})(?=\s*(?:[,;.)]|\Z))"
"""Where it says how often: "annual help with it" may be a part of what is bought."""

_ONCE = "once|one-off|one-time|one time|perpetual|for good"


class _Text(NamedTuple):
    """A text that says what an object is, and where it stands."""

    words: str
    span: Span


def label_otherwise(graph: Graph, units: SaidUnits, axes: Iterable[Axis]) -> Iterator[Diagnostic]:
    """Objects that fill in one of several labels which say how often, where a text of theirs, or of an entry that they name, says
    another."""
    often = {axis.name: found for axis in axes if not axis.kept and (found := _how_often(axis, units))}
    names: Mapping[Instance, str] | None = None
    held = set(graph.instances) if often else set()
    known: set[s.Node] = set()
    told: set[tuple[str, int, int]] = set()
    for instance in graph.instances if often else ():
        for name, assignment in instance.assigned.items():
            label = instance.slots.get(name)
            if not isinstance(label, Label) or label.axis not in often or assignment.node in known:
                continue
            by_author = not assignment.env.source.is_library  # else an author may say nothing of it but in a text
            factors = partial(_factors, instance, held)
            for text in _texts(instance, assignment, held):
                words = _other(text.words, label, often[label.axis], units, factors, plainly=not by_author)
                place = (assignment.span(), text.span) if by_author else (text.span, assignment.span())
                if words and (by_author or text.span.key() not in told):
                    told.add(text.span.key())
                    names = referred(graph) if names is None else names
                    called_so = called(instance, names, name)
                    has_name = is_named(instance, graph, names)
                    says = phrase('a text beside it says "{words}"', words=words)
                    yield errors.said_otherwise(place[0], called_so, phrase("is `{label}`", label=str(label)), says,
                                                has_name, [(place[1], "said here")])  # fmt: skip
                    break
            if by_author:
                known.add(assignment.node)


def _how_often(axis: Axis, units: SaidUnits) -> dict[str, Unit | None]:
    """The labels of an axis, with the unit of time in each of which something comes; nothing where no label says one."""
    found: dict[str, Unit | None] = {}
    for label in axis.labels:
        *before, last = label.lower().split("_")
        unit = units.named(_ADJECTIVES.get(last, last)) if last in _ADJECTIVES or (before and before[-1] in _EACH) else None
        found[label] = unit if unit is not None and units.is_of_time(unit) else None
    return found if any(found.values()) else {}


def _texts(instance: Instance, assignment: Assignment, held: set[Instance]) -> Iterator[_Text]:
    """What people wrote of what is filled, of the object, and of the entries that it names: titles, short texts, citations."""
    yield from [_Text(cite.where, assignment.env.span(cite)) for cite in assignment.cites if cite.where]
    for one in _with_entries(instance, held):
        member = one.member
        if member is None or member.source.is_library or not isinstance(member.node, s.Object):
            continue
        for text, line in texts(member.node):
            yield _Text(text, Span(member.source, line.value.start, line.value.end) if line is not None else member.span())
        fills = [fill for fill in member.node.body.statements if isinstance(fill, s.Fill) and one is not instance]
        cites = [cite for statement in [member.node, *fills] for cite in statement.cites]
        yield from [_Text(cite.where, Span(member.source, cite.start, cite.end)) for cite in cites if cite.where]


def _with_entries(instance: Instance, held: set[Instance]) -> list[Instance]:
    """An object, and the entries that it names: what is not `held` by the design."""
    named = [made for name in instance.assigned if isinstance(made := instance.slots.get(name), Instance)]
    return [instance, *[one for one in named if one not in held]]


def _factors(instance: Instance, held: set[Instance]) -> Iterator[Exact]:
    """The numbers by which figures of an object, and of the entries that it names, are multiplied: 12 of `12 * 8 kg`."""
    for one in _with_entries(instance, held):
        for assignment in one.assigned.values():
            for part in s.walk(assignment.expr):
                if isinstance(part, s.Binary) and part.op in ("*", "/"):
                    yield from [side.value for side in (part.left, part.right) if isinstance(side, s.Number)]


def _other(
    text: str, label: Label, often: Mapping[str, Unit | None], units: SaidUnits, factors: Callable[[], Iterable[Exact]], *,
    plainly: bool,
) -> str:  # fmt: skip
    """The words of a text that say another label than this one, where none say this one; only those that do so `plainly`, or
    others too. Of a figure that is multiplied by as many as there are of one in the other, both may be said."""
    said = list(_said(text, units))
    unit = often[label]
    others = [one for one in often.values() if one is not None and one != unit]
    if any(one == unit for _, one in said):
        return ""
    for words, one in said if not plainly else ():
        if one in others or (one is None and None in often.values()):
            return words
    # What no label says can't be meant by another one, and is plain where nothing else stands between the commas.
    for words, one in _plainly(text, units):
        times = {divide(unit.factor, one.factor), divide(one.factor, unit.factor)} if unit is not None else set()
        if one != unit and times.isdisjoint(factors()):
            return words
    return ""


def _plainly(text: str, units: SaidUnits) -> Iterator[tuple[str, Unit]]:
    """How long one of what is bought lasts, of more than a day: "one month", "per month", "monthly"."""
    day = units.named("day")
    said = [(found["words"], found["unit"]) for each in (_FOR_ONE, _PER) for found in re.finditer(each, text)]
    said += [(found.group(), _ADJECTIVES[found.group().lower()]) for found in re.finditer(_ADJECTIVE, text)]
    for words, name in said:
        unit = units.named(name)
        if unit is not None and units.is_of_time(unit) and day is not None and unit.factor > day.factor:
            yield words, unit


def _said(text: str, units: SaidUnits) -> Iterator[tuple[str, Unit | None]]:
    """How often something comes by a text, with its words; None stands for once."""
    for found in re.finditer(_IN_EACH, text):
        unit = units.named(found["unit"])
        before = (found["before"] or "").lower()
        if unit is not None and units.is_of_time(unit) and before not in _AT_A_TIME:
            yield found.group().strip(" ,/") if before in ("", "once") else f"a {found['unit']}", unit
    for found in re.finditer(_FOR_ONE, text):
        unit = units.named(found["unit"])
        if unit is not None and units.is_of_time(unit):
            yield found["words"], unit
    for found in re.finditer(_ADJECTIVE, text):
        yield found.group(), units.named(_ADJECTIVES[found.group().lower()])
    for found in re.finditer(rf"(?<!\bat )(?<!\bnot )\b(?:{_ONCE})\b(?! an?\b| (?:each|every|per)\b)", text, re.I):
        yield found.group(), None


__all__ = ["label_otherwise"]
