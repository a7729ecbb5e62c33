"""Blanks between two words of one line."""

from __future__ import annotations

from vdl.format.roles import Roles
from vdl.format.words import Word

_NONE_BEFORE = frozenset("_COMMA RPAR RSQB DOT OPTIONAL COLON".split())
_NONE_BEHIND = frozenset("LPAR LSQB DOT".split())
_DOTS = frozenset("DOTS OPEN_DOTS".split())
_BEFORE_DOTS = frozenset("NUMBER NAME UNITPATH PERCENT".split())


def apart(before: Word, word: Word, roles: Roles) -> bool:
    """Whether a blank stands between two words that follow each other."""
    first, second = before.type, word.type
    if second in _NONE_BEFORE or first in _NONE_BEHIND:
        return False
    if second == "LPAR":
        return first != "RPAR" and before.start not in roles.names
    if second in _DOTS:
        return first not in _BEFORE_DOTS
    if first in _DOTS:
        return second not in ("NUMBER", "MINUS")
    if first == "MINUS":
        return before.start in roles.between
    return not (first == "COLON" and word.start in roles.shares)
