"""Whether the text of a catalog is whole. Babel passes over much that is not, and what it drops stays English unnoticed."""

from __future__ import annotations

import re

_LINE = re.compile(r'(?P<word>msgctxt|msgid_plural|msgid|msgstr(?:\[(?P<number>\d+)\])?)?\s*(?P<text>".*)')
_TEXT = re.compile(r'"(?:[^"\\]|\\[abfnrtv"\\])*"')
_BEHIND = {
    "": ("msgctxt", "msgid"), "msgctxt": ("msgid",), "msgid": ("msgid_plural", "msgstr"), "msgid_plural": ("msgstr[0]",),
    "msgstr": ("msgctxt", "msgid"),
}  # fmt: skip
"""What may come behind each word of an entry, which stands on lines of their own; a number behind `msgstr[0]`."""


def fault(text: str) -> tuple[int, str] | None:
    """The first line that is not as gettext has it, counted from 1, and why; None where all are.

    >>> fault('msgid "Total"')
    (1, 'the catalog ends within this entry: `msgid_plural` or `msgstr` is missing')
    """
    last, begun, entries = "", 0, 0
    at = 0
    for at, line in enumerate(re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff")), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            return at, f'`{line[:40]}` is no line of a catalog: `msgid "..."`, `msgstr "..."`'
        if not _TEXT.fullmatch(found["text"]):
            return at, _why_no_text(found["text"])
        word = found["word"]
        if word is None:
            if not last:
                return at, "a text stands here without `msgid` or `msgstr`"
            continue
        wanted = _wanted(last)
        if word not in wanted:
            return at, f"`{word}` stands where {_either(wanted)} is expected"
        if not last.startswith("msgid") and not word.startswith("msgstr"):
            begun = at if last != "msgctxt" else begun
        last = word
        entries += word == "msgid"
    if last and not last.startswith("msgstr"):
        return begun, f"the catalog ends within this entry: {_either(_wanted(last))} is missing"
    return None if entries else (at, "the catalog has no entry")


def _wanted(last: str) -> tuple[str, ...]:
    if "[" not in last:
        return _BEHIND[last]
    return (f"msgstr[{int(last[7:-1]) + 1}]", *_BEHIND["msgstr"])


def _either(words: tuple[str, ...]) -> str:
    return " or ".join([f"`{word}`" for word in words])


def _why_no_text(text: str) -> str:
    """Why what begins with a quote is no text as gettext writes it."""
    whole = re.match(r'"(?:[^"\\]|\\.)*"', text)
    if whole is None:
        return "this text has no closing quote"
    unknown = re.search(r"(?<!\\)(?:\\\\)*(\\[^abfnrtv\"\\])", whole[0])
    return f"`{unknown[1]}` says nothing in a text" if unknown else f"`{text[whole.end() :].strip()[:40]}` stands behind the text"


__all__ = ["fault"]
