"""Brackets put in order: what a text with a missing or a surplus bracket most likely means.

Where brackets have no partner, the layout tells which one is missing: a body is indented deeper
than the line that opens it, and closed by a brace as deep as that line. What is put in are tokens
without length; what is too much becomes a SURPLUS, which is in no grammar. So every bracket of
the outcome has its partner, and later faults are those of single statements.
"""

from __future__ import annotations

from collections.abc import Sequence

from vdl import errors
from vdl.parse import rows
from vdl.parse.doubled import Doubled
from vdl.parse.lexer import Token
from vdl.parse.rows import BEGINS, NAMES, fills, starts_statement
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import NESTING, SYNTAX_ERRORS
from vdl.text.source import Source, Span

SURPLUS = "SURPLUS"
"""The type of a bracket without partner."""

_PARTNER = {"LBRACE": "RBRACE", "LPAR": "RPAR", "LSQB": "RSQB"}
_CLOSERS = frozenset(_PARTNER.values())

_AT_THE_TOP = frozenset("IMPORT DESIGN KIND DOCUMENT SOURCE EDITION".split())
_HAVE_BODIES = frozenset("DESIGN KIND DOCUMENT ON SECTION".split())
_OF_DESIGNS = frozenset("EXPECT ASK SCENARIO".split())
_OF_BODIES = _OF_DESIGNS | frozenset("REQUIRE PLACE WAIVE BOUND".split())
"""Words that begin statements of bodies alone."""


class Repaired(NamedTuple):
    """Tokens whose brackets have partners, and what was missing."""

    tokens: list[Token]
    found: list[Diagnostic]
    spoken: list[int]
    """Where something is wrong, also beyond the limit of what is reported; in order."""
    cut: Token | None
    """The last token, where the text ends before its brackets are closed."""


def repaired(source: Source, tokens: list[Token]) -> Repaired:
    """The tokens of a text (all newlines among them) with brackets put in or marked where partners are missing."""
    repair = _Repair(source, tokens)
    if _in_order(tokens) and not repair.any_early():
        return Repaired(tokens, [], [], None)
    return repair.run()


def _in_order(tokens: list[Token]) -> bool:
    wanted: list[str] = []
    for token in tokens:
        if token.type in _PARTNER:
            wanted.append(_PARTNER[token.type])
            if len(wanted) > NESTING:
                return False
        elif token.type in _CLOSERS and (not wanted or wanted.pop() != token.type):
            return False
    return not wanted


class _Bracket(NamedTuple):
    """A bracket that is open. One that is nested too deep is left out with all that it holds."""

    token: Token
    line: int
    indent: int
    left_out: bool


