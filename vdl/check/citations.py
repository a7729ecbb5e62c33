"""Citations: whether their sources are declared, and whether what is assumed says why, who answers for it and until when."""

from __future__ import annotations

from collections.abc import Iterable

from vdl import errors
from vdl import syntax as s
from vdl.check.definitions import date
from vdl.check.state import CheckState
from vdl.semantics.types import DATE, SourceSymbol
from vdl.text.source import Source, Span


def cites(state: CheckState, cites: Iterable[s.Cite], source: Source) -> None:
    """Say where a citation names no source, or one that is owned, and where an assumption has no reason."""
    for cite in cites:
        ends(state, cite, source)
        assumed = cite.source.names == ("assumed",)
        known = bool(cite.where.strip()) if assumed else state.names.source_of(source.path, cite) is not None
        is_owned = cite.owner != "" or cite.ends is not None
        if (known and (assumed or not is_owned)) or cite in state.cited:
            continue
        state.cited.add(cite)
        if known:
            state.diagnostics.append(errors.owned_source(Span(source, cite.start, cite.end), str(cite.source)))
        elif assumed:
            state.diagnostics.append(errors.assumed_without_reason(Span(source, cite.start, cite.end)))
        else:
            declared = (n for n, x in state.names.scope(source.path).items() if isinstance(x, SourceSymbol))
            among = ["assumed", *state.diagnostics.among(source, declared)]
            span = state.names.astray(source, cite.source)
            state.diagnostics.append(errors.unknown_source(span, str(cite.source), among))


def ends(state: CheckState, node: s.Cite | s.Waive, source: Source) -> None:
    """Say of the day until which somebody answers for something that it is in no calendar."""
    if node.ends is not None and node.ends not in state.types:
        state.types[node.ends] = DATE
        date(state, node.ends, source)


__all__ = ["cites", "ends"]
