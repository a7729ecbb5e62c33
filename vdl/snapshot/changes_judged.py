"""What is judged otherwise of a design: its verdict, rules, open points, published figures, questions and exceptions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from vdl.judge.records import FAILING
from vdl.snapshot.change import NEAR, Bearing, Change, Due, Section, Sides, aligned, two
from vdl.snapshot.records import Expected, Point, Rule, ShownValue, Snapshot, Waived, Waiver
from vdl.snapshot.worded import expected_words, point_words, rule_words
from vdl.text.days import last_day
from vdl.text.phrases import phrase
from vdl.values import is_number, low, scalars
from vdl.words.verdicts import RULES, STANDINGS, waived_at

_RANK = {"fails": 5, "part": 4, "not-evaluated": 3, "waived": 2, "holds": 1, "not-applicable": 1}
_STANDING = {"fails": 2, "open": 1, "holds": 0}


def _bearing(old: int, new: int) -> Bearing:
    return "worse" if new > old else "better" if new < old else ""


def verdict(sides: Sides) -> Iterator[Change]:
    old, new = sides.old.standing, sides.new.standing
    if old != new:
        words = STANDINGS[old][0], STANDINGS[new][0]
        yield Change("verdict", "verdict", words, bearing=_bearing(_STANDING[old], _STANDING[new]))
    for said in dict.fromkeys([*sides.new.complaints, *sides.old.complaints]):
        if (said in sides.old.complaints) != (said in sides.new.complaints):
            bearing: Bearing = "worse" if said in sides.new.complaints else "better"
            wrong = phrase("wrong")
            cells = (wrong, None) if bearing == "better" else (None, wrong)
            yield Change("verdict", said, cells, bearing=bearing)


def _is_silent(rule: Rule | None) -> bool:
    return rule is None or rule.outcome == "not-applicable"


def rules(sides: Sides) -> Iterator[Change]:
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
        milder = old is not None and new is not None and old.severity != new.severity
        if not fails and not milder and (name in points or (sound and old is not None and new is not None)):
            continue  # what is open is said there; what applies on one side only, and holds, is no news
        owner = name.rpartition(".")[0]
        around = bool(owner) and (owner not in old_objects or owner not in new_objects)
        if not fails and around and (sound or new is None):
            continue  # a rule that holds comes and goes with its object
        ranks = [_RANK[one.outcome] if one is not None else 0 for one in (old, new)]
        cells = _judged(old, milder), _judged(new, milder)
        rule = new or old
        assert rule is not None
        gone = old is not None and _is_silent(new)  # what failed and is not judged any more is not mended
        bearing = _bearing(*ranks) if not gone else "worse" if ranks[0] < _RANK["fails"] and new is None else ""
        section: Section = "details" if all(one is None or one.severity == "info" for one in (old, new)) else "rules"
        yield Change(section, name, cells, bearing=bearing, note=rule.text)


def failures(sides: Sides) -> Iterator[Change]:
    """Rules that fail on both sides, accepted or not, by another number."""
    for name, old, new in aligned({r.path: r for r in sides.old.rules}, {r.path: r for r in sides.new.rules}):
        if old is None or new is None or old.outcome != new.outcome or old.severity != new.severity:
            continue
        if old.outcome in FAILING and old.severity != "info" and rule_words(old) != rule_words(new):
            yield Change("rules", name, two(rule_words, old, new), bearing=_grown(old.room, new.room), note=new.text)


def _grown(old: ShownValue | None, new: ShownValue | None) -> Bearing:
    """Whether there is less room than before."""
    rooms = [[low(v) for _, v in scalars(one.value) if is_number(v)] if one is not None else [] for one in (old, new)]
    if not all(rooms):
        return ""
    was, now = map(min, rooms)
    return "worse" if now < was else "better" if now > was else ""


def _judged(one: Rule | None, severity: bool) -> str | None:
    """How a rule is judged, and as what, where that is not the same on both sides: "holds (warning): 5 kg <= 6 kg"."""
    if one is None or (_is_silent(one) and not severity):
        return None
    words = rule_words(one)
    begin, sign, rest = words.partition(":")
    return f"{begin} ({one.severity}){sign}{rest}" if severity and not begin.endswith(")") else words


def open_points(sides: Sides) -> Iterator[Change]:
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


def expectations(sides: Sides) -> Iterator[Change]:
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
    return one.outcome, one.published_words, " ".join(one.expression.split())


def asks(sides: Sides) -> Iterator[Change]:
    for name, old, new in aligned(sides.old_answers, sides.new_answers):
        if old != new:
            yield Change("asks", name, (old, new))


def waivers(sides: Sides) -> Iterator[Change]:
    def keyed(found: Snapshot) -> dict[str, Waiver]:
        return {waiver_name(one): one for one in found.waivers}

    for name, old, new in aligned(keyed(sides.old), keyed(sides.new)):
        words = two(lambda one: _waived_words(one.waived) if one is not None else None, old, new)
        if words[0] != words[1]:
            yield Change("waivers", name, words)


def waiver_name(one: Waiver) -> str:
    """What an exception is called: "open box.fits at winter"."""
    at = f" at {waived_at(one.waived.at)}" if one.waived.at else ""
    return f"{'open ' if one.silence else ''}{one.name}{at}"


def _waived_words(one: Waived) -> str:
    accepted = ", ".join(filter(None, [one.owner, one.until and f"until {one.until}"]))
    return "; ".join(filter(None, [one.reason, accepted, one.citation]))


def due(found: Snapshot) -> Iterator[Due]:
    for one in found.waivers:
        if one.waived.until:
            days = (date.fromisoformat(last_day(one.waived.until)) - date.fromisoformat(found.as_of)).days
            if days <= NEAR:
                yield Due(one, days)


def details(sides: Sides) -> Iterator[Change]:
    """Rules and figures that are judged alike, of other numbers; and whatever is said or cited of them otherwise."""
    for name, old, new in aligned({r.path: r for r in sides.old.rules}, {r.path: r for r in sides.new.rules}):
        if old is None or new is None:
            continue
        yield from _said(name, (old.text, new.text), (old.citation, new.citation))
        above = new.outcome in FAILING and new.severity != "info"
        if old.outcome == new.outcome and not _is_silent(new) and not above and rule_words(old) != rule_words(new):
            yield Change("details", name, two(rule_words, old, new))
    names = [{one.full_name: one for one in found.expectations} for found in (sides.old, sides.new)]
    for name, one, other in aligned(*names):
        if one is None or other is None:
            continue
        yield from _said(name, (one.title, other.title), (one.citation, other.citation), (one.why, other.why),
                         two(lambda e: f"within {e.within}" if e.within else "", one, other))  # fmt: skip
        if _promise(one) == _promise(other) and expected_words(one) != expected_words(other):
            yield Change("details", name, two(expected_words, one, other))
    if sides.old.title != sides.new.title:
        yield Change("details", "title", (sides.old.title, sides.new.title))


def _said(name: str, *pairs: tuple[str, str]) -> Iterator[Change]:
    """What is said otherwise, without what is said alike."""
    moved = [pair for pair in pairs if pair[0] != pair[1]]
    if moved:
        was, now = ["; ".join(filter(None, side)) for side in zip(*moved)]
        yield Change("assumptions", name, (was or "nothing said", now or "nothing said"))


__all__ = ["asks", "details", "due", "expectations", "failures", "open_points", "rules", "verdict", "waiver_name", "waivers"]
