"""A file with faults, token by token: what can be understood of it, and what to say of the rest."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from lark import Lark, Token, Tree
from lark.exceptions import UnexpectedInput, UnexpectedToken

from vdl import errors
from vdl import syntax as s
from vdl.parse.lines import OPEN, TooDeep
from vdl.parse.tree import Fault, end_of, start_of
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import DIGITS, EXPRESSION_DEPTH, LIST_LENGTH, NESTING, SYNTAX_ERRORS
from vdl.text.source import Source, Span


class Point:
    """A state of the parser to which it can go back, any number of times.

    lark extends unfinished lists in place, so going back also cuts them to what they were.
    """

    def __init__(self, state: Any) -> None:
        self._state = state.copy(deepcopy_values=False)
        self._lists = [(v.children, len(v.children)) for v in state.value_stack if isinstance(v, Tree)]

    def back(self) -> Any:
        for items, length in self._lists:
            del items[length:]
        return self._state.copy(deepcopy_values=False)


class Recovery:
    """Parses token by token and skips the statements that can't be understood."""

    def __init__(self, lark: Lark, source: Source) -> None:
        self.lark = lark
        self.source = source
        self.found: list[Diagnostic] = []
        self.state = self.lark.parse_interactive(" ", start="file").parser_state

    def run(self) -> tuple[s.File, list[Diagnostic]]:
        tokens, limit = self._tokens()
        if limit is not None:
            return s.File(0, 0, ()), [limit]
        end = Token("$END", "", len(self.source.text), 0, 0, 0, 0, len(self.source.text))
        at = 0
        # One boundary for each open brace: where its present statement begins, and the parser there.
        boundaries: list[tuple[int, Point]] = [(0, Point(self.state))]
        braces: list[Token] = []
        while at < len(tokens):
            token = tokens[at]
            before = boundaries[-1]
            if token.type == "_NL" and not self._in_value(boundaries):
                boundaries[-1] = (at + 1, Point(self.state))
            fault = self._closes_all(tokens, at, braces) or self._feed(token)
            if fault is None:
                if token.type == "LBRACE":
                    braces.append(token)
                    # The braces of a value by label hold no statements: a fault in them skips the whole value.
                    in_value = tokens[at - 1].type in OPEN
                    boundaries.append(boundaries[-1] if in_value else (at + 1, Point(self.state)))
                elif token.type == "RBRACE" and braces:
                    braces.pop()
                    boundaries.pop()
                at += 1
                continue
            self.found.append(explain(self.source, fault, tokens[max(0, at - 3) : at]))
            boundaries[-1] = before  # a limit or a repetition is met when the end of the line is
            while self._in_value(boundaries):
                braces.pop()
                boundaries.pop()
            if len(self.found) >= SYNTAX_ERRORS:
                return s.File(0, 0, ()), self.found
            if isinstance(fault, Unclosed):
                while braces:
                    braces.pop()
                    boundaries.pop()
                self.state = boundaries[-1][1].back()
                self._feed(Token("_NL", "\n", token.start_pos, 0, 0, 0, 0, token.start_pos))
                boundaries[-1] = (at, Point(self.state))
                continue
            if token.type == "RBRACE" and not braces:
                at += 1  # one brace too many
                continue
            begin, point = boundaries[-1]
            self.state = point.back()
            next_line = at if _wants_more(self.source, tokens, at) else at - 1 if _went_on(self.source, tokens[:at]) else begin
            if next_line > begin and token.type != "RBRACE":  # what follows an unfinished line is a statement of its own
                newline = Token("_NL", "\n", token.start_pos, 0, 0, 0, 0, token.start_pos)
                if self._accepts(newline):
                    self._feed(newline)
                at = next_line
                boundaries[-1] = (at, Point(self.state))
                continue
            at = self._statement_end(tokens, begin, at)
            if at < len(tokens) and tokens[at].type == "_NL" and not self._accepts(tokens[at]):
                at += 1
                boundaries[-1] = (at, point)
        if braces:
            self.found.append(errors.unclosed_brace(_span(self.source, braces[-1])))
            return s.File(0, 0, ()), self.found
        try:
            return self.state.feed_token(end, True), self.found
        except (UnexpectedInput, Fault) as fault:
            if not self.found:
                self.found.append(explain(self.source, fault, tokens[-3:]))
            try:
                return boundaries[0][1].back().feed_token(end, True), self.found
            except (UnexpectedInput, Fault):
                return s.File(0, 0, ()), self.found

    @staticmethod
    def _in_value(boundaries: list[tuple[int, Point]]) -> bool:
        return len(boundaries) > 1 and boundaries[-1] is boundaries[-2]

    def _tokens(self) -> tuple[list[Token], Diagnostic | None]:
        try:
            return list(self.lark.lex(self.source.text)), None
        except TooDeep as fault:
            return [], errors.too_deep(_span(self.source, fault.token), NESTING)

    def _closes_all(self, tokens: list[Token], at: int, braces: list[Token]) -> Exception | None:
        """An item that can only stand at the top of a file, inside braces: one was not closed."""
        if not braces or tokens[at].type not in ("IMPORT", "DESIGN", "KIND", "DOCUMENT", "SOURCE", "EDITION"):
            return None
        if tokens[at - 1].type != "_NL" and tokens[at - 1].type != "LBRACE":
            return None
        after = tokens[at + 1].type if at + 1 < len(tokens) else ""
        if after not in ("NAME", "NUMBER"):
            return None
        line_start = self.source.text.rfind("\n", 0, tokens[at].start_pos) + 1
        return Unclosed(braces[-1]) if line_start == tokens[at].start_pos else None

    def _feed(self, token: Token) -> Exception | None:
        try:
            self.state.feed_token(token)
            return None
        except (UnexpectedInput, Fault) as fault:
            return fault

    def _accepts(self, token: Token) -> bool:
        point = Point(self.state)
        try:
            self.state.copy(deepcopy_values=False).feed_token(token)
            return True
        except (UnexpectedInput, Fault):
            return False
        finally:
            point.back()

    def _statement_end(self, tokens: list[Token], begin: int, fault: int) -> int:
        depth = 0
        for at in range(begin, len(tokens)):
            kind = tokens[at].type
            if at >= fault and depth <= 0 and (kind == "_NL" or kind == "RBRACE"):
                return at
            if kind == "LBRACE":
                depth += 1
            elif kind == "RBRACE":
                depth -= 1
        return len(tokens)


