"""Whether a design holds, in a line that is always there: what changed of that, what did not, and whether sums did."""

from __future__ import annotations

import re
from collections.abc import Iterator

from vdl.cli.change_seen import Seen
from vdl.report import model as m
from vdl.snapshot.records import Rule, Snapshot, Waiver
from vdl.text.diagnostics import several
from vdl.values import place_text
from vdl.words.deciding import listed
from vdl.words.verdicts import STANDINGS

_NAMED = 3
"""Rules that are named; the others are counted."""

_YEAR = re.compile(r"(?<!\d)\d{4}(?!\d)")


def standing(seen: Seen) -> Iterator[m.Block]:
    """ "the design holds with 1 warning that fails, as before; untouched: `box.fits`: 9 kg <= 8 kg" """
    if seen.one.state == "broken" or not (seen.changes.changes or seen.one.document):
        return
    old, new = seen.changes.sides
    words = stands(new)
    tone: m.Tone = "bad" if new.standing == "fails" else "warn"
    begin = m.Text(f"the design {words}") if new.standing == "holds" else m.Verdict(f"the design {words}", tone)
    pieces: list[m.Inline] = [begin, m.Text(", as before" if stands(old) == words else f" (before: {stands(old)})")]
    told = {each.name for each in seen.of("rules", "open_points")}
    rules = [one for one in _failing(new) if one.path not in told]
    for at, one in enumerate(rules[:_NAMED]):
        pieces += [m.Text(", " if at else "; untouched: "), m.Code(one.path), m.Text(f": {one.detail}" if one.detail else "")]
    pieces += [m.Text(f" and {len(rules) - _NAMED:,} more")] if len(rules) > _NAMED else []
    sums = _sums(seen)
    yield m.Paragraph((*pieces, *([m.Text(f"; {sums}")] if sums else [])))


def stands(found: Snapshot, *, exceptions: bool = True) -> str:
    """ "holds with 1 warning that fails and 2 accepted exceptions", "does not hold: 2 rules fail" """
    failing = _failing(found)
    errors = sum(one.severity == "error" for one in failing)
    warnings = len(failing) - errors
    accepted = several(found.accepted, "accepted exception") if found.accepted and exceptions else ""
    if found.standing == "fails":
        counts = filter(None, [several(errors, "rule") if errors else "", several(warnings, "warning") if warnings else ""])
        fail = "fails" if errors + warnings == 1 else "fail"
        figures = sum(one.outcome in ("differs", "no-longer-differs") for one in found.expectations)
        said = [f"{' and '.join(counts)} {fail}" if errors + warnings else ""]
        said += [f"{several(figures, 'published figure')} to renew" if figures else ""]
        said += [f"{several(len(found.complaints), 'waiver')} in vain" if found.complaints else ""]
        reasons = ", ".join(filter(None, said))
        return STANDINGS["fails"][0] + (f": {reasons}" if reasons else "")
    points = sum(one.state == "open" and one.sort != "warning-rule" for one in found.open_points)
    warned = f"{several(warnings, 'warning')} that {'fails' if warnings == 1 else 'fail'}" if warnings else ""
    with_ = [*filter(None, [warned, several(points, "open point") if points else "", accepted])]
    return STANDINGS["holds"][0] + (f" with {listed(with_)}" if with_ else "")


def _failing(found: Snapshot) -> list[Rule]:
    """Errors and warnings that fail, errors first."""
    rules = [one for one in found.rules if one.outcome in ("fails", "part") and one.severity != "info"]
    return sorted(rules, key=lambda one: one.severity != "error")


def _sums(seen: Seen) -> str:
    """Why there is no sum of a bill among the changes; "" where there is one, or nothing that is bought changed."""
    if seen.one.summed:
        return "" if seen.totals() else f"no sum of {seen.one.summed} changes"
    return "no prices are stated" if seen.counts or seen.taken() else ""


def late(seen: Seen) -> Iterator[m.Block]:
    """Exceptions that are another now, and end before a label at which they are needed: one that is called after a later year."""
    moved = {each.name.removeprefix("open ").partition(" at ")[0] for each in seen.of("waivers")}
    new = seen.changes.sides[1]
    rules = {one.path: one for one in new.rules}
    for waiver in new.waivers:
        label = _after(waiver, rules.get(waiver.name)) if waiver.name in moved else ""
        if label:
            words = f" ends on {waiver.waived.until}, before {label}, where it is needed"
            yield m.Paragraph((m.Verdict("the exception", "warn"), m.Text(" for "), m.Code(waiver.name), m.Text(words)))


def _after(waiver: Waiver, rule: Rule | None) -> str:
    """The first label at which a rule fails, of a year after that in which the exception ends."""
    if not waiver.waived.until or rule is None:
        return ""
    _, _, where = rule.detail.partition(" at ")
    places = [place_text(place) for place in rule.places] or where.split(", ")
    end = int(waiver.waived.until[:4])
    return next((one for one in places for year in _YEAR.findall(one) if int(year) > end), "")


__all__ = ["late", "standing", "stands"]
