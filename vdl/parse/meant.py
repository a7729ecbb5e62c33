"""What the text before a fault shows of the form that was meant: `:` in place of `=`, `=` in place of `:`, a proportion."""

from __future__ import annotations

import re

from vdl.parse.lexer import Token
from vdl.text.source import Source


def meant(source: Source, token: Token) -> str:
    """How to write what most likely was meant, with the words that stand there; "" where nothing shows it."""
    before = source.text[max(0, token.start - _BEFORE) : token.start]
    behind = source.text[token.start : token.start + _BEHIND]
    for written, type, words in _FORMS:
        found = written.search(before) if token.type in type else None
        if found is not None:
            part = {name: text or "" for name, text in found.groupdict().items()}
            return words.format(**part, value=_value(behind), number=_number(behind))
    return ""


def _value(text: str) -> str:
    """The value that a text begins with, as far as it is a short one; else dots."""
    found = _SHORT.match(text.lstrip(": "))
    return found[0] if found else "..."


def _number(text: str) -> str:
    """The first number in a text, without its unit; else dots."""
    found = _DIGITS.match(text)
    return found[1] if found else "..."


_DIGITS = re.compile(r"\W*(\d[\d_.]*)")

_BEFORE, _BEHIND = 400, 60
"""Characters that are looked at."""

_SHORT = re.compile(r'\d[\d_.]*(?: [A-Za-z%][\w/%]*)?(?![\w.])|true\b|false\b|"[^"\n{}]{0,30}"')

_PATH = r"[A-Za-z_][\w.]*"
_STARTS = r"(?:^|[\n{},])[ \t]*"
_VALUES = frozenset("NUMBER STRING DATE TRUE FALSE LBRACE LPAR LSQB MINUS NOT CHOOSE ALL OPEN_STRING".split())

_GIVE = "a type follows `:`, and a value is given with `=`: write `{name} = {value}`"
_COMPARE = "to compare, write `==`"
_FORMS = tuple([
    (re.compile(written), types, words)
    for written, types, words in (
        (rf"{_STARTS}(?P<name>{_PATH})[ \t]*:[ \t]*$", _VALUES, _GIVE),
        (rf"{_STARTS}(?P<name>{_PATH}\.{_PATH})[ \t]*$", frozenset(["COLON"]),
         "a value is given with `=`: write `{name} = {value}`"),
        (r"(?:^|\n)[ \t]*(?P<name>unit [\w, ]+?)[ \t]*$", frozenset(["COLON"]), "it is made with `=`: write `{name} = {value}`"),
        (rf"{_STARTS}(?P<name>{_PATH})[ \t]*=[ \t]*(?P<kind>{_PATH})[ \t]*$", frozenset(["LBRACE"]),
         "to declare an object, write `{name}: {kind} {{ ... }}`; to copy one, `{name} = {kind} with {{ ... }}`"),
        (rf"{_STARTS}(?P<name>{_PATH})[ \t]*:[ \t]*(?P<kind>{_PATH})[ \t]*=[ \t]*\{{\s*{_PATH}[ \t]*$", frozenset(["EQUAL"]),
         "the body of an object follows its kind: write `{name}: {kind} {{ ... }}`"),
        (rf"{_STARTS}(?P<name>{_PATH})[ \t]*=[ \t]*\{{\s*{_PATH}[ \t]*$", frozenset(["EQUAL"]),
         "to fill an object that is there, write `{name} {{ ... }}`; to declare one, `{name}: KIND {{ ... }}`"),
        (r"\b(?:require|expect)\b[^{}\n:]*:[^{}\n]*$", frozenset(["EQUAL"]), _COMPARE),
        (r"\b(?:if|when|where|and|or|not)\b[^{}\n]*$", frozenset(["EQUAL"]), _COMPARE),
        (r"(?<![\w.])(?P<low>\d[\d_.]*)[ \t]*(?P<unit>[A-Za-z%][\w/%]*)[ \t]*$", frozenset(["DOTS"]),
         "a range has its unit once, behind it: write `{low}..{number} {unit}`"),
        (r"(?<![\w.])(?P<many>\d[\d_.]*)[ \t]*$", frozenset(["COLON"]),
         "write a proportion as a division, `{many} / {value}`, or as a number with its unit, such as `{many} boxes/shelf`"),
    )
])  # fmt: skip
"""What stands before a fault, the types of the token that it may be, and what to say."""
