"""What a compilation found of a design, as plain data with equality: no text positions, no objects, no formulas.

Outputs for machines, comparisons of designs and of versions, locks and sweeps are functions of snapshots. Paths name
the same thing after an edit elsewhere in the text.
"""

from __future__ import annotations

from typing import Literal

from vdl.compilation import LeftOut
from vdl.judge import Outcome
from vdl.judge.records import Agreement, Sort
from vdl.judge.standing import Standing
from vdl.records import NamedTuple
from vdl.resolve.modules import Declared
from vdl.semantics.units import Exact, Unit
from vdl.values import Place, Value
from vdl.words.limits import Limit


class ShownValue(NamedTuple):
    """A value with the unit that it is shown in."""

    value: Value
    unit: Unit


class Input(NamedTuple):
    """An input that the design or the library fills. `words` is what it is where it is no quantity."""

    path: str
    value: ShownValue | None
    words: str
    origin: str
    citation: str
    assumed: tuple[str, ...]
    """Why, for each figure of it that is marked as assumed."""
    written: str
    """What fills it, as it stands in the text."""
    computed: bool
    """Whether it is worked out: from other quantities, or by the library."""


class Stated(NamedTuple):
    """What a design states that can't be solved: its inputs, and by path the figures of those that nothing fills."""

    inputs: tuple[Input, ...]
    values: dict[str, ShownValue]


class Figure(NamedTuple):
    """What is stated of an object that belongs to a file, such as an entry of a catalog: "crates.large.load", and who says so."""

    file: str
    path: str
    value: ShownValue | None
    """None of words, and of what nobody looked up, such as a figure of an option that was not taken."""
    written: str
    """What fills it, as it stands in the text."""
    citation: str


class Published(NamedTuple):
    """A source that is cited somewhere, and its facts: when it was published, where, by whom."""

    file: str
    name: str
    title: str
    facts: dict[str, str]


class Placement(NamedTuple):
    """Where something is placed, and through what."""

    path: str
    through: tuple[str, ...]
    on: str


class Bound(NamedTuple):
    name: str
    op: str
    """`>=`, or `>` of a strict bound."""
    applies: bool
    asks: ShownValue
    """The largest number asked for, before rounding up; not stated where it says nothing."""
    place: Place
    decides: bool
    without: tuple[str, ...]
    """The objects that state nothing of what it adds up, which it leaves out."""


class Count(NamedTuple):
    path: str
    value: ShownValue
    given: bool
    bounds: tuple[Bound, ...]


class Waived(NamedTuple):
    reason: str
    owner: str
    until: str
    at: Place
    file: str
    citation: str


class Waiver(NamedTuple):
    """An exception that the design accepts: a rule that fails, or, where `silence`, something that is open."""

    name: str
    silence: bool
    waived: Waived


class Rule(NamedTuple):
    """A rule, or a bound of a given count. `left op right` is what is compared; `room` and `share` are its margin."""

    path: str
    severity: str
    outcome: Outcome
    text: str
    places: tuple[Place, ...]
    left: ShownValue | None
    op: str
    right: ShownValue | None
    room: ShownValue | None
    share: Exact | None
    detail: str
    margin: str
    waived_by: tuple[Waived, ...]
    citation: str


class Expected(NamedTuple):
    name: str
    title: str
    scenario: str
    expression: str
    outcome: Agreement
    computed: ShownValue
    computed_words: str
    published: ShownValue
    published_words: str
    why: str
    citation: str
    within: str
    """By how much it may differ, as it stands in the text."""

    @property
    def full_name(self) -> str:
        """Its name in the design: that of a scenario is "growth.buses"."""
        return f"{self.scenario}.{self.name}" if self.scenario else self.name


class Option(NamedTuple):
    words: str
    taken: bool
    faults: int
    failed: int
    silent: int
    objective: ShownValue


class Choice(NamedTuple):
    path: str
    objective: str
    options: tuple[Option, ...]

    @property
    def taken(self) -> Option:
        """The one that was taken."""
        return next(one for one in self.options if one.taken)


class Point(NamedTuple):
    """Something that nobody may take for sound."""

    sort: Sort
    name: str
    text: str
    state: Literal["open", "accepted"]
    file: str


class Decided(NamedTuple):
    """A condition on which the structure hung, in words, and what it came to."""

    condition: str
    taken: bool


class Factor(NamedTuple):
    """What one unit is taken to be in another, as it is stated."""

    unit: str
    value: str
    citation: str
    file: str


class Snapshot(NamedTuple):
    """`values` are the quantities of the objects that the design owns, by path."""

    name: str
    title: str
    file: str
    layers: tuple[str, ...]
    as_of: str
    standing: Standing
    accepted: int
    open_points: tuple[Point, ...]
    inputs: tuple[Input, ...]
    placements: tuple[Placement, ...]
    values: dict[str, ShownValue]
    counts: tuple[Count, ...]
    rules: tuple[Rule, ...]
    expectations: tuple[Expected, ...]
    choices: tuple[Choice, ...]
    decisions: tuple[Decided, ...]
    factors: tuple[Factor, ...]
    left_out: LeftOut
    limits: tuple[Limit, ...]
    complaints: tuple[str, ...]
    """What is wrong with it besides its rules and published figures: exceptions that accept nothing, or not any more."""
    waivers: tuple[Waiver, ...]
    figures: dict[tuple[str, str], Figure]
    """Those of objects that files hold and the design reads, or has to choose among, by file and path."""
    sources: tuple[Published, ...]
    files: tuple[Declared, ...]
    """What the files declare of which it is made: by that the files of two sides are matched."""
