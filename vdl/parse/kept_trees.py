"""Trees of library files as data: read in a millisecond instead of parsed in ten.

The library is the same in every run, so its trees are kept (`vdl.world.caches`), each under the
digest of its text and of all that makes a tree of it. A kept tree lists its leaves and then its
nodes, each behind what it is made of.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import islice
from sys import intern
from typing import Any

from vdl import syntax as s
from vdl.world import shipped
from vdl.world.caches import Cache, digest, sealed


def kept(cache: Cache, text: str) -> s.File | None:
    """The tree of a library file with this text, if it was kept."""
    data = cache.get(_identity(text))
    return decoded(data) if data is not None else None


def keep(cache: Cache, text: str, tree: s.File) -> None:
    """Keep the tree of a library file for the next run, where that can be done."""
    cache.put(_identity(text), encoded(tree))


def prebuild(trees: Iterable[tuple[str, s.File]]) -> Iterator[tuple[str, bytes]]:
    """For each text and its tree the name and the contents of the file that keeps it."""
    for text, tree in trees:
        yield _identity(text), sealed(_identity(text), encoded(tree))


def _identity(text: str) -> str:
    return digest(_parser(), text.encode("utf-8", "surrogatepass"))


@cache
def _parser() -> bytes:
    """What trees depend on besides the texts: the grammar, and all that parses and keeps."""
    return digest(shipped.grammar(), *shipped.modules("parse", "syntax")).encode()


def encoded(tree: s.File) -> bytes:
    """A tree as data: a line with the names of classes and the leaves, and behind it a row for each thing that is made of others.

    A row is the number of a class, how many parts there are, and their numbers, among the leaves and the rows before it; each
    number has four bytes, the lowest first.
    """
    leaves: dict[tuple[type, Any], int] = {}
    classes: dict[str, int] = {}
    rows: list[int] = []
    made = 0
    numbers: dict[int, int] = {}
    values = list(_parts_first(tree))
    for value in values:
        if _parts(value) is None:
            numbers[id(value)] = leaves.setdefault((type(value), value), len(leaves))
    for value in values:
        parts = _parts(value)
        if parts is not None and id(value) not in numbers:
            name = type(value).__name__
            numbers[id(value)] = len(leaves) + made
            made += 1
            rows += [classes.setdefault(name, len(classes)), len(parts), *[numbers[id(part)] for part in parts]]
    head = json.dumps([list(classes), [leaf for _, leaf in leaves]], separators=(",", ":"))
    return head.encode() + b"\n" + struct.pack(f"<{len(rows)}I", *rows)


def decoded(data: bytes) -> s.File:
    """The tree that `encoded` made data of."""
    head, _, behind = data.partition(b"\n")
    names, leaves = json.loads(head)
    classes = [_CLASSES[name] for name in names]
    made: list[Any] = [intern(leaf) if leaf.__class__ is str else leaf for leaf in leaves]
    numbers = iter(struct.unpack(f"<{len(behind) // 4}I", behind))
    for number in numbers:
        made.append(classes[number](*map(made.__getitem__, islice(numbers, next(numbers)))))
    tree: s.File = made[-1]
    return tree


def _parts(value: Any) -> Sequence[Any] | None:
    """What a value is made of; None for a leaf."""
    if isinstance(value, s.Node):
        return [getattr(value, name) for name in value.__match_args__]
    if isinstance(value, Fraction):
        return [value.numerator, value.denominator]
    return value if isinstance(value, tuple) else None


def _parts_first(value: Any) -> Iterator[Any]:
    """All that a value is made of, parts before wholes; as deep as it may be."""
    waiting = [(value, False)]
    while waiting:
        value, behind = waiting.pop()
        parts = _parts(value)
        if behind or not parts:
            yield value
        else:
            waiting.append((value, True))
            waiting += [(part, False) for part in reversed(parts)]


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


_CLASSES: dict[str, Callable[..., Any]] = {
    **{name: made for name, made in vars(s).items() if isinstance(made, type) and issubclass(made, s.Node)},
    "tuple": _tuple, "Fraction": Fraction,
}  # fmt: skip
