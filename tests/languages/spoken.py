"""What documents say of diagnostics, held to the catalogs: every fixed word of it is marked, and has German.

Documents print the message of each warning that leaves something open of a design, of each error that keeps a scenario from being
solved, what stops a question, and of each waiver in vain that was none when the design was approved. Where one is made decides
nothing: all messages are looked at that are made once the files were understood.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache

from tests.languages import messages
from vdl.compilation import Compilation
from vdl.errors import FINDINGS
from vdl.judge import CONDITION
from vdl.parse import everything
from vdl.query.questions import answers
from vdl.query.sweeps import sweeps
from vdl.render.catalogs import Key
from vdl.snapshot.take import snapshot
from vdl.text.diagnostics import Diagnostic, failed
from vdl.text.phrases import Day, Figures, Fragment, Joined, Number, Phrase, places

_OF_THE_DESIGN = re.compile(r'`[^`]*`|"[^"]*"')
"""Names and code, and what texts of the design say."""

_OF_LIBRARIES = ("label", "unit")
"""Contexts of words of a library; those of the product's are held to the catalog elsewhere."""

_WORD = re.compile(r"[^\W\d_]{2,}(?:['’][^\W\d_]+)?")


def unspoken(compilation: Compilation) -> list[str]:
    """What stays English of that in German."""
    own = own_words(compilation)
    return [f"{words}, of: {said}" for said in printed(compilation) for words in english(said, own)]


def printed(compilation: Compilation) -> list[str]:
    """The texts that documents take over; those of rules are the design's or the library's."""
    points = [point for solved in compilation.designs for point in solved.open_points if point.rule is None]
    faults = [one.message for one in compilation.diagnostics if _is_told(compilation, one)]
    answered = [one for solved in compilation.designs for one in answers(compilation, solved)]
    looked_at = [point for solved in compilation.designs for one in sweeps(compilation, solved) for point in one.points]
    ends = [name for one in answered for name in (*one.stopped_by, *one.passed) if name != CONDITION]
    ends += [name for point in looked_at for name in point.failing]
    complaints = [said for solved in compilation.designs for said in snapshot(compilation, solved).complaints]
    return [text for point in points for text in (point.text, point.hint)] + faults + ends + complaints


def _is_told(compilation: Compilation, said: Diagnostic) -> bool:
    """Whether it keeps a design from being solved whose files were understood."""
    of_text = failed(compilation.of_files) or said.span is None or said.slug in FINDINGS or said.stands_for > 1
    return said.severity == "error" and not of_text


def english(said: str, own: frozenset[str] = frozenset()) -> Iterator[str]:
    """Keys without German, and words that are not marked and none of the design's `own`."""
    if isinstance(said, Phrase):
        known = not german().keys().isdisjoint([(said.context, said.key), ("", said.key)])
        if not known and not said.free and said.context not in _OF_LIBRARIES and said.key not in own:
            yield f"no German for {said.key!r}"
        quoted = set(places(" ".join(_OF_THE_DESIGN.findall(said.key))))
        for name in places(said.many or said.key):
            yield from english(said.given.get(name, ""), own) if name not in quoted else ()
    elif isinstance(said, Joined):
        for one in said.pieces:
            yield from english(one, own)
    elif not isinstance(said, (Day, Figures, Fragment, Number)):
        found = [word for word in _WORD.findall(_OF_THE_DESIGN.sub(" ", said)) if word not in own]
        if found:
            yield f"not marked: {' '.join(found)!r}"


@cache
def german() -> Mapping[Key, tuple[str, ...]]:
    return messages.german().messages


def own_words(compilation: Compilation) -> frozenset[str]:
    """The names in the files of a design, and the words of their texts."""
    sources = [file.source for file in compilation.program.files.values()]
    named = [name for one in sources for kind, name in _tokens(one.text) if kind in (_NAMES if one.is_library else _SAID)]
    words = {part for name in named for part in _WORD.findall(name.replace("_", " "))}
    return frozenset([*words, *[said for source in sources if source.is_library for said in _documented(source.text)]])


@cache
def _documented(text: str) -> list[str]:
    """What a library says of its own, and how it calls that: the product's is held to the catalog elsewhere."""
    names = [name.replace("_", " ").strip('"') for kind, name in _tokens(text) if kind in _SAID]
    lines = re.findall(r"^ *(///.*(?:\n *///.*)*)", text, re.MULTILINE)
    return [*names, *[one.replace("///", "").strip() for one in lines]]


_NAMES = ("NAME", "LOAD", "OPEN", "TOTAL")
"""Names, and words of the language that are names as well."""

_SAID = (*_NAMES, "STRING")
"""What a library names, and what a design says."""


@cache
def _tokens(text: str) -> list[tuple[str, str]]:
    return [(token.type, text[token.start : token.end]) for token in everything(text)]
