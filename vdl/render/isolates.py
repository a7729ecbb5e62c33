"""Texts of a design within words of a document: each that has letters from right to left stands apart from what is around it.

What a design says in its own words is known by having no mark of `vdl.text.phrases`. Such a text is put between a sign of the
direction of its first letter and one that ends it, as Unicode's bidirectional algorithm has them. Renderers write tags in their
place, or the signs themselves; no design can write them, since what it says is `shown`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from vdl.report import model as m
from vdl.text.phrases import Joined, Marked, Phrase, Said, filled, joined, ticked
from vdl.text.safe import printable

LEFT, RIGHT, END = "\u2066", "\u2067", "\u2069"
"""What begins a text from left to right and one from right to left, and what ends either."""

SIGNS = (LEFT, RIGHT, END)
AS_THEY_ARE = {sign: sign for sign in SIGNS}

_RIGHT_TO_LEFT = re.compile("[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]")
_LETTER = re.compile(r"[^\W\d_]")
_BETWEEN = "; "
"""What stands between the texts of a list."""
_SIGN = re.compile(f"([{LEFT}-{END}])")


def _has_other_way(text: str) -> bool:
    """Whether some of a text is written from right to left."""
    return not text.isascii() and _RIGHT_TO_LEFT.search(text) is not None


def _is_from_the_right(text: str) -> bool:
    """Whether the first letter of a text is written from right to left."""
    first = _LETTER.search(text)
    return first is not None and _RIGHT_TO_LEFT.match(first[0]) is not None


def shown(text: str) -> str:
    """A text of a design in which such signs are seen, and mean nothing."""
    return text if text.isascii() or not _SIGN.search(text) else _SIGN.sub(lambda sign: printable(sign[0]), text)


def apart(text: str) -> str:
    """A text with signs around what a design says in it, where that has letters from right to left."""
    if text.isascii():
        return text
    if isinstance(text, Phrase) and text.given:
        given, key, many = {name: apart(one) for name, one in text.given.items()}, shown(text.key), shown(text.many)
        is_as_it_was = given == text.given and key == text.key and many == text.many
        return text if is_as_it_was else filled(key, given, many, text.number, text.context, free=text.free)
    if isinstance(text, Joined):
        pieces = [apart(piece) for piece in text.pieces]
        return joined("", pieces) if "".join(pieces) != text else text
    if isinstance(text, Marked):
        return text if isinstance(text, Said) else shown(text)
    return _BETWEEN.join([f"{_beginning(one)}{one}{END}" if _has_other_way(one) else one for one in shown(text).split(_BETWEEN)])


def prose_apart(prose: m.Prose) -> m.Prose:
    """The same for prose; what is all a design's own, with names in code in it, is one text."""
    if not any(isinstance(part, (m.Text, m.Value)) and not part.text.isascii() for part in prose):
        return prose
    prose = m.parted_anew(prose, _parts)
    sources = next((at for at, part in enumerate(prose) if all(isinstance(one, m.Cite) for one in prose[at:])), len(prose))
    text, behind = prose[:sources], prose[sources:]
    if len(text) > 1 and _is_one_text(text):
        words = "".join([part.text for part in text if isinstance(part, m.Text)])
        inner = [replace(part, text=shown(part.text)) if isinstance(part, m.Text) else part for part in text]
        return (m.Text(_beginning(words)), *inner, m.Text(END), *behind) if _has_other_way(words) else (*inner, *behind)
    return tuple([replace(part, text=apart(part.text)) if isinstance(part, (m.Text, m.Value)) else part for part in prose])


def _parts(whole: str) -> m.Prose:
    """A text of the library that has code in it, parted once what is put into it stands apart."""
    return tuple([m.Code(one) if is_code else m.Text(one) for is_code, one in ticked(apart(whole))])


def _is_one_text(prose: m.Prose) -> bool:
    """Whether prose is words of a design and code in turn."""
    sorts = (m.Text, m.Code) if type(prose[0]) is m.Text else (m.Code, m.Text)
    return all(type(part) is sorts[at % 2] for at, part in enumerate(prose)) and not any(
        isinstance(part.text, Marked) for part in prose if isinstance(part, m.Text)
    )


def _beginning(text: str) -> str:
    return RIGHT if _is_from_the_right(text) else LEFT


# ------------------------------------------------------------------------------ for renderers
def runs_from_the_right(given: m.Prose | str) -> bool:
    """Whether a text, or prose, is one text of a design, and that is written from right to left."""
    words = given if isinstance(given, str) else "".join([one.text for one in given if not isinstance(one, (m.Cite, m.Verdict))])
    return words.startswith(RIGHT) and words.find(END) == len(words) - 1


def whole(text: str) -> str:
    """A text without the signs around all of it: it stands alone."""
    return text[1:-1] if text[:1] in (LEFT, RIGHT) and text.find(END) == len(text) - 1 else text


def closed(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text, or what is left of one, with what a sign begins ended in each."""
    begun = ""
    for line in lines:
        line = begun + line
        signs = _SIGN.findall(line)
        begun = signs[-1] if signs and signs[-1] != END else ""
        yield f"{line}{END}" if begun else line


def written(text: str, signs: Mapping[str, str] = AS_THEY_ARE) -> str:
    """A text of several lines for a document, `printable`, with the signs written as is said."""
    return "".join([signs[part] if part in signs else printable(part) for part in _SIGN.split(text)])


__all__ = [
    "END", "LEFT", "RIGHT", "SIGNS", "apart", "closed", "prose_apart", "runs_from_the_right", "shown", "whole", "written",
]  # fmt: skip
