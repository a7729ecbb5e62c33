"""Snapshots that designs are held to: what is not as it was approved, and snapshots that can't be read."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import did_you_mean, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def not_as_approved(span: Span, design: str, section: str, name: str, before: str, after: str, note: str = "") -> Diagnostic:
    """Something of a design is not as in the snapshot that it is held to (`--against`): a verdict, a count, an option that is
    taken, what is bought and costs, an input, an assumption.

    Both are shown, as it was approved and as it is now. Where the change is wanted, have it approved, and take a new
    snapshot; `--min-change 1%` lets figures pass that moved by no more.
    """
    return report("not-as-approved", span, _told(f"`{name}`", before, after), section, subject=design,
                  notes=[f"in design `{design}`", *([note] if note else [])])  # fmt: skip


def _told(name: str, before: str, after: str) -> str:
    if not before:
        return f"{name} is new since it was approved: {after}"
    return f"{name} is not as approved: {after}, was {before}" if after else f"{name} was approved, and is gone: {before}"


def not_in_snapshot(span: Span, design: str, snapshot: str, known: Sequence[str]) -> Diagnostic:
    """A design is held to a snapshot that has no design of its name: it is one of another design, or nobody approved this one."""
    return report("not-in-snapshot", span, f"`{snapshot}` has no design `{design}`", "this design",
                  notes=[f"it has {', '.join(f'`{name}`' for name in known)}" if known else "it has no design at all"],
                  help=did_you_mean(design, known))  # fmt: skip


def gone_since_approved(subject: str, design: str) -> Diagnostic:
    """A snapshot has a design that is in none of the files that are checked."""
    return report("gone-since-approved", None, f"design `{design}` was approved, and is in none of these files", subject=subject,
                  help=["check the file that it is in, too, or take a new snapshot"])  # fmt: skip


def other_layers(span: Span, design: str, before: Sequence[str], after: Sequence[str]) -> Diagnostic:
    """A design is held to a snapshot that was taken with other scenarios or `--set` on it, so the two can't be compared."""
    return report("other-layers", span, f"`{design}` was approved {_with(before)}, and is checked {_with(after)}", "this design",
                  help=["give the same `--scenario` and `--set` as when the snapshot was taken"])  # fmt: skip


def _with(layers: Sequence[str]) -> str:
    return f"with {', '.join(layers)}" if layers else "as it is written"


def damaged_snapshot(span: Span | None, snapshot: str, reason: str) -> Diagnostic:
    """A file is no snapshot that can be read: no JSON, edited, cut short, or something else."""
    subject = snapshot if span is None else ""
    return report("damaged-snapshot", span, f"this is no snapshot that can be read: {reason}", "here", subject=subject,
                  help=["`vdl snapshot` writes one"])  # fmt: skip


def other_snapshot_schema(snapshot: str, found: str, known: str) -> Diagnostic:
    """A snapshot was written by a version of `vdl` that wrote them otherwise, so the two can't be compared.

    Take it again with this version from the texts that were approved, or use the version that wrote it.
    """
    return report("other-snapshot-schema", None, f"the snapshot is of schema {found}, and this version of vdl reads {known}",
                  subject=snapshot, help=["take it again from the texts that were approved"])  # fmt: skip
