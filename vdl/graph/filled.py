"""What is filled in an object."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Assignment, Instance, Made


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
