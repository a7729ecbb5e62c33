"""What `vdl diff` found, as records: each design of both sides, and what became of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from vdl.cli.between import Between
from vdl.query.causes import Causes
from vdl.query.edits import Compiled, Edit
from vdl.records import NamedTuple
from vdl.snapshot.changes import Changes
from vdl.snapshot.records import Snapshot
from vdl.text.diagnostics import Diagnostic

State = Literal["same", "changed", "added", "removed", "broken"]

Idle = Literal["alone", "always"]
"""Of an edit that changes nothing by itself: whether it does with the others, or never."""


class Design(NamedTuple):
    """A design of one side. `found` is what is known of it, None where its file is not understood; `wrong` keeps it from being
    solved."""

    compiled: Compiled | None
    name: str
    file: str
    found: Snapshot | None
    wrong: tuple[Diagnostic, ...]


class Difference(NamedTuple):
    """What became of one design. Without `changes` there is nothing to compare, or nothing was changed in its text.

    `hangs` says of rules which edits they hang on, by their numbers, and the paths; `places` where rules stand on the new side.
    `passed_on` are counts that others of their sort stand on: what the load needs, without what is to spare.
    """

    state: State
    old: Design | None
    new: Design | None
    changes: Changes | None = None
    edits: tuple[Edit, ...] = ()
    causes: Causes | None = None
    hangs: Mapping[str, Sequence[tuple[int, tuple[str, ...]]]] = {}
    passed_on: frozenset[str] = frozenset()
    places: Mapping[str, str] = {}
    beneath: Mapping[str, str] = {}
    """By counts of the new side what decides the one that each stands on: "whole machines"."""
    document: tuple[str, ...] = ()
    """Under which titles its document says something else, though nothing else changed."""
    idle: Mapping[int, Idle] = {}
    """By the numbers of edits that change no count, verdict or sum by themselves whether they do with the others."""
    summed: str = ""
    """What the sums of its bills are of, on either side; "" where there are none."""

    @property
    def name(self) -> str:
        side = self.new or self.old
        return side.name if side is not None else ""

    @property
    def file(self) -> str:
        side = self.new or self.old
        return side.file if side is not None else ""

    @property
    def has_effect(self) -> bool:
        """Whether there is anything to tell: a rename alone has no effect."""
        return self.state in ("added", "removed", "broken") or (
            self.changes is not None and (bool(self.changes.changes) or bool(self.document))
        )


class Told(NamedTuple):
    """All that is told of a comparison."""

    between: Between
    differences: tuple[Difference, ...]
    as_of: str
    least: int
    """Changes of a number by less than so many parts in a million are folded."""
    every: bool
    folds: bool
    """Whether everything else is shown, folded or not."""
    document: str = ""
    """The document that is shown side by side, where that is not the design's own."""


__all__ = ["Design", "Difference", "Idle", "State", "Told"]
