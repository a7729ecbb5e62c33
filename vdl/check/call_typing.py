"""What a built-in function sees of this pass."""

from __future__ import annotations

from vdl import syntax as s
from vdl.check.assignability import fits, join
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Type
from vdl.semantics.units import Units
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


class Typing:
    """The pass, in one place of the text."""

    def __init__(self, state: CheckState, scope: Scope) -> None:
        self._state = state
        self._scope = scope

    @property
    def units(self) -> Units:
        return self._state.units

    @property
    def document(self) -> bool:
        """Whether it stands in a document."""
        return self._scope.document

    def span(self, node: s.Node) -> Span:
        return self._scope.span(node)

    def say(self, diagnostic: Diagnostic) -> None:
        self._state.diagnostics.append(diagnostic)

    def refuse(self, node: s.Node, found: Type, expected: str, help: str = "") -> None:
        """Say that something of another type is expected."""
        from vdl.check.beside import quantity_beside  # only where something is wrong

        if not help and isinstance(node, s.Expr) and "quantit" in expected:
            help = quantity_beside(self._state, node, self._scope)
        self._state.refuse(node, found, expected, self._scope, help)

    def fits(self, expr: s.Expr, found: Type, expected: Type) -> None:
        """Say where an expression is not of the type that is expected."""
        fits(self._state, expr, found, expected, self._scope)

    def join(self, a: Type, b: Type, left: s.Expr, right: s.Expr) -> Type:
        """The type that two expressions fit; ANY where there is none, which is said."""
        return join(self._state, a, b, left, right, self._scope)
