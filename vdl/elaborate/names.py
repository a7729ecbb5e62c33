"""Names, members after a dot, and what stands at labels."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.elaborate import outcomes
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import POISON, Const, Env, Formula, Instance, Label, LabelSet, Made, Op
from vdl.graph.details import At
from vdl.graph.items import Items
from vdl.semantics.types import Kind, Member
from vdl.text.source import stem_of
from vdl.values import NOT_STATED


def name(el: Elaboration, expr: s.Name, env: Env) -> Made:
    binding = el.bindings.get(expr)
    if binding is None:
        return POISON
    if binding[0] == "local":
        return env.locals.get(binding[1], POISON)
    if binding[0] == "member":
        instance = around(env, binding[1]) if binding[1] else env.instance
        return el.slot(instance, expr.name) if instance is not None else POISON
    if binding[0] == "file":
        return of_file(el, binding[1])
    if binding[0] == "design":
        return _design(el, expr, binding[1], env)
    if binding[0] == "label":
        return Label.of(*binding[1])
    return POISON


def _design(el: Elaboration, expr: s.Name, named: Kind | None, env: Env) -> Made:
    """The design, which a document may call by its name where it prints that one, or one derived from it."""
    if named is None or el.root.kind.is_a(named):
        return el.root
    wrong = errors.other_design(env.span(expr), named.name, el.root.name, named.span())
    if not any(said.slug == wrong.slug and said.message == wrong.message for said in el.diagnostics):
        el.say(wrong)  # once, however often the document names it
    return POISON


def around(env: Env, levels: int) -> Instance | None:
    """The object so many levels up from the one that an expression is read in."""
    instance = env.instance
    for _ in range(levels):
        instance = instance.owner if instance is not None else None
    return instance


def of_file(el: Elaboration, member: Member) -> Made:
    """An object or constant that stands at the top of a file."""
    file = member.source.path
    top = el.files.get(file)
    if top is None:
        stem = stem_of(file)
        top = el.files[file] = Instance(el.names.files[file], stem, None, stem)
    return el.slot(top, member.name)


def attribute(el: Elaboration, expr: s.Attribute, env: Env) -> Made:
    binding = el.bindings.get(expr)
    if binding is None:
        return member_of(el, el.expr(expr.base, env), expr.name)
    if binding[0] == "file":
        return of_file(el, binding[1])
    if binding[0] == "label":
        return Label.of(*binding[1])
    if binding[0] == "bound":
        return outcomes.bound(el, el.expr(expr.base, env), expr.name)
    return member_of(el, el.expr(expr.base, env), expr.name)


def member_of(el: Elaboration, base: Made, called: str) -> Made:
    if isinstance(base, Instance):
        return el.slot(base, called)
    if isinstance(base, Items):
        items = Items([member_of(el, item, called) for item in base], base.sought)
        items.of, items.member = list(base), called
        return items
    return base if isinstance(base, Const) else POISON  # not stated stays so


def select(el: Elaboration, expr: s.Select, env: Env) -> Made:
    """`x at label`, `x at labels`; of labels of several axes, the value where one of each holds."""
    made: Formula = el.formula(expr.base, env)
    wanted: dict[str, list[Label | LabelSet]] = {}
    for path in expr.labels:
        labels = _labels_at(el, path, env)
        if isinstance(labels, Const):
            return labels
        if not labels:
            return Const(NOT_STATED, expr, env.source)
        wanted.setdefault(labels.axis, []).append(labels)
    for axis, sets in wanted.items():
        every = any(list(labels) == el.names.axes[axis].labels for labels in sets if isinstance(labels, LabelSet))
        single = len(sets) == 1 and isinstance(sets[0], Label)
        names = [label for labels in sets for label in ([labels] if isinstance(labels, Label) else labels)]
        made = Op("at", (made,), expr, env.source, At(axis, tuple(names), single, every))
    return made


def _labels_at(el: Elaboration, path: s.Path, env: Env) -> Label | LabelSet | Const:
    """The label or the labels that one name behind `at` stands for; what is not stated, or not known, stays so."""
    binding = el.bindings.get(path)
    if binding is not None and binding[0] == "label":
        return Label.of(*binding[1])
    if binding is None or binding[0] != "field":
        return POISON
    made = el.expr(binding[1], env)
    return made if isinstance(made, Label) else label_set(made, "")


def label_set(made: Made, axis: str) -> LabelSet | Const:
    """Something as labels of an axis: one label, a list of them; what is not stated, or not known, stays so."""
    if isinstance(made, (LabelSet, Const)):
        return made
    if isinstance(made, Label):
        return LabelSet.of(made.axis, [made])
    if not isinstance(made, Items):
        return POISON
    found: dict[str, None] = {}
    for item in made:
        labels = label_set(item, axis)
        if isinstance(labels, Const):
            return labels
        found.update(dict.fromkeys(labels))
        axis = labels.axis
    return LabelSet.of(axis, found)
