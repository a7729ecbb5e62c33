"""The machine-readable objects: diagnostics, designs, values. Documented in docs/reference/json.md."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from vdl.judge import Answer, Met, Swept
from vdl.semantics.units import Unit, Units
from vdl.snapshot.records import Bound, Choice, Count, Expected, Factor, Point, Rule, ShownValue, Snapshot, Waived
from vdl.text.diagnostics import Diagnostic
from vdl.text.machine import Json, document
from vdl.text.source import Span
from vdl.values import Place
from vdl.words import answers as answered
from vdl.words import values as show

JsonObject = Mapping[str, Json]


def everything(
    as_of: str, diagnostics: Iterable[Diagnostic], files: Iterable[str], designs: Iterable[JsonObject], **more: Json
) -> str:
    """What `vdl check` and `vdl size` print, and what `more` there is.

    `files` are those that were asked for: one that can't be read is still named.
    """
    files = list(files)
    return document(as_of=as_of, diagnostics=[diagnostic(d, files) for d in diagnostics], designs=list(designs), **more)


def place(span: Span) -> JsonObject:
    """File, line and column of both ends, counted from 1 in characters; the end is the place after the last one."""
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    return {"file": span.source.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


NOWHERE: JsonObject = {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}


def diagnostic(found: Diagnostic, files: Iterable[str] = ()) -> JsonObject:
    """One diagnostic. What has no place in a file has null for it; a file that can't be read is still named."""
    where = place(found.span) if found.span is not None else NOWHERE
    if found.span is None and found.subject in files:
        where = {**NOWHERE, "file": found.subject}
    return {
        "slug": found.slug,
        "severity": found.severity,
        "message": found.message,
        **where,
        "label": found.label if found.span is not None else "",
        "subject": found.subject,
        "related": [{**place(span), "label": label} for span, label in found.related],
        "notes": list(found.notes),
        "help": list(found.help),
        "stands_for": found.stands_for,
    }


def design(found: Snapshot, answers: Iterable[Answer], units: Units) -> JsonObject:
    """A solved design: whether it holds, its counts, rules, expectations and answers, in the order of the text."""
    return {
        "name": found.name,
        "file": found.file,
        "title": found.title,
        "layers": list(found.layers),
        "verdict": found.standing,
        "accepted": found.accepted,
        "open_points": [_point(point) for point in found.open_points],
        "factors": [_factor(factor) for factor in found.factors],
        "counts": [_count(count) for count in found.counts],
        "choices": [_choice(choice) for choice in found.choices],
        "rules": [_rule(rule) for rule in found.rules],
        "expectations": [_expected(expected) for expected in found.expectations],
        "left_out": {"expectations": list(found.left_out.expectations), "waivers": list(found.left_out.waivers)},
        "asks": [answer(one, units) for one in answers],
    }


def quantity(found: ShownValue, words: str = "") -> JsonObject:
    return show.as_object(found.value, found.unit, words)


def at(found: Place) -> dict[str, str]:
    """Labels by their axes."""
    return dict(found)


def _point(point: Point) -> JsonObject:
    return {"sort": point.sort, "name": point.name, "text": point.text, "state": point.state, "file": point.file}


def _factor(factor: Factor) -> JsonObject:
    return {"unit": factor.unit, "value": factor.value, "citation": factor.citation, "file": factor.file}


def _count(count: Count) -> JsonObject:
    return {
        "name": count.path,
        "value": quantity(count.value),
        "given": count.given,
        "bounds": [_bound(bound) for bound in count.bounds],
    }


def _bound(bound: Bound) -> JsonObject:
    return {
        "name": bound.name,
        "op": bound.op,
        "value": quantity(bound.asks, "" if bound.applies else "does not apply"),
        "decides": bound.decides,
        "at": at(bound.place),
        "without": list(bound.without),
    }


def _choice(choice: Choice) -> JsonObject:
    return {
        "name": choice.path,
        "objective": choice.objective,
        "options": [
            {"option": o.words, "taken": o.taken, "faults": o.faults, "failed": o.failed, "silent": o.silent,
             "objective": quantity(o.objective)}
            for o in choice.options
        ],
    }


def _rule(rule: Rule) -> JsonObject:
    margin: JsonObject | None = None
    if rule.room is not None:
        margin = {"room": quantity(rule.room), "share": str(rule.share) if rule.share is not None else None, "text": rule.margin}
    return {
        "name": rule.path,
        "severity": rule.severity,
        "verdict": rule.outcome,
        "at": [at(where) for where in rule.places],
        "left": quantity(rule.left) if rule.left is not None else None,
        "op": rule.op,
        "right": quantity(rule.right) if rule.right is not None else None,
        "margin": margin,
        "detail": rule.detail,
        "waived_by": [_waived(waived) for waived in rule.waived_by],
        "text": rule.text,
    }


def _waived(waived: Waived) -> JsonObject:
    return {"reason": waived.reason, "owner": waived.owner, "until": waived.until,
            "at": [{axis: label} for axis, label in waived.at], "file": waived.file, "citation": waived.citation}  # fmt: skip


def _expected(expected: Expected) -> JsonObject:
    return {
        "name": expected.name,
        "title": expected.title,
        "scenario": expected.scenario,
        "expression": expected.expression,
        "published": quantity(expected.published, expected.published_words),
        "computed": quantity(expected.computed, expected.computed_words),
        "verdict": expected.outcome,
        "why": expected.why,
        "citation": expected.citation,
    }


def swept(found: Swept, units: Units) -> JsonObject:
    """A question that looks at several values of an input: what it found at each, and how many more it would have."""
    entry = found.entry
    moved, looked_at = show.unit_of_cell(entry.cell, units), show.unit_of(entry.value, entry.type, units)
    return {
        "name": entry.name,
        "title": entry.node.title,
        "question": answered.swept(entry),
        "points": [
            {"at": show.as_object(point.at, moved), "value": show.as_object(point.value, looked_at),
             "verdict": point.verdict, "failing": list(point.failing), "options": dict(point.options)}
            for point in found.points
        ],
        "left": found.left,
    }


def answer(found: Answer, units: Units) -> JsonObject:
    """An inverse question: `answer` is a value object, or null where there is none; then `text` says why."""
    unit = answered.unit_of(found, units)
    return {
        "name": found.entry.name,
        "title": found.entry.node.title,
        "question": answered.question(found),
        "holds": found.holds,
        "answer": show.as_object(found.value, unit) if found.value is not None else None,
        "text": answered.text(found, units),
        "stopped_by": list(found.stopped_by),
        "passed": list(found.passed),
        "met": _met(found.met, unit) if found.met is not None else None,
        "missed": found.missed,
        "unsearched": [show.as_object(end, unit) for end in found.unsearched] if found.unsearched is not None else None,
        "ignoring": list(found.entry.ignoring),
    }


def _met(met: Met, unit: Unit) -> JsonObject:
    return {"name": met.name, "at": show.as_object(met.value, unit), "nearest": met.sure}