class Unclosed(Exception):
    def __init__(self, brace: Token) -> None:
        self.brace = brace


def _span(source: Source, part: Any) -> Span:
    return Span(source, start_of(part), end_of(part))


_KEYWORDS = (
    "let count bound require place expect ask scenario waive import source dimension counted unit display axis kind "
    "design document edition section text table facts for if working show callout"
).split()


def explain(source: Source, fault: Exception, before: list[Token]) -> Diagnostic:
    """What to say of a fault that the parser or the tree met."""
    if isinstance(fault, Unclosed):
        return errors.unclosed_brace(_span(source, fault.brace))
    if isinstance(fault, TooDeep):
        return errors.too_deep(_span(source, fault.token), NESTING)
    if isinstance(fault, Fault):
        span = Span(source, fault.start, fault.end)
        if fault.slug == "number-too-long":
            return errors.number_too_long(span, DIGITS)
        if fault.slug == "list-too-long":
            return errors.list_too_long(span, LIST_LENGTH)
        if fault.slug == "unexpected-end":
            return errors.unexpected_end(span)
        if fault.slug == "open-value":
            return errors.open_value(span)
        if fault.slug == "repeated-clause":
            return errors.repeated_clause(span)
        return errors.expression_too_deep(span, EXPRESSION_DEPTH)
    assert isinstance(fault, UnexpectedToken)
    token = fault.token
    if token.type == "$END":
        return errors.unexpected_end(Span(source, len(source.text), len(source.text)))
    span = _span(source, token)
    if token.type == "OPEN_STRING":
        return errors.open_text(span)
    if token.type == "STRAY":
        return errors.stray_character(span, str(token))
    if token.type == "_NL":
        last = before[-1] if before else token
        return errors.unfinished_statement(Span(source, end_of(last) - 1, end_of(last)), _wanted(fault.expected))
    if before and _wants_more(source, [*before, token], len(before)):
        return errors.unfinished_statement(_span(source, before[-1]), ["a value"])
    if token.type == "RBRACE" and before and before[-1].type not in ("RBRACE", "LBRACE", "_NL") and (
        "\n" in source.text[before[-1].end_pos : token.start_pos]
    ):
        return errors.unfinished_statement(_span(source, before[-1]), _wanted(fault.expected))
    if token.type in ("EQUAL", "COLON") and _went_on(source, before):
        return errors.unfinished_statement(_span(source, before[-2]), ["a value"])
    suggestion = ""
    if before and before[-1].type == "NAME" and (len(before) < 2 or before[-2].type in ("_NL", "LBRACE")):
        suggestion = errors.nearest(str(before[-1]), _KEYWORDS)
    return errors.unexpected_word(span, str(token), _wanted(fault.expected), suggestion, _hint(token, before))


_ASKS = OPEN - {"_NL", "LBRACE", "LPAR", "LSQB", "_COMMA"}
"""What a value has to follow, if need be in the next line."""


def _wants_more(source: Source, tokens: list[Token], at: int) -> bool:
    """Whether a line ends where a value has to follow, and the token that follows in another line begins none."""
    before = tokens[at - 1] if at else None
    return before is not None and before.type in _ASKS and "\n" in source.text[before.end_pos : tokens[at].start_pos]


def _went_on(source: Source, before: list[Token]) -> bool:
    """Whether an unfinished statement was taken to go on in the next line, which is a statement of its own."""
    if len(before) < 2 or before[-2].type not in OPEN - {"_NL"}:
        return False
    return "\n" in source.text[before[-2].end_pos : before[-1].start_pos]


def _hint(token: Token, before: list[Token]) -> str:
    """What is most likely meant by some usual slips."""
    if token.type == "EQUAL" and "COLON" in [t.type for t in before]:
        return "to compare, write `==`"
    if token.type == "NUMBER" and len(token) == 3 and [t.type for t in before[-2:]] == ["NUMBER", "_COMMA"]:
        return f"a comma ends a statement: write `{before[-2]}{token}` or `{before[-2]}_{token}`"
    return ""


_WORDS = {
    "COLON": "`:`", "EQUAL": "`=`", "LBRACE": "`{`", "RBRACE": "`}`", "RPAR": "`)`", "RSQB": "`]`", "_NL": "the end of the line",
    "_COMMA": "`,`", "NAME": "a name", "NUMBER": "a number", "STRING": "a text in quotes", "GE": "`>=`", "ON": "`on`",
    "DATE": "a date", "_WHERE": "`where`", "_IN": "`in`", "_MINIMIZING": "`minimizing`", "ELSE": "`else`", "LSQB": "`[`",
}  # fmt: skip


def _wanted(expected: Iterable[str]) -> list[str]:
    """What could have stood here, in words; empty where the list would say nothing."""
    names = sorted(set(expected))
    if "NAME" in names and "NUMBER" in names:
        return ["a value"]
    words = [_WORDS[name] for name in names if name in _WORDS]
    return words if 0 < len(words) <= 5 else []
