"""Questions to a compilation: the value of an expression, an inverse question, the reasons of a number.

Pure functions over what `vdl.pipeline.compile` gives.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from vdl import errors
from vdl import syntax as s
from vdl.check import check_expression, check_kind
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import Cell, Const, Env, Formula, Instance, Op
from vdl.graph.order import components, needs
from vdl.judge import Answer, Expectation, Verdict
from vdl.parse import parse_expression, parse_statement
from vdl.pipeline import solve_design
from vdl.semantics.types import ANY, Kind, ListOf, Member, Type, describe
from vdl.semantics.units import ONE, Unit
from vdl.solve import BoundValue, CountValue, Solver
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span
from vdl.values import NOT_STATED, scalars
from vdl.words import values as show
from vdl.words.formulas import names, numbers, reads, text_of

Cites = tuple[tuple[s.Cite, Source], ...]


class Evaluated(NamedTuple):
    """The value of an expression. Lists have `items`; objects and texts have `words` only."""

    expression: str
    value: Any
    unit: Unit
    words: str
    items: tuple[Evaluated, ...] | None = None


# ------------------------------------------------------------------------------ expressions
def evaluate(
    compilation: Compilation, solved: Solved, text: str, name: str = "expression"
) -> tuple[Evaluated | None, list[Diagnostic]]:
    """The value of an expression that is read in the body of the design."""
    made, type_, found = _made(compilation, solved, text, name)
    if any(d.severity == "error" for d in found):
        return None, found
    value, more = _valued(compilation, solved, made, type_, " ".join(text.split()))
    found += more
    return None if any(d.severity == "error" for d in more) else value, found


def _made(compilation: Compilation, solved: Solved, text: str, name: str) -> tuple[Any, Type, list[Diagnostic]]:
    """What an expression stands for: a formula, an object, a list, a text."""
    source = Source(name, text)
    expr, found = parse_expression(source)
    if expr is None:
        return None, ANY, found
    scopes = compilation.names.scopes
    scopes[name] = scopes[solved.design.source.path]
    type_, found = check_expression(compilation.types, expr, solved.design, source)
    if any(d.severity == "error" for d in found):
        return None, type_, found
    elaborator = solved.elaborator
    before = len(elaborator.found)
    made = elaborator.expr(expr, Env(solved.graph.root, {}, source))
    found = [*found, *elaborator.found[before:]]
    del elaborator.found[before:]
    return made, type_, found


def _valued(
    compilation: Compilation, solved: Solved, made: Any, type_: Type, text: str
) -> tuple[Evaluated, list[Diagnostic]]:
    units = compilation.names.units
    if isinstance(made, list):
        inner = type_.item if isinstance(type_, ListOf) else ANY
        items, found = [], []
        for item in made:
            one, more = _valued(compilation, solved, item, inner, getattr(item, "path", ""))
            items.append(one)
            found += more
        words = ", ".join([one.words for one in items])
        return Evaluated(text, None, ONE, f"[{words}]", tuple(items)), found
    if isinstance(made, (Cell, Op, Const)):
        value, found = value_of(compilation, solved, made)
        unit = show.unit_of(made, type_, units)
        return Evaluated(text, value, unit, show.text(value, unit)), found
    if isinstance(made, Instance):
        return Evaluated(text, None, ONE, f"{made.path or made.name}: {made.kind.named().name}"), []
    if isinstance(made, tuple):
        return Evaluated(text, None, ONE, ", ".join(str(label) for label in made)), []
    return Evaluated(text, made if isinstance(made, str) else None, ONE, str(made)), []


def value_of(compilation: Compilation, solved: Solved, formula: Formula) -> tuple[Any, list[Diagnostic]]:
    """The value of a formula, and of what it needs that the design itself never asked for."""
    kept = frozenset(axis.name for axis in compilation.names.axes.values() if axis.kept)
    solver = Solver(solved.graph, kept, {})
    known = solved.solution.values
    solver.values.update(known)
    roots: list[Cell] = []
    needs(formula, roots)
    elaborator = solved.elaborator
    before = len(elaborator.found)
    for component in components(roots, elaborator.complete):
        if component[0] not in known:
            solver.component(component)
            known.update({cell: solver.values[cell] for cell in component})
    value = solver.evaluate(formula)
    found = [*elaborator.found[before:], *solver.found]
    del elaborator.found[before:]
    return value, found


def quantity(compilation: Compilation, solved: Solved, name: str) -> tuple[Cell | None, list[Diagnostic]]:
    """The quantity of that name, with its value worked out."""
    known = _known(solved, name)
    if known is not None:
        return known, []
    made, type_, found = _made(compilation, solved, name, "name")
    if any(d.severity == "error" for d in found):
        return None, found
    if isinstance(made, Cell):
        return made, found + value_of(compilation, solved, made)[1]
    words = describe(type_, compilation.names.units.name)
    return None, [*found, errors.wrong_type(Span(Source("name", name), 0, len(name)), words, "the name of one quantity")]


def _known(solved: Solved, name: str) -> Cell | None:
    """A quantity by the path it is printed with, which need not be an expression ("a after b.load")."""
    if " " not in name:
        return None
    return next((cell for cell in solved.solution.values if cell.path == name), None)


# ------------------------------------------------------------------------------ inverse questions
_ASK = "ask question: "


def ask(compilation: Compilation, solved: Solved, text: str, as_of: str) -> tuple[Answer | None, list[Diagnostic]]:
    """The answer to `largest x where cond ...`, as if the design asked it."""
    first = text.split(" ")[0]
    if first not in ("largest", "smallest"):
        span = Span(Source("question", text), 0, len(first))
        close = errors.nearest(first, ["largest", "smallest"])
        return None, [errors.unexpected_word(span, first, ["`largest`", "`smallest`"], close)]
    source = Source("question", _ASK + text)
    statement, found = parse_statement(source)
    if not isinstance(statement, s.Ask):
        if not found:
            found = [errors.not_here(Span(source, len(_ASK), len(source.text)), "this", "a question")]
        return None, [_shifted(d, source, text) for d in found]
    layer = Kind(solved.name, "scenario", statement, source, None)
    layer.parent = solved.design
    layer.members["question"] = Member("question", "ask", statement, layer, source)
    layer.state = 2
    scopes = compilation.names.scopes
    scopes[source.path] = scopes[solved.design.source.path]
    found = check_kind(compilation.types, layer)
    if not any(d.severity == "error" for d in found):
        asked = solve_design(compilation.names, compilation.types, layer, solved.name, as_of)
        for answer in asked.judged.answers:
            if answer.entry.node is statement:
                return answer, [_shifted(d, source, text) for d in found]
        found += asked.found
    return None, [_shifted(d, source, text) for d in found]


def _shifted(found: Diagnostic, source: Source, text: str) -> Diagnostic:
    """A diagnostic about the question with places in what was typed, not in the statement made of it."""
    typed = Source("question", text)

    def moved(span: Span) -> Span:
        if span.source is not source:
            return span
        return Span(typed, max(0, span.start - len(_ASK)), max(0, span.end - len(_ASK)))

    related = tuple((moved(span), label) for span, label in found.related)
    return found._replace(span=moved(found.span) if found.span is not None else None, related=related)


# ------------------------------------------------------------------------------ reasons
class Reason(NamedTuple):
    """One line of the tree of reasons.

    `form` is quantity, bound, not-stated, rule, expectation or expression. `depth` is its place in the
    tree. `names` and `numbers` are the formula, or "". `again` marks a quantity whose own reasons stand
    further up. `inputs` are the names of what it is computed from.
    """

    form: str
    depth: int
    name: str
    value: Any
    unit: Unit
    words: str
    origin: str = ""
    span: Span | None = None
    names: str = ""
    numbers: str = ""
    label: str = ""
    text: str = ""
    cites: Cites = ()
    binding: bool = False
    again: bool = False
    inputs: tuple[str, ...] = ()


_Part = Cell | Const | tuple[CountValue, BoundValue]


def explain(compilation: Compilation, solved: Solved, name: str) -> tuple[list[Reason], list[Diagnostic]]:
    """The tree of reasons of a quantity, rule, bound, expectation or expression, from the top down."""
    tree = _Tree(compilation, solved)
    for rule in solved.judged.rules:
        if rule.name == name:
            return tree.rule(rule), []
    for count in solved.judged.counts:
        for bound in count.bounds:
            if f"{count.cell.path}.{bound.entry.name}" == name:
                return list(tree.below([(count, bound)], 0)), []
    for expectation in solved.judged.expectations:
        if expectation.entry.name == name:
            return tree.expectation(expectation), []
    known = _known(solved, name)
    if known is not None:
        return list(tree.below([known], 0)), []
    made, type_, found = _made(compilation, solved, name, "name")
    if any(d.severity == "error" for d in found):
        return [], found
    if isinstance(made, Instance):
        return list(tree.below(tree.quantities(made), 0)), found
    if isinstance(made, Const) and made.value is NOT_STATED and isinstance(made.node, s.Field):
        return list(tree.below([made], 0)), found
    if not isinstance(made, (Cell, Op, Const)):
        value, more = _valued(compilation, solved, made, type_, name)
        return [Reason("expression", 0, name, value.value, value.unit, value.words)], found + more
    value, more = value_of(compilation, solved, made)
    found += more
    if isinstance(made, Cell):
        return list(tree.below([made], 0)), found
    unit = show.unit_of(made, type_, compilation.names.units)
    return tree.expression(name, made, value, unit), found


class _Tree:
    def __init__(self, compilation: Compilation, solved: Solved) -> None:
        self.compilation = compilation
        self.solved = solved
        self.units = compilation.names.units
        self.values = solved.solution.values
        self.counts = {count.cell: count for count in solved.judged.counts}
        self.seen: set[Cell] = set()

    def below(self, parts: list[Any], depth: int, label: str = "") -> Iterator[Reason]:
        """Parts and, under each, what it comes from; without recursion, since chains can be long."""
        work: list[tuple[_Part, int, str]] = [(part, depth, label) for part in reversed(parts)]
        while work:
            part, at, where = work.pop()
            if isinstance(part, tuple):
                reason, inner = self._bound(*part, at)
                where = part[1].label
            elif isinstance(part, Const):
                reason, inner = self._silent(part, at), []
            else:
                reason, inner = self._cell(part, at, where)
            yield reason
            work += [(one, at + 1, where) for one in reversed(inner)]

    def _cell(self, cell: Cell, depth: int, label: str) -> tuple[Reason, list[Any]]:
        unit = show.unit_of_cell(cell, self.units)
        value = self.values.get(cell)
        count = self.counts.get(cell)
        inner: list[Any] = self._telling(reads(cell.formula, self.values), value)
        if count is not None:
            inner += [(count, bound) for bound in count.bounds]
        again = cell in self.seen and bool(inner)
        self.seen.add(cell)
        reason = Reason(
            "quantity", depth, cell.path, value, unit, show.text(value, unit), self._origin(cell), cell.span(),
            "" if isinstance(cell.formula, Const) else names(cell.formula),
            numbers(cell.formula, self.values, self.units, label) if isinstance(cell.formula, Op) else "",
            label, self._doc(cell), cell.cites, False, again, _names(inner),
        )  # fmt: skip
        return reason, [] if again else inner

    @staticmethod
    def _origin(cell: Cell) -> str:
        if cell.form == "part":
            return "argument"
        return "given" if cell.form == "count" and cell.origin == "derived" else cell.origin

    def _doc(self, cell: Cell) -> str:
        member = cell.instance.kind.lookup(cell.name) if cell.instance is not None and cell.form != "part" else None
        return member.source.doc(member.node.start) if member is not None else ""

    def _silent(self, const: Const, depth: int) -> Reason:
        node = const.node
        assert isinstance(node, s.Field) and const.source is not None
        span, doc = Span(const.source, node.start, node.end), const.source.doc(node.start)
        return Reason("not-stated", depth, node.name.name, NOT_STATED, ONE, "not stated", "optional", span, text=doc)

    def _bound(self, count: CountValue, bound: BoundValue, depth: int) -> tuple[Reason, list[Any]]:
        entry = bound.entry
        unit = show.unit_of_cell(count.cell, self.units)
        words = "does not apply" if bound.value is None else "not stated" if bound.most is None else show.text(bound.most, unit)
        when = reads(entry.when, self.values)
        inner = [] if bound.value is None else self._telling(reads(entry.value, self.values), bound.value)
        inner = list(dict.fromkeys([*when, *inner]))
        reason = Reason(
            "bound", depth, entry.name, NOT_STATED if bound.most is None else bound.most, unit, words, "bound",
            Span(entry.source, entry.node.start, entry.node.end), text_of(entry.node.value, entry.source),
            numbers(entry.value, self.values, self.units, bound.label), bound.label,
            entry.text or entry.source.doc(entry.node.start), entry.cites, bound.binding, False, _names(inner),
        )  # fmt: skip
        return reason, inner

    def _telling(self, parts: list[Cell | Const], value: Any) -> list[Any]:
        """Of something that is not stated only what is silent itself: the rest is no reason."""
        if value is not NOT_STATED and any(v is not NOT_STATED for _, v in scalars(value)):
            return list(parts)
        silent = [
            part for part in parts
            if isinstance(part, Const) or any(v is NOT_STATED for _, v in scalars(self.values.get(part)))
        ]  # fmt: skip
        return list(silent or parts)

    def quantities(self, instance: Instance) -> list[Any]:
        """The quantities of an object, in the order of its text."""
        forms = ("input", "let", "count")
        names_ = [name for name, member in instance.kind.all_members().items() if member.form in forms]
        cells = [self.solved.elaborator.slot(instance, name) for name in names_]
        return [cell for cell in cells if isinstance(cell, Cell) and cell in self.values]

    def rule(self, rule: Verdict) -> list[Reason]:
        for entry in self.solved.graph.rules:
            if entry.path == rule.name:
                inner = [*reads(entry.when, self.values), *reads(entry.condition, self.values)]
                label = rule.labels[0] if rule.labels else ""
                top = Reason(
                    "rule", 0, rule.name, None, ONE, rule.verdict, entry.severity, rule.span,
                    text_of(entry.node.condition, entry.source), numbers(entry.condition, self.values, self.units, label),
                    label, rule.text or entry.source.doc(entry.node.start), rule.cites, inputs=_names(inner),
                )  # fmt: skip
                return [top, *self.below(list(dict.fromkeys(inner)), 1, label)]
        for count in self.solved.judged.counts:
            for bound in count.bounds:
                if f"{count.cell.path}.{bound.entry.name}" == rule.name:
                    top = Reason("rule", 0, rule.name, None, ONE, rule.verdict, rule.severity, rule.span,
                                 label=bound.label, text=rule.detail, inputs=(count.cell.path,))  # fmt: skip
                    return [top, *self.below([count.cell], 1)]
        return []

    def expectation(self, found: Expectation) -> list[Reason]:
        entry = found.entry
        words = f"{found.verdict}: computed {found.computed_text}, published {found.published_text}"
        if not any(entry is own for own in self.solved.graph.expects):  # its quantities are another graph's
            text = f"in scenario {entry.scenario}; its reasons are shown with --scenario {entry.scenario}"
            span = Span(entry.source, entry.node.start, entry.node.end)
            return [Reason("expectation", 0, entry.name, None, ONE, words, "expect", span, text=text, cites=entry.cites)]
        inner = [*reads(entry.left, self.values), *reads(entry.right, self.values)]
        top = Reason(
            "expectation", 0, entry.name, None, ONE, words, "expect", Span(entry.source, entry.node.start, entry.node.end),
            text_of(entry.node.condition, entry.source), numbers(entry.left, self.values, self.units), "",
            entry.node.differs or entry.node.restates or "", entry.cites, inputs=_names(inner),
        )  # fmt: skip
        return [top, *self.below(list(dict.fromkeys(inner)), 1)]

    def expression(self, name: str, formula: Formula, value: Any, unit: Unit) -> list[Reason]:
        inner = reads(formula, self.values)
        top = Reason("expression", 0, name, value, unit, show.text(value, unit), "expression", None, "",
                     numbers(formula, self.values, self.units), inputs=_names(inner))  # fmt: skip
        return [top, *self.below(list(inner), 1)]


def _names(parts: list[Any]) -> tuple[str, ...]:
    found = []
    for part in parts:
        if isinstance(part, tuple):
            found.append(f"{part[0].cell.path}.{part[1].entry.name}")
        elif isinstance(part, Cell):
            found.append(part.path)
    return tuple(dict.fromkeys(found))


