"""Numbers with the marks of other places, such as `1,900,000`, `1 900 000` and `0,5`, and how they are written here."""

from __future__ import annotations

import re
from collections.abc import Iterator


def unmarked(text: str, offset: int) -> str:
    """The number that goes on behind a mark at `offset`, as it is written here, with its unit; "" where none does."""
    for begin in re.compile(_BEGINS).finditer(text, max(0, offset - _LONG), offset):
        found = re.compile(_MARKED).match(text, begin.start())
        if found is not None and begin.start() < offset < found.end("number"):
            whole, decimals = "_".join(re.findall(r"\d+", found["whole"])), found["decimals"] or ""
            return whole + decimals.replace(",", ".") + (found["unit"] or "")
    return ""


def set_apart(text: str) -> str:
    """`1.900 boxes` as a number whose digits are set apart, `1_900 boxes`; "" of one that can't be meant so."""
    found = re.match(r"[1-9]\d{0,2}\.\d{3}(?![\d._])", text)
    return found[0].replace(".", "_") + text[found.end() :] if found is not None else ""


def thousands(text: str, *, of_amounts: bool = False) -> str:
    """`60.000 boxes` as thousands, `60_000 boxes`; "" of a number that has other decimals, or none. Of amounts that nobody
    writes with three decimals, any three are."""
    return set_apart(text) if of_amounts or re.match(r"\d+\.000(?![\d._])", text) else ""


def oddly_apart(text: str) -> Iterator[tuple[int, int, str]]:
    """Where the numbers of a text stand whose digits are set apart otherwise than by threes, such as `1_40`, and the same digits
    set apart by threes. Decimals may stand in any groups."""
    for found in re.finditer(r"(?<!\w)(?<!\d\.)\d[\d_]*", text):
        if "_" in found[0] and re.fullmatch(r"\d{1,3}(?:_\d{3})+", found[0]) is None:
            digits = found[0].replace("_", "")
            yield found.start(), found.end(), f"{int(digits):_}" if len(digits) <= _LONG else digits


_LONG = 60
"""Characters before an offset in which its number may begin."""

_BEGINS = r"(?<![\w.])\d"

_MARKED = (
    r"(?P<number>(?P<whole>[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:['’]\d{3})+|[1-9]\d{0,2}(?:\.\d{3}){2,}|[1-9]\d{0,2}(?: \d{3})+"
    r"|[1-9]\d{0,2}(?:\.\d{3})+(?=,)|\d+(?=,\d))"
    r"(?P<decimals>\.\d+|,\d+)?)(?![\d.,]*\d)"
    r"(?P<unit> ?%| ?(?!(?:in|is|at|as|on|or|and|if|else|for|via|with|when|where|within|step|differs|restates|ignoring)\b)"
    r"[A-Za-z][\w/]*)?"
)
"""A number with its thousands set apart, its decimals, and its unit."""
