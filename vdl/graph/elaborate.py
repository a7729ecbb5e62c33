"""Elaboration: kinds, layers and placements of one design become objects, quantities and formulas.

Objects, lists and texts are settled here; quantities become cells with formulas over other cells.
Formulas are made when the graph first reaches a cell, so what nobody asks for costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, Protocol

from vdl import errors
from vdl import syntax as s
from vdl.check import Types
from vdl.diagnostics import Diagnostic
from vdl.graph.cells import (
    NO_LOCALS,
    NOT_STATED,
    AskEntry,
    BoundEntry,
    Cell,
    Const,
    Env,
    ExpectEntry,
    Formula,
    Graph,
    Instance,
    Op,
    PlacementEntry,
    RuleEntry,
    Supply,
    WaiverEntry,
)  # fmt: skip
from vdl.graph.order import components, needs
from vdl.source import LIBRARY, Source, Span
from vdl.types import ANY, BOOLEAN, COUNT, Filling, Kind, Labels, Member, Object, Quantity
from vdl.units import Exact
from vdl.values import Range, Varying, make_range


class Poison:
    """Stands for what has already been reported; everything that needs it stays silent."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "poison"


POISON = Const(Poison())


class LabelSet(tuple[str, ...]):
    """Labels of one axis."""

    axis: str

    @staticmethod
    def of(axis: str, labels: Iterable[str]) -> LabelSet:
        made = LabelSet(labels)
        made.axis = axis
        return made


class Items(list[Any]):
    """A list of formulas or objects. `stated` ones leave out what is not stated when added up."""

    stated = False


class Decide(Protocol):
    """Gives the value of a formula while (or after) a design is elaborated."""

    def __call__(self, formula: Formula) -> Any: ...

    def unsolved_count(self, formula: Formula) -> bool: ...

    def decider(self, count: Cell) -> str: ...


def elaborate(
    types: Types, design: Kind, *, chosen: dict[str, int] | None = None, decide: Decide | None = None
) -> tuple[Graph, list[Diagnostic]]:
    """The graph of one design. `chosen` picks an option for each `choose`; `decide` gives the value of a
    formula where the choice of an object hangs on it."""
    elaborator = Elaborator(types, design, chosen or {}, decide)
    elaborator.run()
    return elaborator.graph, elaborator.found


