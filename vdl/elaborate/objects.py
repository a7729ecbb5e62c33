"""Objects of a design: their layers, their members, and what is placed where."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.check import Types
from vdl.elaborate.settled import POISON, Decide, Items, TooMuch
from vdl.graph.cells import (
    NO_LOCALS,
    Cell,
    Const,
    Env,
    Graph,
    Instance,
    Op,
    PlacementEntry,
    Supply,
)  # fmt: skip
from vdl.semantics.types import ANY, BOOLEAN, COUNT, Filling, Kind, Labels, Member, Quantity
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import OBJECTS
from vdl.text.source import LIBRARY, Source, Span
from vdl.values import NOT_STATED


class Objects:
    """Settles objects and the slots of their members; quantities become cells."""

    def __init__(self, types: Types, design: Kind, chosen: dict[str, int], decide: Decide | None) -> None:
        self.types = types
        self.names = types.names
        self.bindings = types.bindings
        self.units = types.names.units
        self.chosen = chosen
        self.decide = decide
        self.found: list[Diagnostic] = []
        self.files: dict[str, Instance] = {}
        self.constants: dict[s.Node, Const] = {}
        self.settling: list[tuple[Instance, str]] = []
        self.objectives: list[tuple[str, s.Expr, Source]] = []
        self.cell: Cell | None = None
        self.made = {"objects": 0, "calls of functions": 0, "rounds of loops": 0}
        self.printing = False
        """Whether a document is being made: then a condition that varies holds if it does for some label."""
        root = Instance(design, design.name, None, "")
        self.graph = Graph(design, root)

    def spend(self, what: str, limit: int, span: Span) -> None:
        """Count one more object, call or round. Raises TooMuch beyond the limit."""
        self.made[what] += 1
        if self.made[what] > limit:
            raise TooMuch(errors.too_much_work(span, what, limit))

    def expr(self, expr: s.Expr, env: Env) -> Any:
        """What an expression is: a formula, an object, a list, a text or a set of labels."""
        raise NotImplementedError

    def labels(self, expr: s.Expr, axis: str, env: Env) -> Any:
        """The labels that an expression names."""
        raise NotImplementedError

    def inline(self, member: Member, instance: Instance | None, arguments: list[Any], node: s.Node, source: Source) -> Any:
        """The body of a function with its parameters put in."""
        raise NotImplementedError

    # ---------------------------------------------------------------- objects and layers
    def _fill(self, instance: Instance) -> None:
        """Collect what the layers of its kind fill in, lowest first, then what comes from outside."""
        chain = list(instance.kind.chain())
        chain.reverse()
        taken: dict[tuple[str, ...], tuple[Any, Kind]] = {}
        env: Env | None = None
        for rank in ("kind", "extension", "object"):
            for kind in chain:
                for filling in kind.fillings:
                    own = "extension" if filling.extension else "kind" if kind.form == "kind" else "object"
                    if own != rank:
                        continue
                    before = taken.get(filling.path)
                    if before is not None and not _alike(before[0], filling) and (
                        (rank == "extension" and before[0].extension and before[1] is kind)
                        or (kind is not before[1] and _layered(kind) == _layered(before[1]) != "")
                    ):
                        span = Span(filling.source, filling.node.start, filling.node.end)
                        other = Span(before[0].source, before[0].node.start, before[0].node.end)
                        words = "two `on` blocks" if rank == "extension" else f"two {_layered(kind)}s"
                        self.found.append(errors.conflicting_fills(span, ".".join(filling.path), other, words))
                    taken[filling.path] = (filling, kind)
                    layer = self._layer(filling.source, kind, instance, filling.path)
                    if env is None or env.source is not filling.source:
                        env = Env(instance, NO_LOCALS, filling.source)
                    supply = Supply(filling.node.value, env, filling.node, layer)
                    self._supply(instance, filling.path, supply)
        if instance.owner is not None:
            for rest, supply in (instance.owner.deep or {}).get(instance.name, ()):
                self._supply(instance, rest, supply)

    def _supply(self, instance: Instance, path: tuple[str, ...], supply: Supply) -> None:
        if len(path) == 1:
            before = instance.fills.get(path[0])
            if before is not None and supply.layer == "given" and before.layer != "library":
                supply = supply._replace(layer="override")
            instance.fills[path[0]] = supply
        else:
            if instance.deep is None:
                instance.deep = {}
            instance.deep.setdefault(path[0], []).append((path[1:], supply))

    @staticmethod
    def _layer(source: Source, kind: Kind, instance: Instance, path: tuple[str, ...]) -> str:
        if kind.form == "scenario":
            return "option" if source.path.startswith("--set") else "scenario"
        return "library" if source.path.startswith(LIBRARY) else "given"

    def follow(self, instance: Instance, path: Iterable[str]) -> Any:
        """What a path of names leads to from an object."""
        value: Any = instance
        for name in path:
            if not isinstance(value, Instance):
                return POISON
            value = self.slot(value, name)
        return value

    def slot(self, instance: Instance, name: str) -> Any:
        """A member of an object: an object, list or text, or the cell of a quantity."""
        found = instance.slots.get(name)
        if found is not None:
            return found
        key = (instance, name)
        if key in self.settling:
            ring = [f"{i.path}.{n}".lstrip(".") for i, n in self.settling[self.settling.index(key) :]]
            member = instance.kind.lookup(name)
            assert member is not None
            self.found.append(errors.circular_definition(member.span(), [*ring, ring[0]]))
            instance.slots[name] = POISON
            return POISON
        self.settling.append(key)
        made = self._settle(instance, name)
        self.settling.pop()
        return instance.slots.setdefault(name, made)

    def _settle(self, instance: Instance, name: str) -> Any:
        if name == "placed":
            return Items(self._original(instance).placed)
        if name == "path":
            return Items((instance.base or instance).via)
        if name == "placed_on":
            carrier = self._original(instance).placed_on
            if carrier is not None:
                return carrier
        member = instance.kind.lookup(name)
        if member is None:
            return _own_word(instance, name)
        if member.form == "object":
            return self._child(instance, member)
        type_ = member.type
        if member.form == "count" and name not in instance.fills:
            cell = Cell(instance, name, "count", type_ or ANY, member.source, member.node)
            cell.origin = "solved"
            cell.cites = self.cited(member.node.cites, member)
            return cell
        if instance.parts is not None and member.form == "input":
            return self._added(instance, member)
        expr, env, origin, node, cites = self._definition(instance, member)
        if expr is None:
            if not node.optional:
                span = instance.member.span() if instance.member is not None else instance.kind.span()
                label = instance.path or instance.name
                self.found.append(errors.required_input(span, name, label, member.span()))
                return POISON
            return Const(NOT_STATED, node, member.source)
        if isinstance(type_, (Quantity,)) or type_ is COUNT or (type_ is not None and type_ == BOOLEAN):
            cell = Cell(instance, name, member.form, type_, env.source, node)
            cell.origin = origin
            cell.expr, cell.env = expr, env
            cell.cites = cites
            return cell
        if isinstance(type_, Labels):
            return self.labels(expr, type_.axis, env)
        return self.expr(expr, env)

    @staticmethod
    def _original(instance: Instance) -> Instance:
        while instance.base is not None:
            instance = instance.base
        return instance

    def _definition(
        self, instance: Instance, member: Member
    ) -> tuple[s.Expr | None, Env, str, Any, tuple[tuple[s.Cite, Source], ...]]:
        """The expression that defines a member, where it is read, and where it came from."""
        supply = instance.fills.get(member.name)
        node = member.node
        if supply is not None and member.form in ("input", "count"):
            source = supply.env.source
            cites = tuple([(c, source) for c in supply.node.cites])
            if not cites and supply.env.instance is instance:
                cites = tuple([(c, source) for kind in instance.kind.chain() if kind.source is source for c in kind.cites])
            return supply.expr, supply.env, supply.layer, supply.node, cites
        env = Env(instance if member.owner.form != "file" else None, NO_LOCALS, member.source)
        cites = tuple([(c, member.source) for c in node.cites])
        if member.form == "input":
            return node.default, env, "default" if member.owner.form == "kind" else "given", node, cites
        return node.value, env, "derived", node, cites

    def _child(self, instance: Instance, member: Member) -> Instance:
        assert member.kind is not None
        if instance.base is not None:
            original = self.slot(instance.base, member.name)
            if isinstance(original, Instance):
                return original
        path = f"{instance.path}.{member.name}" if instance.path else member.name
        self.spend("objects", OBJECTS, member.span())
        child = Instance(member.kind, member.name, instance, path, member)
        self._fill(child)
        return child

    def _added(self, instance: Instance, member: Member) -> Any:
        """An input of a sum of objects: the sum of their inputs."""
        assert instance.parts is not None
        if not isinstance(member.type, Quantity):
            return Const(NOT_STATED, member.node, member.source)
        items = Items([self.slot(part, member.name) for part in instance.parts])
        cell = Cell(instance, member.name, "sum", member.type, member.source, member.node)
        items.of = list(instance.parts), member.name
        cell.formula = Op("sum", tuple(items), member.node, member.source, items)
        cell.waiting = False
        return cell

    @staticmethod
    def cited(cites: tuple[s.Cite, ...], member: Member) -> tuple[tuple[s.Cite, Source], ...]:
        return tuple([(c, member.source) for c in cites]) if cites else ()

    # ---------------------------------------------------------------- placements
    def _place(self, member: Member, instance: Instance) -> None:
        node, source = member.node, member.source
        env = Env(instance, NO_LOCALS, source)
        target = self.expr(node.target, env)
        stages = [self.expr(stage, env) for stage in node.stages]
        if not isinstance(target, Instance) or not all(isinstance(stage, Instance) for stage in stages):
            if target is not POISON and POISON not in stages and not self.found:
                self.found.append(errors.no_such_item(Span(source, node.target.start, node.target.end)))
            return
        for expr in node.demands:
            demands = self.expr(expr, env)
            for demand in demands if isinstance(demands, list) else [demands]:
                if isinstance(demand, Instance):
                    self._place_one(demand, stages, target, node, source)

    def _place_one(self, demand: Instance, stages: list[Instance], target: Instance, node: s.Place, source: Source) -> None:
        if demand.placed_on is not None:
            before = next(p for p in self.graph.placements if p.demand is demand)
            span = Span(source, node.start, node.end)
            other = Span(before.source, before.node.start, before.node.end)
            self.found.append(errors.placed_twice(span, demand.path, other))
            return
        demand.placed_on = target
        demand.via = tuple(stages)
        self.graph.placements.append(PlacementEntry(demand, tuple(stages), target, node, source))
        if len({id(stage) for stage in (*stages, target)}) <= len(stages):
            what = f"`{demand.path}` meets the same object twice on its way"
            self.found.append(errors.not_placeable(Span(source, node.start, node.end), what))
            return
        passed = demand
        for stage in stages:
            stage.placed += (passed,)
            passing = stage.kind.lookup("pass")
            if passing is None:
                return
            result = self.inline(passing, stage, [passed], node, source)
            if not isinstance(result, Instance):
                return
            passed = result
        target.placed += (passed,)


def _own_word(instance: Instance, name: str) -> Any:
    """The texts that every object has."""
    if name == "name":
        return instance.name
    if name == "full_name":
        return instance.path or instance.name
    if name == "owner_name":
        owner = instance.owner
        return "" if owner is None else owner.path
    if name == "title":
        return _title(instance)
    if name == "full_title":
        return _full_title(instance)
    if name == "owner_title":
        return "" if instance.owner is None else _full_title(instance.owner)
    if name == "doc":
        where = instance.member.span() if instance.member is not None else instance.kind.span()
        node = instance.member.node if instance.member is not None else instance.kind.node
        return where.source.doc(node.start)
    return POISON


def _layered(kind: Kind) -> str:
    """What was put on top of a design: a scenario, or above all of them an option; "" for anything else."""
    return "" if kind.form != "scenario" else "option" if kind.name == "--set" else "scenario"


def _title(instance: Instance) -> str:
    """What people call an object: the text after its kind, else its name with spaces."""
    node = instance.member.node if instance.member is not None else None
    written = node.title if isinstance(node, s.Object) else ""
    return written or instance.name.replace("_", " ")


def _full_title(instance: Instance) -> str:
    """Its title after those of the objects that hold it; "" for the design."""
    if instance.owner is None:
        return _title(instance) if instance.path else ""
    around = _full_title(instance.owner)
    return f"{around}, {_title(instance)}" if around else _title(instance)


def _alike(one: Filling, other: Filling) -> bool:
    """Whether two fills say the same in the same words."""
    texts = [Span(f.source, f.node.value.start, f.node.value.end).text.split() for f in (one, other)]
    return texts[0] == texts[1]
