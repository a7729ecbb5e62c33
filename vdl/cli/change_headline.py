"""What became of a design in a line: what is bought, what it costs, what fails."""

from __future__ import annotations

from vdl.cli.change_seen import Seen
from vdl.cli.change_verdicts import judged
from vdl.cli.change_words import many, spent
from vdl.report import model as m
from vdl.semantics.units import Exact, Unit
from vdl.snapshot.change import Change
from vdl.snapshot.records import ShownValue
from vdl.text.diagnostics import several
from vdl.values import is_exact, place_text
from vdl.words.verdicts import STANDINGS

FEW = 3
"""Choices that are told of by themselves."""


def tone(seen: Seen) -> m.Tone:
    bearings = {each.bearing for each in seen.of("verdict", "rules", "expectations")}
    return "bad" if "worse" in bearings or seen.one.state == "broken" else "good" if "better" in bearings else "neutral"


def headline(seen: Seen) -> str:
    parts = [f"{each.name} is {each.after}, was {each.before}" for each in seen.chosen()[:FEW]]
    bought = [*_bought(seen), *[spent(each) for each in seen.totals()[:1]]]
    parts += [", ".join(bought)] if bought else []
    parts += judged(seen.of("verdict", "rules", "open_points"))
    standing = next((each for each in seen.of("verdict") if each.name == "verdict"), None)
    if standing is not None and isinstance(standing.after, str):
        words = standing.after if standing.after != STANDINGS["fails"][0] else "no longer holds"
        parts.append(f"the design {words}" + (" again" if standing.bearing == "better" else ""))
    if seen.one.state == "broken":
        both = [("before", seen.one.old), ("after", seen.one.new)]
        parts[:0] = [f"can't be solved {when}, and is compared as far as it goes"
                     for when, side in both if side is not None and side.wrong]  # fmt: skip
    if not parts:
        parts.append(_quiet(seen))
    return "; ".join(parts)


def _quiet(seen: Seen) -> str:
    compared = several(seen.changes.compared, "value")
    if not seen.changes.changes:
        names = f"; {several(len(seen.changes.renamed), 'name')} changed" if seen.changes.renamed else ""
        return f"no effect: {compared} compared{names}"
    sections = {each.section for each in seen.changes.changes}
    if not sections & {"counts", "new", "bill", "values", "models", "inputs", "headroom"}:
        return f"no number changes: {compared} compared"
    return "no count changes"


def _bought(seen: Seen) -> list[str]:
    """ "8 more buses", "1 cart less", in the order of the text."""
    last = {(each.name, each.unit): each for each in seen.counts}  # of a count by label, where it changed last
    sums: dict[tuple[Unit, str], Exact] = {}
    for each in last.values():
        key = each.unit, place_text(each.at)
        sums[key] = sums.get(key, 0) + _more(each)
    found = [many(number, unit) + (f" at {place}" if place else "") for (unit, place), number in sums.items() if number]
    return [*found[:4], "and more"] if len(found) > 4 else found


def _more(one: Change) -> Exact:
    """How much more of a count there is; of one that is new, all of it."""
    ends = [cell.value if isinstance(cell, ShownValue) and is_exact(cell.value) else 0 for cell in one.cells]
    return ends[1] - ends[0]


__all__ = ["FEW", "headline", "tone"]
