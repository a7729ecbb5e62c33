"""What changed between two snapshots of a design, as records: a pure function of both.

What is compared is what was found, and not the text: a change of comments, order or format changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date

from vdl.records import NamedTuple
from vdl.semantics.units import PERCENT, Exact
from vdl.snapshot.change import (
    FOLLOWS,
    NEAR,
    SECTIONS,
    Bearing,
    Change,
    Changes,
    Due,
    Renames,
    Section,
    aligned,
    objects,
    quantities,
    two,
)  # fmt: skip
from vdl.snapshot.compared import Column, same
from vdl.snapshot.records import Expected, Input, Point, Rule, ShownValue, Snapshot, Waived, Waiver
from vdl.snapshot.renames import renamed, renames
from vdl.snapshot.worded import expected_words, placed_words, point_words, rule_words
from vdl.text.renamed import rewording
from vdl.values import Labels, Place, Scalar, Varying, is_exact
from vdl.words import values as show
from vdl.words.limits import Limit
from vdl.words.verdicts import RULES, STANDINGS, waived_at


def changes(before: Column, after: Column, said: Renames = ()) -> Changes:
    """What changed from one design to another, both of which could be solved.

    `said` are paths that only got another name; others are recognised where all but the name is equal.
    """
    assert before.found is not None and after.found is not None
    old = renamed(before.found, said)
    known = (*said, *renames(old, after.found))
    old = renamed(before.found, known)
    new = after.found
    asked = {name: rewording(known)(text) for name, text in before.answers}
    sides = _Sides(old, new, dict(before.bill), dict(after.bill), asked, dict(after.answers))
    found: list[Change] = []
    for make in (_verdict, _rules, _open_points, _models, _counts, _bill, _headroom, _assumptions, _waivers, _expectations,
                 _asks, _inputs, _figures):  # fmt: skip
        found += make(sides)
    told = {one.name for one in found if one.section not in FOLLOWS}
    found += _values(sides, told)
    found += _details(sides)
    order = list(SECTIONS)
    ranked = sorted(found, key=lambda one: order.index(one.section))
    return Changes(tuple(ranked), _compared(old, new), known, tuple(_due(new)))


class _Sides(NamedTuple):
    old: Snapshot
    new: Snapshot
    old_bill: dict[str, ShownValue]
    new_bill: dict[str, ShownValue]
    old_answers: dict[str, str]
    new_answers: dict[str, str]

    def objects(self) -> tuple[frozenset[str], frozenset[str]]:
        return objects(self.old), objects(self.new)


def _compared(old: Snapshot, new: Snapshot) -> int:
    """How many values, words and verdicts there are on either side."""
    paths = {*old.values, *new.values, *[one.path for one in (*old.inputs, *new.inputs)]}
    judged = {*[one.path for one in (*old.rules, *new.rules)], *[one.full_name for one in (*old.expectations, *new.expectations)]}
    return len(paths) + len(judged) + len({*old.figures, *new.figures})


# ------------------------------------------------------------------------------ what is judged
_RANK = {"fails": 5, "part": 4, "not-evaluated": 3, "waived": 2, "holds": 1, "not-applicable": 1}
_STANDING = {"fails": 2, "open": 1, "holds": 0}


def _bearing(old: int, new: int) -> Bearing:
    return "worse" if new > old else "better" if new < old else ""


def _verdict(sides: _Sides) -> Iterator[Change]:
    old, new = sides.old.standing, sides.new.standing
    if old != new:
        words = STANDINGS[old][0], STANDINGS[new][0]
        yield Change("verdict", "verdict", words, bearing=_bearing(_STANDING[old], _STANDING[new]))
    for said in dict.fromkeys([*sides.new.complaints, *sides.old.complaints]):
        if (said in sides.old.complaints) != (said in sides.new.complaints):
            bearing: Bearing = "worse" if said in sides.new.complaints else "better"
            cells = ("wrong", None) if bearing == "better" else (None, "wrong")
            yield Change("verdict", said, cells, bearing=bearing)


def _is_silent(rule: Rule | None) -> bool:
    return rule is None or rule.outcome == "not-applicable"


def _rules(sides: _Sides) -> Iterator[Change]:
    """Rules whose verdict changed, or how severe they are; of what is open only its failures."""
    points = {one.name for one in (*sides.old.open_points, *sides.new.open_points)}
    old_objects, new_objects = sides.objects()
    for name, old, new in aligned({r.path: r for r in sides.old.rules}, {r.path: r for r in sides.new.rules}):
        if _is_silent(old) and _is_silent(new):
            continue
        if old is not None and new is not None and (old.outcome, old.severity) == (new.outcome, new.severity):
            continue
        outcomes = {one.outcome for one in (old, new) if one is not None}
        fails = any(one is not None and one.severity == "error" and one.outcome in ("fails", "part") for one in (old, new))
        sound = outcomes <= {"holds", "not-applicable"}
        if not fails and (name in points or (sound and old is not None and new is not None)):
            continue  # what is open is said there; what applies on one side only, and holds, is no news
        owner = name.rpartition(".")[0]
        around = bool(owner) and (owner not in old_objects or owner not in new_objects)
        if not fails and around and (sound or new is None):
            continue  # a rule that holds comes and goes with its object
        ranks = [_RANK[one.outcome] if one is not None else 0 for one in (old, new)]
        cells = two(lambda one: rule_words(one) if one is not None and one.outcome != "not-applicable" else None, old, new)
        rule = new or old
        assert rule is not None
        bearing = _bearing(*ranks) if not (old is not None and new is None) else "worse" if ranks[0] < _RANK["fails"] else ""
        section: Section = "details" if all(one is None or one.severity == "info" for one in (old, new)) else "rules"
        yield Change(section, name, cells, bearing=bearing, note=rule.text)


def _open_points(sides: _Sides) -> Iterator[Change]:
    def grouped(found: Snapshot) -> dict[str, list[Point]]:
        groups: dict[str, list[Point]] = {}
        for point in found.open_points:
            groups.setdefault(point.name or point.text, []).append(point)
        return groups

    def words(points: list[Point] | None) -> str | None:
        return "; ".join(dict.fromkeys(map(point_words, points))) if points else None

    rules = [{one.path: RULES[one.outcome][0] for one in found.rules if not _is_silent(one)} for found in (sides.old, sides.new)]
    for name, old, new in aligned(grouped(sides.old), grouped(sides.new)):
        if words(old) != words(new):
            is_open = [any(one.state == "open" for one in points or ()) for points in (old, new)]
            note = next((one.text for one in (new or old or ()) if one.text and one.text != name), "")
            cells = words(old) or rules[0].get(name), words(new) or rules[1].get(name)
            yield Change("open_points", name, cells, bearing=_bearing(*map(int, is_open)), note=note)


def _expectations(sides: _Sides) -> Iterator[Change]:
    bad = ("differs", "no-longer-differs")
    names = [{one.full_name: one for one in found.expectations} for found in (sides.old, sides.new)]
    for name, old, new in aligned(*names):
        if old is not None and new is not None and _promise(old) == _promise(new):
            continue
        ranks = [int(one is not None and one.outcome in bad) for one in (old, new)]
        cells = two(lambda one: expected_words(one) if one is not None else None, old, new)
        one = new or old
        yield Change("expectations", name, cells, bearing=_bearing(*ranks), note=one.title if one is not None else "")


def _promise(one: Expected) -> tuple[object, ...]:
    return one.outcome, one.published_words, " ".join(one.expression.split()), one.why


def _asks(sides: _Sides) -> Iterator[Change]:
    for name, old, new in aligned(sides.old_answers, sides.new_answers):
        if old != new:
            yield Change("asks", name, (old, new))


# ------------------------------------------------------------------------------ what is bought
_PATH = re.compile(r"[^\W\d][\w.]*( with .*)?", re.DOTALL)


def _models(sides: _Sides) -> Iterator[Change]:
    """Which objects are taken: by hand, by a `choose`, and what stands on what."""
    old_inputs, new_inputs = _by_path(sides.old), _by_path(sides.new)
    choices = {choice.path for found in (sides.old, sides.new) for choice in found.choices}
    for path, old, new in aligned(old_inputs, new_inputs):
        words = two(lambda one: one.words if one is not None and one.value is None else None, old, new)
        if path not in choices and words[0] != words[1] and _is_object(old or new) and _is_object(new or old):
            yield Change("models", path, words)
    for path, one, other in aligned({c.path: c for c in sides.old.choices}, {c.path: c for c in sides.new.choices}):
        chosen = two(lambda choice: choice.taken.text if choice is not None else None, one, other)
        if chosen[0] != chosen[1]:
            note = other.objective if other is not None else ""
            yield Change("models", path, chosen, note=f"minimizing {note}" if note else "")
    placed = [{one.path: placed_words(one) for one in found.placements} for found in (sides.old, sides.new)]
    for path, before, after in aligned(*placed):
        if before != after:
            yield Change("models", f"{path} placed on", (before, after))


def _by_path(found: Snapshot) -> dict[str, Input]:
    return {one.path: one for one in found.inputs}


def _is_object(one: Input | None) -> bool:
    if one is None or one.value is not None:
        return False
    return _PATH.fullmatch(one.words) is not None and _PATH.match(one.written) is not None


def _counts(sides: _Sides) -> Iterator[Change]:
    counts = [{one.path: one.value for one in found.counts} for found in (sides.old, sides.new)]
    for path, old, new in aligned(*counts):
        yield from quantities("counts", path, (old, new))
        grown = two(lambda one: _new(one) if one is not None else None, old, new)
        firsts = [place for one in (old, new) if one is not None for place in _first(one)]
        yield from [change for change in quantities("new", path, grown) if change.at and change.at not in firsts]


def _first(found: ShownValue) -> list[Place]:
    """The first label, where all there is is new."""
    axes = found.value.axes if isinstance(found.value, Varying) else ()
    return [((axis, found.value.labels(axis)[0]),) for axis in axes if isinstance(found.value, Varying)]


def _new(found: ShownValue) -> ShownValue | None:
    """Of a count by the labels of one axis, how many more it is at each than at the one before; at the first, all of them."""
    value = found.value
    if not isinstance(value, Varying) or len(value.axes) != 1:
        return None
    before: Exact = 0
    cells: dict[Labels, Scalar] = {}
    for key, one in value.cells.items():
        if not is_exact(one):
            return None
        cells[key] = max(one - before, 0)
        before = one
    return found._replace(value=Varying(value.axes, cells))


def _bill(sides: _Sides) -> Iterator[Change]:
    """What the bills come to; and the sums that stand on top of the design. Sums first."""
    found = [change for name, old, new in aligned(sides.old_bill, sides.new_bill)
             for change in quantities("bill", name, (old, new))]  # fmt: skip
    for path, one, other in aligned(sides.old.values, sides.new.values):
        if "." not in path and any(v is not None and v.unit.made_of for v in (one, other)):
            found += quantities("bill", path, (one, other))
    yield from sorted(found, key=lambda change: not change.unit.made_of)


def _headroom(sides: _Sides) -> Iterator[Change]:
    """How much of each limit is left on both sides, the nearest first; what is bought anew may have more or less of it."""
    def named(found: Snapshot) -> dict[str, Limit]:
        return {one.name: one for one in found.limits}

    made: list[tuple[Exact, Change]] = []
    for name, old, new in aligned(named(sides.old), named(sides.new)):
        if old is None or new is None or old.use == new.use:
            continue
        cells = ShownValue(1 - old.use, PERCENT), ShownValue(1 - new.use, PERCENT)
        by = f"{new.by}: " if new.by else ""
        if new.use > 1:
            continue  # what does not suffice is judged, and told as a verdict
        bearing: Bearing = "worse" if new.use > old.use else "better"
        change = Change("headroom", name, cells, PERCENT, bearing=bearing, note=by + new.figures)
        made.append((-new.use, change))
    yield from [change for _, change in sorted(made, key=lambda pair: pair[0])]


# ------------------------------------------------------------------------------ what it stands on
def _assumptions(sides: _Sides) -> Iterator[Change]:
    """Inputs whose standing changed (a default that became a decision, a figure that got a source), and assumed ones whose value
    did."""
    old_inputs, new_inputs = _by_path(sides.old), _by_path(sides.new)
    old_objects, new_objects = sides.objects()
    for path, old, new in aligned(old_inputs, new_inputs):
        owner = path.rpartition(".")[0]
        if owner and (owner not in old_objects or owner not in new_objects):
            continue  # it comes and goes with its object
        stood = [_stands_on(one, found.values.get(path)) for one, found in ((old, sides.old), (new, sides.new))]
        values = [_value_words(one, found.values.get(path)) for one, found in ((old, sides.old), (new, sides.new))]
        moved = stood[0] != stood[1] or (new is not None and new.assumed and values[0] != values[1])
        if not moved or None in stood:
            continue
        cells = two(lambda side: ", ".join(filter(None, side)), (values[0], stood[0]), (values[1], stood[1]))
        yield Change("assumptions", path, cells)
    for one, was, now in aligned({f.unit: f for f in sides.old.factors}, {f.unit: f for f in sides.new.factors}):
        if (was and was[1:3]) != (now and now[1:3]):
            words = two(lambda stated: ", ".join(filter(None, stated[1:3])) if stated is not None else None, was, now)
            yield Change("assumptions", one, words)


def _stands_on(one: Input | None, value: ShownValue | None) -> str | None:
    """Who says what an input is: "assumed: why", "a default", a citation; None where there is no such input."""
    if one is None:
        return "a default" if value is not None else None
    if one.citation:
        return one.citation
    return {"default": "a default", "library": "worked out by the library"}.get(
        one.origin, "" if one.value is None or one.computed else "without a source"
    )


def _value_words(one: Input | None, value: ShownValue | None) -> str:
    shown = one.value if one is not None and one.value is not None else value
    return show.text(*shown) if shown is not None else one.words if one is not None else ""


def _waivers(sides: _Sides) -> Iterator[Change]:
    def keyed(found: Snapshot) -> dict[str, Waiver]:
        return {_waiver_name(one): one for one in found.waivers}

    for name, old, new in aligned(keyed(sides.old), keyed(sides.new)):
        words = two(lambda one: _waived_words(one.waived) if one is not None else None, old, new)
        if words[0] != words[1]:
            yield Change("waivers", name, words)


def _waiver_name(one: Waiver) -> str:
    at = f" at {waived_at(one.waived.at)}" if one.waived.at else ""
    return f"{'open ' if one.silence else ''}{one.name}{at}"


def _waived_words(one: Waived) -> str:
    accepted = ", ".join(filter(None, [one.owner, one.until and f"until {one.until}"]))
    return "; ".join(filter(None, [one.reason, accepted, one.citation]))


def _due(found: Snapshot) -> Iterator[Due]:
    for one in found.waivers:
        if one.waived.until:
            days = (date.fromisoformat(one.waived.until) - date.fromisoformat(found.as_of)).days
            if days <= NEAR:
                yield Due(one, days)


def _inputs(sides: _Sides) -> Iterator[Change]:
    """What is filled otherwise: values, and words that are no objects; what is computed from others changes with them."""
    counts = {one.path for found in (sides.old, sides.new) for one in found.counts if not one.given}
    for path, old, new in aligned(_by_path(sides.old), _by_path(sides.new)):
        if path in counts:
            continue
        both = old is not None and new is not None
        values = (_value(old, sides.old, path), _value(new, sides.new, path))
        stated = [one for one in (old, new) if one is not None]
        if any(values):
            alike = both and len({(one.written, one.origin) for one in stated}) == 1 and all(one.computed for one in stated)
            if not alike:
                yield from quantities("inputs", path, values)
            continue
        words = two(lambda one: one.words if one is not None else None, old, new)
        if words[0] != words[1] and not (_is_object(old or new) and _is_object(new or old)):
            yield Change("inputs", path, words)


def _value(one: Input | None, found: Snapshot, path: str) -> ShownValue | None:
    return one.value if one is not None else found.values.get(path)


def _figures(sides: _Sides) -> Iterator[Change]:
    """Figures of catalogs that both sides read, and that are others; which ones are read changes with the models."""
    for (file, name), old, new in aligned(sides.old.figures, sides.new.figures):
        if old is not None and new is not None:
            yield from quantities("assumptions", name, (old.value, new.value), file)
            if old.citation != new.citation and same(old.value, new.value):
                cells = two(lambda one: one.citation or "without a source", old, new)
                yield Change("assumptions", name, cells, note=file)
        else:
            yield from quantities("figures", name, two(lambda one: one.value if one is not None else None, old, new))


# ------------------------------------------------------------------------------ what follows
def _values(sides: _Sides, told: set[str]) -> Iterator[Change]:
    for path, old, new in aligned(sides.old.values, sides.new.values):
        if path not in told:
            yield from quantities("values", path, (old, new))


def _details(sides: _Sides) -> Iterator[Change]:
    """Rules and figures that are judged alike, of other numbers or with other words."""
    for name, old, new in aligned({r.path: r for r in sides.old.rules}, {r.path: r for r in sides.new.rules}):
        if old is None or new is None or old.outcome != new.outcome or _is_silent(new):
            continue
        yield from _reworded(name, *two(lambda one: (rule_words(one), one.text, one.citation), old, new))
    names = [{one.full_name: one for one in found.expectations} for found in (sides.old, sides.new)]
    for name, one, other in aligned(*names):
        if one is None or other is None or _promise(one) != _promise(other):
            continue
        yield from _reworded(name, *two(lambda e: (expected_words(e), e.title, e.citation), one, other))
    if sides.old.title != sides.new.title:
        yield Change("details", "title", (sides.old.title, sides.new.title))


def _reworded(name: str, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[Change]:
    """What is said otherwise, without what is said alike."""
    pairs = [pair for pair in zip(old, new) if pair[0] != pair[1]]
    if pairs:
        was, now = ["; ".join(filter(None, side)) for side in zip(*pairs)]
        yield Change("details", name, (was or None, now or None))


__all__ = ["Change", "Changes", "Due", "changes"]
