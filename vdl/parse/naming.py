"""Names as people write them elsewhere: of several words, and labels as numbers."""

from __future__ import annotations

import re

from vdl.parse.lexer import Token
from vdl.text.source import Source


def one_word(source: Source, token: Token) -> str:
    """How to write the name of a statement that has several words, the first of which were understood; "" elsewhere."""
    start = source.text.rfind("\n", 0, token.start) + 1
    found = re.compile(_SEVERAL).search(source.text, max(start, token.start - _LONGEST), token.start + _LONGEST)
    if found is None or not found.start("name") < token.start < found.end("name"):
        return ""
    return f"a name is one word: write `{found['word']} {'_'.join(found['name'].split())}`"


def label_of(source: Source, token: Token) -> str:
    """How to write a label that is given as a number: as an axis of the file has it, where just one ends with that."""
    number = source.text[token.start : token.end]
    if not number.isdigit() or len(number) > _DIGITS:
        return ""
    labels = {
        label for axis in re.finditer(_AXIS, source.text) for label in re.findall(r"[A-Za-z_]\w*", axis["labels"])
        if re.fullmatch(rf"[A-Za-z_]+{number}", label)
    }  # fmt: skip
    one = f": write `at {labels.pop()}`" if len(labels) == 1 else ", as its axis declares it: `at LABEL`"
    return f"a label is a name{one}"


_SEVERAL = (
    r"(?m)(?:^|[\n{},])[ \t]*(?P<word>kind|design|document|source|axis|scenario|expect|ask"
    r"|(?:require|bound)(?:[ \t]+(?:warning|info))?)[ \t]+(?P<name>[A-Za-z_]\w*(?:[ \t]+\w+)+)[ \t]*[\"{:]"
)  # fmt: skip
_AXIS = r"(?m)^axis[ \t]+\w+(?:[ \t]+kept)?[ \t]*\{(?P<labels>[^{}]*)\}"
_LONGEST = 100
"""Characters of a statement that are looked at on either side of a word."""
_DIGITS = 20
"""Digits of a label."""
