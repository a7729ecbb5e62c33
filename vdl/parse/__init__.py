"""Source to tree. lark enters and leaves here.

A file without faults is parsed in one go. A file with a fault is parsed once more, token by
token: at a fault the parser goes back to the last statement boundary, skips that statement and
goes on, so that one defect gives one error and the rest of the file is still understood.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from lark import Lark
from lark.exceptions import UnexpectedInput
from lark.utils import TextSlice

from vdl import syntax as s
from vdl.parse.lines import Lines, TooDeep
from vdl.parse.recovery import Recovery, explain
from vdl.parse.tables import load_grammar
from vdl.parse.tree import Fault, Tree
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source


class _Parser:
    """lark's parser with the maker of the tree in it."""

    def __init__(self) -> None:
        self.tree = Tree()
        self.tree.parse_expression = self._expression
        self.lark: Lark = load_grammar(transformer=self.tree, postlex=Lines())

    def _expression(self, source: Source, start: int, end: int) -> s.Expr:
        """The expression in a stretch of a text; lark's and our own faults go through."""
        return self.lark.parse(TextSlice(source.text, start, end), start="expression")  # type: ignore[return-value]

    def parse(self, source: Source, text: str, start: str) -> Any:
        outer, self.tree.whole = self.tree.whole, source
        try:
            return self.lark.parse(text, start=start)
        finally:
            self.tree.whole = outer

    def recover(self, source: Source) -> tuple[s.File, list[Diagnostic]]:
        outer, self.tree.whole = self.tree.whole, source
        try:
            return Recovery(self.lark, source).run()
        finally:
            self.tree.whole = outer


@cache
def _parser() -> _Parser:
    return _Parser()


def parse(source: Source) -> tuple[s.File, list[Diagnostic]]:
    """The tree of a file; on faults the part of it that was understood, and the faults."""
    try:
        return _parser().parse(source, source.text, "file"), []
    except (UnexpectedInput, Fault, TooDeep):
        return _parser().recover(source)


def parse_expression(source: Source) -> tuple[s.Expr | None, list[Diagnostic]]:
    """One expression, as given on a command line."""
    return _small(source, "expression")


def parse_statement(source: Source) -> tuple[s.Statement | None, list[Diagnostic]]:
    """One statement, as given on a command line."""
    return _small(source, "statement")


def _small(source: Source, start: str) -> tuple[Any, list[Diagnostic]]:
    try:
        return _parser().parse(source, source.text.strip("\r\n") or " ", start), []
    except (UnexpectedInput, Fault, TooDeep) as fault:
        return None, [explain(source, fault, [])]
