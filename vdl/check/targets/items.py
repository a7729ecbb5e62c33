"""Names in what stands at the top of a file, in types and in units."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from vdl import syntax as s
from vdl.check.targets.walk import Form, Inner, Place, Target, Walk, bodies, built_in, name_of
from vdl.resolve.written import BUILT_IN_TYPES
from vdl.text.source import Span


def import_(walk: Walk, node: s.Import, place: Place) -> None:
    imports = walk.names.program.files[place.source.path].imports
    target = next((target for target, item in imports.values() if item is node), None)
    file = walk.names.program.files.get(target) if target is not None else None
    if node.path is not None:
        where = Span(file.source, 0, 0) if file is not None else None
        found = Target("file", file.name, where) if file is not None else None
        walk.found[node.path] = (found,) * len(node.path.names)
    walk.name(node.name, "module", place, walk.names.scope(place.source.path).get(node.name.name) if node.name else None)


def source(walk: Walk, node: s.SourceDef, place: Place) -> Inner:
    walk.name(node.name, "source", place, walk.names.scope(place.source.path).get(node.name.name))
    for fact in node.body.statements:
        if isinstance(fact, s.Fill):
            walk.found[fact.path] = tuple([built_in(name) if name in s.SOURCE_FACTS else None for name in fact.path.names])
            yield fact.value, place


def measures(*fields: str) -> Callable[[Walk, Any, Place], None]:
    """For items some of whose fields name units and dimensions, where they are declared and where they are used."""

    def look_up(walk: Walk, node: s.Node, place: Place) -> None:
        for field in fields:
            value = getattr(node, field)
            for ident in value if isinstance(value, tuple) else (value,):
                walk.found[ident] = (walk.declared.measures.get(ident.name),)

    return look_up


def axis(walk: Walk, node: s.AxisDef, place: Place) -> None:
    walk.found[node.name] = (walk.declared.axes.get(node.name.name),)
    for label in node.labels:
        walk.found[label] = (walk.declared.labels.get((node.name.name, label.name)),)


def unit_name(walk: Walk, node: s.UnitName | s.TypeRef, place: Place) -> None:
    words = [built_in(part.name) if part.name == "%" else walk.declared.measures.get(part.name) for part in node.parts]
    if words:
        walk.found[node] = tuple(words)


def type_(walk: Walk, node: s.TypeRef, place: Place) -> None:
    """In the order in which `resolve` looks a type up."""
    unit_name(walk, node, place)
    path, word = node.path, node.text
    if path is None:
        return
    if node.form == "labels":
        walk.found[path] = (walk.declared.axes.get(word),)
    elif word in BUILT_IN_TYPES:
        walk.found[path] = (built_in(word),)
    elif word in walk.names.units.dimensions:
        walk.found[path] = (walk.declared.measures.get(word),)
    else:
        walk.path(path, place)
        if len(path.names) == 1 and walk.found[path] == (None,):
            walk.found[path] = (walk.declared.axes.get(word),)


def in_file(form: Form, *paths: str) -> Callable[[Walk, Any, Place], Inner]:
    """For what stands at the top of a file and may have a body; `paths` are the fields that name what a file sees."""

    def look_up(walk: Walk, node: Any, place: Place) -> Inner:
        walk.name(getattr(node, "name", None), form, place, walk.names.scope(place.source.path).get(name_of(node)))
        for field in paths:
            if getattr(node, field) is not None:
                walk.path(getattr(node, field), place)
        return bodies(walk, node, place)

    return look_up
