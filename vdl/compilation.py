"""What a compilation is: the outcome of every pass, as plain records."""

from __future__ import annotations

from typing import NamedTuple

from vdl.check import Types
from vdl.elaborate.design import Elaborator
from vdl.graph.cells import Graph
from vdl.judge import Judged
from vdl.parse.load import Program
from vdl.resolve import Names
from vdl.semantics.types import Kind
from vdl.solve import Solution
from vdl.text.diagnostics import Diagnostic


class Solved(NamedTuple):
    """One design with the layers that were asked for, solved and judged."""

    design: Kind
    name: str
    graph: Graph
    solution: Solution
    judged: Judged
    found: tuple[Diagnostic, ...]
    elaborator: Elaborator
    chosen: dict[str, int]


class Compilation(NamedTuple):
    """What `compile` gives: every pass's outcome, all diagnostics in order, and the solved designs.

    `designs` is empty when there are errors: solving is all or nothing.
    """

    program: Program
    names: Names
    types: Types
    designs: tuple[Solved, ...]
    diagnostics: tuple[Diagnostic, ...]
    as_of: str

    @property
    def failed(self) -> bool:
        return any(d.severity == "error" for d in self.diagnostics)
