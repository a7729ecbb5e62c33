"""What two names have in common, where one may be called after the other."""

from __future__ import annotations

_LIKE = 4
"""Letters at least that they have in common."""


def stem(a: str, b: str) -> str:
    """What the words of two names have in common, from the beginning of one: "flour" of `flours` and `flour_carts`."""
    both = [(one, other) for one in a.split("_") for other in b.split("_")]
    alike = [one[:at] for one, other in both for at in range(_LIKE, len(one) + 1) if other.startswith(one[:at])]
    return max(alike, key=len, default="")


__all__ = ["stem"]
