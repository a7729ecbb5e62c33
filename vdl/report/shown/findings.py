"""`show findings`: failures first, then what is open, what is only noted, and what fails or is open and is accepted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from vdl.graph.design import WaiverEntry
from vdl.judge import OpenPoint, Verdict
from vdl.report import model as m
from vdl.report.owners import NOBODY, answering
from vdl.report.page import Page
from vdl.report.printing import plain
from vdl.report.titles import Titles, marked, one_behind_another, spaced
from vdl.report.verdict import noted
from vdl.text.phrases import joined, of, phrase
from vdl.words.stand_ins import StandIns
from vdl.words.unstated import unstated
from vdl.words.verdicts import OPEN, waived_at

_WORDS = {"fails": "does not hold", "part": "holds only for part of the range"}
_WARNING = phrase(" (warning)")
_HEADS = ("What does not hold, or is not known", "Found", "What follows", "Accepted because", "By")
_NOTED_HEADS = ("What is asked for", "Found", "What follows")
_OPEN_HEADS = ("What", "Why it is open", "What follows", "What would close it")
_NAMED, _COUNTED = 3, 1_000
"""Figures that are named of what a rule lacks, and how many are looked for; those that are not named are counted."""

_BY_WORTH = ("fails", "part")


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    page.has_findings = True
    failing = [rule for rule in page.judged.rules if rule.outcome in _BY_WORTH and rule.severity != "info"]
    failing.sort(key=lambda rule: (_BY_WORTH.index(rule.outcome), rule.severity != "error"))
    points = [point for point in page.solved.open_points if point.sort != "warning-rule"]
    alike: dict[tuple[str, ...], list[Verdict]] = {}
    for rule in failing:
        key = (rule.name.rpartition(".")[2], rule.text or rule.name, rule.outcome, rule.severity, page.words.found(rule))
        alike.setdefault(key, []).append(rule)
    found: list[m.Block] = [_failure(page, titles, rules) for rules in alike.values()]
    still = tuple([_open(page, point) for point in points if point.accepted is None])
    if still:
        found.append(_table(phrase("Open: nobody checked this"), _OPEN_HEADS, still))
    if noted := _noted(page, titles):
        found.append(_table(phrase("Noted, and not counted in the verdict"), _NOTED_HEADS, noted))
    accepted = _all_waived(page, titles)
    accepted += [_accepted(page, titles, point, point.accepted) for point in points if point.accepted is not None]
    if accepted:
        found.append(_table(phrase("Accepted as it is"), _HEADS, accepted))
    return found


def _table(caption: str, heads: Sequence[str], rows: Sequence[m.Row]) -> m.Table:
    """A table without the columns in which nothing is said; where nobody is an owner, it is said once."""
    said = [{plain(row.cells[at]) for row in rows} for at in range(len(heads))]
    kept = [at for at, texts in enumerate(said) if texts not in ({""}, {NOBODY})]
    shares = any("%)" in plain(row.cells[heads.index("Found")]) for row in rows) if "Found" in heads else False
    notes = [phrase("No owner is stated for any of it.")] if {NOBODY} in said else []
    words = joined(" ", [*notes, *([phrase("Shares in brackets are those of the limit.")] if shares else [])])
    note: m.Prose = (m.Text(words),) if words else ()
    columns = tuple([m.Column(phrase(heads[at])) for at in kept])
    shown = tuple([replace(row, cells=tuple([_cell(heads[at], row.cells[at]) for at in kept])) for row in rows])
    return m.Table(caption, columns, shown, note=note)


def _cell(head: str, words: m.Prose) -> m.Prose:
    """What stands in a cell: of a rule of which nobody says what follows, that."""
    return (m.Text(phrase("not stated")),) if head == "What follows" and not plain(words) else words


def follows(rule: Verdict | None) -> str:
    """What follows where a rule does not hold: what the lines above it say."""
    entry = rule.rule if rule is not None else None
    return of(entry.source.doc(entry.node.start), entry.source.is_library) if entry is not None else ""


def _failure(page: Page, titles: Titles, rules: list[Verdict]) -> m.Block:
    """What fails, and of which objects: `rules` say the same of several."""
    rule = rules[0]
    facts: list[tuple[str, m.Prose]] = []
    name = rule.name.rpartition(".")[2]
    said = joined("", (phrase(_WORDS[rule.outcome]), *([_WARNING] if rule.severity == "warning" else [])))
    if rule.text:
        facts.append((phrase("Asked for"), (*marked(rule.text), *page.references.cite(rule.cites))))
    else:
        said = joined(" ", (spaced(name, rule.rule.source if rule.rule is not None else None), said))
    if found := page.words.found(rule):
        facts.append((phrase("Found"), (m.Text(phrase("{found} (each)", found=found) if len(rules) > 1 else found),)))
    if then := follows(rule):
        facts.append((phrase("What follows"), marked(then)))
    around = one_behind_another([name for one in rules if (name := titles.object(one.name.rpartition(".")[0]))])
    title = joined(": ", (around or phrase("The design"), said)) if around or rule.text else said
    inner = (m.Facts(tuple(facts)),) if facts else ()
    return m.Callout("bad" if rule.severity == "error" else "warn", title, inner, path=_paths(rules))


def _paths(rules: list[Verdict]) -> str:
    return ", ".join([rule.name for rule in rules])


def _noted(page: Page, titles: Titles) -> list[m.Row]:
    """Those, with what was found; the ones that say the same of several objects in one row."""
    alike: dict[tuple[str, str], list[Verdict]] = {}
    for rule in noted(page):
        found = page.words.found(rule)
        if rule.outcome == "not-evaluated":
            found = page.words.detail(rule, demanded=True) or phrase(OPEN["not-evaluated"])
        alike.setdefault((rule.text or rule.name, found), []).append(rule)
    rows = []
    for (_, found), rules in alike.items():
        asked: m.Prose = (*marked(titles.rules([rule.name for rule in rules])), *page.references.cite(rules[0].cites))
        rows.append(m.Row((asked, (m.Text(found),), marked(follows(rules[0]))), path=_paths(rules)))
    return rows


def _open(page: Page, point: OpenPoint) -> m.Row:
    titles, rule = page.titles, point.rule
    sort = phrase(OPEN[point.sort])
    why, hint = joined(": ", (sort, point.text)) if point.text and point.name else sort, point.hint
    if rule is not None and rule.missed:
        why = phrase("holds by what is stated")
    elif point.sort == "half-stated" and point.of is not None and point.silent is None:
        why = phrase("sized by what is stated")
    if (rule is not None and rule.missed) or (point.sort == "half-stated" and point.silent is None):
        silent = unstated(StandIns(page.solved.graph), point, page.solved.solution.values, _COUNTED)
        more = [phrase("{rest} more", rest=len(silent) - _NAMED)] if len(silent) > _NAMED else []
        named = joined(", ", [*[titles.member(path) for path in silent[:_NAMED]], *more])
        hint = phrase("{figures} stated", figures=named) if silent else hint
    return m.Row((marked(titles.point(point)), marked(why), marked(follows(rule)), marked(hint)))


def _all_waived(page: Page, titles: Titles) -> list[m.Row]:
    """The rules that fail and are accepted; those that say the same of several objects, for the same reason, in one row."""
    alike: dict[tuple[str, str, m.Prose, str], list[Verdict]] = {}
    for rule in page.judged.rules:
        if rule.outcome == "waived":
            reasons: list[m.Inline] = []
            for waiver in rule.waivers:
                reasons += [*([m.Text("; ")] if reasons else []), *_reason(page, waiver)]
            by = joined("; ", dict.fromkeys(map(_by, rule.waivers)))
            alike.setdefault((rule.text or rule.name, page.words.found(rule), tuple(reasons), by), []).append(rule)
    rows = []
    for (_, found, why, by), rules in alike.items():
        names = [rule.name for rule in rules]
        asked: m.Prose = (*marked(titles.rules(names)), *page.references.cite(rules[0].cites))
        rows.append(m.Row((asked, (m.Text(found),), marked(follows(rules[0])), why, (m.Text(by),)), path=_paths(rules)))
    return rows


def _accepted(page: Page, titles: Titles, point: OpenPoint, waiver: WaiverEntry) -> m.Row:
    sort, then = (m.Text(phrase(OPEN[point.sort])),), marked(follows(point.rule))
    return m.Row((marked(titles.point(point)), sort, then, tuple(_reason(page, waiver)), (m.Text(_by(waiver)),)))


def _reason(page: Page, waiver: WaiverEntry) -> list[m.Inline]:
    """Why something is accepted, and where."""
    node = waiver.node
    covers = phrase("at {labels}: ", labels=waived_at(waiver.labels)) if waiver.labels else ""
    return [*marked(covers + node.reason), *page.references.cite(waiver.cites)]


def _by(waiver: WaiverEntry) -> str:
    """Who accepts it, and until when."""
    return answering(waiver.node.owner or NOBODY, waiver.node.until)
