"""The words that statements begin with, where one is forgotten at the top of a file or stands where it has no place."""

from __future__ import annotations

import re
from collections.abc import Sequence

from vdl.parse.lexer import Token
from vdl.syntax import SOURCE_FACTS
from vdl.text.source import Source


def uncomma(source: Source, token: Token, before: Sequence[Token], expected: set[str]) -> tuple[Token, str] | None:
    """The word that begins another statement on the line of one that might end before it, and how to divide them; None where none
    does: `weight = 3 kg boxes = 4 boxes`, and `spare = 1 boxes = 4`, where the word was taken for a unit."""
    if not before or "_NL" not in expected:
        return None
    first = token
    if token.type == "EQUAL" and [one.type for one in before[-2:]] == ["NUMBER", "NAME"]:
        first = before[-1]
    last = before[before.index(first) - 1] if first in before else before[-1]
    if first.type != "NAME" or last.type in ("_NL", "LBRACE") or "\n" in source.text[last.end : first.start]:
        return None
    begun = re.compile(_FILLING).match(source.text, first.start)
    if begun is None:
        return None
    word = source.text[first.start : first.end]
    return first, f"a comma between two statements of one line: `{source.text[last.start : last.end]}, {word} {begun[1]} ...`"


_FILLING = r"[A-Za-z_]\w*(?:\.\w+)*\s*(=(?!=)|:(?!=))"
"""A name and the sign behind it that begin a statement."""


def forgotten(source: Source, token: Token, before: Sequence[Token], expected: set[str]) -> str:
    """How to write a statement of a file that lacks its first word, as its body shows which; "" where that shows none."""
    at_top = "COLON" in expected and not expected & {"EQUAL", "LBRACE", "IMPORT"}
    if not at_top or token.type not in ("STRING", "LBRACE", "KEPT", "_FROM") or not _begins(before[:-1], before[-1:], "NAME"):
        return ""
    text, name = source.text, source.text[before[-1].start : before[-1].end]
    head = re.compile(_HEAD).match(text, token.start)
    if head is None:
        return ""
    body = _masked(text, head.end())
    word = _meant(text, name, head, body) if body is not None else ""
    if not word:
        return ""
    title = head["title"] or ""
    parts = [word, name, title if len(title) <= _SHORT else '"..."', *(head["behind"] or "").split(), "{ ... }"]
    return f"a statement at the top of a file begins with its word: write `{' '.join(filter(None, parts))}`"


def misplaced(source: Source, token: Token, before: Sequence[Token], expected: set[str]) -> str:
    """What to do with a statement of a file that stands in a body, or one of a body that stands in no body; "" of others."""
    text = source.text
    if _begins(before, [token], "BOUND REQUIRE PLACE EXPECT ASK SCENARIO WAIVE") and "IMPORT" in expected:
        word = text[token.start : token.end]
        return f"{_an(word)} stands in a body, such as that of a design: move it there" if _statement(text, token.start) else ""
    first = token if token.type == "IMPORT" else before[-1] if before else token
    if not _begins([one for one in before if one is not first], [first], _OF_FILES):
        return ""
    found = _statement(text, first.start)
    opened = _opened(text, first.start) if found is not None else []
    if found is None or not opened:
        return ""
    word, what = found["word"], found["what"]
    holder = _holder(text, opened[-1])
    said = f"{_an(word)} stands at the top of the file, not {f'inside `{holder}`' if holder else 'in a body'}"
    for other in re.finditer(rf"^[ \t]*{word}[ \t]+{re.escape(what)}(?![\w.\"])", text, re.M):
        if not other.start() <= first.start < other.end() and not _opened(text, other.start()):
            there = "imported" if word == "import" else "stated" if word in ("edition", "display") else "declared"
            line = source.place(other.end())[0]
            return f"{said}, and `{what}` is {there} already in line {line}: take this one out"
    return f"{said}: move it there"


def typed_at_top(source: Source, token: Token, before: Sequence[Token]) -> str:
    """What to do with an input that stands at the top of a file; "" of anything else."""
    start = source.text.rfind("\n", 0, token.start) + 1
    found = re.compile(_INPUT).match(source.text, start)
    if found is None or not start <= token.start <= found.end() or not before or _opened(source.text, start):
        return ""
    given = f"`let {found['name']}: {found['type']} = ...`"
    return f"an input stands in the body of a design or a kind: move it there; a constant of the file is {given}"


def _begins(before: Sequence[Token], first: Sequence[Token], types: str) -> bool:
    """Whether a token of one of the types is the first of its statement."""
    return bool(first) and first[0].type in types.split() and (not before or before[-1].type in ("_NL", "LBRACE", "_COMMA"))


def _an(word: str) -> str:
    return f"{'an' if word[0] in 'aeio' else 'a'} `{word}`"


# ------------------------------------------------------------------------------ statements by their form
_OF_FILES = "IMPORT EDITION SOURCE DIMENSION COUNTED UNIT DISPLAY AXIS KIND DESIGN DOCUMENT"

_PATH = r"[A-Za-z_][\w.]*"
_TEXT = r'"[^"\n]*"'

