"""`show limits`: what is beyond its limit first, be it accepted or not, then how close the others are, each as a share of what is
there: what weighs most first."""

from __future__ import annotations

from collections.abc import Hashable, Mapping

from vdl.judge.records import FAILING
from vdl.report import model as m
from vdl.report.bars import WHOLE, share
from vdl.report.page import Page
from vdl.report.printing import plain
from vdl.report.ranked import holding, met_exactly, named_limit, ranked
from vdl.report.titles import Titles, marked, spaced
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase
from vdl.words.limits import Limit, Standing, standing_limits
from vdl.words.rounded import in_use

NEAREST = 8
"""Limits that are drawn; the others are farther away. What is beyond its limit is drawn in any case."""

EXACTLY = 4
"""Limits that are met exactly and named; the others are counted."""

_WITHIN = 3
"""Limits that hold and are drawn however many are exceeded: what stops a design that grows once these are mended."""


def blocks(page: Page) -> list[m.Block]:
    found = ranked(page, standing_limits(page.solved, page.units, spaced))
    beyond = [pair for pair in found if pair[0] != "holds"]
    within = [pair for pair in holding(page, found) if not pair[1].is_met]
    drawn = within[: max(NEAREST - len(beyond), _WITHIN)]
    titles = page.titles
    wrong = [rule for rule in page.judged.rules if rule.outcome in FAILING]
    failing = {rule.name: page.words.found(rule, shares=False) for rule in wrong}
    rows = tuple([
        _row(titles, limits, _GROUPS[standing] if beyond else "", failing.get(limits[0].name, ""))
        for standing, limits in [*_alike(titles, beyond, failing), *_used_alike(drawn)]
    ])
    unit = phrase("% of what there is, or may be")
    made: list[m.Block] = [m.Chart(phrase("How close is each limit?"), unit, rows)] if rows else []
    words = []
    if more := within[len(drawn):]:
        words.append(several(len(more), "more limit holds, and weighs less.", "more limits hold, and weigh less."))
    if exactly := [joined("", (named_limit(titles, limit), " (", limit.figures, ")")) for limit in met_exactly(page, found)]:
        said = several(
            len(exactly), "limit is met exactly, with nothing to spare", "limits are met exactly, with nothing to spare"
        )
        rest = phrase("; and {rest} more", rest=len(exactly) - EXACTLY) if len(exactly) > EXACTLY else ""
        words.append(joined("", (said, ": ", joined("; ", exactly[:EXACTLY]), rest, ".")))
    return [*made, m.Paragraph(marked(joined(" ", words)))] if words else made


_GROUPS: dict[Standing, str] = {
    "fails": phrase("Exceeded: does not hold"), "warning": phrase("Exceeded: a warning"),
    "accepted": phrase("Exceeded and accepted"), "holds": phrase("Within its limit, what weighs most first"),
}  # fmt: skip


def _alike(
    titles: Titles, beyond: list[tuple[Standing, Limit]], failing: Mapping[str, str]
) -> list[tuple[Standing, list[Limit]]]:
    """Rules with the same sentence that are exceeded alike, by the same figures, together; each of them where its first is."""
    found: dict[Hashable, tuple[Standing, list[Limit]]] = {}
    for standing, limit in beyond:
        sentence = titles.sentences.get(limit.path, "") if not limit.is_count else ""
        figures = failing.get(limit.name) or limit.figures
        key = (standing, sentence, figures, limit.use, limit.place) if sentence else limit.name
        found.setdefault(key, (standing, []))[1].append(limit)
    return list(found.values())


def _used_alike(within: list[tuple[Standing, Limit]]) -> list[tuple[Standing, list[Limit]]]:
    """Limits of which exactly the same share is used and that have figures of their own, such as a count by power and a rule on
    that power, together; each of them where its first is."""
    found: dict[Hashable, tuple[Standing, list[Limit]]] = {}
    for standing, limit in within:
        found.setdefault((standing, limit.use), (standing, []))[1].append(limit)
    return list(found.values())


def _row(titles: Titles, limits: list[Limit], group: str, found: str) -> m.Bars:
    """`found` is what there is and what there must be, of a rule that fails: a comparison that is false would read as a claim."""
    limit = limits[0]
    bar = share(limit.use, in_use(limit.use))
    if len(limits) > 1 and not found:
        return m.Bars(joined("; ", [_label(titles.limit(one), one, _figures(one)) for one in limits]), (bar,), (WHOLE,), group)
    of = titles.rules([one.path for one in limits]) if len(limits) > 1 else titles.limit(limit)
    return m.Bars(_label(of, limit, found or _figures(limit)), (bar,), (WHOLE,), group)


def _figures(limit: Limit) -> str:
    """Its figures, and what is left in their unit: a share alone says nothing of how much that is."""
    return joined("; ", filter(None, (limit.figures, limit.spare)))


def _label(of: str, limit: Limit, figures: str) -> str:
    """What a limit is called, where it is one, and its figures: a picture has no other letters for names of the design."""
    at = phrase("at {labels}", labels=limit.place) if limit.place else ""
    return joined("", (joined(", ", filter(None, (plain(marked(of)), limit.by, at))), " (", figures, ")"))
