"""The language of documents: which there are, and the catalogs that are read for it."""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Mapping, Sequence

from vdl.errors import untranslated
from vdl.render.catalogs import BadCatalog, Key, Language, NoBabel, language
from vdl.report.model import Report
from vdl.text.diagnostics import Diagnostic
from vdl.text.limits import FILE_SIZE
from vdl.text.phrases import Phrase
from vdl.world import shipped
from vdl.world.reading import TooLarge, read_bytes

ENGLISH = "en"
"""The language in which the compiler and its library are written, which needs no catalog."""


def spoken(arguments: argparse.Namespace) -> Language | None:
    """The language that was asked for; None for English. Ends the command where there is none of that name, or its catalogs can't
    be used."""
    folders = [*of_library(arguments.library), *arguments.languages]
    known = {ENGLISH: "", **{code.lower(): code for folder in folders for code in _codes(arguments, folder)}}
    wanted = (arguments.language or ENGLISH).replace("-", "_").lower()
    if wanted not in known:
        names = ", ".join(sorted([known[one] or one for one in known]))
        arguments.parser.error(f"argument --language: there is no language `{arguments.language}` (choose from {names})")
    if wanted == ENGLISH:
        if arguments.untranslated:
            arguments.parser.error("--untranslated goes with --language CODE")
        return None
    try:
        return language(known[wanted], catalogs(folders, known[wanted]))
    except (NoBabel, BadCatalog) as wrong:
        arguments.parser.error(f"argument --language: {wrong}")
    raise AssertionError("argparse ends the command")


def of_library(library: str | None) -> list[str]:
    """The folders of what is shipped: what the compiler says, and what the library does."""
    return [shipped.LANGUAGES, os.path.join(library or shipped.LIBRARY, "languages")]


def catalogs(folders: Sequence[str], code: str) -> list[tuple[str, bytes]]:
    """The catalogs of a language in these folders, as path and contents."""
    paths = [os.path.join(folder, f"{code}.po") for folder in folders]
    return [(path, _read(path)) for path in paths if os.path.exists(path)]


def _read(path: str) -> bytes:
    """The bytes of a catalog. Raises BadCatalog."""
    try:
        return read_bytes(path, FILE_SIZE)
    except TooLarge as fault:
        raise BadCatalog(f"{path}: it is larger than {FILE_SIZE:,} bytes") from fault
    except OSError as fault:
        raise BadCatalog(f"{path}: {(fault.strerror or 'it is no regular file').lower()}") from fault


def in_language(report: Report, wanted: Language | None) -> tuple[Report, Mapping[Key, Phrase], list[Diagnostic]]:
    """The report as people are to read it, what of it stays English, and what is to be said of that."""
    if wanted is None:
        return report, {}, []
    from vdl.render.translated import Translation

    translation = Translation(wanted)
    said = translation.report(report)
    lacking = list(dict.fromkeys([key for _, key in translation.lacking]))
    diagnostics = [untranslated(report.name, wanted.code.replace("-", "_"), lacking)] if lacking else []
    return said, translation.lacking, diagnostics


def _codes(arguments: argparse.Namespace, folder: str) -> list[str]:
    """The codes of the catalogs in a folder; one that was named and can't be read ends the command."""
    try:
        return sorted([name[:-3] for name in os.listdir(folder) if re.fullmatch(r"\w+\.po", name)])
    except OSError as fault:
        if folder in arguments.languages:
            arguments.parser.error(f"argument --languages: {folder}: {(fault.strerror or 'unknown reason').lower()}")
        return []
