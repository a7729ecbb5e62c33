"""Figures along a kept axis that rise, or fall, all the way but at one label, where two digits in turn would fit between its
neighbours: `{ y1: 1, y2: 1.06, y3: 1.21, y4: 1.20 }`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from vdl import errors
from vdl import syntax as s
from vdl.semantics.types import Axis
from vdl.semantics.units import Exact, Units
from vdl.slips.fallen import Course, courses
from vdl.slips.stated import Figure
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span

_NUMBER = r"\d[\d_]*(?:\.[\d_]+)?"
_DIGITS = r"(?=(\d)[._]?(\d))"
"""Each two digits side by side."""

_OTHERS = 3
"""So many others at least have to rise, or to fall, for one that does not to stand out."""


def exchanged(figures: Iterable[Figure], units: Units, axes: Iterable[Axis]) -> Iterator[Diagnostic]:
    """What a design is asked about figures at one label whose digits may have been exchanged."""
    for course in courses(figures, units, axes):
        for at in range(1, len(course.along) - 1):
            others = [number for place, (_, number, _) in enumerate(course.along) if place != at]
            _, number, entry = course.along[at]
            if len(others) < _OTHERS or not _goes_one_way(others) or _is_between(number, course.along, at):
                continue
            source = course.figure.written.source
            assert source is not None
            span, *beside = [
                Span(source, one.value.start, one.value.end)
                for one in (entry, *[one for _, _, one in course.along if one is not entry])
            ]
            if _decimals(span) > max(map(_decimals, beside)):  # a digit more than the others have: it may be a small factor
                continue
            turned = _in_turn(span.text, number)
            meant = next((text for text, one in turned if _is_between(one, course.along, at, ends=True)), None)
            if meant is not None:
                yield _asked(course, at, span, meant)


def _asked(course: Course, at: int, span: Span, meant: str) -> Diagnostic:
    label, before, behind = (course.along[place][0] for place in (at, at - 1, at + 1))
    name, is_named = course.figure.name, course.figure.is_named
    return errors.digits_exchanged(span, name, label, (before, behind), meant, is_named)


def _goes_one_way(numbers: Sequence[Exact]) -> bool:
    """Whether each is more than the one before, or each less."""
    pairs = list(zip(numbers, numbers[1:]))
    return all(one < other for one, other in pairs) or all(one > other for one, other in pairs)


def _is_between(number: Exact, along: Sequence[tuple[str, Exact, s.Entry]], at: int, *, ends: bool = False) -> bool:
    """Whether it is between its neighbours, or, at the `ends`, one of them."""
    least, most = sorted([along[at - 1][1], along[at + 1][1]])
    return least <= number <= most if ends else least < number < most


def _decimals(span: Span) -> int:
    """How many digits a number is written with behind the point."""
    found = re.search(_NUMBER, span.text)
    return len(found[0].partition(".")[2]) if found is not None else 0


def _in_turn(written: str, number: Exact) -> Iterator[tuple[str, Exact]]:
    """What is written, and what it is, with two digits that stand side by side in turn."""
    found = re.search(_NUMBER, written)
    if found is None:
        return
    figure = found[0]
    of_one = number / Fraction(figure.replace("_", ""))
    for pair in re.finditer(_DIGITS, figure):
        first, second = pair.span(1), pair.span(2)
        if pair[1] != pair[2]:
            turned = f"{figure[: first[0]]}{pair[2]}{figure[first[1] : second[0]]}{pair[1]}{figure[second[1] :]}"
            yield written.replace(figure, turned, 1), of_one * Fraction(turned.replace("_", ""))


__all__ = ["exchanged"]
