"""`show assumptions`: stated factors between units, and every figure that is marked as assumed or has no source."""

from __future__ import annotations

from collections.abc import Container, Sequence

from vdl.report import model as m
from vdl.report.assumed import (
    AssumedFigures,
    Figure,
    Weighed,
    assumed,
    by_weight,
    decides,
    in_scenarios,
    moves,
    quantities,
    texts_left_out,
)
from vdl.report.inputs import sourced
from vdl.report.owners import answering
from vdl.report.page import Page
from vdl.text.diagnostics import several
from vdl.text.phrases import joined, phrase

_BY, _HANGS = "To be confirmed by", "What hangs on it"
_HEADS = ("Assumed", "Of", "Why", _BY, _HANGS)

_FEW = 2
"""Counts, or other figures, that are named of those that hang on one."""

FEW = 8
"""So many figures on which no count hangs stand together with the others."""


def blocks(page: Page) -> list[m.Block]:
    return page.later(lambda: [*factors(page), *figures(page)])


def factors(page: Page) -> list[m.Block]:
    """What units are taken as in others."""
    found: list[m.Block] = []
    taken = page.compilation.names.factors_in_use(page.reading.elaboration.written_in)
    if taken:
        rows = tuple([
            m.Row(((m.Value(f"1 {stated.unit}"),), (m.Value(stated.value),), sourced(page, cites))) for stated, cites in taken
        ])  # fmt: skip
        heads = tuple([m.Column(phrase(head)) for head in ("Unit", "Taken as", "Source")])
        found.append(m.Table(phrase("Units in other units"), heads, rows))
    return found


def figures(page: Page, deciding: bool | None = None) -> list[m.Block]:
    """The figures that are assumed: all of them, or those on which a count hangs, or those that were not told before. Where the
    others are few, all of them stand among the first. What scenarios assume and somebody is to confirm stands with the last."""
    return [*_of_design(page, deciding), *(_of_scenarios(page) if deciding is not True else [])]


def _of_scenarios(page: Page) -> list[m.Block]:
    """What scenarios assume and somebody is to confirm: the design does not stand on it."""
    alike: dict[tuple[str, ...], list[str]] = {}
    """What the same scenarios assume for the same reason, to be confirmed by the same people."""
    for one, of in in_scenarios(page).items():
        scenarios = joined("; ", [page.titles.scenario(name) for name in dict.fromkeys(of)])
        alike.setdefault((scenarios, one.why, answering(one.owner, one.until)), []).append(one.what)
    rows = tuple([
        m.Row(tuple([(m.Text(words),) for words in (joined("; ", what), why, by)]), group=scenarios)
        for (scenarios, why, by), what in alike.items()
    ])  # fmt: skip
    columns = tuple([m.Column(phrase(head)) for head in ("Assumed", "Why", _BY)])
    return [m.Table(phrase("What scenarios assume, and somebody is to confirm"), columns, rows)] if rows else []


def _of_design(page: Page, deciding: bool | None) -> list[m.Block]:
    found, _ = assumed(page)
    moved = decides(page, found)
    few = len(found) - len(moved) <= FEW
    shown = dict(found)
    if deciding is not None:
        shown = {key: of for key, of in found.items() if (few or key in moved if deciding else key not in page.assumed)}
    page.assumed.update(shown)
    more = [m.Paragraph((m.Text(_more(len(found) - len(shown))),))] if deciding and len(shown) < len(found) else []
    if not shown:
        return [*more]
    heads = list(_HEADS)
    if not any(one.owner or one.until for one in shown):
        heads.remove(_BY)
    if deciding is False:
        heads.remove(_HANGS)
    others = moves(page, [key for key in shown if key not in moved]) if _HANGS in heads else {}
    measured = quantities(page)
    alike: dict[tuple[str, ...], list[str]] = {}
    """What is assumed of the same objects, for the same reason, by the same people, and moves the same counts."""
    for one in _ordered(page, shown, moved):
        figure = one.figure
        told = {
            "Of": page.titles.objects_named(shown[figure]), "Why": figure.why, _BY: answering(figure.owner, figure.until),
            _HANGS: _hanging(page, moved.get(figure, ()), others.get(figure, ())) if figure in measured else "",
        }  # fmt: skip
        alike.setdefault(tuple([told[head] for head in heads[1:]]), []).append(figure.what)
    rows = tuple([
        m.Row(((m.Text(joined("; ", what)),), *[(m.Text(words),) for words in of])) for of, what in alike.items()
    ])  # fmt: skip
    columns = tuple([m.Column(phrase(head)) for head in heads])
    texts = 0 if more else texts_left_out(page)  # the list that ends says what no list has
    note = (m.Text(_of_texts(texts)),) if texts else ()
    return [m.Table(phrase("What is assumed"), columns, rows, note=note), *more]


def _ordered(page: Page, shown: AssumedFigures, moved: Container[Figure]) -> list[Weighed]:
    """What decides most of what is bought first, as on the first page, then the other figures on which a count hangs."""
    weighed = by_weight(page, shown)
    return sorted(weighed, key=lambda one: (not one.hangs, one.figure not in moved))


def _more(number: int) -> str:
    return several(number, "more assumption moves no count: the appendix has it.",
                   "more assumptions move no count: the appendix has them.")  # fmt: skip


def _of_texts(number: int) -> str:
    return several(number, "assumed text is not listed: it is told where it stands, with its reason.",
                   "assumed texts are not listed: each is told where it stands, with its reason.")  # fmt: skip


def _hanging(page: Page, counts: Sequence[str], others: Sequence[str]) -> str:
    """The counts that a figure decides, or helps to; where there are none, what else comes of it. A few of them by name."""
    return _named(page, counts) if counts else joined("; ", [phrase("no count"), *([_named(page, others)] if others else [])])


def _named(page: Page, paths: Sequence[str]) -> str:
    named = [page.titles.member(path) for path in paths[:_FEW]]
    more = [phrase("{rest} more", rest=len(paths) - _FEW)] if len(paths) > _FEW else []
    return joined("; ", [*named, *more])
