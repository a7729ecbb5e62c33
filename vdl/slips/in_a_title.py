"""Titles of objects against what they call by its name: "one spare cart" of `spare = 0 carts`, "GRADE 5" over an entry that is
"GRADE 6"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vdl import errors
from vdl import syntax as s
from vdl.graph.cells import Instance
from vdl.graph.design import Graph
from vdl.slips.titled import texts
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.text.source import Source, Span
from vdl.text.spelt import numbers_said
from vdl.words.needed import called, is_named, referred
from vdl.words.said import SaidUnits, literals, written

_NUMBERED = r"\b([A-Z]{3,})[ \u00a0-](\d{1,3})\b(?![.,]\d|[ \u00a0]?[%\u00d7x])"
"""A word in capitals and which one of those is meant."""

_NAMED = r"[ \u00a0-]([^\W\d_]+)[ \u00a0-]([^\W\d_]+)"
"""Behind a number: a word that says of which sort, and what is counted."""


def called_otherwise(graph: Graph, units: SaidUnits) -> Iterator[Diagnostic]:
    """What is asked of the titles of the authors' objects, once of each."""
    names: Mapping[Instance, str] | None = None
    known: set[s.Object] = set()
    for instance in graph.instances:
        member = instance.member
        node = member.node if member is not None else None
        if member is None or member.source.is_library or not isinstance(node, s.Object) or not node.title or node in known:
            continue
        known.add(node)
        found = _of_an_input(node, member.source, units) or _of_an_entry(node, instance, member.source)
        if found is not None:
            span, figure, says = found
            names = referred(graph) if names is None else names
            is_known = is_named(instance, graph, names)
            title = phrase("its title says {words}", words=says)
            yield errors.said_otherwise(span, called(instance, names), figure, title, is_known)


def _of_an_input(node: s.Object, source: Source, units: SaidUnits) -> tuple[Span, str, str] | None:
    """A number of counted things that a title calls as an input of the object, which is filled with another number of them."""
    title = str(node.title)
    for said in numbers_said(title):
        behind = re.compile(_NAMED).match(title, said.end) if said.sort == "number" else None
        unit = units.named(behind.group(2)) if behind is not None else None
        if behind is None or unit is None or not units.units.counts_things(unit.dimension):
            continue
        for one in node.body.statements:
            if isinstance(one, s.Fill) and _stem(one.path.names[-1]) == _stem(behind.group(1)):
                stated = list(literals(one.value, "", units.units))
                amounts = [each.value for each in stated if each.unit.dimension == unit.dimension]
                if amounts and len(amounts) == len(stated) and not any(reading in amounts for reading in said.readings):
                    span = Span(source, one.value.start, one.value.end)
                    return span, phrase("states {figure}", figure=written(span)), title[said.start : behind.end()]
    return None


def _stem(name: str) -> str:
    return name.lower().rstrip("s")


def _of_an_entry(node: s.Object, instance: Instance, source: Source) -> tuple[Span, str, str] | None:
    """An entry that an object names and that is called by a word with another number than the title has behind that word, where
    no entry that it names has this one."""
    said: dict[str, list[str]] = {}
    for found in re.finditer(_NUMBERED, str(node.title)):
        said.setdefault(found.group(1), []).append(found.group(2))
    others: list[tuple[s.Fill, str, str]] = []
    agree: set[str] = set()
    for one in node.body.statements if said else ():
        entry = instance.follow(one.path.names) if isinstance(one, s.Fill) else None
        made = entry.member.node if isinstance(entry, Instance) and entry.member is not None else None
        for text, _ in texts(made) if isinstance(one, s.Fill) and isinstance(made, s.Object) else ():
            for found in re.finditer(_NUMBERED, text):
                if found.group(2) in said.get(found.group(1), []):
                    agree.add(found.group(1))
                elif isinstance(one, s.Fill) and found.group(1) in said:
                    others.append((one, found.group(1), found.group()))
    for fill, word, words in others:
        if word not in agree:
            span = Span(source, fill.value.start, fill.value.end)
            names = phrase('names `{name}`, which is "{words}"', name=written(span), words=words)
            return span, names, f'"{word} {said[word][0]}"'
    return None


__all__ = ["called_otherwise"]
