"""The parser's tables: made from `grammar/vdl.lark` once, kept beside it as plain data, loaded in milliseconds.

Making them takes lark half a second, several times what all the rest of a check takes. A wheel
carries them ready-made (`hatch_build.py`); in a checkout the first run leaves them behind. They
are used only if they came from this very grammar by this very maker and are as they were
written; otherwise they are made anew, and kept if the folder can be written. Kept or not, the
parser is the same one: it is always loaded from the same data.
"""

from __future__ import annotations

import json
import os

from vdl.parse.automaton import Rule
from vdl.records import NamedTuple
from vdl.world import shipped
from vdl.world.caches import digest, opened, sealed
from vdl.world.files import write


class Tables(NamedTuple):
    """What the lexer and the automaton walk; nothing that JSON could not hold."""

    pattern: str
    """One regular expression for all tokens: a group for each terminal, or for several that `words` tells apart."""
    words: dict[str, dict[str, str]]
    """Group, text, terminal."""
    states: list[dict[str, int]]
    rules: list[Rule]
    start: dict[str, int]
    """What a text can be parsed as, and the state before it."""


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
            write(_file(folder), sealed(identity, kept))
        except OSError:
            pass  # a read-only installation: the next run makes them again
    pattern, words, states, rules, start = json.loads(kept)
    return Tables(pattern, words, states, [Rule(*rule) for rule in rules], start)


def prebuild(folder: str, target: str) -> None:
    """Writes the tables for `vdl.lark` in `folder` to the file `target`."""
    grammar, identity = _grammar(folder)
    write(target, sealed(identity, _made(grammar)))


def _grammar(folder: str) -> tuple[str, str]:
    """The text of the grammar, and what tables depend on: this text and the module that makes them."""
    with open(os.path.join(folder, "vdl.lark"), "rb") as file:
        grammar = file.read()
    with open(os.path.join(os.path.dirname(__file__), "grammar.py"), "rb") as file:
        return grammar.decode(), digest(grammar, file.read())


def _file(folder: str) -> str:
    return os.path.join(folder, "vdl.grammar")


def _made(grammar: str) -> bytes:
    from vdl.parse.grammar import tables  # lark, which takes longer to import than all of this package

    return json.dumps(tables(grammar), separators=(",", ":")).encode()
