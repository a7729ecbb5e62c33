"""Expressions to formulas: names followed, functions put in, objects and lists settled on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

from vdl import errors
from vdl import syntax as s
from vdl.check import Types
from vdl.elaborate.builtins import BUILT_INS
from vdl.elaborate.objects import Objects
from vdl.elaborate.settled import POISON, Decide, Items, LabelSet, Poison
from vdl.graph.cells import (
    NO_LOCALS,
    BoundEntry,
    Cell,
    Const,
    Env,
    Formula,
    Instance,
    Op,
    Supply,
)  # fmt: skip
from vdl.semantics.types import ANY, Kind, Member
from vdl.semantics.units import Exact
from vdl.text.limits import CALLS, LOOP_ROUNDS
from vdl.text.source import LIBRARY, Source, Span
from vdl.values import NOT_STATED, Part, Range, Varying, make_range, scalars


class Expressions(Objects):
    """Turns checked expressions into formulas and objects."""

    def __init__(self, types: Types, design: Kind, chosen: dict[str, int], decide: Decide | None) -> None:
        super().__init__(types, design, chosen, decide)
        self.dispatch: dict[type, Callable[[Any, Env], Any]] = {
            s.Number: self._number, s.Range: self._range, s.String: lambda e, env: e.text,
            s.Date: lambda e, env: Const(e.text), s.Truth: lambda e, env: Const(e.value), s.Name: self._name,
            s.Attribute: self._attribute, s.Select: self._select, s.Call: self._call, s.With: self._with,
            s.ListOf: self._list, s.Comprehension: self._comprehension, s.LabelMap: self._map, s.All: self._all,
            s.Choose: self._choose, s.Unary: self._unary, s.Binary: self._binary, s.Compare: self._compare,
            s.Given: self._given, s.Convert: lambda e, env: self.expr(e.operand, env), s.Conditional: self._conditional,
            s.Fallback: self._fallback, s.SlashName: lambda e, env: POISON,
        }  # fmt: skip

    # ---------------------------------------------------------------- formulas
    def complete(self, cell: Cell) -> None:
        """Make the formula of a cell, once."""
        if not cell.waiting:
            return
        cell.waiting = False
        if cell.form == "count":
            self.bound(cell)
        if cell.expr is None:
            return
        assert cell.env is not None
        outer, self.cell = self.cell, cell
        cell.formula = self.formula(cell.expr, cell.env)
        cell.expr = cell.env = None
        self.cell = outer

    def bound(self, cell: Cell) -> None:
        """Give a count its bounds, once; also one of a copy, which the design does not own."""
        instance = cell.instance
        if cell.bounds or instance is None:
            return
        for member in instance.kind.all_members().values():
            if member.form == "bound" and member.node.count.names[0] == cell.name:
                env = Env(instance, NO_LOCALS, member.source)
                node = member.node
                when = self.formula(node.when, env) if node.when is not None else None
                cell.bounds += (
                    BoundEntry(member.name, node.severity, self.formula(node.value, env), when, node.text, node,
                               member.source, self.cited(node.cites, member)),
                )  # fmt: skip

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
        cell = self.cell
        if cell is None:
            return f"#{node.start}"
        # A changed copy keeps the ranges of what it copies: they are the same unknowns.
        where = f"{self._original(cell.instance).path}.{cell.name}" if cell.instance is not None else cell.name
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
        if what == "design":
            return self.graph.root
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
            items = Items([self._member(item, name) for item in base])
            items.of = base, name
            return items
        return base if isinstance(base, Const) else POISON  # not stated stays so

    def labels(self, expr: s.Expr, axis: str, env: Env) -> Any:
        if isinstance(expr, s.ListOf):
            found: list[str] = []
            for item in expr.items:
                found += [x for x in self.labels(item, axis, env) if x not in found]
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
            return BUILT_INS[binding[1]](self, expr, env)
        arguments = [self.expr(a, env) for a in expr.arguments]
        if isinstance(function, s.Name):
            if binding is None:
                return POISON
            if binding[0] == "file":
                return self.inline(binding[1], None, arguments, expr, env.source)
            instance = env.instance
            for _ in range(binding[1]):
                instance = instance.owner if instance is not None else None
            member = instance.kind.lookup(function.name) if instance is not None else None
            return self.inline(member, instance, arguments, expr, env.source) if member is not None else POISON
        assert isinstance(function, s.Attribute)
        if binding is not None and binding[0] == "file":
            return self.inline(binding[1], None, arguments, expr, env.source)
        base = self.expr(function.base, env)
        if not isinstance(base, Instance):
            return base if isinstance(base, Const) else POISON
        member = base.kind.lookup(function.name)
        return self.inline(member, base, arguments, expr, env.source) if member is not None else POISON

    def inline(self, member: Member, instance: Instance | None, arguments: list[Any], node: s.Node, source: Source) -> Any:
        """The body of a function with its parameters put in."""
        self.spend("calls of functions", CALLS, Span(source, node.start, node.end))
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
            self.spend("rounds of loops", LOOP_ROUNDS, Span(env.source, first.start, first.end))
            yield from self.loop(rest, when, Env(env.instance, {**env.locals, first.name: item}, env.source))

    def _true(self, formula: Formula, node: s.Expr, env: Env) -> bool:
        if self.printing and self.decide is not None:
            return any(one is True or isinstance(one, Part) for _, one in scalars(self.decide(formula)))
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
        if all(isinstance(p, Const) and not isinstance(p.value, Varying) for p in ordered.values()):
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


def _rebound(supply: Supply, base: Instance, copy: Instance) -> Supply:
    """What filled an object by its own names reads the names of the copy."""
    if supply.env.instance is not base:
        return supply
    return supply._replace(env=supply.env._replace(instance=copy))


def _whole(value: Exact) -> Exact:
    return value.numerator if value.denominator == 1 else value
