"""What keeps a design from holding beside its rules, its published figures and what is open of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.text.diagnostics import Diagnostic, in_order, several

_TOLD = frozenset([
    "rule-failed", "rule-partly", "given-count-short", "expectation-differs", "expectation-agrees-now", "no-demand",
])  # fmt: skip
"""What rules, figures and points that are open say themselves."""

_OF_WAIVERS = frozenset(["waiver-unused", "waiver-expired"])


def other_errors(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """The errors that no rule, figure or open point tells, in order."""
    return in_order([one for one in diagnostics if one.severity == "error" and one.slug not in _TOLD])


def counted(found: Sequence[Diagnostic]) -> list[str]:
    """How many there are: "1 error", "2 waivers accept nothing"."""
    waivers = sum(one.stands_for for one in found if one.slug in _OF_WAIVERS)
    rest = sum(one.stands_for for one in found) - waivers
    said = [several(rest, "error")] if rest else []
    return [*said, several(waivers, "waiver accepts nothing", "waivers accept nothing")] if waivers else said


__all__ = ["counted", "other_errors"]
