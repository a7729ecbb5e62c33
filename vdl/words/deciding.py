"""What decides a count: all bounds that ask for equally much, by label where the count has a number for each, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from vdl.graph.cells import BoundEntry, Cell, Formula, Op
from vdl.graph.order import operations, parts, reads
from vdl.records import NamedTuple
from vdl.semantics.types import Quantity
from vdl.semantics.units import Exact, Unit, divide
from vdl.solve import BoundValue, CountValue, Solution
from vdl.solve.records import least
from vdl.text.phrases import joined, phrase
from vdl.text.source import Source
from vdl.values import (
    MissingLabel,
    Place,
    Scalar,
    Value,
    Varying,
    at_place,
    bound_of,
    broadcast,
    exactly,
    high,
    is_exact,
    is_number,
    place_text,
    placed,
)
from vdl.words import values as show
from vdl.words.beneath import MOST
from vdl.words.one_for_one import follows, is_as_stated
from vdl.words.runs import slashed
from vdl.words.verdicts import at, strictly

_ROUNDING = frozenset(["packed", "piled", "ceil", "floor", "round"])

_NAMED = 3
"""Labels, or sorts of labels, that are named."""


class Deciding(NamedTuple):
    """What decides a count at one combination of its kept labels: nothing without `bounds`. `asks` is before rounding up."""

    place: Place
    number: Value
    bounds: tuple[BoundValue, ...]
    asks: Exact | None


def deciding(count: CountValue) -> list[Deciding]:
    """What decides a count, for each combination of the labels by which it varies."""
    asked = [bound.required for bound in count.bounds if bound.required is not None]
    try:
        combined = broadcast(_nothing, [count.value, *asked])
    except MissingLabel:
        combined = count.value
    return [_at(count, place) for place, _ in placed(combined)]


def growing(found: Deciding, count: CountValue) -> Deciding:
    """What asks for most where a count only stays as it was one label earlier; of others what decides."""
    others = tuple([bound for bound in count.bounds if count.cell not in reads(bound.entry.value)])
    stays = found.bounds and all(count.cell in reads(bound.entry.value) for bound in found.bounds)
    return _at(count._replace(bounds=others), found.place)._replace(number=found.number) if stays else found


def at_any_label(count: CountValue) -> list[BoundValue]:
    """The bounds that decide a count at some of its labels, each once; none of itself, as it was one label earlier, where there
    are others: those decided it then."""
    bounds = {bound.entry.name: bound for found in deciding(count) for bound in found.bounds}
    others = [bound for bound in bounds.values() if count.cell not in reads(bound.entry.value)]
    return others or list(bounds.values())


def _nothing(*_: Scalar) -> Scalar:
    return 0


def _at(count: CountValue, place: Place) -> Deciding:
    ranks: list[tuple[Exact, bool, BoundValue]] = []
    for bound in count.bounds:
        required = at_place(bound.claim, place) if bound.claim is not None else None
        if is_exact(required) and not _is_nowhere(bound, place):
            ranks.append((required, bound.entry.op == ">", bound))
    number = at_place(count.value, place)
    top = max([rank[:2] for rank in ranks], default=None)
    if top is None:
        return Deciding(place, number, (), None)
    bounds = tuple([bound for asks, strict, bound in ranks if (asks, strict) == top])
    idle = not count.given and least(bounds[0].entry, top[0]) <= 0
    return Deciding(place, number, () if idle else bounds, top[0])


def _is_nowhere(bound: BoundValue, place: Place) -> bool:
    labels = dict(place)
    axes = bound.required.axes if isinstance(bound.required, Varying) else ()
    return bool(bound.nowhere) and tuple([labels.get(axis, "") for axis in axes]) in bound.nowhere


def labels_of(bound: BoundValue, found: Deciding) -> str:
    """The labels, other than those by which the count varies, at which a bound asks for that: "winter", "winter and spring";
    "" where it asks for it at all of them."""
    here = [
        (place, high(one)) for place, one in placed(at_place(bound.value, found.place) if bound.value is not None else 0)
        if is_number(one)
    ]  # fmt: skip
    asked = at_place(bound.required, found.place) if bound.required is not None else None
    most = [at(place, ", ") for place, number in here if place and number == asked]
    if not most or (len(most) == len(here) and len(here) > 1):
        return ""
    return listed(most)


def listed(words: Sequence[str], most: int = _NAMED) -> str:
    """ "a and b", "a, b, c and 2 more" """
    if len(words) > most:
        return phrase("{first} and {rest} more", first=joined(", ", words[:most]), rest=len(words) - most)
    return phrase("{first} and {last}", first=joined(", ", words[:-1]), last=words[-1]) if len(words) > 1 else words[0]


def standing_on(bound: BoundValue, count: CountValue, solution: Solution) -> CountValue | None:
    """The count of the same sort that a bound adds something to, or takes as it is: of carts with spare ones those needed."""
    found = [one for one in _alike(bound, count, solution) if one.cell is not count.cell]
    return found[0] if len(found) == 1 else None


def _alike(bound: BoundValue, count: CountValue, solution: Solution) -> list[CountValue]:
    """The counts of the same sort that a bound is made of, itself among them where it was one label earlier."""
    made_of = parts([bound.entry.value], lambda cell: cell not in solution.counts)
    counts = [solution.counts[part] for part in made_of if isinstance(part, Cell) and part in solution.counts]
    return [one for one in counts if _sort(one.cell) == _sort(count.cell)]


def _sort(cell: Cell) -> object:
    return cell.type.dimension if isinstance(cell.type, Quantity) else cell.type


def beneath(bound: BoundValue, count: CountValue, solution: Solution, place: Place) -> list[str]:
    """The names of the bounds that decide what a bound stands on, at the bottom of it."""
    return [entry.name for entry in _beneath(bound, count, solution, place)]


def _beneath(bound: BoundValue, count: CountValue, solution: Solution, place: Place) -> list[BoundEntry]:
    names: list[BoundEntry] = []
    for _ in range(MOST):
        below = standing_on(bound, count, solution)
        found = _at(below, place) if below is not None and not below.given else None
        if below is None or found is None or not found.bounds or _is_of_another(below.cell, count.cell):
            break
        names = [one.entry for one in found.bounds]
        bound, count = found.bounds[0], below
    return names


def _is_of_another(below: Cell, cell: Cell) -> bool:
    """Whether a count is one of another object, neither around nor within: what decides that one is told there."""
    paths = [one.path.rpartition(".")[0] for one in (below, cell)]
    return not any(inner == outer or not outer or inner.startswith(outer + ".") for outer, inner in (paths, paths[::-1]))


def is_of_whole(found: Deciding, count: CountValue, solution: Solution) -> bool:
    """Whether what is asked for is whole since it is made of whole things, packed or rounded, or follows them one for one: a
    share of that says nothing of how full they are. Not so where something else asks for exactly as much."""
    if found.asks is None or found.asks != least(found.bounds[0].entry, found.asks):
        return False
    return all(_is_whole(bound, count, solution) for bound in found.bounds)


def used(found: Deciding, count: CountValue, solution: Solution) -> tuple[Exact, Exact | None] | None:
    """The share of a count that is used, and what it would be with one fewer, if that is any; None where that says nothing: where
    nothing decides, and where all of it is used for no other reason than that it is whole."""
    number = found.number
    if not found.bounds or found.asks is None or not isinstance(number, int) or number <= 0:
        return None
    if found.asks == number and is_of_whole(found, count, solution):
        return None
    side = bound_of(found.asks)
    shares = [exactly(divide(found.asks, one), side) for one in (number, number - 1) if one > 0]
    return shares[0], shares[1] if number > 1 else None


class Divided(NamedTuple):
    """What is used of a count whose number is that of whole things, if these could be split: a share of it, and that of one
    fewer; None of the last one, and where one fewer does not hold what is whole. `by` is the bound that says so. Of a count that
    adds something to another, `added` is how many and what: with one fewer there is less of that."""

    share: Exact
    fewer: Exact | None
    asks: Exact
    by: BoundValue | None
    added: tuple[int, Cell | BoundEntry] | None = None


def divided(found: Deciding, count: CountValue, solution: Solution) -> Divided | None:
    """What is used of a count by what is not whole: by what asks for most of that beside what decides, or by the count that it
    adds something to."""
    number = found.number
    if not found.bounds or not isinstance(number, int) or number <= 0 or found.asks != number:
        return None
    deciders = {id(bound) for bound in found.bounds}
    parted = [bound for bound in count.bounds if not _is_whole(bound, count, solution)]
    others = _at(count._replace(bounds=tuple([bound for bound in parted if id(bound) not in deciders])), found.place)
    if others.bounds and others.asks is not None:
        return Divided(divide(others.asks, number), None, others.asks, others.bounds[0])
    if any(id(bound) in deciders for bound in parted):
        return Divided(1, divide(number, number - 1) if number > 1 else None, number, None)
    return _on_top(found, count, solution, number)


def _on_top(found: Deciding, count: CountValue, solution: Solution, number: int) -> Divided | None:
    """The same of a count that is another with something added."""
    below = standing_on(found.bounds[0], count, solution)
    entry = found.bounds[0].entry
    if below is None or below.given or not _is_sum_with(entry.value, below.cell):
        return None
    beneath = _at(below, found.place)
    shares = used(beneath, below, solution)
    whole = divided(beneath, below, solution) if shares is None else None
    asks = whole.asks if whole is not None else beneath.asks if shares is not None else None
    if asks is None:
        return None
    more = number - beneath.number if isinstance(beneath.number, int) else 0
    fewer = divide(asks, number - 1) if number > 1 and (whole is None or more > 0) else None
    return Divided(divide(asks, number), fewer, asks, None, (more, _added(entry, below.cell)) if more > 0 else None)


def _is_sum_with(formula: Formula, cell: Cell) -> bool:
    """Whether a formula is a quantity, or it with something added."""
    added = formula.args if isinstance(formula, Op) and formula.op == "+" else ()
    return formula is cell or any(_is_sum_with(one, cell) for one in added)


def _added(entry: BoundEntry, cell: Cell) -> Cell | BoundEntry:
    """What a bound adds to a count, where that has a name; else the bound."""
    args = entry.value.args if isinstance(entry.value, Op) else ()
    others = [one for one in args if one is not cell]
    other = others[0] if len(others) == 1 and len(args) > 1 else None
    return other if isinstance(other, Cell) else entry


def _is_whole(bound: BoundValue, count: CountValue, solution: Solution) -> bool:
    of_things = _is_of_things(bound, count, solution)
    return of_things or (not count.given and follows(bound.entry.value, solution.values)) or is_as_stated(bound.entry.value)


def _is_of_things(bound: BoundValue, count: CountValue, solution: Solution) -> bool:
    return bool(_alike(bound, count, solution)) or any(op.op in _ROUNDING for op in operations([bound.entry.value]))


def as_named(name: str, source: Source) -> str:
    return name


def none_asked_for(count: CountValue) -> bool:
    """Whether there is none of what is counted, and nothing asks for any."""
    is_none = all(number == 0 for _, number in placed(count.value))
    return is_none and not count.given and not any(one.bounds for one in deciding(count))


def decided_by(
    found: Deciding, count: CountValue, solution: Solution, said: Callable[[str, Source], str] = as_named
) -> str:
    """ "by_seats (winter) and by_drivers", "by_seats, then with_one_more"; "no bound". `said` is how names are."""
    words: dict[str, None] = {}
    for bound in found.bounds:
        where = labels_of(bound, found)
        below = [said(entry.name, entry.source) for entry in _beneath(bound, count, solution, found.place)]
        name = said(bound.entry.name, bound.entry.source)
        named = joined("", (name, *((" (", where, ")") if where else ())))
        words[phrase("{bounds}, then {last}", bounds=joined(phrase(" and "), below), last=named) if below else named] = None
    return listed(list(words)) if words else phrase("no bound")


def by_label(
    found: Iterable[tuple[Place, str]], listed: Callable[[Sequence[str]], str] = slashed, behind: str = " "
) -> str:
    """Words for each combination of labels, those that are alike together: "y1/y2 by_load; y3 stays"."""
    groups: dict[str, list[str]] = {}
    for place, words in found:
        groups.setdefault(words, []).append(place_text(place))
    if len(groups) == 1:
        return next(iter(groups))
    return joined("; ", [joined(behind, (listed(labels), words)) for words, labels in groups.items()])


def asked_for(found: Sequence[Deciding], unit: Unit) -> str:
    """What is asked for: "1.91 carts", "y1 1.91; y2 2 carts", "> 2 carts" of a strict bound."""
    asked = {place_text(one.place): one for one in found if one.bounds and one.asks is not None}
    if any(one.bounds[0].entry.op == ">" for one in asked.values()):
        return by_label([
            (one.place, strictly(one.bounds[0], show.scalar(one.asks, unit))) for one in asked.values() if one.asks is not None
        ])  # fmt: skip
    cells = {tuple([label for _, label in one.place]): one.asks for one in asked.values() if one.asks is not None}
    if not cells:
        return ""
    axes = tuple([axis for axis, _ in next(iter(asked.values())).place])
    return show.text(Varying(axes, {**cells}) if axes else next(iter(cells.values())), unit)


__all__ = [
    "Deciding",
    "Divided",
    "as_named",
    "asked_for",
    "at_any_label",
    "beneath",
    "by_label",
    "decided_by",
    "deciding",
    "divided",
    "growing",
    "is_of_whole",
    "labels_of",
    "listed",
    "none_asked_for",
    "standing_on",
    "used",
]  # fmt: skip
