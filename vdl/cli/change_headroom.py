"""How much is left of the limits that moved, the least of all first."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.cli.change_seen import Seen
from vdl.cli.change_words import MOST, label, sides, text
from vdl.report import model as m
from vdl.semantics.units import Exact
from vdl.snapshot.change import Change
from vdl.snapshot.records import ShownValue
from vdl.values import is_exact

_FEW = 3
"""Limits that grew that are shown."""


def headroom(seen: Seen) -> tuple[list[m.Block], list[Change], list[Change]]:
    """Its tables, the changes that stand in them, and those that do not."""
    found = seen.of("headroom")
    shrank = [each for each in found if each.bearing == "worse"]
    added = [each for each in found if each.form == "added"]
    anew = [each for each in added if _is_known(seen, each)]
    begun = [each for each in added if each not in anew]
    better = [each for each in found if each.bearing == "better"]
    least = min(map(_left, [*shrank, *added]), default=None)
    alone = least is None and not (seen.counts or seen.bill())
    grew = [each for each in better if alone or (least is not None and _left(each) < least) or _left(each) <= _TIGHT][:_FEW]
    made: list[m.Block] = []
    for what, rows in (("that shrank", shrank), ("of what is new", begun), ("told anew", anew), ("that grew", grew)):
        made += _table(what, rows[:MOST], both=rows is not begun and rows is not anew)
    shown = [*shrank[:MOST], *begun[:MOST], *anew[:MOST], *grew]
    return made, shown, [each for each in found if each not in shown]


_TIGHT = 0
"""What is left, as a share, up to which a limit is shown whatever became of it."""


def _table(what: str, found: Sequence[Change], *, both: bool) -> list[m.Block]:
    columns = [m.Column("before", numeric=True)] if both else []
    alike: dict[tuple[str, ...], list[m.Inline]] = {}
    for each in found:
        names = alike.setdefault((*sides(each)[-1 - len(columns) :], each.note), [])
        names += [*([m.Text(", ")] if names else []), *label(each)]
    rows = [m.Row((tuple(names), *map(text, words))) for words, names in alike.items()]
    heads = m.Column("limit"), *columns, m.Column("after", numeric=True), m.Column("now")
    return [m.Table(f"Headroom {what}, the least first", heads, tuple(rows))] if rows else []


def _is_known(seen: Seen, each: Change) -> bool:
    """Whether it is of something that was there before, and had no figure."""
    old, name = seen.changes.sides[0], each.name.partition(" at ")[0]
    return name in [*[one.path for one in old.counts], *[one.path for one in old.rules]]


def _left(each: Change) -> Exact:
    value = each.after.value if isinstance(each.after, ShownValue) else 0
    return value if is_exact(value) else 0


__all__ = ["headroom"]
