"""`show findings`: failures first, then what is open, then what fails or is open and is accepted."""

from __future__ import annotations

from vdl.graph.design import WaiverEntry
from vdl.judge import OpenPoint, Verdict
from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.titles import Titles, marked, spaced
from vdl.text.phrases import Day, joined, phrase
from vdl.words.verdicts import OPEN, waived_at

_WORDS = {"fails": "does not hold", "part": "holds only for part of the range"}
_HEADS = ("What does not hold, or is not known", "Found", "Accepted because")
_BY_WORTH = ("fails", "part")


def blocks(page: Page) -> list[m.Block]:
    titles = page.titles
    page.has_findings = True
    failing = [rule for rule in page.judged.rules if rule.outcome in _BY_WORTH]
    failing.sort(key=lambda rule: (_BY_WORTH.index(rule.outcome), rule.severity != "error"))
    points = [point for point in page.solved.open_points if point.sort != "warning-rule"]
    alike: dict[tuple[str, ...], list[Verdict]] = {}
    for rule in failing:
        key = (rule.name.rpartition(".")[2], rule.text or rule.name, rule.outcome, rule.severity, page.words.found(rule))
        alike.setdefault(key, []).append(rule)
    found: list[m.Block] = [_failure(page, titles, rules) for rules in alike.values()]
    still = tuple([_open(titles, point) for point in points if point.accepted is None])
    if still:
        heads = tuple([m.Column(phrase(head)) for head in ("What", "Why it is open")])
        found.append(m.Table(phrase("Open: nobody checked this"), heads, still))
    accepted = _all_waived(page, titles)
    accepted += [_accepted(page, titles, point, point.accepted) for point in points if point.accepted is not None]
    if accepted:
        heads = tuple([m.Column(phrase(head)) for head in _HEADS])
        found.append(m.Table(phrase("Accepted as it is"), heads, tuple(accepted)))
    return found


def _failure(page: Page, titles: Titles, rules: list[Verdict]) -> m.Block:
    """What fails, and of which objects: `rules` say the same of several."""
    rule = rules[0]
    facts: list[tuple[str, m.Prose]] = []
    source = rule.rule.source if rule.rule is not None else None
    sentence = joined(" ", (spaced(rule.name.rpartition(".")[2], source), phrase(_WORDS[rule.outcome])))
    if rule.text:
        facts.append((phrase("Asked for"), (*marked(rule.text), *page.references.cite(rule.cites))))
    if found := page.words.found(rule):
        facts.append((phrase("Found"), (m.Text(phrase("{found} (each)", found=found) if len(rules) > 1 else found),)))
    around = joined("; ", filter(None, [titles.object(one.name.rpartition(".")[0]) for one in rules]))
    title = joined(": ", (around, sentence)) if around else sentence
    return m.Callout("bad" if rule.severity == "error" else "warn", title, (m.Facts(tuple(facts)),) if facts else ())


def _open(titles: Titles, point: OpenPoint) -> m.Row:
    sort = phrase(OPEN[point.sort])
    why = joined(": ", (sort, point.text)) if point.text else sort
    return m.Row((marked(titles.point(point)), marked(why)))


def _all_waived(page: Page, titles: Titles) -> list[m.Row]:
    """The rules that fail and are accepted; those that say the same of several objects, for the same reason, in one row."""
    alike: dict[tuple[str, str, m.Prose], list[Verdict]] = {}
    for rule in page.judged.rules:
        if rule.outcome == "waived":
            reasons: list[m.Inline] = []
            for waiver in rule.waivers:
                reasons += [*([m.Text("; ")] if reasons else []), *_reason(page, waiver)]
            alike.setdefault((rule.text or rule.name, page.words.found(rule), tuple(reasons)), []).append(rule)
    rows = []
    for (_, found, why), rules in alike.items():
        names = [rule.name for rule in rules]
        asked: m.Prose = (*marked(titles.rules(names)), *page.references.cite(rules[0].cites))
        rows.append(m.Row((asked, (m.Text(found),), why), path=", ".join(names)))
    return rows


def _accepted(page: Page, titles: Titles, point: OpenPoint, waiver: WaiverEntry) -> m.Row:
    return m.Row((marked(titles.point(point)), (m.Text(phrase(OPEN[point.sort])),), tuple(_reason(page, waiver))))


def _reason(page: Page, waiver: WaiverEntry) -> list[m.Inline]:
    """Why something is accepted, where, by whom and until when."""
    node = waiver.node
    covers = phrase("at {labels}: ", labels=waived_at(waiver.labels)) if waiver.labels else ""
    words: list[m.Inline] = [*marked(covers + node.reason), *page.references.cite(waiver.cites)]
    until = phrase("until {day}", day=Day(str(node.until))) if node.until else ""
    accepted = joined(", ", filter(None, (node.owner, until)))
    return [*words, m.Text(joined("", (" (", accepted, ")")))] if accepted else words
