"""How a whole design stands: whether it holds, and what is open."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from vdl.graph.blame import authors_line
from vdl.graph.cells import Op
from vdl.graph.design import WaiverEntry
from vdl.graph.order import parts
from vdl.judge.records import Expectation, OpenPoint, Sort, Verdict, WaiverUse
from vdl.judge.waivers import Covered, expired
from vdl.solve import BoundValue, CountValue, Solution, amount, first_violation
from vdl.text.diagnostics import Diagnostic
from vdl.text.phrases import phrase
from vdl.values import FAULT, NOT_STATED, Place, anywhere, high, low

Standing = Literal["holds", "open", "fails"]

_HALF_STATED = frozenset(["partly-stated", "bound-partly-stated"])


def points(rules: Iterable[Verdict], counts: Iterable[CountValue]) -> list[OpenPoint]:
    """What verdicts and counts leave open: rules that apply and could not be judged, warning rules that fail and are not
    accepted, counts of which no limit that matters states a figure."""
    found: list[OpenPoint] = []
    for rule in rules:
        if not rule.places:  # it holds, or does not apply
            continue
        if rule.outcome in ("fails", "part"):
            if rule.severity == "warning":
                found.append(OpenPoint("warning-rule", rule.name, rule.text, rule.span, rule))
        elif (rule.of is None or rule.missed) and rule.severity != "info" and any(o == "not-evaluated" for _, o in rule.places):
            found.append(OpenPoint("not-tight" if rule.unknown else "not-evaluated", rule.name, rule.text, rule.span, rule))
    for count in counts:
        if not is_sized(count):
            text = phrase("nothing that limits `{count}` is stated", count=count.cell.path)
            found.append(OpenPoint("not-sized", count.cell.path, text, count.cell.span(), of=count))
    return found


def not_tight(solution: Solution) -> list[OpenPoint]:
    """What is open of inputs that may lie outside of what they may be, at the lines of their authors."""
    found: list[OpenPoint] = []
    for cell in solution.unsure:
        violation = first_violation(cell.domain, solution.values[cell]) if cell.domain is not None else None
        if cell.domain is not None and violation is not None:
            number = violation.number
            inside = cell.domain.holds(low(number)) and cell.domain.holds(high(number))
            what = amount(cell, cell.domain, violation)
            if inside:
                text = phrase("{what} (not tight), which may be no whole number of things", what=what)
            else:
                text = phrase("{what} (not tight), which may lie outside of {range}", what=what, range=cell.domain.text())
            found.append(OpenPoint("not-tight", cell.path, text, authors_line(cell)))
    return found


def undecided(expectations: Iterable[Expectation]) -> list[OpenPoint]:
    """Published figures beside which nothing could be computed, though nothing is wrong with them."""
    found: list[OpenPoint] = []
    for one in expectations:
        if one.outcome == "not-evaluated" and not (anywhere(one.computed, FAULT) or anywhere(one.published, FAULT)):
            text = phrase("expectation `{name}` could not be judged", name=one.entry.name)
            found.append(OpenPoint("not-evaluated", one.entry.name, text, one.entry.span(), figure=one))
    return found


def limits(count: CountValue) -> Sequence[BoundValue]:
    """The bounds that size a count: those that say so, or all where none does."""
    return [bound for bound in count.bounds if bound.entry.node.load] or count.bounds


def is_sized(count: CountValue) -> bool:
    """Whether a limit of a count states a figure, or none applies. A given count without bounds is what it is."""
    asked = limits(count)
    if any(bound.required is not None for bound in asked):
        return True
    silent = any(bound.value is not None and anywhere(bound.value, NOT_STATED) for bound in asked)
    return not silent and (count.given or bool(asked))


def states_no_figure(count: CountValue) -> bool:
    """Whether a count that is not given has no bound at all that states a figure: it is 0 since nobody says what it takes."""
    return not count.given and all(bound.required is None for bound in count.bounds)


def accept_open(
    found: Iterable[OpenPoint], waivers: Iterable[WaiverEntry], as_of: str
) -> tuple[tuple[OpenPoint, ...], tuple[WaiverUse, ...]]:
    """Put waivers of silence over the points they accept; what fails is accepted by others (`waivers.accept`)."""
    found = list(found)
    open_at: list[list[Place]] = [_places(point) for point in found]
    uses: list[WaiverUse] = []
    for waiver in waivers:
        if not waiver.node.silence:
            continue
        covered = Covered(waiver.labels)
        mine = [i for i, point in enumerate(found) if point.name == waiver.rule and _may_accept(waiver, point)]
        mine = [i for i in mine if any(covered.covers(place) for place in _places(found[i]))]
        if mine and expired(waiver, as_of):
            uses.append(WaiverUse(waiver, "expired"))
            continue
        repeated = bool(mine) and all(found[i].accepted not in (None, waiver) for i in mine)
        for i in mine:
            open_at[i] = [place for place in open_at[i] if not covered.covers(place)]
            if not open_at[i]:
                found[i] = found[i]._replace(accepted=found[i].accepted or waiver)
        uses.append(WaiverUse(waiver, "repeated" if repeated else "accepts" if mine else "unused"))
    return tuple(found), tuple(uses)


def _may_accept(waiver: WaiverEntry, point: OpenPoint) -> bool:
    """Whether a point is none of a rule that fails, and not what the waiver itself is assumed by."""
    own, span = waiver.node, point.span
    within = span.source is waiver.source and own.start <= span.start < own.end
    return point.sort != "warning-rule" and not within


def _places(point: OpenPoint) -> list[Place]:
    """Where something is open; one place without labels where that is no matter of labels."""
    if point.rule is None:
        return [()]
    return [place for place, outcome in point.rule.places if outcome == "not-evaluated"]


def of_warning(diagnostic: Diagnostic) -> OpenPoint | None:
    """What a warning of the compiler leaves open; None of anything else."""
    if diagnostic.severity != "warning" or diagnostic.span is None:
        return None
    sort: Sort = "half-stated" if diagnostic.slug in _HALF_STATED else "warning"
    return OpenPoint(sort, diagnostic.subject, diagnostic.message, diagnostic.span)


def standing(found: Iterable[OpenPoint], expectations: Iterable[Expectation], *, wrong: bool) -> Standing:
    """`fails` where something is wrong, or a figure differs; else `open` where a point is open that nobody accepted."""
    if wrong or any(one.outcome in ("differs", "no-longer-differs") for one in expectations):
        return "fails"
    return "open" if any(point.accepted is None for point in found) else "holds"


def silence(found: Iterable[OpenPoint]) -> int:
    """How much of a design is silent: what is not sized or not judged, and rules that ask whether something is stated."""
    return sum(
        point.accepted is None
        and (point.sort in ("not-sized", "not-evaluated") or (point.rule is not None and counts_as_silence(point.rule)))
        for point in found
    )


def counts_as_silence(rule: Verdict) -> bool:
    """Whether a rule asks if something is stated, or nobody can tell if it holds."""
    if rule.rule is None or rule.unknown:
        return rule.unknown
    made_of = parts([rule.rule.condition], lambda cell: cell.form == "part")
    return any(isinstance(part, Op) and part.op == "given" for part in made_of)
