"""A design held to a snapshot of it that was approved: what matters of all that changed since."""

from __future__ import annotations

from vdl.records import NamedTuple
from vdl.semantics.units import Exact
from vdl.snapshot.change import Change, Changes, Section
from vdl.snapshot.changes import changes
from vdl.snapshot.compared import Cell, Column
from vdl.snapshot.kept import Approval, Kept
from vdl.snapshot.records import ShownValue, Snapshot
from vdl.words import values as show

MATTERS: tuple[Section, ...] = (
    "verdict", "rules", "open_points", "models", "counts", "bill", "assumptions", "waivers", "expectations", "inputs",
)  # fmt: skip
"""What somebody approves: how the design stands, what is taken and bought, what it costs, and what it stands on."""

JUDGED: frozenset[Section] = frozenset(["verdict", "rules", "open_points", "waivers", "expectations"])
"""What is judged, and is never too small to matter."""


class Held(NamedTuple):
    """What changed of a design since it was approved. `small` are figures that moved by no more than was asked about; what
    `follows` from others is only counted."""

    matter: tuple[Change, ...]
    small: tuple[Change, ...]
    follows: int
    compared: int


class Approved(NamedTuple):
    """What is known of who approved a design: in which snapshot, taken as of which day, and what changed since."""

    snapshot: str
    as_of: str
    approval: Approval | None
    held: Held


def approved(kept: Kept, name: str) -> Column | None:
    """The design of that name as it was approved."""
    return next((one for one in kept.designs if one.found is not None and one.found.name == name), None)


def alike(before: Snapshot, after: Snapshot) -> bool:
    """Whether the same scenarios and inputs lie on both."""
    return before.layers == after.layers


def held(before: Column, after: Column, least: Exact = 0) -> Held:
    """What changed from the one to the other; `least` is the share by which a figure has to move."""
    found = changes(before, after)
    matter = wanted(found)
    small = tuple([one for one in matter if _is_small(one, least)])
    large = tuple([one for one in matter if one not in small])
    return Held(large, small, len(found.changes) - len(matter), found.compared)


def wanted(found: Changes) -> list[Change]:
    """What matters of all that changed. What is wrong besides its verdict is an error by itself, and said there."""
    return [one for one in found.of(*MATTERS) if one.section != "verdict" or one.name == "verdict"]


def _is_small(change: Change, least: Exact) -> bool:
    if change.section in JUDGED or not least:
        return False
    share = change.share
    return share is not None and share <= least


def words(cell: Cell) -> str:
    """One side of a change as people read it; "" where there was no such thing."""
    return show.text(*cell) if isinstance(cell, ShownValue) else cell or ""


__all__ = ["MATTERS", "Approved", "Held", "alike", "approved", "held", "wanted", "words"]
