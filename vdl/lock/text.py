"""A lock as text: TOML of the plainest sort, one pin to a line, sorted, so that git merges it line by line."""

from __future__ import annotations

import json
import re

from vdl import errors
from vdl.lock.records import SECTIONS, Lock, Pins, Section
from vdl.text.diagnostics import Diagnostic
from vdl.text.safe import escaped
from vdl.text.source import Source, Span

FORMAT = 1
"""Raised when a reader would have to change."""

_HEAD = """\
# What the designs below this folder stand on. Made by `vdl lock`: commit it, and run that again where something should move.
"""


def written(pins: Pins) -> str:
    """The text of a lock; the same pins give the same bytes."""
    parts = [f"{_HEAD}format = {FORMAT}\n"]
    for section in SECTIONS:
        held = pins.get(section, {})
        if held:
            parts.append("".join([f"\n[{section}]\n", *[f"{_name(name)} = {_quoted(held[name])}\n" for name in sorted(held)]]))
    return "".join(parts)


def _name(name: str) -> str:
    return name if re.fullmatch("[A-Za-z0-9_-]+", name) else _quoted(name)


def _quoted(text: str) -> str:
    return escaped(json.dumps(text, ensure_ascii=False))


_TEXT = r'("(?:[^"\\]|\\.)*")'
_LINE = re.compile(rf"[ \t]*(?:([A-Za-z0-9_-]+)|{_TEXT})[ \t]*=[ \t]*(?:([0-9]{{1,9}})|{_TEXT})[ \t]*(?:#.*)?")
_SECTION = re.compile(r"[ \t]*\[([a-z]+)\][ \t]*(?:#.*)?")


def read(source: Source) -> Lock | Diagnostic:
    """A lock from its text, or what is wrong with it and where."""
    reading = _Reading(source)
    offset = 0
    for line in source.text.split("\n"):
        bare = line.rstrip("\r")
        if bare.strip() and not bare.lstrip().startswith("#"):
            wrong = reading.line(bare, Span(source, offset, offset + len(bare)))
            if wrong is not None:
                return wrong
        offset += len(line) + 1
    if not reading.has_format:
        return errors.damaged_lock(Span(source, 0, 0), "it does not say its format")
    return Lock(source, reading.pins, reading.places)


class _Reading:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.section: Section | None = None
        self.has_format = False
        self.pins: dict[Section, dict[str, str]] = {}
        self.places: dict[tuple[Section, str], Span] = {}

    def line(self, text: str, span: Span) -> Diagnostic | None:
        """Read a line that is neither empty nor a comment; what is wrong with it."""
        if text[:7] in ("<<<<<<<", "=======", ">>>>>>>", "|||||||"):
            return errors.damaged_lock(span, "a merge was left unfinished here")
        begun = _SECTION.fullmatch(text)
        if begun is not None and self.has_format:
            return self._begin(begun[1], span)
        found = _LINE.fullmatch(text)
        bare, quoted, number, value = found.groups() if found is not None else (None, "", None, None)
        if not self.has_format:
            return self._format(bare, number, span)
        if found is None or self.section is None or value is None:
            return errors.damaged_lock(span, "this is no line of a lock")
        try:
            name, pinned = bare or json.loads(quoted), json.loads(value)
        except ValueError:
            return errors.damaged_lock(span, "this is no line of a lock")
        return self._pin(self.section, name, pinned, span)

    def _format(self, name: str | None, number: str | None, span: Span) -> Diagnostic | None:
        if name != "format" or number is None:
            return errors.damaged_lock(span, "it does not begin with its format")
        if int(number) != FORMAT:
            return errors.other_lock_format(span, int(number), FORMAT)
        self.has_format = True
        return None

    def _begin(self, name: str, span: Span) -> Diagnostic | None:
        known = next((section for section in SECTIONS if section == name), None)
        if known is None:
            return errors.damaged_lock(span, f"a lock has no section `{name}`")
        if known in self.pins:
            return errors.damaged_lock(span, f"the section `{name}` stands twice")
        self.section = known
        self.pins[known] = {}
        return None

    def _pin(self, section: Section, name: str, pinned: str, span: Span) -> Diagnostic | None:
        if name in self.pins[section]:
            return errors.damaged_lock(span, f"`{name}` stands twice")
        if section in ("library", "files") and re.fullmatch("[0-9a-f]{64}", pinned) is None:
            return errors.damaged_lock(span, f"this is no digest of `{name}`")
        self.pins[section][name] = pinned
        self.places[section, name] = span
        return None


__all__ = ["FORMAT", "read", "written"]
