"""Where a sum is more than it may be: what it adds up and what it is held against says nothing of."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from vdl.graph import order
from vdl.graph.blame import of_library
from vdl.graph.cells import Cell
from vdl.graph.design import RuleEntry
from vdl.judge import OpenPoint, Verdict
from vdl.judge.lacking import Lacking, compared
from vdl.judge.lacking import lacking as find
from vdl.semantics.units import Units
from vdl.solve import Solution
from vdl.text.phrases import phrase
from vdl.text.source import Span
from vdl.text.stem import stem
from vdl.words import values as show
from vdl.words.deciding import listed
from vdl.words.formulas import reads

_NAMED = 5


def lacking(rule: RuleEntry, solution: Solution) -> Lacking | None:
    """What is lacking, by the branches that are taken."""
    return find(rule, solution.values, partial(reads, values=solution.values))


def counted_nowhere(rules: Iterable[Verdict], solution: Solution) -> Iterator[OpenPoint]:
    """Of rules of a library that hold, what is in none of the figures that it is held against, while two of these are the same,
    or the only one that counts the rest leaves it out: the sum may well be large enough by chance. Once where several rules
    say it."""
    told: set[object] = set()
    for rule in rules:
        if rule.outcome != "holds" or rule.rule is None or compared(rule.rule) is None or not of_library(rule.span):
            continue
        found = lacking(rule.rule, solution)
        if found is None or (found.lost, found.alike) in told:
            continue
        told.add((found.lost, found.alike))
        point = _alike(rule, found) if found.alike else _left_out(rule, found)
        if point is not None:
            yield point


def _alike(rule: Verdict, found: Lacking) -> OpenPoint:
    """Two figures that are the same, of which one is for what is lost, most likely."""
    one, other = found.alike
    text = phrase("`{one}` and `{other}` both count {counted}; nothing counts {lost}",
                  one=one.path, other=other.path, counted=_counted(one), lost=_lost(found))  # fmt: skip
    meant, lost = _meant(found), found.lost[0].path
    hint = phrase("{one} and {other} say the same: let one of them count it", one=_placed(one), other=_placed(other))
    if meant is not None and len(found.lost) == 1:
        hint = phrase("if {figure} is for that, let it count `{lost}` instead", figure=_placed(meant), lost=lost)
    return OpenPoint("counted-nowhere", rule.name, text, (meant or other).figure(), hint=hint)


def _left_out(rule: Verdict, found: Lacking) -> OpenPoint | None:
    """The one figure that adds up some of what a sum adds up, and not the rest. None where it adds up nothing of it."""
    if len(found.holders) != 1:
        return None
    holder = found.holders[0]
    counted, added = order.reads(holder.formula), {*order.reads(found.total.formula)}
    if added.isdisjoint(counted):
        return None
    text = phrase("`{holder}` counts {counted}; nothing counts {lost}",
                  holder=holder.path, counted=_counted(holder), lost=_lost(found))  # fmt: skip
    others = [cell for cell in dict.fromkeys(counted) if cell.name == found.lost[0].name and cell not in added]
    hint = phrase("let {holder} count {lost}", holder=_placed(holder), lost=_lost(found))
    if len(others) == 1:
        hint = phrase("{hint} in place of `{other}`, which is no part of `{total}`",
                      hint=hint, other=others[0].path, total=found.total.path)  # fmt: skip
    return OpenPoint("counted-nowhere", rule.name, text, holder.figure(), hint=hint)


def _counted(holder: Cell) -> str:
    return listed([f"`{cell.path}`" for cell in dict.fromkeys(order.reads(holder.formula))], _NAMED)


def _meant(found: Lacking) -> Cell | None:
    """Of two that are the same, the one that is called after what is lost and the other not; None where names don't tell."""
    lost = found.lost[0].instance
    after = [one for one in found.alike if lost and one.instance and stem(one.instance.name, lost.name)]
    return after[0] if len(after) == 1 else None


def noted(found: Lacking, solution: Solution, units: Units) -> str:
    """ "of what `pool.load.weight` adds up, the other side has nothing of `sand.weight` (40 kg)" """
    figures = [
        f"`{cell.path}` ({show.text(solution.values[cell], show.unit_of_cell(cell, units))})" for cell in found.lost
    ]  # fmt: skip
    return f"of what `{found.total.path}` adds up, the other side has nothing of {listed(figures, _NAMED)}"


def to_count(found: Lacking, rule: str) -> list[str]:
    """Where it might be counted: "let what holds it count `sand.weight`: `s.limit` (line 11), or accept it with ..."."""
    if not any(map(_is_made, found.holders)):
        return []
    lost = _lost(found)
    accepted = f'or accept it with `waive {rule} "why"`'
    rest = [_placed(cell) for cell in found.holders if cell not in found.alike]
    where = rest[0] if len(rest) == 1 else f"one of {listed(rest, _NAMED)}" if rest else ""
    if not found.alike:
        return [f"nothing counts {lost}: add it to {where}, {accepted}"]
    both = " and ".join(map(_placed, found.alike))
    add = f"; else add it to {where}" if where else ""
    return [f"nothing counts {lost}, and {both} say the same: let one of them count it{add}, {accepted}"]


def _lost(found: Lacking) -> str:
    return listed([f"`{cell.path}`" for cell in found.lost], _NAMED)


def _is_made(cell: Cell) -> bool:
    """Whether it is made of others, so that one could be added; a figure of something is no sum."""
    return bool(order.reads(cell.formula))


def _placed(cell: Cell) -> str:
    return phrase("`{name}` (line {line})", name=cell.path, line=_line(cell.figure()))


def _line(place: Span) -> int:
    return place.source.place(place.start)[0]


__all__ = ["counted_nowhere", "lacking", "noted", "to_count"]
