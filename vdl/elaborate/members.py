"""Members of objects: what an object holds under a name, settled when it is first looked at."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.elaborate import outcomes
from vdl.elaborate.copies import asked_anew, changed, copied, fill_anew
from vdl.elaborate.layers import assign
from vdl.elaborate.names import label_set
from vdl.elaborate.sharing import shared
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import NO_LOCALS, POISON, BoundEntry, Cell, Cites, Const, Env, Instance, Made, Op, Origin, Unstated
from vdl.graph.items import Items
from vdl.semantics.types import ANY, BOOLEAN, COUNT, Labels, ListOf, Member, Object, Quantity
from vdl.text.limits import OBJECTS
from vdl.text.phrases import joined, of
from vdl.text.source import Source


def settle(el: Elaboration, instance: Instance, name: str) -> Made:
    """What an object holds under a name: an object, a list, a text, or the cell of a quantity."""
    member = instance.kind.lookup(name)
    if name in ("placed", "path", "placed_on") and (member is None or isinstance(member.type, (ListOf, Object))):
        carried = _placement(el, instance, name)
        if carried is not None:
            return carried
    if member is None:
        return _own_word(instance, name)
    if member.form == "object":
        return _child(el, instance, member)
    if member.form == "rule":
        return outcomes.rule(el, member, instance)
    if member.form == "ask":
        return outcomes.answer(el, member, instance)
    type_ = member.type
    if member.form == "count" and name not in instance.assigned:
        counted = member.node
        return Cell(instance, name, "count", type_ or ANY, member.source, counted, "solved", cited(counted.cites, member.source))
    if instance.parts is not None and member.form == "input" and name not in instance.assigned:
        return el.slot(instance.base, name) if instance.base is not None else _added(el, instance, member)
    expr, env, origin, node, cites = _definition(instance, member)
    if expr is None:
        if isinstance(member.node, s.Field) and not member.node.optional:
            _missing(el, instance, member)
            return POISON
        silent = Unstated(instance.path_of(name), node, member.source, member.domain)
        return changed(el, instance, name, silent) if isinstance(type_, Object) else silent
    if isinstance(type_, Quantity) or type_ is COUNT or type_ == BOOLEAN:
        form = "input" if member.form == "input" else "count" if member.form == "count" else "let"
        cell = Cell(instance, name, form, type_ or ANY, env.source, node, origin, cites)  # type: ignore[arg-type]
        cell.domain = member.domain
        if member.domain is not None and origin == "derived":  # a copy may hold a share of things: what a stage passes on
            cell.domain = member.domain._replace(whole=False)
        el.pending[cell] = expr, env
        if isinstance(type_, Quantity) and type_.shown is not None:
            el.use(type_.shown, type_.shown.plural)
        if cell.domain is not None and cell.domain.made_of():
            el.use(cell.domain.unit, cell.domain.unit.plural)
        return cell
    if isinstance(type_, Labels) and not type_.one:
        return label_set(el.expr(expr, env), type_.axis)
    made = shared(el, el.expr(expr, env), name, type_ or ANY, node, env.source)
    return changed(el, instance, name, made) if member.form == "input" and isinstance(type_, Object) else made


def bounds(el: Elaboration, cell: Cell) -> tuple[BoundEntry, ...]:
    """The bounds of a count, in the order of its kind."""
    instance = cell.instance
    found: list[BoundEntry] = []
    if instance is None:
        return ()
    outer = el.writer
    for member, node in instance.kind.bounds_of(cell.name):
        env = Env(instance, NO_LOCALS, member.source)
        el.writer = f"{cell.path}.{member.name}"
        when = el.formula(node.when, env) if node.when is not None else None
        value = el.formula(node.value, env)
        found.append(BoundEntry(member.name, node.severity, value, when, node.text, node, member.source,
                                cited(node.cites, member.source)))  # fmt: skip
    el.writer = outer
    return tuple(found)


def cited(cites: tuple[s.Cite, ...], source: Source) -> Cites:
    """Citations with the file that they stand in."""
    return tuple([(cite, source) for cite in cites]) if cites else ()


def _placement(el: Elaboration, instance: Instance, name: str) -> Made | None:
    """What `place` says of an object; None where it says nothing and the kind may declare the name itself."""
    if el.placing:
        el.say(errors.placed_too_early(instance.member.span() if instance.member is not None else instance.kind.span(),
                                       instance.path, name))  # fmt: skip
        return POISON
    el.hinges |= el.placements_hang
    if name == "placed":
        return Items(instance.original().placed)
    if name == "path":
        return Items(instance.original().via)
    return instance.original().placed_on


def _missing(el: Elaboration, instance: Instance, member: Member) -> None:
    span = instance.member.span() if instance.member is not None else instance.kind.span()
    el.say(errors.required_input(span, member.name, instance.path or instance.name, member.span()))


def _definition(instance: Instance, member: Member) -> tuple[s.Expr | None, Env, Origin, s.Node, Cites]:
    """The expression that defines a member (None where nothing does), where it is read, where it came from, its statement
    and citations."""
    assignment = instance.assigned.get(member.name)
    node = member.node
    if assignment is not None and member.form in ("input", "count"):
        cites = cited(assignment.cites, assignment.env.source)
        return assignment.expr, assignment.env, assignment.layer, assignment.node, cites
    env = Env(instance if member.owner.form != "file" else None, NO_LOCALS, member.source)
    if isinstance(node, s.Field):
        origin: Origin = "default" if member.owner.form == "kind" else "given"
        cites = cited(node.cites, member.source) if node.default is not None else ()  # of nothing stated: they say what it may be
        return node.default, env, origin, node, cites
    assert isinstance(node, s.Let)
    return node.value, env, "derived", node, cited(node.cites, member.source)


def _child(el: Elaboration, instance: Instance, member: Member) -> Made:
    """An object that another holds: of a copy a copy, which takes the copy's own fills; of a sum the sum of theirs."""
    assert member.kind is not None
    path = instance.path_of(member.name)
    el.spend("objects", OBJECTS, member.span())
    if instance.base is not None:
        original = el.slot(instance.base, member.name)
        if not isinstance(original, Instance):
            return original
        child = copied(original, instance, path)
        fill_anew(el, child, (instance.nested or {}).get(member.name, ()))
        asked_anew(el, child, path)
        return child
    child = Instance(member.kind, member.name, instance, path, member)
    if instance.parts is None:
        assign(el, child)
        return child
    held = [el.slot(part, member.name) for part in instance.parts]
    child.parts = tuple([one for one in held if isinstance(one, Instance)])
    return child if len(child.parts) == len(held) else POISON


