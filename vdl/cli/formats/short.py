"""A line for each finding, as compilers print them for editors: `trips.vdl:4:17: error: ... [rule-failed]`."""

from __future__ import annotations

from vdl.cli.formats import Checked
from vdl.text.diagnostics import Diagnostic
from vdl.text.safe import shown


def text(found: Checked) -> str:
    return "\n".join(map(_line, found.diagnostics))


def _line(found: Diagnostic) -> str:
    where = shown(found.subject)
    if found.span is not None:
        line, column = found.span.source.place(found.span.start)
        where = f"{shown(found.span.source.path)}:{line}:{column}"
    return f"{where or 'vdl'}: {found.severity}: {shown(found.message)} [{found.slug}]"
