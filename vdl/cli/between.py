"""What `vdl diff` compares: two files, two folders, two revisions, or a revision and the working tree."""

from __future__ import annotations

import argparse
import os
import posixpath
import re
from collections.abc import Hashable, Iterator, Sequence
from typing import NoReturn, Union

from vdl import errors
from vdl.records import NamedTuple
from vdl.text.diagnostics import Diagnostic
from vdl.world import Disk, ReadError, design_files, shipped
from vdl.world.git import Fault, Repository, repository
from vdl.world.revision import Revision


class Side(NamedTuple):
    """One side: what it is called, where its texts come from, and the commit that it is."""

    label: str
    world: Disk | Revision
    commit: str = ""


class Pair(NamedTuple):
    """A file, as both sides call it; None where one has no such file."""

    old: str | None
    new: str | None


class Between(NamedTuple):
    """Two sides and the files of both. `library` says whose library they are read with, `named` whether it is two files, which
    need not be called alike."""

    old: Side
    new: Side
    pairs: tuple[Pair, ...]
    library: str
    named: bool
    repository: Repository | None = None


class _Wrong(Exception):
    """What was asked for can't be compared."""

    def __init__(self, *diagnostics: Diagnostic) -> None:
        self.diagnostics = diagnostics


def between(arguments: argparse.Namespace) -> Between | Sequence[Diagnostic]:
    """What the words on the command line mean, or what is wrong with them."""
    try:
        return _Meant(arguments).found()
    except _Wrong as wrong:
        return wrong.diagnostics


_RANGE = re.compile(r"(?P<old>.*?)(?P<dots>\.\.\.?)(?P<new>.*)", re.DOTALL)
_WORKING_TREE = "the working tree"
_INSTALLED = "the one that came with vdl"


