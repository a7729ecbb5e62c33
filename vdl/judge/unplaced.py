"""Objects that something should carry and nothing does."""

from __future__ import annotations

from collections.abc import Iterable

from vdl.judge.records import Verdict
from vdl.semantics.types import Kind


def waiting_for(rules: Iterable[Verdict]) -> set[Kind]:
    """The kinds of what takes the objects that are placed nowhere though a rule asks for it, which is said. What nobody asks to
    be placed waits for nothing: a demand may ask for nothing."""
    found: set[Kind] = set()
    for rule in rules:
        if asks_in_vain(rule) and rule.rule is not None:
            kind = rule.rule.instance.kind.carrier()
            if kind is not None:
                found.add(kind)
    return found


def asks_in_vain(rule: Verdict) -> bool:
    """Whether a rule is not met that placing its object would meet."""
    if rule.outcome not in ("fails", "part", "not-evaluated") or rule.rule is None or rule.rule.instance.placed_on is not None:
        return False
    return rule.rule.is_met_by_placing()


__all__ = ["asks_in_vain", "waiting_for"]
