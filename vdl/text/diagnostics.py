"""A diagnostic as a value, and one plain renderer of it.

The terminal, JSON and whatever comes later (SARIF, annotations, an editor) all start here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from vdl.text.source import Span

Severity = Literal["error", "warning", "info"]


class Diagnostic(NamedTuple):
    """One finding. `slug` is stable and has a manual page (`vdl explain SLUG`).

    `span` is where it is, or None for what has no place in a file (then `subject` names what it
    is about). `label` stands under the span; `related` are further places, each with its label.
    """

    slug: str
    severity: Severity
    message: str
    span: Span | None = None
    label: str = ""
    related: tuple[tuple[Span, str], ...] = ()
    notes: tuple[str, ...] = ()
    help: tuple[str, ...] = ()
    subject: str = ""

    def key(self) -> tuple[str, int, int, str, str]:
        """Files, places and slugs in order; what has no place comes first."""
        if self.span is None:
            return self.subject, -1, -1, self.slug, self.message
        return self.span.source.path, self.span.start, self.span.end, self.slug, self.message


def in_order(found: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file, place and slug; exact repetitions are said once."""
    unique: dict[object, Diagnostic] = {}
    for diagnostic in found:
        # Two designs may fail one rule of the library: same place, same words, other numbers.
        unique.setdefault((diagnostic.key(), diagnostic.label, diagnostic.notes), diagnostic)
    return sorted(unique.values(), key=lambda diagnostic: (*diagnostic.key(), diagnostic.notes, diagnostic.label))


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic as plain text with its lines of the source."""
    head = f"{diagnostic.severity}[{diagnostic.slug}]: {diagnostic.message}"
    lines = [head]
    width = 1
    if diagnostic.span is not None:
        spans = [(diagnostic.span, diagnostic.label, True)]
        spans += [(span, label, False) for span, label in diagnostic.related]
        width = max(len(str(span.source.place(span.start)[0])) for span, _, _ in spans)
        previous = ""
        for span, label, primary in spans:
            line, column = span.source.place(span.start)
            where = f"{span.source.path}:{line}:{column}"
            arrow = "-->" if primary or span.source.path != previous else "..."
            lines.append(f"{' ' * width}{arrow} {where}")
            lines.append(f"{' ' * width} |")
            lines += _excerpt(span, label, width, "^" if primary else "-")
            previous = span.source.path
        if diagnostic.notes or diagnostic.help:
            lines.append(f"{' ' * width} |")
    elif diagnostic.subject:
        lines.append(f"{' ' * width}--> {diagnostic.subject}")
    lines += [f"{' ' * width} = {_indent(note, width)}" for note in diagnostic.notes]
    lines += [f"{' ' * width} = help: {_indent(text, width)}" for text in diagnostic.help]
    return "\n".join(lines)


def _indent(text: str, width: int) -> str:
    return text.replace("\n", "\n" + " " * (width + 3))


_LONGEST = 160
"""Lines of a source are cut here, so that a generated file does not fill the screen."""


def _excerpt(span: Span, label: str, width: int, mark: str) -> list[str]:
    line, column = span.source.place(span.start)
    raw = span.source.line(line)
    length = max(1, min(span.end - span.start, len(raw) - column + 1))
    left = 0
    if column - 1 > _LONGEST - 40:
        left = column - 1 - 40
    shown = raw[left : left + _LONGEST]
    before = raw[left : column - 1]
    text = "".join("    " if c == "\t" else c if c.isprintable() else "?" for c in shown)
    pad = "".join("    " if c == "\t" else " " for c in before)
    length = max(1, min(length, _LONGEST - len(before)))
    rest = span.end - span.start > length and "\n" in span.text
    under = pad + mark * length + ("..." if rest else "")
    return [f"{line:>{width}} | {text}", f"{' ' * width} | {under}{' ' + label if label else ''}"]


def count(found: Iterable[Diagnostic], files: int) -> str:
    """ "3 errors, 1 warning in 4 files" """
    severities = [diagnostic.severity for diagnostic in found]
    errors, warnings = severities.count("error"), severities.count("warning")
    parts = [f"{errors} error{'' if errors == 1 else 's'}"]
    if warnings:
        parts.append(f"{warnings} warning{'' if warnings == 1 else 's'}")
    return f"{', '.join(parts)} in {files} file{'' if files == 1 else 's'}"
