"""Prose as HTML. The only module that writes tags by hand; everything else is in templates."""

from __future__ import annotations

import re

from markupsafe import Markup, escape

from vdl.records import NamedTuple
from vdl.render.line_breaks import NO_BREAK, all_kept, pieces, value_kept, words_kept
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
    for item in prose:
        if isinstance(item, Text):
            words = isolated(with_break_points(words_kept(item.text), room))
            path = item.path if isinstance(item, Link) and item.path in known.workings else ""
            parts.append(f'<a href="#w-{anchor(path)}">{words}</a>' if path else words)
        elif isinstance(item, Value):
            text = isolated(with_break_points(value_kept(item.text), room))
            parts.append(f"<strong>{text}</strong>" if item.strong else text)
        elif isinstance(item, Verdict):
            parts.append(verdict_html(item))
        elif isinstance(item, Code):
            parts.append(_code_html(item.text, room))
        else:
            if not spaced:
                parts.append(" ")
            parts.append(cite_html(item, known))
        spaced = isinstance(item, Text) and item.text[-1:].isspace()
    return Markup("".join(parts))


def _code_html(text: str, room: float) -> str:
    """A name as it is written in a design: whole, unless it is long, or its column narrow."""
    whole = len(text) <= NAME and " " not in text and not (room and MONO * len(text) > room)
    return f'<code class="kept">{escape(text)}</code>' if whole else f"<code>{with_break_points(text, room, mono=True)}</code>"


_RIGHT_TO_LEFT = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
_OTHER_WAY = re.compile(f"[{_RIGHT_TO_LEFT}]")
_THIS_WAY = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u052f\u2e80-\ud7ff]")
_NEUTRAL = re.compile("&#?[a-z0-9]+;|<wbr>")
_WEAK = "(?:&#?[a-z0-9]+;|<wbr>|[^<>&A-Za-z\u00c0-\u024f\u0370-\u052f])"
_STRETCH = re.compile(f"[{_RIGHT_TO_LEFT}](?:{_WEAK}*[{_RIGHT_TO_LEFT}])?")
_CLOSES = re.compile(rf"(?:(?!\)){_WEAK})*\)")
_BEHIND = re.compile(rf" ?\((?:(?![()]){_WEAK})*\)")


def isolated(text: Markup | str) -> Markup:
    """Words of which some are written from right to left, apart from what stands around them.

    Where most letters are such, or half of them and the first, the whole is; else each stretch of them is apart, so that the
    sentence around keeps its order.
    """
    made = escape(text)
    if not _OTHER_WAY.search(made):
        return made
    if from_the_right(made):
        return Markup(f'<bdi dir="rtl">{made}</bdi>')
    parts: list[str] = []
    at = 0
    while (found := _STRETCH.search(made, at)) is not None:
        end = found.end()
        closing = _CLOSES.match(made, end) if found[0].count("(") > found[0].count(")") else _BEHIND.match(made, end)
        end = closing.end() if closing is not None else end
        parts += [made[at : found.start()], f'<bdi dir="rtl">{made[found.start() : end]}</bdi>']
        at = end
    return Markup("".join([*parts, made[at:]]))


def has_other_way(text: str) -> bool:
    """Whether some of a text is written from right to left."""
    return _OTHER_WAY.search(text) is not None


def from_the_right(made: str) -> bool:
    """Whether most letters are written from right to left, or half of them and the first."""
    bare = _NEUTRAL.sub("", made)
    others, those = ([one.start() for one in sort.finditer(bare)] for sort in (_OTHER_WAY, _THIS_WAY))
    return len(others) > len(those) or (len(others) == len(those) > 0 and others[0] < those[0])


def verdict_html(verdict: Verdict) -> Markup:
    """Shape and word, with a class for the colour."""
    shape = SHAPES[verdict.tone]
    return Markup(f'<b class="v {verdict.tone}">{shape}\u00a0{escape(all_kept(verdict.word))}</b>')


def cite_html(cite: Cite, known: Known = NOTHING_KNOWN) -> Markup:
    """A citation, linked to its entry when the report has one."""
    text = escape(all_kept(cite_text(cite)) if len(cite.where) <= SHORT else cite_text(cite))
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
