"""What is filled in an object."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.cells import Assignment, Cell, Instance, Made
from vdl.text.source import Span
from vdl.text.written import written


def filled(instance: Instance) -> Iterator[tuple[tuple[str, ...], Assignment, Made | None]]:
    """What is filled in an object, with what that came to: its inputs, and those of objects that its inputs refer to."""
    for name, assignment in instance.assigned.items():
        yield (name,), assignment, instance.slots.get(name)
    for path in filled_beyond(instance):
        inner: Made | None = instance
        for part in path[:-1]:
            inner = inner.slots.get(part) if isinstance(inner, Instance) else None
        if isinstance(inner, Instance) and path[-1] in inner.assigned:
            yield path, inner.assigned[path[-1]], inner.slots.get(path[-1])


def filled_beyond(instance: Instance) -> Iterator[tuple[str, ...]]:
    """The paths of what is filled in objects that the inputs of an object refer to; what it owns says so itself."""
    for name, fills in (instance.nested or {}).items():
        member = instance.kind.lookup(name)
        if member is not None and member.form == "input":
            yield from dict.fromkeys([(name, *rest) for rest, _ in fills])


def by_default(instance: Instance) -> Iterator[tuple[str, Span, Made | None]]:
    """The inputs of an object that the design's own files give a default, and that nothing fills, with what that came to."""
    for name, member in instance.kind.all_members().items():
        node, given = member.node, member.source.is_library or name in instance.assigned
        if isinstance(node, s.Field) and node.default is not None and not given:
            yield name, Span(member.source, node.default.start, node.default.end), instance.slots.get(name)


def filling(cell: Cell) -> str:
    """What fills an input, or what a quantity is worked out by, as it is written."""
    node = expression(cell.node)
    return written(Span(cell.source, node.start, node.end)) if node is not None else ""


def expression(node: object) -> s.Expr | None:
    """What a statement fills something with."""
    found = getattr(node, "value", None)
    return found if found is not None else getattr(node, "default", None)


def stated_beside(instance: Instance) -> Iterator[tuple[str, Assignment, str]]:
    """The inputs that a design fills beside the result of a formula that reads them: the name, what fills it, and the name of
    one such result, which takes the place of the formula."""
    own = {name: one for name, one in instance.assigned.items() if one.layer != "library"}
    instead = {name: formula for name, one in own.items() if (formula := _without(instance, name, one)) is not None}
    read = {name: {node.name for node in s.walk(formula) if isinstance(node, s.Name)} for name, formula in instead.items()}
    for name, assignment in own.items():
        for result, names in read.items():
            if name in names:
                yield name, assignment, result
                break


def _without(instance: Instance, name: str, assignment: Assignment) -> s.Expr | None:
    """What an input would be made of if an assignment did not fill it."""
    for kind in instance.kind.chain():
        for filling in kind.fillings:
            if filling.path == (name,) and filling.node is not assignment.node:
                return filling.node.value
    member = instance.kind.lookup(name)
    return member.node.default if member is not None and isinstance(member.node, s.Field) else None


def replaced(cell: Cell) -> tuple[str, bool] | None:
    """What a lower layer fills an input with, or its default, as it is written, and whether that is a figure; None where nothing
    does."""
    instance: Instance | None = cell.instance
    path: tuple[str, ...] = (cell.name,)
    found: tuple[Span, s.Expr] | None = None
    while instance is not None:
        for kind in instance.kind.chain():
            below = [one for one, _ in kind.all_fillings() if one.path == path and one.node is not cell.node]
            if below:
                found = below[-1].span(), below[-1].node.value
                break
        path, instance = (instance.name, *path), instance.owner
    member = cell.instance.kind.lookup(cell.name) if found is None and cell.instance is not None else None
    if member is not None and isinstance(member.node, s.Field) and member.node.default is not None:
        found = member.span(), member.node.default
    if found is None:
        return None
    span, value = found
    return written(Span(span.source, value.start, value.end)), isinstance(value, (s.Number, s.Range))
