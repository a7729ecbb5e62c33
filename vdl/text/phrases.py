"""English words that a document can also say in another language: texts that know what they are made of.

What the compiler and its library say is marked where it is put into words; what a design says in its own words never is.
A marked text is an ordinary one, equal to the same text without a mark, and it is English. Whoever translates looks at its
pieces: a `Phrase` is found in a catalog by its `key`, a `Number` has the signs of a language, a `Day` its months. Formatting,
`str.join` and most methods of texts give ordinary texts: `phrase` and `joined` put marked ones together.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

_PLACE = r"\{([^{}]+)\}"
"""Where something is put into a key: "{held} of {all} rules"."""


class Marked(str):
    """An English text that can be said in another language."""

    def __add__(self, other: str) -> str:
        return joined("", (self, other))

    def __radd__(self, other: str) -> str:
        return joined("", (other, self))

    def strip(self, signs: str | None = None, /) -> str:
        made = super().strip(signs)
        return self if len(made) == len(self) else made

    def rstrip(self, signs: str | None = None, /) -> str:
        made = super().rstrip(signs)
        return self if len(made) == len(self) else made


class Number(Marked):
    """Digits as `decimal` writes them: "2,539.52"."""


class Figures(Marked):
    """Numbers among other signs, as a formula has them: "3 kg / (4 kg/box)"."""


class Day(Marked):
    """A day as the language writes it: "2026-06-01"."""


class Joined(Marked):
    """Pieces one behind the other, some of them marked."""

    pieces: tuple[str, ...] = ()


class Fragment(Marked):
    """A part of a text that is code or between pieces of code; the first one stands for the `whole` in another language."""

    whole: str = ""
    first: bool = False


class Said(Marked):
    """Words in another language."""


class Person(str):
    """The name of somebody who answers for something, as a design has it: a document for others knows it by that."""


class Phrase(Marked):
    """A text under a key of a catalog, with what is put into its places.

    `many` is the key of several where `number` decides which of the two is said. `context` tells apart what is alike in
    English. Of what is `free` no catalog need have a translation: it may be a name.
    """

    key: str = ""
    many: str = ""
    number: int = 1
    context: str = ""
    given: Mapping[str, str] = {}
    free: bool = False


def phrase(key: str, /, *, context: str = "", **given: str | int) -> str:
    """The words of a key with what is given put into its places; whole numbers are written as people write them."""
    return filled(key, {name: counted(one) if isinstance(one, int) else one for name, one in given.items()}, context=context)


def filled(
    key: str, given: Mapping[str, str], many: str = "", number: int = 1, context: str = "", *, free: bool = False
) -> str:
    """The same where places have names that no argument of a call can have, or `number` decides between one and `many`."""
    words = many if many and number != 1 else key
    made = Phrase(put(words, given) if given else words)
    made.key, made.many, made.number, made.context, made.given, made.free = key, many, number, context, given, free
    return made


def put(words: str, given: Mapping[str, str]) -> str:
    """Words with what is given in its places; others are left as they are."""
    return re.sub(_PLACE, lambda place: str(given.get(place[1], place[0])), words)


def places(words: str) -> list[str]:
    """The names of the places in a key or a translation."""
    return re.findall(_PLACE, words)


def counted(number: int) -> Number:
    """A whole number: "1,270"."""
    return Number(f"{number:,}")


def joined(between: str, parts: Iterable[str]) -> str:
    """Parts with something between them, marked where one of them is."""
    pieces: list[str] = []
    for part in parts:
        if pieces and between:
            pieces.append(between)
        pieces.append(part)
    if len(pieces) == 1:
        return pieces[0]
    text = "".join(pieces)
    if not any(isinstance(piece, Marked) for piece in pieces):
        return text
    made = Joined(text)
    made.pieces = tuple(pieces)
    return made


def of(words: str, is_library: bool, context: str = "") -> str:
    """Words as a key of their own, where the library says them; those of a design stay as they are."""
    return filled(words, {}, context=context) if is_library and words else words


def is_of_library(text: str) -> bool:
    """Whether a label, or a text, is words of the library."""
    pieces = text.pieces if isinstance(text, Joined) else (text,)
    return any(isinstance(piece, Phrase) for piece in pieces)


def within(text: str) -> str:
    """A head as it stands within a sentence: in English with a small letter; another language has it as it is."""
    small = f"{text[:1].lower()}{text[1:]}"
    if not isinstance(text, Phrase) or text.given or text.many:
        return small
    return _worded(text, small)


def behind(text: str, start: str) -> str:
    """What stands behind a beginning of a text, marked as it is there; the whole text where it begins otherwise."""
    if not start or not text.startswith(start):
        return text
    if isinstance(text, Joined):
        first, *rest = text.pieces
        for at in range(len(rest)):
            if "".join((first, *rest[:at])) == start:
                return joined("", rest[at:])
        if first.startswith(start):
            return joined("", (behind(first, start), *rest))
    return text.removeprefix(start)


def spoken(text: str) -> str:
    """A marked name as people say it: in English with spaces; another language has it as it is."""
    if "_" not in text:
        return text
    if isinstance(text, Joined):
        return joined("", [spoken(piece) for piece in text.pieces])
    words = text.replace("_", " ")
    if not isinstance(text, Phrase) or text.given or text.many:
        return words
    return _worded(text, words)


def in_words(text: str) -> str:
    """A text of a document in which labels of the library are said as people say them: "power off" of `power_off`. Where the
    text is said in another language already, they are."""
    if "_" not in text or not isinstance(text, Marked):
        return text
    if isinstance(text, Joined):
        return joined("", map(in_words, text.pieces))
    if not isinstance(text, Phrase):
        return text
    if text.given:
        given = {name: in_words(one) for name, one in text.given.items()}
        return filled(text.key, given, text.many, text.number, text.context, free=text.free)
    return spoken(text) if text.context == _LABEL else text


_LABEL = "label"


def _worded(text: Phrase, words: str) -> Phrase:
    """The same phrase with other words in English."""
    made = Phrase(words)
    made.key, made.context, made.free = text.key, text.context, text.free
    return made


def cut(text: str, short: str, each: Callable[[str], str]) -> str:
    """A text of which so much is left in English; in another language `each` is left of what stands in it."""
    if short == text:
        return text
    if not isinstance(text, (Joined, Phrase)):
        return short
    if isinstance(text, Joined):
        joint = Joined(short)
        joint.pieces = tuple(map(each, text.pieces))
        return joint
    made = Phrase(short)
    made.key, made.many, made.number, made.context, made.free = text.key, text.many, text.number, text.context, text.free
    made.given = {name: each(one) for name, one in text.given.items()}
    return made


def ticked(text: str) -> list[tuple[bool, str]]:
    """The parts of a text in which names stand in backticks, and whether each is such a name."""
    parts = text.split("`")
    if len(parts) % 2 == 0:
        return [(False, text)]
    found = [(bool(at % 2), part) for at, part in enumerate(parts) if part]
    if isinstance(text, Marked) and len(parts) > 1:
        return [(is_code, _fragment(part, text, first=not at)) for at, (is_code, part) in enumerate(found)]
    return [(is_code, text if len(parts) == 1 else part) for is_code, part in found]


def _fragment(part: str, whole: str, *, first: bool) -> Fragment:
    made = Fragment(part)
    made.whole, made.first = whole, first
    return made


def unmarked(text: str) -> str:
    """The same text, and nothing but a text."""
    return str(text)


__all__ = [
    "Day", "Figures", "Fragment", "Joined", "Marked", "Number", "Person", "Phrase", "Said", "behind", "counted", "cut", "filled",
    "in_words", "is_of_library", "joined", "of", "phrase", "places", "put", "spoken", "ticked", "unmarked", "within",
]  # fmt: skip
