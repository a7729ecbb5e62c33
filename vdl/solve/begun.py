"""Designs that were made and not solved yet, for those who look at the same ones again: a document at the scenarios that a check
has looked at, a sweep at the design that it begins from."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl.graph.design import Graph
from vdl.records import NamedTuple
from vdl.semantics.types import Kind
from vdl.solve.solver import Solver
from vdl.text.diagnostics import Diagnostic


class Made(NamedTuple):
    """The graph of a design, what was said while it was made, and the solver that answered what was asked on the way."""

    graph: Graph
    said: Sequence[Diagnostic]
    solver: Solver


class Begun:
    """What was made of one program. It is filled while that is compiled, and only read from then on.

    Designs are known by their kinds, layers included, and by the tables of the program. One with options is not kept.
    """

    def __init__(self) -> None:
        self._made: dict[Kind, tuple[object, Made]] = {}
        self._open = True

    def __reduce__(self) -> tuple[Callable[[], Begun], tuple[()]]:
        """Packed it has nothing: what is needed elsewhere is made again."""
        return _none, ()

    def find(self, design: Kind, tables: object) -> Made | None:
        """What was made of a design, with a solver of its own to go on with; None where it is not known."""
        known, made = self._made.get(design, (None, None))
        if made is None or known is not tables:
            return None
        return made._replace(solver=made.solver.branch())

    def keep(self, design: Kind, tables: object, made: Made) -> None:
        """Keep what was made without inputs in the place of others, unless something was said on the way by its values."""
        if self._open and not made.graph.choices and not made.solver.evaluation.remarks:
            self._made[design] = tables, made._replace(solver=made.solver.branch())

    def close(self) -> None:
        """Keep nothing more."""
        self._open = False


def _none() -> Begun:
    made = Begun()
    made.close()
    return made
