"""Verdicts as facts. Words are made of them elsewhere (`vdl.words`), for people and for machines."""

from __future__ import annotations

from typing import Literal

from vdl.graph.cells import Cites, Formula, Instance, Op
from vdl.graph.design import AskEntry, ExpectEntry, RuleEntry, SweepEntry, WaiverEntry
from vdl.records import NamedTuple
from vdl.semantics.units import Exact, divide, size_of
from vdl.solve import BoundValue, CountValue
from vdl.text.bounds import opposite
from vdl.text.source import Span
from vdl.values import Place, Value, bound_of, exactly

Outcome = Literal["holds", "fails", "part", "waived", "not-evaluated", "not-applicable"]
"""`part`: a range decides, and it holds for a part of it."""

FAILING: frozenset[Outcome] = frozenset(("fails", "part", "waived"))
"""Outcomes of rules that do not hold at some label or for a part of a range, accepted or not."""


CONDITION = "the condition"
"""What the condition of a question is called among what stops it, for programs; people read it as it is written."""

FAR = 10
"""So many times over a rule that is only noted is missed by what is likely to be a slip."""


class Margin(NamedTuple):
    """How far two sides are apart where they are closest: `room` is negative where they are on the wrong side of
    each other, in base units; `share` is its size as a share of the right side, None where that is 0. Where a side leaves
    something out, so do they."""

    room: Exact
    share: Exact | None

    @property
    def size(self) -> Exact:
        """How far apart they are on either side."""
        side = bound_of(self.room)
        return exactly(size_of(self.room), side if self.room >= 0 else opposite(side))


class Sides(NamedTuple):
    """What is compared; of a given count, what is given and what a bound asks for."""

    left: Value
    op: str
    right: Value
    applies: Value = True
    """Whether the rule applies, at the labels at which it does or may."""


class Verdict(NamedTuple):
    """The verdict over one rule, or over one bound of a given count (then `of` and `bound` say which).

    `places` are those at which it is not met or not known, each with what it is there, and that no waiver covers;
    `accepted` are those that one does. `sides` are of all labels at which it applies, `margin` of where it
    fails, if it does.
    """

    name: str
    severity: str
    outcome: Outcome
    text: str
    span: Span
    cites: Cites
    places: tuple[tuple[Place, Outcome], ...] = ()
    accepted: tuple[tuple[Place, Outcome], ...] = ()
    waivers: tuple[WaiverEntry, ...] = ()
    sides: Sides | None = None
    margin: Margin | None = None
    rule: RuleEntry | None = None
    compare: Op | None = None
    of: CountValue | None = None
    bound: BoundValue | None = None
    unknown: bool = False
    """Whether it is not known at some place, though all that it reads is: nobody can tell how ranges hang together in it."""
    missed: bool = False
    """Whether it holds by what is stated, and is not known at some place for what a sum in it misses."""

    @property
    def times(self) -> Exact | None:
        """How many times what is there passes a most, or a least what is there, where it fails; None where nobody can say."""
        share = self.margin.share if self.margin is not None and self.margin.room < 0 else None
        if share is None or self.sides is None or self.outcome != "fails":
            return None
        return 1 + share if self.sides.op in ("<", "<=") else divide(1, 1 - share) if share < 1 else None

    @property
    def missed_far(self) -> bool:
        """Whether it is only noted, and missed so far that a figure behind it is likely to be a slip."""
        return self.severity == "info" and (self.times or 0) >= FAR

    @property
    def failing(self) -> tuple[Place, ...]:
        """Where it is what it is on the whole; empty where nothing in it varies by label."""
        if self.outcome == "waived":
            return tuple([place for place, _ in self.accepted if place])
        return tuple([place for place, outcome in self.places if outcome == self.outcome and place])


Sort = Literal[
    "not-sized", "not-evaluated", "warning-rule", "unused", "nothing-found", "half-stated", "counted-nowhere", "not-tight",
    "never-fails", "overdue", "warning",
]  # fmt: skip


class OpenPoint(NamedTuple):
    """Something that nobody may take for sound.

    `name` is the path of what it is about, by which `waive open` accepts it; `accepted` is the waiver that does. Of a
    verdict, a count or an expectation it says which; `silent` is the object that is in no limit of a count; `needs` are
    formulas that are not stated and would use what is.
    """

    sort: Sort
    name: str
    text: str
    span: Span
    rule: Verdict | None = None
    of: CountValue | None = None
    silent: Instance | None = None
    figure: Expectation | None = None
    needs: tuple[Formula | None, ...] = ()
    accepted: WaiverEntry | None = None
    hint: str = ""
    """What would put an end to it, where that is known."""
    related: tuple[tuple[Span, str], ...] = ()
    """Other lines that may be the ones to change, each with what is said of it."""


WaiverOutcome = Literal["accepts", "unused", "repeated", "expired"]
"""`repeated`: all that it accepts is accepted by another one."""


class WaiverUse(NamedTuple):
    """What became of a waiver."""

    entry: WaiverEntry
    outcome: WaiverOutcome


Agreement = Literal[
    "agrees", "inside-range", "differs", "differs-as-stated", "no-longer-differs", "restates", "not-evaluated"
]  # fmt: skip


class Expectation(NamedTuple):
    """A published figure and what was computed for it."""

    entry: ExpectEntry
    outcome: Agreement
    computed: Value
    published: Value
    compare: Op


class Judged(NamedTuple):
    rules: tuple[Verdict, ...]
    waivers: tuple[WaiverUse, ...]
    expectations: tuple[Expectation, ...]
    counts: tuple[CountValue, ...]
    open_points: tuple[OpenPoint, ...]
    """What verdicts and counts leave open; a design may have more, see `Solved.open_points`."""


class Point(NamedTuple):
    """What a question found at one value of its input. `failing` are names of rules, or what keeps it from being solved."""

    at: Exact
    value: Value
    verdict: Literal["holds", "open", "fails"]
    failing: tuple[str, ...]
    options: tuple[tuple[str, str], ...] = ()
    """Each `choose`, and the option that is taken there."""
    open_points: tuple[str, ...] = ()


class Swept(NamedTuple):
    """The answer to a question that looks at several values of an input; `left` are how many more it would have."""

    entry: SweepEntry
    points: tuple[Point, ...]
    left: int


class Met(NamedTuple):
    """The nearest value, as far as was looked, at which something holds that does not hold now: a rule, or "the condition".
    `sure` is whether all values before it were judged."""

    name: str
    value: Exact
    sure: bool


class Answer(NamedTuple):
    """The answer to an inverse question.

    `holds` is whether everything holds at the present value. `value` is the last step at which it does: on the asked
    way where it holds now, else the nearest one back; None where there is none, or where nothing limits it (then
    `stopped_by` is empty). `stopped_by` are names of rules, "the condition", or what keeps it from having an answer.
    `unsearched` is a stretch of which not every step was judged. `passed` is what keeps the step behind `value` from meaning
    anything, as it would not be whole; then `stopped_by` are of the first step behind that which does. `met` is of a question
    that fails now and has no answer, though no single thing that stops it now does so everywhere: then `stopped_by` are what
    stops it there.
    """

    entry: AskEntry
    start: Value
    holds: bool
    value: Exact | None
    stopped_by: tuple[str, ...]
    unsearched: tuple[Exact, Exact] | None = None
    passed: tuple[str, ...] = ()
    met: Met | None = None
    missed: bool = False
    """Whether something that it looks at is a sum which lacks figures: it answers by what is stated."""
