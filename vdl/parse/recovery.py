"""A file with faults, token by token: what can be understood of it, and what to say of the rest.

The brackets are put in order first (`vdl.parse.layout`), so that each body ends where it should.
Then each fault costs the statement it stands in, and no more.
"""

from __future__ import annotations

from bisect import bisect_left

from vdl import errors
from vdl import syntax as s
from vdl.parse.automaton import END, Mark, State
from vdl.parse.explain import explain, on_new_line, wants_more, went_on
from vdl.parse.faults import SyntaxFault, Unexpected
from vdl.parse.layout import SURPLUS, Repaired, repaired
from vdl.parse.lexer import Lexer, Token
from vdl.parse.lines import lines
from vdl.parse.rows import starts_statement
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import SYNTAX_ERRORS
from vdl.text.source import Source, Span


def recovered(source: Source, lexer: Lexer, state: State) -> tuple[s.File, list[Diagnostic]]:
    """What can be understood of a text with faults, and what is to be said of them; `state` is the one before a file.

    Raises TooManyWords.
    """
    tokens = list(lexer.tokens(source.text, 0, len(source.text)))
    return _Recovery(source, repaired(source, tokens), state).run()


class _Body(NamedTuple):
    """A body that is open, or the file: where its present statement begins, and the state before that.

    The braces of a value by label hold no statements: a fault in them costs the statement around them.
    """

    begin: int
    before: Mark
    value: bool = False


_OPENING = {")": "(", "]": "["}
"""What opens what such a bracket closes."""


