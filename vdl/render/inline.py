"""Prose as HTML. The only module that writes tags by hand; everything else is in templates."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from vdl.records import NamedTuple
from vdl.render.isolates import END, LEFT, RIGHT
from vdl.render.line_breaks import NO_BREAK, all_kept, figures_kept, pieces, value_kept, words_kept
from vdl.render.measure import MONO, length
from vdl.render.plain import SHAPES, cite_text
from vdl.report.model import Cite, Code, Link, Prose, Text, Value, Verdict

SHORT = 16
"""A citation whose place is no longer than this is never broken over two lines."""


NAME = 24
"""A name in code that is no longer than this is never broken, where there is room for it."""


class Known(NamedTuple):
    """What words may lead to: references by their numbers, worked calculations by their paths."""

    references: frozenset[int] = frozenset()
    workings: frozenset[str] = frozenset()


NOTHING_KNOWN = Known()


def anchor(name: str) -> str:
    """An id that is the same in the address of a link, with nothing to quote."""
    return re.sub(r"[^\w.-]+", "-", name)


def inline_html(prose: Prose, known: Known = NOTHING_KNOWN, room: float = 0.0) -> Markup:
    """One run of text, escaped. `known` is what citations and words may link to.

    In a column of `room` ems, words that are longer may be broken after points and underscores.
    """
    parts: list[str] = []
    spaced = True
    turned = False
    for item in prose:
        if isinstance(item, Text):
            turned = RIGHT in item.text or (turned and END not in item.text)
            words = isolated(with_break_points(words_kept(item.text), room))
            path = item.path if isinstance(item, Link) and item.path in known.workings else ""
            parts.append(f'<a href="#w-{anchor(path)}">{words}</a>' if path else words)
        elif isinstance(item, Value):
            text = isolated(with_break_points(value_kept(item.text), room))
            parts.append(f"<strong>{text}</strong>" if item.strong else text)
        elif isinstance(item, Verdict):
            parts.append(verdict_html(item))
        elif isinstance(item, Code):
            parts.append(_code_html(item.text, room, ' dir="ltr"' if turned else ""))
        else:
            if not spaced:
                parts.append(" ")
            parts.append(cite_html(item, known))
        spaced = isinstance(item, Text) and item.text[-1:].isspace()
    return Markup("".join(parts))


def _code_html(text: str, room: float, way: str = "") -> str:
    """A name as it is written in a design: whole, unless it is long, or its column narrow; of several each is. `way` says how it
    stands among words from right to left."""
    whole = len(text) <= NAME and " " not in text and not (room and MONO * len(text) > room)
    words = escape(text) if whole else with_break_points(text, room, mono=True)
    short = " " in text and all(len(word) <= NAME and not (room and MONO * len(word) > room) for word in text.split(" "))
    kept = ' class="kept"' if whole else ' class="words"' if short else ""
    return f"<code{kept}{way}>{words}</code>"


_TAGS = str.maketrans({RIGHT: '<bdi dir="rtl">', LEFT: '<bdi dir="ltr">', END: "</bdi>"})


def isolated(text: Markup | str) -> Markup:
    """Words, of which those of a design that have letters from right to left stand apart from what is around them."""
    made = escape(text)
    return made if made.isascii() else Markup(str(made).translate(_TAGS))


def verdict_html(verdict: Verdict) -> Markup:
    """Shape and word, with a class for the colour."""
    shape = SHAPES[verdict.tone]
    return Markup(f'<b class="v {verdict.tone}">{shape}\u00a0{escape(all_kept(verdict.word))}</b>')


def cite_html(cite: Cite, known: Known = NOTHING_KNOWN) -> Markup:
    """A citation, linked to its entry when the report has one."""
    said = cite_text(cite)
    text = isolated(all_kept(said) if len(cite.where) <= SHORT else figures_kept(said).replace(" ", NO_BREAK, 1))
    if cite.number in known.references:
        return Markup(f'<a class="cite" href="#ref-{cite.number}">{text}</a>')
    return Markup(f'<span class="cite">{text}</span>')


def with_break_points(text: str, room: float, mono: bool = False) -> Markup:
    """Escaped text in which words longer than the room may be broken at their seams."""
    if not room:
        return escape(text)
    wide = [word for word in text.split(" ") if (MONO * len(word) if mono else length(word)) > room]
    if not wide:
        return escape(text)
    return Markup(" ").join(_broken(word, room, mono) if word in wide else escape(word) for word in text.split(" "))


def _broken(word: str, room: float, mono: bool) -> Markup:
    """A word that is longer than the room: rather broken before a bracket that is kept with it than in the bracket."""
    before, bracket, behind = word.partition(f"{NO_BREAK}(")
    if bracket:
        return with_break_points(f"{before} ({behind}", room, mono)
    return Markup("<wbr>").join(pieces(word))
