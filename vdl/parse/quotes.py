"""Texts that end too late, as a quote is missing: what is behind them reads as words of the language."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from vdl.parse.lexer import Token
from vdl.text.source import Source

_MISSING = 'the text that begins at column {} ends right before `{}`: is a `"` missing{}?'


def ended_late(source: Source, token: Token, before: Sequence[Token], expected: Collection[str]) -> str:
    """What to ask of a word that stands right behind the end of a text, without a blank between: a quote is missing before that,
    most often before a word that goes on with the statement. "" where nothing hints at that."""
    if not before or before[-1].type != "STRING" or before[-1].end != token.start:
        return ""
    word = source.text[token.start : token.end]
    if not word[:1].isalnum():
        return ""
    text = before[-1]
    line = source.text[source.text.rfind("\n", 0, token.start) + 1 :].partition("\n")[0]
    line = line.partition(" //")[0]
    if line.replace('\\"', "").count('"') % 2 == 0:
        return ""
    column = source.place(text.start)[1]
    inner = source.text[text.start + 1 : text.end - 1].split()
    goes_on = next((one for one in reversed(inner[1:]) if {one.upper(), f"_{one.upper()}"} & set(expected)), "")
    return _MISSING.format(column, word, f" before `{goes_on}`" if goes_on else "")


__all__ = ["ended_late"]
