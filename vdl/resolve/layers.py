"""Layers that are put on top of a design: kinds that nobody declared, made of a statement or of a scenario."""

from __future__ import annotations

from vdl import syntax as s
from vdl.semantics.types import Filling, Kind, Member
from vdl.text.source import Source


def layer_of(parent: Kind, statement: s.Fill | s.Ask, source: Source) -> Kind:
    """One statement as a layer of its own on top of a design and its layers: a filling, or a question."""
    layer = Kind(parent.name, "option" if isinstance(statement, s.Fill) else "question", statement, source, None)
    layer.parent = parent
    if isinstance(statement, s.Fill):
        layer.fillings.append(Filling(statement.path.names, statement, source, False))
    else:
        asked = statement.name.name
        layer.members[asked] = Member(asked, "ask", statement, layer, source)
    return layer


def scenario_on(scenario: Kind, below: Kind) -> Kind:
    """A scenario as a layer above others; above its own design it is what the resolver made of it."""
    if scenario.parent is below:
        return scenario
    layer = Kind(scenario.name, "scenario", scenario.node, scenario.source, scenario.scope)
    layer.title = scenario.title
    layer.parent = below
    layer.fillings = scenario.fillings
    layer.waivers = scenario.waivers
    layer.members = scenario.members
    if scenario.parent is not _design_of(below):
        # Expectations and questions belong to the design they were written for, and are not inherited.
        layer.members = {n: m for n, m in scenario.members.items() if m.form not in ("expect", "ask")}
    return layer


def _design_of(layer: Kind) -> Kind:
    """The design on which a layer stands."""
    return next((kind for kind in layer.chain() if kind.form == "design"), layer)
