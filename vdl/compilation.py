"""What a compilation is: the outcome of every pass, as records that nobody writes to."""

from __future__ import annotations

from collections.abc import Callable

from vdl.check import Types
from vdl.graph.cells import Formula
from vdl.graph.design import Graph, WaiverEntry
from vdl.judge import Answer, Expectation, Judged, OpenPoint
from vdl.judge.standing import Standing, standing
from vdl.parse.load import Program
from vdl.records import NamedTuple
from vdl.resolve import Names
from vdl.semantics.types import Kind, Type
from vdl.solve import Solution
from vdl.solve.begun import Begun
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.source import Span
from vdl.values import Value


class OptionOutcome(NamedTuple):
    """What one option of a `choose` came to, the other `choose`s being as they were taken."""

    option: Span
    faults: int
    failing: tuple[str, ...]
    """The names of the rules that fail."""
    silent: int
    """What is not sized or not judged with it, and rules that ask in vain whether something is stated."""
    objective: Value
    lacks: int
    """How many inputs that nobody stated the objective leaves out; they count as silent."""
    formula: Formula
    type: Type
    """Of the objective, which say in which unit it is shown."""
    taken: bool

    @property
    def failed(self) -> int:
        """How many rules fail."""
        return len(self.failing)


class Chosen(NamedTuple):
    """A `choose` of a design, and what each option came to."""

    name: str
    span: Span
    objective: Span
    outcomes: tuple[OptionOutcome, ...]

    @property
    def taken(self) -> OptionOutcome:
        return next(outcome for outcome in self.outcomes if outcome.taken)


class LeftOut(NamedTuple):
    """What is not judged of a design since scenarios or options lie on top of it, by name."""

    expectations: tuple[str, ...]
    """Published figures, which are those of the design without them: "hired", "growth.hired"."""
    waivers: tuple[str, ...]
    """The rules of waivers that accept nothing, which would be an error without them."""


_CONTESTED = frozenset(["conflicting-fills", "filled-in-part"])


class Solved(NamedTuple):
    """One design with the layers that were asked for, solved and judged.

    `types` are those of the program and of what the command line added to it.
    """

    design: Kind
    name: str
    types: Types
    graph: Graph
    solution: Solution
    judged: Judged
    choices: tuple[Chosen, ...]
    diagnostics: tuple[Diagnostic, ...]
    open_points: tuple[OpenPoint, ...] = ()
    """What nobody may take for sound, also what the design accepts."""
    of_scenarios: tuple[Expectation, ...] = ()
    """Expectations that stand in scenarios of the design, each judged with its scenario on."""
    answers: tuple[Answer, ...] = ()
    """To the questions that were answered since expectations read them."""
    idle: tuple[WaiverEntry, ...] = ()
    """Waivers that accept nothing, and that layers on top of the design excuse."""

    @property
    def is_packed(self) -> bool:
        return True

    def __reduce__(self) -> tuple[Callable[..., Solved], tuple[object, ...]]:
        from vdl.packing import packed, unpacked  # loads pickle, which a check does not need

        return unpacked, (Solved, *packed(self))

    @property
    def expectations(self) -> tuple[Expectation, ...]:
        return (*self.judged.expectations, *self.of_scenarios)

    @property
    def standing(self) -> Standing:
        """Whether it holds, never milder than the worst in it."""
        return standing(self.open_points, self.expectations, wrong=failed(self.diagnostics))

    @property
    def contested(self) -> list[Diagnostic]:
        """The errors that two layers of equal rank fill one input: then nobody knows what the design states."""
        return [one for one in self.diagnostics if one.slug in _CONTESTED]

    @property
    def accepted(self) -> int:
        """How many rules, bounds of given counts and open points are not as they should be, and accepted as they are."""
        waived = sum(rule.outcome == "waived" for rule in self.judged.rules)
        return waived + sum(point.accepted is not None for point in self.open_points)

    @property
    def left_out(self) -> LeftOut:
        """What is not judged of it since scenarios or options lie on top."""
        if not self.design.is_layer:
            return LeftOut((), ())
        design = next(kind for kind in self.design.chain() if kind.form == "design")
        written = {m.name: m for m in design.members.values() if m.form == "expect"}
        for name, scenario in design.members.items():
            if scenario.form == "scenario" and scenario.kind is not None:
                written |= {f"{name}.{m.name}": m for m in scenario.kind.members.values() if m.form == "expect"}
        judged = {id(one.entry.node) for one in self.expectations}
        names = [name for name, member in written.items() if id(member.node) not in judged]
        return LeftOut(tuple(names), tuple([waiver.rule for waiver in self.idle]))

    @property
    def layers(self) -> tuple[str, ...]:
        """The names of the scenarios that are on, the lowest first."""
        names = [kind.name for kind in self.design.chain() if kind.form == "scenario"]
        return tuple(reversed(names))

    @property
    def options(self) -> tuple[str, ...]:
        """What was given on the command line on top of it ("boxes = 5 boxes"), the lowest first."""
        texts = [kind.source.text.strip() for kind in self.design.chain() if kind.form == "option"]
        return tuple(reversed(texts))

    @property
    def title(self) -> str:
        """The title of the design, or that of the one it is derived from."""
        return next((kind.title for kind in self.design.chain() if kind.form == "design" and kind.title), "")


class Compilation(NamedTuple):
    """What `compile` gives: every pass's outcome, all diagnostics in order, and the solved designs.

    `designs` is empty where the program has errors: no design is made of one that was not understood. A design that
    could not be solved is among them, with what was found of it.
    """

    program: Program
    names: Names
    types: Types
    designs: tuple[Solved, ...]
    diagnostics: tuple[Diagnostic, ...]
    as_of: str
    of_files: tuple[Diagnostic, ...] = ()
    """Those of the diagnostics that are about the files, whatever is made of them."""
    held: tuple[Diagnostic, ...] = ()
    """Those that say what is not as the lock file has it, which leaves nothing open of a design."""
    begun: Begun | None = None
    """What was made of designs and scenarios on the way, for its documents: no part of what was found, and never packed."""

    @property
    def is_packed(self) -> bool:
        return True

    def __reduce__(self) -> tuple[Callable[..., Compilation], tuple[object, ...]]:
        from vdl.packing import packed, unpacked

        return unpacked, (Compilation, *packed(self))

    @property
    def failed(self) -> bool:
        return failed(self.diagnostics)

    @property
    def kept(self) -> frozenset[str]:
        """The axes whose labels counts keep."""
        return self.names.kept_axes()


__all__ = ["Chosen", "Compilation", "LeftOut", "OptionOutcome", "Solved"]
