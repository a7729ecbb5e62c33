"""Verdicts over a design that could be solved."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import Places, consequence, finding, report
from vdl.text.diagnostics import Diagnostic, Severity
from vdl.text.source import Span


@finding
def rule_failed(span: Span, name: str, text: str, detail: str, related: Places,
                notes: Sequence[str], severity: Severity) -> Diagnostic:  # fmt: skip
    """A rule does not hold. The detail shows both sides and the labels at which it fails.

    The document still prints, and says so on page 1. A known failure is accepted with
    `waive RULE "reason"`.
    """
    words = f": {text}" if text else ""
    return report("rule-failed", span, f"rule `{name}` does not hold{words}", detail,
                  severity=severity, related=related, notes=notes)  # fmt: skip


@finding
def rule_partly(span: Span, name: str, text: str, detail: str, related: Places,
                notes: Sequence[str], severity: Severity) -> Diagnostic:  # fmt: skip
    """A rule holds for a part of a range only."""
    words = f": {text}" if text else ""
    return report("rule-partly", span, f"rule `{name}` holds only for part of the range{words}", detail,
                  severity=severity, related=related, notes=notes)  # fmt: skip


@finding
def given_count_short(span: Span, count: str, bound: str, detail: str, notes: Sequence[str],
                      severity: Severity) -> Diagnostic:  # fmt: skip
    """A given count is smaller than one of its bounds asks.

    A given count is what everything downstream uses; its bounds turn into rules, and can be waived.
    """
    message = f"`{count}` is smaller than its bound `{bound}` asks"
    return report("given-count-short", span, message, detail, severity=severity, notes=notes)


@finding
def expectation_differs(span: Span, name: str, detail: str) -> Diagnostic:
    """What is computed differs from what was published, and nobody has said why.

    State a known contradiction with `differs "why"`; never bend an input until it fits.
    """
    return report("expectation-differs", span, f"expectation `{name}` differs", detail)


@finding
def expectation_agrees_now(span: Span, name: str, detail: str) -> Diagnostic:
    """An expectation says `differs`, but it no longer does: remove the clause."""
    return report("expectation-agrees-now", span, f"expectation `{name}` no longer differs", detail)


@finding
@consequence
def waiver_unused(span: Span, name: str, *, repeated: bool) -> Diagnostic:
    """A waiver accepts the failure of a rule that does not fail, or whose failure is accepted already: remove it."""
    why = "fails only where another waiver accepts it" if repeated else "does not fail"
    return report("waiver-unused", span, f"`{name}` {why}, so there is nothing to waive", help=["remove the waiver"])


@finding
def waiver_expired(span: Span, name: str, until: str, as_of: str) -> Diagnostic:
    """A waiver was accepted until a date that has passed (see `--as-of`)."""
    return report("waiver-expired", span, f"the waiver of `{name}` ended on {until}", "accepted until then",
                  notes=[f"judged as of {as_of}"])
