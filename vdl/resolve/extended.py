"""What an `on` block names: a kind, or an object that stands at the top of a file."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.resolve.bodies import in_sight, path_span
from vdl.resolve.state import ResolveState
from vdl.semantics.types import Kind, Member, Symbol
from vdl.text.source import Source


def extended(state: ResolveState, source: Source, path: s.Path, body: s.Body) -> Kind | None:
    """The kind to which an `on` block adds: one that is declared, or that which the body of an object makes.

    None where the path names neither, which is said.
    """
    names = state.names
    symbol = names.find_path(source.path, path)
    kind = _extendable(symbol)
    if kind is not None:
        return kind
    span = path_span(source, path)
    if isinstance(symbol, Member):
        form = "a function" if symbol.form == "function" else "a value (`let`)"
        state.diagnostics.append(errors.not_extendable(span, f"`{path}` is {form}", declared=symbol.span()))
        return None
    for depth in range(len(path.names) - 1, 0, -1):
        around = path.first(depth)
        kind = _extendable(names.find_path(source.path, around))
        if kind is not None:
            rest = ".".join(path.names[depth:])
            filled = next((f".{st.path} = ..." for st in body.statements if isinstance(st, s.Fill)), " { ... }")
            help_ = f"write `on {around} {{ {rest}{filled} }}`"
            if kind.form == "design":
                help_ = f"write `{rest} {{ ... }}` in that design, in one that is derived from it, or in a scenario"
            state.diagnostics.append(errors.not_extendable(span, f"`{path}` lies within `{around}`", help_, kind.span()))
            return None
    known = state.diagnostics.among(source, in_sight(state, source.path, lambda symbol: _extendable(symbol) is not None))
    modules, span = names.unimported_module(source.path, path), names.astray(source, path)
    known = list(known)
    whole = [one for one in known if one.endswith(f".{path}")]
    state.diagnostics.append(errors.unknown_kind(span, str(path), known, modules, "kind and no object", whole=whole))
    return None


def _extendable(symbol: Symbol | None) -> Kind | None:
    if isinstance(symbol, Member) and symbol.form == "object":
        return symbol.kind
    return symbol if isinstance(symbol, Kind) and symbol.form in ("kind", "design") else None
