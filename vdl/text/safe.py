r"""What a text from anywhere looks like where people see it: nothing in it steers a terminal or hides.

Whoever writes a design, a file name or an option decides what stands in the outputs. Control characters,
marks that turn the direction of writing and characters that can't be seen are written as `\u{1b}`.
Which they are is fixed here and does not depend on the Unicode tables of the Python at hand.
"""

from __future__ import annotations

import re

MOST = 4_000
"""Characters of a line that people are shown; a written-out number with the most digits there can be is shorter."""

_CONTROLS = "\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff"
"""C0 but for tab and line feed, DEL, C1; marks, embeddings, overrides and isolates of direction; separators of
lines; halves of surrogate pairs."""

INVISIBLE = (
    "\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200d\u2060-\u2065\u206a-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    "\ufff0-\ufffb\ufffe\uffff\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff"
)
"""What Unicode calls ignorable by default: without a width or a shape of its own. To stand in the brackets of a
regular expression."""


NARROW = " -~,\xa0-\u02ff,\u0370-\u0482,\u048a-\u052f,\u2000-\u200a,\u2010-\u2027,\u202f-\u205f,\u2070-\u20cf,\u2100-\u2319"
"""What takes one column for certain: to know this much, no library need be loaded."""


def shown(text: str, most: int = MOST) -> str:
    """A text as it is shown on one line: all of it visible, with `...` where more than `most` characters were cut.

    Line ends and tabs become spaces. `most` counts characters of the text; escapes may be longer.
    """
    if len(text) > most:
        text = text[: max(most - 3, 0)] + "..."
    return text if text.isascii() and text.isprintable() else visible(text).replace("\n", " ")


def visible(text: str) -> str:
    """A text of several lines with all of it visible, however long it is; line feeds stay, tabs become spaces."""
    if text.isascii() and text.replace("\n", "").isprintable():
        return text
    return re.sub(f"[{_CONTROLS}{INVISIBLE}]", _escape, text.replace("\r\n", "\n").replace("\t", " "))


def printable(text: str) -> str:
    """A text of several lines for a document: without control characters and marks of direction.

    Line feeds and tabs stay, and so does what is invisible but needed to write some languages.
    """
    return re.sub(f"[{_CONTROLS}]", _escape, text)


def escaped(json: str) -> str:
    r"""A text of JSON that means the same and can be shown: what `shown` would escape is written as `\u001b`."""
    if json.isascii() and "\x7f" not in json:
        return json
    return re.sub(f"[{_CONTROLS}{INVISIBLE}]", _units, json)


def width(text: str) -> int:
    """How many columns a text takes that is `shown` on a terminal."""
    if text.isascii() or re.fullmatch(f"[{NARROW}]*", text):
        return len(text)
    from wcwidth import wcswidth

    return max(wcswidth(text), 0)


def _escape(match: re.Match[str]) -> str:
    return f"\\u{{{ord(match[0]):x}}}"


def _units(match: re.Match[str]) -> str:
    """One or two units of UTF-16, as JSON escapes them."""
    data = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{high:02x}{low:02x}" for high, low in zip(data[::2], data[1::2]))
