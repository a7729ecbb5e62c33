"""Rules over ranges of which arithmetic on the ends can't say whether they fail: looked at part by part.

Ends that are not tight may be wider than the truth, and two conditions that hang on one range may never hold at once. Then a
rule that seems to fail for a part of a range may well hold throughout. A corner at which it fails proves that it fails; that it
holds is proved by halving the ranges until it holds on each part. What neither proves in so many steps is not known.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from fractions import Fraction

from vdl.solve import Evaluation
from vdl.solve.pins import WHOLE, Pins
from vdl.values import Part, Place, Scalar, Value, Varying, placed, scalars

_CORNERS = 4
"""Unknowns that are tried at both ends, each with each."""

_STEPS = 96
"""Parts of ranges at which one rule is looked at."""

NOWHERE = "does not apply"
"""What a condition is at a label where it does not apply."""


class Applying(Part):
    """Of a condition that fails: it may apply for a part of a range."""

    __slots__ = ()


_NONE = frozenset[str]()


def _fails(value: Value) -> bool:
    return value is False


def _open(value: Value) -> bool:
    return value is not True and value is not NOWHERE


def in_doubt(value: Value) -> frozenset[str]:
    """The unknowns of what a condition is at labels at which it may only look as if it held for a part."""
    doubts = [one for _, one in scalars(value) if isinstance(one, Part) and not one.sure]
    return frozenset[str]().union(*[one.unknowns for one in doubts]) if doubts else _NONE


def settled(evaluation: Evaluation, judged: Callable[[], Value], value: Value) -> Value:
    """What a condition is that was found to be `value`: at the labels that are in doubt, that it holds (True), that it fails
    (False) or does so for a part (a sure `Part`), or that nobody knows (the `Part` as it was). `judged` computes it anew."""
    unknowns = sorted(in_doubt(value))
    if not unknowns:
        return value
    doubts = {place for place, one in placed(value) if isinstance(one, Part) and not one.sure}
    failing: set[Place] = set()
    for pins in _corners(unknowns):
        failing |= _places(evaluation, judged, pins, doubts - failing, _fails)
    holding = _halved(evaluation, judged, unknowns, doubts, failing)

    def known(place: Place, one: Scalar) -> Scalar:
        if place in failing and isinstance(one, Part):
            return False if isinstance(one, Applying) else Part(one.unknowns, sure=True)
        return True if place in holding else one

    if not isinstance(value, Varying):
        return known((), value)
    return Varying(value.axes, {key: known(tuple(zip(value.axes, key)), one) for key, one in value.cells.items()})


def _corners(unknowns: list[str]) -> list[Pins]:
    """All ranges at their ends: the first few each with each, the others along with them."""
    tried = unknowns[:_CORNERS]
    rest = unknowns[_CORNERS:]
    found: list[Pins] = []
    for corner in range(2 ** len(tried)):
        ends: Pins = {name: (corner >> i & 1,) * 2 for i, name in enumerate(tried)}
        for end in (0, 1) if rest else (0,):
            found.append({**ends, **dict.fromkeys(rest, (end, end))})
    return found


def _halved(
    evaluation: Evaluation, judged: Callable[[], Value], unknowns: list[str], doubts: set[Place], failing: set[Place]
) -> set[Place]:
    """The places at which it holds on every part of the ranges. Where it fails in the middle of one it joins the `failing`."""
    queue = deque([(dict.fromkeys(unknowns, WHOLE), doubts)])
    lost: set[Place] = set()
    for _ in range(_STEPS):
        if not queue:
            break
        box, places = queue.popleft()
        left = _places(evaluation, judged, box, places - failing - lost, _open)
        middles: Pins = {name: (Fraction(first + last) / 2,) * 2 for name, (first, last) in box.items()}
        failing |= _places(evaluation, judged, middles, left, _fails)
        left -= failing
        if _tiny(box):
            lost |= left
        elif left:
            name = max(box, key=lambda one: box[one][1] - box[one][0])  # the first of the widest
            first, last = box[name]
            middle = Fraction(first + last) / 2
            queue += [({**box, name: (first, middle)}, left), ({**box, name: (middle, last)}, left)]
    return doubts - failing - lost - {place for _, left in queue for place in left}


def _tiny(box: Pins) -> bool:
    return all(last - first < Fraction(1, _STEPS) for first, last in box.values())


def _places(
    evaluation: Evaluation, judged: Callable[[], Value], pins: Pins, places: set[Place], test: Callable[[Value], bool]
) -> set[Place]:
    """Those of some places at which something is so on a part of the ranges."""
    if not places:
        return set()
    with evaluation.held(pins):
        value = judged()
    if any(point.items() <= pins.items() for point in evaluation.impossible):
        return set()
    if not isinstance(value, Varying):
        return places if test(value) else set()
    found = [set(place) for place, one in placed(value) if test(one)]
    return {place for place in places if any(one <= set(place) for one in found)}


__all__ = ["NOWHERE", "Applying", "in_doubt", "settled"]