class _Meant:
    def __init__(self, arguments: argparse.Namespace) -> None:
        self.arguments = arguments
        self.words: list[str] = list(arguments.sides)
        self.known: Repository | Fault | None = None

    def found(self) -> Between:
        first, *rest = self.words
        span = _RANGE.fullmatch(first)
        if span is not None and not _is_path(first):
            if len(rest) > 1:
                self.usage(f"`{first}` names both sides, and after it stands one path at most")
            if os.path.lexists(first):
                self.both(first)
            return self.revisions(span["old"] or "HEAD", span["new"] or "HEAD", rest, parted=span["dots"] == "...")
        if len(rest) > 2:
            self.usage("two revisions and one path are the most that can be named")
        sorts = [self.sort(word) for word in self.words]
        if len(sorts) == 1:
            if sorts[0] == "path":
                self.usage(f"`{first}` is a {'folder' if os.path.isdir(first) else 'file'}: name a revision before it "
                           f"(`vdl diff HEAD {first}`), or what to compare it with behind it")  # fmt: skip
            return self.revisions(first, None, [])
        if sorts[0] == "path":
            if sorts[1] != "path" or len(sorts) > 2:
                self.usage(f"`{first}` is a path, and so is all that stands behind it: one other file or folder")
            return self.paths(first, rest[0])
        if len(sorts) == 3 or sorts[1] == "revision":
            return self.revisions(first, rest[0], rest[1:])
        return self.revisions(first, None, rest)

    # -- what a word is
    def sort(self, word: str) -> str:
        """Whether a word is a "revision" or a "path". What is neither is a path that only the revision may know."""
        if _is_path(word):
            return "path"
        here = os.path.lexists(word)
        known = self.repository()
        revision = isinstance(known, Repository) and isinstance(known.commit(word), str)
        if here and revision:
            self.both(word)
        if revision:
            return "revision"
        if here or word is not self.words[0]:
            return "path"
        if isinstance(known, Fault):
            looks = word.endswith(".vdl") or "/" in word
            raise _Wrong(errors.file_not_found(None, word, subject=word) if looks else self.fault(known, word))
        raise _Wrong(errors.unknown_revision(word, word, path=True))

    def repository(self) -> Repository | Fault:
        if self.known is None:
            self.known = repository(os.curdir)
        return self.known

    def fault(self, fault: Fault, subject: str) -> Diagnostic:
        make = {
            "no-git": lambda: errors.no_git(subject), "not-a-repository": lambda: errors.not_a_repository(subject, fault.detail),
            "unknown-revision": lambda: errors.unknown_revision(subject, fault.detail),
            "shallow-clone": lambda: errors.shallow_clone(subject), "no-merge-base": lambda: errors.no_merge_base(subject),
        }  # fmt: skip
        return make[fault.slug]()

    def usage(self, words: str) -> NoReturn:
        """Say what is wrong with the words on the command line, and end."""
        self.arguments.parser.error(words)
        raise AssertionError("the parser ends the command")

    def both(self, word: str) -> NoReturn:
        self.usage(f"`{word}` is a revision and a path: write `./{word}` for the path, or `refs/heads/{word}` for the branch")

    # -- two revisions, or one and the working tree
    def revisions(self, old: str, new: str | None, paths: Sequence[str], *, parted: bool = False) -> Between:
        known = self.repository()
        if isinstance(known, Fault):
            raise _Wrong(self.fault(known, self.words[0]))
        before = self.commit(known, old)
        after = self.commit(known, new) if new is not None else ""
        label = old
        if parted:
            base = known.merge_base(before, after)
            if isinstance(base, Fault):
                raise _Wrong(self.fault(base, self.words[0]))
            before, label = base, f"the commit where {old} and {new} parted"
        disk = self.disk([])
        library, root = self.arguments.library, self.arguments.root
        one = Revision(known, before, disk, library=library, root=root)
        other: Disk | Revision = disk
        if new is not None:
            other = Revision(known, after, disk, library=library, root=root, held=True, frozen=self.arguments.frozen)
        now = f"{new} ({after[:10]})" if new is not None else _WORKING_TREE
        sides = Side(f"{label} ({before[:10]})", one, before), Side(now, other, after)
        said = "the repository's own, each side at its revision" if one.holds_library else self.library()
        path = paths[0] if paths else os.path.relpath(known.top).replace(os.sep, "/")
        return Between(*sides, self.pairs(known, sides, path), said, False, known)

    def commit(self, known: Repository, name: str) -> str:
        found = known.commit(name)
        if isinstance(found, Fault):
            raise _Wrong(self.fault(found, self.words[0]))
        return found

    def pairs(self, known: Repository, sides: tuple[Side, Side], path: str) -> tuple[Pair, ...]:
        """The files of both sides that a path names, which one of them at least has to have."""
        sorts = [_sort(side, path) for side in sides]
        if "submodule" in sorts:
            raise _Wrong(errors.in_submodule(None, path, path))
        if not any(sorts):
            raise _Wrong(errors.nowhere(path, [side.label for side in sides]))
        names = [_files(known, side, path, sort) for side, sort in zip(sides, sorts)]
        for name in sorted(set(names[0]) ^ set(names[1])):
            if (above := _submodule(known, sides[name in names[0]], name)) is not None:
                raise _Wrong(errors.in_submodule(None, above, above))
        if "folder" in sorts and not any(names):
            raise _Wrong(errors.no_design(path, folder=True))
        return _paired(sides, {name: name for name in names[0]}, {name: name for name in names[1]})

    # -- two files, two folders
    def paths(self, old: str, new: str) -> Between:
        folders = [os.path.isdir(path) for path in (old, new)]
        if folders[0] != folders[1]:
            self.usage(f"`{old if folders[0] else new}` is a folder and `{new if folders[0] else old}` is a file")
        disk = self.disk([old, new] if folders[0] else [])
        sides = Side(old, disk), Side(new, disk)
        if not folders[0]:
            return Between(*sides, (Pair(old, new),), self.library(), True)
        found = []
        for path in (old, new):
            names = {posixpath.relpath(file, path): posixpath.normpath(file) for file in design_files(path)}
            if not names:
                raise _Wrong(errors.no_design(path, folder=True))
            found.append(names)
        return Between(*sides, _paired(sides, *found), self.library(), False)

    def disk(self, folders: Sequence[str]) -> Disk:
        return Disk(self.arguments.library or shipped.LIBRARY, root=self.arguments.root, folders=folders,
                    frozen=self.arguments.frozen)  # fmt: skip

    def library(self) -> str:
        return f"{self.arguments.library or _INSTALLED}, for both sides"


