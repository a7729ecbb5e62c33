"""Scenarios whose title says a share more or less, "20 % more", against what they make of the figures that they fill."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Cell
from vdl.graph.design import Graph
from vdl.records import NamedTuple
from vdl.semantics.types import Axis, Filling, Kind, Member
from vdl.semantics.units import PERCENT, Exact, divide, size_of
from vdl.slips.stated import by_label, number_at
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.spelt import Said, numbers_said
from vdl.words.said import SaidUnits, label_in
from vdl.words.values import literal_unit, text

_MORE = r"(?i)[ \u00a0-]?(?:more|additional|extra|further|higher|larger|growth|on top)\b"
_LESS = r"(?i)[ \u00a0-]?(?:fewer|less|lower|smaller)\b"
"""Behind a share: whether it is one more, or one less."""

_SIGN = r"(?:^|[\s(])([+\u2212-])[ \u00a0]?\Z"

_OF_OTHERS = r"(?i)\b(?:than|each|every|per|an?) "
"""Words by which a title speaks of something else than what is there without the scenario, or of each of several spans."""

_ROUNDED = divide(1, 100)
"""A figure and what a share makes of it may be so far apart: counted things are rounded."""


class _Filled(NamedTuple):
    """What a scenario fills in numbers alone: by label what each is in parts of what it was."""

    filling: Filling
    by_label: Mapping[str, Exact]


def share_otherwise(
    graph: Graph, solution: Solution, units: SaidUnits, axes: Sequence[Axis], member: Member, scenario: Kind
) -> Iterator[Diagnostic]:  # fmt: skip
    """A scenario that says "20 % more" and makes nothing a fifth more, or that at some labels alone and leaves the others as they
    are. All that it fills has to be written in numbers: what a formula changes is not looked at."""
    title = str(getattr(member.node, "title", ""))
    shares = [(one, share) for one in numbers_said(title) if (share := _share(title, one)) is not None]
    if len(shares) != 1 or re.search(_OF_OTHERS, title[shares[0][0].end :]):
        return
    (said, share), found = shares[0], list[_Filled]()
    for filling, _ in scenario.all_fillings():
        by_label = _parts(graph, solution, units, axes, filling)
        if by_label is None:
            return
        found.append(_Filled(filling, by_label))
    asked = [one for one in found if any(_is(part, share) for part in one.by_label.values())]
    sign, behind = re.compile(_SIGN).search(title, 0, said.start), re.compile(r"[ \u00a0-]?\w+").match(title, said.end)
    start, end = sign.start(1) if sign is not None else said.start, behind.end() if behind is not None else said.end
    says = phrase('its title says "{words}"', words=title[start:end])
    for one in asked:
        left = [label for label, part in one.by_label.items() if part == 1]
        left = [] if any(label_in(title, label) for label in one.by_label if label) else left
        if left and all(part == 1 or _is(part, share) for part in one.by_label.values()):
            labels = enumerated(left, "and")
            stays = phrase("stays as it is at {labels} in scenario `{scenario}`", labels=labels, scenario=member.name)
            yield errors.said_otherwise(one.filling.span(), ".".join(one.filling.path), stays, says)
    if found and not asked:
        one = found[0]
        yield errors.said_otherwise(one.filling.span(), ".".join(one.filling.path), _change(one, member.name), says)


def _share(title: str, said: Said) -> Exact | None:
    """What comes of one by a share that a title says: 1.2 of "20 % more"; None of one that says nothing of that sort."""
    if said.sort not in ("percent", "fraction") or len(said.readings) != 1:
        return None
    sign = re.compile(_SIGN).search(title, 0, said.start)
    if (sign is not None and sign.group(1) == "+") or re.compile(_MORE).match(title, said.end):
        return Fraction(1) + said.readings[0]
    is_less = sign is not None or re.compile(_LESS).match(title, said.end) is not None
    return Fraction(1) - said.readings[0] if is_less else None


def _is(part: Exact, share: Exact) -> bool:
    return size_of(part - share) <= _ROUNDED


def _change(one: _Filled, scenario: str) -> str:
    """In words, what becomes of a figure."""
    parts = list(one.by_label.values())
    if all(part == 1 for part in parts):
        return phrase("stays as it is in scenario `{scenario}`", scenario=scenario)
    least, most = min(parts), max(parts)
    whole = most if size_of(most - 1) >= size_of(least - 1) else least
    share = text(divide(round(size_of(whole - 1) * 100), 100), PERCENT)
    key = "is {share} more in scenario `{scenario}`" if whole > 1 else "is {share} less in scenario `{scenario}`"
    return phrase(key, share=share, scenario=scenario)


def _parts(
    graph: Graph, solution: Solution, units: SaidUnits, axes: Sequence[Axis], filling: Filling
) -> Mapping[str, Exact] | None:  # fmt: skip
    """By label, or under "", what a figure becomes in parts of what it is; None where it is no number, or was none or nothing."""
    cell, value = graph.root.follow(filling.path), filling.node.value
    before = solution.values.get(cell, False) if isinstance(cell, Cell) else False
    if isinstance(value, s.Number):
        unit = literal_unit(value, units.units)
        made: dict[str, Exact] = {"": value.value * (unit.factor if unit is not None else 1)}
    else:
        found = [numbers for axis in axes if (numbers := by_label(value, axis, units.units)) is not None]
        made = found[0] if found else {}
    parts: dict[str, Exact] = {}
    for label, number in made.items():
        there = number_at(before, label)
        if there is None or there <= 0:
            return None
        parts[label] = divide(number, there)
    return parts or None


__all__ = ["share_otherwise"]
