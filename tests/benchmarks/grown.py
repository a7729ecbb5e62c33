"""One feature of the language each, in a text as long as wanted: what takes more than twice as long at twice the size?"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple


class Feature(NamedTuple):
    text: Callable[[int], str]
    sizes: Sequence[int]
    aim: str = "about 1"


def _design(lines: Iterable[str], before: str = "") -> str:
    return "\n".join(["edition 2026", before, "design d {", *lines, "}"]) + "\n"


def _range_shares(n: int) -> str:
    """Each of n ranges as a share of their sum."""
    loads = [f"  l{i}: Information = {10 + i}..{20 + i} GB" for i in range(n)]
    rules = [f'  require r{i}: l{i} / whole <= 100 % "a part"' for i in range(n)]
    return _design([*loads, f"  let whole = sum([{', '.join(f'l{i}' for i in range(n))}])", *rules])


def _shares(n: int) -> str:
    """The same of plain numbers."""
    return _range_shares(n).replace("..", " * 1 + ").replace(" GB", "").replace("Information", "Number")


_PART = "kind part { size: Information, let share = size / sum((all part in design).size) }"


def _kind_shares(n: int) -> str:
    """Objects of a kind, each of which looks for all others."""
    return _design([f"  p{i}: part {{ size = {i + 1} GB, require small: share <= 100 % }}" for i in range(n)], _PART)


def _call_tree(n: int) -> str:
    """A function that is called twice in one that is called twice, so many deep."""
    lets = ["  let f0(x: Number) = x + 1"] + [f"  let f{i}(x: Number) = f{i - 1}(x) + f{i - 1}(x + 1)" for i in range(1, n)]
    return _design([*lets, f"  let top = f{n - 1}(1)", "  require more: top >= 0"])


def _two_axes(n: int) -> str:
    """A product of values by labels of two axes."""
    axes = "\n".join(f"axis {axis} {{ {', '.join(f'{axis}{i}' for i in range(n))} }}" for axis in ("north", "east"))
    values = [f"  {axis}s: Number = {{ {', '.join(f'{axis}{i}: {i + 1}' for i in range(n))} }}" for axis in ("north", "east")]
    return _design([*values, "  let product = norths * easts", "  require more: product >= 0"], axes)


def _choose(n: int) -> str:
    """One choice of so many options in a design of a hundred quantities."""
    kind = "kind box { size: Information }\n" + "\n".join(f"b{i}: box {{ size = {i + 1} GB }}" for i in range(n))
    lets = [f"  let l{i} = taken.size * {i + 1}" for i in range(100)]
    rules = [f"  require r{i}: l{i} >= 0 GB" for i in range(100)]
    options = ", ".join(f"b{i}" for i in range(n))
    return _design([f"  taken: box = choose [{options}] minimizing taken.size", *lets, *rules], kind)


def _scenarios(n: int) -> str:
    """So many scenarios with an expectation each, over a design of a hundred quantities."""
    lets = [f"  let l{i} = load * {i + 1}" for i in range(100)]
    rules = [f"  require r{i}: l{i} >= 0 GB" for i in range(100)]
    source = 'source paper { title = "A paper", publisher = "Them", date = 2026-01-01 }'
    scenarios = [f'  scenario s{i} {{ load = {i + 2} GB, expect e: l0 == {i + 2} GB @ paper "p. 1" }}' for i in range(n)]
    return _design(["  load: Information = 1 GB", *lets, *rules, *scenarios], source)


def _two_loops(n: int) -> str:
    """A sum over all pairs of two lists."""
    numbers = ", ".join(str(i) for i in range(n))
    return _design([f"  let pairs = sum(sum(a * b for b in [{numbers}]) for a in [{numbers}])", "  require more: pairs >= 0"])


def _kind_chain(n: int) -> str:
    """A kind of a kind, so many deep, each with an input more."""
    kinds = ["kind k0 { x0: Number = 0 }"] + [f"kind k{i}: k{i - 1} {{ x{i}: Number = x{i - 1} + 1 }}" for i in range(1, n)]
    return _design([f"  o: k{n - 1} {{ require more: x{n - 1} >= 0 }}"], "\n".join(kinds))


FEATURES = {
    "ranges as shares of their sum": Feature(_range_shares, (25, 50, 100, 200), "2, since each reads all"),
    "numbers as shares of their sum": Feature(_shares, (50, 100, 200, 400), "2, since each reads all"),
    "`all KIND in design` in a kind": Feature(_kind_shares, (50, 100, 200, 400), "2, since each reads all"),
    "a function called twice in one called twice": Feature(_call_tree, (6, 8, 10, 12), "-"),
    "two axes": Feature(_two_axes, (20, 40, 80, 160), "2, since there are n x n"),
    "options of a `choose`": Feature(_choose, (8, 16, 32, 64)),
    "scenarios with expectations": Feature(_scenarios, (8, 16, 32, 64)),
    "a loop in a loop": Feature(_two_loops, (25, 50, 100, 200), "2, since there are n x n"),
    "a kind of a kind": Feature(_kind_chain, (50, 100, 200, 400)),
}
"""Of the tree of calls there are twice as many with each size more, until the language's limit of them is reached."""
