"""What bodies fill in."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.check.calls import fill
from vdl.check.citations import cites
from vdl.check.counted import check_counted
from vdl.check.inference import type_of
from vdl.check.paths import member_at
from vdl.check.scope import Scope
from vdl.check.state import CheckState
from vdl.semantics.types import Filling, Kind, Object
from vdl.text.diagnostics import Diagnostic


def check_fillings(state: CheckState, kind: Kind) -> None:
    """Everything that the bodies of a kind fill in."""
    for filling in kind.fillings:
        node, source = filling.node, filling.source
        if node.cites:
            cites(state, node.cites, source)
        scope = Scope(kind, source, node.path.names[0] if len(node.path.names) == 1 else "")
        # A kind does not know what its objects will refer to; what fills that later would take the place of a changed copy.
        through = kind.around[-1].form != "kind"
        member, type_ = member_at(state, kind, node.path, source, through=through, value=node.value, scope=scope)
        fill(state, node, member, type_, scope)
    if len(kind.fillings) > 1:
        check_counted(state, kind)
    if not kind.refines:
        _in_part(state, kind)


def _in_part(state: CheckState, kind: Kind) -> None:
    """Say where one body fills an object as a whole and in part."""
    found = [filling for filling, _ in kind.all_fillings()]
    entire = {(filling.extension, filling.path): filling for filling in found}
    for filling in found:
        for depth in range(1, len(filling.path)):
            whole = entire.get((filling.extension, filling.path[:depth]))
            if whole is not None and _refers(state, kind, whole.path):
                state.diagnostics.append(in_part(whole, filling))


def in_part(whole: Filling, part: Filling) -> Diagnostic:
    """That two fills of equal rank fill an object as a whole and in part."""
    value = whole.value_text()
    if not isinstance(whole.node.value, (s.Name, s.Attribute, s.With)):
        value = f"({value})"
    rest = ".".join(part.path[len(whole.path) :])
    one = f"`{whole.node.path} = {value} with {{ {rest} = {part.value_text()} }}`"
    return errors.filled_in_part(part.span(), ".".join(whole.path), whole.span(), f"write both at once: {one}")


def _refers(state: CheckState, kind: Kind, path: tuple[str, ...]) -> bool:
    """Whether a path leads to an input that takes an object."""
    member = None
    for name in path:
        member = kind.lookup(name)
        type_ = type_of(state, member) if member is not None and member.form in ("input", "object") else None
        if not isinstance(type_, Object):
            return False
        kind = type_.kind
    return member is not None and member.form == "input"
