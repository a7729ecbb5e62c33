"""Names of files that a design may give: what every system takes for the name of one file in one folder, and no more."""

from __future__ import annotations

import re
import unicodedata

from vdl.text.safe import INVISIBLE, printable

ENDINGS = (".csv", ".tsv")
"""A table is written as one of these: nothing that a system, a shell or a tool runs or reads by itself."""

LONGEST = 120
"""Bytes of a name in UTF-8, so that there is room for what is put into it and systems still take it."""

_OTHERS = (".txt", ".dat", ".xls", ".xlsx", ".ods", ".html", ".json", ".md", ".tab", ".xml", ".yaml", ".yml")
"""Endings of files of other forms."""

_DEVICE = r"(?i)(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\..*)?"


def why_not(name: str) -> str:
    """Why a text can't be the name of a table's file, in words; "" where it can."""
    stem, ending = _split(name)
    if not name:
        return "it is empty"
    if re.search(r"[/\\:]", name) or name in (".", ".."):
        return "a table is written beside the document, and in no other folder"
    if re.search(rf'[<>"|?*{INVISIBLE}]', name) or printable(name) != name or "\t" in name or "\n" in name:
        return "some systems take no such characters in a name"
    if ending.lower() not in ENDINGS or not stem:
        return "its ending says how it is written: `.csv` with commas, `.tsv` with tabs"
    if not stem[0].isalnum() and stem[0] != "_":
        return "it begins with a letter, a digit or `_`"
    if stem[-1] in " .":
        return "some systems take no blank or dot before the ending"
    if re.fullmatch(_DEVICE, name):
        return "Windows has a device of that name"
    if len(name.encode("utf-8", "replace")) > LONGEST:
        return f"it is longer than {LONGEST} bytes"
    return ""


def mended(name: str) -> str:
    """A name that can be one and is most like this; "" where there is none."""
    own = re.split(r"[/\\:]", name)[-1]
    words = re.sub(r"[^\w .-]+", "_", own).strip(" .-")
    stem, ending = _split(words)
    added = f"{stem}.csv" if ending.lower() in _OTHERS else f"{words}.csv"
    for tried in (words, stem.strip(" .-") + ending, added, f"table_{words}"):
        if tried != name and not why_not(tried):
            return tried
    return ""


def _split(name: str) -> tuple[str, str]:
    """A name and its ending, with the dot; "" for what has none."""
    stem, dot, ending = name.rpartition(".")
    return (stem, dot + ending) if dot else (name, "")


def within(name: str, words: str) -> str:
    """A name with further words before its ending."""
    stem, ending = _split(name)
    return f"{stem}.{words}{ending}" if words else name


def one_file(name: str) -> str:
    """What names have in common that are one file on some systems, which take no heed of cases or of how letters are composed."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


__all__ = ["ENDINGS", "LONGEST", "mended", "one_file", "why_not", "within"]
