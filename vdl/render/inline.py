"""Prose as HTML. The only module that writes tags by hand; everything else is in templates."""

from __future__ import annotations

from markupsafe import Markup, escape

from vdl.render.line_breaks import NO_BREAK, all_kept, pieces, value_kept, words_kept
from vdl.render.measure import MONO, length
from vdl.render.plain import SHAPES, cite_text
from vdl.report.model import Cite, Code, Prose, Text, Value, Verdict

SHORT = 16
"""A citation whose place is no longer than this is never broken over two lines."""


def inline_html(prose: Prose, known: frozenset[int], room: float = 0.0) -> Markup:
    """One run of text, escaped. `known` are the numbers of references a citation may link to.

    In a column of `room` ems, words that are longer may be broken after points and underscores.
    """
    parts: list[str] = []
    spaced = True
    for item in prose:
        if isinstance(item, Text):
            parts.append(with_break_points(words_kept(item.text), room))
        elif isinstance(item, Value):
            text = with_break_points(value_kept(item.text), room)
            parts.append(f"<strong>{text}</strong>" if item.strong else text)
        elif isinstance(item, Verdict):
            parts.append(verdict_html(item))
        elif isinstance(item, Code):
            parts.append(f"<code>{with_break_points(item.text, room, mono=True)}</code>")
        else:
            if not spaced:
                parts.append(" " if room else NO_BREAK)
            parts.append(cite_html(item, known))
        spaced = isinstance(item, Text) and item.text[-1:].isspace()
    return Markup("".join(parts))


def verdict_html(verdict: Verdict) -> Markup:
    """Shape and word, with a class for the colour."""
    shape = SHAPES[verdict.tone]
    return Markup(f'<b class="v {verdict.tone}">{shape}\u00a0{escape(all_kept(verdict.word))}</b>')


def cite_html(cite: Cite, known: frozenset[int]) -> Markup:
    """A citation, linked to its entry when the report has one."""
    text = escape(all_kept(cite_text(cite)) if len(cite.where) <= SHORT else cite_text(cite))
    if cite.number in known:
        return Markup(f'<a class="cite" href="#ref-{cite.number}">{text}</a>')
    return Markup(f'<span class="cite">{text}</span>')


def with_break_points(text: str, room: float, mono: bool = False) -> Markup:
    """Escaped text in which words longer than the room may be broken at their seams."""
    if not room:
        return escape(text)
    wide = [word for word in text.split(" ") if (MONO * len(word) if mono else length(word)) > room]
    if not wide:
        return escape(text)
    return Markup(" ").join(
        Markup("<wbr>").join(pieces(word)) if word in wide else escape(word) for word in text.split(" ")
    )