class Elaborator:
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
        root = Instance(design, design.name, None, "")
        self.graph = Graph(design, root)
        self.dispatch: dict[type, Callable[[Any, Env], Any]] = {
            s.Number: self._number, s.Range: self._range, s.String: lambda e, env: e.text,
            s.Date: lambda e, env: Const(e.text), s.Truth: lambda e, env: Const(e.value), s.Name: self._name,
            s.Attribute: self._attribute, s.Select: self._select, s.Call: self._call, s.With: self._with,
            s.ListOf: self._list, s.Comprehension: self._comprehension, s.LabelMap: self._map, s.All: self._all,
            s.Choose: self._choose, s.Unary: self._unary, s.Binary: self._binary, s.Compare: self._compare,
            s.Given: self._given, s.Convert: lambda e, env: self.expr(e.operand, env), s.Conditional: self._conditional,
            s.Fallback: self._fallback, s.SlashName: lambda e, env: POISON,
        }  # fmt: skip

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
        bounds: dict[str, list[Member]] = {}
        for name, member in instance.kind.all_members().items():
            if member.form == "count":
                cell = self.slot(instance, name)
                if isinstance(cell, Cell):
                    graph.counts.append(cell)
                    bounds.setdefault(name, [])
            elif member.form == "bound":
                bounds.setdefault(member.node.count.names[0], []).append(member)
            elif member.form == "rule":
                env = Env(instance, NO_LOCALS, member.source)
                node = member.node
                path = f"{instance.path}.{name}" if instance.path else name
                graph.rules.append(
                    RuleEntry(path, node.severity, self.formula(node.condition, env),
                              self.formula(node.when, env) if node.when is not None else None, node.text, node,
                              member.source, instance, self._cited(node.cites, member, instance))
                )  # fmt: skip
            elif member.form == "input" and member.name not in instance.fills:
                self._required(instance, member)
        for count_name, members in bounds.items():
            cell = instance.slots.get(count_name)
            if isinstance(cell, Cell):
                for member in members:
                    env = Env(instance, NO_LOCALS, member.source)
                    node = member.node
                    cell.bounds += (
                        BoundEntry(member.name, node.severity, self.formula(node.value, env),
                                   self.formula(node.when, env) if node.when is not None else None, node.text, node,
                                   member.source, self._cited(node.cites, member, instance)),
                    )  # fmt: skip

    def _required(self, instance: Instance, member: Member) -> None:
        if not member.node.optional and member.node.default is None and member.name not in ("placed", "path"):
            self.slot(instance, member.name)

    def _cited(self, cites: tuple[s.Cite, ...], member: Member, instance: Instance) -> tuple[tuple[s.Cite, Source], ...]:
        return tuple([(c, member.source) for c in cites]) if cites else ()

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
                        or (kind.form == "scenario" and before[1].form == "scenario" and before[1] is not kind)
                    ):
                        span = Span(filling.source, filling.node.start, filling.node.end)
                        other = Span(before[0].source, before[0].node.start, before[0].node.end)
                        words = "two `on` blocks" if rank == "extension" else "two scenarios"
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
        if name == "placed" and instance.parts is None and instance.base is None:
            return Items(instance.placed)
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
            cell.cites = self._cited(member.node.cites, member, instance)
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
            return self._labels(expr, type_.axis, env)
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
        names = [f"{part.path}.{member.name}" for part in instance.parts]
        cell.formula = Op("sum", tuple(items), member.node, member.source, names)
        cell.waiting = False
        return cell

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
        passed = demand
        for stage in stages:
            stage.placed += (passed,)
            passing = stage.kind.lookup("pass")
            if passing is None:
                return
            result = self._inline(passing, stage, [passed], node, source)
            if not isinstance(result, Instance):
                return
            passed = result
        target.placed += (passed,)

    # ---------------------------------------------------------------- formulas
    def complete(self, cell: Cell) -> None:
        """Make the formula of a cell, once."""
        if not cell.waiting:
            return
        cell.waiting = False
        if cell.expr is None:
            return
        assert cell.env is not None
        outer, self.cell = self.cell, cell
        cell.formula = self.formula(cell.expr, cell.env)
        cell.expr = cell.env = None
        self.cell = outer

    def formula(self, expr: s.Expr, env: Env) -> Formula:
        """The formula of a quantity or a condition."""
        made = self.expr(expr, env)
        if isinstance(made, (Cell, Op, Const)):
            return made
        if isinstance(made, str):
            return Const(made, expr, env.source)
        return POISON

    def expr(self, expr: s.Expr, env: Env) -> Any:
        return self.dispatch[expr.__class__](expr, env)

    def _number(self, expr: s.Number, env: Env) -> Const:
        found = self.constants.get(expr)
        if found is None:
            factor = self._factor(expr.unit)
            value = expr.value if factor is None or factor == 1 else expr.value * factor
            found = self.constants[expr] = Const(_whole(value), expr, env.source)
        return found

    def _factor(self, unit: s.UnitName | None) -> Exact | None:
        if unit is None:
            return None
        found = self.units.read(unit.text)
        return None if isinstance(found, str) else found.factor

    def _origin(self, node: s.Node) -> str:
        """The identity of a range: the quantity it is written in, and where in it."""
        where = self.cell.path if self.cell is not None else ""
        return f"{where}#{node.start}"

    def _range(self, expr: s.Range, env: Env) -> Const:
        factor = self._factor(expr.unit) or 1
        return Const(make_range(_whole(expr.low * factor), _whole(expr.high * factor), self._origin(expr)), expr, env.source)

    def _name(self, expr: s.Name, env: Env) -> Any:
        binding = self.bindings.get(expr)
        if binding is None:
            return POISON
        what, which = binding
        if what == "local":
            return env.locals.get(which, POISON)
        if what == "member":
            instance = env.instance
            for _ in range(which):
                instance = instance.owner if instance is not None else None
            return self.slot(instance, expr.name) if instance is not None else POISON
        if what == "file":
            return self._of_file(which)
        if what == "label":
            return LabelSet.of(which[0], [which[1]])
        return POISON

    def _of_file(self, member: Member) -> Any:
        """An object or constant that stands at the top of a file."""
        file = member.source.path
        top = self.files.get(file)
        if top is None:
            stem = file.rsplit("/", 1)[-1].removeprefix(LIBRARY).removesuffix(".vdl")
            top = self.files[file] = Instance(self.names.files[file], stem, None, stem)
        return self.slot(top, member.name)

    def _attribute(self, expr: s.Attribute, env: Env) -> Any:
        binding = self.bindings.get(expr)
        if binding is not None and binding[0] == "file":
            return self._of_file(binding[1])
        return self._member(self.expr(expr.base, env), expr.name)

    def _member(self, base: Any, name: str) -> Any:
        if isinstance(base, Instance):
            return self.slot(base, name)
        if isinstance(base, list):
            return Items([self._member(item, name) for item in base])
        return base if isinstance(base, Const) else POISON  # not stated stays so

    def _labels(self, expr: s.Expr, axis: str, env: Env) -> Any:
        if isinstance(expr, s.ListOf):
            found: list[str] = []
            for item in expr.items:
                found += [x for x in self._labels(item, axis, env) if x not in found]
            return LabelSet.of(axis, found)
        made = self.expr(expr, env)
        return made if isinstance(made, LabelSet) else LabelSet.of(axis, ())

    def _select(self, expr: s.Select, env: Env) -> Any:
        base = self.formula(expr.base, env)
        wanted: list[str] = []
        axis = ""
        every = False
        for path in expr.labels:
            binding = self.bindings.get(path)
            if binding is None:
                return POISON
            if binding[0] == "label":
                axis = binding[1][0]
                wanted.append(binding[1][1])
            else:
                labels = self.expr(binding[1], env)
                if not isinstance(labels, LabelSet):
                    return POISON
                axis = labels.axis
                every = every or list(labels) == self.names.axes[axis].labels
                wanted += labels
        single = len(expr.labels) == 1 and len(wanted) == 1 and self.bindings[expr.labels[0]][0] == "label"
        return Op("at", (base,), expr, env.source, (axis, tuple(wanted), single, every))

    # ---------------------------------------------------------------- calls
    def _call(self, expr: s.Call, env: Env) -> Any:
        function = expr.function
        binding = self.bindings.get(function)
        if binding is not None and binding[0] == "builtin":
            return _BUILT_INS[binding[1]](self, expr, env)
        arguments = [self.expr(a, env) for a in expr.arguments]
        if isinstance(function, s.Name):
            if binding is None:
                return POISON
            if binding[0] == "file":
                return self._inline(binding[1], None, arguments, expr, env.source)
            instance = env.instance
            for _ in range(binding[1]):
                instance = instance.owner if instance is not None else None
            member = instance.kind.lookup(function.name) if instance is not None else None
            return self._inline(member, instance, arguments, expr, env.source) if member is not None else POISON
        assert isinstance(function, s.Attribute)
        if binding is not None and binding[0] == "file":
            return self._inline(binding[1], None, arguments, expr, env.source)
        base = self.expr(function.base, env)
        if not isinstance(base, Instance):
            return base if isinstance(base, Const) else POISON
        member = base.kind.lookup(function.name)
        return self._inline(member, base, arguments, expr, env.source) if member is not None else POISON

    def _inline(self, member: Member, instance: Instance | None, arguments: list[Any], node: s.Node, source: Source) -> Any:
        """The body of a function with its parameters put in."""
        params = member.node.params
        locals_: dict[str, Any] = {}
        for param, argument in zip(params, arguments):
            if isinstance(argument, Op):
                type_ = self.types.types.get(param, ANY)
                cell = Cell(self.cell.instance if self.cell else None, param.name, "part", type_, source, node)
                cell.formula = argument
                cell.waiting = False
                argument = cell
            locals_[param.name] = argument
        made = self.expr(member.node.value, Env(instance, locals_, member.source))
        if isinstance(made, Instance) and made.base is not None and instance is not None and len(arguments) == 1:
            passed = arguments[0]
            if isinstance(passed, Instance) and made.base is passed:
                made.path = f"{passed.path} after {instance.path}"
        return made

    def _with(self, expr: s.With, env: Env) -> Any:
        base = self.expr(expr.base, env)
        if not isinstance(base, Instance):
            return base if isinstance(base, Const) else POISON
        copy = Instance(base.kind, base.name, base.owner, f"{base.path} with", base.member)
        copy.base = base
        copy.fills = {name: _rebound(supply, base, copy) for name, supply in base.fills.items()}
        copy.parts = None
        if base.parts is not None:
            copy.parts = base.parts
        filled = set()
        for st in expr.body.statements:
            if isinstance(st, s.Fill):
                supply = Supply(st.value, env, st, "derived")
                self._supply(copy, st.path.names, supply)
                filled.add(st.path.names[0])
        for name in filled:
            if copy.parts is not None or name in copy.fills:
                copy.slots.pop(name, None)
        if copy.parts is not None:
            self._overlay(copy, filled)
        return copy

    def _overlay(self, copy: Instance, filled: set[str]) -> None:
        """A changed sum: the inputs that are not filled stay the sums they were."""
        assert copy.base is not None
        base = copy.base
        copy.parts = None
        for name, member in copy.kind.all_members().items():
            if member.form == "input" and name not in filled:
                copy.slots[name] = self.slot(base, name)

    # ---------------------------------------------------------------- lists, labels
    def _list(self, expr: s.ListOf, env: Env) -> Items:
        return Items([self.expr(item, env) for item in expr.items])

    def loop(self, loops: tuple[s.Loop, ...], when: s.Expr | None, env: Env) -> Iterable[Env]:
        """The environments of a loop's rounds."""
        if not loops:
            if when is None or self._true(self.formula(when, env), when, env):
                yield env
            return
        first, rest = loops[0], loops[1:]
        items = self.expr(first.items, env)
        for item in items if isinstance(items, list) else ():
            yield from self.loop(rest, when, Env(env.instance, {**env.locals, first.name: item}, env.source))

    def _true(self, formula: Formula, node: s.Expr, env: Env) -> bool:
        value = formula.value if isinstance(formula, Const) else self._decided(formula, node, env)
        return value is True

    def _decided(self, formula: Formula, node: s.Expr, env: Env) -> Any:
        """The value of a formula on which the choice of an object hangs; it must not vary."""
        if self.decide is None:
            return NOT_STATED
        counted = self.decide.unsolved_count(formula)
        value = NOT_STATED if counted else self.decide(formula)
        if counted or isinstance(value, (Range, Varying)):
            self.found.append(errors.undecided_choice(Span(env.source, node.start, node.end)))
            return NOT_STATED
        return value

    def _comprehension(self, expr: s.Comprehension, env: Env) -> Items:
        return Items([self.expr(expr.item, inner) for inner in self.loop(expr.loops, expr.when, env)])

    def _all(self, expr: s.All, env: Env) -> Any:
        binding = self.bindings.get(expr)
        if binding is None:
            return POISON
        if binding[0] == "axis":
            return LabelSet.of(binding[1], self.names.axes[binding[1]].labels)
        top = env.instance
        if expr.within is not None:
            within = self.bindings.get(expr.within)
            made = self.expr(within[1], env) if within is not None else POISON
            if not isinstance(made, Instance):
                return Items()
            top = made
        found = Items()
        if top is not None:
            self._collect(top, binding[1], found)
        return found

    def _collect(self, instance: Instance, kind: Kind, found: Items) -> None:
        for name, member in instance.kind.all_members().items():
            if member.form == "object":
                child = self.slot(instance, name)
                if isinstance(child, Instance):
                    if child.kind.is_a(kind):
                        found.append(child)
                    self._collect(child, kind, found)

    def _map(self, expr: s.LabelMap, env: Env) -> Any:
        binding = self.bindings.get(expr)
        factor = self._factor(expr.unit)
        origin = self._origin(expr)
        parts: dict[str, Formula] = {}
        rest: Formula | None = None
        for entry in expr.entries:
            if isinstance(entry.value, s.Range):
                inner = (self._factor(entry.value.unit) or 1) * (factor or 1)
                low, high = _whole(entry.value.low * inner), _whole(entry.value.high * inner)
                made: Formula = Const(make_range(low, high, origin), entry.value, env.source)
            else:
                made = self.formula(entry.value, env)
                if factor is not None and factor != 1:
                    if isinstance(made, Const) and isinstance(made.value, (int, Fraction)):
                        made = Const(_whole(made.value * factor), made.node, made.source)
                    else:
                        made = Op("*", (made, Const(factor)), entry.value, env.source)
            if entry.label is None:
                rest = made
            else:
                parts[entry.label.name] = made
        if binding is None:
            return rest if rest is not None else POISON
        axis = binding[1]
        if rest is not None:
            for label in self.names.axes[axis].labels:
                parts.setdefault(label, rest)
        ordered = {label: parts[label] for label in self.names.axes[axis].labels if label in parts}
        if all(isinstance(p, Const) for p in ordered.values()):
            cells: dict[tuple[str, ...], Any] = {(label,): p.value for label, p in ordered.items() if isinstance(p, Const)}
            return Const(Varying((axis,), cells), expr, env.source)
        return Op("map", tuple(ordered.values()), expr, env.source, (axis, tuple(ordered)))

    # ---------------------------------------------------------------- operators
    def _unary(self, expr: s.Unary, env: Env) -> Formula:
        operand = self.formula(expr.operand, env)
        if expr.op == "not":
            if isinstance(operand, Const) and isinstance(operand.value, bool):
                return Const(not operand.value, expr, env.source)
            return Op("not", (operand,), expr, env.source)
        if isinstance(operand, Const) and isinstance(operand.value, (int, Fraction)):
            return Const(-operand.value, expr, env.source)
        return Op("neg", (operand,), expr, env.source)

    def _binary(self, expr: s.Binary, env: Env) -> Formula:
        left = self.formula(expr.left, env)
        op = expr.op
        if op == "and" or op == "or":
            if isinstance(left, Const) and isinstance(left.value, bool):
                if left.value is (op == "or"):
                    return left
                return self.formula(expr.right, env)
            right = self.formula(expr.right, env)
            if isinstance(right, Const) and isinstance(right.value, bool):
                return right if right.value is (op == "or") else left
            return Op(op, (left, right), expr, env.source)
        return Op(op, (left, self.formula(expr.right, env)), expr, env.source)

    def _compare(self, expr: s.Compare, env: Env) -> Formula:
        left, right = self.expr(expr.left, env), self.expr(expr.right, env)
        if isinstance(left, (str, Instance, LabelSet)) and isinstance(right, (str, Instance, LabelSet)):
            equal = left is right or (not isinstance(left, Instance) and left == right)
            return Const(equal if expr.op == "==" else not equal, expr, env.source)
        formulas = []
        for made in (left, right):
            if isinstance(made, (Cell, Op, Const)):
                formulas.append(made)
            elif isinstance(made, str):
                formulas.append(Const(made))
            else:
                return POISON
        return Op(expr.op, tuple(formulas), expr, env.source)

    def _given(self, expr: s.Given, env: Env) -> Formula:
        made = self.expr(expr.operand, env)
        if isinstance(made, (Instance, str, list, tuple)):
            return Const(True, expr, env.source)
        if isinstance(made, Const) and not isinstance(made.value, Poison):
            return Const(made.value is not NOT_STATED, expr, env.source)
        return Op("given", (made,), expr, env.source)

    def _conditional(self, expr: s.Conditional, env: Env) -> Any:
        condition = self.formula(expr.condition, env)
        if isinstance(condition, Const) and isinstance(condition.value, bool):
            return self.expr(expr.then if condition.value else expr.other, env)
        then, other = self.expr(expr.then, env), self.expr(expr.other, env)
        if isinstance(then, (Cell, Op, Const)) and isinstance(other, (Cell, Op, Const)):
            return Op("if", (condition, then, other), expr, env.source)
        value = self._decided(condition, expr.condition, env)
        if value is NOT_STATED:
            return Const(NOT_STATED, expr, env.source)
        return then if value is True else other

    def _fallback(self, expr: s.Fallback, env: Env) -> Any:
        made = self.expr(expr.operand, env)
        if isinstance(made, (Instance, str, list, tuple)):
            return made
        if isinstance(made, Const):
            return self.expr(expr.other, env) if made.value is NOT_STATED else made
        other = self.expr(expr.other, env)
        if isinstance(other, (Cell, Op, Const)):
            return Op("else", (made, other), expr, env.source)
        return made

    def _choose(self, expr: s.Choose, env: Env) -> Any:
        key = f"{self.cell.path if self.cell else env.instance.path if env.instance else ''}#{expr.start}"
        if env.instance is not None and self.settling:
            instance, name = self.settling[-1]
            key = f"{instance.path}.{name}#{expr.start}"
        self.graph.choices[key] = len(expr.options)
        if key not in self.graph.objectives:
            self.graph.objectives[key] = POISON
            self.objectives.append((key, expr.objective, env.source))  # made last: it may name what is chosen
        index = self.chosen.get(key, 0)
        return self.expr(expr.options[min(index, len(expr.options) - 1)], env)


