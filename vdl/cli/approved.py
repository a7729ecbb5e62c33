"""Snapshots on the command line: taking them, reading them, and holding designs to them."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from vdl import errors as catalog
from vdl.compilation import Compilation, Solved
from vdl.elaborate.aside import TooMuch
from vdl.lock.records import digest
from vdl.pipeline import compile
from vdl.records import NamedTuple
from vdl.report.columns import column
from vdl.report.named import NoDocument, document_with_bills
from vdl.semantics.units import Exact, divide
from vdl.snapshot.against import Approved, Held, alike, approved, held, words
from vdl.snapshot.change import SECTIONS, Change
from vdl.snapshot.compared import Column
from vdl.snapshot.kept import KEPT, Approval, Kept, read
from vdl.text.diagnostics import Diagnostic, several
from vdl.text.machine import SCHEMA, Json
from vdl.text.source import Source
from vdl.words.lines import lines
from vdl.world import ReadError, World
from vdl.world.texts import LARGEST, read_text


class Against(NamedTuple):
    """A snapshot that designs are held to, and by which share figures have to move."""

    name: str
    kept: Kept
    approval: Approval | None
    least: Exact


class Outcome(NamedTuple):
    """What came of holding one design: nothing where it can't be compared."""

    design: str
    approved: Approved | None
    said: list[Diagnostic]


def approval(arguments: argparse.Namespace) -> Approval | None:
    """Who approved it, as the command line says. Ends the command where only one of both is said."""
    by, on = arguments.approved_by, arguments.approved_on
    if (by is None) != (on is None):
        arguments.parser.error("--approved-by NAME and --approved-on DATE go together")
    return Approval(by, on) if by is not None else None


def against(arguments: argparse.Namespace) -> tuple[Against | None, list[Diagnostic]]:
    """The snapshot of `--against`, or what is wrong with it."""
    name = arguments.against
    text = read_text(name)
    if isinstance(text, ReadError):
        reasons = {"file-too-large": f"it is larger than {LARGEST // 1024 // 1024} MiB", "not-utf8": "it is not UTF-8 text"}
        if text.slug in ("file-not-found", "folder-not-file"):
            return None, [catalog.CATALOG[text.slug](None, name, subject=name)]
        return None, [catalog.damaged_snapshot(None, name, reasons.get(text.slug) or str(text.detail))]
    kept = read(Source(name, text))
    if not isinstance(kept, Kept):
        if kept.schema:
            return None, [catalog.other_snapshot_schema(name, kept.schema, f"{SCHEMA}.{KEPT}")]
        return None, [catalog.damaged_snapshot(kept.span, name, kept.reason)]
    said = approval(arguments) if "approved_by" in arguments else None
    return Against(name, kept, said or kept.approved, divide(arguments.min_change, 1_000_000)), []


def taken(compilation: Compilation, solved: Solved, document: str) -> tuple[Column, list[Diagnostic]]:
    """A design as it is kept, with what the bills of a document come to ("" for its own), and what is wrong with these."""
    try:
        bills = document_with_bills(compilation, document)
    except NoDocument as missing:
        if document:
            return column(compilation, solved.name, solved, solved.diagnostics, None)[0], [_no_document(missing)]
        bills = None
    try:
        return column(compilation, solved.name, solved, solved.diagnostics, bills)
    except TooMuch as much:
        return column(compilation, solved.name, solved, solved.diagnostics, None)[0], [much.diagnostic]


def _no_document(missing: NoDocument) -> Diagnostic:
    if missing.several:
        return catalog.several_documents(f"--document {missing.name}", missing.name, missing.several)
    return catalog.unknown_option(f"--document {missing.name}", "document", missing.name, missing.known, missing.whole)


def outcome(to: Against, compilation: Compilation, solved: Solved, now: Column) -> Outcome:
    """What became of a design since it was approved."""
    before, line = approved(to.kept, solved.name), lines(solved)
    if before is None or before.found is None:
        return Outcome(solved.name, None, [catalog.not_in_snapshot(line(""), solved.name, to.name, designs(to))])
    if now.found is None:
        return Outcome(solved.name, None, [])
    if not alike(before.found, now.found):
        layers = before.found.layers, now.found.layers
        return Outcome(solved.name, None, [catalog.other_layers(line(""), solved.name, *layers)])
    found = held(before, now, to.least)
    said = [
        catalog.not_as_approved(line(one.name), solved.name, SECTIONS[one.section], one.label, words(one.before),
                                words(one.after), one.note)
        for one in found.matter
    ]  # fmt: skip
    return Outcome(solved.name, Approved(to.name, before.found.as_of, to.approval, found), said)


