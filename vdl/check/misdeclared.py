"""Names that are read several times as nothing declares them, beside one that is declared a little otherwise and read nowhere."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import errors
from vdl import syntax as s
from vdl.check.scope import Scope
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span

_AGAIN = 2


def at_its_declaration(said: Diagnostic, expr: s.Name, known: Iterable[str], scope: Scope) -> Diagnostic:
    """What is said of an unknown name, at the line of the one that is meant where that has the slip: then once for all that read
    it."""
    close = errors.nearest(expr.name, known)
    body = next((one for one in scope.kinds() if close in one.members), None) if close else None
    if body is None or body.source is not scope.source or not errors.misspelt(expr.name, close):
        return said
    member = body.members[close]
    name = getattr(member.node, "name", None)
    around = body.around[-1]
    if around.form != "design":
        return said  # what a kind declares is read by others
    if not isinstance(name, s.Ident) or _times(around.node, close) or _times(body.node, expr.name) < _AGAIN:
        return said
    place = Span(body.source, name.start, name.end)
    related = ((said.span, "read here"),) if said.span is not None else ()
    label, help_ = f"is read nowhere, and `{expr.name}` several times", f"write `{expr.name}` here"
    return said._replace(span=place, label=label, related=related, help=(help_,))


def _times(body: s.Node, name: str) -> int:
    """How often a name stands in a body, but for where it is declared."""
    return sum(
        (isinstance(one, (s.Name, s.Attribute)) and one.name == name) or (isinstance(one, s.Path) and name in one.names)
        for one in s.walk(body)
    )  # fmt: skip


__all__ = ["at_its_declaration"]
