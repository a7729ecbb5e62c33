"""Signs as a printed page has them: ≤ for `<=`, × for `*` between figures and words, a dash between the ends of a range.

What stands in a report is as the design and the terminal write it, and stays so for machines. Pages for people are set.
"""

from __future__ import annotations

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from vdl.brand.records import Brand
from vdl.report import model as m
from vdl.text.phrases import in_words

_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "..": "–", " * ": " × ", " x ": " × ", "-": "−"}
_SIGN = re.compile(
    r"(?<![<>=!])[<>!]=(?![=>])|(?<= )==(?= )|(?<=\d)\.\.(?=[\d+])|(?<=\d %)\.\.(?=\d)|(?<=[\w)%]) \* (?=[\w(])"
    r"|(?<=\d) x (?=\w)|(?<=\()-(?=\d)"
)

_WORDS: dict[type, tuple[str, ...]] = {
    m.Text: ("text",), m.Link: ("text",), m.Value: ("text",), m.Column: ("head",), m.Row: ("group",),
    m.Table: ("caption", "empty"), m.Drawn: ("name", "text"), m.Bars: ("label", "group"), m.Chart: ("title",),
    m.Piles: ("title",), m.Piece: ("name", "text"), m.Pile: ("label",), m.Diagram: ("title",), m.Box: ("title", "note"),
    m.Working: ("title", "doc", "note"), m.Step: ("label", "result", "note", "name"), m.Callout: ("title",), m.Beside: ("title",),
    m.Section: ("title",), m.Cover: ("title", "subtitle"),
}  # fmt: skip
"""Which fields are words for people; what is not named here is set as it is: code, paths, addresses."""

_AS_THEY_ARE = (str, int, bool, m.Code, m.Cite, m.Verdict, m.References, m.File, m.Attached, Brand)

T = TypeVar("T")


def typeset(given: T) -> T:
    """A report, or a block of one, with signs for printing in its words."""
    made: T = _set(given)
    return made


def signs(text: str) -> str:
    """The same words with the signs of a printed page."""
    return _SIGN.sub(lambda found: _SIGNS[found[0]], text) if any(sign in text for sign in _MAY) else text


_MAY = ("=", "..", "*", " x ", "(-")
"""What is in every text that has such a sign."""


def _set(given: Any) -> Any:
    if isinstance(given, tuple):
        made = tuple([_set(one) for one in given])
        return given if all(new is old for new, old in zip(made, given)) else made
    if isinstance(given, _AS_THEY_ARE) or not is_dataclass(given):
        return given
    words = _WORDS.get(type(given), ())
    changed = {}
    for field in fields(given):
        old = getattr(given, field.name)
        new = signs(in_words(old)) if field.name in words else _set(old) if isinstance(old, tuple) or is_dataclass(old) else old
        if new is not old:
            changed[field.name] = new
    return replace(given, **changed) if changed else given  # type: ignore[type-var]
