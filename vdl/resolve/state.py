"""What the steps of this pass share."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.parse.load import Program
from vdl.resolve.addable import Adding, nothing
from vdl.resolve.domains import domain_of
from vdl.resolve.names import Names, kind_of_designs
from vdl.resolve.written import read_unit, type_of
from vdl.semantics.factors import Factors
from vdl.semantics.types import Axis, Filling, Kind, Member, Quantity, Symbol, Type
from vdl.semantics.units import Units
from vdl.text.source import Source, Span


class ResolveState:
    """The tables while they are filled; `names` shows the same tables to those who only read."""

    def __init__(self, program: Program, adding: Adding = nothing) -> None:
        self.program = program
        self.adding = adding
        self.diagnostics = errors.Reports()
        self.axes: dict[str, Axis] = {}
        self.labels: dict[str, list[str]] = {}
        self.scopes: dict[str, dict[str, Symbol]] = {}
        self.design = kind_of_designs()
        self.prelude: dict[str, Symbol] = {self.design.name: self.design}
        self.files: dict[str, Kind] = {}
        self.kinds: list[Kind] = [self.design]
        self.params: dict[s.Node, Type] = {}
        self.unit_cites: dict[str, tuple[tuple[s.Cite, ...], Source]] = {}
        self.unimported: set[tuple[str, str]] = set()
        self.factors = Factors()
        self.names = Names(
            program, Units(), self.axes, self.labels, self.scopes, self.prelude, self.kinds, self.files, self.params,
            self.unit_cites, self.unimported, self.design, self.factors,
        )  # fmt: skip
        self.scenarios: list[Kind] = []
        """Their bodies are read once those of all kinds are."""
        self.cut: set[s.Node] = set()
        """The objects, kinds and designs whose parent is left out, since it would close a circle."""
        self.extensions: list[tuple[s.Extension, Source]] = []
        self.from_extensions: set[Member] = set()
        """Members that `on` blocks declare."""
        self.extended: dict[tuple[Kind, tuple[str, ...]], Filling] = {}
        """What `on` blocks fill, by what they name and the path below it."""

    def type_member(self, member: Member) -> None:
        """Fill in what a member declares: its type, and those of its parameters."""
        node, source = member.node, member.source
        if isinstance(node, s.Function):
            for param in node.params:
                self.params[param] = type_of(self.names, param.type, source, self.diagnostics)
        if isinstance(node, (s.Field, s.Count, s.Let, s.Function)) and node.type is not None:
            shown = None if isinstance(node, s.Count) else node.shown
            member.type = self._shown_in(type_of(self.names, node.type, source, self.diagnostics), shown, source)
        if isinstance(node, s.Field):
            member.domain = domain_of(self.names.units, member, node, self.diagnostics)

    def _shown_in(self, type_: Type, shown: s.UnitName | None, source: Source) -> Type:
        """A type with the unit that `as` chooses for it."""
        if shown is None or not isinstance(type_, Quantity):
            return type_
        units = self.names.units
        unit = read_unit(units, shown, source, self.diagnostics)
        if unit is None:
            return type_
        if unit.dimension != type_.dimension:
            span = Span(source, shown.start, shown.end)
            message = f"{shown.text} is not a unit of {units.name(type_.dimension)}"
            self.diagnostics.append(errors.unit_mismatch(span, message, units.name(unit.dimension)))
            return type_
        return Quantity(type_.dimension, type_.ratio, unit)
