"""Trees and tables as flat data, which every run reads: a few long rows of numbers instead of many small things.

Values of one class lie together, as far as what they are made of allows it: so they are made by the dozen, and not one by one.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from sys import intern
from typing import Any

Records = Mapping[str, Callable[..., object]]
"""Classes of records by their names: each is made of the fields in its `__match_args__`, in this order."""

Sort = tuple[str, tuple[bool, ...]]
"""A class, and which of the parts of its values are plain."""

_CONSTANTS = (None, False, True, ())
_LIMIT = 1 << 31
"""Whole numbers below it, and not below its negative, are plain: they can stand among the numbers as they are."""


def encoded(value: object) -> bytes:
    """A value as data: a record or a tuple of records, tuples, fractions, whole numbers, texts, truths and None. What stands in
    several places is one thing again when it is read.

    The data begins with whole numbers of four bytes each, the lowest first: how many more there are; how many texts, and their
    lengths; and for each run the text that names its class, how many values there are and how many parts of each, for each part
    1 where it is plain, and the parts: of tuples all of the first one, then all of the second one; of others first the first part
    of each, then the second part of each. What is not plain is its place among the constants, the texts, and the values that were
    made before. Behind the numbers stand the texts.
    """
    runs = list(_runs(_wholes(value)))
    values = [one for _, run in runs for one in run]
    leaves = [part for one in values for part in _parts(one)] + [name for (name, _), _ in runs]
    texts = list(dict.fromkeys([leaf for leaf in leaves if isinstance(leaf, str)]))
    of_text = {text: place for place, text in enumerate(texts, len(_CONSTANTS))}
    places = {id(one): place for place, one in enumerate(values, len(_CONSTANTS) + len(texts))}

    def place(part: object) -> int:
        if isinstance(part, str):
            return of_text[part]
        return places[id(part)] if id(part) in places else _CONSTANTS.index(part)

    numbers = [len(texts), *map(len, texts)]
    for (name, plain), run in runs:
        numbers += [of_text[name], len(run), len(plain), *plain]
        rows = [
            [part if as_it_is and isinstance(part, int) else place(part) for as_it_is, part in zip(plain, _parts(one))]
            for one in run
        ]
        numbers += [number for row in (rows if name == _TUPLE else zip(*rows)) for number in row]
    return struct.pack(f"<{1 + len(numbers)}i", len(numbers), *numbers) + "".join(texts).encode("utf-8", "surrogatepass")


def decoded(data: bytes, records: Records) -> Any:
    """The value that `encoded` made data of, with these records in it."""
    numbers = struct.unpack_from(f"<{int.from_bytes(data[:4], 'little')}i", data, 4)
    text = data[4 + 4 * len(numbers) :].decode("utf-8", "surrogatepass")
    made: list[object] = list(_CONSTANTS)
    start, at = 0, 1 + numbers[0]
    for length in numbers[1:at]:
        made.append(intern(text[start : start + length]))
        start += length
    classes = {**_OWN, **records}
    get = made.__getitem__
    while at < len(numbers):
        named, many, parts = numbers[at : at + 3]
        plain = numbers[at + 3 : at + 3 + parts]
        at += 3 + parts
        behind = at + many * parts
        name = made[named]
        if name == _TUPLE:
            all_parts = iter(numbers[at:behind]) if plain[0] else map(get, numbers[at:behind])
            made += list(zip(*[all_parts] * parts))
        else:
            columns = [
                numbers[first : first + many] if as_it_is else map(get, numbers[first : first + many])
                for as_it_is, first in zip(plain, range(at, behind, many))
            ]
            made += list(map(classes[name], *columns))
        at = behind
    return made[-1]


_TUPLE = "tuple"
_OWN: Records = {"int": int, "Fraction": Fraction}


def _is_leaf(value: object) -> bool:
    return isinstance(value, (str, bool)) or value is None or value == ()


def _is_plain(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and -_LIMIT <= value < _LIMIT


def _parts(value: object) -> Sequence[object]:
    """What a value is made of that is neither a constant nor a text; a whole number, of its digits."""
    if isinstance(value, int):
        return (str(value),)
    if isinstance(value, Fraction):
        return value.numerator, value.denominator
    names: Sequence[str] | None = getattr(type(value), "__match_args__", None)
    if names is not None:
        return [getattr(value, name) for name in names]
    assert isinstance(value, tuple)
    return value


def _plain(value: object, parts: Sequence[object]) -> tuple[bool, ...]:
    """Which parts of a value are plain; those of a tuple are all, or are none."""
    plain = tuple(map(_is_plain, parts))
    return plain if value.__class__ is not tuple or all(plain) else (False,) * len(plain)


def _wholes(value: object) -> list[object]:
    """A value and all in it that is made of parts, each once, parts before wholes; as deep as they may be."""
    found: dict[int, object] = {}
    waiting = [(value, False)]
    while waiting:
        one, behind = waiting.pop()
        if _is_leaf(one) or id(one) in found:
            continue
        if behind:
            found[id(one)] = one
        else:
            parts = _parts(one)
            waiting.append((one, True))
            waiting += [(part, False) for part, as_it_is in zip(parts[::-1], _plain(one, parts)[::-1]) if not as_it_is]
    return list(found.values())


def _runs(wholes: Iterable[object]) -> Iterator[tuple[Sort, list[object]]]:
    """Values by sort, in an order in which each is made of values before it, and in few runs: one for all that are left of a
    sort, once all of them can be made; while there is no such sort, one for those that can, of the sort that has most of them."""
    left: dict[Sort, int] = {}
    ready: dict[Sort, list[object]] = {}
    waiting: dict[int, int] = {}
    needing: dict[int, list[tuple[Sort, object]]] = {}
    for one in wholes:
        parts = _parts(one)
        sort = type(one).__name__, _plain(one, parts)
        left[sort] = left.get(sort, 0) + 1
        needed = {id(part) for part, as_it_is in zip(parts, sort[1]) if not as_it_is and not _is_leaf(part)}
        waiting[id(one)] = len(needed)
        for part in needed:
            needing.setdefault(part, []).append((sort, one))
        if not needed:
            ready.setdefault(sort, []).append(one)
    while ready:
        sort = max(ready, key=lambda sort: (len(ready[sort]) == left[sort], len(ready[sort])))
        run = ready.pop(sort)
        left[sort] -= len(run)
        yield sort, run
        for one in run:
            for of, whole in needing.get(id(one), ()):
                waiting[id(whole)] -= 1
                if not waiting[id(whole)]:
                    ready.setdefault(of, []).append(whole)