def _is_path(word: str) -> bool:
    """Whether a word is a path by its looks."""
    return word in (".", "..") or word.startswith(("./", "../", "/")) or os.path.isabs(word)


def _sort(side: Side, path: str) -> str:
    if isinstance(side.world, Revision):
        return side.world.sort(path)
    return "folder" if os.path.isdir(path) else "file" if os.path.lexists(path) else ""


def _files(known: Repository, side: Side, path: str, sort: str) -> list[str]:
    """The designs of a side below a path, by their names from where the command runs."""
    if sort != "folder":
        return [path] if sort else []
    if isinstance(side.world, Revision):
        return [posixpath.normpath(name) for name in side.world.design_files(path)]
    here = os.path.realpath(os.curdir)
    names = [os.path.join(known.top, name) for name in known.files(path)]
    shown = [name for name in names if name.endswith(".vdl") and os.path.lexists(name) and not _is_hidden(name, path)]
    return [os.path.relpath(name, here).replace(os.sep, "/") for name in shown]


def _submodule(known: Repository, side: Side, name: str) -> str | None:
    """The submodule in which a file lies that a side has not, if it does."""
    if isinstance(side.world, Revision):
        return name if side.world.sort(name) == "submodule" else None
    linked = [os.path.relpath(os.path.join(known.top, one)).replace(os.sep, "/") for one in known.submodules()]
    return next((one for one in linked if name.startswith(f"{one}/")), None)


def _is_hidden(name: str, path: str) -> bool:
    below = os.path.relpath(name, os.path.realpath(path)).split(os.sep)
    return any(part.startswith(".") for part in below[:-1])


# ------------------------------------------------------------------------------ which file is which
_DESIGN = re.compile(r"^[ \t]*design[ \t]+(\w+)", re.MULTILINE)

Text = Union[str, ReadError]


def _paired(sides: tuple[Side, Side], old: dict[str, str], new: dict[str, str]) -> tuple[Pair, ...]:
    """Files with designs in them: those of one name, then those that moved, then those on one side only; in the order of their
    names. Both tables have what a file is called on its side, by what it is compared by."""
    texts = [{key: side.world.read(name) for key, name in names.items()} for side, names in zip(sides, (old, new))]
    found = [{key: names[key] for key in names if _has_design(texts[at][key])} for at, names in enumerate((old, new))]
    both = [key for key in {**old, **new} if key in old and key in new and (key in found[0] or key in found[1])]
    pairs = {key: Pair(old[key], new[key]) for key in both}
    gone, come = [{key: texts[at][key] for key in found[at] if key not in pairs} for at in (0, 1)]
    for one, other in _moved(gone, come):
        pairs[other] = Pair(old[one], new[other])
        del gone[one], come[other]
    pairs |= {key: Pair(old[key], None) for key in gone} | {key: Pair(None, new[key]) for key in come}
    return tuple([pairs[key] for key in sorted(pairs)])


def _has_design(text: Text) -> bool:
    """Whether a file may hold a design: one that can't be read is looked at, and says why."""
    return isinstance(text, ReadError) or _DESIGN.search(text) is not None


def _moved(gone: dict[str, Text], come: dict[str, Text]) -> Iterator[tuple[str, str]]:
    """Files that are the same but for their names, else that alone have designs of the same names."""
    for alike in (_itself, _names):
        for one, text in list(gone.items()):
            fitting = [other for other, its in come.items() if alike(its) == alike(text)]
            if len(fitting) == 1 and sum(alike(its) == alike(text) for its in gone.values()) == 1:
                yield one, fitting[0]


def _itself(text: Text) -> Hashable:
    return text


def _names(text: Text) -> Hashable:
    """The names of the designs in a text."""
    return frozenset(_DESIGN.findall(text)) if isinstance(text, str) else text


__all__ = ["Between", "Pair", "Side", "between"]
