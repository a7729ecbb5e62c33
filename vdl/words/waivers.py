"""Waivers that accept nothing, and the failures that they may be meant for."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from math import prod

from vdl import errors
from vdl.judge import Verdict
from vdl.judge.records import WaiverUse
from vdl.judge.waivers import Covered
from vdl.text.diagnostics import Diagnostic, enumerated
from vdl.text.phrases import joined, phrase
from vdl.text.source import Span
from vdl.values import Place
from vdl.words.commands import Commands
from vdl.words.verdicts import Words, waived_at
from vdl.words.verdicts import at as at_place


def waiver(
    use: WaiverUse, as_of: str, rule: Verdict | None, failing_in: Callable[[str], str] = lambda rule: "",
    rules: Sequence[Verdict] = (), words: Words | None = None, commands: Commands | None = None, silent: Sequence[str] = (),
) -> Diagnostic | None:  # fmt: skip
    """What is said of a waiver that accepts nothing, or not any more; None of one that does. Of one at labels also which of the
    `rules` it may be meant for; with `words` also by how much its rule holds; of silence, which of what is open it may be."""
    entry = use.entry
    span = Span(entry.source, entry.node.path.start, entry.node.path.end)
    if use.outcome == "expired":
        return errors.waiver_expired(span, entry.rule, entry.node.until, as_of)
    if use.outcome in ("unused", "repeated") and entry.rank == "own":
        at = f" at {waived_at(entry.labels)}" if entry.labels else ""
        meant = _elsewhere(use, rule)
        if meant is not None:
            return errors.waiver_unused(span, entry.rule, *meant, meant=True)
        beneath = [name for name in dict.fromkeys(silent) if name.startswith(f"{entry.rule}.")]
        if beneath and entry.node.silence and use.outcome == "unused":
            one, many = "is not open; {names} is", "is not open; {names} are"
            open_ = phrase(many if len(beneath) > 1 else one, names=enumerated(beneath[:_NAMED], "and"))
            return errors.waiver_unused(span, entry.rule, open_, _one_of_them(beneath), meant=True)
        why, help_ = _why_unused(use, rule)
        searched = help_ == _REMOVE and use.outcome == "unused" and not entry.node.silence
        scenario = failing_in(entry.rule) if searched else ""
        if scenario:
            help_ = f"it fails in a scenario: write the waiver inside of that, `scenario {scenario} {{ waive ... }}`"
        elif searched and (other := _fails_there(use, rule, rules)) is not None:
            help_ = f"did you mean `waive {other.name} at {_written(entry.labels, use)}`?"
            key = "does not fail at {labels}; `{other}` does" if at else "does not fail; `{other}` does"
            why = phrase(key, labels=waived_at(entry.labels), other=other.name)
            return errors.waiver_unused(span, entry.rule, why, help_, meant=True)
        notes = _holds(rule, words) if help_ == _REMOVE and use.outcome == "unused" and not entry.node.silence else []
        if notes:
            shown = f" (`{commands.line('explain', entry.rule)}`)" if commands is not None else ""
            help_ = f"see whether the rule, and the figures that it comes of{shown}, are what is meant; if they are, {_REMOVE}"
        return errors.waiver_unused(span, entry.rule + at, why, help_, notes=notes)
    return None


def _holds(rule: Verdict | None, words: Words | None) -> list[str]:
    """What a rule that holds compares: one that was waived for a reason may not say what its author means."""
    if rule is None or words is None or rule.outcome != "holds" or not (detail := words.detail(rule)):
        return []
    return [f"the rule holds: {detail}"]


def _one_of_them(beneath: Sequence[str]) -> str:
    return f'what is open is named in full: `waive open {beneath[0]} "why"`' + (", and so the others" if len(beneath) > 1 else "")


_REMOVE = "remove the waiver"


def _why_unused(use: WaiverUse, rule: Verdict | None) -> tuple[str, str]:
    """Why a waiver accepts nothing, and what to do about it."""
    silence = use.entry.node.silence
    if use.outcome == "repeated":
        key = "is open only where another waiver accepts it" if silence else "fails only where another waiver accepts it"
        return phrase(key), _REMOVE
    failing = rule is not None and rule.outcome in ("fails", "part")
    if silence:
        if failing:
            return phrase("fails, and is not silent"), f'a failure is accepted with `waive {use.entry.rule} "why"`'
        return phrase("is not open"), _REMOVE
    if rule is not None and rule.outcome == "not-evaluated":
        help_ = f'silence is accepted with `waive open {use.entry.rule} "why"`'
        return phrase("could not be evaluated, and does not fail"), help_
    if failing and use.entry.labels and rule is not None:
        axes = {axis for place, _ in rule.places for axis, _ in place}
        if not axes:
            return phrase("does not fail there alone: it does not differ by label"), "leave `at ...` out"
        foreign = {axis: label for axis, label in use.entry.labels if axis not in axes}
        if foreign:
            said = ", ".join([f"`{label}`" for axis, label in use.entry.labels if axis in foreign])
            return phrase("does not differ by {axes}", axes=joined(phrase(" and "), foreign)), f"leave {said} out"
    return phrase("does not fail"), _REMOVE


def _elsewhere(use: WaiverUse, rule: Verdict | None) -> tuple[str, str] | None:
    """What is said of a waiver at labels of a rule that fails at others, and what to write; None of any other."""
    entry = use.entry
    if rule is None or use.outcome != "unused" or entry.node.silence or not entry.labels:
        return None
    failing = _failing(rule)
    axes = {axis for place in failing for axis, _ in place}
    own = tuple([one for one in entry.labels if one[0] in axes])
    if not axes or (0 < len(own) < len(entry.labels) and any(Covered(own).covers(place) for place in failing)):
        return None  # it fails everywhere, or where the labels of its own axes say
    foreign = {axis for axis, _ in entry.labels if axis not in axes}
    named = tuple(dict.fromkeys([one for place in failing for one in place]))
    numbers = Counter([axis for axis, _ in named])
    # Labels of several axes stand for all places where they meet.
    one = named if prod(numbers.values()) == len(failing) and len(named) <= _NAMED else failing[0]
    places = ", ".join([f"`{at_place(place)}`" for place in failing[:_NAMED]])
    why = phrase("does not fail at {labels}", labels=waived_at(entry.labels))
    if foreign:
        why = phrase("does not differ by {axes}", axes=joined(phrase(" and "), sorted(foreign)))
    few, many = "{why}; it fails at {places}", "{why}; it fails at {places} and elsewhere"
    why = phrase(many if len(failing) > _NAMED else few, why=why, places=places)
    return why, f"write where it fails: `waive {entry.rule} at {_written(one, use)}`"


def _fails_there(use: WaiverUse, rule: Verdict | None, rules: Sequence[Verdict]) -> Verdict | None:
    """The only other rule that fails, unwaived, at the labels that the waiver of a rule names; None where there are several."""
    labels = use.entry.labels
    if not labels or rule is None or rule.outcome not in ("holds", "not-applicable", "waived"):
        return None
    covered = Covered(labels)
    failing = [one for one in rules if one.severity == "error" and not one.waivers and any(map(covered.covers, _failing(one)))]
    return failing[0] if len(failing) == 1 and failing[0].name != rule.name else None


def _failing(rule: Verdict) -> list[Place]:
    """Where a rule fails that no waiver accepts; empty where that does not differ by label."""
    return [place for place, outcome in rule.places if outcome in ("fails", "part") and place]


def _written(labels: Place, use: WaiverUse) -> str:
    """Labels as they are written behind `at`; with their axes where the waiver says them, since a label may be of two."""
    if any(len(path.names) > 1 for path in use.entry.node.labels):
        return f"({', '.join([f'{axis}.{label}' for axis, label in labels])})"
    return labels[0][1] if len(labels) == 1 else f"({', '.join([label for _, label in labels])})"


_NAMED = 4
"""Places that are named."""


def meant_by(use: WaiverUse, rules: Sequence[Verdict], failing_in: Callable[[str], str]) -> Verdict | None:
    """The failure that a waiver may be meant for: of one whose date is past its own, of one for a rule that holds the only one
    whose name has most words in common with that."""
    own = use.outcome == "unused" and use.entry.rank == "own" and not use.entry.node.silence
    if use.outcome != "expired" and not own:
        return None
    failing = [one for one in rules if one.outcome in ("fails", "part") and not one.waivers]
    if use.outcome == "expired":
        return next((one for one in failing if one.name == use.entry.rule), None)
    if not any(one.name == use.entry.rule and one.outcome in ("holds", "not-applicable") for one in rules):
        return None
    common = {one.name: len(_words(one.name) & _words(use.entry.rule)) for one in failing if one.severity == "error"}
    most = [one for one in failing if common.get(one.name, 0) == max(common.values(), default=0) > 0]
    return most[0] if len(most) == 1 and not failing_in(use.entry.rule) else None


def _words(name: str) -> set[str]:
    return set(re.split(r"[._]", name))


def with_waivers(said: Diagnostic, rule: Verdict, uses: Sequence[WaiverUse]) -> Diagnostic:
    """What is said of a rule, with the waivers that may be meant for it."""
    related, help_ = [*said.related], [*said.help]
    for use in uses:
        path = use.entry.node.path
        span = Span(use.entry.source, path.start, path.end)
        if use.outcome == "expired":
            related.append((span, f"this was accepted until {use.entry.node.until}"))
            help_.insert(0, "give a later date after `until` where it is accepted still")
        else:
            related.append((span, "this rule does not fail, so this accepts nothing"))
            help_.insert(0, f"did you mean `waive {rule.name}`?")
    return said._replace(related=tuple(related), help=tuple(help_))


__all__ = ["meant_by", "waiver", "with_waivers"]
