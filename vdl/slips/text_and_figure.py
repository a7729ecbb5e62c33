"""Where the words beside a figure say another number: one of the two is stale, or slipped."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, combinations, product

from vdl import errors
from vdl import syntax as s
from vdl.graph.design import Graph, RuleEntry
from vdl.semantics.types import Axis
from vdl.semantics.units import NUMBER, PERCENT, Exact, Units, divide, size_of
from vdl.slips.digits_of_a_name import digits_of_a_name
from vdl.slips.each_by_itself import each_by_itself, one_of_all
from vdl.slips.in_a_title import called_otherwise
from vdl.slips.of_a_label import label_otherwise
from vdl.slips.of_a_reference import reference_otherwise
from vdl.slips.of_a_scenario import scenario_otherwise
from vdl.slips.of_an_entry import entry_otherwise
from vdl.slips.of_what_is_read import object_otherwise
from vdl.slips.titled import titled_otherwise
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.spelt import Said, numbers_said
from vdl.words.said import (
    FROM_ELSEWHERE,
    Literal,
    SaidUnits,
    are_close,
    as_written,
    label_in,
    literals,
    scale_behind,
    written,
)
from vdl.words.turned import said_the_other_way

_LESS = r"(?i)(?<!no )(?<!not )\b(?:fewer than|less than|below|under)\b"
_MORE = r"(?i)(?<!no )(?<!not )\b(?:more than|over|above|beyond)\b"

_PART_OF = r"(?: of(?: [\w'-]+){0,3}| (?:a|an|the))?[ \u00a0]\Z|[^.;:]*\bof (?:which|them|these|those|that)\b[^.;:]*\Z"
"""Between two numbers, one of which is a part: it is a part of the other, "half a dozen" and "30 carts, of which a tenth"."""

_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth".split()
_BEGINNING, _END = (rf"(?:at|by) the {end} of the (?:term|period|lifetime)" for end in ("(?:beginning|start)", "end"))
"""What labels in their order are called."""
_OTHERS = r"(?i)\b(?:every|each|its|their|(?:after|before|beyond|until|till|since|than|by) the)[ \u00a0]\Z"
"""Before such words: it is of a span of something else, or "every second year"."""

_POINT = divide(1, 100)
"""Shares and the fractions that texts say for them may be so far apart: "a seventh" of 15 %."""


def text_and_figure(graph: Graph, solution: Solution, units: Units, axes: Iterable[Axis]) -> list[Diagnostic]:
    """What a design should be asked about the texts of its authors, once for each place where one stands."""
    known = SaidUnits(units)
    axes = list(axes)
    labels = [axis for axis in axes if axis.kept]
    found: dict[s.Node, Iterator[Diagnostic]] = {}
    times = Counter([entry.node for entry in graph.rules if entry.text and not entry.source.is_library])
    for entry in graph.rules:
        if entry.text and not entry.source.is_library and entry.node not in found:
            of_labels = each_by_itself(entry, solution, labels), one_of_all(entry, labels)
            found[entry.node] = chain(_of_rule(entry, known, labels), *of_labels)
            if times[entry.node] == 1:  # of several objects each may read another figure
                of_figures = reference_otherwise(entry, solution, known, _says)
                found[entry.node] = chain(found[entry.node], of_figures, object_otherwise(entry, solution, known, labels, _says))
    of_objects = [*titled_otherwise(graph, solution, known), *called_otherwise(graph, known),
                  *entry_otherwise(graph, solution, known)]  # fmt: skip
    return [*[one for those in found.values() for one in those], *of_objects, *label_otherwise(graph, known, axes),
            *scenario_otherwise(graph, solution, known, labels), *digits_of_a_name(graph, solution, known)]


def _of_rule(entry: RuleEntry, units: SaidUnits, axes: Sequence[Axis]) -> Iterator[Diagnostic]:
    node, text = entry.node, str(entry.node.text)
    other = _other_numbers(text, node, units)
    if other is not None:
        literal, numbers = other
        span = Span(entry.source, literal.node.start, literal.node.end)
        words = enumerated([units.with_unit(text, one) for one in numbers], "and")
        figure = phrase("is held against {figure}", figure=written(span))
        yield errors.said_otherwise(span, entry.path, figure, phrase("its text says {words}", words=words))
    else:
        yield from said_the_other_way(entry, units)
    for axis in axes:
        yield from _of_labels(entry, text, axis)


def _compared_with(condition: s.Expr, units: Units) -> Iterator[Literal]:
    """The numbers that stand alone on one side of a comparison."""
    for one in s.walk(condition):
        if isinstance(one, s.Compare):
            for side, is_left in ((one.left, True), (one.right, False)):
                yield from literals(side, one.op if not is_left else {"<": ">", ">": "<"}.get(one.op, one.op), units)


def _other_numbers(text: str, node: s.Require, units: SaidUnits) -> tuple[Literal, list[Said]] | None:
    """What a condition compares with, and the numbers of its text that may be that, where none of them is."""
    said = numbers_said(text)
    compared = list(_compared_with(node.condition, units.units)) if said else []
    there = [one for part in (node.condition, node.when) if part is not None
             for one in s.walk(part) if isinstance(one, s.Number)]  # fmt: skip
    for literal in compared:
        asked = [one for one in said if _may_be(text, one, literal, units) and not _stands_there(text, one, there, units)]
        if asked:
            return None if any(_says(text, said, one, units) for one in compared) else (literal, asked)
    return None


def _stands_there(text: str, said: Said, there: Sequence[s.Number], units: SaidUnits) -> bool:
    """Whether a number of a text stands in a condition, but for one that has another unit there."""
    unit = units.behind(text, said)
    for one in there:
        if one.value in said.readings:
            of_its_sort = [each for each in units.numerators(one.unit) if unit is not None and each.dimension == unit.dimension]
            if unit is None or not of_its_sort:
                return True
            if are_close(unit, of_its_sort[0]) and unit.made_of == of_its_sort[0].made_of:  # and no other currency
                return True
    return False


def _may_be(text: str, said: Said, literal: Literal, units: SaidUnits) -> bool:
    """Whether a number of a text may be meant to be that of a comparison."""
    wanted = [unit.dimension for unit in units.numerators(literal.name)] or [literal.unit.dimension]
    if literal.unit.is_paid and said.glued and scale_behind(text, said.end) > 1:
        return True  # "0.2m", which is no length beside an amount
    behind = units.behind(text, said) or (units.near(text, said) if said.sort != "percent" else None)
    if literal.unit.dimension == NUMBER:
        is_part = said.sort != "number" or (said.in_digits and 0 < said.readings[0] < 1)
        if behind is not None or (literal.unit is PERCENT and not is_part):
            return False
        return is_part or units.counts(text, said)
    if behind is not None:
        is_part = said.sort != "number" and units.units.countable(behind.dimension)  # "half of the boxes"
        return behind.dimension in wanted and not said.is_one and not is_part
    return said.sort == "number" and literal.value not in (0, 1) and units.counts(text, said)


def _says(text: str, said: Sequence[Said], literal: Literal, units: SaidUnits) -> bool:
    """Whether a number of a text is the one of a comparison; or two of them together are, or what is left of a whole."""
    each = [(one, as_written(text, one, literal, units)) for one in said]
    values = {value for _, those in each for value in those}
    for (first, one), (second, other) in combinations(each, 2):
        for a, b in product(one, other):
            values.update((a + b, a - b, b - a))
            if first.sort == second.sort == "number":
                values.update((a * b, *([divide(a, b)] if b else []), *([divide(b, a)] if a else [])))
            elif re.compile(_PART_OF).match(text, first.end, second.start):
                values.add(a * b)
    if literal.unit.dimension == NUMBER:
        whole = divide(1, literal.unit.factor)
        values.update([whole - value for value in values])
        parts = [value for one, those in each if one.sort == "fraction" for value in those]
        if any(size_of(value - literal.value) <= whole * _POINT for part in parts for value in (part, whole - part)):
            return True
    values.update([one * scale for one in _without_scale(text, said, literal, units) for scale in (1000, 10**6)])
    wanted = {literal.value}
    if units.units.countable(literal.unit.dimension):  # fewer than 13 are at most 12
        wanted |= {literal.value + 1} if re.search(_LESS, text) else set()
        wanted |= {literal.value - 1} if re.search(_MORE, text) else set()
    return bool(values & wanted)


def _without_scale(text: str, said: Sequence[Said], literal: Literal, units: SaidUnits) -> Iterator[Exact]:
    """The numbers of a text that may be so many thousands or millions: "of which four in the first year". Nobody counts so."""
    if literal.unit.dimension != NUMBER and not units.units.countable(literal.unit.dimension):
        for one in said:
            has_scale = one.readings[0] >= 1000 or scale_behind(text, one.end) > 1
            if one.sort == "number" and not has_scale and units.behind(text, one) is None and units.near(text, one) is None:
                yield from one.readings


def _of_labels(entry: RuleEntry, text: str, axis: Axis) -> Iterator[Diagnostic]:
    """The labels of a kept axis at which a rule is judged, against those in its text."""
    judged = [(path.names[-1], path) for one in s.walk(entry.node.condition) if isinstance(one, s.Select)
              for path in one.labels if path.names[-1] in axis.labels]  # fmt: skip
    if not judged:
        return
    said = {label: found for label in axis.labels for found in [label_in(text, label)] if found is not None}
    counted = [*zip(_ORDINALS, axis.labels), ("last", axis.labels[-1])]
    words_of = [(rf"{word} {re.escape(axis.name)}", label) for word, label in counted]
    words_of += [(_BEGINNING, axis.labels[0]), (_END, axis.labels[-1])]
    for words, label in words_of:
        named = re.search(rf"\b(?:{words})\b", text, re.I)
        others = (FROM_ELSEWHERE, _OTHERS)
        if named is not None and not any(re.compile(one).search(text, 0, named.start()) for one in others):
            said.setdefault(label, named)
    at = [axis.labels.index(label) for label, _ in judged]
    there = [axis.labels.index(label) for label in said]
    if not said or any(min(there) <= one <= max(there) for one in at):
        return
    path = judged[0][1]
    labels = enumerated(list(dict.fromkeys([label for label, _ in judged])), "and")
    span = Span(entry.source, path.start, path.end)
    words = enumerated([found.group() for found in said.values()], "and")
    judged_at = phrase("is judged at {labels}", labels=labels)
    yield errors.said_otherwise(span, entry.path, judged_at, phrase("its text says {words}", words=words))


__all__ = ["text_and_figure"]
