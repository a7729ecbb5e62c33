"""The command line: what was asked for, and what could not be written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.errors.report import did_you_mean, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


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


def unknown_option(subject: str, what: str, name: str, known: Iterable[str], listed: Sequence[str] = ()) -> Diagnostic:
    """An option of the command line names something that the design does not have, such as a scenario."""
    known = set(known)
    notes = [] if known else [f"there is no {what} at all"]
    help_ = did_you_mean(name, known)
    if listed:
        help_ = (*help_, f"known here: {', '.join(f'`{one}`' for one in listed)}")
    return report("unknown-option", None, f"there is no {what} `{name}`", help=help_, notes=notes, subject=subject)


def not_written(subject: str, reason: str) -> Diagnostic:
    """An output could not be written. The file that was there before, if any, is unchanged."""
    return report("not-written", None, f"can't be written: {reason}", subject=subject,
                  notes=["what was there before, if anything, is unchanged"])  # fmt: skip


def no_pdf(subject: str, reason: str, format: str = "PDF") -> Diagnostic:
    """The PDF, or a file of another format, could not be made because a library is missing; everything else was written."""
    return report("no-pdf", None, f"no {format} was made: {reason}", subject=subject,
                  notes=["everything else was written"])  # fmt: skip


def missing_glyph(subject: str, characters: str, kept: bool, span: Span | None = None) -> Diagnostic:
    """A document has characters that the shipped fonts lack: letters other than Latin, Greek and Cyrillic ones, or pictures.

    A PDF has a box in the place of each, since nothing in it may depend on the fonts of the machine that made it. A page of HTML
    shows them in a font of the reader's machine, where that has one. `--font FILE`, or `others` in a [theme](themes.md), names
    a font that goes into both.
    """
    first = ", ".join([f"`{each}` (U+{ord(each):04X})" for each in characters[:_CHARACTERS]])
    more = f" and {len(characters) - _CHARACTERS} more" if len(characters) > _CHARACTERS else ""
    note = "in HTML a font of the reader's machine shows them" if kept else "in the PDF a box stands for each"
    return report("missing-glyph", span, f"the fonts of the document lack {first}{more}", subject=subject, severity="warning",
                  notes=[note],
                  help=["name a font that has them: `--font FILE`, or `others` under `[fonts]` in the theme"])  # fmt: skip


def untranslated(subject: str, language: str, texts: Sequence[str]) -> Diagnostic:
    """A document is said in a language whose catalogs do not have all that the compiler and the library say in it.

    What is lacking stands there in English. A catalog of your own, in a folder that `--languages` names, says the rest: each text
    is a key of it, as it is shown here; `--untranslated` writes a catalog with all of them.
    """
    first = ", ".join([f"`{text}`" for text in texts[:_TEXTS]])
    more = f" and {len(texts) - _TEXTS} more" if len(texts) > _TEXTS else ""
    many = "text stays" if len(texts) == 1 else "texts stay"
    return report("untranslated", None, f"{len(texts)} {many} English: the catalogs of `{language}` lack {first}{more}",
                  subject=subject, severity="info",
                  help=[f"a file `{language}.po` in a folder of yours adds them: `--languages DIR`; `--untranslated` writes all "
                        "of them as such a file, to be filled in"])  # fmt: skip


_TEXTS = 3
"""Texts that are named in one message."""

_CHARACTERS = 6
"""Characters that are named in one message."""


def no_git(subject: str) -> Diagnostic:
    """A revision is read through `git`, and there is no such program."""
    return report("no-git", None, "there is no program `git`, which reads revisions", subject=subject,
                  help=["install it, or compare two files or two folders"])  # fmt: skip


def not_a_repository(subject: str, reason: str = "") -> Diagnostic:
    """A revision was named where there is no git repository, or in one that git refuses to read."""
    if reason:
        return report("not-a-repository", None, f"git does not read this repository: {reason}", subject=subject)
    return report("not-a-repository", None, "this folder is in no git repository, so it has no revisions", subject=subject,
                  help=["run it inside of a repository, or compare two files or two folders"])  # fmt: skip


def unknown_revision(subject: str, name: str, *, path: bool = False) -> Diagnostic:
    """A revision does not exist in this repository: a branch, a tag or a commit that is not here.

    What was pushed elsewhere has to be fetched first: `git fetch origin main`, and then it is called `origin/main`.
    """
    what = "neither a revision nor a file or folder" if path else "no revision of this repository"
    help_ = "`git branch --all` and `git tag` say which there are; what is elsewhere has to be fetched first"
    return report("unknown-revision", None, f"`{name}` is {what}", subject=subject, help=[help_])


def shallow_clone(subject: str) -> Diagnostic:
    """The history was fetched in part, and what is there does not reach back to where two revisions parted.

    `A...B` compares from that place. Fetch more of the history, or compare the two revisions as they stand with `A..B`.
    """
    help_ = "fetch all of it with `git fetch --unshallow` (in a workflow: `fetch-depth: 0`), or compare `A..B`"
    message = "the clone is shallow, and does not reach back to where the two revisions parted"
    return report("shallow-clone", None, message, subject=subject, help=[help_])


def no_merge_base(subject: str) -> Diagnostic:
    """Two revisions have no commit in common, so there is none to compare from."""
    return report("no-merge-base", None, "the two revisions have no commit in common", subject=subject,
                  help=["compare them as they stand, with two dots: `A..B`"])  # fmt: skip


def nowhere(subject: str, sides: Sequence[str]) -> Diagnostic:
    """A file or folder was named that neither side of a comparison has."""
    return report("nowhere", None, f"there is no such file or folder in {' or in '.join(sides)}", subject=subject,
                  help=["paths are relative to the folder in which the command runs"])  # fmt: skip
