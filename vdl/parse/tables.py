"""The parser's tables: made from `grammar/vdl.lark` once, kept beside it as plain data, loaded in milliseconds.

Making them takes lark half a second, several times what all the rest of a check takes. A wheel
carries them ready-made (`hatch_build.py`); in a checkout the first run leaves them behind. They
are used only if they came from this very grammar by this very maker and are as they were
written; otherwise they are made anew, and kept if the folder can be written. Kept or not, the
parser is the same one: it is always loaded from the same data.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import TypeVar

from vdl.parse import flat
from vdl.parse.automaton import Kept, Rule
from vdl.records import NamedTuple
from vdl.world import shipped
from vdl.world.caches import digest, opened, sealed


class Tables(NamedTuple):
    """What the lexer and the automaton walk: plain data."""

    pattern: str
    """One regular expression for all tokens: a group for each terminal, or for several that `words` tells apart."""
    words: dict[str, dict[str, str]]
    """Group, text, terminal."""
    states: Mapping[int, Mapping[str, int]]
    rules: Sequence[Rule]
    start: dict[str, int]
    """What a text can be parsed as, and the state before it."""


MADE_BY = ("grammar.py", "tables.py", "automaton.py", "flat.py")
"""The modules that make data of a grammar."""


def load(folder: str = shipped.GRAMMAR) -> Tables:
    """The tables of `vdl.lark` in `folder`. Raises OSError where there is none, and lark's exceptions where it is none."""
    grammar, identity = _grammar(folder)
    try:
        with open(_file(folder), "rb") as file:
            kept = opened(identity, file.read())
    except OSError:
        kept = None
    if kept is None:
        kept = _made(grammar)
        try:
            _write(_file(folder), sealed(identity, kept))
        except OSError:
            pass  # a read-only installation: the next run makes them again
    return _unpacked(flat.decoded(kept, {"Rule": Rule}))


def prebuild(folder: str, target: str) -> None:
    """Writes the tables for `vdl.lark` in `folder` to the file `target`."""
    grammar, identity = _grammar(folder)
    _write(target, sealed(identity, _made(grammar)))


def _write(target: str, data: bytes) -> None:
    from vdl.world.files import write  # most runs find what they need

    write(target, data)


def _grammar(folder: str) -> tuple[str, str]:
    """The text of the grammar, and what tables depend on: this text and `MADE_BY`."""
    parts = []
    for path in (os.path.join(folder, "vdl.lark"), *[os.path.join(os.path.dirname(__file__), name) for name in MADE_BY]):
        with open(path, "rb") as file:
            parts.append(file.read())
    return parts[0].decode(), digest(*parts)


def _file(folder: str) -> str:
    return os.path.join(folder, "vdl.grammar")


def _made(grammar: str) -> bytes:
    from vdl.parse.grammar import tables  # lark, which takes longer to import than all of this package

    return flat.encoded(_packed(tables(grammar)))


T = TypeVar("T")

_Row = tuple[tuple[str, ...], tuple[int, ...]]
"""The symbols of a state, and where they lead."""

_Pairs = tuple[tuple[str, T], ...]
_Packed = tuple[str, _Pairs[_Pairs[str]], tuple[_Row, ...], tuple[Rule, ...], _Pairs[int]]
"""The fields of tables as tuples."""


def _packed(tables: Tables) -> _Packed:
    """Tables as tuples. What many states know, and many rules keep, is one thing for all of them."""
    symbols: dict[tuple[str, ...], tuple[str, ...]] = {}
    parts: dict[Kept, Kept] = {}
    lists: dict[tuple[Kept, ...], tuple[Kept, ...]] = {}
    states = tuple([(_once(symbols, tuple(row)), tuple(row.values())) for row in tables.states.values()])
    rules = tuple([
        rule._replace(kept=rule.kept and _once(lists, tuple([_once(parts, one) for one in rule.kept]))) for rule in tables.rules
    ])
    words = tuple([(group, tuple(words.items())) for group, words in tables.words.items()])
    return tables.pattern, words, states, rules, tuple(tables.start.items())


def _once(known: dict[T, T], value: T) -> T:
    return known.setdefault(value, value)


def _unpacked(packed: _Packed) -> Tables:
    pattern, words, states, rules, start = packed
    return Tables(pattern, {group: dict(pairs) for group, pairs in words}, _Rows(states), rules, dict(start))


class _Rows(dict[int, Mapping[str, int]]):
    """Rows by state, from their symbols and where these lead. Each is made when a text first comes there: there are two thousand,
    of which most texts see a hundred."""

    def __init__(self, packed: Sequence[_Row]) -> None:
        super().__init__()
        self._packed = packed

    def __missing__(self, state: int) -> Mapping[str, int]:
        row = self[state] = dict(zip(*self._packed[state]))
        return row
