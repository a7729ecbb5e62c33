"""Which documents there are, what they are called, and which is meant."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from vdl import syntax as s
from vdl.compilation import Compilation
from vdl.semantics.types import DocumentSymbol, Module
from vdl.text.source import LIBRARY, module_of

WITHOUT = "without_"
"""What documents begin with that list what is left out of others."""


class NoDocument(Exception):
    """No document of that name exists, or several: `known` are the names of all that exist, the short ones where
    these say which; `several` are the full names of those it may mean; `whole` those that are built by themselves."""

    def __init__(self, name: str, known: Sequence[str], several: Sequence[str] = (), whole: Sequence[str] = ()) -> None:
        super().__init__(name)
        self.name = name
        self.known = known
        self.several = several
        self.whole = whole


def documents(compilation: Compilation) -> dict[str, DocumentSymbol]:
    """All documents of the compilation by their full names: `board` of the entry, `company.board` of a file that it imports as
    `company`, `std.documents.reference.reference` of a library file that nobody imports."""
    scopes = compilation.names.scopes
    entry = compilation.program.entry
    prefixes = {entry: ""}
    waiting = [entry]
    for file in waiting:  # the list grows: the shortest way to a file gives it its name
        for name, symbol in scopes.get(file, {}).items():
            if isinstance(symbol, Module) and symbol.file not in prefixes:
                prefixes[symbol.file] = f"{prefixes[file]}{name}."
                waiting.append(symbol.file)
    for file in scopes:
        if file.startswith(LIBRARY):
            prefixes.setdefault(file, f"{module_of(file)}.")
    return {
        f"{prefix}{name}": symbol
        for file, prefix in prefixes.items()
        for name, symbol in scopes.get(file, {}).items()
        if isinstance(symbol, DocumentSymbol)
    }


def choose_document(compilation: Compilation, name: str = "") -> DocumentSymbol:
    """The document of that name, full or short; without a name the one that the design's file declares, else the only one,
    else the library's `reference`.

    Raises NoDocument.
    """
    known = documents(compilation)
    if not name:
        own = [full for full in known if "." not in full and not _is_apart(full)]
        if len(own) == 1 or len(known) == 1:
            return known[(own or list(known))[0]]
        name = "reference"
        of_library = [d for d in known.values() if d.name == name and d.source.is_library]
        if name not in known and of_library:
            return of_library[0]
    if name in known:
        return known[name]
    fitting = {full: one for full, one in known.items() if name in _names_of(one)}
    if len(fitting) != 1:
        short = [one.name for one in known.values()]
        named = {full: one.name if short.count(one.name) == 1 else full for full, one in known.items()}
        whole = [named[full] for full in _whole(compilation, known)]
        raise NoDocument(name, sorted(named.values()), sorted(fitting), sorted(whole))
    return next(iter(fitting.values()))


def called_apart(compilation: Compilation, document: DocumentSymbol) -> str:
    """What the files of a document are called behind the name of the design, so that it does not take the place of another:
    its short name, or the full one where several documents have that; "" of the one that is built without a name."""
    known = documents(compilation)
    try:
        if choose_document(compilation) is document:
            return ""
    except NoDocument:
        pass  # none is built without a name
    alike = [one for one in known.values() if one.name == document.name]
    return document.name if len(alike) == 1 else next(full for full, one in known.items() if one is document)


def _whole(compilation: Compilation, known: Mapping[str, DocumentSymbol]) -> list[str]:
    """The documents of the design's own files, and of the library those that are no part of another and read for nothing else."""
    of_library = [one for one in known.values() if one.source.is_library and not _is_apart(one.name)]
    each = [(one.source.path, node) for one in of_library for node in s.walk(one.node) if isinstance(node, s.Include)]
    inner = {id(compilation.names.find_path(path, node.document)) for path, node in each}
    return [full for full, one in known.items()
            if not one.source.is_library or (id(one) not in inner and not _is_apart(one.name))]  # fmt: skip


def _is_apart(name: str) -> bool:
    """Whether a document is read for something else, and is none that is asked for by no name."""
    return name in ("always", "components", "grave", "ranked", "summary") or name.startswith(WITHOUT)


def document_with_bills(compilation: Compilation, name: str = "") -> DocumentSymbol:
    """The document of that name; without a name the one that `choose_document` takes, or the library's `reference` where that one
    has no bills. Raises NoDocument."""
    found = choose_document(compilation, name)
    if name or any(isinstance(node, s.Include) or (isinstance(node, s.Table) and node.bill) for node in s.walk(found.node)):
        return found
    return next((one for one in documents(compilation).values() if one.name == "reference" and one.source.is_library), found)


def document_or_library(compilation: Compilation, name: str) -> DocumentSymbol | None:
    """The document of that name that is the only one, or the design's own, else the library's; None where there is none."""
    try:
        return choose_document(compilation, name)
    except NoDocument:
        return next((one for one in documents(compilation).values() if one.name == name and one.source.is_library), None)


def _names_of(document: DocumentSymbol) -> tuple[str, ...]:
    """What may be asked for from anywhere: its short name, and of one of the library the name of its file, too."""
    own = document.name
    return (own, f"{module_of(document.source.path)}.{own}") if document.source.is_library else (own,)


__all__ = ["WITHOUT", "NoDocument", "called_apart", "choose_document", "document_or_library", "document_with_bills", "documents"]
