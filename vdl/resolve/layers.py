"""Layers that are put on top of a design: kinds that nobody declared, made of a statement or of a scenario."""

from __future__ import annotations

from vdl import syntax as s
from vdl.semantics.types import Filling, Kind, KindForm, Member, MemberForm
from vdl.text.source import Source


def may_replace(before: Member, form: MemberForm, kind: KindForm) -> bool:
    """Whether a later layer may declare this name again: the same sort of statement, named again."""
    if before.form != form:
        return before.form in ("expect", "ask") and form in ("expect", "ask")
    if form == "input":
        return kind == "kind"  # a subkind may narrow an input
    return form in ("let", "function", "bound", "rule", "place", "expect", "ask", "scenario")


def layer_of(parent: Kind, statement: s.Fill | s.Ask | s.Sweep, source: Source) -> Kind:
    """One statement as a layer of its own on top of a design and its layers: a filling, or a question."""
    layer = Kind(parent.name, "option" if isinstance(statement, s.Fill) else "question", statement, source, None)
    layer.parent = parent
    if isinstance(statement, s.Fill):
        layer.fillings.append(Filling(statement.path.names, statement, source, False, statement.cites))
    else:
        asked = f"typed {statement.name.name}"  # no name that the design may have for something else
        layer.members[asked] = Member(asked, "ask", statement, layer, source)
    return layer


def scenario_on(scenario: Kind, below: Kind) -> Kind:
    """A scenario as a layer above others; above its own design it is what the resolver made of it."""
    if scenario.parent is below:
        return scenario
    layer = _on(scenario, below, scenario.scope)
    if scenario.parent is not (below.design() or below):
        # Expectations and questions belong to the design they were written for, and are not inherited.
        layer.members = {n: m for n, m in layer.members.items() if m.form not in ("expect", "ask")}
    return layer


def _on(kind: Kind, below: Kind, scope: Kind | None) -> Kind:
    """What the text of a kind says, on top of another one; what it adds to objects, on top of what the layers below made of
    these."""
    layer = Kind(kind.name, kind.form, kind.node, kind.source, scope)
    layer.title, layer.parent, layer.refines = kind.title, below, kind.refines
    layer.bodies, layer.fillings, layer.waivers = kind.bodies, kind.fillings, kind.waivers
    layer.members = dict(kind.members)
    for name, refined in kind.refined.items():
        inherited, before = below.lookup(name), kind.members[name]
        if inherited is None or inherited.kind is None:
            continue
        member = layer.members[name] = Member(name, before.form, before.node, layer, before.source)
        member.kind = layer.refined[name] = _on(refined, inherited.kind, layer)
        member.type = before.type
    return layer
