"""What a lock pins: by section, names with the version or the digest that each has."""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Literal

from vdl.records import NamedTuple
from vdl.text.source import Source, Span

Section = Literal["compiler", "layout", "library", "files"]

SECTIONS: tuple[Section, ...] = ("compiler", "layout", "library", "files")
"""In the order in which they are written: the compiler, what lays pages out, library files, other files."""

Pins = Mapping[Section, Mapping[str, str]]
"""Name to version, or to the digest of a file."""

SHORT = 12
"""Digits of a digest that people are shown."""


class Lock(NamedTuple):
    """A lock as it was read; `places` says where each pin stands."""

    source: Source
    pins: Pins
    places: Mapping[tuple[Section, str], Span]


class Change(NamedTuple):
    """One pin that is not what it was; "" where there was or is none."""

    section: Section
    name: str
    before: str
    after: str


def digest(text: str) -> str:
    """The SHA-256 of a text in 64 hexadecimal digits. How its lines end makes no difference: a checkout may change that."""
    return sha256(text.replace("\r\n", "\n").encode("utf-8", "surrogatepass")).hexdigest()


def short(pinned: str) -> str:
    """A version, or the first digits of a digest."""
    return pinned[:SHORT] if len(pinned) == 64 else pinned


def changes(before: Pins, after: Pins) -> list[Change]:
    """What is not the same in both, section by section, by name."""
    found = []
    for section in SECTIONS:
        old, new = before.get(section, {}), after.get(section, {})
        for name in sorted({*old, *new}):
            if old.get(name) != new.get(name):
                found.append(Change(section, name, old.get(name, ""), new.get(name, "")))
    return found