def _added(el: Elaboration, instance: Instance, member: Member) -> Made:
    """An input of a sum of objects: the sum of their inputs."""
    assert instance.parts is not None
    if not isinstance(member.type, Quantity) and member.type is not COUNT:
        path = instance.path_of(member.name)
        return Unstated(path, member.node, member.source)
    items = Items([el.slot(part, member.name) for part in instance.parts])
    items.of, items.member = list(instance.parts), member.name
    cell = Cell(instance, member.name, "sum", member.type, member.source, member.node)
    formulas = tuple([item for item in items if isinstance(item, (Cell, Op, Const))])
    cell.formula = Op("sum", formulas, member.node, member.source, items)
    return cell


# ------------------------------------------------------------------------------ the texts that every object has
def _own_word(instance: Instance, name: str) -> Made:
    owner = instance.owner
    if name == "name":
        return instance.name
    if name == "full_name":
        return instance.path or instance.name
    if name == "owner_name":
        return "" if owner is None else owner.path
    if name == "title":
        return title(instance)
    if name == "full_title":
        return full_title(instance)
    if name == "owner_title":
        return "" if owner is None else full_title(owner)
    if name == "doc":
        source = instance.member.source if instance.member is not None else instance.kind.source
        node = instance.member.node if instance.member is not None else instance.kind.node
        return of(source.doc(node.start), source.is_library)
    return POISON


def title(instance: Instance) -> str:
    """What people call an object: the text after its kind, else its name with spaces."""
    node = instance.member.node if instance.member is not None else None
    written = node.title if isinstance(node, s.Object) else ""
    if instance.owner is None:  # a design, with layers on top or without
        written = next((kind.title for kind in instance.kind.chain() if kind.form == "design"), "")
    source = instance.member.source if instance.member is not None else instance.kind.source
    return of(written or instance.name.replace("_", " "), source.is_library)


def full_title(instance: Instance) -> str:
    """Its title after those of the objects that hold it; "" for the design."""
    if instance.owner is None:
        return title(instance) if instance.path else ""
    around = full_title(instance.owner)
    return joined(", ", (around, title(instance))) if around else title(instance)
