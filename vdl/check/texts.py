"""Texts in expressions."""

from __future__ import annotations

import re

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import TEXT, Type


def text(state: CheckState, expr: s.String, scope: Scope) -> Type:
    """A text; one in a document that was to have values in it stands where they are read, and is no such expression."""
    value = re.search(r"\{[^{}]+\}", expr.text) if scope.document else None
    if value is not None:
        state.diagnostics.append(errors.unread_value(scope.span(expr), value[0]))
    return TEXT
