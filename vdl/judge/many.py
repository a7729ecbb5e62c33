"""Whether a text was written for one object, or for many of them."""

from __future__ import annotations

from vdl.graph.cells import Instance
from vdl.semantics.types import Kind
from vdl.text.source import Source


def is_for_many(instance: Instance | None, source: Source, start: int) -> bool:
    """Whether what an object reads, at a place of a file, stands in a kind, an `on` block or a function, and not in the body of
    one object or of the design."""
    while instance is not None:
        for kind in instance.kind.chain():
            for body, file, extension, _ in kind.bodies:
                if file is source and body.start <= start < body.end:
                    return extension or kind.form == "kind" or _in_a_kind(kind)
        instance = instance.owner
    return True


def _in_a_kind(kind: Kind) -> bool:
    """Whether the body of an object stands in that of a kind."""
    return any(around.form == "kind" for around in kind.around)


__all__ = ["is_for_many"]
