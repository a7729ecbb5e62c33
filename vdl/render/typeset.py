"""Signs as a printed page has them: ≤ for `<=`, × for `*` between figures and words, a dash between the ends of a range.

What stands in a report is as the design and the terminal write it, and stays so for machines. Pages for people are set.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

from vdl.brand.records import Brand
from vdl.render.grouped import grouped
from vdl.render.isolates import apart, prose_apart, shown
from vdl.render.line_breaks import with_units
from vdl.report import model as m
from vdl.text.phrases import in_words

_SIGNS = {"<=": "≤", ">=": "≥", "!=": "≠", "==": "=", "..": "–", " * ": " × ", " x ": " × ", "-": "−"}
_SIGN = re.compile(
    r"(?<![<>=!])[<>!]=(?![=>])|(?<= )==(?= )|(?<=\d)\.\.(?=[\d+])|(?<=\d %)\.\.(?=\d)|(?<=[\w)%]) \* (?=[\w(])"
    r"|(?<=\d) x (?=\w)|(?<=[( ])-(?=\d)"
)

_UNIT = re.compile(r"(?<=\d )(?:[a-z]+/)?[a-z]+(?:_[a-z]+)+")
"""The name of a unit of several words behind a number."""

_WORDS: dict[type, tuple[str, ...]] = {
    m.Text: ("text",), m.Link: ("text",), m.Value: ("text",), m.Column: ("head", "over"), m.Row: ("group",),
    m.Table: ("caption", "empty"), m.Drawn: ("name", "text"), m.Bars: ("label", "group"), m.Chart: ("title",),
    m.Piles: ("title",), m.Piece: ("name", "text"), m.Pile: ("label",), m.Diagram: ("title",), m.Box: ("title", "note"),
    m.Working: ("title", "doc", "note"), m.Step: ("label", "result", "note", "name"), m.Callout: ("title",), m.Beside: ("title",),
    m.Section: ("title",), m.Cover: ("title", "subtitle"),
}  # fmt: skip
"""Which fields are words for people; what is not named here is set as it is: code, paths, addresses."""

_AS_THEY_ARE = (int, bool, m.Verdict, m.File, m.Attached)

T = TypeVar("T")


def typeset(given: T, *, kept: bool = False) -> T:
    """A report, or a block of one, with signs for printing in its words; `kept` where lines are set: none parts a number from its
    unit."""
    made: T = _set(grouped(given) if isinstance(given, m.Report) else given, with_units if kept else _as_it_is)
    return made


def signs(text: str) -> str:
    """The same words with the signs of a printed page, and each letter as one sign with its accents: fonts have few marks that
    stand apart."""
    text = composed(text)
    if "_" in text:
        text = _UNIT.sub(lambda found: found[0].replace("_", " "), text)
    return _SIGN.sub(lambda found: _SIGNS[found[0]], text) if any(sign in text for sign in _MAY) else text


_MAY = ("=", "..", "*", " x ", "(-", " -")
"""What is in every text that has such a sign."""


def composed(text: str) -> str:
    return text if text.isascii() else unicodedata.normalize("NFC", text)


def _said(column: m.Column) -> m.Column:
    """A column whose head says its unit already, as "Boxes" does: that stands there once."""
    words = re.split(r"\W+", column.head.casefold())
    unit = "" if column.unit.casefold() in words else column.unit
    return replace(column, unit=unit.replace("_", " "), one=column.one.replace("_", " ") if unit else "")


def _as_it_is(text: str) -> str:
    return text


def _set(given: Any, keep: Callable[[str], str]) -> Any:
    """The same for anything in a report; `keep` says which words of a text stand on one line."""
    if isinstance(given, str):
        return shown(given)
    if isinstance(given, tuple):
        given = prose_apart(given)
        made = tuple([apart(one) if isinstance(one, str) else _set(one, keep) for one in given])
        return given if all(new is old for new, old in zip(made, given)) else made
    if isinstance(given, m.Code):
        return given if given.text.isascii() else m.Code(shown(composed(given.text)))
    if isinstance(given, m.Cite):
        return given if given.where.isascii() else replace(given, where=apart(given.where))
    if isinstance(given, m.References):
        entries = [replace(one, text=apart(composed(one.text)), address=shown(one.address)) for one in given.entries]
        return m.References(tuple(entries))
    if isinstance(given, Brand):
        return replace(given, name=apart(given.name), cover=apart(given.cover), revision=apart(given.revision),
                       confidentiality=apart(given.confidentiality))  # fmt: skip
    if isinstance(given, _AS_THEY_ARE) or not is_dataclass(given):
        return given
    if isinstance(given, m.Column):
        given = _said(given)
    words = _WORDS.get(type(given), ())
    changed = {}
    for field in fields(given):
        old = getattr(given, field.name)
        if isinstance(given, m.Diagram) and field.name == "links":
            continue  # keys, which are no words
        new = signs(keep(_words(old, given))) if field.name in words else _set(old, keep)
        if new is not old:
            changed[field.name] = new
    return replace(given, **changed) if changed else given


def _words(text: str, within: object) -> str:
    """A text for people; one of prose stands apart already where it has to."""
    return in_words(text) if isinstance(within, (m.Text, m.Value)) else apart(in_words(text))
