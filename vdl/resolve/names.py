"""The outcome of resolving: scopes, kinds, units and axes, and what a written type means."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import Program
from vdl.semantics.types import (
    ANY,
    BOOLEAN,
    COUNT,
    DATE,
    PLAIN_NUMBER,
    RATIO,
    TEXT,
    Axis,
    Kind,
    Labels,
    ListOf,
    Module,
    Object,
    Quantity,
    SourceSymbol,
    Symbol,
    Type,
)  # fmt: skip
from vdl.semantics.units import NUMBER, Units, combine, too_high
from vdl.text.limits import POWERS
from vdl.text.source import Source, Span

BUILT_IN: dict[str, Type] = {
    "Number": PLAIN_NUMBER, "Ratio": RATIO, "Text": TEXT, "Boolean": BOOLEAN, "Date": DATE, "Count": COUNT,
}  # fmt: skip


class Names:
    """The outcome of this pass. Scopes are by file name; `kinds` is in order of the text."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.units = Units()
        self.axes: dict[str, Axis] = {}
        self.labels: dict[str, list[str]] = {}
        self.scopes: dict[str, dict[str, Symbol]] = {}
        self.prelude: dict[str, Symbol] = {}
        self.kinds: list[Kind] = []
        self.files: dict[str, Kind] = {}
        """For each file the pseudo-kind that holds its objects and constants."""
        self.unit_cites: dict[str, tuple[tuple[s.Cite, ...], Source]] = {}

    def find(self, file: str, name: str) -> Symbol | None:
        """A name in a file: its own declarations and imports, then the prelude."""
        found = self.scopes[file].get(name)
        return found if found is not None else self.prelude.get(name)

    def visible(self, file: str) -> Iterator[str]:
        """The names of the file itself and of the prelude."""
        return chain(self.scopes[file], self.prelude)

    def find_path(self, file: str, path: s.Path) -> Symbol | None:
        """`name` or `module.name`."""
        found = self.find(file, path.names[0])
        for name in path.names[1:]:
            if not isinstance(found, Module):
                return None
            found = self.scopes.get(found.file, {}).get(name)
        return found

    def importable(self, name: str) -> list[str]:
        """The library files that an import would give this name."""
        files = [f for f in self.program.library if f.removesuffix(".vdl").rsplit("/", 1)[-1].split(":")[-1] == name]
        return ["std." + f.split(":", 1)[1].removesuffix(".vdl").replace("/", ".") for f in files]

    def designs(self, file: str) -> dict[str, Kind]:
        return {n: k for n, k in self.scopes.get(file, {}).items() if isinstance(k, Kind) and k.form == "design"}

    def source_of(self, file: str, cite: s.Cite) -> SourceSymbol | None:
        found = self.find_path(file, cite.source)
        return found if isinstance(found, SourceSymbol) else None


def type_of(names: Names, ref: s.TypeRef, source: Source, found: errors.Reports) -> Type:
    """The type that a text names; ANY with an error in `found` where it names none."""
    span = Span(source, ref.start, ref.end)
    units = names.units
    if ref.form == "unit":
        dimension = NUMBER
        for index, part in enumerate(ref.text.split("/")):
            one = units.dimensions.get(part)
            if one is None:
                if part not in units.broken:
                    found.append(errors.unknown_type(span, part, found.among(source, chain(units.dimensions, BUILT_IN))))
                return ANY
            dimension = combine(dimension, one, 1 if index == 0 else -1)
            if too_high(dimension):
                found.append(errors.too_many_powers(span, POWERS))
                return ANY
        return Quantity(dimension)
    assert ref.path is not None
    if ref.form == "labels":
        if ref.text not in names.axes:
            found.append(errors.unknown_axis(span, ref.text, found.among(source, names.axes)))
            return ANY
        return Labels(ref.text)
    if ref.form == "list":
        inner = s.TypeRef(ref.path.start, ref.path.end, "path", ref.text, ref.path)
        return ListOf(type_of(names, inner, source, found))
    if ref.text in BUILT_IN:
        return BUILT_IN[ref.text]
    if ref.text in units.dimensions:
        return Quantity(units.dimensions[ref.text])
    if ref.text in units.broken:
        return ANY
    symbol = names.find_path(source.path, ref.path)
    if isinstance(symbol, Kind) and symbol.form == "kind":
        return Object(symbol)
    kinds = (n for n in names.visible(source.path) if isinstance(names.find(source.path, n), Kind))
    known = found.among(source, chain(units.dimensions, BUILT_IN, kinds))
    found.append(errors.unknown_type(span, ref.text, known))
    return ANY
