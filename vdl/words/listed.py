"""Objects of which a rule asks that some list names them, where lists of the design name others of their kind."""

from __future__ import annotations

from collections.abc import Iterator

from vdl import syntax as s
from vdl.graph.cells import Instance
from vdl.graph.design import Graph, RuleEntry
from vdl.graph.items import Items
from vdl.graph.order import reads
from vdl.judge import Verdict
from vdl.records import NamedTuple
from vdl.text.source import Span
from vdl.text.written import written
from vdl.words.looked_at import looked_at


class List(NamedTuple):
    """A list of the author's that names others of a kind: its line, how it is called, and it with one more item."""

    span: Span
    path: str
    longer: str

    def help(self) -> str:
        return f"name it there: `{self.path} = {self.longer}`"


def to_list(graph: Graph, rule: Verdict) -> List | None:
    """The list that most likely lacks the object of a rule. The rule hangs on no figure, but on what stands in the lists of
    others: of those that name an object of the same kind, the first, else of those that name one that is alike."""
    entry = rule.rule
    if entry is None or rule.outcome != "fails" or reads(entry.condition):
        return None
    names = {node.name for node in looked_at(entry.node.condition, entry.instance.kind) if isinstance(node, s.Attribute)}
    found = list(_lists(graph, entry, names)) if names else []
    return min(found, key=lambda one: one[0])[1] if found else None


def _lists(graph: Graph, rule: RuleEntry, names: set[str]) -> Iterator[tuple[bool, List]]:
    """The lists in which one of these names is written out by an author, first those that name what is of the very same kind;
    none where one names the object already."""
    lacking = rule.instance
    for instance in graph.instances:
        for name in sorted(names & instance.assigned.keys()):
            items, filled = instance.slots.get(name), instance.assigned[name]
            if not isinstance(items, Items) or not isinstance(filled.expr, s.ListOf) or filled.layer == "library":
                continue
            named = [one for one in items if isinstance(one, Instance)]
            if lacking in named or not named or lacking.owner is not named[0].owner:
                continue
            alike = any(one.kind.named() is lacking.kind.named() for one in named)
            if alike or any(_related(one, lacking) for one in named):
                text = written(Span(filled.env.source, filled.expr.start, filled.expr.end)).rstrip("] ,")
                longer = f"{text}, {lacking.name}]"
                yield not alike, List(filled.span(), instance.path_of(name), longer)


def _related(one: Instance, other: Instance) -> bool:
    """Whether two objects are of a kind that carries the same rule: one of their kinds in common is placed on something."""
    carried = one.kind.carrier()
    return carried is not None and carried is other.kind.carrier()


__all__ = ["List", "to_list"]
