"""Questions that are typed: as if the design asked them."""

from __future__ import annotations

from vdl import errors
from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.graph.design import AskEntry
from vdl.judge import Answer, Swept
from vdl.parse import parse_statement
from vdl.query.questions import answer, asked_of
from vdl.query.shifted import shifted
from vdl.query.sweeps import sweep
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Source, Span

_ASK = "ask question: "


def ask(compilation: Compilation, solved: Solved, text: str) -> tuple[Answer | Swept | None, list[Diagnostic]]:
    """The answer to `largest x where cond ...` or to `value for x in ...`, as if the design asked it."""
    first = text.split(" ")[0]
    if first not in ("largest", "smallest") and " for " not in text:
        span = Span(Source("question", text), 0, len(first))
        close = errors.nearest(first, ["largest", "smallest"])
        return None, [errors.unexpected_word(span, first, ["`largest`", "`smallest`"], close)]
    source = Source("question", _ASK + text)
    statement, diagnostics = parse_statement(source)
    if not isinstance(statement, (s.Ask, s.Sweep)):
        if not diagnostics:
            diagnostics = [errors.not_here(Span(source, len(_ASK), len(source.text)), "this", "a question")]
        return None, _typed(diagnostics, source, text)
    found, diagnostics = asked_of(compilation, solved, statement, source)
    diagnostics = _typed(diagnostics, source, text)
    if found is None:
        return None, diagnostics
    asked, entry = found
    return answer(compilation, asked, entry) if isinstance(entry, AskEntry) else sweep(compilation, asked, entry), diagnostics


def _typed(diagnostics: list[Diagnostic], source: Source, text: str) -> list[Diagnostic]:
    """What is said of the statement made of a question, with places in what was typed."""
    typed = Source("question", text)
    return [shifted(d, source, typed, lambda at: at - len(_ASK)) for d in diagnostics]


__all__ = ["ask"]
