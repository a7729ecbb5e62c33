"""Lock files: what has moved since `vdl lock` pinned it, and locks that can't be read."""

from __future__ import annotations

from collections.abc import Sequence

from vdl.errors.report import report
from vdl.text.diagnostics import Diagnostic, Severity, several
from vdl.text.source import Span

_AGAIN = "`vdl lock` pins it as it is now"


def file_moved(span: Span, file: str, before: str, after: str, severity: Severity) -> Diagnostic:
    """A file that a design imports is not the one that the lock file pins: somebody changed it since.

    The first digits of its SHA-256 are shown, before and now. Without `--frozen` it is a warning. Where the change is wanted,
    `vdl lock` pins the file as it is now; where it is not, get back the file as it was.
    """
    return report("file-moved", span, f"`{file}` is not as it is pinned: {before} before, {after} now", "pinned here",
                  severity=severity, help=[_AGAIN])  # fmt: skip


def library_moved(
    span: Span | None, lock: str, files: Sequence[tuple[str, str, str]], severity: Severity
) -> Diagnostic:  # fmt: skip
    """The library is not the one that the lock file pins: another version of `vdl`, another `--library`, or an edited file.

    Each file that differs is named with the first digits of its SHA-256, before and now; `vdl lock --check` names them all.
    Figures of the library may differ, so counts may, too: compare before `vdl lock` pins the library as it is now.
    """
    notes = [f"`{name}`: {_both(before, after)}" for name, before, after in files]
    subject = lock if span is None else ""
    differing = f"{several(len(files), 'file')} of it {'differs' if len(files) == 1 else 'differ'}"
    words = f"the library is not as it is pinned: {differing}"
    return report("library-moved", span, words, "pinned here", severity=severity, notes=notes, subject=subject, help=[_AGAIN])


def _both(before: str, after: str) -> str:
    if not before:
        return f"not pinned, {after} now"
    return f"{before} before, {after} now" if after else f"{before} before, not there now"


def version_moved(span: Span, name: str, before: str, after: str, severity: Severity) -> Diagnostic:
    """The compiler, or something that lays pages out, has another version than the lock file pins.

    With another version of `vdl` the same design may come to other figures; with another one of what lays pages out,
    documents have other bytes. Install the version that is pinned, or run `vdl lock` to pin those that are there.
    """
    words = f"`{name}` is {after}, and {before} is pinned" if before else f"`{name}` is {after}, and none is pinned"
    return report("version-moved", span, words, "pinned here" if before else "not pinned in this lock", severity=severity,
                  help=[_AGAIN])  # fmt: skip


def not_in_lock(span: Span, file: str, severity: Severity) -> Diagnostic:
    """A design imports a file that the lock file does not pin."""
    return report("not-in-lock", span, f"`{file}` is not pinned: the lock file does not name it", "imported here",
                  severity=severity, help=["`vdl lock` pins it"])  # fmt: skip


def no_lock(lock: str) -> Diagnostic:
    """Nothing may move (`--frozen`, `vdl lock --check`), and there is no lock file that says what is pinned."""
    return report("no-lock", None, "there is no lock file", subject=lock, help=["`vdl lock` writes one"])


def damaged_lock(span: Span, what: str) -> Diagnostic:
    """A lock file can't be read: it was edited, cut short, or left with the marks of a merge.

    Nothing can be held to it, so this is an error also without `--frozen`. `vdl lock` writes it anew; git has the old one.
    """
    return report("damaged-lock", span, f"the lock file can't be read: {what}", "here", help=["`vdl lock` writes it anew"])


def other_lock_format(span: Span, found: int, known: int) -> Diagnostic:
    """A lock file was written by a version of `vdl` whose lock files look otherwise."""
    help_ = "use the version of vdl that wrote it" if found > known else "`vdl lock` writes it anew"
    return report("other-lock-format", span, f"the lock file is of format {found}, and this version of vdl reads {known}",
                  "of another version", help=[help_])  # fmt: skip


def unreadable_lock(lock: str, reason: str) -> Diagnostic:
    """There is a lock file, and it can't be read: no rights, a folder of that name, no text."""
    return report("unreadable-lock", None, f"the lock file can't be read: {reason}", subject=lock)


def lock_outdated(lock: str, changed: int) -> Diagnostic:
    """`vdl lock --check`: the lock file is not the one that `vdl lock` would write now."""
    return report("lock-outdated", None, f"the lock file is not up to date: {several(changed, 'pin')} of it would change",
                  subject=lock, help=["`vdl lock` brings it up to date"])  # fmt: skip
