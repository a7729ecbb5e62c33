"""Source to tree.

A file without faults is parsed in one go. A file with a fault is parsed once more, token by
token: at a fault the parser goes back to the last statement boundary, skips that statement and
goes on, so that one defect gives one error and the rest of the file is still understood.

What is shared are the tables, which never change; each text has a maker of its tree and a state
of its own, so any number of texts may be parsed at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from vdl import syntax as s
from vdl.parse import tables
from vdl.parse.automaton import Automaton
from vdl.parse.faults import SyntaxFault, TooManyWords
from vdl.parse.lexer import Lexer, Token
from vdl.parse.lines import lines
from vdl.parse.tree import Tree
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import VALUES
from vdl.text.source import Source, Span


@cache
def _machine() -> tuple[Lexer, Automaton]:
    kept = tables.load()
    return Lexer(kept.pattern, kept.words), Automaton(kept.states, kept.rules, kept.start, Tree)


def parse(source: Source) -> tuple[s.File, list[Diagnostic]]:
    """The tree of a file; on faults the part of it that was understood, and the faults."""
    whole, found = _without_conflicts(source) if "<<<<<<<" in source.text else (source, [])
    try:
        try:
            return _between(Tree(whole.text, _expression), "file", 0, len(whole.text)), found
        except SyntaxFault:
            from vdl.parse.recovery import recovered

            whole, found = _without_conflicts(source, rests=True)
            lexer, automaton = _machine()
            tree, faults = recovered(whole, lexer, automaton.begin(Tree(whole.text, _expression), "file"))
            return tree, [*found, *faults]
    except TooManyWords as fault:
        return s.File(0, 0, ()), [*found, _refused(source, fault)]


def _without_conflicts(source: Source, *, rests: bool = False) -> tuple[Source, list[Diagnostic]]:
    from vdl.parse.conflicts import taken_out

    return taken_out(source, rests=rests)


def parse_expression(source: Source) -> tuple[s.Expr | None, list[Diagnostic]]:
    """One expression, as given on a command line."""
    return _small(source, "expression")


def parse_statement(source: Source) -> tuple[s.Statement | None, list[Diagnostic]]:
    """One statement, as given on a command line."""
    return _small(source, "statement")


def everything(text: str) -> Iterator[Token]:
    """All tokens of a text, spaces, newlines and comments included: what they cover, joined, is the text, also a faulty one."""
    return _machine()[0].everything(text)


def pieces(text: str) -> list[tuple[int, int]]:
    """Where the statements of a text on a command line begin and end: between them stand commas, as in a body, that are within
    no bracket. All of it is one where it has too many words."""
    commas: list[int] = []
    depth = 0
    try:
        for token in _machine()[0].tokens(text, 0, len(text)):
            depth += (token.type in _OPENING) - (token.type in _CLOSING)
            if token.type == "_COMMA" and not depth:
                commas.append(token.start)
    except TooManyWords:
        return [(0, len(text))]
    return list(zip([0, *[at + 1 for at in commas]], [*commas, len(text)]))


_OPENING, _CLOSING = ("LBRACE", "LPAR", "LSQB"), ("RBRACE", "RPAR", "RSQB")


def _small(source: Source, start: str) -> tuple[Any, list[Diagnostic]]:
    text = source.text
    begin = len(text) - len(text.lstrip("\r\n"))
    try:
        return _between(Tree(text, _expression), start, begin, max(begin, len(text.rstrip("\r\n")))), []
    except SyntaxFault as fault:
        from vdl.parse.explain import explain

        return None, [explain(source, fault, [])._replace(notes=())]  # nothing else was skipped or checked
    except TooManyWords as fault:
        return None, [_refused(source, fault)]


def _refused(source: Source, fault: TooManyWords) -> Diagnostic:
    from vdl import errors

    return errors.too_many_words(Span(source, fault.start, fault.end), fault.what, fault.limit)


def _expression(tree: Tree, begin: int, end: int) -> s.Expr:
    tree.values += 1
    if tree.values > VALUES:
        raise TooManyWords("values in texts", VALUES, begin, end)
    expression: s.Expr = _between(tree, "expression", begin, end)
    return expression


def _between(tree: Tree, start: str, begin: int, end: int) -> Any:
    """What stands between two offsets of the text of `tree`, as a `start`. Raises SyntaxFault and TooManyWords."""
    lexer, automaton = _machine()
    state = automaton.begin(tree, start)
    state.feed(lines(lexer.tokens(tree.whole, begin, end)))
    return state.finish(end)
