"""What the layers of a kind fill in, lowest first: kinds, `on` blocks, objects, designs, scenarios, options."""

from __future__ import annotations

from typing import Literal

from vdl import errors
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import NO_LOCALS, Assignment, Env, Instance, Layer
from vdl.semantics.types import Filling, Kind
from vdl.text.source import LIBRARY, Source, Span

Rank = Literal["kind", "extension", "object"]


def assign(el: Elaboration, instance: Instance) -> None:
    """Collect what fills the inputs of an object: what its kinds fill, what `on` blocks of them fill, what its own
    body and the layers above it fill; then what the objects around it fill in it.

    Within each rank a later layer wins over an earlier one. Two `on` blocks of one kind, and two layers of the same
    sort (two scenarios, two options), have no order that a reader could see: where they differ it is an error.
    """
    chain = [kind for kind in instance.kind.chain() if not kind.refines]  # the object around it fills that
    chain.reverse()
    taken: dict[tuple[str, ...], tuple[Filling, Kind]] = {}
    env: Env | None = None
    ranks: tuple[Rank, ...] = ("kind", "extension", "object")
    for rank in ranks:
        for kind in chain:
            for filling, inner in kind.all_fillings():
                if _rank(filling, kind) != rank:
                    continue
                before = taken.get(filling.path)
                if before is not None and _in_conflict(before, filling, kind, rank) and not _alike(before[0], filling):
                    span = Span(filling.source, filling.node.start, filling.node.end)
                    other = Span(before[0].source, before[0].node.start, before[0].node.end)
                    words = "two `on` blocks" if rank == "extension" else f"two {sort_of_layer(kind)}s"
                    above = "the object itself" if rank == "extension" else "an option, `--set`"
                    el.say(errors.conflicting_fills(span, ".".join(filling.path), other, words, above))
                taken[filling.path] = (filling, kind)
                if env is None or env.source is not filling.source:
                    env = Env(instance, NO_LOCALS, filling.source)
                layer = _layer(filling.source, kind)
                put(instance, filling.path, Assignment(filling.node.value, env, filling.node, layer, inner=inner))
    if instance.owner is not None:
        for rest, assignment in (instance.owner.nested or {}).get(instance.name, ()):
            if assignment.inner:
                env = Env(instance, NO_LOCALS, assignment.env.source)
                assignment = assignment._replace(env=env, inner=assignment.inner - 1)
            put(instance, rest, assignment)


def put(instance: Instance, path: tuple[str, ...], assignment: Assignment) -> None:
    """Fill an input of an object, or of one that it holds."""
    first, *rest = path
    if not rest:
        before = instance.assigned.get(first)
        if before is not None and assignment.layer == "given" and before.layer != "library":
            assignment = assignment._replace(layer="override")
        instance.assigned[first] = assignment
    else:
        if instance.nested is None:
            instance.nested = {}
        instance.nested.setdefault(first, []).append((tuple(rest), assignment))


def _rank(filling: Filling, kind: Kind) -> Rank:
    return "extension" if filling.extension else "kind" if kind.form == "kind" else "object"


def _in_conflict(before: tuple[Filling, Kind], filling: Filling, kind: Kind, rank: Rank) -> bool:
    """Whether two fills of one input stand in layers that have no order."""
    if rank == "extension" and before[0].extension and before[1] is kind:
        return True
    return kind is not before[1] and sort_of_layer(kind) == sort_of_layer(before[1]) != ""


def sort_of_layer(kind: Kind) -> str:
    """What was put on top of a design: a scenario, or above all of them an option; "" for anything else."""
    return kind.form if kind.is_layer else ""


def _layer(source: Source, kind: Kind) -> Layer:
    if kind.form == "scenario" or kind.form == "option":
        return kind.form
    return "library" if source.path.startswith(LIBRARY) else "given"


def _alike(one: Filling, other: Filling) -> bool:
    """Whether two fills say the same in the same words."""
    texts = [Span(f.source, f.node.value.start, f.node.value.end).text.split() for f in (one, other)]
    return texts[0] == texts[1]
