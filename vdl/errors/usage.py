"""The command line: what was asked for, and what could not be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.errors.report import did_you_mean, report
from vdl.text.diagnostics import Diagnostic


def no_design(subject: str, *, folder: bool = False) -> Diagnostic:
    """The file declares no design, so there is nothing to size; or the folder holds no `*.vdl` file at all."""
    if folder:
        words, help_ = "there is no `*.vdl` file in this folder", "name a file, or a folder that holds designs"
    else:
        words, help_ = "there is no design in this file", 'declare one: `design name "title" { ... }`'
    return report("no-design", None, words, subject=subject, help=[help_])


def several_designs(subject: str, names: Sequence[str]) -> Diagnostic:
    """The command takes one design and the file holds several."""
    return report("several-designs", None, "the file holds several designs", subject=subject,
                  help=[f"choose one with --design: {', '.join(names)}"])  # fmt: skip


def several_documents(subject: str, name: str, full: Sequence[str]) -> Diagnostic:
    """Several files of the compilation have a document of this name.

    Name one of them as it is named in the design's file, with the import before it: `--document company.board`.
    """
    return report("several-documents", None, f"several documents are called `{name}`", subject=subject,
                  help=[f"name one of them with --document: {', '.join(full)}"])  # fmt: skip


def unknown_option(subject: str, what: str, name: str, known: Iterable[str]) -> Diagnostic:
    """An option of the command line names something that the design does not have, such as a scenario."""
    known = set(known)
    notes = [] if known else [f"there is no {what} at all"]
    help_ = did_you_mean(name, known)
    return report("unknown-option", None, f"there is no {what} `{name}`", help=help_, notes=notes, subject=subject)


def not_written(subject: str, reason: str) -> Diagnostic:
    """An output could not be written. The file that was there before, if any, is unchanged."""
    return report("not-written", None, f"can't be written: {reason}", subject=subject,
                  notes=["what was there before, if anything, is unchanged"])  # fmt: skip


def no_pdf(subject: str, reason: str) -> Diagnostic:
    """The PDF could not be made because a system library is missing; everything else was written."""
    return report("no-pdf", None, f"no PDF was made: {reason}", subject=subject,
                  notes=["everything else was written"])  # fmt: skip
