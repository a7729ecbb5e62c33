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
