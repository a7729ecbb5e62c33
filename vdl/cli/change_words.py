"""Pieces of what is told of a change: names, sides, differences, causes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from vdl.query.causes import Cause
from vdl.query.edits import Edit
from vdl.report import model as m
from vdl.semantics.units import PERCENT, Exact, Unit, decimal, divide, size_of
from vdl.snapshot.beside import difference, texts
from vdl.snapshot.change import Change
from vdl.snapshot.records import Bound, ShownValue
from vdl.text.written import readable
from vdl.values import is_exact, is_number, place_text, scalars
from vdl.words import values as show
from vdl.words.verdicts import POINTS

MOST = 12
"""Rows of a table and lines of a list that are shown; the others are folded."""


def text(words: str) -> m.Prose:
    return (m.Text(words),)


def code(words: str) -> m.Prose:
    return (m.Code(words),)


def label(one: Change) -> m.Prose:
    """The name of what changed, and at which labels."""
    at = one.label.removeprefix(one.name)
    return (m.Code(one.name), m.Text(at)) if at else code(one.name)


def sides(one: Change) -> tuple[str, str]:
    """Both sides in words."""
    row = one.row
    numbers = texts(row._replace(cells=(one.before, one.after)))
    more = difference(row, 1)
    words = [numbers[0], numbers[1].rpartition(" (")[0] if more is not None else numbers[1]]
    unit = one.unit.plural
    for at, cell in enumerate(one.cells):
        if isinstance(cell, ShownValue) and cell.unit == one.unit and unit and any(is_number(v) for _, v in scalars(cell.value)):
            words[at] += f" {cell.unit.singular if cell.value == cell.unit.factor else unit}"
    return _contrast(words[0], words[1])


_WAYS = 4
"""Ways to one count that are shown."""

_ALIKE, _BEGIN = 60, 30
"""Characters of a beginning that both sides have, from which on it is cut, and that are left of it."""


def _contrast(one: str, other: str) -> tuple[str, str]:
    """Two texts without most of a long beginning that is the same: "25 %, Handbook of ..., 6.3"."""
    same = len(_beginning([one, other]))
    same = one.rfind(" ", 0, same) + 1
    if one == other or same < _ALIKE:
        return one, other
    begin = one.rfind(" ", 0, _BEGIN) + 1 or _BEGIN
    last = max(one.rfind(" ", 0, same - 12) + 1, begin)
    return f"{one[:begin]}... {one[last:]}", f"{other[:begin]}... {other[last:]}"


def _beginning(texts: list[str]) -> str:
    """What two texts begin with."""
    shorter, longer = sorted(texts, key=len)
    return next((shorter[:at] for at, sign in enumerate(shorter) if sign != longer[at]), shorter)


def more(one: Change) -> str:
    """How much more it is: "+8", "+3 points", "+640 (+102 %)"; "" where that is no number."""
    ends = difference(one.row, 1)
    if ends is None:
        return "new" if one.form == "added" else "gone" if one.form == "removed" else ""
    words = _signed(one, ends)
    if one.unit == PERCENT:
        return f"{words} {POINTS.plural}"
    return f"{words}{_share(one, ends[0])}"


def _signed(one: Change, ends: Iterable[Exact]) -> str:
    return "..".join([f"{'+' if end > 0 else ''}{decimal(divide(end, one.unit.factor))}" for end in dict.fromkeys(ends)])


def spent(one: Change, *, running: bool) -> str:
    """How much more a sum is, with its unit: "+6 boxes", "-4 boxes at y2"; "-4 boxes in all by y2" of one that is `running`."""
    words = f"{_signed(one, difference(one.row, 1) or ())} {one.unit.plural}"
    return f"{words} {'in all by' if running else 'at'} {place_text(one.at)}" if one.at else words


def _share(one: Change, end: Exact) -> str:
    was = one.before.value if isinstance(one.before, ShownValue) else None
    if not is_exact(was) or not was or size_of(was) < 10 * one.unit.factor:
        return ""
    share = divide(end, size_of(was))
    percent = decimal(divide(share, PERCENT.factor), 0 if size_of(share) >= Fraction(1, 10) else 1)
    return f" ({'+' if share > 0 else ''}{percent} %)"


def many(number: Exact, unit: Unit) -> str:
    """ "8 more buses", "1 fewer cart" """
    size = size_of(number)
    words = "more" if number > 0 else "fewer"
    return f"{show.scalar(size, unit.unnamed())} {words} {unit.singular if size == unit.factor else unit.plural}"


def decided(bound: Bound) -> str:
    words = f"by {bound.name.replace('_', ' ').removeprefix('by ')}"
    asks = bound.asks
    return f"{words} ({show.text(asks.value, asks.unit.unnamed())})" if is_number(asks.value) else words


def listed(names: Iterable[str]) -> Iterator[m.Inline]:
    for at, name in enumerate(names):
        if at:
            yield m.Text(", ")
        yield m.Code(name)


def paths(cause: Cause) -> Iterator[m.Inline]:
    """The way from each edit to the count."""
    parts = (*cause.parts, *cause.others[:3])
    for at, part in enumerate(parts[:_WAYS]):
        if at:
            yield m.Text("; ")
        yield m.Code(" -> ".join(shortened(part.path) or (part.name, "...", cause.of.new)))
    if len(parts) > _WAYS:
        yield m.Text(f"; and {len(parts) - _WAYS:,} more")


def shortened(path: tuple[str, ...]) -> tuple[str, ...]:
    return path if len(path) <= 6 else (*path[:2], "...", *path[-3:])


_LINES = {
    "formula": "the formula of", "bound": "the bound", "rule": "the rule", "choice": "the choice", "placement": "",
}  # fmt: skip


def because(edit: Edit) -> m.Prose:
    """ "because `fleet.pupils` 310 -> 470 pupils (trips.vdl:9)" """
    also = f" and {edit.also:,} more of that name" if edit.also else ""
    gone = "before: " if edit.after == "not stated" else ""
    where = f" ({gone}{edit.where})" if edit.where else ""
    if edit.sort in ("added", "removed"):
        return (m.Text(f"because of {'a new object' if edit.sort == 'added' else 'an object that is gone'}, "), m.Code(edit.name),
                m.Text(f": {edit.after or edit.before}{also}{where}"))  # fmt: skip
    if edit.sort in ("input", "object", "words", "figure"):
        before = _without_unit(edit.before, edit.after) if edit.sort == "input" else readable(edit.before)
        after = edit.after if edit.sort == "input" else readable(edit.after)
        return (m.Text("because "), m.Code(edit.name), m.Text(f"{also} {before or '–'} -> {after or '–'}{where}"))
    if edit.sort == "option":
        words = f"{also} {readable(edit.before)} -> {readable(edit.after)}{where}, an option of "
        return (m.Text("because "), m.Code(edit.name), m.Text(words), m.Code(edit.choice))
    what = _LINES[edit.sort]
    begin = f"because {edit.where} changed: " if edit.before and edit.after else (
        f"because {edit.where} is new: " if edit.after else f"because of what stood in {edit.where}: ")  # fmt: skip
    pieces: list[m.Inline] = [m.Text(f"{begin}{what} ".replace("  ", " ")), m.Code(edit.name), m.Text(f"{also}, ")]
    if edit.before:
        pieces.append(m.Code(_cut(edit.before)))
    pieces += [m.Text(" -> ")] if edit.before and edit.after else []
    if edit.after:
        pieces.append(m.Code(_cut(edit.after)))
    return tuple(pieces)


_BRIEF = 60
"""Characters of an edit that a headline has room for."""


def edited(edit: Edit) -> str:
    """An edit for a headline: "fleet.pupils 310 -> 470 pupils", "hull (site) is new", "the formula of fleet.load"."""
    several = f" and {edit.also:,} more of that name" if edit.also else ""
    if edit.sort in ("added", "removed"):
        return f"{edit.name} ({edit.after or edit.before}){several} is {'new' if edit.sort == 'added' else 'gone'}"
    if edit.sort not in ("input", "object", "words", "figure", "option"):
        return " ".join(filter(None, [_LINES[edit.sort], f"{edit.name}{several} is another"]))
    before = _without_unit(edit.before, edit.after) if edit.sort == "input" else readable(edit.before)
    after = edit.after if edit.sort == "input" else readable(edit.after)
    words = f"{before or '–'} -> {after or '–'}"
    return f"{edit.name}{several} {words if len(words) <= _BRIEF else 'is another'}"


def _without_unit(before: str, after: str) -> str:
    """ "630" of "630 boxes", where what it becomes says the unit."""
    number, _, unit = before.partition(" ")
    return number if unit and number[:1].isdigit() and after.partition(" ")[2] == unit else before


def _cut(text: str) -> str:
    return text if len(text) <= 160 else f"{text[:157]}..."


__all__ = [
    "MOST", "because", "code", "decided", "edited", "label", "listed", "many", "more", "paths", "shortened", "sides", "spent",
    "text",
]  # fmt: skip
