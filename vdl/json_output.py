"""The machine-readable objects: diagnostics, designs, values. Documented in docs/reference/json.md."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from vdl import syntax as s
from vdl.compilation import Compilation, Solved
from vdl.graph.cells import WaiverEntry
from vdl.judge import Answer, Expectation, Verdict
from vdl.resolve import Names
from vdl.semantics.units import Unit, Units
from vdl.solve import BoundValue, CountValue
from vdl.text.diagnostics import Diagnostic
from vdl.text.safe import escaped
from vdl.text.source import Source, Span
from vdl.values import NOT_STATED
from vdl.words import values as show
from vdl.words.formulas import text_of

SCHEMA = 1
"""Raised when a reader would have to change; new members do not raise it."""

Json = dict[str, Any]


def dumps(value: object) -> str:
    """The text of an object, indented, in the order in which it was made; safe to show."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=2))


def place(span: Span) -> Json:
    """File, line and column of both ends, counted from 1 in characters; the end is the place after the last one."""
    line, column = span.source.place(span.start)
    end_line, end_column = span.source.place(span.end)
    return {"file": span.source.path, "line": line, "column": column, "end_line": end_line, "end_column": end_column}


NOWHERE: Json = {"file": None, "line": None, "column": None, "end_line": None, "end_column": None}


def diagnostic(found: Diagnostic, files: Iterable[str] = ()) -> Json:
    """One diagnostic. What has no place in a file has null for it; a file that can't be read is still named."""
    where = place(found.span) if found.span is not None else dict(NOWHERE)
    if found.span is None and found.subject in files:
        where["file"] = found.subject
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
    }


def citation(cites: Iterable[tuple[s.Cite, Source]], names: Names) -> str:
    """Citations in words: the titles of the sources, each with the place in it."""
    words = []
    for cite, source in cites:
        if cite.source.names == ("assumed",):
            words.append(f"assumed: {cite.where}" if cite.where else "assumed")
            continue
        symbol = names.source_of(source.path, cite)
        title = symbol.title if symbol is not None else str(cite.source)
        words.append(f"{title}, {cite.where}" if cite.where else title)
    return "; ".join(words)


def design(compilation: Compilation, solved: Solved) -> Json:
    """A solved design: its counts, rules, expectations and answers, in the order of the text."""
    names = compilation.names
    return {
        "name": solved.name,
        "file": compilation.program.entry,
        "title": title(solved),
        "counts": [_count(count, names.units) for count in solved.judged.counts],
        "rules": [_rule(rule) for rule in solved.judged.rules],
        "expectations": [_expectation(expectation, names) for expectation in solved.judged.expectations],
        "asks": [answer(found) for found in solved.judged.answers],
    }


def title(solved: Solved) -> str:
    """The title of a design, or that of the one it is derived from."""
    return next((kind.title for kind in solved.design.chain() if kind.form == "design" and kind.title), "")


def _count(count: CountValue, units: Units) -> Json:
    unit = show.unit_of_cell(count.cell, units)
    return {
        "name": count.cell.path,
        "value": show.as_object(count.value, unit),
        "given": count.given,
        "bounds": [bound(b, unit) for b in count.bounds],
    }


def bound(found: BoundValue, unit: Unit) -> Json:
    value = NOT_STATED if found.most is None else found.most
    applies = found.value is not None
    return {
        "name": found.entry.name,
        "value": show.as_object(value, unit, "" if applies else "does not apply"),
        "binding": found.binding,
        "label": found.label,
    }


def _waiver(waiver: WaiverEntry) -> Json:
    node = waiver.node
    where = place(Span(waiver.source, node.start, node.end))
    labels = [label for _, label in waiver.labels]
    return {"reason": node.reason, "owner": node.owner, "until": node.until, "at": labels, "file": where["file"],
            "line": where["line"]}  # fmt: skip


def _rule(rule: Verdict) -> Json:
    waived = [_waiver(waiver) for waiver in rule.waivers] if rule.verdict == "waived" else []
    return {
        "name": rule.name,
        "severity": rule.severity,
        "verdict": rule.verdict,
        "waived_by": waived,
        "detail": rule.detail,
        "margin": rule.margin,
        "text": rule.text,
    }


def _expectation(found: Expectation, names: Names) -> Json:
    entry = found.entry
    return {
        "name": entry.name,
        "scenario": entry.scenario,
        "expression": text_of(entry.node.condition, entry.source),
        "published": show.as_object(found.published, found.unit, found.published_text),
        "computed": show.as_object(found.computed, found.unit, found.computed_text),
        "verdict": found.verdict,
        "why": entry.node.differs or entry.node.restates or "",
        "citation": citation(entry.cites, names),
    }


def answer(found: Answer) -> Json:
    """An inverse question: `answer` is a value object, or null where there is none; then `text` says why."""
    node = found.entry.node
    return {
        "name": found.entry.name,
        "question": question(found),
        "answer": show.as_object(found.value, found.unit) if found.value is not None else None,
        "text": found.text,
        "stopped_by": list(found.stopped_by),
        "ignoring": [str(path) for path in node.ignoring],
    }


def question(found: Answer) -> str:
    """ "largest x where cond" as it stands in the text."""
    node = found.entry.node
    text = text_of(node, found.entry.source)
    start = text.find("largest" if node.largest else "smallest")
    return text[max(start, 0) :].split(" @ ")[0]
