"""Types: every expression of the program gets its dimension or kind before anything is computed.

Library and user code are treated alike, functions included. What the expressions mean is recorded
in tables keyed by node: `bindings` (what a name stands for) and `types` (where later passes ask).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vdl import syntax as s
from vdl.check import replacing
from vdl.check.calls import instead
from vdl.check.citations import cites
from vdl.check.copied import check_copied
from vdl.check.definitions import type_definitions
from vdl.check.expressions import FORMS
from vdl.check.fillings import in_part
from vdl.check.functions import check_recursion
from vdl.check.included import check_included
from vdl.check.inference import type_of
from vdl.check.scope import FORM_WORDS, OWN_WORDS, SHARED, Scope
from vdl.check.state import CheckState, Types
from vdl.check.statements import check_kind as check_statements
from vdl.check.statements import check_member
from vdl.resolve import Names
from vdl.resolve.addable import Adding, nothing
from vdl.semantics.types import DocumentSymbol, Kind, Type
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source

__all__ = [
    "FORM_WORDS", "OWN_WORDS", "SHARED", "Types", "check", "check_expression", "check_kind", "check_layer", "in_part", "instead",
]  # fmt: skip


def check(
    names: Names, shown: Callable[[], Sequence[str]] = tuple, adding: Adding = nothing
) -> tuple[Types, list[Diagnostic]]:
    """Check every body of every kind, every file's objects and constants, and every document.

    `shown` names what a document can `show`, and `adding` what a file that is not imported would add to a kind.
    """
    state = CheckState(names, FORMS, shown=shown, adding=adding)
    tops = [member for top in names.files.values() for member in top.members.values()]
    for kind in names.kinds:
        for member in kind.members.values():
            if member.type is None:
                type_of(state, member)
    for member in tops:
        type_of(state, member)
    for member in tops:
        check_member(state, member, Scope(None, member.source, member.name))
    for kind in names.kinds:
        check_statements(state, kind)
        check_copied(state, kind)
    documents = [symbol for scope in names.scopes.values() for symbol in scope.values() if isinstance(symbol, DocumentSymbol)]
    if documents:
        from vdl.check.documents import check_document  # most checks see none

        for document in documents:
            check_document(state, document)
    check_included(state, documents)
    for cited, source in names.unit_cites.values():
        cites(state, cited, source)
    type_definitions(state)
    types = state.outcome()
    check_recursion(state)
    return types, state.diagnostics


def check_expression(types: Types, expr: s.Expr, design: Kind, source: Source) -> tuple[Type, Types, list[Diagnostic]]:
    """One expression as if it stood in the body of a design.

    The tables that come back lie over the given ones, which stay as they are.
    """
    state = CheckState(types.names, FORMS, types)
    type_ = state.expr(expr, Scope(design, source, document=True))
    return type_, state.outcome(), state.diagnostics


def check_layer(types: Types, layer: Kind) -> list[Diagnostic]:
    """What is wrong with a layer only because of what it stands on: it was checked above other layers."""
    state = CheckState(types.names, FORMS, types)
    replacing.check_layer(state, layer)
    return state.diagnostics


def check_kind(types: Types, layer: Kind) -> tuple[Types, list[Diagnostic]]:
    """One more layer, made after the program was checked, whose text sees what the design's file sees.

    The tables that come back lie over the given ones, which stay as they are.
    """
    state = CheckState(types.names, FORMS, types)
    check_statements(state, layer)
    return state.outcome(), state.diagnostics
