"""Citations: numbers for sources in the order in which a report first cites them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from vdl import syntax as s
from vdl.compilation import Compilation
from vdl.report import model as m
from vdl.semantics.types import SourceSymbol
from vdl.text.source import Source

_SECTION = re.compile(r"\d+(\.\d+)*(?=[,:;]|$)")

Cites = Iterable[tuple[s.Cite, Source]]


class Bibliography:
    def __init__(self, compilation: Compilation) -> None:
        self._names = compilation.names
        self._numbers: dict[tuple[str, tuple[tuple[str, str], ...]], int] = {}
        self._symbols: list[SourceSymbol] = []
        self.unnamed: frozenset[str] = frozenset()
        """Sources, as this list has them, from which nothing is cited."""

    def cite(self, cites: Cites) -> tuple[m.Cite, ...]:
        """Citations of published sources; assumptions are not citations."""
        found: dict[m.Cite, None] = {}
        for cite, source in cites:
            if cite.source.names == ("assumed",):
                continue
            symbol = self._names.source_of(source.path, cite)
            if symbol is not None and symbol.reference not in self.unnamed:
                found.setdefault(m.Cite(self._number(symbol), _place(cite.where)))
        return tuple(found)

    def assumed(self, cites: Cites) -> list[s.Cite]:
        """The assumptions among citations."""
        return [cite for cite, _ in cites if cite.source.names == ("assumed",)]

    def _number(self, symbol: SourceSymbol) -> int:
        key = (symbol.title, tuple(sorted(symbol.facts.items())))
        if key not in self._numbers:
            self._numbers[key] = len(self._numbers) + 1
            self._symbols.append(symbol)
        return self._numbers[key]

    def listed(self) -> m.References:
        """The list of what has been cited so far."""
        return m.References(tuple([
            m.Reference(i, f"{symbol.reference}.", symbol.facts.get("address", "")) for i, symbol in enumerate(self._symbols, 1)
        ]))  # fmt: skip


def _place(where: str) -> str:
    """The place in a source; one that begins with a number alone is a section, which readers of a page would take for a page."""
    return f"§\u00a0{where}" if _SECTION.match(where) else where
