"""Placements in which two things stand on what is named after the other one."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from vdl import errors
from vdl.graph.blame import of_library
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, PlacementEntry
from vdl.semantics.types import Kind
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span

_LIKE = 4
"""Letters with which two words begin that are of one thing: `exams` and `exam`."""


def swapped(graph: Graph) -> Iterator[Diagnostic]:
    """What a design should be asked about two targets of one kind, on each of which stands what is named after the other, and
    nothing that is named after it."""
    on: dict[Instance, list[PlacementEntry]] = {}
    for entry in graph.placements:
        on.setdefault(entry.target, []).append(entry)
    for first, second in _crossing(on):
        of_first, of_second = _apart(first, second)
        here, there = _named(on[first], of_second), _named(on[second], of_first)
        if not here or not there or _named(on[first], of_first) or _named(on[second], of_second):
            continue
        one, other = sorted([_first(here), _first(there)], key=lambda entry: entry.demand.path)
        if not of_library(_span(one)):
            yield errors.swapped(
                _span(one), one.demand.path, one.target.path, other.target.path, other.demand.path, _span(other)
            )


def _crossing(on: Mapping[Instance, Iterable[PlacementEntry]]) -> Iterator[tuple[Instance, Instance]]:
    """The pairs of targets of one kind on each of which stands what shares a word with the name of the other one."""
    called: dict[tuple[Kind, str], list[Instance]] = {}
    for target in sorted(on, key=lambda one: one.path):
        for start in {word[:_LIKE] for word in _words(target)}:  # words that begin alike begin with the same letters
            called.setdefault((target.kind.named(), start), []).append(target)
    meant: dict[Instance, dict[Instance, None]] = {}
    for target, entries in on.items():
        starts = {word[:_LIKE] for entry in entries for word in _words(entry.demand)}
        meant[target] = dict.fromkeys([one for start in starts for one in called.get((target.kind.named(), start), ())])
    for first in sorted(meant, key=lambda one: one.path):
        for second in sorted(meant[first], key=lambda one: one.path):
            if first.path < second.path and first in meant[second]:
                yield first, second


def _first(entries: Sequence[PlacementEntry]) -> PlacementEntry:
    return min(entries, key=lambda entry: entry.demand.path)


def _apart(first: Instance, second: Instance) -> tuple[set[str], set[str]]:
    """The words of two names that the other one does not have."""
    one, two = _words(first), _words(second)
    return {word for word in one if not _has(two, word)}, {word for word in two if not _has(one, word)}


def _named(entries: Iterable[PlacementEntry], words: Collection[str]) -> Sequence[PlacementEntry]:
    """Those of which what is placed has one of some words in its name."""
    return [entry for entry in entries if any(_has(words, word) for word in _words(entry.demand))]


def _words(instance: Instance) -> set[str]:
    """Those of the object's own name: what stands in one place of several may be kept at another one on purpose."""
    return {word for word in instance.name.split("_") if len(word) >= _LIKE}


def _has(words: Collection[str], word: str) -> bool:
    return any(one.startswith(word) or word.startswith(one) for one in words)


def _span(entry: PlacementEntry) -> Span:
    return Span(entry.source, entry.node.start, entry.node.end)


__all__ = ["swapped"]
