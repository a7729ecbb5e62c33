"""Factors between units that have none by themselves, such as prices of other goods: each is stated once, somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vdl.records import NamedTuple
from vdl.semantics.units import Exact, divide
from vdl.text.source import Span

KNOWN = ""
"""Stands for all units that need no factor, in the place of an open one."""


class StatedFactor(NamedTuple):
    """That 1 `unit` is `value`, as it is written: some of the open unit `other`, or KNOWN. `span` is where that stands."""

    unit: str
    other: str
    value: str
    span: Span

    @property
    def key(self) -> str:
        """What its citations are kept under, among those of units."""
        return f"{self.unit} in {self.other}"


class Factors:
    """The open units of a compilation, by their singulars, and the factors that are stated between them."""

    def __init__(self) -> None:
        self.stated: list[StatedFactor] = []
        self.parts: dict[str, frozenset[str]] = {}
        """The names of units to the open ones that they are made of, as they are written."""
        self.by_root: dict[str, tuple[str, Exact]] = {}
        """Of each open unit the one that stands for all that are linked with it, and how much of that it is."""

    def root(self, name: str) -> tuple[str, Exact]:
        return self.by_root.get(name, (name, 1))

    def state(self, stated: StatedFactor, factor: Exact) -> list[StatedFactor]:
        """Take down that one unit is `factor` of the other; if that follows already, what it follows from."""
        (root, mine), (other_root, others) = self.root(stated.unit), self.root(stated.other)
        if root == other_root:
            return self._between(stated.unit, stated.other)
        ratio = divide(factor * others, mine)  # 1 root is this much of the other root
        if root == KNOWN:
            root, other_root, ratio = other_root, root, divide(1, ratio)
        names = [name for name, (at, _) in self.by_root.items() if at == root]
        for name in {root, *names}:
            self.by_root[name] = other_root, self.root(name)[1] * ratio
        self.by_root.setdefault(other_root, (other_root, 1))
        self.stated.append(stated)
        return []

    def open_in(self, units: Iterable[str]) -> set[str]:
        """The open units that units are made of, as they are written."""
        return {part for unit in units for name in re.split(r"[/*]", unit) for part in self.parts.get(name, ())}

    def in_use(self, units: Iterable[str]) -> list[StatedFactor]:
        """The stated factors that turn some of these units into others of them."""
        used = self.open_in(units)
        if any(KNOWN in (stated.unit, stated.other) for stated in self.stated):
            used.add(KNOWN)
        return [stated for stated in self.stated if self._joins(stated, used)]

    def _joins(self, stated: StatedFactor, used: set[str]) -> bool:
        """Whether some units are linked by a factor: without it there are some on either side."""
        rest = [other for other in self.stated if other is not stated]
        return all(used.intersection(_reached(end, rest)) for end in (stated.unit, stated.other))

    def _between(self, one: str, other: str) -> list[StatedFactor]:
        """The stated factors that lead from one unit to another."""
        needed = list(self.stated)
        for stated in self.stated:
            rest = [left for left in needed if left is not stated]
            if other in _reached(one, rest):
                needed = rest
        return needed


def _reached(start: str, links: Iterable[StatedFactor]) -> set[str]:
    """What is linked with a unit, itself included."""
    found, links = {start}, list(links)
    while links:
        touching = [link for link in links if link.unit in found or link.other in found]
        if not touching:
            break
        found.update(end for link in touching for end in (link.unit, link.other))
        links = [link for link in links if link not in touching]
    return found


__all__ = ["KNOWN", "Factors", "StatedFactor"]
