"""What became of a design in a line: what is bought, what it costs, what fails."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from vdl.cli.change_seen import Seen
from vdl.cli.change_standing import stands
from vdl.cli.change_verdicts import broken, is_waived, judged, no_better
from vdl.cli.change_words import edited, many, spent
from vdl.report import model as m
from vdl.semantics.units import Exact, Unit
from vdl.snapshot.change import Change, Section
from vdl.snapshot.records import ShownValue
from vdl.text.diagnostics import several
from vdl.text.written import on_one_line, spelled
from vdl.values import high, is_exact, is_number, place_text
from vdl.words.deciding import listed
from vdl.words.verdicts import STANDINGS

FEW = 3
"""Choices that are told of by themselves."""


def tone(seen: Seen) -> m.Tone:
    found = seen.of("verdict", "rules", "expectations")
    gone = any(no_better(seen.one, each) for each in seen.of("verdict", "rules", "open_points"))
    bearings = {"" if gone and each.bearing == "better" else each.bearing for each in found}
    return "bad" if "worse" in bearings or seen.one.state == "broken" else "good" if "better" in bearings else "neutral"


def headline(seen: Seen) -> str:
    parts = [_taken(each) for each in seen.taken()[:FEW]]
    bought = [*_bought(seen), *_spent(seen)]
    parts += [", ".join(bought)] if bought else []
    parts += _unknown(seen)
    standing = next((each for each in seen.of("verdict") if each.name == "verdict"), None)
    reasons = ", ".join(broken(seen.of("verdict", "rules", "expectations")))
    named = standing is not None and standing.after == STANDINGS["fails"][0]
    parts += judged(seen.of("verdict", "rules", "open_points"), seen.settled(), named=named and bool(reasons))
    if standing is not None and isinstance(standing.after, str):
        no_more = "no longer holds" + (f": {reasons}" if reasons else "")
        words = standing.after if standing.after != STANDINGS["fails"][0] else no_more
        excepted = any(is_waived(each) and each.bearing == "better" for each in seen.of("rules", "open_points"))
        again = " now by an exception" if excepted else " again"
        parts.append(f"the design {words}" + (again if standing.bearing == "better" else ""))
    if seen.one.state == "broken":
        both = [("before", seen.one.old), ("after", seen.one.new)]
        parts[:0] = [f"can't be solved {when}, and is compared as far as it goes"
                     for when, side in both if side is not None and side.wrong]  # fmt: skip
    told = {each.name for each in seen.taken()}
    edits = [edit for edit in seen.one.edits if edit.name not in told]
    begin = ", ".join(map(edited, edits)) if len(edits) <= FEW else ""
    if not parts:
        around = [edit for edit in seen.one.edits if edit.sort in ("added", "removed")]
        parts += [f"{edit.name} is {'new' if edit.sort == 'added' else 'gone'}" for edit in around[:FEW]]
        begin = "" if parts else begin
    if not parts:
        parts.append(_quiet(seen))
        begin = begin if parts == [_NO_COUNT] else ""
    return (f"{begin}: " if begin else "") + "; ".join(parts)


_NO_COUNT = "no count changes"


def _taken(each: Change) -> str:
    """ "box.model is small, was large", "box.carts is placed on b, was on a" """
    name = each.name.removesuffix(" placed on")
    if name == each.name:
        return f"{name} is {each.after}, was {each.before}"
    return f"{name} is placed on {each.after}, was on {each.before}" if None not in each.cells else (
        f"{name} is placed on {each.after}" if each.after else f"{name} is no longer placed on {each.before}")  # fmt: skip


def _quiet(seen: Seen) -> str:
    compared = several(seen.changes.compared, "value")
    if seen.one.document:
        titles = [title for title in seen.one.document if title]
        titles = [*titles[:FEW], f"{len(titles) - FEW:,} more"] if len(titles) > FEW + 1 else titles
        under = f" under {listed(titles, len(titles))}" if titles else ""
        return f"no number changes: {compared} compared; what its document says does{under}"
    if not seen.changes.changes:
        names = f"; {several(len(seen.changes.renamed), 'name')} changed" if seen.changes.renamed else ""
        holds = f"the design {stands(seen.changes.sides[1], exceptions=False)}, as before"
        return f"no effect: {compared} compared{names}{_reworded(seen)}; {holds}"
    worded = _worded(seen)
    sections = {each.section for each in seen.changes.changes if each not in worded}
    if not sections & {"counts", "new", "bill", "values", "models", "inputs", "headroom"}:
        return "; ".join([f"no number changes: {compared} compared", *_said(seen)])
    return _NO_COUNT


_SAID: Mapping[Section, tuple[str, str]] = {
    "assumptions": ("assumption or source", "assumptions or sources"), "figures": ("entry of a catalog", "entries of a catalog"),
    "waivers": ("accepted exception", "accepted exceptions"), "expectations": ("published figure", "published figures"),
    "asks": ("question", "questions"), "inputs": ("text", "texts"),
}  # fmt: skip


def _worded(seen: Seen) -> list[Change]:
    """What is filled with other words."""
    return [each for each in seen.of("inputs") if not any(isinstance(cell, ShownValue) for cell in each.cells)]


def _said(seen: Seen) -> Iterator[str]:
    """What is another though no number is: "1 accepted exception is another"."""
    entries = [each for each in seen.of("assumptions") if each.note and not each.name.startswith("source ")]
    for section, words in _SAID.items():
        found = entries if section == "figures" else [each for each in seen.of(section) if each not in entries]
        found = _worded(seen) if section == "inputs" else found
        if names := {each.name for each in found}:
            yield f"{several(len(names), *words)} {'is another' if len(names) == 1 else 'are others'}"


def _reworded(seen: Seen) -> str:
    """Which files have another text, of a design of which nothing changed, and what of that text may be another; "" where a name
    is, which says so itself, or where files only lie elsewhere."""
    old, new = seen.one.old, seen.one.new
    if seen.changes.renamed or old is None or new is None or old.compiled is None or new.compiled is None:
        return ""
    was, now = [[file.source for file in side.compilation.program.files.values()] for side in (old.compiled, new.compiled)]
    texts = {source.text for source in was}
    moved = [source for source in now if source.text not in texts]
    if not moved:
        return ""
    paths = sorted([source.path for source in moved])
    told = listed(paths, FEW)
    if len(paths) > FEW:
        told = f"{', '.join(paths[:FEW])} and {several(len(paths) - FEW, 'more file')}"
    known = {_words(text) for text in texts}
    unread = "" if all(_words(source.text) in known for source in moved) else ", or what the design does not read"
    return f"; text of {told} changed (comments, order, spelling{unread}), no value of the design"


def _words(text: str) -> tuple[str, ...]:
    """The words and numbers of a file in no order and one spelling, without comments."""
    return tuple(sorted(re.findall(r'"(?:[^"\\]|\\.)*"|[\w.]+|[^\s\w,]', spelled(on_one_line(text)))))


def _bought(seen: Seen) -> list[str]:
    """ "8 more buses", "1 cart less", in the order of the text; what is not known on one side is neither more nor less."""
    by_count: dict[tuple[str, Unit], list[tuple[str, Exact]]] = {}
    for each in seen.counts:
        number = _more(seen, each)
        if number is not None:
            by_count.setdefault((each.name, each.unit), []).append((place_text(each.at), number))
    sums: dict[tuple[Unit, str], Exact] = {}
    for (_, unit), found in by_count.items():
        alike = all(number == found[0][1] for _, number in found)
        place = seen.places([place for place, _ in found]) if alike else f"at {found[-1][0]}"  # else where it changed last
        place = "" if place == "at " else place
        sums[unit, place] = sums.get((unit, place), 0) + found[-1][1]
    told = [many(number, unit) + (f" {place}" if place else "") for (unit, place), number in sums.items() if number]
    return [*told[:4], "and more"] if len(told) > 4 else told


def _more(seen: Seen, one: Change) -> Exact | None:
    """How much more of a count there is, of one that is new, all of it; None where it is not known on one side."""
    if any(_is_unknown(seen, one, side) for side in (0, 1)):
        return None
    ends = [cell.value if isinstance(cell, ShownValue) else 0 for cell in one.cells]
    return ends[1] - ends[0] if is_exact(ends[0]) and is_exact(ends[1]) else None


def _is_unknown(seen: Seen, one: Change, side: int) -> bool:
    """Whether nothing that is stated limits a count on one side."""
    cell = one.cells[side]
    if not isinstance(cell, ShownValue):
        return False
    points = seen.changes.sides[side].open_points
    return not is_number(cell.value) or any(each.sort == "not-sized" and each.name == one.name for each in points)


def _unknown(seen: Seen) -> Iterator[str]:
    """How many counts are known on one side alone."""
    for side, words in ((1, "not known"), (0, "known now")):
        names = {each.name for each in seen.counts if isinstance(each.cells[1 - side], ShownValue)
                 and _is_unknown(seen, each, side) and not _is_unknown(seen, each, 1 - side)}  # fmt: skip
        if names:
            yield f"{several(len(names), 'count')} {'is' if len(names) == 1 else 'are'} {words}"


def _spent(seen: Seen) -> list[str]:
    """How much more all of it costs: the largest of the sums, which may hold the others."""
    found = seen.totals()
    alike = [each for each in found if each.unit == found[0].unit]
    alike = [each for each in alike if not each.at] or alike[::-1]  # of sums that grow along an axis the last
    return [spent(one, running=seen.is_running(one)) for one in ([max(alike, key=_size)] if alike else [])]


def _size(one: Change) -> Exact:
    return max([high(cell.value) for cell in one.cells if isinstance(cell, ShownValue) and is_number(cell.value)], default=0)


__all__ = ["FEW", "headline", "tone"]