_STATEMENT = (
    rf"(?m)(?:(?P<word0>import)[ \t]+(?P<what0>{_PATH}|{_TEXT})(?:[ \t]+as[ \t]+\w+)?[ \t]*(?:$|//|[,}}])"
    r"|(?P<word1>edition)[ \t]+(?P<what1>\d+)"
    rf"|(?P<word2>source|design|document)[ \t]+(?P<what2>\w+)(?:[ \t]*{_TEXT})?(?:[ \t]+from[ \t]+{_PATH})?[ \t]*\{{"
    r"|(?P<word3>dimension|counted)[ \t]+(?P<what3>\w+)[ \t]*[:=]"
    r"|(?P<word4>unit)[ \t]+(?P<what4>\w+)(?:[ \t]*,[ \t]*\w+)*[ \t]*[:=]"
    r"|(?P<word5>display)[ \t]+(?P<what5>\w+)[ \t]+in\b"
    r"|(?P<word6>axis)[ \t]+(?P<what6>\w+)(?:[ \t]+kept)?[ \t]*\{"
    rf"|(?P<word7>kind)[ \t]+(?P<what7>\w+)[ \t]*(?::[ \t]*{_PATH}[ \t]*)?\{{"
    rf"|(?P<word8>bound|require|place|expect|ask|scenario|waive)[ \t]+(?P<what8>{_PATH}))"
)


def _statement(text: str, start: int) -> dict[str, str] | None:
    """The word of a statement and what it declares, `{"word": "unit", "what": "sack"}`; None of what has no such form."""
    found = re.compile(_STATEMENT).match(text, start)
    if found is None:
        return None
    return {name.rstrip("012345678"): part for name, part in found.groupdict().items() if part is not None}


# ------------------------------------------------------------------------------ what a body shows
_HEAD = rf"(?P<title>{_TEXT})?[ \t]*(?P<behind>kept|from[ \t]+{_PATH})?[ \t]*\{{"

_INPUT = r"(?m)(?P<name>[A-Za-z_]\w*)[ \t]*:[ \t]*(?P<type>[A-Za-z]\w*(?:/\w+)*)\??[ \t]*(?:=(?!=)|in\b|as\b|$|//)"
"""A field with a type that begins a line, up to what follows the type."""

_SHORT = 40
"""Characters of a title that is repeated."""

_LONG = 20_000
"""Characters of a body that are looked at."""

_FIELD = rf"(?m)(?:^|,)[ \t]*(?P<name>{_PATH})[ \t]*="
_LABELS = r"\s*[A-Za-z_]\w*(?:\s*[,\n]\s*[A-Za-z_]\w*)*\s*"
_DECLARES = (
    rf"(?m)(?:^|,)[ \t]*(?:count[ \t]+\w+[ \t]*:|bound\b|\w+[ \t]*:[ \t]*(?:list of[ \t]+|labels of[ \t]+)?{_PATH}(?:/\w+)*"
    r"[ \t]*(?:\?|\bas\b|\bin\b|$|,))"
)  # fmt: skip
"""What kinds have and designs hardly: counts with their bounds, and inputs that have no value."""
_BUILDS = rf"(?m)(?:^|,)[ \t]*(?:place\b|scenario\b|ask\b|expect\b|\w+[ \t]*:[ \t]*{_PATH}[ \t]*(?:\{{|=))"
_WRITES = r"(?m)(?:^|,)[ \t]*(?:section|appendix|text|table|chart|diagram|facts|cover|working|callout|include)[ \t]*[\"{\w]"


def _meant(text: str, name: str, head: re.Match[str], body: str) -> str:
    """The word that a statement with this name, head and body lacks; "" where nothing tells."""
    behind, titled = (head["behind"] or "").partition(" ")[0], head["title"] is not None
    fields = {found["name"] for found in re.finditer(_FIELD, body)}
    if behind == "from":
        return "design"
    if behind == "kept" or (not titled and re.fullmatch(_LABELS, body)):
        return "axis" if not titled and re.fullmatch(_LABELS, body) else ""
    if not (re.search(_DECLARES, body) or re.search(_BUILDS, body) or re.search(_WRITES, body)) and (
        (fields and fields <= set(SOURCE_FACTS)) or re.search(rf"@[ \t]*{re.escape(name)}\b", text)
    ):
        return "source"
    if re.search(_WRITES, body) and not re.search(_DECLARES, body):
        return "document"
    if not titled and (re.search(_DECLARES, body) or re.search(rf":[ \t]*{re.escape(name)}[ \t]*\{{", text)):
        return "kind"
    alone = re.search(r"^design\b", text, re.M) is None
    return "design" if (titled and (fields or re.search(_BUILDS, body))) or (alone and re.search(_BUILDS, body)) else ""


_SIGNS = r'"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"?|//[^\n]*|[{}]'


def _masked(text: str, start: int) -> str | None:
    """What stands in a body itself, from behind its brace on: without texts, comments and what is in further braces; None where
    it does not end within reach."""
    kept: list[str] = []
    depth, at = 1, start
    for sign in re.compile(_SIGNS).finditer(text, start, start + _LONG):
        if depth == 1:
            kept.append(text[at : sign.start()])
        if sign[0] == "}":
            depth -= 1
            if not depth:
                return "".join(kept)
        elif sign[0] == "{":
            kept.append("{" if depth == 1 else "")
            depth += 1
        elif depth == 1 and sign[0][0] == '"':
            kept.append('""')
        at = sign.end()
    return None


def _opened(text: str, end: int) -> list[int]:
    """The places of the braces that are open at an offset, the innermost last."""
    opened: list[int] = []
    for sign in re.compile(_SIGNS).finditer(text, 0, end):
        if sign[0] == "{":
            opened.append(sign.start())
        elif sign[0] == "}" and opened:
            opened.pop()
    return opened


def _holder(text: str, brace: int) -> str:
    """The name of what a body belongs to; "" where none stands before it."""
    start = max(text.rfind("\n", 0, brace), text.rfind("{", 0, brace)) + 1
    found = re.match(rf"\s*(?:(?:kind|design|document|scenario|source|on)[ \t]+)?(?P<name>{_PATH})", text[start:brace])
    return found["name"] if found is not None else ""
