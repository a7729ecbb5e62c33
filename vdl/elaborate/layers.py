"""What the layers of a kind fill in, lowest first: kinds, `on` blocks, objects, designs, scenarios, options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from vdl import errors
from vdl.check import in_part
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import NO_LOCALS, Assignment, Env, Instance, Layer
from vdl.semantics.types import Filling, Kind
from vdl.text.phrases import phrase
from vdl.text.source import Source


def assign(el: Elaboration, instance: Instance) -> None:
    """Collect what fills the inputs of an object: what its kinds fill, each followed by the `on` blocks that name it, what
    its own body and the layers above it fill; then what the objects around it fill in it.

    A later layer wins over an earlier one. Two layers of the same sort (two scenarios, two options) have no order that a
    reader could see: where they differ it is an error.
    """
    chain = [kind for kind in instance.kind.chain() if not kind.refines]  # the object around it fills that
    chain.reverse()
    taken: dict[tuple[str, ...], tuple[Filling, Kind]] = {}
    env: Env | None = None
    sorts = [kind.form for kind in chain if kind.is_layer]
    for kind in chain:
        for filling, inner in sorted(kind.all_fillings(), key=_of_an_extension):
            before = taken.get(filling.path)
            if before is not None and _in_conflict(before[1], kind) and not before[0].alike(filling):
                above = "an option, `--set`" if kind.form == "scenario" else ""
                el.say(errors.conflicting_fills(filling.span(), ".".join(filling.path), before[0].span(),
                                                phrase(_TWO[sort_of_layer(kind)]), above))  # fmt: skip
            for before in _around_or_within(taken, filling.path) if sorts.count(kind.form) > 1 else ():
                if _in_conflict(before[1], kind):
                    whole, part = sorted([before[0], filling], key=lambda one: len(one.path))
                    el.say(in_part(whole, part))
            taken[filling.path] = (filling, kind)
            if env is None or env.source is not filling.source:
                env = Env(instance, NO_LOCALS, filling.source)
            layer = _layer(filling.source, kind)
            put(instance, filling.path, Assignment(filling.node.value, env, filling.node, layer, filling.cites, inner=inner))
    if instance.owner is not None:
        for rest, assignment in (instance.owner.nested or {}).get(instance.name, ()):
            if assignment.inner:
                env = Env(instance, NO_LOCALS, assignment.env.source)
                assignment = assignment._replace(env=env, inner=assignment.inner - 1)
            put(instance, rest, assignment)


_TWO = {"scenario": "two scenarios", "option": "two options"}
"""Two layers of a sort, in words."""


def put(instance: Instance, path: tuple[str, ...], assignment: Assignment) -> None:
    """Fill an input of an object, or of one that it holds."""
    first, *rest = path
    if not rest:
        if instance.nested is not None:
            instance.nested.pop(first, None)  # what lower layers change in an object that takes no place any more
        before = instance.assigned.get(first)
        if before is not None and assignment.layer == "given" and before.layer != "library":
            assignment = assignment._replace(layer="override")
        instance.assigned[first] = assignment
    else:
        if instance.nested is None:
            instance.nested = {}
        instance.nested.setdefault(first, []).append((tuple(rest), assignment))


def _of_an_extension(found: tuple[Filling, int]) -> bool:
    return found[0].extension


def _around_or_within(
    taken: Mapping[tuple[str, ...], tuple[Filling, Kind]], path: tuple[str, ...]
) -> Iterator[tuple[Filling, Kind]]:
    """What fills an object in which a path leads on, and what fills something in the object to which it leads."""
    for other, found in taken.items():
        if len(other) != len(path) and all(a == b for a, b in zip(other, path)):
            yield found


def _in_conflict(before: Kind, kind: Kind) -> bool:
    """Whether two layers have no order."""
    return kind is not before and sort_of_layer(kind) == sort_of_layer(before) != ""


def sort_of_layer(kind: Kind) -> str:
    """What was put on top of a design: a scenario, or above all of them an option; "" for anything else."""
    return kind.form if kind.is_layer else ""


def _layer(source: Source, kind: Kind) -> Layer:
    if kind.form == "scenario" or kind.form == "option":
        return kind.form
    return "library" if source.is_library else "given"
