"""The outcome of resolving: scopes, kinds, units and axes, and what a written type means."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import chain

from vdl import syntax as s
from vdl.parse.load import Program
from vdl.records import NamedTuple
from vdl.semantics.factors import Factors, StatedFactor
from vdl.semantics.types import (
    Axis,
    Kind,
    Module,
    SourceSymbol,
    Symbol,
    Type,
)  # fmt: skip
from vdl.semantics.units import Units
from vdl.text.source import Source, Span, module_of

Cited = tuple[tuple[s.Cite, Source], ...]
"""Citations with the file that they stand in."""


def kind_of_designs() -> Kind:
    """The kind `design`: empty until `on` blocks add to it."""
    node = s.KindDef(0, 0, s.Ident(0, 0, "design"), None, s.Body(0, 0, ()), ())
    return Kind("design", "kind", node, Source("design", ""), None)


class Names(NamedTuple):
    """The outcome of this pass; nobody writes to it afterwards. Scopes are by file name; `kinds` is in order of the text."""

    program: Program
    units: Units
    axes: Mapping[str, Axis]
    labels: Mapping[str, Sequence[str]]
    """The axes that have a label of that name."""
    scopes: Mapping[str, Mapping[str, Symbol]]
    prelude: Mapping[str, Symbol]
    kinds: Sequence[Kind]
    files: Mapping[str, Kind]
    """For each file the pseudo-kind that holds its objects and constants."""
    params: Mapping[s.Node, Type]
    """The types of the parameters of functions."""
    unit_cites: Mapping[str, tuple[tuple[s.Cite, ...], Source]]
    unimported: Set[tuple[str, str]]
    """Files, and the names of the modules that kinds are taken from there without an import: which has been said."""
    design: Kind
    """The kind of all designs, which `on design` extends."""
    factors: Factors

    @staticmethod
    def none(program: Program) -> Names:
        """Of a program that could not be looked into."""
        return Names(program, Units(), {}, {}, {}, {}, [], {}, {}, {}, frozenset(), kind_of_designs(), Factors())

    def kept_axes(self) -> frozenset[str]:
        """The axes whose labels counts keep."""
        return frozenset(axis.name for axis in self.axes.values() if axis.kept)

    def scope(self, file: str) -> Mapping[str, Symbol]:
        """What a file declares and imports. An option, a question and what else is typed see what the entry sees."""
        found = self.scopes.get(file)
        return self.scopes.get(self.program.entry, {}) if found is None else found

    def find(self, file: str, name: str) -> Symbol | None:
        """A name in a file: its own declarations and imports, then the prelude."""
        symbol = self.scope(file).get(name)
        return symbol if symbol is not None else self.prelude.get(name)

    def visible(self, file: str) -> Iterator[str]:
        """The names of the file itself and of the prelude."""
        return chain(self.scope(file), self.prelude)

    def find_path(self, file: str, path: s.Path) -> Symbol | None:
        """`name` or `module.name`."""
        symbol = self.find(file, path.names[0])
        for name in path.names[1:]:
            if not isinstance(symbol, Module):
                return None
            symbol = self.scopes.get(symbol.file, {}).get(name)
        return symbol

    def astray(self, source: Source, path: s.Path) -> Span:
        """Where the name stands at which `module.name` leads nowhere, or to nothing that is wanted; all of a path that goes on
        behind what is no module."""
        found = self.find(source.path, path.names[0])
        last = len(path.names) - 1
        at = 0
        while isinstance(found, Module) and at < last:
            at += 1
            found = self.scopes.get(found.file, {}).get(path.names[at])
        if found is not None and at < last:
            return Span(source, path.start, path.end)
        return Span(source, *path.span_of(at))

    def importable(self, name: str) -> list[str]:
        """The library files that an import would give this name."""
        modules = [module_of(file) for file in self.program.library]
        return [module for module in modules if module.rpartition(".")[2] == name]

    def unimported_module(self, file: str, path: s.Path) -> list[str]:
        """The library files that an import would give the first name of `module.name`, which a file does not know."""
        first, *rest = path.names
        return self.importable(first) if rest and self.find(file, first) is None else []

    def designs(self, file: str) -> dict[str, Kind]:
        return {n: k for n, k in self.scopes.get(file, {}).items() if isinstance(k, Kind) and k.form == "design"}

    def factors_in_use(self, written_in: Iterable[str]) -> list[tuple[StatedFactor, Cited]]:
        """The stated factors that turn some of these units into others, or into those that values are shown in; each with
        its citations."""
        units, factors = self.units, self.factors
        used = set(written_in)
        for name in factors.open_in(used):
            shown = units.display.get(units.open[name].dimension)
            if shown is not None:
                used.add(shown.plural)
        return [(stated, self._cited_for(stated.key)) for stated in factors.in_use(used)]

    def cited_units(self, written_in: Iterable[str]) -> list[tuple[str, str, Cited]]:
        """What is cited for these units: the name of each, what it is taken as where that is stated as a factor ("1 crown =
        2 marks"), and the citations."""
        written_in = frozenset(written_in)
        found = [(one.unit, f"1 {one.unit} = {one.value}", cites) for one, cites in self.factors_in_use(written_in) if cites]
        alone = {id(self.units.names.get(part)) for name in written_in for part in (name, *name.replace("*", "/").split("/"))}
        for name, (cites, _) in self.unit_cites.items():
            if cites and id(self.units.names.get(name)) in alone - {id(None)}:
                found.append((name, "", self._cited_for(name)))
        return found

    def _cited_for(self, key: str) -> Cited:
        cites, source = self.unit_cites[key]
        return tuple([(cite, source) for cite in cites])

    def source_of(self, file: str, cite: s.Cite) -> SourceSymbol | None:
        symbol = self.find_path(file, cite.source)
        return symbol if isinstance(symbol, SourceSymbol) else None
