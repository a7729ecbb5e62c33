"""Verdicts in words: what was compared, where it fails, and by how much."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import ceil, floor

from vdl import syntax as s
from vdl.graph.cells import Const, Op
from vdl.judge import Expectation, Verdict
from vdl.judge.records import FAILING, Sort
from vdl.judge.standing import Standing
from vdl.records import NamedTuple
from vdl.semantics.types import ANY, DATE, Quantity, Type
from vdl.semantics.units import PERCENT, Exact, Unit, Units
from vdl.solve import BoundValue, First
from vdl.text.phrases import Day, filled, joined, phrase
from vdl.text.source import Source
from vdl.values import Place, Value, at_places, bound_of, exactly
from vdl.words import values as show
from vdl.words.runs import in_runs


def at(place: Place, between: str = "/") -> str:
    """The labels of a place: "winter/y2026"."""
    return joined(between, [label for _, label in place])


def bound_at(bound: BoundValue) -> str:
    """The labels at which a bound asks for most: "winter, y2026"."""
    return at(bound.place, ", ")


def without(bound: BoundValue, named: Callable[[str], str] = "`{}`".format) -> str:
    """What a bound leaves out, behind what it asks for: " without `market`"; "" where it leaves out nothing."""
    few = [named(path) for path in bound.without[:_NAMED]]
    more = [phrase("{rest} more", rest=len(bound.without) - _NAMED)] if len(bound.without) > _NAMED else []
    return phrase(" without {paths}", paths=joined(", ", [*few, *more])) if few else ""


def asked(
    bound: BoundValue, unit: Unit, said: Callable[[Value, Unit], str] = show.text, named: Callable[[str], str] = "`{}`".format
) -> str:
    """What a bound asks for: "1.91 carts", "> 2 carts" of a strict one, "not stated"; and what it leaves out, so `named`."""
    required = bound.asks()
    return phrase("not stated") if required is None else strictly(bound, said(required, unit)) + without(bound, named)


def strictly(bound: BoundValue, number: str) -> str:
    """A number that a bound asks for, as it is asked for: "> 2 carts" where more than that is."""
    return joined("", ("> ", number)) if bound.entry.op == ">" else number


def short_of(lacking: Exact, bound: BoundValue) -> int:
    """How many whole things a count is short of that a bound asks so many more of; one more where it may not just reach that."""
    return floor(lacking) + 1 if bound.entry.op == ">" else ceil(lacking)


def first_at(first: First, unit: Unit) -> str:
    """Where a number that was searched first suffices: "y1 first suffices at 5 carts: at 4 carts by_weight asks for 6 carts"."""
    where = at(first.place, ", ") + " " if first.place else ""
    number, before = show.text(first.before + 1, unit), show.text(first.before, unit)
    if first.bound is None or first.asked is None:
        why = phrase(_WRONG.get(first.wrong, "something has no value"))
    else:
        why = phrase("{bound} asks for {asked}", bound=first.bound.name, asked=show.text(first.asked, unit))
    return where + phrase("first suffices at {number}: at {before} {why}", number=number, before=before, why=why)


_WRONG = {
    "division-by-zero": "something is divided by zero",
    "impossible-bound": "something is divided by zero",
    "outside-keys": "something lies outside all keys",
    "fits-nowhere": "something fits into no container",
}
"""Why a number was no answer."""


def waived_at(labels: Place) -> str:
    """What a waiver names: "winter, spring in y2026"."""
    axes = {axis: None for axis, _ in labels}
    return joined(phrase(" in "), [joined(", ", [label for one, label in labels if one == axis]) for axis in axes])


def labels(verdict: Verdict) -> list[str]:
    """Where it is what it is on the whole: "winter/y2026" each."""
    failing = [at(place) for place in verdict.failing]
    if not failing and verdict.bound is not None and verdict.bound.place and verdict.outcome == "fails":
        return [bound_at(verdict.bound)]
    return failing


RULES: Mapping[str, tuple[str, str]] = {
    "fails": ("fails", "fail"), "part": ("holds for part", "hold for part"), "waived": ("waived", "waived"),
    "not-evaluated": ("not evaluated", "not evaluated"), "not-applicable": ("does not apply", "do not apply"),
    "holds": ("holds", "hold"),
}  # fmt: skip
"""Outcomes in words, of one rule and of several; the worst first."""

EXPECTATIONS: Mapping[str, tuple[str, str]] = {
    "differs": ("differs", "differ"), "no-longer-differs": ("no longer differs", "no longer differ"),
    "agrees": ("agrees", "agree"), "inside-range": ("inside its range", "inside their range"),
    "differs-as-stated": ("differs as stated", "differ as stated"), "restates": ("restates", "restate"),
    "not-evaluated": ("not evaluated", "not evaluated"),
}  # fmt: skip
"""The same of expectations."""

STANDINGS: Mapping[Standing, tuple[str, str]] = {
    "fails": ("does not hold", "do not hold"), "open": ("holds with open points", "hold with open points"),
    "holds": ("holds", "hold"),
}  # fmt: skip
"""How designs stand, in words, of one and of several."""

OPEN: Mapping[Sort, str] = {
    "not-sized": "not sized", "not-evaluated": "not evaluated", "warning-rule": "fails (warning)",
    "unused": "stated and not used", "nothing-found": "nothing found", "half-stated": "half stated",
    "counted-nowhere": "counted nowhere", "not-tight": "not tight", "never-fails": "never fails",
    "overdue": "to be confirmed by now", "warning": "warning",
}  # fmt: skip
"""What is open, in words."""

_PLACES = 20
_NAMED = 5
"""Places that are said of one verdict; the others are counted."""

DEMANDED = {
    "<": phrase("must be less than"), "<=": phrase("must be at most"), ">": phrase("must be more than"),
    ">=": phrase("must be at least"), "==": phrase("must be exactly"), "!=": phrase("must be anything but"),
}  # fmt: skip
"""What a comparison asks for, in words."""

POINTS = PERCENT._replace(singular=filled("point", {}, "points", 1, "unit"), plural=filled("point", {}, "points", 2, "unit"))
"""Differences of percentages, which are not percentages of anything."""


class Words:
    """Writes verdicts; the types of the program say in which units, `said` how names of bounds are put into words, and `told`
    that labels are listed as documents list them."""

    def __init__(
        self, types: Mapping[s.Node, Type], units: Units, said: Callable[[str, Source], str] = lambda name, _: name,
        *, told: bool = False,
    ) -> None:  # fmt: skip
        self.text = show.told if told else show.text
        self.listed = in_runs if told else partial(joined, ", ")
        self.types = types
        self.units = units
        self.said = said

    def unit(self, verdict: Verdict) -> Unit:
        """The unit that both sides are shown in."""
        if verdict.of is not None:
            return show.unit_of_cell(verdict.of.cell, self.units)
        return self.compare_unit(verdict.compare) if verdict.compare is not None else show.unit_of_type(ANY, self.units)

    def compare_unit(self, compare: Op) -> Unit:
        """Both sides of a comparison are shown in the unit that one of them was written or declared in, else in the display
        unit."""
        node = compare.node
        left, right = (node.left, node.right) if isinstance(node, (s.Compare, s.Binary)) else (None, None)
        types = [self.types.get(side) if side is not None else None for side in (left, right)]
        for side, type_ in zip((left, right), types):
            if isinstance(side, s.Convert) and isinstance(type_, Quantity) and type_.shown is not None:  # it has a factor
                return type_.shown
        measured = [show.made_of(arg, self.units) for arg in compare.args]
        made_of = next((one for one in measured if one is not None), None)
        for arg in reversed(compare.args):
            written = show.literal_unit(arg.node, self.units) if isinstance(arg, Const) else None
            if written is not None and show.fits(written, made_of):
                return written
        known = [type_ for type_ in types if isinstance(type_, Quantity)]
        if len(known) == 2 and not known[0].dimension and (known[0].ratio or known[1].ratio):
            return PERCENT
        first = 0 if measured[0] is not None else 1 if measured[1] is not None else 0
        chosen = [show.chosen_unit(arg, self.units) for arg in compare.args[:2]]
        beside = chosen[1 - first]
        if chosen[first] is None and beside is not None and show.fits(beside, made_of):
            return beside  # what is worked out is shown as what it is held against
        return show.unit_of(compare.args[first], types[first] or types[1 - first] or ANY, self.units)

    def found(self, verdict: Verdict, *, shares: bool = True) -> str:
        """What is there, what must be and what is lacking, of a rule that fails: "9 buses, must be at most 8 buses; 1 bus short
        (12.5 %)"; "" where nothing is compared. Without `shares` where another share stands beside it."""
        detail, given = self.detail(verdict, demanded=True), verdict.of is not None
        margin = "" if given else self._room(verdict, shares=shares, demanded=True)
        return joined("; ", (detail, margin)) if detail and margin else detail

    def detail(self, verdict: Verdict, *, demanded: bool = False) -> str:
        """Both sides: "9 buses <= 8 buses at winter", or in words what is `demanded`; "" where nothing is compared."""
        unit, bound = self.unit(verdict), verdict.bound
        if verdict.of is not None and bound is not None and bound.required is None:
            given = self.text(verdict.of.value, unit)
            return phrase("{given} given, {bound} not stated", given=given, bound=self._named(bound))
        if verdict.sides is None:
            return ""
        failing = verdict.failing if verdict.outcome in FAILING else ()
        left, op, right = verdict.sides[:3]
        said, rest = failing[:_PLACES], len(failing) - _PLACES
        words = self._both(verdict.compare, [at_places(left, said), at_places(right, said)], unit)
        more = [phrase("{rest} more", rest=rest)] if rest > 0 else []
        named = joined(", ", filter(None, [self.listed([at(place) for place in said]), *more]))
        places = named or (bound_at(bound) if bound is not None else "")
        where = phrase(" at {labels}", labels=places) if places else ""
        if bound is not None:
            asked_for, name = strictly(bound, words[1]), self._named(bound)
            return phrase("{given} given, {bound} asks for {asked}", given=words[0], bound=name, asked=asked_for) + where
        parts = (words[0], ", ", DEMANDED[op], " ", words[1]) if demanded else (words[0], " ", op, " ", words[1])
        return joined("", parts) + where

    def _named(self, bound: BoundValue) -> str:
        return self.said(bound.entry.name, bound.entry.source)

    def margin(self, verdict: Verdict) -> str:
        """ "1 bus short (12.5 %)" of a least, "1 bus over (12.5 %)" of a most, "3 points to spare", "must be less" where both
        sides are equal and may not be; "" where there is none. Of a given count none: its detail says it."""
        return "" if verdict.of is not None else self._room(verdict)

    def short(self, verdict: Verdict) -> str:
        """The same without the share: "1 bus short"."""
        return "" if verdict.of is not None else self._room(verdict, shares=False)

    def missing(self, verdict: Verdict) -> str:
        """How many whole things a given count is short of: "1 bus short"; "" where of none."""
        margin, bound = verdict.margin, verdict.bound
        if verdict.of is None or bound is None or margin is None or verdict.outcome not in FAILING:
            return ""
        short = exactly(short_of(-margin.room, bound), bound_of(margin.size))
        return phrase("{figure} short", figure=show.scalar(short, self.unit(verdict))) if short > 0 else ""

    def _room(self, verdict: Verdict, *, shares: bool = True, demanded: bool = False) -> str:
        """What is `demanded` of two equal sides is not said again."""
        margin = verdict.margin
        if margin is None:
            return ""
        if verdict.outcome in FAILING and margin.room >= 0:
            op = verdict.sides[1] if verdict.sides is not None and not margin.room and not demanded else ""
            return {"<": phrase("must be less"), ">": phrase("must be more")}.get(op, "")
        unit = self.unit(verdict)
        words = show.scalar(margin.size, POINTS if unit == PERCENT else unit)
        of_a_most = verdict.sides is not None and verdict.sides.op in ("<", "<=")
        beyond = "{figure} over" if of_a_most else "{figure} short"
        said = phrase("{figure} to spare" if margin.room >= 0 else beyond, figure=words)
        if shares and margin.share is not None and unit.dimension:
            return joined("", (said, " (", show.scalar(margin.share, PERCENT), ")"))
        return said

    def expectation(self, found: Expectation) -> Figures:
        """The computed and the published figure."""
        unit = self.compare_unit(found.compare)
        computed, published = self._both(found.compare, [found.computed, found.published], unit)
        return Figures(unit, computed, published)

    def _both(self, compare: Op | None, sides: list[Value], unit: Unit) -> list[str]:
        """Both sides of a comparison in words, days as such."""
        words = show.together(sides, unit, self.text)
        node = compare.node if compare is not None else None
        if isinstance(node, (s.Compare, s.Binary)) and DATE in (self.types.get(node.left), self.types.get(node.right)):
            return [Day(word) if isinstance(side, str) else word for side, word in zip(sides, words)]
        return words


class Figures(NamedTuple):
    unit: Unit
    computed: str
    published: str


__all__ = [
    "EXPECTATIONS", "POINTS", "RULES", "Figures", "Words", "asked", "at", "bound_at", "first_at", "labels", "short_of",
    "strictly", "without",
]  # fmt: skip
