"""What is filled in an object."""

from __future__ import annotations

from collections.abc import Iterator

from vdl.graph.cells import Assignment, Instance, Made


def filled(instance: Instance) -> Iterator[tuple[tuple[str, ...], Assignment, Made | None]]:
    """What is filled in an object, with what that came to: its inputs, and those of objects that its inputs refer to."""
    for name, assignment in instance.assigned.items():
        yield (name,), assignment, instance.slots.get(name)
    for name, fills in (instance.nested or {}).items():
        member, held = instance.kind.lookup(name), instance.slots.get(name)
        if member is None or member.form != "input":
            continue  # what it owns says so itself
        for path in dict.fromkeys([rest for rest, _ in fills]):
            inner = held
            for part in path[:-1]:
                inner = inner.slots.get(part) if isinstance(inner, Instance) else None
            if isinstance(inner, Instance) and path[-1] in inner.assigned:
                yield (name, *path), inner.assigned[path[-1]], inner.slots.get(path[-1])
