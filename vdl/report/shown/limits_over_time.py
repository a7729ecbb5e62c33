"""`show limits_over_time`: how much of each limit is used at each label of an axis that goes on, such as years, and at which it
is exceeded first; what is exceeded stands first, then what has most used at the last label."""

from __future__ import annotations

from collections.abc import Hashable

from vdl.records import NamedTuple
from vdl.report import model as m
from vdl.report.by_label import MOST
from vdl.report.page import Page
from vdl.report.titles import marked, spaced
from vdl.semantics.types import Axis
from vdl.semantics.units import Exact, divide
from vdl.text.diagnostics import several
from vdl.text.phrases import phrase
from vdl.words.limits import shares_used
from vdl.words.rounded import in_use

_ROWS, _LITTLE = 12, divide(1, 2)
"""So many limits are told; and what is used by less than this in the end is far from its limit."""


class _Limit(NamedTuple):
    """Rules that say the same, what they have used at each label, and at which of these it is more than they allow first."""

    names: list[str]
    used: list[Exact | None]
    first: int | None


def blocks(page: Page) -> list[m.Block]:
    axes = [axis for axis in page.compilation.names.axes.values() if axis.kept and 1 < len(axis.labels) <= MOST]
    return [block for axis in axes for block in _along(page, axis)]


def _along(page: Page, axis: Axis) -> list[m.Block]:
    """The table of one axis; none where no limit is used otherwise from label to label."""
    alike: dict[Hashable, _Limit] = {}
    for rule in page.judged.rules:
        if rule.severity == "info" or rule.of is not None:
            continue
        used = [_most([(place, share) for place, share in shares_used(rule)], axis.name, label) for label in axis.labels]
        if len(set(used)) > 1 and max([one for one in used if one is not None]) >= _LITTLE:
            sentence = page.titles.sentences.get(rule.name, rule.name)
            strict = rule.sides is not None and rule.sides[1] in ("<", ">")
            beyond = [at for at, one in enumerate(used) if one is not None and (one > 1 or (strict and one == 1))]
            alike.setdefault((sentence, tuple(used)), _Limit([], used, min(beyond, default=None))).names.append(rule.name)
    found = sorted(alike.values(), key=lambda one: (one.first is None, one.first or 0, -(one.used[-1] or 0)))
    if not found:
        return []
    heads = [m.Column(label, "%", numeric=True) for label in map(spaced, axis.labels)]
    columns = (m.Column(phrase("Limit")), *heads, m.Column(phrase("Exceeded first in")))
    rows = [_row(page, one, axis) for one in found[:_ROWS]]
    made: list[m.Block] = [m.Table(phrase("How much of each limit is used"), columns, tuple(rows))]
    if rest := len(found) - len(rows):
        more = several(rest, "more limit has less used in the end.", "more limits have less used in the end.")
        made.append(m.Paragraph(marked(more)))
    return made


def _most(shares: list[tuple[tuple[tuple[str, str], ...], Exact]], axis: str, label: str) -> Exact | None:
    """The most that is used at a label, whatever the labels of other axes; None where the limit does not apply."""
    return max([share for place, share in shares if dict(place).get(axis, label) == label], default=None)


def _row(page: Page, limit: _Limit, axis: Axis) -> m.Row:
    cells = [(m.Value(in_use(one).removesuffix(" %")) if one is not None else m.Text("–"),) for one in limit.used]
    when = spaced(axis.labels[limit.first]) if limit.first is not None else phrase("none of them")
    return m.Row((marked(page.titles.rules(limit.names)), *cells, (m.Text(when),)))