# ------------------------------------------------------------------------------ built-in functions
def _items(el: Elaborator, expr: s.Call, env: Env) -> Any:
    return el.expr(expr.arguments[0], env) if expr.arguments else Items()


def _sum(el: Elaborator, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    if not isinstance(items, list):
        return items if isinstance(items, Const) else POISON
    type_ = el.types.types.get(expr)
    objects = [i for i in items if isinstance(i, Instance)]
    if isinstance(type_, Object):
        where = el.settling[-1] if el.settling else (env.instance, "sum")
        path = f"{where[0].path}.{where[1]}" if where[0] is not None and where[0].path else where[1]
        made = Instance(type_.kind, "sum", env.instance, path)
        made.parts = tuple(objects)
        return made
    formulas = tuple([i for i in items if isinstance(i, (Cell, Op, Const))])
    stated = isinstance(items, Items) and items.stated
    return Op("sum_stated" if stated else "sum", formulas, expr, env.source, None)


def _extreme(el: Elaborator, expr: s.Call, env: Env) -> Any:
    items: Any = [el.expr(a, env) for a in expr.arguments]
    if len(items) == 1 and isinstance(items[0], list):
        items = items[0]
    formulas = tuple([i for i in items if isinstance(i, (Cell, Op, Const))])
    assert isinstance(expr.function, s.Name)
    if not formulas:
        return Const(NOT_STATED, expr, env.source)
    stated = isinstance(items, Items) and items.stated
    return Op(expr.function.name, formulas, expr, env.source, stated)


def _rounding(el: Elaborator, expr: s.Call, env: Env) -> Any:
    value = el.formula(expr.arguments[0], env)
    step = el.formula(expr.arguments[1], env) if len(expr.arguments) > 1 else Const(1)
    assert isinstance(expr.function, s.Name)
    return Op(expr.function.name, (value, step), expr, env.source)


def _one(el: Elaborator, expr: s.Call, env: Env) -> Any:
    assert isinstance(expr.function, s.Name)
    return Op(expr.function.name, (el.formula(expr.arguments[0], env),), expr, env.source)


def _first(el: Elaborator, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    if isinstance(items, list):
        return items[0] if items else Const(NOT_STATED, expr, env.source)
    return items


def _size(el: Elaborator, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    return Const(len(items), expr, env.source) if isinstance(items, list) else items


def _stated(el: Elaborator, expr: s.Call, env: Env) -> Any:
    items = _items(el, expr, env)
    if not isinstance(items, list):
        return items
    left = Items([i for i in items if not (isinstance(i, Const) and i.value is NOT_STATED)])
    left.stated = True
    return left if left or not items else Const(NOT_STATED, expr, env.source)


def _decided_by(el: Elaborator, expr: s.Call, env: Env) -> Any:
    """Which bound decided a count: "by capacity", or "given"."""
    formula: Any = el.formula(expr.arguments[0], env)
    while isinstance(formula, Cell) and formula.form != "count":
        el.complete(formula)
        formula = formula.formula
    if not isinstance(formula, Cell):
        return "given"
    if formula.formula is not None:
        return "given"
    if el.decide is None:
        return ""
    el.decide(formula)
    return el.decide.decider(formula)


def _each(el: Elaborator, expr: s.Call, env: Env) -> Any:
    formula = el.formula(expr.arguments[0], env)
    value = formula.value if isinstance(formula, Const) else el.decide(formula) if el.decide else NOT_STATED
    if not isinstance(value, (int, Fraction)) or value < 0 or value > 100_000:
        return Items()
    return Items([Const(i + 1, expr, env.source) for i in range(int(value))])


_BUILT_INS: dict[str, Callable[[Elaborator, s.Call, Env], Any]] = {
    "sum": _sum, "max": _extreme, "min": _extreme, "ceil": _rounding, "floor": _rounding, "round": _rounding,
    "abs": _one, "peak": _one, "lowest": _one, "number": lambda el, e, env: el.expr(e.arguments[0], env),
    "size": _size, "first": _first, "stated": _stated, "each": _each, "decided_by": _decided_by,
}  # fmt: skip


def _rebound(supply: Supply, base: Instance, copy: Instance) -> Supply:
    """What filled an object by its own names reads the names of the copy."""
    if supply.env.instance is not base:
        return supply
    return supply._replace(env=supply.env._replace(instance=copy))


def _own_word(instance: Instance, name: str) -> Any:
    """The texts that every object has."""
    if name == "name":
        return instance.name
    if name == "full_name":
        return instance.path or instance.name
    if name == "owner_name":
        owner = instance.owner
        return "" if owner is None else owner.path or owner.name
    if name == "doc":
        where = instance.member.span() if instance.member is not None else instance.kind.span()
        node = instance.member.node if instance.member is not None else instance.kind.node
        return where.source.doc(node.start)
    return POISON


def _alike(one: Filling, other: Filling) -> bool:
    """Whether two fills say the same in the same words."""
    texts = [Span(f.source, f.node.value.start, f.node.value.end).text.split() for f in (one, other)]
    return texts[0] == texts[1]


def _outermost(kind: Kind) -> Kind:
    while kind.scope is not None:
        kind = kind.scope
    return kind


def _whole(value: Exact) -> Exact:
    return value.numerator if value.denominator == 1 else value



