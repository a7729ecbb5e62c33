"""Workflow commands of GitHub: annotations at the lines of a change, and the last line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from vdl.cli.formats import Checked, told
from vdl.text.diagnostics import Diagnostic, several
from vdl.text.safe import shown

MOST = 10
"""Annotations of one severity that GitHub shows of one step."""

_COMMANDS = {"error": "error", "warning": "warning", "info": "notice"}


def text(found: Checked) -> str:
    return "\n".join([*_lines(found), found.last])


def _lines(found: Checked) -> Iterator[str]:
    said: Counter[str] = Counter()
    left = 0
    for one in sorted(found.diagnostics, key=lambda d: list(_COMMANDS).index(d.severity)):
        said[one.severity] += 1
        if said[one.severity] <= MOST:
            yield command(found, one)
        else:
            left += 1
    if left:
        yield f"{several(left, 'more finding is', 'more findings are')} not annotated: GitHub shows {MOST} of each severity"


def command(found: Checked, one: Diagnostic) -> str:
    """The workflow command that annotates the place of one diagnostic."""
    address, span = found.place(one)
    lines = list(told(one))
    place: dict[str, int] = {}
    if span is not None:
        line, column = span.source.place(span.start)
        end_line, end_column = span.source.place(span.end)
        place = {"line": line, "column": column, "end_line": end_line, "end_column": end_column}
    elif one.span is not None:
        lines.append(f"at {one.span.where()}")
    return annotation(one.severity, one.slug, lines, address, place)


def annotation(severity: str, title: str, lines: Sequence[str], file: str = "", place: Mapping[str, int] | None = None) -> str:
    """A workflow command. `place` has `line`, `column`, `end_line` and `end_column`, or is empty. Nothing in the texts is taken
    for another command."""
    properties = {"file": file, "title": title}
    if place:
        properties |= {"line": str(place["line"]), "endLine": str(place["end_line"])}
        if place["line"] == place["end_line"]:  # columns mean nothing to GitHub where there are several lines
            properties |= {"col": str(place["column"]), "endColumn": str(place["end_column"])}
    written = ",".join([f"{name}={_property(value)}" for name, value in properties.items() if value])
    said = "\n".join(map(shown, lines))
    return f"::{_COMMANDS[severity]} {written}::{_data(said)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(shown(text)).replace(":", "%3A").replace(",", "%2C")


__all__ = ["MOST", "annotation", "text"]
