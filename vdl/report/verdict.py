"""The verdict over a whole design, and how single verdicts are put."""

from __future__ import annotations

from collections import Counter

from vdl.judge import Verdict
from vdl.judge.records import Sort
from vdl.report import model as m
from vdl.report.assumed import assumed, quantities
from vdl.report.owners import without_owner
from vdl.report.page import Page
from vdl.report.ranked import holding, ranked
from vdl.text import phrases
from vdl.text.diagnostics import several
from vdl.text.phrases import Joined, Phrase, filled, joined, phrase
from vdl.words.left_out import left_out
from vdl.words.limits import standing_limits
from vdl.words.other_errors import counted, other_errors
from vdl.words.unjudged import is_judged
from vdl.words.verdicts import EXPECTATIONS, OPEN, RULES

_TONES: dict[str, m.Tone] = {
    "holds": "good", "fails": "bad", "part": "bad", "waived": "warn", "not-evaluated": "neutral", "not-applicable": "neutral",
    "agrees": "good", "inside-range": "good", "differs-as-stated": "warn", "no-longer-differs": "bad", "differs": "bad",
    "restates": "neutral",
}  # fmt: skip


def outcome(word: str) -> m.Verdict:
    """One outcome of a rule or an expectation."""
    return m.Verdict(as_documents_say(phrase({**RULES, **EXPECTATIONS}[word][0])), _TONES[word])


def as_documents_say(words: str) -> str:
    """An outcome as documents call it: what a design waives is accepted wherever readers meet it, and has one name there."""
    if isinstance(words, Joined):
        first, *rest = words.pieces
        return joined("", [as_documents_say(first), *rest])
    return phrase("accepted") if isinstance(words, Phrase) and words.key == RULES["waived"][0] else words


def headline(page: Page) -> m.Verdict:
    """Whether the design holds. It is never milder than the worst rule, count, figure or silence in it."""
    match page.solved.standing:
        case "fails":
            return m.Verdict(phrase("Does not hold"), "bad")
        case "open":
            return m.Verdict(phrase("Holds, with open points"), "warn")
        case "holds":
            if page.solved.accepted:
                return m.Verdict(_with_exceptions(page, page.solved.accepted), "warn")
            if not is_judged(page.solved.graph, page.judged):
                return m.Verdict(phrase("Holds, and nothing is judged in it"), "neutral")
            return m.Verdict(phrase("Holds"), "good")


def _with_exceptions(page: Page, number: int) -> str:
    """How many exceptions are accepted, and what weighs most of that: how many exceed a limit, and how many have no owner."""
    one, many = "Holds, with {number} accepted exception", "Holds, with {number} accepted exceptions"
    said = filled(one, {"number": phrases.counted(number)}, many, number)  # whole: languages have another case of exceptions here
    beyond = {(limit.path, limit.by) for standing, limit in standing_limits(page.solved, page.units) if standing == "accepted"}
    unowned = without_owner(page.solved)
    parts = [several(len(beyond), "exceeds a limit", "exceed limits")] if beyond else []
    if number == 1:
        parts = [*([phrase("it exceeds a limit")] if beyond else []), *([phrase("it has no owner")] if unowned else [])]
    elif unowned:
        parts.append(phrase("none has an owner") if unowned == number else several(unowned, "has no owner", "have no owner"))
    return joined(": ", [said, *([joined(", ", parts)] if parts else [])])


def noted(page: Page) -> list[Verdict]:
    """The rules that only inform and do not hold, or could not be evaluated and are no open point."""
    pointed = {point.name for point in page.solved.open_points}
    rules = [rule for rule in page.judged.rules if rule.severity == "info" and rule.name not in pointed]
    return [rule for rule in rules if rule.outcome in ("fails", "part", "not-evaluated")]


def sentence(page: Page) -> str:
    """A sentence or two about it."""
    rules = _counted(page)
    fails = rules["fails"] + rules["part"]
    warned = rules["warning fails"] + rules["warning part"]
    parts = counted(other_errors(page.solved.diagnostics))
    parts += [several(fails, "rule fails", "rules fail")] if fails else []
    if is_judged(page.solved.graph, page.judged):
        parts += _holding(page)
    else:
        parts.append(phrase("No rule applies, and no figure is held against a published one"))
    if warned:
        parts.append(several(warned, "warning rule fails", "warning rules fail"))
    if notes := noted(page):
        parts.append(several(len(notes), "is only noted", "are only noted"))
    taken = Counter([point.sort for point in page.solved.open_points if point.accepted is not None])
    if silent := rules["not-evaluated"] - taken["not-evaluated"] - sum(one.outcome == "not-evaluated" for one in notes):
        parts.append(phrase("{rules} could not be evaluated", rules=silent))
    unsized = sum(point.sort == "not-sized" and point.accepted is None for point in page.solved.open_points)
    if unsized:
        parts.append(several(unsized, "count is not sized", "counts are not sized"))
    parts += _accepted(page.solved.accepted, rules["waived"], taken)
    words = joined(", ", parts) + "."
    wrong = _wrong(page)
    if wrong:
        words += " " + several(wrong, "published figure differs without a stated reason.",
                               "published figures differ without a stated reason.")  # fmt: skip
    figures, defaults = len(quantities(page)), len(assumed(page)[1])
    unsourced = [several(figures, "figure is assumed", "figures are assumed")] if figures else []
    if defaults and figures:
        unsourced.append(several(defaults, "is a default of the library", "are defaults of the library"))
    elif defaults:
        unsourced.append(several(defaults, "figure is a default of the library", "figures are defaults of the library"))
    if unsourced:
        words += joined("", (" ", joined(", ", unsourced), "."))
    if unjudged := left_out(page.solved):
        words += joined("", (" ", unjudged, "."))
    return words


def _holding(page: Page) -> list[str]:
    """How many limits hold, as the chapter about them counts them, and how many rules beside these: others ask whether something
    is stated, or agrees."""
    held = [rule for rule in page.judged.rules if rule.outcome == "holds"]
    limits = holding(page, ranked(page, standing_limits(page.solved, page.units)))
    if not limits:
        return [several(len(held), "rule holds", "rules hold")]
    rest = len(held) - sum(not limit.is_count for _, limit in limits)
    more = several(rest, "further rule holds", "further rules hold")
    return [several(len(limits), "limit with figures holds", "limits with figures hold"), *([more] if rest else [])]


def _accepted(exceptions: int, failing: int, points: Counter[Sort]) -> list[str]:
    """What is accepted; where that is of several sorts, how many there are of each, which add up to all of it."""
    of_rules = several(failing, "failure is accepted", "failures are accepted")
    if not points:
        return [of_rules] if failing else []
    sorts = [phrase("{number} {what}", number=number, what=phrase(OPEN[sort])) for sort, number in points.items()]
    if failing:
        sorts.insert(0, several(failing, "that fails", "that fail"))
    return [phrase("{exceptions}: {sorts}", exceptions=several(exceptions, "accepted exception"), sorts=joined(" + ", sorts))]


def _counted(page: Page) -> Counter[str]:
    counted: Counter[str] = Counter()
    for rule in page.judged.rules:
        soft = rule.outcome in ("fails", "part") and rule.severity != "error"
        counted[f"{rule.severity} {rule.outcome}" if soft else rule.outcome] += 1
    return counted


def _wrong(page: Page) -> int:
    """Published figures that differ and nobody said why."""
    return sum(e.outcome in ("differs", "no-longer-differs") for e in page.solved.expectations)