class _LineEnds:
    """Where lines end, for offsets that mostly rise: a long line is not looked through for each of its faults."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._start, self._end = 0, -1

    def behind(self, offset: int) -> int:
        """Where the line of an offset ends."""
        if not self._start <= offset <= self._end:
            end = self._text.find("\n", offset)
            self._start, self._end = offset, end if end >= 0 else len(self._text)
        return self._end


class _Recovery:
    """One pass over the tokens of a text whose brackets are in order, from the state before the first of them."""

    def __init__(self, source: Source, repaired: Repaired, state: State) -> None:
        self._source = source
        self._state = state
        self._tokens = list(lines(repaired.tokens))
        self._bodies = [_Body(0, state.mark())]
        self._found = list(repaired.found)
        self._spoken = repaired.spoken
        """Where something is wrong that has been said: what else is wrong with that statement comes of it."""
        self._cut = repaired.cut
        self._lonely = [token.start for token in repaired.tokens if token.type == SURPLUS]
        self._here, self._before = _LineEnds(source.text), _LineEnds(source.text)
        self._surplus = -1
        """The last bracket without partner that was met."""

    def run(self) -> tuple[s.File, list[Diagnostic]]:
        """What was understood, and what there is to say, in order and within the limit of the language."""
        at = 0
        while at < len(self._tokens):
            try:
                self._take(at)
                at += 1
            except SyntaxFault as fault:
                at = self._after(fault, at)
        end = len(self._source.text)
        try:
            tree: s.File = self._state.finish(end)
        except SyntaxFault as fault:
            self._after(fault, at)
            tree = self._state.finish(end)
        return tree, sorted(self._found, key=Diagnostic.key)[:SYNTAX_ERRORS]

    def _take(self, at: int) -> None:
        """One token further. Raises SyntaxFault."""
        token, body = self._tokens[at], self._bodies[-1]
        if token.type == SURPLUS:
            if self._surplus < body.begin:
                self._surplus = at
                self._say(errors.unexpected_word(self._span(at), self._span(at).text, [], hint=self._more_than_open(at)))
            return
        before = self._state.mark() if token.type in ("_NL", "_COMMA") and not body.value else None
        self._state.feed((token,))
        if before is not None:
            divides = token.type == "_NL" or self._state.accepts("LET") or self._state.accepts("FOR")
            if divides and not self._within_number(at):
                self._bodies[-1] = _Body(at + 1, before)
        elif token.type == "LBRACE":
            self._bodies.append(_Body(at + 1, self._state.mark(), self._state.accepts("ELSE_LABEL")))
        elif token.type == "RBRACE" and len(self._bodies) > 1:
            self._bodies.pop()

    def _behind_comma(self, at: int) -> Diagnostic | None:
        """What is said of a value behind a comma that lacks the bracket around it: that what closes it has no partner."""
        if not 0 < at < len(self._tokens) or self._tokens[at - 1].type != "_COMMA" or at != self._bodies[-1].begin:
            return None
        closing = self._surplus_in_line(at)
        hint = self._more_than_open(closing) if closing is not None else ""
        return errors.unexpected_word(self._span(closing), self._span(closing).text, [], hint=hint) if closing and hint else None

    def _more_than_open(self, at: int) -> str:
        """How many closing brackets of a sort a statement has too many; of braces, which lines tell of, only whether a body is
        open that they do not close."""
        closing = self._span(at).text
        if closing == "}" and len(self._bodies) == 1:
            return "no body is open here: take it out, or write the line that opens one"
        if closing == "}":
            return "one `}` is one too many: the body around it goes on, so take it out, or write the `{` that it closes"
        if closing not in _OPENING or len(self._found) >= SYNTAX_ERRORS:
            return ""
        begin, end = self._bodies[-1].begin, self._statement_end(self._bodies[-1].begin, at)
        while begin and self._tokens[begin - 1].type not in ("_NL", "LBRACE"):  # commas before it may divide no statements
            begin -= 1
        texts = [self._span(one).text for one in range(begin, end)]
        more = texts.count(closing) - texts.count(_OPENING[closing])
        if more < 1:
            return ""
        what = f"the statement has {'one' if more == 1 else f'{more:,}'} `{closing}` more than `{_OPENING[closing]}`"
        return f"{what}: take {'it' if more == 1 else 'them'} out, or write the `{_OPENING[closing]}` that is missing"

    def _within_number(self, at: int) -> bool:
        """Whether a comma stands between digits: no statement begins with one, so the fault is that of the one before it."""
        around = [token.type for token in self._tokens[max(0, at - 1) : at + 2]]
        comma = self._tokens[at]
        return around == ["NUMBER", "_COMMA", "NUMBER"] and (
            self._tokens[at - 1].end == comma.start and self._tokens[at + 1].start == comma.end
        )

    # -- after a fault
    def _after(self, fault: SyntaxFault, at: int) -> int:
        """Says what is wrong and goes back to before the statement; where to go on."""
        whole = self._bodies[-1].value
        while self._bodies[-1].value:
            self._bodies.pop()
        begin, before, _ = self._bodies[-1]
        if not whole and isinstance(fault, Unexpected) and at < len(self._tokens) and fault.token is self._tokens[at]:
            if self._ends_above(begin, at):
                return at
            if (bracket := self._missing_bracket(begin, at)) is not None:
                return bracket
        self._state.back(before)
        line = None if whole else self._next_line(begin, at)
        end = line if line is not None else self._statement_end(begin, at)
        if len(self._found) < SYNTAX_ERRORS and not self._comes_of_another(fault, begin, end):
            self._say(self._behind_comma(at) or explain(self._source, fault, self._tokens[max(0, at - 4) : at]))
        return self._begin_line(line) if line is not None else self._skip_to(end)

    def _ends_above(self, begin: int, at: int) -> bool:
        """Takes a statement for complete where the fault begins the next line, which is one of its own."""
        if at == begin or not on_new_line(self._source, self._tokens[at - 1], self._tokens[at]):
            return False
        if not self._again(begin, at):
            return False
        before, start = self._state.mark(), self._tokens[at].start
        if not self._fed([Token("_NL", start, start)]):
            return False
        self._bodies[-1] = _Body(at, before)
        return True

    def _missing_bracket(self, begin: int, at: int) -> int | None:
        """Puts a brace before the fault or before the last token, or what opens a call before the fault, where the bracket
        that closes it stands in the same line."""
        closing = self._surplus_in_line(at) if len(self._found) < SYNTAX_ERRORS else None
        match self._span(closing).text if closing is not None else "":
            case "}":
                types, places = ("LBRACE", "RBRACE"), [at, at - 1]
            case ")" if self._tokens[at - 1].type == "NAME":
                types, places = ("LPAR", "RPAR"), [at]
            case _:
                return None
        assert closing is not None
        for place in places:
            if place > begin and self._again(begin, place) and self._state.accepts(types[0]):
                self._say(self._bracket_missing(place, types[0]))
                self._tokens[closing] = Token(types[1], self._tokens[closing].start, self._tokens[closing].end)
                self._tokens.insert(place, Token(types[0], self._tokens[place].start, self._tokens[place].start))
                return place
        return None

    def _bracket_missing(self, place: int, type: str) -> Diagnostic:
        """What is said where a bracket is put in before a token."""
        span = self._span(place)
        if type == "LBRACE":
            return errors.unexpected_word(span, span.text, ["`{`"])
        called = self._span(place - 1).text
        hint = f"a `(` is missing behind `{called}`, or a `)` at the end of the line is one too many"
        return errors.unexpected_word(span, span.text, ["`(`"], hint=hint)

    def _surplus_in_line(self, at: int) -> int | None:
        """The next bracket without partner behind a token and in its line."""
        start = self._tokens[at].start
        behind = bisect_left(self._lonely, start)
        if behind == len(self._lonely) or self._lonely[behind] > self._here.behind(start):
            return None
        while self._tokens[at].start < self._lonely[behind]:
            at += 1
        return at if self._tokens[at].type == SURPLUS else None

    def _again(self, begin: int, end: int) -> bool:
        """Goes from before a statement up to one of its tokens, if that can be done."""
        self._state.back(self._bodies[-1].before)
        start = self._tokens[begin].start
        separator = [Token("_NL", start, start)] if self._state.accepts("_NL") else []
        return self._fed([*separator, *self._tokens[begin:end]])

    def _fed(self, tokens: list[Token]) -> bool:
        """Whether some tokens are understood from here on."""
        try:
            self._state.feed(tokens)
            return True
        except SyntaxFault:
            return False

    def _next_line(self, begin: int, at: int) -> int | None:
        """Where a statement of its own begins that was taken for the end of an unfinished one."""
        if at == len(self._tokens) or self._tokens[at].type == "_NL":
            return None
        line = begin
        if at > begin and wants_more(self._source, self._tokens[at - 1], self._tokens[at]):
            line = at
        elif went_on(self._source, self._tokens[max(0, at - 2) : at]):
            line = at - 1
        inside = "RBRACE" in (self._tokens[line].type, self._tokens[at].type)
        return line if line > begin and not inside else None

    def _begin_line(self, line: int) -> int:
        """Goes on with a line, as if the one before had been left out."""
        before = self._state.mark()
        if self._state.accepts("_NL"):
            start = self._tokens[line].start
            self._state.feed((Token("_NL", start, start),))
        self._bodies[-1] = _Body(line, before)
        return line

    def _skip_to(self, end: int) -> int:
        """Goes on behind a statement that was left out."""
        while end < len(self._tokens) and not self._state.accepts(self._tokens[end].type):
            if self._tokens[end].type != "RBRACE" or len(self._bodies) == 1:  # between it and the one before, which is none
                end += 1
                self._bodies[-1] = self._bodies[-1]._replace(begin=end)
                break
            self._bodies.pop()  # a body that can't be empty: what it belongs to is left out
            begin, before, _ = self._bodies[-1]
            self._state.back(before)
            end = self._statement_end(begin, end + 1)
        return end

    def _statement_end(self, begin: int, fault: int) -> int:
        """The token that ends a statement: a newline, a brace of the body around it, a comma before another statement."""
        depth = 0
        for at in range(begin, len(self._tokens)):
            type = self._tokens[at].type
            if at >= fault and depth <= 0 and (type == "RBRACE" or self._may_divide(at)):
                return at if type == "RBRACE" else self._behind_surplus(begin, at)
            depth += (type == "LBRACE") - (type == "RBRACE")
        return len(self._tokens)

    def _behind_surplus(self, begin: int, end: int) -> int:
        """The end of a statement; where lines that are deeper go on to a bracket without partner, behind that.

        What lacks an opening bracket is most likely a value over lines, and none of them a statement.
        """
        lonely = bisect_left(self._lonely, self._tokens[end].start)
        if lonely == len(self._lonely):
            return end
        text, margin = self._source.text, self._column(self._tokens[begin].start)
        line = text.find("\n", self._tokens[end].start)
        while 0 <= line < self._lonely[lonely]:
            start = line + 1
            line = text.find("\n", start)
            if text[start:line].strip() and not text[start : start + margin + 1].isspace():
                return end
        depth = 0
        for at in range(end, len(self._tokens)):
            type = self._tokens[at].type
            depth += (type == "LBRACE") - (type == "RBRACE")
            if depth < 0 or type == SURPLUS:
                break
        return end if depth else self._statement_end(at + 1, at + 1)

    def _column(self, offset: int) -> int:
        """How many columns stand before an offset in its line."""
        return offset - (self._source.text.rfind("\n", 0, offset) + 1)

    def _may_divide(self, at: int) -> bool:
        """Whether a statement may end at a token and another one begin behind it."""
        type = self._tokens[at].type
        return type == "_NL" or (type == "_COMMA" and starts_statement(self._tokens, at + 1))

    # -- what is said
    def _comes_of_another(self, fault: SyntaxFault, begin: int, end: int) -> bool:
        """Whether something else that is wrong with the statement, or with its first line, has been spoken of."""
        if begin <= self._surplus < end:
            return True
        if isinstance(fault, Unexpected):
            met = fault.token
            if met is self._cut or (self._cut is not None if met.type == END else met.start == met.end):
                return True  # at the end of a text that breaks there, or at a bracket that was put in
        start = self._span(begin).start
        at = bisect_left(self._spoken, start)
        if at < len(self._spoken) and self._spoken[at] < self._span(end).start:
            return True
        return at > 0 and start <= self._before.behind(self._spoken[at - 1])

    def _say(self, diagnostic: Diagnostic) -> None:
        if len(self._found) < SYNTAX_ERRORS:
            self._found.append(diagnostic)

    def _span(self, at: int) -> Span:
        """Where a token stands, or the end of the text."""
        if at >= len(self._tokens):
            return Span(self._source, len(self._source.text), len(self._source.text))
        return Span(self._source, self._tokens[at].start, self._tokens[at].end)
