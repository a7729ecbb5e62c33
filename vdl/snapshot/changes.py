"""What changed between two snapshots of a design, as records: a pure function of both.

What is compared is what was found, and not the text: a change of comments, order or format changes nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from vdl.snapshot import changes_bought as bought
from vdl.snapshot import changes_judged as judged
from vdl.snapshot import changes_sources as sources
from vdl.snapshot.change import FOLLOWS, SECTIONS, Change, Changes, Due, Renames, Sides, aligned, quantities
from vdl.snapshot.compared import Column
from vdl.snapshot.records import Snapshot
from vdl.snapshot.renames import by_files, renamed, renamed_lines, renames
from vdl.text.renamed import rewording

_MAKE = (
    judged.verdict, judged.rules, judged.failures, judged.open_points, bought.models, bought.counts, bought.bill, bought.headroom,
    sources.assumptions, judged.waivers, judged.expectations, judged.asks, sources.inputs, sources.figures,
    sources.published,
)  # fmt: skip


def changes(before: Column, after: Column, said: Renames = ()) -> Changes:
    """What changed from one design to another, both of which could be solved.

    `said` are paths that only got another name; others are recognised where all but the name is equal.
    """
    assert before.found is not None and after.found is not None
    was, new = by_files(before.found, after.found)
    known = (*said, *renames(renamed(was, said), new))
    old = renamed(was, known)
    asked = {name: rewording(known)(text) for name, text in before.answers}
    sides = Sides(old, new, renamed_lines(dict(before.bill), known), dict(after.bill), asked, dict(after.answers))
    found: list[Change] = [one for make in _MAKE for one in make(sides)]
    told = {one.name for one in found if one.section not in FOLLOWS}
    found += _values(sides, told)
    found += judged.details(sides)
    order = list(SECTIONS)
    ranked = sorted(found, key=lambda one: order.index(one.section))
    return Changes(tuple(ranked), _compared(old, new), known, tuple(judged.due(new)), (old, new))


def _compared(old: Snapshot, new: Snapshot) -> int:
    """How many values, words and verdicts there are on either side."""
    paths = {*old.values, *new.values, *[one.path for one in (*old.inputs, *new.inputs)]}
    judged = {*[one.path for one in (*old.rules, *new.rules)], *[one.full_name for one in (*old.expectations, *new.expectations)]}
    return len(paths) + len(judged) + len({*old.figures, *new.figures})


def _values(sides: Sides, told: set[str]) -> Iterator[Change]:
    """What follows from the rest."""
    for path, old, new in aligned(sides.old.values, sides.new.values):
        if path not in told:
            yield from quantities("values", path, (old, new))


__all__ = ["Change", "Changes", "Due", "changes"]
