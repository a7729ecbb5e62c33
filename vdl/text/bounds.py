"""How a number is told that leaves something out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Bound = Literal["least", "most", "neither"]
"""On which side of a number the whole is of which it is a part."""

BOUNDS: Mapping[Bound, str] = {
    "least": "at least {figure}", "most": "at most {figure}", "neither": "{figure} by what is stated",
}  # fmt: skip
"""In words."""

_OPPOSITE: Mapping[Bound, Bound] = {"least": "most", "most": "least", "neither": "neither"}


def apart(first: Bound | None, second: Bound | None) -> Bound | None:
    """On which side of it the whole of a first number less a second one is."""
    return together(first, opposite(second))


def opposite(bound: Bound | None) -> Bound | None:
    """On which side of it the whole of a number is that is the smaller, the larger another one is."""
    return _OPPOSITE[bound] if bound is not None else None


def together(*bounds: Bound | None) -> Bound | None:
    """The same of what grows with each of several numbers."""
    found = {bound for bound in bounds if bound is not None}
    return found.pop() if len(found) == 1 else "neither" if found else None
