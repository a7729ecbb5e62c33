"""A report in another language: the one pass between the report and the formats for people.

What is marked in the report (`vdl.text.phrases`) is said anew: phrases as the catalogs have them, numbers with the signs of the
language, days with its months. What is not marked is the design's own and stays. What no catalog has stays English.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields, is_dataclass, replace
from typing import Any

from vdl.render.catalogs import Key, Language
from vdl.render.isolates import apart, shown
from vdl.render.wording import WORDS
from vdl.report import model as m
from vdl.text.phrases import Day, Figures, Fragment, Joined, Marked, Number, Phrase, Said, filled, joined, ticked, unmarked

_PLACE = re.compile(r"\{([^{}]+)\}")
_FIGURE = re.compile(r"(?<![\w.,\"])\d+(?:,\d{3})*(?:\.\d+)?(?![\w\"])")
"""A figure in the numbers of a formula: no part of a name."""

_AS_THEY_ARE = (m.Code, m.Cite, m.File, m.Attached, m.References)


class Translation:
    """Says texts of a report in a language. `used` are the messages that were found, `lacking` those that were not."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self.used: set[Key] = set()
        self.lacking: dict[Key, Phrase] = {}
        self._signs = str.maketrans({",": language.comma, ".": language.point})

    def report(self, given: m.Report) -> m.Report:
        """The report with everything in it that is marked in the language; its name, its files and its data are as they were."""
        words = {one: self.say(filled(one, {})) for one in WORDS}
        signs = {".": self.language.point, ",": self.language.comma, given.cover.as_of: self.language.day(given.cover.as_of)}
        cover, sections = self._set(given.cover), self._set(given.sections)
        summary = self.report(given.summary) if given.summary is not None else None
        return replace(given, language=self.language.code, cover=cover, sections=sections, words={**words, **signs},
                       summary=summary)  # fmt: skip

    def say(self, text: str) -> str:
        """A text in the language, in which what a design says is not marked."""
        if isinstance(text, Phrase):
            parts = _PLACE.split(self._words(text))
            return joined("", [self._given(text, part) if at % 2 else Said(shown(part)) for at, part in enumerate(parts) if part])
        if isinstance(text, Number):
            return Number(self._figure(text))
        if isinstance(text, Figures):
            return Said(_FIGURE.sub(lambda found: self._figure(found[0]), str(text)))
        if isinstance(text, Day):
            return Said(self.language.day(str(text)))
        if isinstance(text, Fragment):
            return self.say(text.whole).replace("`", "") if text.first else ""
        if isinstance(text, Joined):
            return joined("", self._pieces(text.pieces))
        return text

    def _given(self, text: Phrase, place: str) -> str:
        return self.say(text.given[place]) if place in text.given else Said(f"{{{place}}}")

    def _pieces(self, pieces: Iterable[str]) -> Iterable[str]:
        """Pieces in turn; the number before a unit decides its form."""
        number: int | None = None
        for piece in pieces:
            if isinstance(piece, Phrase) and piece.many and piece.context and number is not None:
                piece = filled(piece.key, piece.given, piece.many, number, piece.context, free=piece.free)
            yield self.say(piece)
            if isinstance(piece, Number):
                digits = piece.replace(",", "")
                number = int(digits) if digits.isdecimal() and len(digits) < _LONG else None

    def _words(self, text: Phrase) -> str:
        """What a catalog has under the key, with its places."""
        for context in dict.fromkeys((text.context, "")):
            said = self.language.messages.get((context, text.key))
            if said is not None:
                self.used.add((context, text.key))
                return said[self.language.plural(text.number)] if len(said) > 1 else said[0]
        if not text.free:
            self.lacking.setdefault((text.context if text.many else "", text.key), text)
        return (text.many if text.many and text.number != 1 else text.key) if text.given else str(text)

    def _figure(self, text: str) -> str:
        return text.translate(self._signs)

    # -------------------------------------------------------------------------- the tree
    def _set(self, given: Any) -> Any:
        if isinstance(given, str):
            return self.say(given)
        if isinstance(given, m.Sentence):
            return self._sentence(given)
        if isinstance(given, tuple):
            given = m.parted_anew(given, self._parts)
            made = tuple([self._set(one) for one in given])
            return given if all(new is old for new, old in zip(made, given)) else made
        if isinstance(given, _AS_THEY_ARE) or not is_dataclass(given):
            return given
        changed = {}
        for field in fields(given):
            old = getattr(given, field.name)
            new = self._set(old)
            if new is not old:
                changed[field.name] = new
        if isinstance(given, m.Step) and not isinstance(given.numbers, Marked):
            changed["numbers"] = self.say(Figures(given.numbers))
        return replace(given, **changed) if changed else given

    def _parts(self, whole: str) -> m.Prose:
        """The parts of a text with code in it, as the language has them."""
        parts = ticked(unmarked(apart(self.say(whole))))
        return tuple([m.Code(part) if is_code else m.Text(Said(part)) for is_code, part in parts])

    def _sentence(self, given: m.Sentence) -> m.Prose:
        """The words of the language around what is given in its places, in its order."""
        words = self._words(_as_phrase(given))
        made: list[m.Inline] = []
        for at, part in enumerate(_PLACE.split(words)):
            if at % 2:
                made += self._set(given.given.get(part, (m.Text(f"{{{part}}}"),)))
            elif part:
                made.append(m.Text(Said(shown(part))))
        return tuple(made)


_LONG = 12
"""No plural form hangs on more digits than that."""


def _as_phrase(given: m.Sentence) -> Phrase:
    made = filled(given.key, {}, context=given.context)
    assert isinstance(made, Phrase)
    return made


__all__ = ["Translation"]
