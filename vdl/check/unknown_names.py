"""What is said of names that stand for nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from vdl import errors
from vdl import syntax as s
from vdl.check.assignability import no_member
from vdl.check.binding import first_said
from vdl.check.elsewhere import as_scenario, elsewhere, in_design, is_filled, like_it
from vdl.check.judged import unread
from vdl.check.misdeclared import at_its_declaration
from vdl.check.nearby import at_hand, nearer, value_at_hand
from vdl.check.scope import NAMED, VALUES, Scope, kind_words, member_names, name_span, place_words
from vdl.check.similar import may_stand, of_wanted, with_read
from vdl.check.state import CheckState
from vdl.semantics.types import ANY, Kind, Type
from vdl.text.diagnostics import enumerated


def unknown(state: CheckState, expr: s.Name, scope: Scope, then: str) -> Type:
    """Say that a name stands for nothing here, and what may be meant; where another name stands behind a dot, `then`."""
    kind = scope.kind
    while kind is not None:
        if kind.broken():
            return ANY
        kind = kind.scope
    if is_filled(expr.name, scope):
        return ANY
    judged = unread(state, expr, scope)
    if judged is not None:
        return judged
    modules = state.names.importable(expr.name) if then else []
    if modules and not first_said(state, scope.source.path, expr.name):
        return ANY
    seen = set(state.diagnostics.among(scope.source, (n for n in _visible(state, scope) if n != expr.name)))
    truths = set() if then or scope.wanted is not None else {"true", "false"}
    known = may_stand(state, seen, expr.name, then, scope)
    where = place_words(scope)
    unit = _as_unit(expr, scope) if expr.name in state.units.names else ""
    share = unit.split("%")[0] + "%" if "%/" in unit else ""
    others = [] if "/" in unit else elsewhere(state, expr.name, scope, then=then)
    near = nearer(state, expr, then, scope, others)
    said = near or as_scenario(expr.name, scope) or in_design(state, expr.name, scope)
    others, unit = ([], "") if near else (others, unit)
    if expr.name == scope.defining and not then and not others and not said:
        said, unit = [f"a line does not see what it fills itself: write the figure of `{expr.name}`"], ""
    among = () if said and not others and not near else known | truths
    found = errors.unknown_name(scope.span(expr), expr.name, among, where, modules, unit, share, others, said, few=known == seen)
    state.diagnostics.append(at_its_declaration(found, expr, among, scope))
    return ANY


def _as_unit(expr: s.Name, scope: Scope) -> str:
    """How a unit would be written that stands where a name is wanted: `16 kg/box` for `16 kg / box`."""
    before = re.search(r"(?<![\w.])\d[\d_.]* *\S+ / $", scope.source.text[max(0, expr.start - _BEFORE) : expr.start])
    return f"{before[0].removesuffix(' / ')}/{expr.name}" if before is not None else f"1 {expr.name}"


_BEFORE = 60
"""Letters before a name that are looked at."""


def _visible(state: CheckState, scope: Scope) -> Iterator[str]:
    """All names that can be read in a scope."""
    yield from scope.locals
    for kind in scope.kinds():
        yield from member_names(kind, *VALUES)
    yield from state.names.visible(scope.source.path)
    yield from state.names.labels


def unknown_member(state: CheckState, expr: s.Attribute, kind: Kind, scope: Scope) -> None:
    """Say that an object of a kind has nothing under the name that stands behind a dot, and what may be meant."""
    others = partial(like_it, expr.name, kind, scope.kinds())
    read_there = with_read(kind, expr, scope)
    fitting = of_wanted(kind, scope) or ([] if others() else read_there)
    known = fitting or read_there or member_names(kind, *VALUES)

    def sure() -> list[str]:
        if fitting:
            return [f"`{kind.name}` has {enumerated(fitting[:NAMED], 'and')}"]
        near = at_hand(expr, kind, scope)
        return near or ([] if read_there or others() else value_at_hand(expr, kind, scope))

    span, words = name_span(expr, scope), kind_words(kind)
    no_member(state, kind, span, expr.name, words, known, instead=others, answers=sure)


__all__ = ["unknown", "unknown_member"]
