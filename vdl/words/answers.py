"""Answers to inverse questions in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl.graph.design import AskEntry, SweepEntry
from vdl.judge import CONDITION, Answer, Point, Swept
from vdl.semantics.units import Exact, Unit, Units
from vdl.text.diagnostics import several
from vdl.text.limits import ASK_REACH
from vdl.text.phrases import filled, joined, phrase
from vdl.values import FAULT, is_exact
from vdl.words import values as show
from vdl.words.formulas import text_of
from vdl.words.verdicts import STANDINGS


def text(found: Answer, units: Units) -> str:
    """ "640 boxes", "300 boxes; 400 boxes planned: too many by 100", "8 boxes; 5 boxes planned: too few by 3", "nothing limits
    it" """
    unit = unit_of(found, units)
    value = show.scalar(found.value, unit) if found.value is not None else ""
    if not found.holds:
        if not found.stopped_by or not is_exact(found.start):
            return phrase("no answer")
        words = _planned(found, found.start, unit, units)
    elif found.stopped_by:
        words = value
    else:
        unlimited = phrase("nothing limits it") + within(found)
        words = phrase("nothing stops it: {value} still does", value=value) if value else unlimited
    return words + (phrase(" (by what is stated)") if found.missed else "") + unsearched(found, units)


def _planned(found: Answer, start: Exact, unit: Unit, units: Units) -> str:
    """What is found on the way back, less of what should be much or more of what should be little, and how far the design is from
    that."""
    largest = found.entry.node.largest
    if found.value is None:
        planned = show.scalar(start, unit)
        none = phrase("nothing smaller fits") if largest else phrase("nothing larger does")
        return phrase("{answer}; {planned} planned", planned=planned, answer=none + within(found))
    apart = start - found.value if largest else found.value - start
    value, planned, difference = show.together([found.value, start, apart], unit)
    by = difference.removesuffix(unit.plural).removesuffix(unit.singular).strip()
    counted = units.counts_things(unit.dimension)
    if counted:
        key = "too many by {number}" if largest else "too few by {number}"
    else:
        key = "too much by {number}" if largest else "too little by {number}"
    return phrase("{value}; {planned} planned: {apart}", value=value, planned=planned, apart=phrase(key, number=by))


def within(found: Answer) -> str:
    """How far was looked on the way up, in words; down to zero, and to the end of a range, every answer is looked for."""
    domain = found.entry.cell.domain
    if found.entry.node.largest is not found.holds or (domain is not None and domain.high is not None):
        return ""
    return phrase(" within {number} steps", number=ASK_REACH)


def unsearched(found: Answer, units: Units) -> str:
    """What was not looked at step by step, in words; "" where all was."""
    if found.unsearched is None:
        return ""
    low, high = show.together(list(found.unsearched), unit_of(found, units))
    return phrase(" (not every step from {low} to {high} was tried)", low=low, high=high)


def stopped(found: Answer, units: Units) -> str:
    """ "one step further is stopped by few and carts <= 4 carts", "because of carts <= 4 carts", "where carts <= 4 carts holds
    next, at 966 boxes, few and dear fail"; "" where nothing does."""
    if not found.stopped_by:
        return ""
    if found.met is not None:
        at = show.scalar(found.met.value, unit_of(found, units))
        stops = joined(phrase(" and "), _said(found, found.stopped_by))
        fails = filled("{rules} fails", {"rules": stops}, "{rules} fail", len(found.stopped_by))
        next_, this = "where {condition} holds next, at {value}, {fails}", "where {condition} holds, at {value}, {fails}"
        key = next_ if found.met.sure else this
        return phrase(key, condition=_said(found, [found.met.name])[0], value=at, fails=fails)
    names = joined(phrase(" and "), _said(found, found.stopped_by))
    if found.passed:
        key = "one step further meets {names}: round it with `ceil(...)` to ask at each step"
        passed = phrase(key, names=joined(phrase(" and "), _said(found, found.passed)))
        return phrase("{passed}; the next whole step is stopped by {names}", passed=passed, names=names)
    return phrase("one step further is stopped by {names}" if found.value is not None else "because of {names}", names=names)


def _said(found: Answer, names: Sequence[str]) -> list[str]:
    """What stops a question, by its name; its own condition as it is written."""
    written = text_of(found.entry.node.condition, found.entry.source)
    return [written if name == CONDITION else name for name in names]


def unit_of(found: Answer, units: Units) -> Unit:
    return show.unit_of_cell(found.entry.cell, units)


def swept(entry: SweepEntry) -> str:
    """ "boxes for load in 5..9 kg step 2 kg" """
    node, source = entry.node, entry.source
    words = f"{text_of(node.value, source)} for {node.path} in {text_of(node.values, source)}"
    return words if node.step is None else f"{words} step {text_of(node.step, source)}"


def heads(found: Swept) -> list[str]:
    """What is moved, each `choose`, and what is looked at: "load", "box" and "boxes"."""
    node = found.entry.node
    return [str(node.path), *_choosing(found), text_of(node.value, found.entry.source)]


def _choosing(found: Swept) -> list[str]:
    """The `choose`s of the design."""
    return list(dict.fromkeys([name for point in found.points for name, _ in point.options]))


def at_point(point: Point, found: Swept, units: Units, said: Callable[[str], str] = str) -> list[str]:
    """A value of the input, which options are taken there, what is looked at, and how the design stands: "7 kg", "small",
    "3 boxes", "does not hold: few". `said` is how names of rules are put into words."""
    entry, taken = found.entry, dict(point.options)
    unit = show.unit_of_cell(entry.cell, units)
    shown = "-" if point.value is FAULT else show.text(point.value, show.unit_of(entry.value, entry.type, units))
    failing = ": " + joined(", ", map(said, point.failing)) if point.failing else ""
    options = [taken.get(name, "-") for name in _choosing(found)]
    return [show.scalar(point.at, unit), *options, shown, phrase(STANDINGS[point.verdict][0]) + failing]


def left(found: Swept) -> str:
    """ "3 more values are not computed here"; "" where there is none."""
    return several(found.left, "more value is not computed here", "more values are not computed here") if found.left else ""


def question(found: Answer) -> str:
    """ "largest x where cond ignoring rule and rule step 2 kg" """
    return asked(found.entry)


def asked(entry: AskEntry) -> str:
    """The same of a question that nobody has answered."""
    node, source = entry.node, entry.source
    words = f"{'largest' if node.largest else 'smallest'} {node.path} where {text_of(node.condition, source)}"
    if node.ignoring:
        words += f" ignoring {' and '.join([str(path) for path in node.ignoring])}"
    return words if node.step is None else f"{words} step {text_of(node.step, source)}"