def designs(to: Against) -> list[str]:
    return [one.found.name for one in to.kept.designs if one.found is not None]


def files_of(world: World, compilation: Compilation) -> dict[str, str]:
    """The digests of all texts that a compilation stands on, by the names that lock files give them."""
    program = compilation.program
    found = {world.pinned_name(name, program.entry): digest(file.source.text) for name, file in program.files.items()}
    return dict(sorted(found.items()))


class Holding:
    """The designs that are checked, each held to what was approved of it."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._to, self._wrong = against(arguments)
        self._outcomes: list[Outcome] = []
        self._designs: list[str] = []
        self._files: dict[str, str] = {}

    def file(self, world: World, compilation: Compilation) -> list[Diagnostic]:
        """What of the designs of a file is not as it was approved. One that can't be solved has been told of."""
        self._designs += compilation.names.designs(compilation.program.entry)
        said: list[Diagnostic] = []
        if self._to is None or not compilation.designs:
            return said
        with_bills = compile(
            world, compilation.program.entry, as_of=self._arguments.as_of, scenarios=self._arguments.scenario,
            sets=self._arguments.set, design=self._arguments.design, documents=True,
        )  # fmt: skip
        self._files |= files_of(world, with_bills)
        for solved in with_bills.designs:
            column, wrong = taken(with_bills, solved, self._to.kept.document)
            self._outcomes.append(outcome(self._to, with_bills, solved, column))
            said += [*wrong, *self._outcomes[-1].said]
        return said

    def gone(self) -> list[Diagnostic]:
        """What is wrong with the snapshot, and its designs that were not found."""
        if self._to is None:
            return self._wrong
        names = [name for name in designs(self._to) if self._arguments.design in ("", name)]
        return [catalog.gone_since_approved(self._to.name, name) for name in names if name not in self._designs]

    def notes(self) -> list[str]:
        """What is said of each design, and which texts are others."""
        said = [*map(_told, self._outcomes), _moved(self._to, self._files) if self._to is not None and self._files else ""]
        return [note for note in said if note]

    def as_object(self) -> dict[str, Json]:
        """What came of it, for machines."""
        return {"against": _as_object(self._to, self._outcomes) if self._to is not None else None}


# ------------------------------------------------------------------------------ as it is told
def _told(one: Outcome) -> str:
    """What is said of a design besides what changed; "" where it could not be compared."""
    if one.approved is None:
        return ""
    found = one.approved.held
    who = f" by {one.approved.approval.by} on {one.approved.approval.on}" if one.approved.approval is not None else ""
    stands = several(len(found.matter), "change") + " since approved" if found.matter else "as approved"
    said = [f"{stands}{who}, {several(found.compared, 'value')} compared"]
    if found.small:
        said.append(f"{several(len(found.small), 'figure')} moved by no more than --min-change")
    if found.follows:
        said.append(f"{several(found.follows, 'other value follows', 'other values follow')}")
    return f"design `{one.design}`: {'; '.join(said)}"


def _moved(to: Against, files: dict[str, str]) -> str:
    """Which texts are not those that were approved; "" where all are."""
    names = sorted(name for name in {*to.kept.files, *files} if to.kept.files.get(name) != files.get(name))
    if not names:
        return ""
    listed = ", ".join([f"`{name}`" for name in names[:5]]) + (f" and {len(names) - 5:,} more" if len(names) > 5 else "")
    return f"{several(len(names), 'text')} not as when it was approved: {listed}"


def _as_object(to: Against, outcomes: Sequence[Outcome]) -> dict[str, Json]:
    """What came of it, for machines."""
    by = to.approval
    return {
        "snapshot": to.name,
        "approved": {"by": by.by, "on": by.on} if by is not None else None,
        "designs": [
            {"name": one.design, "compared": one.approved.held.compared, "changes": [*map(_change, one.approved.held.matter)],
             "small": [*map(_change, one.approved.held.small)], "follows": one.approved.held.follows}
            for one in outcomes if one.approved is not None
        ],
    }  # fmt: skip


def _change(one: Change) -> dict[str, Json]:
    return {"section": one.section, "name": one.name, "at": dict(one.at), "before": words(one.before) or None,
            "after": words(one.after) or None, "bearing": one.bearing or None}  # fmt: skip


__all__ = ["Against", "Held", "Holding", "Outcome", "against", "approval", "files_of", "outcome", "taken"]
