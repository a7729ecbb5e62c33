"""Which characters the shipped fonts have, and what is set in the place of others on paper.

A page of the browser takes what is lacking from the reader's machine. On paper nothing may depend on the machine that made it, so
a box stands there, and whoever builds the document is told.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from vdl.brand.records import PLAIN, Brand
from vdl.render.measure import WIDTHS
from vdl.report.model import Report
from vdl.text.safe import INVISIBLE, printable
from vdl.text.within import texts

BOX = "■"
"""What stands for a character that no font has."""

_INVISIBLE = re.compile(f"[{INVISIBLE}]")
_PICTURE = re.compile("[\u231a-\u23ff\u2600-\u2712\u2714-\u2716\u2718-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff](?!\ufe0e)")
AS_TEXT = "\ufe0e"
"""What says behind a picture that it is set as a letter: else what sets the page looks for a font of pictures on the machine."""
_BLANK = frozenset("\t\n\r")


def characters(report: Report) -> str:
    """All characters that a report and its brand have, each once, sorted."""
    return "".join(sorted({each for text in _texts(report) for each in printable(text)}))


def lacking(report: Report) -> str:
    """The characters of a report that the fonts lack, each once, in the order of the report."""
    found: dict[str, None] = {}
    for text in _texts(report):
        if not text.isascii():
            found.update(dict.fromkeys(each for each in _INVISIBLE.sub("", printable(text)) if _lacks(each)))
    return "".join([each for each in found if not _has(report.brand, each)])


def boxed(text: str, brand: Brand = PLAIN) -> str:
    """The same text with a box for each character that the fonts lack, and without what could not be seen."""
    if text.isascii():
        return text
    kept = {each for each in set(text) if not _lacks(each) or _has(brand, each)}
    made = "".join([each if each in kept else "" if _INVISIBLE.match(each) else BOX for each in text])
    return _PICTURE.sub(f"\\g<0>{AS_TEXT}", made)


def has(character: str, brand: Brand) -> bool:
    """Whether any font of a document has a character."""
    return not _lacks(character) or _has(brand, character)


def _has(brand: Brand, character: str) -> bool:
    """Whether a font of the brand has what the shipped ones lack."""
    return any(ord(character) in face.widths for face in brand.others)


def _texts(report: Report) -> Iterator[str]:
    """What stands on its pages."""
    brand = report.brand
    yield from texts((report.cover, report.sections, brand.name, brand.cover, brand.confidentiality, brand.revision))


@lru_cache(maxsize=4096)
def _lacks(character: str) -> bool:
    return character not in WIDTHS and character not in _BLANK
