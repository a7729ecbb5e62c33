"""What stands in a library's file for what a design names not: `unnamed` of `item = cart if cart is given else unnamed`. Nobody
is to state anything of it: one figure would go for all that is not named. The design names another one in its place."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cached_property

from vdl import syntax as s
from vdl.graph.cells import Assignment, Cell, Formula, Instance
from vdl.graph.design import Graph
from vdl.graph.silent import silent_inputs
from vdl.records import NamedTuple
from vdl.values import Value
from vdl.words.looked_at import chain


class StandIn(NamedTuple):
    """An object of the library's, the one that refers to it, and the input by which the design would name another one."""

    object: Instance
    holder: Instance
    path: str


class StandIns:
    """All that stand for something in a design; they are looked for once, when somebody asks for them."""

    def __init__(self, graph: Graph) -> None:
        self._graph = graph

    @cached_property
    def all(self) -> tuple[StandIn, ...]:
        return tuple(_stand_ins(self._graph))

    def silent(self, formulas: Iterable[Formula | None], values: Mapping[Cell, Value], most: int) -> list[str]:
        """The inputs that nobody stated and that formulas need, by the names under which the design would state them; no more
        than `most`, but for what stands for several."""
        return self.to_name(silent_inputs(formulas, values, most))

    def to_name(self, silent: Iterable[str], holders: Collection[Instance] = ()) -> list[str]:
        """What nobody stated, and for what is of a stand-in the inputs that would name another one: those of the objects
        `holders`, or of all that refer to it."""
        said: dict[str, None] = {}
        for path in silent:
            of = [one for one in self.all if path.startswith(f"{one.object.path}.")] if "." in path else []
            said.update(dict.fromkeys([one.path for one in of if one.holder in holders] or [one.path for one in of] or [path]))
        return list(said)

    def named_by(self, holders: Collection[Instance]) -> list[str]:
        """The inputs that would name what these objects refer to, of those that refer to stand-ins."""
        return list(dict.fromkeys([one.path for one in self.all if one.holder in holders]))


def _stand_ins(graph: Graph) -> Iterator[StandIn]:
    held = set(graph.instances)
    for holder in graph.instances:
        for name, filled in holder.assigned.items():
            made = holder.slots.get(name) if filled.layer == "library" else None
            if isinstance(made, Instance) and made not in held and made.member is not None and made.member.source.is_library:
                path = _named_by(filled)
                if path:
                    yield StandIn(made, holder, path)


def _named_by(filled: Assignment) -> str:
    """The path of the input `cart` of `cart if cart is given else unnamed`, or of `cart else unnamed`, that nobody filled; "" of
    another formula."""
    expr = filled.expr
    names: list[str] = []
    if isinstance(expr, s.Conditional) and isinstance(expr.condition, s.Given):
        names = chain(expr.then) if chain(expr.then) == chain(expr.condition.operand) else []
    elif isinstance(expr, s.Fallback):
        names = chain(expr.operand)
    around = filled.env.instance
    while names and around is not None:
        member = around.kind.lookup(names[0])
        if member is not None:
            is_silent = member.form == "input" and not isinstance(around.follow(names), Instance)
            return around.path_of(".".join(names)) if is_silent else ""
        around = around.owner
    return ""


__all__ = ["StandIn", "StandIns"]
