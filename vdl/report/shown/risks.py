"""`show risks`: findings, of what is accepted only what is beyond a limit; `show accepted` has the rest."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from vdl.report import model as m
from vdl.report.page import Page
from vdl.report.ranked import grave, ranked
from vdl.report.shown import findings
from vdl.report.titles import marked, one_behind_another
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase
from vdl.words.limits import standing_limits

FEW = 8
"""So many exceptions stand together, be they beyond a limit or not."""


def blocks(page: Page) -> list[m.Block]:
    made: list[m.Block] = []
    for block in findings.blocks(page):
        beyond, others = apart(page, block)
        if not others:
            made.append(_by_gravity(page, block) if _is_accepted(block) else block)
            continue
        assert isinstance(block, m.Table)
        if beyond:
            one, more = phrase("Exceeded and accepted"), phrase("Exceeded and accepted, what weighs most first")
            caption = more if len(beyond) > 1 else one
            made.append(replace(block, caption=caption, rows=beyond))
        rest = several(exceptions(others), "more exception is accepted, beyond no limit with figures: the appendix has it.",
                       "more exceptions are accepted, beyond no limit with figures: the appendix has them.")
        made.append(m.Paragraph(marked(joined(" ", [rest, *_grave(page, others)]))))
    return made


def apart(page: Page, block: m.Block) -> tuple[tuple[m.Row, ...], tuple[m.Row, ...]]:
    """The rows of a table of what is accepted: those of limits that are exceeded, and the others; no others of anything else,
    and none where there are few. Of both the gravest come first."""
    if not _is_accepted(block) or len(block.rows) <= FEW:
        return (), ()
    beyond = _beyond(page, block)
    return beyond, tuple([row for row in _by_gravity(page, block).rows if row not in beyond])


def _is_accepted(block: m.Block) -> TypeGuard[m.Table]:
    return isinstance(block, m.Table) and block.caption == phrase("Accepted as it is")


def _beyond(page: Page, table: m.Table) -> tuple[m.Row, ...]:
    """The rows of limits that are exceeded, in the order in which the chart of all limits has them."""
    limits = ranked(page, standing_limits(page.solved, page.units))
    order = {limit.path: at for at, (standing, limit) in reversed([*enumerate(limits)]) if standing == "accepted"}
    found = [(min([order[path] for path in row.path.split(", ") if path in order], default=None), row) for row in table.rows]
    exceeded = [(at, row) for at, row in found if at is not None]
    return tuple([row for _, row in sorted(exceeded, key=lambda pair: pair[0])])


def _by_gravity(page: Page, table: m.Table) -> m.Table:
    """What is beyond a limit, then where nothing stands in for what fails, then what else is not met, then what nobody has
    looked at."""
    beyond, why = _beyond(page, table), grave(page)
    rest = sorted([row for row in table.rows if row not in beyond], key=lambda row: (_rule(row) not in why, not row.path))
    return replace(table, rows=(*beyond, *rest))


def _rule(row: m.Row) -> str:
    """The name of the rule that a row is of, without its objects; "" of what is no rule that fails."""
    return row.path.partition(", ")[0].rpartition(".")[2]


def _grave(page: Page, rows: tuple[m.Row, ...]) -> list[str]:
    """In words those of these exceptions that are grave, under why they are: what follows of each, else what it lacks."""
    why = grave(page)
    then = {rule.name: findings.follows(rule) for rule in page.judged.rules if rule.outcome == "waived"}
    found: dict[str, dict[str, list[str]]] = {}
    for row in rows:
        if reason := why.get(_rule(row)):
            paths = row.path.split(", ")
            found.setdefault(reason, {}).setdefault(page.titles.sentences.get(paths[0], paths[0]), []).extend(paths)
    said = [(reason, joined(" ", [_told(page, then, paths) for paths in alike.values()])) for reason, alike in found.items()]
    return [phrase("Gravest of these, since {reason}: {rules}", reason=reason, rules=rules) for reason, rules in said]


def _told(page: Page, then: Mapping[str, str], paths: Sequence[str]) -> str:
    """What follows of an exception, behind what it is of; where nothing says that, what was asked for and is not so."""
    titles = page.titles
    around = list(dict.fromkeys([titles.object(path.rpartition(".")[0]) or phrase("the design") for path in paths]))
    if words := then.get(paths[0], ""):
        return joined(": ", (one_behind_another(around), words))
    return phrase("Not so: {rule}.", rule=titles.rules(paths))


def exceptions(rows: tuple[m.Row, ...]) -> int:
    """So many exceptions stand in these rows: in each those that say the same of several objects, for the same reason."""
    return sum([len(row.path.split(", ")) for row in rows])
