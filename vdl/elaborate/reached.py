"""The objects that a design reaches: those that it holds, and whatever these refer to."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from vdl import syntax as s
from vdl.elaborate.aside import Answers
from vdl.elaborate.state import Elaboration
from vdl.graph.cells import Instance, Made
from vdl.graph.items import Items
from vdl.semantics.types import Object


def reached(el: Elaboration, instances: Iterable[Instance]) -> Answers[tuple[Instance, ...]]:
    """These objects and all that they refer to, also where no quantity is read from it: what somebody stated of a thing is stated
    of the design that takes it, whoever reads it later. Units that such figures are written in are taken down."""
    found: dict[Instance, None] = dict.fromkeys(instances)
    own = frozenset(found)
    waiting = list(found)
    while waiting:
        instance = waiting.pop()
        for name, one in instance.assigned.items() if instance not in own else ():
            member = instance.kind.lookup(name)
            if name in instance.slots or member is None:
                continue
            if isinstance(member.type, Object) and isinstance(one.expr, (s.Name, s.Attribute, s.With)):  # which asks nothing
                yield from el.settled(partial(el.slot, instance, name))
            else:
                numbers = [node for node in s.walk(one.expr) if isinstance(node, s.Number) and node.unit is not None]
                el.written_in |= {node.unit.text for node in numbers if node.unit is not None}
        for made in instance.slots.values():
            more = [other for other in _objects(made) if other not in found]
            found.update(dict.fromkeys(more))
            waiting += more
    return tuple(found)


def _objects(made: Made) -> Iterable[Instance]:
    if isinstance(made, Items):
        return [one for one in made if isinstance(one, Instance)]
    return [made] if isinstance(made, Instance) else []


__all__ = ["reached"]
