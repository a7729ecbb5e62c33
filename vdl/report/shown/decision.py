"""`show decision`: what the first page says in words: what limits the design, what fails, is open, accepted or assumed."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.compilation import Chosen
from vdl.judge import Verdict
from vdl.report import model as m
from vdl.report.assumed import Weighed, assumed, by_weight, quantities
from vdl.report.beside import failing as failing_beside
from vdl.report.owners import confirming, owners
from vdl.report.page import Page
from vdl.report.ranked import by_weight_of_objects, met_exactly, named_limit, ranked
from vdl.report.shown.choices import came_to
from vdl.report.titles import Titles, marked, spaced
from vdl.report.verdict import noted
from vdl.text.bounds import BOUNDS
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase
from vdl.text.written import written
from vdl.words.limits import Limit, Standing, standing_limits
from vdl.words.rounded import in_use
from vdl.words.verdicts import OPEN

_FEW = 3
"""Things of one sort that are named on the first page; the others are counted."""

_EXACTLY = 1
"""The same of limits that are met exactly."""


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: _facts(page))


def _facts(page: Page) -> list[m.Block]:
    titles = page.titles
    found = ranked(page, standing_limits(page.solved, page.units, spaced))
    judged = page.judged.rules
    order = [limit.name for _, limit in found]
    waived = [rule for rule in judged if rule.outcome == "waived"]
    waived.sort(key=lambda rule: order.index(rule.name) if rule.name in order else len(order))
    beyond = [_limit(page, limit, standing) for standing, limit in found if standing != "holds"]
    nearest = [_limit(page, limit, standing) for standing, limit in found if standing == "holds" and not limit.is_met]
    exactly = met_exactly(page, found)
    above = {limit.name for standing, limit in [pair for pair in found if pair[0] != "holds"][:_FEW] if standing == "accepted"}
    points = [point for point in page.solved.open_points if point.sort != "warning-rule"]
    failing = [rule for rule in judged if rule.outcome in ("fails", "part")]
    figures, _ = assumed(page)
    measured = quantities(page)
    counted = {figure: of for figure, of in figures.items() if figure in measured}  # those that the verdict counts
    near = nearest[: _FEW - bool(beyond)]
    said = {
        "Does not hold": [_rule(page, rule) for rule in failing if rule.severity == "error"],
        "Does not hold in scenarios": failing_beside(page),
        "What limits it": [*beyond[:_FEW], *_more(len(beyond) - _FEW), *near, *_exactly(titles, exactly)],
        "Open": [_rule(page, rule) for rule in failing if rule.severity == "warning"]
        + [joined("", (titles.point(point), " (", phrase(OPEN[point.sort]), ")")) for point in points if point.accepted is None],
        "Not met, accepted": [titles.rule(rule.name) if rule.name in above else _rule(page, rule) for rule in waived]
        + [titles.point(point) for point in points if point.accepted],
        "Chosen": [_chosen(page, one) for one in page.solved.choices if len(one.outcomes) > 1],
        "Owners": list(filter(None, [owners(page.solved)])),
        "Not met, noted": [titles.rule(rule.name) for rule in by_weight_of_objects(page, noted(page))],
        "Assumed": [_assumed(titles, one) for one in by_weight(page, counted or figures)],
        "To be confirmed": list(filter(None, [confirming(figures)])),
    }  # fmt: skip
    most = {"What limits it": 2 * _FEW + 2, "Not met, accepted": 2, "Not met, noted": 1, "Assumed": 2}
    rows = tuple([(phrase(label), marked(_listed(words, most.get(label, _FEW)))) for label, words in said.items() if words])
    return [m.Facts(rows)] if rows else []


def _chosen(page: Page, choice: Chosen) -> str:
    """What a `choose` took, before which others, and what each comes to: "box: small (360 kg) and not large (400 kg), by ..."."""
    taken = [came_to(page, one) for one in choice.outcomes if one.taken]
    others = [came_to(page, one) for one in choice.outcomes if not one.taken]
    named = joined(", ", [*others[:_FEW], *([several(len(others) - _FEW, "more", "more")] if len(others) > _FEW else [])])
    small = page.titles.quantity_written(written(choice.objective))
    said = phrase("{taken} and not {others}", taken=joined("", taken), others=named)
    if any(point.sort == "half-stated" and point.name == choice.name for point in page.solved.open_points):
        said = phrase(BOUNDS["neither"], figure=said)
    return phrase("{name}: {choice}, by {quantity}", name=page.titles.member(choice.name), choice=said, quantity=small)


def _assumed(titles: Titles, one: Weighed) -> str:
    """A figure that is assumed, of what, and what hangs on it."""
    said = joined("", (one.figure.what, " (", titles.objects_named(one.where), ")"))
    return phrase("{figure}, which affects {pieces}", figure=said, pieces=one.hangs) if one.hangs else said


def _rule(page: Page, rule: Verdict) -> str:
    """What is asked for, and what was found where figures are compared."""
    found = page.words.found(rule, shares=False)
    title = page.titles.rule(rule.name)
    return joined("", (title, " (", found, ")")) if found else title


def _limit(page: Page, limit: Limit, standing: Standing) -> str:
    named = _named(page.titles, limit)
    if standing == "holds":
        return phrase("{limit}, {share} in use", limit=named, share=in_use(limit.use))
    return phrase(_NOT_MET[standing], limit=named, how=_exceeded(page, limit))


def _named(titles: Titles, limit: Limit) -> str:
    """What a limit is called, and where it is nearest: no figures beside it say so."""
    named = named_limit(titles, limit)
    return joined("", (named, " (", limit.nearest, ")")) if limit.nearest else named


def _exceeded(page: Page, limit: Limit) -> str:
    """By how much a limit is not met: one from above by what there is of it, any other by what is asked for."""
    if limit.use == 1:
        return phrase("the limit itself is reached")
    sides = next((rule.sides for rule in page.judged.rules if rule.name == limit.path), None)
    words = "{share} of the limit" if sides is not None and sides[1] in ("<", "<=") else "asks for {share} of what there is"
    return phrase(words, share=in_use(limit.use))


_NOT_MET: dict[Standing, str] = {
    "fails": "not met ({how}): {limit}", "warning": "a warning, not met ({how}): {limit}",
    "accepted": "accepted though not met ({how}): {limit}",
}  # fmt: skip
"""What fails begins with that: the sentence of a rule says what must be, and behind it nobody would look for the contrary."""


def _exactly(titles: Titles, met: Sequence[Limit]) -> list[str]:
    """What has nothing to spare, in a few words."""
    if not met:
        return []
    named = [_named(titles, limit) for limit in met[:_EXACTLY]]
    more = [several(len(met) - _EXACTLY, "more", "more")] if len(met) > _EXACTLY else []
    return [phrase("met exactly: {limits}", limits=joined(", ", [*named, *more]))]


def _more(exceeded: int) -> list[str]:
    return [several(exceeded, "more limit is exceeded", "more limits are exceeded")] if exceeded > 0 else []


def _listed(words: Sequence[str], most: int) -> str:
    unique: Iterable[str] = dict.fromkeys(words)
    named = list(unique)
    more = len(named) - most
    return joined("; ", named[:most]) + (phrase("; and {rest} more", rest=more) if more > 0 else "") + "."
