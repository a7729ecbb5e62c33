"""Elaboration: kinds, layers and placements of one design become objects, quantities and formulas.

Objects, lists and texts are settled here; quantities become cells with formulas over other cells.
Formulas are made when the graph first reaches a cell, so what nobody asks for costs nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.elaborate.expressions import Expressions
from vdl.graph.cells import (
    NO_LOCALS,
    AskEntry,
    Cell,
    Const,
    Env,
    ExpectEntry,
    Formula,
    Instance,
    Op,
    RuleEntry,
    WaiverEntry,
)  # fmt: skip
from vdl.graph.order import components, needs
from vdl.semantics.types import ANY, Kind, Member
from vdl.semantics.units import Exact
from vdl.text.source import Source, Span
from vdl.values import NOT_STATED


class Elaborator(Expressions):
    """The whole design: its objects, what judges them, and the order of computation."""

    # ---------------------------------------------------------------- the whole design
    def run(self) -> None:
        graph = self.graph
        self._fill(graph.root)
        self._grow(graph.root)
        for instance in list(graph.instances):
            for member in instance.kind.all_members().values():
                if member.form == "place":
                    self._place(member, instance)
        for instance in graph.instances:
            self._judges(instance)
        self._design_entries()
        roots: list[Cell] = list(graph.counts)
        for rule in graph.rules:
            needs(rule.condition, roots)
            needs(rule.when, roots)
        for count in graph.counts:
            for bound in count.bounds:
                needs(bound.value, roots)
                needs(bound.when, roots)
        for expect in graph.expects:
            for formula in (expect.left, expect.right, expect.within):
                needs(formula, roots)
        for ask in graph.asks:
            roots.append(ask.cell)
            needs(ask.condition, roots)
        for instance in graph.instances:
            for name, supply in instance.fills.items():
                if supply.layer != "library":
                    needs(self._formula(self.slot(instance, name)), roots)
        graph.order = components(roots, self.complete)
        while self.objectives:
            key, objective, source = self.objectives.pop()
            graph.objectives[key] = self.formula(objective, Env(graph.root, NO_LOCALS, source))
            more: list[Cell] = []
            needs(graph.objectives[key], more)
            graph.order += components(more, self.complete, {cell for component in graph.order for cell in component})

    @staticmethod
    def _formula(value: Any) -> Formula | None:
        return value if isinstance(value, (Cell, Op)) else None

    def _grow(self, instance: Instance) -> None:
        """All objects that the design owns, in the order of the text."""
        self.graph.instances.append(instance)
        for name, member in instance.kind.all_members().items():
            if member.form == "object":
                child = self.slot(instance, name)
                if isinstance(child, Instance):
                    self._grow(child)

    def _judges(self, instance: Instance) -> None:
        """Counts with their bounds, and rules."""
        graph = self.graph
        for name, member in instance.kind.all_members().items():
            if member.form == "count":
                cell = self.slot(instance, name)
                if isinstance(cell, Cell):
                    self.bound(cell)
                    graph.counts.append(cell)
            elif member.form == "rule":
                env = Env(instance, NO_LOCALS, member.source)
                node = member.node
                path = f"{instance.path}.{name}" if instance.path else name
                graph.rules.append(
                    RuleEntry(path, node.severity, self.formula(node.condition, env),
                              self.formula(node.when, env) if node.when is not None else None, node.text, node,
                              member.source, instance, self.cited(node.cites, member))
                )  # fmt: skip
            elif member.form == "input" and member.name not in instance.fills:
                self._required(instance, member)

    def _required(self, instance: Instance, member: Member) -> None:
        if not member.node.optional and member.node.default is None and member.name not in ("placed", "path"):
            self.slot(instance, member.name)

    def _design_entries(self) -> None:
        """Expectations and waivers belong to the layer they are written in; questions are asked of what lies above, too."""
        graph = self.graph
        root = graph.root
        layers: list[Kind] = []
        for kind in root.kind.chain():
            layers.append(kind)
            if kind.form == "design":
                break
        own = layers if root.kind.form != "design" else layers[:1]
        if root.kind.form == "scenario":
            own = [k for k in layers if k.form == "scenario" and k.node is not None]
        for kind in reversed(layers):
            for member in kind.members.values():
                node = member.node
                env = Env(root, NO_LOCALS, member.source)
                if member.form == "expect" and kind in own and isinstance(node.condition, s.Compare):
                    relative = isinstance(node.within, s.Number) and node.within.unit is not None and node.within.unit.text == "%"
                    graph.expects.append(
                        ExpectEntry(
                            member.name, self.formula(node.condition.left, env), self.formula(node.condition.right, env),
                            self.formula(node.within, env) if node.within is not None else None, relative,
                            node.condition.op, node, member.source, self.types.types.get(node.condition.left, ANY),
                            kind.name if kind.form == "scenario" else "", tuple((c, member.source) for c in node.cites),
                        )
                    )  # fmt: skip
                elif member.form == "ask":
                    self._ask(member, env)
        for instance in graph.instances:
            for kind in instance.kind.chain():
                for waive, source in kind.waivers:
                    self._waiver(instance, waive, source, own=_outermost(kind) in own)

    def _ask(self, member: Member, env: Env) -> None:
        node = member.node
        cell = self.follow(self.graph.root, node.path.names)
        if not isinstance(cell, Cell):
            if isinstance(cell, Const) and cell.value is NOT_STATED:
                span = Span(member.source, node.path.start, node.path.end)
                self.found.append(errors.wrong_type(span, "not stated in this design", "an input that has a value"))
            return
        step: Exact = 1
        if node.step is not None:
            constant = self.formula(node.step, env)
            if isinstance(constant, Const) and isinstance(constant.value, (int, Fraction)) and constant.value > 0:
                step = constant.value
        self.graph.asks.append(
            AskEntry(member.name, cell, node.largest, self.formula(node.condition, env),
                     tuple(str(p) for p in node.ignoring), step, node, member.source)
        )  # fmt: skip

    def _waiver(self, instance: Instance, node: s.Waive, source: Source, *, own: bool) -> None:
        prefix = f"{instance.path}." if instance.path else ""
        labels = []
        for label in node.labels:
            binding = self.bindings.get(label)
            if binding is not None and binding[0] == "label":
                labels.append(binding[1])
        cites = tuple((c, source) for c in node.cites)
        self.graph.waivers.append(WaiverEntry(prefix + str(node.path), tuple(labels), own, node, source, cites))


def _outermost(kind: Kind) -> Kind:
    while kind.scope is not None:
        kind = kind.scope
    return kind
