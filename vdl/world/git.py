"""A git repository, read through `git` itself: revisions, trees and blobs, and nothing that would run a command of a stranger's.

Only what reads objects is asked for: no hooks, no filters, no textconv, no replaced objects, nothing from the network. The
configuration of the user and of the system stays, since it says whose repositories may be read at all.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING

from vdl.records import NamedTuple
from vdl.text.limits import FILE_SIZE

if TYPE_CHECKING:
    import subprocess

_SAFE = (
    "--no-pager", "--no-replace-objects", "--literal-pathspecs", "-c", "core.fsmonitor=false",
    "-c", f"core.hooksPath={os.devnull}", "-c", "protocol.allow=never",
)  # fmt: skip
_KEPT = re.compile(r"GIT_CONFIG_(?:GLOBAL|SYSTEM|NOSYSTEM|COUNT|KEY_\d+|VALUE_\d+)|GIT_CEILING_DIRECTORIES")
"""Of git's own variables those of the user's configuration; the others may be of a hook that runs us, and name another
repository."""
_SET = {
    "GIT_NO_REPLACE_OBJECTS": "1", "GIT_NO_LAZY_FETCH": "1", "GIT_ALLOW_PROTOCOL": "none", "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C",
}  # fmt: skip

FOLDER, LINK, SUBMODULE = 0o040000, 0o120000, 0o160000
"""Sorts of entries of trees; all others are files."""
_SORT = 0o170000


class Fault(NamedTuple):
    """Why a repository does not give what is wanted: `slug` of the diagnostic, and what it needs to be said."""

    slug: str
    detail: str = ""


class Entry(NamedTuple):
    """One name in a tree, and the object that it stands for."""

    sort: int
    object: str


def git() -> str | None:
    """The program, wherever the user has it, but never one that lies where we happen to be."""
    import shutil

    found = shutil.which("git")
    return found if found is not None and os.path.isabs(found) else None


def environment() -> dict[str, str]:
    """What git is told of the world around it."""
    kept = {name: text for name, text in os.environ.items() if not name.startswith("GIT_") or _KEPT.fullmatch(name)}
    return kept | _SET


def repository(folder: str) -> Repository | Fault:
    """The repository that holds a folder."""
    program = git()
    if program is None:
        return Fault("no-git")
    code, out, said = _run(program, folder, ["rev-parse", "--show-toplevel"])
    if code and "work tree" in said:
        return Fault("not-a-repository", "it is bare: run this in a clone of it")
    if code:
        return Fault("not-a-repository", "" if "not a git repository" in said else said.partition("\n")[0])
    return Repository(program, os.path.realpath(os.fsdecode(out.removesuffix(b"\n"))))


def _run(program: str, folder: str, words: Sequence[str]) -> tuple[int, bytes, str]:
    import subprocess

    done = subprocess.run(
        [program, *_SAFE, *words], cwd=folder, env=environment(), stdin=subprocess.DEVNULL, capture_output=True, check=False
    )  # fmt: skip
    return done.returncode, done.stdout, done.stderr.decode("utf-8", "replace").removeprefix("fatal: ").strip()


class Repository:
    """Objects of one repository. `top` is the real path of its working tree.

    The process that gives objects is started when the first one is wanted, and ends with `close`.
    """

    def __init__(self, program: str, top: str) -> None:
        self.top = top
        self._program = program
        self._process: subprocess.Popen[bytes] | None = None
        self._trees: dict[str, Mapping[bytes, Entry]] = {}

    def commit(self, revision: str) -> str | Fault:
        """The commit that a revision names."""
        if revision.startswith("-") or "\0" in revision or not revision:
            return Fault("unknown-revision", revision)
        words = ["rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}"]
        code, out, _ = _run(self._program, self.top, words)
        return out.decode("ascii", "replace").strip() if code == 0 else Fault("unknown-revision", revision)

    def merge_base(self, one: str, other: str) -> str | Fault:
        """Where two commits parted; of several such places the first that git names."""
        code, out, _ = _run(self._program, self.top, ["merge-base", one, other])
        if code == 0:
            return out.decode("ascii", "replace").split()[0]
        return Fault("shallow-clone" if self.is_shallow() else "no-merge-base")

    def is_shallow(self) -> bool:
        """Whether the history was fetched in part."""
        return _run(self._program, self.top, ["rev-parse", "--is-shallow-repository"])[1].strip() == b"true"

    def files(self, folder: str) -> list[str]:
        """The files of the working tree below a folder that git knows or would add, by their paths from `top`."""
        words = ["ls-files", "-z", "--full-name", "--cached", "--others", "--exclude-standard", "--", "."]
        out = _run(self._program, folder, words)[1]
        return sorted({os.fsdecode(name) for name in out.split(b"\0") if name})

    def submodules(self) -> list[str]:
        """The folders of the working tree that are other repositories, by their paths from `top`."""
        out = _run(self._program, self.top, ["ls-files", "-z", "--stage"])[1]
        return [os.fsdecode(one.partition(b"\t")[2]) for one in out.split(b"\0") if one.startswith(b"160000 ")]

    def tree(self, object: str) -> Mapping[bytes, Entry]:
        """The names in a tree, or in the tree of a commit; empty where there is no such object."""
        if object not in self._trees:
            sort, data = self._object(f"{object}^{{tree}}")
            self._trees[object] = _entries(data, len(object) // 2) if sort == b"tree" and data is not None else {}
        return self._trees[object]

    def blob(self, object: str) -> bytes | Fault:
        """The bytes of a file."""
        sort, data = self._object(object)
        if sort != b"blob":
            return Fault("missing-object")
        return data if data is not None else Fault("file-too-large")

    def _object(self, name: str) -> tuple[bytes, bytes | None]:
        """The sort of an object and its bytes; None where these are more than a file may have."""
        give, take = self._pipes()
        try:
            give.write(name.encode("ascii", "replace") + b"\n")
            give.flush()
            head = take.readline().split()
        except OSError:  # git has ended
            self.close()
            head = []
        if len(head) != 3:
            return b"", None
        size = int(head[2])
        if size > FILE_SIZE:
            self.close()  # instead of reading it all
            return head[1], None
        data = take.read(size + 1)[:size]
        return head[1], data

    def _pipes(self) -> tuple[IO[bytes], IO[bytes]]:
        import subprocess

        if self._process is None:
            self._process = subprocess.Popen(
                [self._program, *_SAFE, "cat-file", "--batch"], cwd=self.top, env=environment(), stdin=subprocess.PIPE,
                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            )  # fmt: skip
        give, take = self._process.stdin, self._process.stdout
        assert give is not None and take is not None
        return give, take

    def close(self) -> None:
        """End the process."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            for pipe in (process.stdin, process.stdout):
                if pipe is not None:
                    try:
                        pipe.close()
                    except OSError:
                        pass  # it has ended before us
            process.wait()


def _entries(data: bytes, size: int) -> dict[bytes, Entry]:
    """The entries of a tree as git stores it: mode, blank, name, NUL, and the bytes of the object's name."""
    found: dict[bytes, Entry] = {}
    at = 0
    while at < len(data):
        end = data.index(b"\0", at)
        mode, _, name = data[at:end].partition(b" ")
        at = end + 1 + size
        found[name] = Entry(int(mode, 8) & _SORT, data[end + 1 : at].hex())
    return found


__all__ = ["FOLDER", "LINK", "SUBMODULE", "Entry", "Fault", "Repository", "environment", "git", "repository"]