class _Repair:
    """One pass over the lines of a text."""

    def __init__(self, source: Source, tokens: list[Token]) -> None:
        self._source = source
        self._tokens = tokens
        self._lines = rows.lines_of(source, tokens)
        self._not_deeper = rows.not_deeper(self._lines)
        self._laid_out = rows.is_laid_out(tokens, self._lines)
        self._closed_by_a_line = set() if self._laid_out else self._lines_that_close()
        self._open: list[_Bracket] = []
        self._out: list[Token] = []
        self._found: list[Diagnostic] = []
        self._spoken: list[int] = []
        self._cut: Token | None = None
        types = [token.type for token in tokens]
        more = types.count("RBRACE") - types.count("LBRACE")
        self._surplus = more > 0
        self._doubled = Doubled(source.text, tokens, self._lines, self._not_deeper) if self._laid_out and more < 0 else None
        self._early: Token | None = None
        """Where a body begins whose closing brace was left out, and that has no other one."""
        self._around: Token | None = None
        """Where the body of an object begins, the first one that holds an object."""

    def run(self) -> Repaired:
        before = left_out = 0
        for number, line in enumerate(self._lines):
            if number >= left_out:
                self._out += self._tokens[before : line.first]  # newlines
            before = line.end
            if number < left_out:
                continue
            if (closing := self._ends_headless(number)) is not None:
                if self._tokens[self._lines[number - 1].end - 1].type != "EQUAL":  # else the parser says it there
                    self._say_headless(number, closing)
                left_out = closing + 1
                continue
            if self._is_amid_a_body(number, self._open):
                self._leave_out(self._tokens[line.first], number, self._open[-1])
                continue
            if (other := self._copied(number)) is not None:
                self._say_copy(number, other, self._open[-1].token)
                continue
            self._close(self._staying(number))
            for at in range(line.first, line.end):
                self._token(number, at)
            self._open_by_layout(number)
        self._out += self._tokens[before:]
        self._close(0, at_end=True)
        return Repaired(self._out, self._found, sorted(self._spoken), self._cut)

    # -- what the layout says
    def _staying(self, number: int) -> int:
        """How many of the open brackets are still open when a line begins."""
        line = self._lines[number]
        type = self._tokens[line.first].type
        everything = keep = len(self._open)
        starts = starts_statement(self._tokens, line.first)
        if not self._laid_out:
            if not starts or not everything:
                return everything
            return 0 if line.indent == 0 and type in _AT_THE_TOP else self._staying_without_layout(number, type)
        if type == "RBRACE":
            while keep and self._open[keep - 1].indent > line.indent:
                keep -= 1
            if keep and self._open[keep - 1].indent == line.indent:
                return keep
            return min(keep + 1, everything)  # most likely only this brace is indented wrongly
        if type == "ELSE" or starts:
            while keep and self._open[keep - 1].indent >= line.indent:
                keep -= 1
        return keep

    def _staying_without_layout(self, number: int, type: str) -> int:
        """The same before a statement of a text that is not indented.

        What only designs hold ends the bodies of objects. A body that begins in the middle of a line would end in that
        line or in the middle of another one; where the next closing brace begins a line, that one is another body's.
        """
        keep = len(self._open)
        if type in _OF_DESIGNS:
            homes = [at for at, one in enumerate(self._open) if self._begins(one) in ("DESIGN", "SCENARIO")]
            return homes[-1] + 1 if homes else keep
        last = self._open[-1]
        inside = last.line < number and self._tokens[self._lines[last.line].end - 1] is not last.token
        return keep - (inside and last.token.start in self._closed_by_a_line)

    def _lines_that_close(self) -> set[int]:
        """Where brackets open whose partner begins a line, if all brackets behind them have partners."""
        firsts = {line.first for line in self._lines}
        found: set[int] = set()
        opened: list[int] = []
        for at, token in enumerate(self._tokens):
            if token.type in _PARTNER:
                opened.append(token.start)
            elif token.type in _CLOSERS and opened:
                start = opened.pop()
                if at in firsts:
                    found.add(start)
        return found

    def _begins(self, bracket: _Bracket) -> str:
        """The type of the word that begins the line of a bracket."""
        return self._tokens[self._lines[bracket.line].first].type

    def _open_by_layout(self, number: int) -> None:
        """Puts a brace at the end of a line that lacks one: what follows is deeper and ends in a brace as deep as this line."""
        if not self._laid_out or number + 1 == len(self._lines) or self._not_deeper[number] == len(self._lines):
            return
        line, after, closing = [self._lines[at] for at in (number, number + 1, self._not_deeper[number])]
        if closing.indent != line.indent or self._tokens[closing.first].type != "RBRACE":
            return
        first, final = [self._tokens[at].type for at in (line.first, line.end - 1)]
        waits = (first, final) == ("RBRACE", "ELSE")
        if not waits and (self._lacks_a_line(number) or (self._surplus and not rows.may_have_body(self._tokens, line))):
            return  # most likely a line between them is missing
        empty = after is closing
        if empty and (final == "RBRACE" or (self._open and self._open[-1].indent >= line.indent)):
            return
        if self._open and (self._open[-1].line == number or self._open[-1].token.type != "LBRACE"):
            return
        body = first in _HAVE_BODIES if empty else first in NAMES | BEGINS and starts_statement(self._tokens, after.first)
        if first == "AXIS" or body or waits:
            last = self._tokens[line.end - 1].end
            if final != "OPEN_STRING":  # else a text has swallowed the brace, which is said
                self._say(errors.unfinished_statement(Span(self._source, last - 1, last), ["`{`"]))
            self._out.append(Token("LBRACE", last, last))
            self._open.append(_Bracket(self._out[-1], number, line.indent, False))

    def _closed_later(self, bracket: _Bracket, number: int) -> bool:
        """Whether a line behind this one is as deep as the line of the bracket, and begins with a brace."""
        closing = self._not_deeper[bracket.line]
        if not self._laid_out or not number < closing < len(self._lines):
            return False
        line = self._lines[closing]
        return line.indent == bracket.indent and self._tokens[line.first].type == "RBRACE"

    def any_early(self) -> bool:
        """Whether a brace closes a body before its statements end, in a text whose brackets have partners."""
        opened: list[_Bracket] = []
        for number, line in enumerate(self._lines):
            if self._is_amid_a_body(number, opened):
                return True
            for at in range(line.first, line.end):
                token = self._tokens[at]
                if token.type in _PARTNER:
                    opened.append(_Bracket(token, number, line.indent, False))
                elif token.type in _CLOSERS and self._closes_early(opened.pop(), number, at):
                    return True
        return False

    def _closes_early(self, bracket: _Bracket, number: int, at: int) -> bool:
        """Whether a brace that closes the body of a design or a kind stands before statements of a body that are deeper."""
        line = self._lines[number]
        if not self._laid_out or at != line.first or bracket.indent != line.indent or bracket.line == number:
            return False
        if self._begins(bracket) not in _HAVE_BODIES or self._lacks_a_line(number):
            return False
        behind = [self._tokens[one.first].type for one in self._lines[number + 1 : self._not_deeper[number]]]
        return any(type in _OF_BODIES for type in behind) and behind[0] not in _AT_THE_TOP

    def _is_amid_a_body(self, number: int, opened: Sequence[_Bracket]) -> bool:
        """Whether a line is a brace that closes the innermost body, and what stands behind it is indented as the body is:
        where there are too many such braces, or where it fills something and would be an item of the file."""
        line = self._lines[number]
        alone = line.end == line.first + 1 and self._tokens[line.first].type == "RBRACE"
        if not alone or not self._laid_out or not opened or number + 1 == len(self._lines):
            return False
        body, after = opened[-1], self._lines[number + 1]
        if body.token.type != "LBRACE" or not line.indent <= body.indent < after.indent:
            return False
        fitting = self._surplus or (len(opened) == 1 and fills(self._tokens, after.first))
        return fitting and not self._lacks_a_line(number)

    # -- what lacks its first line
    def _lacks_a_line(self, number: int) -> bool:
        """Whether most likely one is missing behind a line that ends a body or a statement: one that opens what follows."""
        if not self._surplus or number + 1 == len(self._lines):
            return False
        return rows.is_apart(self._source, self._tokens, self._lines[number], self._lines[number + 1])

    def _ends_headless(self, number: int) -> int | None:
        """Which line ends the body that begins with a line, where nothing opens it."""
        if not (self._surplus and self._laid_out and number) or (self._open and self._open[-1].token.type != "LBRACE"):
            return None
        return rows.ends_headless(self._tokens, self._lines, number, self._open[-1].indent if self._open else -1)

    def _say_headless(self, number: int, closing: int) -> None:
        first, brace = self._tokens[self._lines[number].first], self._tokens[self._lines[closing].first]
        span = Span(self._source, first.start, first.end)
        inside = "write `NAME: KIND {` above it, or `NAME {` if the object is there"
        how = inside if self._open else "it begins with a word such as `design`, `kind` or `source`"
        hint = f"the line that opens this body is missing: {how}"
        said = errors.unexpected_word(span, span.text, [], hint=hint)
        self._say(said._replace(related=((Span(self._source, brace.start, brace.end), "it ends here"),)))

    # -- what stands twice
    def _copied(self, number: int) -> int | None:
        """Of which line one is a copy that is not meant in the body it stands in: the copy would end the body, which goes on
        behind it, and what it declares is declared in the other line."""
        other = self._doubled.other(number) if self._doubled is not None else None
        if self._doubled is None or other is None or not self._open or number + 1 == len(self._lines):
            return None
        body, after = self._open[-1], self._lines[number + 1]
        if body.token.type != "LBRACE" or body.indent < self._lines[number].indent or self._doubled.says_the_same(number):
            return None
        closes = self._tokens[after.first].type == "RBRACE" and after.indent == body.indent
        return other if closes or after.indent > body.indent else None

    def _takes_out_a_copy(self, bracket: _Bracket) -> bool:
        """Leaves out a line whose body is empty and never closed, and that stands elsewhere, too."""
        other = self._doubled.twin(bracket.line) if self._doubled is not None else None
        if other is None or bracket.left_out:
            return False
        first, end = self._lines[bracket.line].first, self._lines[bracket.line].end
        size = len(self._out)
        while size and self._out[size - 1].type == "_NL":
            size -= 1
        if self._out[size - 1] is not bracket.token or self._tokens[end - 1] is not bracket.token:
            return False
        del self._out[size - (end - first) : size]
        self._say_copy(bracket.line, other)
        return True

    def _say_copy(self, number: int, other: int, around: Token | None = None) -> None:
        """Says of a line that it stands twice, once without an end of its body."""
        assert self._doubled is not None
        brace, name = self._tokens[self._lines[number].end - 1], self._doubled.name(other)
        outer = [Span(self._source, around.start, around.end)] if around is not None else []
        declared = Span(self._source, name.start, name.end)
        self._say(errors.unclosed_brace(Span(self._source, brace.start, brace.end), outer, declared=declared))

    # -- what the brackets say
    def _token(self, number: int, at: int) -> None:
        token = self._tokens[at]
        if token.type in _PARTNER:
            left_out = len(self._open) >= NESTING
            if left_out and not self._open[-1].left_out:
                self._say(errors.too_deep(Span(self._source, token.start, token.end), NESTING))
            body = at > 0 and self._tokens[at - 1].type in NAMES | {"STRING"}
            if body and self._open and self._begins(self._open[-1]) == "NAME":
                self._around = self._around or self._open[-1].token
            self._open.append(_Bracket(token, number, self._lines[number].indent, left_out))
        elif token.type in _CLOSERS:
            partner = self._partner(number, at)
            if partner is None:
                token = Token(SURPLUS, token.start, token.end)
            elif self._closes_early(self._open[partner], number, at):
                self._leave_out(token, number, self._open[partner])
                return
            else:
                self._close(partner + 1)
                if self._open.pop().left_out:
                    return
        if not (self._open and self._open[-1].left_out):
            self._out.append(token)

    def _leave_out(self, token: Token, number: int, bracket: _Bracket) -> None:
        """Leaves out a brace that closes a body early, and says so. Where nothing else closes the body, the layout does."""
        closing = self._not_deeper[number]
        if closing == len(self._lines) or self._tokens[self._lines[closing].first].type != "RBRACE":
            self._early = bracket.token
        first = self._tokens[self._lines[bracket.line].first]
        body = Span(self._source, first.start, bracket.token.end)
        deed = "move it down" if self._early is bracket.token else "take it out"
        hint = f"{deed}: the statements behind it are indented as those of the body that it closes"
        said = errors.unexpected_word(Span(self._source, token.start, token.end), "}", [], hint=hint)
        others = () if self._early is bracket.token else ("or write the line that opens theirs, if it is missing",)
        self._say(said._replace(related=((body, "this body"),), help=(*said.help, *others)))

    def _partner(self, number: int, at: int) -> int | None:
        """Which of the open brackets a closing one closes."""
        type, brackets = self._tokens[at].type, self._open
        partner = len(brackets) - 1
        if type == "RBRACE":
            while partner >= 0 and brackets[partner].token.type != "LBRACE":
                partner -= 1
            if partner < 0:
                return None
            exact = at == self._lines[number].first and brackets[partner].indent == self._lines[number].indent
            surplus = brackets[partner].line < number and not exact and self._closed_later(brackets[partner], number)
            return None if surplus else partner
        while partner >= 0 and brackets[partner].token.type == "LBRACE" and brackets[partner].line == number:
            partner -= 1
        return partner if partner >= 0 and brackets[partner].token.type != "LBRACE" else None

    def _close(self, keep: int, *, at_end: bool = False) -> None:
        """Closes the innermost brackets until `keep` are left, and says so once."""
        closed = self._open[keep:][::-1]
        if not closed:
            return
        if self._takes_out_a_copy(closed[0]):
            self._open.pop()
            self._close(keep, at_end=at_end)
            return
        del self._open[keep:]
        place = len(self._out) - (self._out[-1].type == "_NL")
        last = self._out[place - 1]
        end = last.end
        self._out[place:place] = [Token(_PARTNER[b.token.type], end, end) for b in closed if not b.left_out]
        if any(b.left_out for b in closed) or last.type == "OPEN_STRING":
            return  # something else is said: too deep, or a text that may have swallowed the bracket
        if at_end:
            self._cut = last
        if [b.token for b in closed] == [self._early]:
            return
        braces = [Span(self._source, b.token.start, b.token.end) for b in closed if b.token.type == "LBRACE"]
        if braces:
            self._say(errors.unclosed_brace(braces[0], braces[1:], self._perhaps() if at_end else None))
        elif at_end:
            self._say(errors.unexpected_end(Span(self._source, len(self._source.text), len(self._source.text))))
        else:
            word = "`)`" if closed[0].token.type == "LPAR" else "`]`"
            self._say(errors.unfinished_statement(Span(self._source, end - 1, end), [word]))

    def _perhaps(self) -> Span | None:
        """A body that may lack its brace as well as the one around it, in a text that is not indented."""
        around = self._around
        return None if around is None or self._laid_out else Span(self._source, around.start, around.end)

    def _say(self, diagnostic: Diagnostic) -> None:
        if len(self._found) < SYNTAX_ERRORS:
            self._found.append(diagnostic)
        if diagnostic.span is not None:
            self._spoken.append(diagnostic.span.start)
