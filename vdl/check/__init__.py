"""Types: every expression of the program gets its dimension or kind before anything is computed.

Library and user code are treated alike, functions included. What the expressions mean is recorded
in tables keyed by node: `bindings` (what a name stands for) and `types` (where later passes ask).
"""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.documents import SHOWN, Documents
from vdl.check.scope import OWN_WORDS, SHARED, Scope, Types
from vdl.resolve import Names
from vdl.semantics.types import DocumentSymbol, Kind, Member, Type
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source

__all__ = ["OWN_WORDS", "SHARED", "SHOWN", "Checker", "Scope", "Types", "check", "check_expression", "check_kind"]


def check(names: Names) -> tuple[Types, list[Diagnostic]]:
    """Check every body of every kind, every file's objects and constants, and every document."""
    checker = Checker(names)
    checker.run()
    return checker.out, checker.found


def check_expression(types: Types, expr: s.Expr, design: Kind, source: Source) -> tuple[Type, list[Diagnostic]]:
    """One expression as if it stood in the body of a design (for `eval` and `ask`)."""
    checker = Checker(types.names, types)
    return checker.expr(expr, Scope(design, source, document=True)), checker.found


def check_kind(types: Types, kind: Kind) -> list[Diagnostic]:
    """One more kind, made after the program was checked (layers given on the command line)."""
    checker = Checker(types.names, types)
    checker.kind(kind)
    return checker.found


class Checker(Documents):
    """The whole program."""

    def run(self) -> None:
        for top in self.names.files.values():
            for member in top.members.values():
                self.member(member, Scope(None, member.source, member.name))
        for kind in self.names.kinds:
            self.kind(kind)
        for scope in self.names.scopes.values():
            for symbol in scope.values():
                if isinstance(symbol, DocumentSymbol):
                    self._document(symbol)
        for cites, source in self.names.unit_cites.values():
            self._cites(cites, source)
        self._recursion()

    def _recursion(self) -> None:
        """Functions that reach themselves through calls."""
        done: set[Member] = set()
        for start in sorted(self.calls, key=lambda m: m.span().key()):
            path: list[Member] = []

            def visit(member: Member, path: list[Member] = path) -> None:
                if member in path:
                    ring = [m.name for m in path[path.index(member) :]]
                    self.found.append(errors.circular_function(member.span(), [*ring, member.name]))
                    done.update(path)
                    return
                if member in done:
                    return
                path.append(member)
                for called in sorted(self.calls.get(member, ()), key=lambda m: m.span().key()):
                    visit(called)
                path.pop()
                done.add(member)

            visit(start)
