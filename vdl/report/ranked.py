"""In which order a document tells limits: by the document `ranked`, whose blocks of facts list what weighs most first."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import syntax as s
from vdl.graph.cells import Env, Instance, Made
from vdl.graph.items import Items
from vdl.judge import Verdict
from vdl.report.named import document_or_library
from vdl.report.page import Page
from vdl.report.printing import key_of
from vdl.report.titles import Titles
from vdl.semantics.units import divide
from vdl.text.phrases import joined, of
from vdl.words.limits import ORDER, Limit, Standing

_HALF = divide(1, 2)
"""What is used by less is far from its limit, whatever it is of."""


def ranked(page: Page, found: Iterable[tuple[Standing, Limit]]) -> list[tuple[Standing, Limit]]:
    """Limits, what stands worst first; of those that stand alike first what is not far from its limit, then what weighs most,
    then that of which most is used. Of a count that holds the label alone at which that is."""
    ranks, rest = ranks_of_objects(page)
    rules = page.judged.rules if ranks else ()
    own = {rule.name for rule in rules if rule.rule is not None and not rule.rule.source.is_library}

    def key(pair: tuple[Standing, Limit]) -> tuple[int, bool, int, object]:
        standing, limit = pair
        rank = 0 if limit.name in own else ranks.get(limit.path.rpartition(".")[0], rest)
        return ORDER.index(standing), limit.use < _HALF, rank, -limit.use

    kept: list[tuple[Standing, Limit]] = []
    counts: set[str] = set()
    for standing, limit in sorted(found, key=lambda pair: -pair[1].use):
        if standing == "holds" and limit.is_count:
            if limit.path in counts:
                continue
            counts.add(limit.path)
        kept.append((standing, limit))
    return sorted(kept, key=key)


def by_weight_of_objects(page: Page, rules: Iterable[Verdict]) -> list[Verdict]:
    """Rules, those of what weighs most first."""
    ranks, rest = ranks_of_objects(page)
    return sorted(rules, key=lambda rule: ranks.get(rule.name.rpartition(".")[0], rest))


def met_exactly(page: Page, found: Iterable[tuple[Standing, Limit]]) -> list[Limit]:
    """The limits that hold with nothing to spare, in the order in which they are found; without counts of what weighs less than
    what has no rank: that so much of it was ordered limits nothing."""
    ranks, rest = ranks_of_objects(page)
    met = [limit for standing, limit in found if standing == "holds" and limit.is_met]
    return [limit for limit in met if not limit.is_count or ranks.get(limit.path.rpartition(".")[0], rest) <= rest]


def holding(page: Page, found: Iterable[tuple[Standing, Limit]]) -> list[tuple[Standing, Limit]]:
    """The limits that hold and are told, of those that are `found` in their order: with something to spare, or met exactly."""
    found = list(found)
    met = [limit.name for limit in met_exactly(page, found)]
    return [(standing, limit) for standing, limit in found if standing == "holds" and (not limit.is_met or limit.name in met)]


def named_limit(titles: Titles, limit: Limit) -> str:
    """What a limit is called, with what of it decides and where."""
    where = joined(", ", filter(None, (limit.by, limit.place)))
    return joined("", (titles.limit(limit), " (", where, ")")) if where else titles.limit(limit)


def ranks_of_objects(page: Page) -> tuple[dict[str, int], int]:
    """The ranks of objects by their paths, and that of all others."""
    document = document_or_library(page.compilation, "ranked")
    ranks: dict[str, int] = {}
    rest = None
    if document is None:
        return ranks, 0
    root = page.solved.graph.root
    env = Env(root, {"design": root}, document.source)
    blocks = [item.rows for item in document.node.items if isinstance(item, s.Facts)]
    for rank, rows in enumerate(blocks):
        for value in [row.value for row in rows if row.value is not None]:
            made = _made(page, value, env)
            if isinstance(made, Items):
                ranks.update({one.path: rank for one in made if isinstance(one, Instance) and one.path not in ranks})
            else:
                rest = rank
    return ranks, len(blocks) if rest is None else rest


def grave(page: Page) -> dict[str, str]:
    """By the names of rules why it is grave where one of them is accepted, by the document `grave`."""
    document = document_or_library(page.compilation, "grave")
    if document is None:
        return {}
    rows = [row for item in document.node.items if isinstance(item, s.Facts) for row in item.rows]
    source = document.source
    named = [(key_of(row.head, source)[0], row.value.text) for row in rows if isinstance(row.value, s.String)]
    return {name: of(head, source.is_library) for head, names in named for name in names.split()}


def _made(page: Page, value: s.Words, env: Env) -> Made | None:
    return None if not isinstance(value, s.Expr) else page.reading.settled(lambda: page.reading.elaboration.expr(value, env))


__all__ = ["by_weight_of_objects", "grave", "holding", "met_exactly", "named_limit", "ranked", "ranks_of_objects"]
