"""Lines of a text as they are laid out: how deep each is indented, and whether a statement begins with it."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.parse.lexer import Token
from vdl.parse.lines import CONTINUES, OPEN
from vdl.records import NamedTuple
from vdl.text.source import Source

# Words that begin a statement or an item wherever they begin a line, and those that may also be names.
BEGINS = frozenset("IMPORT ON LET BOUND REQUIRE PLACE EXPECT ASK SCENARIO WAIVE FOR IF".split())
MAY_BEGIN = frozenset(
    "EDITION SOURCE DIMENSION COUNTED UNIT DISPLAY AXIS KIND DESIGN DOCUMENT COUNT "
    "SECTION TEXT TABLE FACTS WORKING SHOW CALLOUT COVER INPUTS INCLUDE TOTAL CHART BAR MARK TIMES APPENDIX DIAGRAM "
    "BOX LINK".split()
)
NAMES = MAY_BEGIN | frozenset(
    "NAME KEPT BILL FILE OWNER UNTIL LARGEST SMALLEST GIVEN WARNING INFO LABELS LIST LOAD OPEN GROUP MERGE BY ONCE NEAREST "
    "STACKED PILED TO UNJUDGED".split()
)
_GOES_ON = CONTINUES - frozenset(("RBRACE", "RPAR", "RSQB"))


class Line(NamedTuple):
    """A line with those that go on with it: its tokens from `first` up to `end`, and the columns before the first."""

    first: int
    end: int
    indent: int


def lines_of(source: Source, tokens: list[Token]) -> list[Line]:
    """The lines of a text that hold tokens, each with those that go on with it."""
    found: list[Line] = []
    first = 0
    while first < len(tokens):
        end = first
        while end < len(tokens) and tokens[end].type != "_NL":
            end += 1
        if end > first:
            if found and _goes_on(tokens, found[-1].end, first, end):
                found[-1] = found[-1]._replace(end=end)
            else:
                start = tokens[first].start
                margin = source.text[source.text.rfind("\n", 0, start) + 1 : start]
                found.append(Line(first, end, len(margin.expandtabs())))
        first = end + 1
    return found


def _goes_on(tokens: list[Token], before: int, first: int, end: int) -> bool:
    """Whether the line from `first` to `end` goes on with the one that ends at `before`."""
    type, last = tokens[first].type, tokens[before - 1].type
    if type == "RBRACE" or (type == "ELSE" and tokens[end - 1].type == "LBRACE"):
        return False
    if type in _GOES_ON:
        return True
    if last == "_COMMA":
        return not _starts_with_word(tokens, first)
    return last in OPEN and last != "LBRACE" and not starts_statement(tokens, first)


def is_laid_out(tokens: Sequence[Token], lines: Sequence[Line]) -> bool:
    """Whether bodies are mostly indented deeper than the lines that open them."""
    deeper = level = 0
    for line, after in zip(lines, lines[1:]):
        if tokens[line.end - 1].type == "LBRACE" and tokens[after.first].type != "RBRACE":
            deeper += after.indent > line.indent
            level += after.indent <= line.indent
    return deeper >= level


def not_deeper(lines: list[Line]) -> list[int]:
    """For each line the next one that is not indented deeper; the number of lines where there is none."""
    found = [len(lines)] * len(lines)
    waiting: list[int] = []
    for number, line in enumerate(lines):
        while waiting and lines[waiting[-1]].indent >= line.indent:
            found[waiting.pop()] = number
        waiting.append(number)
    return found


def ends_headless(tokens: Sequence[Token], lines: Sequence[Line], number: int, around: int) -> int | None:
    """Which line ends the body that begins with a line without being opened, where the body around it is as deep as `around`:
    a brace alone, or one that is cited, that is less deep than the lines before it, deeper than the body around, and the partner
    of none of their brackets."""
    indent, before, depth = lines[number].indent, lines[number - 1].indent, 0
    if indent <= before or not starts_statement(tokens, lines[number].first):
        return None
    for at in range(number, len(lines)):
        line = lines[at]
        types = [token.type for token in tokens[line.first : line.end]]
        if line.indent < indent:
            alone = types[:2] in (["RBRACE"], ["RBRACE", "AT_SIGN"]) and not depth and around < line.indent
            return at if alone and before in (line.indent, around) else None
        depth += types.count("LBRACE") - types.count("RBRACE")
    return None


def is_apart(source: Source, tokens: Sequence[Token], line: Line, after: Line) -> bool:
    """Whether a blank line stands between a line and the next one, or a comment that is less deep than the next one."""
    between = source.text[tokens[line.end - 1].end : tokens[after.first].start].split("\n")[1:-1]
    margins = [len(one.expandtabs()) - len(one.expandtabs().lstrip()) if one.strip() else 0 for one in between]
    return any(margin < after.indent for margin in margins)


def may_have_body(tokens: Sequence[Token], line: Line) -> bool:
    """Whether a line is one that a body may follow, as far as its tokens tell: none that is a statement of another sort."""
    types = [token.type for token in tokens[line.first : line.end]]
    return types[0] not in BEGINS - {"ON", "SCENARIO", "FOR", "IF"} and not {"EQUAL", "AT_SIGN", "RBRACE"} & set(types)


def starts_statement(tokens: Sequence[Token], at: int) -> bool:
    """Whether a statement or an item begins at a token that begins a line, as far as a few tokens tell."""
    return _starts_with_word(tokens, at) or _behind_path(tokens, at) in ("COLON", "EQUAL", "LBRACE")


def fills(tokens: Sequence[Token], at: int) -> bool:
    """Whether what begins at a token fills something, as statements of bodies do and no item of a file."""
    return _behind_path(tokens, at) in ("EQUAL", "LBRACE")


def _behind_path(tokens: Sequence[Token], at: int) -> str:
    """The type of what stands behind a path; "" where no path begins."""
    while _type(tokens, at) in NAMES and _type(tokens, at + 1) == "DOT":
        at += 2
    return _type(tokens, at + 1) if _type(tokens, at) in NAMES else ""


def _starts_with_word(tokens: Sequence[Token], at: int) -> bool:
    """The same, where the first words leave no doubt: neither an entry nor a parameter begins like this."""
    first, second = _type(tokens, at), _type(tokens, at + 1)
    if first in BEGINS or (first == "STRING" and second == "COLON"):
        return True
    return first in MAY_BEGIN and (second in NAMES or second in ("STRING", "LONG_STRING", "NUMBER", "LBRACE", "FOR"))


def _type(tokens: Sequence[Token], at: int) -> str:
    return tokens[at].type if at < len(tokens) else ""
