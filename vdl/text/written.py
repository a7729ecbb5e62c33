"""Pieces of a source as they are written, for people."""

from __future__ import annotations

import re

from vdl.text.source import Span


def written(span: Span) -> str:
    """A piece of a source on one line, without comments, with the brackets at its ends that belong to it."""
    text, start, end = span.source.text, span.start, span.end
    missing, opened = 0, 0
    for mark in re.findall(r"[()]", re.sub(_STRING, "", text[start:end])):
        if mark == "(":
            opened += 1
        elif opened:
            opened -= 1
        else:
            missing += 1
    while missing and text[:start].rstrip().endswith("("):
        start = text.rindex("(", 0, start)
        missing -= 1
    while opened and text[end:].lstrip().startswith(")"):
        end = text.index(")", end) + 1
        opened -= 1
    return on_one_line(text[start:end])


def on_one_line(text: str) -> str:
    """A piece of a design without comments, and with one blank where several or line ends stand; its texts are as they were."""
    return re.sub(_BLANKS, lambda m: m[1] or " ", text).strip()


def spelled(text: str) -> str:
    """A piece of a design with its numbers in one spelling: "120000" for "120_000", "0.5" for "0.50"."""
    return re.sub(_NUMBER, lambda m: m[0] if m[1] else _plain(m[0]), text)


def readable(text: str) -> str:
    """A figure as it is written in a design, as people read it: "47,500 kg" of "47_500 kg"."""
    return re.sub(r"(?<=[0-9])_(?=[0-9])", ",", text) if text[:1].isdigit() else text


def rounded(text: str) -> str:
    """How a figure of things that are whole may be written: "write `5 boxes` or `6 boxes`" for "5.04 boxes"; what is no such
    figure is rounded up."""
    figure, early = re.fullmatch(_FRACTION, text), re.fullmatch(_EARLY, text)
    if early is not None:  # what is whole already is rounded there, and not what comes of it
        product = f"{early['before'] or ''}{early['inner']}{early['behind'] or ''}"
        return f"to round up what comes of it, write `ceil({product})`"
    if figure is None:
        return f"to round up, write `ceil({text or '...'})`"
    below, unit = int(figure[1].replace("_", "")), figure[2]
    return f"write `{below:_}{unit}` or `{below + 1:_}{unit}`"


_PATH = r"[A-Za-z_][\w.]*"
_EARLY = rf"(?P<before>{_PATH} \* )?ceil\((?P<inner>{_PATH}(?: \* {_PATH})*)\)(?P<behind> \* {_PATH})?"
"""A product of which one factor is rounded up by itself."""

_FRACTION = r"([0-9][0-9_]*)\.[0-9_]*[1-9][0-9_]*((?: [A-Za-z][\w/]*)?)"
"""A number with a fraction, and its unit."""


def _plain(number: str) -> str:
    digits = number.replace("_", "")
    return digits.rstrip("0").rstrip(".") if "." in digits else digits


_NUMBER = r'("(?:[^"\\]|\\.)*")|(?<![\w.])[0-9][0-9_]*(?:\.[0-9][0-9_]*)?(?![\w.]*[0-9])'
"""Texts, and numbers; a date is none."""

_STRING = r'"(?:[^"\\]|\\.)*"|//[^\n]*'
"""What brackets mean nothing in: texts and comments."""

_BLANKS = r'("(?:[^"\\]|\\.)*")|(?:\s|//[^\n]*)+'
"""Texts, and what stands between words."""
