"""Files that are read: those named on the command line, and what they import."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from vdl.errors.report import consequence, cycle_text, did_you_mean, report
from vdl.text.diagnostics import Diagnostic
from vdl.text.source import Span


def file_not_found(span: Span | None, path: str, subject: str = "", library: str = "") -> Diagnostic:
    """A file that was named on the command line or in an `import` does not exist.

    Imports are relative to the file that imports, or begin with `std` for the library.
    """
    about_imports = "imports are relative to the file that imports; those of the library begin with `std.`"
    help_ = "names are relative to the folder in which the command runs" if span is None else about_imports
    if library:
        help_ = f"the library has it: write `import {library}`"
    return report("file-not-found", span, f"there is no file `{path}`", "imported here", subject=subject, help=[help_])


def folder_not_file(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A folder was named where a file is wanted.

    `vdl check` searches folders for `*.vdl`; the other commands take one design file.
    """
    help_ = "name a file in it" + ("; `vdl check` takes folders, too" if span is None else "")
    return report("folder-not-file", span, f"`{path}` is a folder, not a file", "imported here", subject=subject, help=[help_])


def unreadable_file(span: Span | None, path: str, reason: str, subject: str = "") -> Diagnostic:
    """A file exists but can't be read: permissions, a broken disk, a device instead of a file."""
    return report("unreadable-file", span, f"`{path}` can't be read: {reason}", "imported here", subject=subject)


def outside_root(span: Span | None, path: str, root: str = "", subject: str = "") -> Diagnostic:
    """A file imports one that lies outside its root, or is found in a folder and is a link to such a one.

    The root of a file is the nearest folder above it that holds `.git`, else its own folder (or the folder that is
    checked); `--root DIR` sets another. So a file of somebody else's reads nothing that is none of its business.
    Whether there is such a file is not looked up.
    """
    help_ = f"`--root {root}` allows it" if root else "a `--root` that holds what this is a link to allows it"
    return report("outside-root", span, f"`{path}` is outside the root", "imported here", subject=subject, help=[help_])


def not_utf8(span: Span | None, path: str, offset: int, subject: str = "") -> Diagnostic:
    """A file is not text in UTF-8.

    Save it as UTF-8 (most editors offer it under "encoding").
    """
    message = f"`{path}` is not UTF-8 text (byte {offset:,})"
    help_ = 'save it as UTF-8; most editors offer it under "encoding"'
    return report("not-utf8", span, message, "imported here", subject=subject, help=[help_])


def nul_byte(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A file holds a NUL byte, which no text does; it is most likely not a design at all."""
    message = f"`{path}` holds a NUL byte; it is not a text"
    return report("nul-byte", span, message, "imported here", subject=subject, help=["is it the file that is meant?"])


def lfs_pointer(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A file is only a pointer to its contents, which Git LFS keeps elsewhere.

    In a working tree `git lfs pull` fetches what it points at; a revision holds the pointer alone, so a design is better
    kept in git itself.
    """
    return report("lfs-pointer", span, f"`{path}` is a pointer of Git LFS, not the file itself", "imported here", subject=subject,
                  help=["`git lfs pull` fetches the file; a design is a text, and better kept in git itself"])  # fmt: skip


def in_submodule(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A file of a revision lies in a submodule, which is another repository: this one knows its commit and none of its files.

    Run the command in the submodule itself, or copy what is imported.
    """
    return report("in-submodule", span, f"`{path}` is in a submodule, whose files this repository does not hold",
                  "imported here", subject=subject, help=["compare it in the submodule itself"])  # fmt: skip


def missing_object(span: Span | None, path: str, subject: str = "") -> Diagnostic:
    """A file of a revision was not fetched with the rest of its repository (a partial clone), or git can't read it.

    Nothing is fetched on the way. `git fetch --refetch` without a filter completes the clone.
    """
    return report("missing-object", span, f"git has not got the contents of `{path}`", "imported here", subject=subject,
                  help=["in a partial clone, fetch them: `git fetch --refetch --no-filter`"])  # fmt: skip


def file_too_large(span: Span | None, path: str, limit: int, subject: str = "") -> Diagnostic:
    """A file is larger than the limit of the language (see the limits in the language reference).

    Split the design into files and import them.
    """
    message = f"`{path}` is larger than {limit // 1024 // 1024} MiB"
    help_ = "split it into files that are imported"
    return report("file-too-large", span, message, "imported here", subject=subject, help=[help_])


def import_cycle(span: Span, cycle: Sequence[str]) -> Diagnostic:
    """Files import each other in a circle.

    Move what both need into a third file that imports neither.
    """
    return report("import-cycle", span, f"these files import each other: {cycle_text(cycle)}", "closes the circle",
                  help=["move what both need into a third file that imports neither"])  # fmt: skip


def unknown_module(span: Span, path: str, known: Iterable[str]) -> Diagnostic:
    """An `import` names a file of the library that does not exist."""
    return report("unknown-module", span, f"the library has no file `{path}`", "not in the library",
                  help=did_you_mean(path, known))  # fmt: skip


@consequence
def edition_missing(span: Span) -> Diagnostic:
    """A file does not begin with its edition line.

    The edition says which version of the language the file is written in: `edition 2026`.
    """
    return report("edition-missing", span, "the file does not begin with an edition", help=["begin it with `edition 2026`"])


def edition_unknown(span: Span, text: str) -> Diagnostic:
    """A file is written in an edition that this compiler does not know."""
    return report("edition-unknown", span, f"edition {text} is not known here", "not an edition of this compiler",
                  help=["this compiler knows `edition 2026`"])  # fmt: skip
