"""Texts that identify something, and which words of them do."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Literal

from vdl.records import NamedTuple
from vdl.report.page import Page
from vdl.text.phrases import joined, phrase
from vdl.text.source import LIBRARY


class Name(NamedTuple):
    """A text that identifies something, and what stands in its place. Words of it do so, too, where it is `telling`: of a maker
    or a person ("who") all of them that may be names, of a thing ("what") and of the name of an object of a file ("which") those
    that are no ordinary words. `sort` is what a thing is, without a letter: what a word that several of them have stands for."""

    text: str
    instead: str
    telling: Literal["who", "what", "which", ""] = ""
    sort: str = ""


class Letters:
    """Things of a sort are told apart by letters: "box A", "box B"."""

    def __init__(self) -> None:
        self._used: dict[str, int] = {}

    def next(self, sort: str) -> str:
        at = self._used[sort] = self._used.get(sort, -1) + 1
        letters = ""
        while at >= 0:
            at, digit = divmod(at, 26)
            letters, at = chr(ord("A") + digit) + letters, at - 1
        return joined(" ", (sort, letters))


def ordinary(page: Page, members: Iterable[str]) -> frozenset[str]:
    """The words that the library writes in small letters in its sentences: in comments and texts, but for names in backticks,
    addresses, sources, and the texts of these `members`, which name products; and the labels of its axes, and units."""
    apart = rf"^source .*|\b(?:{'|'.join(members)})\s*=\s*\"[^\"]*\"|https?://[^\s\"]+|`[^`]*`"
    labels = [label for axis in page.compilation.names.axes.values() if axis.span.source.is_library for label in axis.labels]
    units = [word for name, unit in page.units.names.items() for word in (name, unit.singular, unit.plural)]
    texts = [file.source.text for name, file in page.compilation.program.files.items() if name.startswith(LIBRARY)]
    said = [part for text in texts for part in re.findall(r"\"[^\"]*\"|//.*", re.sub(apart, " ", text, flags=re.MULTILINE))]
    return frozenset(word for part in [*said, *labels, *units] for word in re.findall(r"(?<![\w.])[a-z]{3,}(?!\w)", part))


def telling_words(name: Name, ordinary: frozenset[str]) -> list[str]:
    """The words of a name that identify what it names."""
    return [word for word in re.findall(r"[^\W_]+", name.text) if name.telling and _tells(word, name.telling, ordinary)]


def is_ordinary(text: str, ordinary: frozenset[str]) -> bool:
    """Whether a text is made of words alone of which none identifies anything: it is a name only as it is written."""
    words = re.findall(r"[^\W_]+", text)
    return all(word.isalpha() for word in words) and not any(_tells(word, "what", ordinary) for word in words)


def is_common(text: str, ordinary: frozenset[str]) -> bool:
    """Whether a text is made of nothing but words in small letters that stand in many sentences: those of the library, shorter
    ones and pronouns."""
    words = re.findall(r"[^\W_]+", text)
    return bool(words) and text.islower() and all(len(one) < 3 or one in ordinary or one in _PRONOUNS for one in words)


_PRONOUNS = frozenset([
    "all", "any", "both", "each", "her", "hers", "him", "his", "one", "our", "ours", "she", "some", "that", "their", "them",
    "they", "this", "those", "who", "you", "your",
])  # fmt: skip


def _tells(word: str, telling: str, ordinary: frozenset[str]) -> bool:
    """Whether a word of a name identifies what it names: no figure with its unit, no ordinary word, no abbreviation of a thing,
    and no word of its text in small letters, which only says what the thing is."""
    if len(word) < 3 or re.fullmatch(r"\d+[A-Za-z]{0,4}", word):
        return False
    if re.search(r"\d", word):
        return telling != "which" or re.fullmatch(r"[A-Za-z]+\d", word) is None  # so many of something
    if word.islower():
        return telling == "which" and len(word) > _ABBREVIATION and word not in ordinary
    if word.isupper():
        return telling == "who" or len(word) > _ABBREVIATION
    return not word[1:].islower() or word.lower() not in ordinary


_ABBREVIATION = 4
"""So many letters or fewer, all of them capitals or none, are an abbreviation, which stands for more than one product."""


def instead_of(names: Iterable[Name], ordinary: frozenset[str]) -> dict[str, str]:
    """What stands in the place of each word that identifies something, in small letters. One of a maker or a person is theirs,
    also where a product is called by it. Where several have it, it stands for their sort, or for the first one where they are of
    several sorts."""
    found: dict[str, list[Name]] = {}
    for one in names:
        for word in telling_words(one, ordinary):
            found.setdefault(word.lower(), []).append(one)
    return {word: _of_these(of) for word, of in found.items()}


def _of_these(names: list[Name]) -> str:
    of = [one for one in names if one.telling == "who"] or names
    sorts = {one.sort for one in of}
    if len({one.instead for one in of}) > 1 and len(sorts) == 1 and "" not in sorts:
        return of[0].sort
    return phrase("product") if len(sorts) > 1 and of is names else of[0].instead


def stands_within(text: str, other: str) -> bool:
    """Whether a text stands in another one, as words of it."""
    return re.search(rf"(?<!\w){re.escape(text)}(?!\w)", other, re.IGNORECASE) is not None


__all__ = ["Letters", "Name", "instead_of", "is_common", "is_ordinary", "ordinary", "stands_within", "telling_words"]
