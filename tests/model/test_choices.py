"""Options of `choose`: each combination is made once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from vdl.graph.design import Choice
from vdl.variants.attempt import Merit
from vdl.variants.choices import every_attempt


class Met(NamedTuple):
    """A `choose` as it is met, with the option that it took."""

    name: str
    taken: int
    options: tuple[str, ...] = ("first", "second", "third")


class Made(NamedTuple):
    choices: tuple[Choice, ...]

    def merit(self) -> Merit:
        return 0, 0, 0, ()


def test_each_combination_is_made_once() -> None:
    made: list[dict[str, int]] = []

    def make(chosen: Mapping[str, int]) -> Made:
        taken = {"disk": chosen.get("disk", 0), "case": chosen.get("case", 0)}
        if taken["disk"] == 1:
            taken["lid"] = chosen.get("lid", 0)  # met only there
        made.append(taken)
        return Made(tuple([Met(name, option) for name, option in taken.items()]))  # type: ignore[misc]

    found = every_attempt(make)
    assert len(found) == 3 * 3 + 2 * 3
    assert len(made) == len({tuple(one.items()) for one in made}) == len(found)
