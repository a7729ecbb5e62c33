"""Names in expressions."""

from __future__ import annotations

from vdl import syntax as s
from vdl.check.scope import OWN_WORDS
from vdl.check.targets.walk import Inner, Place, Target, Walk, built_in, kind_of, of_member
from vdl.semantics.types import Kind, Member


def named(walk: Walk, node: s.Name, place: Place) -> None:
    found: Target | None = None
    match walk.types.bindings.get(node):
        case ("local", _):
            found = place.locals.get(node.name) or built_in(node.name)  # of a document its design
        case ("member", int(level)) if place.kind is not None:
            found = _of_object(place.kind.around[level], node.name)
        case ("file", Member() as member):
            found = of_member(member)
        case ("module", _) | ("design", _):
            found = walk.symbol(walk.names.find(place.source.path, node.name), node.name, place.source.path)
        case ("label", (str(axis), str(label))):
            found = walk.declared.labels.get((axis, label))
        case ("axis", str(axis)):
            found = walk.declared.axes.get(axis)
        case ("builtin", _):
            found = built_in(node.name)
    walk.found[node] = (found,)


def attribute(walk: Walk, node: s.Attribute, place: Place) -> Inner:
    found: Target | None = None
    match walk.types.bindings.get(node):
        case ("file", Member() as member):
            found = of_member(member)
        case ("label", (str(axis), str(label))):
            walk.found[node.base] = (walk.declared.axes.get(axis),)
            walk.found[node] = (walk.declared.labels.get((axis, label)),)
            return
        case ("bound", _):
            counted = _counting(walk, node.base, place)
            bound = counted.lookup(node.name) if counted is not None else None
            found = of_member(bound) if bound is not None else None
        case _:
            kind = kind_of(walk.types.types.get(node.base))
            if kind is not None:
                found = _of_object(kind, node.name)
    walk.found[node] = (found,)
    yield node.base, place


def _of_object(kind: Kind, name: str) -> Target | None:
    """What an object of a kind has under a name."""
    member = kind.lookup(name)
    return of_member(member) if member is not None else built_in(name) if name in OWN_WORDS else None


def _counting(walk: Walk, count: s.Expr, place: Place) -> Kind | None:
    """The kind to which a count belongs that stands before a dot."""
    if isinstance(count, s.Attribute):
        return kind_of(walk.types.types.get(count.base))
    match walk.types.bindings.get(count):
        case ("member", int(level)) if place.kind is not None:
            return place.kind.around[level]
    return None


def label(walk: Walk, path: s.Path, place: Place) -> None:
    """What stands behind `at`."""
    match walk.types.bindings.get(path):
        case ("label", (str(axis), _)):
            walk.labels(path, axis)
        case ("field", s.Expr() as expr):
            walk.read(path, expr, place)


def select(walk: Walk, node: s.Select, place: Place) -> Inner:
    match walk.types.bindings.get(node):
        case ("field", s.Expr() as expr) if node.labels:
            walk.read(node.labels[0], expr, place)
        case _:
            for path in node.labels:
                label(walk, path, place)
    return [(node.base, place), *[(one, place) for one in node.by]]


def label_map(walk: Walk, node: s.LabelMap, place: Place) -> None:
    match walk.types.bindings.get(node):
        case ("axis", str(axis)):
            for entry in node.entries:
                if entry.label is not None:
                    walk.labels(entry.label, axis)


def all_(walk: Walk, node: s.All, place: Place) -> None:
    match walk.types.bindings.get(node):
        case ("axis", str(axis)):
            walk.found[node.kind] = (walk.declared.axes.get(axis),)
        case _:
            walk.path(node.kind, place)
    if node.within is not None:
        label(walk, node.within, place)


def nearest(walk: Walk, node: s.Nearest, place: Place) -> None:
    walk.path(node.kind, place)


def with_(walk: Walk, node: s.With, place: Place) -> Inner:
    kind = kind_of(walk.types.types.get(node.base))
    yield node.base, place
    for statement in node.body.statements:
        if isinstance(statement, s.Fill):
            walk.along(statement.path, kind)
            yield statement.value, place
            yield from [(cite, place) for cite in statement.cites]


def choose(walk: Walk, node: s.Choose, place: Place) -> Inner:
    """Its objective is read in the outermost body around it."""
    top = place.kind.around[-1] if place.kind is not None else None
    return [*[(option, place) for option in node.options], (node.objective, place._replace(kind=top, locals={}))]
