"""Sums that add up nothing because whoever wrote them looked in the wrong place, and counts of what has nothing placed on it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from vdl.graph.blame import around
from vdl.graph.cells import Formula, Instance
from vdl.graph.design import Graph, PlacementEntry
from vdl.graph.items import Items, Sought
from vdl.graph.order import operations
from vdl.judge.many import is_for_many
from vdl.judge.records import Judged, OpenPoint
from vdl.judge.standing import is_sized
from vdl.judge.unplaced import waiting_for
from vdl.records import NamedTuple
from vdl.semantics.types import Kind
from vdl.solve import CountValue
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.stem import stem
from vdl.values import scalars


class _Read(NamedTuple):
    """A sum in what is computed, or a list that fills an input: what that is called, the object in whose body it is read, where
    it is written, what it was to hold, and whether it holds any of that. `node` tells one text from another."""

    name: str
    instance: Instance
    node: object
    span: Span
    sought: Sought | None
    found: bool


def nothing_found(graph: Graph, judged: Judged) -> list[OpenPoint]:
    """Counts of objects on which nothing is placed, and sums over lists in which `all KIND`, or the condition of a loop, found
    nothing, wherever they are read; so of lists that fill inputs.

    What the library writes is for all designs, and may well find nothing in one. So may what a kind, an `on` block or a
    function of the author writes for many objects: that is a point only where it finds nothing in any of them, though the
    design does hold such objects elsewhere. What the author wrote in the body of one object, or of the design, is meant
    for what is there.
    """
    empty: dict[object, _Read] = {}
    filled: set[object] = set()
    for read in (*_sums(graph), *_lists(graph)):
        node = read.node
        if read.found:
            filled.add(node)
        elif node not in empty or read.name < empty[node].name:
            empty[node] = read
    held = _Held(graph.instances) if empty.keys() - filled else None
    sums = [
        point for node, read in empty.items()
        if held is not None and node not in filled and (point := _point(held, read)) is not None
    ]  # fmt: skip
    return [*_nothing_placed(graph, judged), *sums]


def _nothing_placed(graph: Graph, judged: Judged) -> Iterator[OpenPoint]:
    """The first count of each object on which nothing is placed and all of whose counts come to 0; not where something that
    could be placed there should be and is placed nowhere, which is said."""
    of: dict[int, list[CountValue]] = {}
    for count in judged.counts:
        instance = count.cell.instance
        takes = instance.kind.lookup("placed") if instance is not None else None  # a rule may be called so
        if instance is not None and not instance.placed and takes is not None and takes.form == "input":
            of.setdefault(id(instance), []).append(count)
    empty = [(own[0].cell.instance, own[0]) for own in of.values() if all(map(comes_to_nothing, own))]
    waiting = waiting_for(judged.rules) if empty else set()
    for instance, count in empty:
        if instance is not None and waiting.isdisjoint(instance.kind.chain()):
            words = phrase("nothing is placed on `{name}`, so `{count}` is 0", name=instance.path, count=count.cell.path)
            related: list[tuple[Span, str]] = []
            hint = phrase("place what it is for: `{statement}`", statement=f"place NAME on {instance.path}")
            like = _on_its_like(graph, instance)
            there = _meant(like, instance)
            if like and there is None:
                names = list(dict.fromkeys([one.demand.path for one in like]))
                more = ", ..." if len(names) > _LISTED else ""
                listed = ", ".join([f"`{name}`" for name in names[:_LISTED]])
                hint = phrase("if one of {names} is what it is for, write `{statement}` for that, instead of on `{other}`",
                              names=f"{listed}{more}", statement=f"place NAME on {instance.path}",
                              other=like[-1].target.path)  # fmt: skip
                nodes = {one.node: Span(one.source, one.node.start, one.node.end) for one in like}
                related = [(place, "this is placed on others of its kind") for place in list(nodes.values())[:_NAMED]]
            if there is not None:
                demand, on = there.demand.path, there.target.path
                hint = phrase("if `{name}` is what it is for, write `{statement}` instead of on `{other}`",
                              name=demand, statement=f"place {demand} on {instance.path}", other=on)  # fmt: skip
                related = [(Span(there.source, there.node.start, there.node.end), f"`{demand}` is placed on `{on}` here")]
            span = around(instance) or count.cell.span()
            yield OpenPoint("nothing-found", count.cell.path, words, span, hint=hint, related=tuple(related))


def _on_its_like(graph: Graph, empty: Instance) -> list[PlacementEntry]:
    """What an author places on others of the kind of an object on which nothing is placed; where there are none, what is
    called like the object and could be placed there."""
    kind, owner = empty.kind.named(), empty.owner
    beside = [one for one in graph.placements if one.target.owner is owner and not one.source.is_library]
    like = [one for one in beside if one.target.kind.named() is kind]
    if like:  # what stands by itself on another one would leave that empty
        there = Counter([id(one.target) for one in like])
        return [one for one in like if there[id(one.target)] > 1] or like
    takes = frozenset(empty.kind.chain())
    return [one for one in beside if one.demand.kind.carrier() in takes and stem(one.demand.name, empty.name)]


def _meant(like: Sequence[PlacementEntry], empty: Instance) -> PlacementEntry | None:
    """What of that may have been meant for it: what is likest to it in its name, or in that of its kind; else the last of several
    statements for one of them, or what is placed there by itself."""
    for called in ([(stem(one.demand.name, empty.name), one) for one in like],
                   [(stem(one.demand.kind.named().name, empty.name), one) for one in like]):  # fmt: skip
        likest = max(called, key=lambda one: (len(one[0]), one[1].node.start), default=None)
        if likest is not None and likest[0]:
            return likest[1]
    nodes = list(dict.fromkeys([one.node for one in like]))
    alone = [one for one in like if sum(other.node is one.node for other in like) == 1]
    if len(like) == 1:
        return like[0]
    return max(alone, key=lambda one: one.node.start) if len(nodes) > 1 and alone else None


def comes_to_nothing(count: CountValue) -> bool:
    """Whether a count is 0 although its limits were judged; what is not sized is said elsewhere."""
    return not count.given and is_sized(count) and all(number == 0 for _, number in scalars(count.value))


class _Held:
    """The objects of a design by their kinds, looked for once."""

    def __init__(self, instances: Iterable[Instance]) -> None:
        self._of: dict[Kind, list[Instance]] = {}
        for instance in instances:
            for kind in instance.kind.chain():
                self._of.setdefault(kind, []).append(instance)

    def besides(self, kind: Kind, below: Instance) -> list[Instance]:
        """Some objects of a kind by their paths, without the one that was searched: one more than are named."""
        import heapq  # few designs search for what they do not have

        found = self._of.get(kind, ())
        return heapq.nsmallest(_NAMED + 1, (one for one in found if one is not below), key=lambda one: one.path)


def _point(held: _Held, read: _Read) -> OpenPoint | None:
    sought, span = read.sought, read.span
    if sought is None:
        return None
    generic = is_for_many(read.instance, span.source, span.start)
    if sought.kind is None or sought.below is None:
        words = phrase("`{name}`: the one object is not kept", name=read.name)
        if sought.among > 1:
            words = phrase("`{name}`: none of {number} objects is kept", name=read.name, number=sought.among)
        return None if generic else OpenPoint("nothing-found", read.name, words, span)
    kind = sought.kind.name
    elsewhere = held.besides(sought.kind, sought.below)
    if generic and not elsewhere:
        return None
    words = phrase("`{name}`: there is no `{kind}` in the design", name=read.name, kind=kind)
    if sought.below.path:
        words = phrase("`{name}`: there is no `{kind}` below `{owner}`", name=read.name, kind=kind, owner=sought.below.path)
    if elsewhere:
        there = ", ".join([f"`{one.path}`" for one in elsewhere[:_NAMED]])
        there = phrase("{names} and others", names=there) if len(elsewhere) > _NAMED else there
        words = phrase("{what}; the design holds {there}", what=words, there=there)
    hint = phrase("`{search}` looks in the whole design", search=f"all {kind} in design") if elsewhere else ""
    places = [place for one in elsewhere if (place := around(one)) is not None][:1]
    related = tuple([(place, f"this `{kind}` stands elsewhere") for place in places])
    return OpenPoint("nothing-found", read.name, words, span, hint=hint, related=related)


_LISTED = 5
"""Of what is placed on others of a kind, as many are named."""

_NAMED = 3
"""Objects that are named of those that stand elsewhere."""


def _sums(graph: Graph) -> Iterator[_Read]:
    """The sums that the author wrote, in everything that is computed."""
    for component in graph.order:
        for cell in component:
            instance = cell.instance or graph.root
            for bound in cell.bounds:
                yield from _own(f"{cell.path}.{bound.name}", instance, bound.value, bound.when)
            yield from _own(cell.path, instance, cell.formula)
    for rule in graph.rules:
        yield from _own(rule.path, rule.instance, rule.condition, rule.when)
    for expect in graph.expects:
        yield from _own(expect.name, graph.root, expect.left, expect.right)
    for ask in graph.asks:
        yield from _own(ask.name, graph.root, ask.condition)


def _own(name: str, instance: Instance, *formulas: Formula | None) -> Iterator[_Read]:
    """The sums in formulas that stand in files of the author's."""
    for op in operations(formulas):
        if op.op == "sum" and not op.source.is_library:
            sought = op.detail.sought if isinstance(op.detail, Items) else None
            yield _Read(name, instance, op.node, op.span(), sought, bool(op.args))


def _lists(graph: Graph) -> Iterator[_Read]:
    """The lists with which authors fill inputs of objects."""
    for instance in graph.instances:
        for name, filled in instance.assigned.items():
            made = instance.slots.get(name)
            if isinstance(made, Items) and not filled.env.source.is_library:
                yield _Read(instance.path_of(name), instance, filled.node, filled.span(), made.sought, bool(made))


__all__ = ["comes_to_nothing", "nothing_found"]
